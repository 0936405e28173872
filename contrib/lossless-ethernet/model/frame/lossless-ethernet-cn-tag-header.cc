/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-cn-tag-header.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CnTagHeader");

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

} // namespace ns3
