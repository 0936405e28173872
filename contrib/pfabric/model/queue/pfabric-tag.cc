/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-tag.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PFabricTag);

TypeId
PFabricTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricTag")
                            .SetParent<Tag>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricTag>();
    return tid;
}

PFabricTag::PFabricTag(uint32_t priority, uint64_t flow)
    : m_priority(priority),
      m_flow(flow)
{
}

uint32_t
PFabricTag::GetPriority() const
{
    return m_priority;
}

uint64_t
PFabricTag::GetFlow() const
{
    return m_flow;
}

TypeId
PFabricTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
PFabricTag::GetSerializedSize() const
{
    return sizeof(m_priority) + sizeof(m_flow);
}

void
PFabricTag::Serialize(TagBuffer buffer) const
{
    buffer.WriteU32(m_priority);
    buffer.WriteU64(m_flow);
}

void
PFabricTag::Deserialize(TagBuffer buffer)
{
    m_priority = buffer.ReadU32();
    m_flow = buffer.ReadU64();
}

void
PFabricTag::Print(std::ostream& os) const
{
    os << "priority " << m_priority << " flow " << m_flow;
}

NS_OBJECT_ENSURE_REGISTERED(PFabricStartTag);

TypeId
PFabricStartTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricStartTag")
                            .SetParent<Tag>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricStartTag>();
    return tid;
}

PFabricStartTag::PFabricStartTag(Time start)
    : m_start(start)
{
}

Time
PFabricStartTag::GetStart() const
{
    return m_start;
}

TypeId
PFabricStartTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
PFabricStartTag::GetSerializedSize() const
{
    return sizeof(uint64_t);
}

void
PFabricStartTag::Serialize(TagBuffer buffer) const
{
    buffer.WriteU64(m_start.GetTimeStep());
}

void
PFabricStartTag::Deserialize(TagBuffer buffer)
{
    m_start = TimeStep(buffer.ReadU64());
}

void
PFabricStartTag::Print(std::ostream& os) const
{
    os << "start " << m_start;
}

} // namespace ns3
