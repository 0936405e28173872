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

void
PFabricHeader::SetMessage(uint32_t message)
{
    m_message = message;
}

void
PFabricHeader::SetPriority(uint32_t priority)
{
    m_priority = priority;
}

void
PFabricHeader::SetData(uint32_t begin, bool last)
{
    m_acknowledgement = false;
    m_offset = begin;
    m_last = last;
    m_count = 0;
}

void
PFabricHeader::SetAcknowledgement(const PFabricAcknowledgement& acknowledgement)
{
    m_acknowledgement = true;
    m_last = false;
    m_offset = acknowledgement.cumulative;
    m_count = 0;
    for (const PFabricRange& block : acknowledgement.blocks)
    {
        m_blocks[m_count++] = {static_cast<uint32_t>(block.begin),
                               static_cast<uint32_t>(block.end)};
    }
}

PFabricAcknowledgement
PFabricHeader::GetAcknowledgement() const
{
    PFabricAcknowledgement acknowledgement{m_offset, {}};
    for (uint8_t i = 0; i < m_count; ++i)
    {
        acknowledgement.blocks.Add({m_blocks[i].begin, m_blocks[i].end});
    }
    return acknowledgement;
}

TypeId
PFabricHeader::GetInstanceTypeId() const
{
    return GetTypeId();
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
    start.WriteU8(m_count);
    start.WriteHtonU16(0);
    for (uint8_t i = 0; i < m_count; ++i)
    {
        start.WriteHtonU32(m_blocks[i].begin);
        start.WriteHtonU32(m_blocks[i].end);
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
    const uint8_t count = start.ReadU8();
    m_count = std::min<std::size_t>(count, m_blocks.size());
    start.ReadNtohU16();
    for (uint8_t i = 0; i < m_count; ++i)
    {
        m_blocks[i].begin = start.ReadNtohU32();
        m_blocks[i].end = start.ReadNtohU32();
    }
    return BYTES + BLOCK_BYTES * count;
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
        for (uint8_t i = 0; i < m_count; ++i)
        {
            os << " [" << m_blocks[i].begin << ", " << m_blocks[i].end << ")";
        }
    }
    os << " priority " << m_priority;
}

} // namespace ns3
