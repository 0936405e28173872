/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "l2-notification-rate-limiter-tag.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RateLimiterTag);

namespace
{

constexpr uint32_t ADDRESS = 6; //!< bytes

} // namespace

TypeId
RateLimiterTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RateLimiterTag")
                            .SetParent<Tag>()
                            .SetGroupName("L2Notification")
                            .AddConstructor<RateLimiterTag>();
    return tid;
}

RateLimiterTag::RateLimiterTag(Mac48Address source, uint16_t flow, uint64_t congestionPoint)
    : m_source(source),
      m_flow(flow),
      m_congestionPoint(congestionPoint)
{
}

Mac48Address
RateLimiterTag::GetSource() const
{
    return m_source;
}

uint16_t
RateLimiterTag::GetFlow() const
{
    return m_flow;
}

uint64_t
RateLimiterTag::GetCongestionPoint() const
{
    return m_congestionPoint;
}

TypeId
RateLimiterTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
RateLimiterTag::GetSerializedSize() const
{
    return ADDRESS + sizeof(m_flow) + sizeof(m_congestionPoint);
}

void
RateLimiterTag::Serialize(TagBuffer buffer) const
{
    uint8_t address[ADDRESS];
    m_source.CopyTo(address);
    buffer.Write(address, ADDRESS);
    buffer.WriteU16(m_flow);
    buffer.WriteU64(m_congestionPoint);
}

void
RateLimiterTag::Deserialize(TagBuffer buffer)
{
    uint8_t address[ADDRESS];
    buffer.Read(address, ADDRESS);
    m_source.CopyFrom(address);
    m_flow = buffer.ReadU16();
    m_congestionPoint = buffer.ReadU64();
}

void
RateLimiterTag::Print(std::ostream& os) const
{
    os << "source " << m_source << " flow " << m_flow << " cpid " << m_congestionPoint;
}

} // namespace ns3
