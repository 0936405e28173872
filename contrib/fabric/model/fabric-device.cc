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
    const bool mayBeLate = IsInitialized() && GetChannel(); // else nothing is under way
    if (mayBeLate)
    {
        GetBundle().Advance();
    }
    change();
    if (mayBeLate)
    {
        GetBundle().Advance();
    }
}

void
Device::Settle() const
{
    if (IsInitialized() && GetChannel())
    {
        GetBundle().Settle();
    }
}

burst::DropCounter::Count
Device::GetDrops(const std::string& reason) const
{
    if (IsInitialized() && GetChannel())
    {
        GetBundle().Advance(); // what is counted late is counted now
    }
    return m_drops.Get(reason);
}

bool
Device::IsInContext() const
{
    return GetContext() == Simulator::NO_CONTEXT || GetContext() == Simulator::GetContext();
}

void
Device::TellAction(std::function<void()> action)
{
    if (GetChannel())
    {
        GetBundle().TellLater(GetContext(), std::move(action), this);
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
    Tell(m_dropTrace, reason, bytes);
}

bool
Device::IsSniffed() const
{
    return !m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty();
}

bool
Device::WantsDrops() const
{
    return !m_dropTrace.IsEmpty();
}

bool
Device::WantsSent() const
{
    return !m_phyTxTrace.IsEmpty() || IsSniffed();
}

bool
Device::WantsReceived() const
{
    return !m_phyRxTrace.IsEmpty() || IsSniffed();
}

void
Device::TellSent(Ptr<const Packet> bytes)
{
    Tell(m_phyTxTrace, bytes);
    Tell(m_snifferTrace, bytes);
    Tell(m_promiscSnifferTrace, bytes);
}

void
Device::TellReceived(Ptr<const Packet> bytes)
{
    Tell(m_phyRxTrace, bytes);
    Tell(m_snifferTrace, bytes);
    Tell(m_promiscSnifferTrace, bytes);
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
        Tell(m_linkChangeCallbacks);
    }
}

bool
Device::IsLinkUp() const
{
    return m_linkUp && GetChannel();
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

} // namespace ns3::fabric
