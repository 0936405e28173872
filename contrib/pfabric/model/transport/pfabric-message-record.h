/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_MESSAGE_RECORD_H
#define PFABRIC_MESSAGE_RECORD_H

#include "ns3/inet-socket-address.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

/** @ingroup pfabric @brief A message, as traces of PFabricL4Protocol tell of it at both ends. */
struct PFabricMessageRecord
{
    InetSocketAddress source;      //!< of the message
    InetSocketAddress destination; //!< of the message
    uint32_t message;              //!< number, of those from that source
    uint64_t size;                 //!< bytes
    Time start;                    //!< when it was given to the transport
};

/** @ingroup pfabric @brief Who listens to what happens to the messages that a host sends. */
struct PFabricMessageTraces
{
    TracedCallback<const PFabricMessageRecord&, double, double> window; //!< Window
    TracedCallback<const PFabricMessageRecord&, uint32_t> timeOut;      //!< RetransmissionTimeOut
    TracedCallback<const PFabricMessageRecord&, bool> probing;          //!< Probing
    TracedCallback<const PFabricMessageRecord&, uint32_t, uint32_t> priority; //!< Priority
};

} // namespace ns3

#endif // PFABRIC_MESSAGE_RECORD_H
