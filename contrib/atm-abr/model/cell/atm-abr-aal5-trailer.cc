/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-aal5-trailer.h"

#include "ns3/log.h"

#include <boost/crc.hpp>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Aal5Trailer");

NS_OBJECT_ENSURE_REGISTERED(Aal5Trailer);

TypeId
Aal5Trailer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::Aal5Trailer")
                            .SetParent<Trailer>()
                            .SetGroupName("AtmAbr")
                            .AddConstructor<Aal5Trailer>();
    return tid;
}

Aal5Trailer::Aal5Trailer(uint16_t length, uint8_t uu, uint8_t cpi)
    : m_uu(uu),
      m_cpi(cpi),
      m_length(length)
{
}

uint8_t
Aal5Trailer::GetUu() const
{
    return m_uu;
}

uint8_t
Aal5Trailer::GetCpi() const
{
    return m_cpi;
}

uint16_t
Aal5Trailer::GetLength() const
{
    return m_length;
}

uint32_t
Aal5Trailer::GetCrc() const
{
    return m_crc;
}

void
Aal5Trailer::SetCrc(Ptr<const Packet> padded)
{
    m_crc = ComputeCrc(padded);
}

bool
Aal5Trailer::CheckCrc(Ptr<const Packet> padded) const
{
    return m_crc == ComputeCrc(padded);
}

uint32_t
Aal5Trailer::ComputeCrc(Ptr<const Packet> padded) const
{
    auto covered = padded->Copy();
    covered->AddTrailer(*this);
    covered->RemoveAtEnd(sizeof(m_crc));
    std::vector<uint8_t> octets(covered->GetSize());
    covered->CopyData(octets.data(), covered->GetSize());
    boost::crc_optimal<32, 0x04C11DB7, 0xFFFFFFFF, 0xFFFFFFFF> crc;
    crc.process_bytes(octets.data(), octets.size());
    return crc.checksum();
}

TypeId
Aal5Trailer::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
Aal5Trailer::GetSerializedSize() const
{
    return SIZE;
}

void
Aal5Trailer::Serialize(Buffer::Iterator end) const
{
    NS_LOG_FUNCTION(this << &end);
    end.Prev(SIZE);
    end.WriteU8(m_uu);
    end.WriteU8(m_cpi);
    end.WriteHtonU16(m_length);
    end.WriteHtonU32(m_crc);
}

uint32_t
Aal5Trailer::Deserialize(Buffer::Iterator end)
{
    end.Prev(SIZE);
    m_uu = end.ReadU8();
    m_cpi = end.ReadU8();
    m_length = end.ReadNtohU16();
    m_crc = end.ReadNtohU32();
    NS_LOG_LOGIC("read: " << *this);
    return SIZE;
}

void
Aal5Trailer::Print(std::ostream& os) const
{
    os << "uu " << +m_uu << " cpi " << +m_cpi << " length " << m_length << " crc " << m_crc;
}

} // namespace ns3
