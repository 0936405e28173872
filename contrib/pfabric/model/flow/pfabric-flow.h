/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_FLOW_H
#define PFABRIC_FLOW_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/** @ingroup pfabric @brief Bytes that one host sends another. */
struct PFabricFlow
{
    uint64_t number{0}; //!< in the order of start
    uint32_t from{0};   //!< host
    uint32_t to{0};     //!< another host
    uint64_t bytes{0};  //!< of data, 1 to 2^32 - 1
    Time start;         //!< when they are given to the transport
    uint8_t tos{0};     //!< octet of IP
};

} // namespace ns3

#endif // PFABRIC_FLOW_H
