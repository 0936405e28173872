/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-aal5.h"

#include "atm-abr-cell-header.h"

#include "ns3/burst-core-check.h"
#include "ns3/log.h"

#include <boost/crc.hpp>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Aal5");

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

namespace atm
{

uint32_t
Aal5::GetCells(uint32_t length)
{
    burst::CheckParameter(length >= 1 && length <= LONGEST,
                          "the length of an SDU of AAL5",
                          length,
                          "1 to 65535 octets");
    return (length + Aal5Trailer::SIZE - 1) / AtmCellHeader::PAYLOAD + 1;
}

Ptr<Packet>
Aal5::MakePdu(Ptr<const Packet> sdu, uint8_t uu)
{
    const uint32_t length = sdu->GetSize();
    const uint32_t size = GetCells(length) * AtmCellHeader::PAYLOAD;
    auto pdu = sdu->Copy();
    // AddPaddingAtEnd would leave in these octets what happens to be in memory.
    pdu->AddAtEnd(Create<Packet>(size - length - Aal5Trailer::SIZE));
    Aal5Trailer trailer(static_cast<uint16_t>(length), uu);
    trailer.SetCrc(pdu);
    pdu->AddTrailer(trailer);
    return pdu;
}

std::vector<Ptr<Packet>>
Aal5::Segment(Ptr<const Packet> sdu, uint8_t uu)
{
    const auto pdu = MakePdu(sdu, uu);
    std::vector<Ptr<Packet>> payloads;
    for (uint32_t at = 0; at < pdu->GetSize(); at += AtmCellHeader::PAYLOAD)
    {
        payloads.push_back(pdu->CreateFragment(at, AtmCellHeader::PAYLOAD));
    }
    return payloads;
}

namespace
{

constexpr uint32_t MOST = (Aal5::LONGEST + Aal5Trailer::SIZE + AtmCellHeader::PAYLOAD - 1) /
                          AtmCellHeader::PAYLOAD * AtmCellHeader::PAYLOAD; //!< octets of a PDU

/**
 * @param trailer of a PDU
 * @param padded the rest of it
 * @return what is wrong; null: nothing
 */
const char*
FindFault(const Aal5Trailer& trailer, Ptr<const Packet> padded)
{
    if (!trailer.CheckCrc(padded))
    {
        return Aal5Reassembler::CRC;
    }
    if (trailer.GetCpi() != 0)
    {
        return Aal5Reassembler::CPI;
    }
    if (trailer.GetLength() == 0)
    {
        return Aal5Reassembler::ABORTED;
    }
    const int64_t padding = static_cast<int64_t>(padded->GetSize()) - trailer.GetLength();
    if (padding < 0 || padding >= AtmCellHeader::PAYLOAD)
    {
        return Aal5Reassembler::LENGTH;
    }
    return nullptr;
}

} // namespace

Ptr<Packet>
Aal5Reassembler::Receive(Ptr<const Packet> payload, bool last)
{
    burst::CheckParameter(payload->GetSize() == AtmCellHeader::PAYLOAD,
                          "the payload of a cell",
                          payload->GetSize(),
                          "48 octets");
    m_octets += AtmCellHeader::PAYLOAD;
    if (!m_pdu)
    {
        m_pdu = payload->Copy();
    }
    else if (m_octets <= MOST)
    {
        m_pdu->AddAtEnd(payload);
    }
    if (!last)
    {
        return nullptr;
    }
    auto sdu = std::exchange(m_pdu, nullptr);
    const uint64_t octets = std::exchange(m_octets, 0);
    Aal5Trailer trailer;
    sdu->RemoveTrailer(trailer);
    m_fault = octets > MOST ? TOO_LONG : FindFault(trailer, sdu);
    if (m_fault)
    {
        NS_LOG_WARN("a PDU of " << octets << " octets is thrown away: " << m_fault);
        m_drops.Add(m_fault, octets);
        return nullptr;
    }
    sdu->RemoveAtEnd(sdu->GetSize() - trailer.GetLength());
    m_uu = trailer.GetUu();
    NS_LOG_LOGIC("an SDU of " << sdu->GetSize() << " octets");
    return sdu;
}

const burst::DropCounter&
Aal5Reassembler::GetDrops() const
{
    return m_drops;
}

const char*
Aal5Reassembler::GetFault() const
{
    return m_fault;
}

uint8_t
Aal5Reassembler::GetUu() const
{
    return m_uu;
}

} // namespace atm

} // namespace ns3
