/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-cell-writer.h"

#include "ns3/atm-abr-cell-header.h"
#include "ns3/atm-abr-rm-cell-header.h"

namespace ns3
{

Ptr<Packet>
AtmCellWriter::WriteData(uint32_t vci,
                         const AtmEngineListener::Cell& cell,
                         Ptr<const Packet> payload)
{
    auto octets = payload ? payload->Copy() : Create<Packet>(AtmCellHeader::PAYLOAD);
    const uint32_t type = cell.last * AtmCellHeader::LAST | cell.efci * AtmCellHeader::EFCI;
    octets->AddHeader(AtmCellHeader(0, vci, type));
    return octets;
}

Ptr<Packet>
AtmCellWriter::WriteRm(uint32_t vci, const AtmEngineListener::Cell& cell)
{
    const AbrRmContent& content = *cell.content;
    AtmRmCell said;
    said.backward = cell.backward;
    said.becn = content.bn;
    said.congestion = content.feedback.ci;
    said.noIncrease = content.feedback.ni;
    said.explicitRate = AtmRateFloat::Saturate(content.feedback.er);
    said.currentRate = AtmRateFloat::Saturate(content.ccr);
    said.minimumRate = AtmRateFloat::Saturate(content.mcr);
    auto octets = Create<Packet>();
    octets->AddHeader(AtmRmCellHeader(said));
    octets->AddHeader(AtmCellHeader(0, vci, AtmCellHeader::RM, content.clp));
    return octets;
}

} // namespace ns3
