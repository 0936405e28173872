/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-bcn-message-header.h"

#include "lossless-ethernet-vlan-tag-header.h"

#include "ns3/log.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BcnMessageHeader");

NS_OBJECT_ENSURE_REGISTERED(BcnMessageHeader);

TypeId
BcnMessageHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BcnMessageHeader")
                            .SetParent<Header>()
                            .SetGroupName("LosslessEthernet")
                            .AddConstructor<BcnMessageHeader>();
    return tid;
}

BcnMessageHeader::BcnMessageHeader(uint64_t cpid, int32_t offset, int32_t change, uint8_t flags)
    : m_cpid(cpid),
      m_offset(offset),
      m_change(change),
      m_flags(flags)
{
    if (flags > (MILD | SEVERE))
    {
        throw std::invalid_argument("flags " + std::to_string(flags) +
                                    " of a BCN message; allowed are 0 to 3");
    }
}

void
BcnMessageHeader::SetSampledFrame(Ptr<const Packet> frame)
{
    m_sample.fill(0);
    frame->CopyData(m_sample.data(), SAMPLE);
}

uint64_t
BcnMessageHeader::GetCpid() const
{
    return m_cpid;
}

int32_t
BcnMessageHeader::GetOffset() const
{
    return m_offset;
}

int32_t
BcnMessageHeader::GetChange() const
{
    return m_change;
}

uint8_t
BcnMessageHeader::GetFlags() const
{
    return m_flags;
}

const std::array<uint8_t, BcnMessageHeader::SAMPLE>&
BcnMessageHeader::GetSample() const
{
    return m_sample;
}

Mac48Address
BcnMessageHeader::GetSampledDestination() const
{
    Mac48Address address;
    address.CopyFrom(m_sample.data());
    return address;
}

std::optional<uint32_t>
BcnMessageHeader::GetSampledPriority() const
{
    const uint32_t etherType = m_sample[12] << 8 | m_sample[13];
    if (etherType != VlanTagHeader::ETHER_TYPE)
    {
        return std::nullopt;
    }
    return m_sample[14] >> 5;
}

TypeId
BcnMessageHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
BcnMessageHeader::GetSerializedSize() const
{
    return SIZE;
}

void
BcnMessageHeader::Serialize(Buffer::Iterator start) const
{
    NS_LOG_FUNCTION(this << &start);
    start.WriteHtonU16(SUBTYPE);
    start.WriteU8(VERSION);
    start.WriteU8(m_flags);
    start.WriteHtonU64(m_cpid);
    start.WriteHtonU32(static_cast<uint32_t>(m_offset));
    start.WriteHtonU32(static_cast<uint32_t>(m_change));
    start.Write(m_sample.data(), SAMPLE);
}

uint32_t
BcnMessageHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE)
    {
        NS_LOG_WARN("a BCN message is cut off after " << start.GetRemainingSize() << " bytes");
        return 0;
    }
    const uint16_t subtype = start.ReadNtohU16();
    const uint8_t version = start.ReadU8();
    if (subtype != SUBTYPE || version != VERSION)
    {
        NS_LOG_WARN("subtype " << subtype << ", version " << +version << " is no BCN message");
        return 0;
    }
    m_flags = start.ReadU8() & (MILD | SEVERE);
    m_cpid = start.ReadNtohU64();
    m_offset = static_cast<int32_t>(start.ReadNtohU32());
    m_change = static_cast<int32_t>(start.ReadNtohU32());
    start.Read(m_sample.data(), SAMPLE);
    NS_LOG_LOGIC("read: " << *this);
    return SIZE;
}

void
BcnMessageHeader::Print(std::ostream& os) const
{
    os << "cpid " << m_cpid << " offset " << m_offset << " change " << m_change
       << ((m_flags & MILD) != 0 ? " mild" : "") << ((m_flags & SEVERE) != 0 ? " severe" : "")
       << " to " << GetSampledDestination();
}

} // namespace ns3
