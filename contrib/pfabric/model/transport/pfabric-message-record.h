/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_MESSAGE_RECORD_H
#define PFABRIC_MESSAGE_RECORD_H

#include "ns3/inet-socket-address.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/** @ingroup pfabric @brief A message, as traces of PFabricL4Protocol tell of it. */
struct PFabricMessageRecord
{
    InetSocketAddress source;      //!< of the message
    InetSocketAddress destination; //!< of the message
    uint32_t message;              //!< number, of those from that source
    uint64_t size;                 //!< bytes
    Time start;                    //!< when it was given to the transport; at its destination 0
};

} // namespace ns3

#endif // PFABRIC_MESSAGE_RECORD_H
