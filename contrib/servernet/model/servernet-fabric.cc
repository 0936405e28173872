/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-fabric.h"

#include "servernet-end-node.h"
#include "servernet-scoped-flag.h"

#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/** Bits of a packet's id that say where the fabric keeps it; the others count packets. */
constexpr uint32_t SLOT_BITS = 24;

} // namespace

const ServerNetNetwork&
ServerNetFabric::GetNetwork() const
{
    return *m_network;
}

std::size_t
ServerNetFabric::GetNDevices() const
{
    return m_devices.size();
}

Ptr<NetDevice>
ServerNetFabric::GetDevice(std::size_t number) const
{
    return m_devices.at(number);
}

Time
ServerNetFabric::GetTickTime() const
{
    return m_tickTime;
}

int64_t
ServerNetFabric::GetTick() const
{
    const int64_t tick = m_tickTime.GetTimeStep();
    return (Simulator::Now().GetTimeStep() + tick - 1) / tick;
}

int64_t
ServerNetFabric::GetPastTicks() const
{
    return Simulator::Now().GetTimeStep() / m_tickTime.GetTimeStep();
}

ServerNetFabric::Turn::Turn(Bundle& bundle)
    : m_bundle(bundle),
      m_exceptions(std::uncaught_exceptions())
{
    m_bundle.acting = true;
}

ServerNetFabric::Turn::~Turn()
{
    m_bundle.acting = false;
    for (auto* fabric : m_bundle.fabrics)
    {
        fabric->ScheduleNext();
    }
    if (std::uncaught_exceptions() > m_exceptions)
    {
        m_bundle.news.Postpone();
    }
}

void
ServerNetFabric::Advance()
{
    Act([] {});
}

void
ServerNetFabric::AdvanceBundle()
{
    for (auto* fabric : m_bundle->fabrics)
    {
        fabric->Prepare();
        fabric->m_engine->Advance(GetPastTicks());
        const ServerNetScopedFlag handing(m_bundle->handing);
        while (!fabric->m_ends.empty())
        {
            const End end = fabric->m_ends.front();
            fabric->m_ends.pop_front();
            fabric->HandOver(end);
        }
    }
}

void
ServerNetFabric::TellAll()
{
    Advance();
    m_bundle->news.TellAll();
}

void
ServerNetFabric::TellLater(uint32_t context, std::function<void()> action)
{
    m_bundle->news.Add(context, m_bundle->handing, std::move(action));
}

void
ServerNetFabric::ScheduleNext()
{
    if (!m_engine)
    {
        return;
    }
    const int64_t next = m_ends.empty() ? m_engine->GetNextTick() : GetPastTicks();
    m_watchdog->SetBusy(m_engine->GetInFlight() > 0);
    if (next == INT64_MAX || m_wakeTick <= next)
    {
        return;
    }
    m_wakeTick = next; // an event for a later tick finds that it is not the one
    Simulator::ScheduleWithContext(Simulator::NO_CONTEXT,
                                   std::max(m_tickTime * next - Simulator::Now(), Time(0)),
                                   &ServerNetFabric::Wake,
                                   this,
                                   next);
}

void
ServerNetFabric::Wake(int64_t tick)
{
    if (tick == m_wakeTick)
    {
        m_wakeTick = INT64_MAX;
        Advance();
    }
}

void
ServerNetFabric::SetDown(uint32_t channel, bool down)
{
    CheckChannel(channel);
    CheckNotTelling();
    Act([this, channel, down] {
        m_down[channel] = down;
        m_engine->SetDown(channel, down);
        const auto& end = m_network->GetChannels()[channel];
        if (end.device != fabric::Topology::NONE && m_devices[end.device])
        {
            m_devices[end.device]->LinkChanged();
        }
    });
}

bool
ServerNetFabric::IsDown(uint32_t channel) const
{
    CheckChannel(channel);
    return m_down[channel];
}

ServerNetEngine::LinkState
ServerNetFabric::GetLinkState(uint32_t channel)
{
    CheckChannel(channel);
    Advance();
    return m_engine->GetState(channel);
}

void
ServerNetFabric::CheckChannel(uint32_t channel) const
{
    if (channel >= m_down.size())
    {
        throw std::invalid_argument("channel is " + std::to_string(channel) +
                                    "; allowed is a number below " + std::to_string(m_down.size()));
    }
}

void
ServerNetFabric::CheckNotTelling() const
{
    if (m_bundle->telling)
    {
        throw std::invalid_argument("a sink of TailStarted or Stalled sends a packet or changes a "
                                    "link; those tell of the past, and nothing can be done then");
    }
}

void
ServerNetFabric::CloseStalls()
{
    Act([this] { m_engine->CloseStalls(); });
    m_bundle->news.TellAll();
}

uint64_t
ServerNetFabric::GetInjected() const
{
    return m_injected;
}

uint64_t
ServerNetFabric::GetDelivered() const
{
    return m_delivered;
}

uint64_t
ServerNetFabric::GetDiscarded() const
{
    return m_discarded;
}

uint64_t
ServerNetFabric::GetInFlight() const
{
    return m_engine ? m_engine->GetInFlight() : 0;
}

