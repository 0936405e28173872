/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-rate-limited-tag-header.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RateLimitedTagHeader");

NS_OBJECT_ENSURE_REGISTERED(RateLimitedTagHeader);

TypeId
RateLimitedTagHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RateLimitedTagHeader")
                            .SetParent<Header>()
                            .SetGroupName("LosslessEthernet")
                            .AddConstructor<RateLimitedTagHeader>();
    return tid;
}

RateLimitedTagHeader::RateLimitedTagHeader(uint64_t cpid, uint16_t etherType)
    : m_cpid(cpid),
      m_etherType(etherType)
{
}

uint64_t
RateLimitedTagHeader::GetCpid() const
{
    return m_cpid;
}

uint16_t
RateLimitedTagHeader::GetEtherType() const
{
    return m_etherType;
}

TypeId
RateLimitedTagHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
RateLimitedTagHeader::GetSerializedSize() const
{
    return SIZE;
}

void
RateLimitedTagHeader::Serialize(Buffer::Iterator start) const
{
    NS_LOG_FUNCTION(this << &start);
    start.WriteHtonU64(m_cpid);
    start.WriteHtonU16(m_etherType);
}

uint32_t
RateLimitedTagHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE)
    {
        NS_LOG_WARN("a rate limited tag is cut off after " << start.GetRemainingSize() << " bytes");
        return 0;
    }
    m_cpid = start.ReadNtohU64();
    m_etherType = start.ReadNtohU16();
    NS_LOG_LOGIC("read: " << *this);
    return SIZE;
}

void
RateLimitedTagHeader::Print(std::ostream& os) const
{
    os << "cpid " << m_cpid << " type " << m_etherType;
}

} // namespace ns3
