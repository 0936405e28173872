/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-mac-frame.h"

#include "ns3/ethernet-header.h"
#include "ns3/ethernet-trailer.h"

namespace ns3::lossless
{

Ptr<Packet>
MacFrame::ToPacket() const
{
    auto packet = payload ? payload->Copy() : Create<Packet>();
    if (packet->GetSize() + OVERHEAD < SHORTEST)
    {
        // AddPaddingAtEnd would leave in these bytes what happens to be in memory.
        packet->AddAtEnd(Create<Packet>(SHORTEST - OVERHEAD - packet->GetSize()));
    }
    EthernetHeader header(false);
    header.SetDestination(destination);
    header.SetSource(source);
    header.SetLengthType(etherType);
    packet->AddHeader(header);
    EthernetTrailer trailer;
    trailer.EnableFcs(true);
    trailer.CalcFcs(packet);
    packet->AddTrailer(trailer);
    return packet;
}

std::optional<MacFrame>
MacFrame::FromPacket(Ptr<const Packet> packet)
{
    if (packet->GetSize() < SHORTEST)
    {
        return std::nullopt;
    }
    auto payload = packet->Copy();
    EthernetTrailer trailer;
    trailer.EnableFcs(true);
    payload->RemoveTrailer(trailer);
    if (!trailer.CheckFcs(payload))
    {
        return std::nullopt;
    }
    EthernetHeader header(false);
    payload->RemoveHeader(header);
    return MacFrame{header.GetDestination(), header.GetSource(), header.GetLengthType(), payload};
}

} // namespace ns3::lossless
