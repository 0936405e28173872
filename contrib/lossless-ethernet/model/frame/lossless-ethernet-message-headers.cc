/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-message-headers.h"

#include "lossless-ethernet-tag-headers.h"

#include "ns3/address-utils.h"
#include "ns3/log.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LosslessEthernetMessageHeaders");

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

NS_OBJECT_ENSURE_REGISTERED(CnmHeader);

TypeId
CnmHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::CnmHeader")
                            .SetParent<Header>()
                            .SetGroupName("LosslessEthernet")
                            .AddConstructor<CnmHeader>();
    return tid;
}

namespace
{

int16_t
ToUnits(int64_t bytes)
{
    using Limits = std::numeric_limits<int16_t>;
    return static_cast<int16_t>(
        std::clamp<int64_t>(bytes / CnmHeader::UNIT, Limits::min(), Limits::max()));
}

} // namespace

CnmHeader::CnmHeader(uint64_t cpid, uint32_t feedback, int64_t offset, int64_t change)
    : m_cpid(cpid),
      m_feedback(static_cast<uint8_t>(feedback)),
      m_offset(ToUnits(offset)),
      m_change(ToUnits(change))
{
    if (feedback > MOST_FEEDBACK)
    {
        throw std::invalid_argument("feedback " + std::to_string(feedback) +
                                    " of a CNM; allowed are 0 to 63");
    }
}

void
CnmHeader::SetSampledFrame(uint32_t priority, Mac48Address destination, Ptr<const Packet> data)
{
    if (priority > 7)
    {
        throw std::invalid_argument("priority " + std::to_string(priority) +
                                    " of a sampled frame; allowed are 0 to 7");
    }
    m_priority = static_cast<uint8_t>(priority);
    m_destination = destination;
    m_data.resize(std::min(MOST_DATA, data->GetSize()));
    data->CopyData(m_data.data(), static_cast<uint32_t>(m_data.size()));
}

uint64_t
CnmHeader::GetCpid() const
{
    return m_cpid;
}

uint32_t
CnmHeader::GetFeedback() const
{
    return m_feedback;
}

int32_t
CnmHeader::GetOffset() const
{
    return m_offset * UNIT;
}

int32_t
CnmHeader::GetChange() const
{
    return m_change * UNIT;
}

uint32_t
CnmHeader::GetSampledPriority() const
{
    return m_priority;
}

Mac48Address
CnmHeader::GetSampledDestination() const
{
    return m_destination;
}

const std::vector<uint8_t>&
CnmHeader::GetData() const
{
    return m_data;
}

TypeId
CnmHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
CnmHeader::GetSerializedSize() const
{
    return SIZE + static_cast<uint32_t>(m_data.size());
}

void
CnmHeader::Serialize(Buffer::Iterator start) const
{
    NS_LOG_FUNCTION(this << &start);
    start.WriteHtonU16(m_feedback);
    start.WriteHtonU64(m_cpid);
    start.WriteHtonU16(static_cast<uint16_t>(m_offset));
    start.WriteHtonU16(static_cast<uint16_t>(m_change));
    start.WriteHtonU16(static_cast<uint16_t>(m_priority << 13));
    WriteTo(start, m_destination);
    start.WriteHtonU16(static_cast<uint16_t>(m_data.size()));
    start.Write(m_data.data(), static_cast<uint32_t>(m_data.size()));
}

uint32_t
CnmHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE)
    {
        NS_LOG_WARN("a CNM is cut off after " << start.GetRemainingSize() << " bytes");
        return 0;
    }
    CnmHeader read;
    const uint16_t first = start.ReadNtohU16();
    read.m_feedback = first & MOST_FEEDBACK;
    read.m_cpid = start.ReadNtohU64();
    read.m_offset = static_cast<int16_t>(start.ReadNtohU16());
    read.m_change = static_cast<int16_t>(start.ReadNtohU16());
    read.m_priority = start.ReadNtohU16() >> 13;
    ReadFrom(start, read.m_destination);
    const uint16_t length = start.ReadNtohU16();
    if (first >> 12 != 0 || length > MOST_DATA || length > start.GetRemainingSize())
    {
        NS_LOG_WARN("no CNM: version " << (first >> 12) << ", " << length << " bytes of data of "
                                       << start.GetRemainingSize());
        return 0;
    }
    read.m_data.resize(length);
    start.Read(read.m_data.data(), length);
    *this = read;
    NS_LOG_LOGIC("read: " << *this);
    return GetSerializedSize();
}

void
CnmHeader::Print(std::ostream& os) const
{
    os << "cpid " << m_cpid << " feedback " << +m_feedback << " offset " << GetOffset()
       << " change " << GetChange() << " priority " << +m_priority << " to " << m_destination
       << " data " << m_data.size();
}

} // namespace ns3
