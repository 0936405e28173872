/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_PACKET_TABLE_H
#define LOSSLESS_ETHERNET_PACKET_TABLE_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * The packets that frames of an engine carry, by the numbers that are their content.
 */
class LosslessPacketTable
{
  public:
    /** @param packet with its Ethernet header @return its number */
    uint32_t Add(Ptr<const Packet> packet);

    /** @param number of a packet @return it */
    Ptr<const Packet> Get(uint32_t number) const;

    /** @param number of a packet, which is free from now on @return the packet */
    Ptr<const Packet> Take(uint32_t number);

    uint32_t GetCount() const; //!< @return number of packets
    void Clear();              //!< Forget all.

  private:
    std::vector<Ptr<const Packet>> m_packets; //!< by number, null where it is free
    std::vector<uint32_t> m_free;             //!< free numbers
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_PACKET_TABLE_H
