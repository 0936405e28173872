/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-tag-headers.h"

#include "ns3/log.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LosslessEthernetTagHeaders");

NS_OBJECT_ENSURE_REGISTERED(CnTagHeader);

TypeId
CnTagHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::CnTagHeader")
                            .SetParent<Header>()
                            .SetGroupName("LosslessEthernet")
                            .AddConstructor<CnTagHeader>();
    return tid;
}

CnTagHeader::CnTagHeader(uint16_t flow, uint16_t etherType)
    : m_flow(flow),
      m_etherType(etherType)
{
}

uint16_t
CnTagHeader::GetFlow() const
{
    return m_flow;
}

uint16_t
CnTagHeader::GetEtherType() const
{
    return m_etherType;
}

TypeId
CnTagHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
CnTagHeader::GetSerializedSize() const
{
    return SIZE;
}

void
CnTagHeader::Serialize(Buffer::Iterator start) const
{
    NS_LOG_FUNCTION(this << &start);
    start.WriteHtonU16(m_flow);
    start.WriteHtonU16(m_etherType);
}

uint32_t
CnTagHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE)
    {
        NS_LOG_WARN("a CN-TAG is cut off after " << start.GetRemainingSize() << " bytes");
        return 0;
    }
    m_flow = start.ReadNtohU16();
    m_etherType = start.ReadNtohU16();
    NS_LOG_LOGIC("read: " << *this);
    return SIZE;
}

void
CnTagHeader::Print(std::ostream& os) const
{
    os << "flow " << m_flow << " type " << m_etherType;
}

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

NS_OBJECT_ENSURE_REGISTERED(VlanTagHeader);

TypeId
VlanTagHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::VlanTagHeader")
                            .SetParent<Header>()
                            .SetGroupName("LosslessEthernet")
                            .AddConstructor<VlanTagHeader>();
    return tid;
}

VlanTagHeader::VlanTagHeader(uint32_t priority, uint16_t etherType, uint32_t vlan)
    : m_priority(static_cast<uint8_t>(priority)),
      m_vlan(static_cast<uint16_t>(vlan)),
      m_etherType(etherType)
{
    if (priority > 7)
    {
        throw std::invalid_argument("priority " + std::to_string(priority) +
                                    " of a VLAN tag; allowed are 0 to 7");
    }
    if (vlan > MOST_VLAN)
    {
        throw std::invalid_argument("VLAN " + std::to_string(vlan) +
                                    " of a VLAN tag; allowed are 0 to 4094");
    }
}

uint32_t
VlanTagHeader::GetPriority() const
{
    return m_priority;
}

uint16_t
VlanTagHeader::GetEtherType() const
{
    return m_etherType;
}

uint32_t
VlanTagHeader::GetVlan() const
{
    return m_vlan;
}

TypeId
VlanTagHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
VlanTagHeader::GetSerializedSize() const
{
    return SIZE;
}

void
VlanTagHeader::Serialize(Buffer::Iterator start) const
{
    NS_LOG_FUNCTION(this << &start);
    start.WriteHtonU16(static_cast<uint16_t>(m_priority << 13 | m_vlan));
    start.WriteHtonU16(m_etherType);
}

uint32_t
VlanTagHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE)
    {
        NS_LOG_WARN("a VLAN tag is cut off after " << start.GetRemainingSize() << " bytes");
        return 0;
    }
    const uint16_t control = start.ReadNtohU16();
    m_priority = control >> 13;
    m_vlan = control & 0xfff;
    m_etherType = start.ReadNtohU16();
    NS_LOG_LOGIC("read: " << *this);
    return SIZE;
}

void
VlanTagHeader::Print(std::ostream& os) const
{
    os << "priority " << +m_priority << " vlan " << m_vlan << " type " << m_etherType;
}

} // namespace ns3
