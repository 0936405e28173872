/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-end-node.h"

#include "servernet-scoped-flag.h"

#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

bool
ServerNetEndNode::IsInContext() const
{
    const auto node = GetNode();
    return !node || node->GetId() == Simulator::GetContext();
}

uint32_t
ServerNetEndNode::GetContext() const
{
    const auto node = GetNode();
    return node ? node->GetId() : Simulator::NO_CONTEXT;
}

void
ServerNetEndNode::TellAction(std::function<void()> action)
{
    m_fabrics[0]->TellLater(GetContext(), std::move(action));
}

bool
ServerNetEndNode::OfferRequest(ServerNetRequestSource& source)
{
    m_fabrics[0]->CheckNotTelling();
    bool made = false;
    m_fabrics[0]->Act([this, &source, &made] {
        if (m_transactions.HasRoom() && !m_transactions.HasWaiting())
        {
            Make(source);
            made = true;
        }
        else if (m_limitMode == DROP)
        {
            ++m_dropped;
            Tell(m_droppedTrace, m_dropped - 1, m_dropped);
        }
        else
        {
            m_transactions.Defer(source);
            TellDeferred();
            Fill();
        }
    });
    return made;
}

uint64_t
ServerNetEndNode::Withdraw(const ServerNetRequestSource& source)
{
    uint64_t withdrawn = 0;
    m_fabrics[0]->Act([this, &source, &withdrawn] {
        withdrawn = m_transactions.Withdraw(source);
        TellDeferred();
    });
    return withdrawn;
}

void
ServerNetEndNode::DeferTurn(ServerNetRequestSource& source)
{
    m_transactions.DeferTurn(source);
    Fill();
}

void
ServerNetEndNode::EndTurn()
{
    m_transactions.EndTurn();
}

void
ServerNetEndNode::Fill()
{
    if (m_filling)
    {
        return;
    }
    const ServerNetScopedFlag filling(m_filling);
    try
    {
        while (m_transactions.HasRoom() && m_transactions.HasWaiting())
        {
            auto& source = m_transactions.GetFirst();
            const auto readiness = source.GetReadiness();
            if (readiness == ServerNetRequestSource::LATER)
            {
                FillLater();
                return;
            }
            m_transactions.TakeDeferred();
            if (readiness == ServerNetRequestSource::READY)
            {
                Make(source);
            }
            else
            {
                m_transactions.EndTurn();
            }
        }
    }
    catch (...)
    {
        FillLater(); // what waits behind a request that could not be made
        throw;
    }
}

void
ServerNetEndNode::FillLater()
{
    if (!m_fillScheduled)
    {
        m_fillScheduled = true;
        Simulator::ScheduleWithContext(GetContext(), Time(0), &ServerNetEndNode::HandleFill, this);
    }
}

void
ServerNetEndNode::HandleFill()
{
    m_fillScheduled = false;
    m_fabrics[0]->Act([this] { Fill(); });
}

void
ServerNetEndNode::Make(ServerNetRequestSource& source)
{
    TellDeferred();
    const auto request = source.DrawRequest(m_number);
    CheckRequest(request);
    auto& transaction = m_transactions.Begin(request, m_fabrics[0]->GetTick());
    transaction.path = m_paths.empty() ? 0 : m_paths[transaction.request.destination];
    Tell(m_createdTrace, transaction);
    SendRequest(transaction);
}

void
ServerNetEndNode::CheckRequest(const ServerNetRequest& request) const
{
    const std::size_t devices = m_fabrics[0]->GetNDevices();
    if (request.destination >= devices || request.destination == m_number ||
        request.bytes > ServerNetPacket::MOST_DATA || !ServerNetPacket::IsRequest(request.type))
    {
        throw std::invalid_argument(
            "a request of device " + std::to_string(m_number) + " has the type " +
            std::to_string(request.type) + ", " + std::to_string(request.bytes) +
            " bytes and the destination " + std::to_string(request.destination) +
            "; allowed are the types 0 and 2, up to " + std::to_string(ServerNetPacket::MOST_DATA) +
            " bytes, and another device below " + std::to_string(devices));
    }
}

void
ServerNetEndNode::TellDeferred()
{
    const uint64_t deferred = m_transactions.GetDeferred();
    if (deferred != m_toldDeferred)
    {
        Tell(m_deferredTrace, m_toldDeferred, deferred);
        m_toldDeferred = deferred;
    }
}

void
ServerNetEndNode::SendRequest(Transaction& transaction)
{
    transaction.deadline = ServerNetTransactions::NEVER;
    if (!m_timeout.IsZero())
    {
        const int64_t tick = m_fabrics[0]->GetTickTime().GetTimeStep();
        transaction.deadline =
            m_fabrics[0]->GetTick() + (m_timeout.GetTimeStep() + tick - 1) / tick;
        ScheduleTimeout();
    }
    ServerNetPacket packet;
    packet.source = m_number;
    packet.destination = transaction.request.destination;
    packet.type = transaction.request.type;
    packet.path = transaction.path;
    packet.bytes = transaction.request.bytes;
    packet.address = transaction.request.address;
    packet.transaction = transaction.number;
    packet.attempt = transaction.retries;
    packet.createTick = transaction.createTick;
    packet.data = transaction.request.data;
    Transmit(std::move(packet));
}

