/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-latency-probe.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"
#include "ns3/pfabric-channel.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricLatencyProbe");

NS_OBJECT_ENSURE_REGISTERED(PFabricLatencyProbe);

namespace
{

constexpr auto NONE = std::numeric_limits<std::size_t>::max(); //!< no packet that is followed

/** What a trace of a port calls: all packets come by, so one step does, without MakeCallback and
 * Bind. */
using FrameCallback = Callback<void, const PFabricFrame&>;

/** @param device of a link @return whether it is the port of a host */
bool
IsHost(const PFabricNetDevice& device)
{
    return device.GetNode()->GetObject<PFabricForwarding>()->GetOwnHost() !=
           PFabricForwarding::NOWHERE;
}

} // namespace

TypeId
PFabricLatencyProbe::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PFabricLatencyProbe")
            .SetParent<Object>()
            .SetGroupName("PFabric")
            .AddConstructor<PFabricLatencyProbe>()
            .AddAttribute(
                "Dscp",
                "Code point of the packets that are followed.",
                UintegerValue(5),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&PFabricLatencyProbe::m_dscp),
                                         &PFabricLatencyProbe::IsInstalled,
                                         "Install"),
                MakeUintegerChecker<uint8_t>(0, 63))
            .AddAttribute(
                "MinSize",
                "Bytes of the shortest IP packet that is followed, so that handshakes and "
                "acknowledgements are not.",
                UintegerValue(100),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&PFabricLatencyProbe::m_least),
                                         &PFabricLatencyProbe::IsInstalled,
                                         "Install"),
                MakeUintegerChecker<uint32_t>(1));
    return tid;
}

bool
PFabricLatencyProbe::Packet::IsDropped() const
{
    return !hops.empty() && hops.back().dropped;
}

Time
PFabricLatencyProbe::Packet::GetLatency() const
{
    return received - hops.front().arrive;
}

Time
PFabricLatencyProbe::Packet::GetTransmission() const
{
    Time sum;
    for (const Hop& hop : hops)
    {
        sum += hop.transmission;
    }
    return sum;
}

Time
PFabricLatencyProbe::Packet::GetPropagation() const
{
    Time sum;
    for (const Hop& hop : hops)
    {
        sum += hop.propagation;
    }
    return sum;
}

Time
PFabricLatencyProbe::Packet::GetWaiting(Cause cause) const
{
    Time sum;
    for (const Hop& hop : hops)
    {
        for (const Delay& delay : hop.delays)
        {
            sum += delay.cause == cause ? delay.time : Time(0);
        }
    }
    return sum;
}

Time
PFabricLatencyProbe::Packet::GetResidualBound() const
{
    Time sum;
    for (const Hop& hop : hops)
    {
        sum += hop.longest;
    }
    return sum;
}

void
PFabricLatencyProbe::Install(const NodeContainer& nodes)
{
    NS_LOG_FUNCTION(this << nodes.GetN());
    for (uint32_t node = 0; node < nodes.GetN(); ++node)
    {
        for (uint32_t i = 0; i < nodes.Get(node)->GetNDevices(); ++i)
        {
            const auto device = DynamicCast<PFabricNetDevice>(nodes.Get(node)->GetDevice(i));
            if (!device)
            {
                continue;
            }
            const std::size_t number = m_ports.size();
            Port& port = m_ports.emplace_back();
            port.device = device;
            port.first = IsHost(*device);
            port.last = IsHost(*device->GetPeer());
            device->TraceConnectWithoutContext(
                "Arrive",
                FrameCallback([this, number](const PFabricFrame& frame) {
                    if (IsFollowed(frame))
                    {
                        Arrive(number, frame);
                    }
                }));
            device->TraceConnectWithoutContext(
                "Begin",
                FrameCallback([this, number](const PFabricFrame& frame) { Begin(number, frame); }));
            device->TraceConnectWithoutContext(
                "Discard",
                FrameCallback(
                    [this, number](const PFabricFrame& frame) { Discard(number, frame); }));
        }
    }
}

bool
PFabricLatencyProbe::IsInstalled() const
{
    return !m_ports.empty();
}

