/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-frame.h"

#include "pfabric-forwarding.h"
#include "pfabric-net-device.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/pfabric-tag.h"
#include "ns3/socket.h"
#include "ns3/tcp-l4-protocol.h"

#include <new>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricFrame");

namespace
{

constexpr uint8_t ECN = 3;            //!< bits of the octet of IP
constexpr uint8_t LENGTH = 15;        //!< bits of the first octet of IP: words of its header
constexpr uint32_t MAX_IP_BYTES = 60; //!< of a header of IP
constexpr uint32_t FRAGMENT = 0x3fff; //!< more fragments, and the offset, of word 1 of IP
constexpr uint32_t PRIORITY = 12;     //!< offset of the priority in a PFabricHeader
constexpr uint32_t KIND = 16;         //!< offset there of the octet that tells acknowledgements

/** @param bytes at least 4 @return the first four, as one number */
uint32_t
ReadU32(const uint8_t* bytes)
{
    return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

/**
 * @param ip header, without its checksum
 * @param packet before which it comes, with a checksum if ns-3 wants them
 */
void
Add(Ipv4Header ip, Ptr<Packet> packet)
{
    if (Node::ChecksumEnabled())
    {
        ip.EnableChecksum();
    }
    packet->AddHeader(ip);
}

/** Memory for frames, and what links it while there is none in it. */
struct alignas(64) Room
{
    Room* next;                               //!< the one that fell empty before
    std::byte rest[sizeof(PFabricFrame) - 8]; //!< of a frame
};

Room* g_empty = nullptr; //!< memory without a frame

} // namespace

Ptr<PFabricFrame>
PFabricFrame::Wrap(Ptr<Packet> packet, uint32_t defaultPriority)
{
    uint8_t bytes[MAX_IP_BYTES + PFabricHeader::BYTES]{};
    packet->CopyData(bytes, sizeof(bytes));
    if (bytes[0] >> 4 != 4)
    {
        return nullptr;
    }
    PFabricTag tag(defaultPriority, 0);
    const bool tagged = packet->PeekPacketTag(tag);
    const uint8_t protocol = bytes[9];
    const uint8_t* payload = bytes + (bytes[0] & LENGTH) * 4;
    const bool fragment = (ReadU32(bytes + 4) & FRAGMENT) != 0;
    const bool ours = protocol == PFabricL4Protocol::PROTOCOL && !fragment;
    NS_ABORT_MSG_IF(ours && tagged && tag.GetPriority() != ReadU32(payload + PRIORITY),
                    "a pFabric packet has the priority " << ReadU32(payload + PRIORITY) << ", and "
                                                         << tag.GetPriority() << " in its tag");
    auto frame = Create<PFabricFrame>();
    frame->size = packet->GetSize();
    frame->priority = tag.GetPriority();
    frame->flow = tag.GetFlow();
    frame->source = ReadU32(bytes + 12);
    frame->destination = ReadU32(bytes + 16);
    frame->tos = bytes[1];
    frame->way = PFabricForwarding::GetFlow(
        frame->source,
        frame->destination,
        protocol,
        PFabricForwarding::HasPorts(protocol, fragment) ? ReadU32(payload) : 0);
    frame->acknowledgement = ours && (payload[KIND] & 1) != 0;
    frame->packet = packet;
    return frame;
}

Ptr<PFabricFrame>
PFabricFrame::MakeOfSegment(Ptr<Packet> segment,
                            Ipv4Address source,
                            Ipv4Address destination,
                            uint32_t defaultPriority)
{
    auto frame = Create<PFabricFrame>();
    SocketIpTosTag octet;
    PFabricTag tag(defaultPriority, 0);
    uint8_t ports[4]{};
    frame->tos = segment->RemovePacketTag(octet) ? octet.GetTos() : 0;
    segment->PeekPacketTag(tag);
    segment->CopyData(ports, sizeof(ports));
    frame->size = segment->GetSize() + IP_BYTES;
    frame->priority = tag.GetPriority();
    frame->flow = tag.GetFlow();
    frame->source = source.Get();
    frame->destination = destination.Get();
    frame->way = PFabricForwarding::GetFlow(frame->source,
                                            frame->destination,
                                            TcpL4Protocol::PROT_NUMBER,
                                            ReadU32(ports));
    frame->packet = segment;
    frame->segment = true;
    return frame;
}

Ptr<Packet>
PFabricFrame::GetPacket() const
{
    if (packet && !segment)
    {
        return packet;
    }
    auto made = GetSegment();
    Add(GetIpHeader(), made);
    return made;
}

Ptr<Packet>
PFabricFrame::GetSegment() const
{
    if (segment)
    {
        return packet->Copy();
    }
    const uint32_t bytes = GetDataBytes();
    auto made = bytes > 0 ? message->CreateFragment(header.GetBegin(), bytes) : Create<Packet>();
    made->AddHeader(header);
    made->AddPacketTag(PFabricTag(priority, flow));
    return made;
}

Ipv4Header
PFabricFrame::GetIpHeader() const
{
    constexpr uint8_t HOPS = 64;
    Ipv4Header ip;
    ip.SetSource(Ipv4Address(source));
    ip.SetDestination(Ipv4Address(destination));
    ip.SetProtocol(segment ? TcpL4Protocol::PROT_NUMBER : PFabricL4Protocol::PROTOCOL);
    ip.SetTtl(HOPS);
    ip.SetTos(tos);
    ip.SetPayloadSize(size - IP_BYTES);
    return ip;
}

bool
PFabricFrame::Mark()
{
    if ((tos & ECN) == 0 || (tos & ECN) == ECN)
    {
        return false;
    }
    tos |= ECN;
    if (packet && !segment)
    {
        Ipv4Header ip;
        packet = packet->Copy();
        packet->RemoveHeader(ip);
        ip.SetTos(tos);
        Add(ip, packet);
    }
    return true;
}

void*
PFabricFrame::operator new(std::size_t)
{
    if (!g_empty)
    {
        constexpr std::size_t MORE = 256;
        Room* rooms = new Room[MORE];
        for (std::size_t i = 0; i < MORE; ++i)
        {
            rooms[i].next = std::exchange(g_empty, &rooms[i]);
        }
    }
    return std::exchange(g_empty, g_empty->next);
}

void
PFabricFrame::operator delete(void* frame)
{
    Room* room = new (frame) Room; // which is not filled
    room->next = std::exchange(g_empty, room);
}

void
PFabricFrame::Notify()
{
    to->Receive(this);
}

} // namespace ns3
