/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-packet.h"

#include "servernet-headers.h"

namespace ns3
{

Ptr<Packet>
ServerNetPacket::ToPacket() const
{
    const uint32_t carried = GetFlits() - HEADER - CRC - (IsRequest(type) ? ADDRESS : 0);
    auto packet = data ? data->Copy() : Create<Packet>(carried);
    packet->AddHeader(ServerNetHeader(*this));
    packet->AddTrailer(ServerNetTrailer(*packet));
    return packet;
}

} // namespace ns3
