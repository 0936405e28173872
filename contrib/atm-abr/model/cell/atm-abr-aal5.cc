/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-aal5.h"

#include "atm-abr-aal5-trailer.h"
#include "atm-abr-cell-header.h"

#include "ns3/burst-core-check.h"

namespace ns3
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

} // namespace ns3
