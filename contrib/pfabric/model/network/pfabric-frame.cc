/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-frame.h"

#include "pfabric-forwarding.h"
#include "pfabric-net-device.h"

#include "ns3/abort.h"
#include "ns3/ipv4-header.h"
#include "ns3/log.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/pfabric-tag.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricFrame");

namespace
{

constexpr uint32_t IP_BYTES = 20; //!< of a header without options
constexpr uint8_t ECN = 3;        //!< bits of the octet of IP
constexpr uint32_t PRIORITY = 32; //!< offset of the priority in an IP packet

/** @param bytes at least 4 @return the first four, as one number */
uint32_t
ReadU32(const uint8_t* bytes)
{
    return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

} // namespace

Ptr<PFabricFrame>
PFabricFrame::Wrap(Ptr<Packet> packet, uint32_t defaultPriority)
{
    uint8_t bytes[PRIORITY + 4]{};
    packet->CopyData(bytes, sizeof(bytes));
    if (bytes[0] >> 4 != 4)
    {
        return nullptr;
    }
    PFabricTag tag(defaultPriority, 0);
    const bool tagged = packet->PeekPacketTag(tag);
    const uint8_t protocol = bytes[9];
    NS_ABORT_MSG_IF(protocol == PFabricL4Protocol::PROTOCOL && tagged &&
                        tag.GetPriority() != ReadU32(bytes + PRIORITY),
                    "a pFabric packet has the priority " << ReadU32(bytes + PRIORITY) << ", and "
                                                         << tag.GetPriority() << " in its tag");
    auto frame = Create<PFabricFrame>();
    frame->size = packet->GetSize();
    frame->priority = tag.GetPriority();
    frame->flow = tag.GetFlow();
    frame->source = ReadU32(bytes + 12);
    frame->destination = ReadU32(bytes + 16);
    frame->tos = bytes[1];
    frame->way = PFabricForwarding::GetFlow(frame->source,
                                            frame->destination,
                                            protocol,
                                            ReadU32(bytes + IP_BYTES));
    frame->packet = packet;
    return frame;
}

Ptr<Packet>
PFabricFrame::GetPacket() const
{
    if (packet)
    {
        return packet;
    }
    const uint32_t bytes = size - IP_BYTES - header.GetSerializedSize();
    auto made = bytes > 0 ? message->CreateFragment(header.GetBegin(), bytes) : Create<Packet>();
    made->AddHeader(header);
    made->AddHeader(PFabricL4Protocol::GetIpHeader(Ipv4Address(source),
                                                   Ipv4Address(destination),
                                                   tos,
                                                   size - IP_BYTES));
    made->AddPacketTag(PFabricTag(priority, flow));
    return made;
}

void
PFabricFrame::Mark()
{
    if ((tos & ECN) == 0 || (tos & ECN) == ECN)
    {
        return;
    }
    tos |= ECN;
    if (packet)
    {
        Ipv4Header ip;
        packet = packet->Copy();
        packet->RemoveHeader(ip);
        ip.SetTos(tos);
        packet->AddHeader(ip);
    }
}

void
PFabricFrame::Notify()
{
    to->Receive(this);
}

} // namespace ns3
