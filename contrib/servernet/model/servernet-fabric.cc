/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-fabric.h"

#include "servernet-end-node.h"

#include "ns3/simulator.h"

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

void
ServerNetFabric::Advance()
{
    if (m_bundle->advancing)
    {
        return;
    }
    m_bundle->advancing = true;
    for (auto* fabric : m_bundle->fabrics)
    {
        fabric->Prepare();
        fabric->m_engine->Advance(GetPastTicks());
    }
    m_bundle->advancing = false;
    for (auto* fabric : m_bundle->fabrics)
    {
        fabric->ScheduleNext();
    }
}

void
ServerNetFabric::ScheduleNext()
{
    const int64_t next = m_engine->GetNextTick();
    if (m_bundle->advancing || next == INT64_MAX || (!m_wake.IsExpired() && m_wakeTick <= next))
    {
        return;
    }
    m_wake.Cancel();
    m_wakeTick = next;
    m_wake =
        Simulator::Schedule(m_tickTime * next - Simulator::Now(), &ServerNetFabric::Advance, this);
}

void
ServerNetFabric::SetDown(uint32_t channel, bool down)
{
    CheckChannel(channel);
    CheckNotTelling();
    m_down[channel] = down;
    Advance();
    m_engine->SetDown(channel, down);
    ScheduleNext();
    const auto& end = m_network->GetChannels()[channel];
    if (end.device != Topology::NONE && m_devices[end.device])
    {
        m_devices[end.device]->LinkChanged();
    }
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
    if (m_telling)
    {
        throw std::invalid_argument("a sink of TailStarted or Stalled sends a packet or changes a "
                                    "link; those tell of the past, and nothing can be done then");
    }
}

void
ServerNetFabric::CloseStalls()
{
    Advance();
    m_engine->CloseStalls();
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
ServerNetFabric::Report(ConservationLedger& ledger, const std::string& account) const
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
    const auto found = m_numbers.find(address);
    return found != m_numbers.end() ? found->second : Topology::NONE;
}

void
ServerNetFabric::SetAddress(uint32_t number, const Mac48Address& address)
{
    for (auto entry = m_numbers.begin(); entry != m_numbers.end();)
    {
        entry = entry->second == number ? m_numbers.erase(entry) : std::next(entry);
    }
    m_numbers[address] = number;
}

void
ServerNetFabric::Send(ServerNetPacket packet)
{
    CheckNotTelling();
    Advance();
    if (m_freeSlots.empty())
    {
        m_freeSlots.push_back(m_slots.size());
        m_slots.emplace_back();
    }
    const uint32_t slot = m_freeSlots.back();
    m_freeSlots.pop_back();
    const ServerNetEngine::Packet worm{m_injected++ << SLOT_BITS | slot,
                                       packet.source,
                                       packet.destination,
                                       packet.GetFlits(),
                                       packet.createTick};
    m_slots[slot] = std::move(packet);
    m_engine->Inject(worm, GetTick());
    ScheduleNext();
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
    const ServerNetPacket arrived = Take(packet.id);
    m_deliveredTrace(arrived, tick);
    if (m_devices[arrived.source] && !ServerNetPacket::IsRequest(arrived.type))
    {
        m_devices[arrived.source]->ResponseGone();
    }
    if (m_devices[arrived.destination])
    {
        m_devices[arrived.destination]->Receive(arrived, tick);
    }
}

void
ServerNetFabric::Discarded(const ServerNetEngine::Packet& packet,
                           uint32_t /* channel */,
                           int64_t tick)
{
    ++m_discarded;
    const ServerNetPacket lost = Take(packet.id);
    m_discardedTrace(lost, tick);
    const bool request = ServerNetPacket::IsRequest(lost.type);
    if (m_devices[lost.source] && !request)
    {
        m_devices[lost.source]->ResponseGone();
    }
    if (const auto& requester = m_devices[request ? lost.source : lost.destination])
    {
        requester->AttemptDiscarded(lost.transaction, lost.attempt);
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
    m_telling = true;
    m_tailStartedTrace(hop);
    m_telling = false;
}

bool
ServerNetFabric::WantsStalls() const
{
    return !m_stalledTrace.IsEmpty();
}

void
ServerNetFabric::Stalled(const ServerNetEngine::Stall& stall)
{
    m_telling = true;
    m_stalledTrace(stall);
    m_telling = false;
}

} // namespace ns3