void
ServerNetEndNode::TellBytes(const ServerNetPacket& packet,
                            const TracedCallback<Ptr<const Packet>>& trace)
{
    if (!trace.IsEmpty() || !m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty())
    {
        const Ptr<const Packet> bytes = packet.ToPacket();
        Tell(trace, bytes);
        Tell(m_snifferTrace, bytes);
        Tell(m_promiscSnifferTrace, bytes);
    }
}

void
ServerNetEndNode::Transmit(ServerNetPacket packet)
{
    TellBytes(packet, m_phyTxTrace);
    m_fabrics[packet.path]->Send(std::move(packet));
}

void
ServerNetEndNode::Receive(const ServerNetPacket& packet, int64_t tick)
{
    TellBytes(packet, m_phyRxTrace);
    if (ServerNetPacket::IsRequest(packet.type))
    {
        ServerNetPacket response = packet;
        std::swap(response.source, response.destination);
        response.type = static_cast<ServerNetPacketType>(packet.type | 1);
        response.address = 0;
        response.data = nullptr;
        if (m_serviceTime.IsZero())
        {
            SendResponse(std::move(response));
        }
        else
        {
            Simulator::ScheduleWithContext(GetContext(),
                                           m_serviceTime,
                                           &ServerNetEndNode::SendResponse,
                                           this,
                                           std::move(response));
        }
        if (packet.data)
        {
            ReceiveData(packet);
        }
        return;
    }
    if (!m_transactions.Find(packet.transaction))
    {
        Tell(m_lateTrace, packet);
        return;
    }
    const auto done = m_transactions.End(packet.transaction);
    const int64_t ticks = tick - done.createTick;
    Tell(m_doneTrace, done, ticks);
    if (!m_twoWayTrace.IsEmpty())
    {
        Tell(m_twoWayTrace, Time(m_fabrics[0]->GetTickTime() * ticks));
    }
    Fill();
    if (done.deadline != ServerNetTransactions::NEVER)
    {
        ScheduleTimeout();
    }
}

void
ServerNetEndNode::SendResponse(ServerNetPacket response)
{
    m_fabrics[0]->Act([this, &response] {
        ++m_responses;
        m_mostResponses = std::max(m_mostResponses, m_responses);
        Transmit(std::move(response));
    });
}

void
ServerNetEndNode::ResponseGone()
{
    --m_responses;
}

void
ServerNetEndNode::AttemptDiscarded(uint64_t transaction, uint32_t attempt)
{
    // At the next tick: a link that throws all away at once must not make time stand still.
    Simulator::ScheduleWithContext(GetContext(),
                                   m_fabrics[0]->GetTickTime(),
                                   &ServerNetEndNode::RetryDiscarded,
                                   this,
                                   transaction,
                                   attempt);
}

void
ServerNetEndNode::RetryDiscarded(uint64_t number, uint32_t attempt)
{
    m_fabrics[0]->Act([this, number, attempt] {
        const auto* transaction = m_transactions.Find(number);
        if (transaction && transaction->retries == attempt) // it has not timed out in the meantime
        {
            Retry(number);
            Fill();
            ScheduleTimeout();
        }
    });
}

void
ServerNetEndNode::Retry(uint64_t number)
{
    auto* transaction = m_transactions.Find(number);
    m_abandoned = true;
    if (transaction->retries >= m_retries)
    {
        Tell(m_failedTrace, m_transactions.End(number));
        return;
    }
    ++transaction->retries;
    if (!m_paths.empty())
    {
        transaction->path ^= 1;
        m_paths[transaction->request.destination] = transaction->path;
    }
    SendRequest(*transaction);
}

void
ServerNetEndNode::SetTimeout(Time timeout)
{
    m_timeout = timeout;
    if (timeout.IsZero())
    {
        m_transactions.ClearDeadlines();
        ScheduleTimeout();
    }
}

Time
ServerNetEndNode::GetTimeout() const
{
    return m_timeout;
}

void
ServerNetEndNode::ScheduleTimeout()
{
    const int64_t deadline = m_transactions.GetNextDeadline();
    const bool none = deadline == ServerNetTransactions::NEVER;
    const Time delay =
        none ? Time::Max() : Time(m_fabrics[0]->GetTickTime() * deadline - Simulator::Now());
    if (!m_timeoutEvent.IsExpired())
    {
        if (!none && delay >= Simulator::GetDelayLeft(m_timeoutEvent))
        {
            return;
        }
        Simulator::Remove(m_timeoutEvent); // a cancelled event would prolong the run
    }
    if (!none)
    {
        m_timeoutEvent = Simulator::Schedule(delay, &ServerNetEndNode::HandleTimeout, this);
    }
}

void
ServerNetEndNode::HandleTimeout()
{
    // A response of this very tick is in time.
    m_fabrics[0]->Act([this] {
        const int64_t now = m_fabrics[0]->GetTick();
        for (uint64_t number = m_transactions.FindOverdue(now);
             number != ServerNetTransactions::NONE;
             number = m_transactions.FindOverdue(now))
        {
            Tell(m_timeoutTrace, *m_transactions.Find(number));
            Retry(number);
        }
        ScheduleTimeout();
        Fill();
    });
}

} // namespace ns3
