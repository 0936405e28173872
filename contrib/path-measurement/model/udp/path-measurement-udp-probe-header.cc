/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-udp-probe-header.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UdpProbeHeader);

TypeId
UdpProbeHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::UdpProbeHeader")
                            .SetParent<Header>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<UdpProbeHeader>();
    return tid;
}

TypeId
UdpProbeHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
UdpProbeHeader::GetSerializedSize() const
{
    return 24;
}

void
UdpProbeHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU32(round);
    start.WriteHtonU32(train);
    start.WriteHtonU32(number);
    start.WriteHtonU32(length);
    start.WriteHtonU64(sent);
}

uint32_t
UdpProbeHeader::Deserialize(Buffer::Iterator start)
{
    round = start.ReadNtohU32();
    train = start.ReadNtohU32();
    number = start.ReadNtohU32();
    length = start.ReadNtohU32();
    sent = static_cast<int64_t>(start.ReadNtohU64());
    return GetSerializedSize();
}

void
UdpProbeHeader::Print(std::ostream& os) const
{
    os << "round " << round << " train " << train << " packet " << number << " of " << length
       << " sent " << sent << " ns";
}

} // namespace ns3