uint64_t
ServerNetFabric::GetEngineEvents() const
{
    return m_engine ? m_engine->GetEventCount() : 0;
}

void
ServerNetFabric::Report(fabric::ConservationLedger& ledger, const std::string& account) const
{
    const uint32_t handle = ledger.AddAccount(account);
    ledger.Inject(handle, m_injected);
    ledger.Deliver(handle, m_delivered);
    ledger.Drop(handle, ledger.AddReason("link down"), m_discarded);
    ledger.StateInFlight(handle, GetInFlight());

    // Every response waiting at a device answers an outstanding request of another one, unless
    // one was given up.
    uint64_t limits = 0;
    for (const auto& device : m_devices)
    {
        if (!device || device->HasAbandoned())
        {
            return;
        }
        limits += device->GetMaxOutstanding();
    }
    for (const auto& device : m_devices)
    {
        const uint64_t bound = limits - device->GetMaxOutstanding();
        if (device->GetMostResponses() > bound)
        {
            throw std::runtime_error(
                "device " + std::to_string(device->GetNumber()) + " had " +
                std::to_string(device->GetMostResponses()) +
                " responses under way, more than the others can have requests, " +
                std::to_string(bound));
        }
    }
}

void
ServerNetFabric::Attach(uint32_t number, Ptr<ServerNetEndNode> device)
{
    if (number >= m_devices.size() || m_devices[number])
    {
        throw std::invalid_argument("device " + std::to_string(number) +
                                    " of a fabric is taken or does not exist; there are " +
                                    std::to_string(m_devices.size()));
    }
    m_devices[number] = device;
}

uint32_t
ServerNetFabric::FindDevice(const Mac48Address& address) const
{
    const auto found = m_addresses.lower_bound({address, 0});
    return found != m_addresses.end() && found->first == address ? found->second
                                                                 : fabric::Topology::NONE;
}

void
ServerNetFabric::SetAddress(uint32_t number, const Mac48Address& address)
{
    for (auto entry = m_addresses.begin(); entry != m_addresses.end();)
    {
        entry = entry->second == number ? m_addresses.erase(entry) : std::next(entry);
    }
    m_addresses.emplace(address, number);
}

void
ServerNetFabric::Send(ServerNetPacket packet)
{
    CheckNotTelling();
    Act([this, &packet] {
        if (m_freeSlots.empty())
        {
            m_freeSlots.push_back(m_slots.size());
            m_slots.emplace_back();
        }
        const uint32_t slot = m_freeSlots.back();
        m_engine->Inject({m_injected << SLOT_BITS | slot,
                          packet.source,
                          packet.destination,
                          packet.GetFlits(),
                          packet.createTick},
                         GetTick());
        ++m_injected;
        m_freeSlots.pop_back();
        m_slots[slot] = std::move(packet);
    });
}

ServerNetPacket
ServerNetFabric::Take(uint64_t id)
{
    const uint32_t slot = id & ((1U << SLOT_BITS) - 1);
    m_freeSlots.push_back(slot);
    return std::move(m_slots[slot]);
}

void
ServerNetFabric::Delivered(const ServerNetEngine::Packet& packet, int64_t tick)
{
    ++m_delivered;
    m_ends.push_back({packet.id, tick, false});
}

void
ServerNetFabric::Discarded(const ServerNetEngine::Packet& packet,
                           uint32_t /* channel */,
                           int64_t tick)
{
    ++m_discarded;
    m_ends.push_back({packet.id, tick, true});
}

void
ServerNetFabric::HandOver(const End& end)
{
    const ServerNetPacket packet = Take(end.id);
    const bool request = ServerNetPacket::IsRequest(packet.type);
    const auto& trace = end.discarded ? m_discardedTrace : m_deliveredTrace;
    if (!trace.IsEmpty())
    {
        TellLater(Simulator::NO_CONTEXT, [&trace, packet, end] { trace(packet, end.tick); });
    }
    if (m_devices[packet.source] && !request)
    {
        m_devices[packet.source]->ResponseGone();
    }
    if (!end.discarded)
    {
        if (m_devices[packet.destination])
        {
            m_devices[packet.destination]->Receive(packet, end.tick);
        }
    }
    else if (const auto& requester = m_devices[request ? packet.source : packet.destination])
    {
        requester->AttemptDiscarded(packet.transaction, packet.attempt);
    }
}

bool
ServerNetFabric::WantsHops() const
{
    return !m_tailStartedTrace.IsEmpty();
}

void
ServerNetFabric::TailStarted(const ServerNetEngine::Hop& hop)
{
    TellLater(Simulator::NO_CONTEXT, [this, hop] {
        const ServerNetScopedFlag telling(m_bundle->telling);
        m_tailStartedTrace(hop);
    });
}

bool
ServerNetFabric::WantsStalls() const
{
    return !m_stalledTrace.IsEmpty();
}

void
ServerNetFabric::Stalled(const ServerNetEngine::Stall& stall)
{
    TellLater(Simulator::NO_CONTEXT, [this, stall] {
        const ServerNetScopedFlag telling(m_bundle->telling);
        m_stalledTrace(stall);
    });
}

} // namespace ns3
