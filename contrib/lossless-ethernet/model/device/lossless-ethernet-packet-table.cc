/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-packet-table.h"

#include <utility>

namespace ns3
{

uint32_t
LosslessPacketTable::Add(Ptr<const Packet> packet)
{
    if (m_free.empty())
    {
        m_packets.push_back(packet);
        return m_packets.size() - 1;
    }
    const uint32_t number = m_free.back();
    m_free.pop_back();
    m_packets[number] = packet;
    return number;
}

Ptr<const Packet>
LosslessPacketTable::Get(uint32_t number) const
{
    return m_packets.at(number);
}

Ptr<const Packet>
LosslessPacketTable::Take(uint32_t number)
{
    m_free.push_back(number);
    return std::exchange(m_packets.at(number), nullptr);
}

uint32_t
LosslessPacketTable::GetCount() const
{
    return m_packets.size() - m_free.size();
}

void
LosslessPacketTable::Clear()
{
    m_packets.clear();
    m_free.clear();
}

} // namespace ns3
