/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-books.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/queue.h"
#include "ns3/traffic-control-layer.h"

namespace ns3
{

void
PacketBooks::Watch(Ptr<NetDevice> device, bool host)
{
    m_devices.push_back(DynamicCast<PointToPointNetDevice>(device));
    const auto count = [device](const char* trace, uint64_t& number) {
        device->TraceConnectWithoutContext(
            trace,
            Callback<void, Ptr<const Packet>>([&number](Ptr<const Packet>) { ++number; }));
    };
    count("PhyTxBegin", m_begun);
    count("PhyRxEnd", m_arrived);
    count("PhyRxDrop", m_damaged);
    count("MacTxDrop", m_refused);
    if (host)
    {
        count("MacTx", m_injected);
        count("MacRx", m_delivered);
    }
}

void
PacketBooks::WatchNode(Ptr<Node> node)
{
    const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
    const auto count = [ipv4](const char* trace, uint64_t& number) {
        ipv4->TraceConnectWithoutContext(
            trace,
            Callback<void, const Ipv4Header&, Ptr<const Packet>, uint32_t>(
                [&number](const Ipv4Header&, Ptr<const Packet>, uint32_t) { ++number; }));
    };
    count("SendOutgoing", m_injected);
    count("LocalDeliver", m_delivered);
}

Ptr<QueueDisc>
PacketBooks::GetDisc(Ptr<NetDevice> device)
{
    return device->GetNode()->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(device);
}

uint64_t
PacketBooks::GetInjected() const
{
    return m_injected;
}

uint64_t
PacketBooks::GetDelivered() const
{
    return m_delivered;
}

uint64_t
PacketBooks::GetDamaged() const
{
    return m_damaged;
}

uint64_t
PacketBooks::GetDropped() const
{
    uint64_t packets = m_refused;
    for (const auto& device : m_devices)
    {
        if (const auto disc = GetDisc(device))
        {
            packets += disc->GetStats().nTotalDroppedPackets;
        }
    }
    return packets;
}

uint64_t
PacketBooks::GetQueued() const
{
    uint64_t packets = 0;
    for (const auto& device : m_devices)
    {
        const auto disc = GetDisc(device);
        packets += device->GetQueue()->GetNPackets() + (disc ? disc->GetNPackets() : 0);
    }
    return packets;
}

uint64_t
PacketBooks::GetOnLinks() const
{
    return m_begun - m_arrived - m_damaged;
}

void
PacketBooks::Close(fabric::ConservationLedger& ledger, const std::string& name) const
{
    const uint32_t account = ledger.AddAccount(name);
    ledger.Inject(account, m_injected);
    ledger.Deliver(account, m_delivered);
    ledger.Drop(account, ledger.AddReason("queues"), GetDropped());
    ledger.Drop(account, ledger.AddReason("random loss"), m_damaged);
    ledger.StateInFlight(account, GetQueued());
    ledger.StateInFlight(account, GetOnLinks());
}

} // namespace ns3