const std::vector<PFabricLatencyProbe::Packet>&
PFabricLatencyProbe::GetPackets() const
{
    return m_packets;
}

uint64_t
PFabricLatencyProbe::GetIdentity(const PFabricFrame& frame)
{
    if (!frame.packet || frame.segment)
    {
        return reinterpret_cast<std::uintptr_t>(&frame);
    }
    // A wrapped packet may be in one frame after the other. Copies that TCP sends later have its
    // number, and another identification in the header of IP.
    std::array<uint8_t, 6> ip;
    frame.packet->CopyData(ip.data(), ip.size());
    return frame.packet->GetUid() << 16 | ip[4] << 8 | ip[5];
}

std::size_t
PFabricLatencyProbe::Find(const PFabricFrame& frame) const
{
    if (!IsFollowed(frame))
    {
        return NONE;
    }
    const auto found = m_numbers.find({frame.source, frame.destination});
    if (found == m_numbers.end() || m_identities[found->second] != GetIdentity(frame))
    {
        return NONE;
    }
    const Packet& packet = m_packets[found->second];
    return packet.IsDropped() || !packet.received.IsZero() ? NONE : found->second;
}

void
PFabricLatencyProbe::Arrive(std::size_t port, const PFabricFrame& frame)
{
    Port& here = m_ports[port];
    if (here.first)
    {
        const auto [entry, isNew] =
            m_numbers.emplace(std::pair(frame.source, frame.destination), m_packets.size());
        if (!isNew)
        {
            ++m_packets[entry->second].copies;
            return;
        }
        Packet& packet = m_packets.emplace_back();
        packet.source = frame.source;
        packet.destination = frame.destination;
        packet.size = frame.size;
        packet.priority = frame.priority;
        m_identities.push_back(GetIdentity(frame));
    }
    const std::size_t number = Find(frame);
    if (number == NONE)
    {
        return;
    }
    Hop& hop = m_packets[number].hops.emplace_back();
    hop.device = here.device;
    hop.arrive = Simulator::Now();
    hop.longest = here.device->GetTransmissionTime(here.device->GetMtu());
    if (hop.arrive < here.freeAt)
    {
        hop.delays.push_back(here.current);
        hop.delays.back().cause = RESIDUAL;
        hop.delays.back().time = here.freeAt - hop.arrive;
    }
    here.waiting.push_back(number);
}

void
PFabricLatencyProbe::Begin(std::size_t port, const PFabricFrame& frame)
{
    Port& here = m_ports[port];
    const Time now = Simulator::Now();
    here.freeAt = here.device->GetFreeAt();
    here.current =
        {OTHER, here.freeAt - now, frame.source, frame.destination, frame.priority, frame.size};
    if (here.waiting.empty())
    {
        return;
    }
    const std::size_t number = Find(frame);
    const auto self = std::find(here.waiting.begin(), here.waiting.end(), number);
    if (self != here.waiting.end())
    {
        here.waiting.erase(self);
        Packet& packet = m_packets[number];
        Hop& hop = packet.hops.back();
        hop.begin = now;
        hop.transmission = here.freeAt - now;
        hop.propagation = DynamicCast<PFabricChannel>(here.device->GetChannel())->GetDelay();
        if (here.last)
        {
            packet.received = here.freeAt + hop.propagation;
        }
    }
    for (const std::size_t other : here.waiting)
    {
        Packet& packet = m_packets[other];
        Delay delay = here.current;
        delay.cause = frame.acknowledgement               ? ACKNOWLEDGEMENT
                      : frame.priority < packet.priority  ? HIGHER
                      : frame.priority == packet.priority ? TIE
                                                          : OTHER;
        packet.hops.back().delays.push_back(delay);
    }
}

void
PFabricLatencyProbe::Discard(std::size_t port, const PFabricFrame& frame)
{
    const std::size_t number = Find(frame);
    if (number != NONE)
    {
        auto& waiting = m_ports[port].waiting;
        waiting.erase(std::find(waiting.begin(), waiting.end(), number));
        m_packets[number].hops.back().dropped = true;
    }
}

void
PFabricLatencyProbe::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_ports.clear();
    m_packets.clear();
    Object::DoDispose();
}

} // namespace ns3
