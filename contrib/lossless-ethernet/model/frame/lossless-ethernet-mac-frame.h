/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_MAC_FRAME_H
#define LOSSLESS_ETHERNET_MAC_FRAME_H

#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>

namespace ns3::lossless
{

/**
 * @ingroup lossless-ethernet
 * @brief An Ethernet frame: addresses, EtherType and payload.
 *
 * On the wire: destination and source address, EtherType, payload with zeros up to 46 bytes, and
 * the FCS, least significant byte first (IEEE 802.3, clause 3). Preamble and gap are no part of it.
 */
struct MacFrame
{
    static constexpr uint32_t SHORTEST = 64; //!< bytes, with FCS
    static constexpr uint32_t OVERHEAD = 18; //!< bytes of addresses, EtherType and FCS

    Mac48Address destination; //!< of the receiver
    Mac48Address source;      //!< of the sender
    uint16_t etherType{0};    //!< of the payload
    Ptr<Packet> payload;      //!< after the EtherType; null: none

    /** @return the bytes on the wire */
    Ptr<Packet> ToPacket() const;

    /** @param packet bytes on the wire @return the frame, whose payload keeps its padding; nothing
     * if it is shorter than 64 bytes or its FCS is wrong */
    static std::optional<MacFrame> FromPacket(Ptr<const Packet> packet);
};

} // namespace ns3::lossless

#endif // LOSSLESS_ETHERNET_MAC_FRAME_H
