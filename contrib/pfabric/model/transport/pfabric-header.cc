/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-header.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricHeader");

NS_OBJECT_ENSURE_REGISTERED(PFabricHeader);

namespace
{

constexpr uint8_t ACKNOWLEDGEMENT = 1; //!< of byte 16
constexpr uint8_t LAST = 2;            //!< of byte 16
constexpr uint32_t BLOCK = 8;          //!< bytes of a block

} // namespace

TypeId
PFabricHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricHeader")
                            .SetParent<Header>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricHeader>();
    return tid;
}

void
PFabricHeader::SetPorts(uint16_t source, uint16_t destination)
{
    m_source = source;
    m_destination = destination;
}

uint16_t
PFabricHeader::GetSourcePort() const
{
    return m_source;
}

uint16_t
PFabricHeader::GetDestinationPort() const
{
    return m_destination;
}

void
PFabricHeader::SetMessage(uint32_t message)
{
    m_message = message;
}

uint32_t
PFabricHeader::GetMessage() const
{
    return m_message;
}

void
PFabricHeader::SetPriority(uint32_t priority)
{
    m_priority = priority;
}

uint32_t
PFabricHeader::GetPriority() const
{
    return m_priority;
}

void
PFabricHeader::SetData(uint32_t begin, bool last)
{
    m_acknowledgement = false;
    m_offset = begin;
    m_last = last;
    m_blocks.clear();
}

uint32_t
PFabricHeader::GetBegin() const
{
    return m_offset;
}

bool
PFabricHeader::IsLast() const
{
    return m_last;
}

void
PFabricHeader::SetAcknowledgement(const PFabricAcknowledgement& said)
{
    m_acknowledgement = true;
    m_last = false;
    m_offset = said.cumulative;
    const auto count = std::min(said.blocks.size(), PFabricReceiver::MOST_BLOCKS);
    m_blocks.assign(said.blocks.begin(), said.blocks.begin() + count);
}

bool
PFabricHeader::IsAcknowledgement() const
{
    return m_acknowledgement;
}

PFabricAcknowledgement
PFabricHeader::GetAcknowledgement() const
{
    return {m_offset, m_blocks};
}

TypeId
PFabricHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
PFabricHeader::GetSerializedSize() const
{
    return BYTES + BLOCK * m_blocks.size();
}

void
PFabricHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU16(m_source);
    start.WriteHtonU16(m_destination);
    start.WriteHtonU32(m_message);
    start.WriteHtonU32(m_offset);
    start.WriteHtonU32(m_priority);
    start.WriteU8((m_acknowledgement ? ACKNOWLEDGEMENT : 0) | (m_last ? LAST : 0));
    start.WriteU8(m_blocks.size());
    start.WriteHtonU16(0);
    for (const PFabricRange& block : m_blocks)
    {
        start.WriteHtonU32(block.begin);
        start.WriteHtonU32(block.end);
    }
}

uint32_t
PFabricHeader::Deserialize(Buffer::Iterator start)
{
    m_source = start.ReadNtohU16();
    m_destination = start.ReadNtohU16();
    m_message = start.ReadNtohU32();
    m_offset = start.ReadNtohU32();
    m_priority = start.ReadNtohU32();
    const uint8_t kind = start.ReadU8();
    m_acknowledgement = (kind & ACKNOWLEDGEMENT) != 0;
    m_last = (kind & LAST) != 0;
    m_blocks.resize(start.ReadU8());
    start.ReadNtohU16();
    for (PFabricRange& block : m_blocks)
    {
        block.begin = start.ReadNtohU32();
        block.end = start.ReadNtohU32();
    }
    return GetSerializedSize();
}

void
PFabricHeader::Print(std::ostream& os) const
{
    os << m_source << " > " << m_destination << " message " << m_message;
    if (!m_acknowledgement)
    {
        os << " from byte " << m_offset << (m_last ? " to the last one" : "");
    }
    else
    {
        os << " acknowledged " << m_offset;
        for (const PFabricRange& block : m_blocks)
        {
            os << " [" << block.begin << ", " << block.end << ")";
        }
    }
    os << " priority " << m_priority;
}

} // namespace ns3
