/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-mac-control-header.h"

#include "ns3/log.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MacControlHeader");

NS_OBJECT_ENSURE_REGISTERED(MacControlHeader);

TypeId
MacControlHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MacControlHeader")
                            .SetParent<Header>()
                            .SetGroupName("LosslessEthernet")
                            .AddConstructor<MacControlHeader>();
    return tid;
}

Mac48Address
MacControlHeader::GetDestination()
{
    return Mac48Address("01:80:c2:00:00:01");
}

MacControlHeader::MacControlHeader(uint16_t quanta)
{
    m_quanta.fill(quanta);
}

MacControlHeader::MacControlHeader(uint8_t enabled, const std::array<uint16_t, PRIORITIES>& quanta)
    : m_opcode(PFC),
      m_enabled(enabled)
{
    for (uint32_t priority = 0; priority < PRIORITIES; ++priority)
    {
        m_quanta[priority] = (enabled >> priority & 1) != 0 ? quanta[priority] : 0;
    }
}

MacControlHeader::Opcode
MacControlHeader::GetOpcode() const
{
    return m_opcode;
}

std::optional<uint16_t>
MacControlHeader::GetQuanta(uint32_t priority) const
{
    if (priority >= PRIORITIES)
    {
        throw std::invalid_argument("priority " + std::to_string(priority) +
                                    " of a MAC control frame; allowed are 0 to 7");
    }
    if ((m_enabled >> priority & 1) == 0)
    {
        return std::nullopt;
    }
    return m_quanta[priority];
}

TypeId
MacControlHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
MacControlHeader::GetSerializedSize() const
{
    return SIZE;
}

void
MacControlHeader::Serialize(Buffer::Iterator start) const
{
    NS_LOG_FUNCTION(this << &start);
    start.WriteHtonU16(m_opcode);
    uint32_t written = 4;
    if (m_opcode == PAUSE)
    {
        start.WriteHtonU16(m_quanta[0]);
    }
    else
    {
        start.WriteHtonU16(m_enabled);
        for (const uint16_t quanta : m_quanta)
        {
            start.WriteHtonU16(quanta);
            written += 2;
        }
    }
    start.WriteU8(0, SIZE - written);
}

uint32_t
MacControlHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE)
    {
        NS_LOG_WARN("a MAC control frame is cut off after " << start.GetRemainingSize()
                                                            << " bytes");
        return 0;
    }
    const uint16_t opcode = start.ReadNtohU16();
    const uint16_t operand = start.ReadNtohU16();
    if (opcode == PAUSE)
    {
        *this = MacControlHeader(operand);
    }
    else if (opcode == PFC)
    {
        std::array<uint16_t, PRIORITIES> quanta;
        for (uint16_t& each : quanta)
        {
            each = start.ReadNtohU16();
        }
        *this = MacControlHeader(static_cast<uint8_t>(operand & 0xff), quanta);
    }
    else
    {
        NS_LOG_WARN("MAC control opcode " << opcode << " is neither PAUSE nor PFC");
        return 0;
    }
    NS_LOG_LOGIC("read: " << *this);
    return SIZE;
}

void
MacControlHeader::Print(std::ostream& os) const
{
    if (m_opcode == PAUSE)
    {
        os << "pause " << m_quanta[0] << " quanta";
        return;
    }
    os << "pfc";
    for (uint32_t priority = 0; priority < PRIORITIES; ++priority)
    {
        if (const auto quanta = GetQuanta(priority))
        {
            os << " " << priority << ": " << *quanta;
        }
    }
    os << " quanta";
}

} // namespace ns3
