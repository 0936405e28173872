/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-aal5-reassembler.h"

#include "atm-abr-aal5-trailer.h"
#include "atm-abr-aal5.h"
#include "atm-abr-cell-header.h"

#include "ns3/burst-core-check.h"
#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Aal5Reassembler");

namespace
{

constexpr uint32_t MOST = (Aal5::LONGEST + Aal5Trailer::SIZE + AtmCellHeader::PAYLOAD - 1) /
                          AtmCellHeader::PAYLOAD * AtmCellHeader::PAYLOAD; //!< octets of a PDU

/** @param trailer of a PDU @param padded the rest of it @return what is wrong; null: nothing */
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

} // namespace ns3
