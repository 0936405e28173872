/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-reassembly.h"

#include "ns3/log.h"
#include "ns3/servernet-packet.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetReassembly");

namespace
{

/** @param pieces of a message, null for those that are missing @return their bytes */
uint64_t
GetBytes(const std::vector<Ptr<const Packet>>& pieces)
{
    uint64_t bytes = 0;
    for (const auto& piece : pieces)
    {
        bytes += piece ? piece->GetSize() : 0;
    }
    return bytes;
}

} // namespace

uint32_t
ServerNetReassembly::GetAddress(uint32_t number, uint32_t offset, bool last)
{
    return (last ? 1U << 31 : 0U) | number << 16 | offset;
}

Ptr<Packet>
ServerNetReassembly::Add(uint32_t address, Ptr<const Packet> piece)
{
    const uint32_t number = address >> 16 & MOST_NUMBER;
    const uint32_t place = (address & MOST_BYTES) / ServerNetPacket::MOST_DATA;
    m_messages.resize(WINDOW);
    Message& message = m_messages[number % WINDOW];
    if (message.number != number)
    {
        const uint32_t ahead = (number + MOST_NUMBER - message.number) % MOST_NUMBER;
        if (message.number != 0 && ahead > MOST_NUMBER / 2)
        {
            return nullptr;
        }
        if (message.number != 0 && !message.whole)
        {
            NS_LOG_DEBUG("message " << message.number << " of " << message.pieces
                                    << " pieces is given up");
            ++m_givenUp;
            m_lastGivenUp = GetBytes(message.data);
        }
        message = Message();
        message.number = number;
    }
    if (message.whole || (place < message.data.size() && message.data[place]))
    {
        return nullptr;
    }
    if (place >= message.data.size())
    {
        message.data.resize(place + 1);
    }
    message.data[place] = piece;
    ++message.pieces;
    if (address >> 31 != 0)
    {
        message.total = place + 1;
    }
    if (message.pieces != message.total)
    {
        return nullptr;
    }
    auto packet = message.data.front()->Copy();
    for (uint32_t i = 1; i < message.total; ++i)
    {
        packet->AddAtEnd(message.data[i]);
    }
    message.data.clear();
    message.whole = true;
    return packet;
}

uint64_t
ServerNetReassembly::GetGivenUp() const
{
    return m_givenUp;
}

uint64_t
ServerNetReassembly::GetLastGivenUp() const
{
    return m_lastGivenUp;
}

} // namespace ns3
