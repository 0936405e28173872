/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-device.h"

#include "ns3/channel.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/simulator.h"

#include <stdexcept>
#include <utility>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricDevice");

NS_OBJECT_ENSURE_REGISTERED(Device);

TypeId
Device::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::fabric::Device")
            .SetParent<NodeDevice>()
            .SetGroupName("Fabric")
            .AddTraceSource("Drop",
                            "Something was thrown away: the reason, and its bytes.",
                            burst::MakeSinkAccessor(&Device::m_dropTrace, &Device::ChangeSinks),
                            "ns3::fabric::Device::DropTracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "A packet, with all its bytes, enters the network.",
                            burst::MakeSinkAccessor(&Device::m_phyTxTrace, &Device::ChangeSinks),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "A packet, with all its bytes, has come from the network.",
                            burst::MakeSinkAccessor(&Device::m_phyRxTrace, &Device::ChangeSinks),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "Packets in both directions, at the moments of PhyTxBegin and "
                            "PhyRxEnd.",
                            burst::MakeSinkAccessor(&Device::m_snifferTrace, &Device::ChangeSinks),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource(
                "PromiscSniffer",
                "The same as Sniffer: a fabric delivers to the destination only.",
                burst::MakeSinkAccessor(&Device::m_promiscSnifferTrace, &Device::ChangeSinks),
                "ns3::Packet::TracedCallback");
    return tid;
}

void
Device::ChangeSinks(const burst::SinkChange& change)
{
    if (auto* const fabric = PeekFabric())
    {
        fabric->ChangeSinks(change);
    }
    else
    {
        change();
    }
}

void
Device::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    if (auto* const fabric = PeekFabric())
    {
        fabric->Initialize();
    }
    NodeDevice::DoInitialize();
}

Bundle&
Device::GetBundle() const
{
    const auto* const fabric = PeekFabric();
    if (!fabric)
    {
        throw std::invalid_argument("a " + GetInstanceTypeId().GetName() +
                                    " is used without a fabric; allowed is that after Attach");
    }
    return fabric->GetBundle();
}

Ptr<Channel>
Device::GetChannel() const
{
    return PeekFabric();
}

void
Device::Settle() const
{
    if (IsInitialized() && PeekFabric())
    {
        GetBundle().Settle();
    }
}

burst::DropCounter::Count
Device::GetDrops(const std::string& reason) const
{
    if (const auto* const fabric = IsInitialized() ? PeekFabric() : nullptr)
    {
        fabric->CatchUp(); // what is counted late is counted now
    }
    return m_drops.Get(reason);
}

bool
Device::IsInContext() const
{
    return GetContext() == Simulator::NO_CONTEXT || GetContext() == Simulator::GetContext();
}

void
Device::NotifyLater(std::function<void()> action)
{
    if (PeekFabric())
    {
        GetBundle().NotifyLater(GetContext(), std::move(action), this);
    }
    else // not attached, or disposed of
    {
        action();
    }
}

void
Device::Drop(const std::string& reason, uint64_t bytes)
{
    NS_LOG_DEBUG("device " << Mac48Address::ConvertFrom(GetAddress()) << " throws " << bytes
                           << " bytes away: " << reason);
    m_drops.Add(reason, bytes);
    Notify(m_dropTrace, reason, bytes);
}

bool
Device::IsSniffed() const
{
    return !m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty();
}

bool
Device::HasDropSinks() const
{
    return !m_dropTrace.IsEmpty();
}

bool
Device::HasTxSinks() const
{
    return !m_phyTxTrace.IsEmpty() || IsSniffed();
}

bool
Device::HasRxSinks() const
{
    return !m_phyRxTrace.IsEmpty() || IsSniffed();
}

void
Device::NotifyTx(Ptr<const Packet> bytes)
{
    Notify(m_phyTxTrace, bytes);
    Notify(m_snifferTrace, bytes);
    Notify(m_promiscSnifferTrace, bytes);
}

void
Device::NotifyRx(Ptr<const Packet> bytes)
{
    Notify(m_phyRxTrace, bytes);
    Notify(m_snifferTrace, bytes);
    Notify(m_promiscSnifferTrace, bytes);
}

bool
Device::HasWorkingLink() const
{
    return true;
}

void
Device::LinkChanged()
{
    const bool up = HasWorkingLink();
    if (up != m_linkUp)
    {
        NS_LOG_INFO("device " << Mac48Address::ConvertFrom(GetAddress())
                              << (up ? " has a link again" : " has no link"));
        m_linkUp = up;
        Notify(m_linkChangeCallbacks);
    }
}

bool
Device::IsLinkUp() const
{
    return m_linkUp && PeekFabric();
}

void
Device::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChangeCallbacks.ConnectWithoutContext(callback);
}

bool
Device::IsPointToPoint() const
{
    return false;
}

NS_OBJECT_ENSURE_REGISTERED(SwitchPort);

TypeId
SwitchPort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::fabric::SwitchPort").SetParent<fabric::Device>().SetGroupName("Fabric");
    return tid;
}

bool
SwitchPort::SetMtu(const uint16_t /* mtu */)
{
    return false;
}

bool
SwitchPort::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol)
{
    return SendFrom(packet, GetAddress(), dest, protocol);
}

bool
SwitchPort::SendFrom(Ptr<Packet> /* packet */,
                     const Address& /* source */,
                     const Address& /* dest */,
                     uint16_t /* protocol */)
{
    NS_LOG_WARN("nothing can be sent from a port of a switch");
    return false;
}

bool
SwitchPort::NeedsArp() const
{
    return false;
}

bool
SwitchPort::SupportsSendFrom() const
{
    return false;
}

} // namespace ns3::fabric
