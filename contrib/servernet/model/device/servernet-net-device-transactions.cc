/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-net-device.h"

#include "ns3/fabric-scoped-flag.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetTransactionsOfDevice");

void
ServerNetNetDevice::SetMaxOutstanding(uint32_t limit)
{
    m_transactions.SetLimit(limit);
    if (m_transactions.HasWaiting())
    {
        FillLater();
    }
}

uint32_t
ServerNetNetDevice::GetMaxOutstanding() const
{
    return m_transactions.GetLimit();
}

void
ServerNetNetDevice::CatchUp() const
{
    if (IsInitialized() && GetFabric() && !IsDisposed())
    {
        GetBundle().Advance();
    }
}

uint32_t
ServerNetNetDevice::GetOutstanding() const
{
    CatchUp();
    return m_transactions.GetOutstanding();
}

uint64_t
ServerNetNetDevice::GetDeferred() const
{
    CatchUp();
    return m_transactions.GetDeferred();
}

uint32_t
ServerNetNetDevice::GetMostResponses() const
{
    return m_mostResponses;
}

uint32_t
ServerNetNetDevice::GetMostOutstanding() const
{
    return m_transactions.GetMostOutstanding();
}

bool
ServerNetNetDevice::HasAbandoned() const
{
    return m_abandoned;
}

void
ServerNetNetDevice::Report(fabric::ConservationLedger& ledger, uint32_t account) const
{
    CatchUp();
    ledger.Inject(account, m_made + GetDrops(WINDOW_FULL).number + GetDrops(DISPOSED).number);
    ledger.Deliver(account, m_answered);
    for (const char* const reason : {WINDOW_FULL, NO_RESPONSE, DISPOSED})
    {
        ledger.Drop(account, ledger.AddReason(reason), GetDrops(reason).number);
    }
    ledger.StateInFlight(account, GetOutstanding());
}

bool
ServerNetNetDevice::OfferRequest(ServerNetRequestSource& source)
{
    GetBundle().CheckNotNotifying();
    bool made = false;
    GetBundle().Act([this, &source, &made] {
        if (IsDisposed())
        {
            Drop(DISPOSED, 0);
        }
        else if (m_transactions.HasRoom() && !m_transactions.HasWaiting())
        {
            Make(source, GetFabric()->GetTick());
            made = true;
        }
        else if (m_limitMode == DROP)
        {
            Drop(WINDOW_FULL, 0);
        }
        else
        {
            m_transactions.Defer(source, GetFabric()->GetTick());
            NotifyDeferred();
            Fill();
        }
    });
    return made;
}

uint64_t
ServerNetNetDevice::Withdraw(const ServerNetRequestSource& source)
{
    NS_LOG_FUNCTION(this);
    uint64_t withdrawn = 0;
    GetBundle().Act([this, &source, &withdrawn] {
        withdrawn = m_transactions.Withdraw(source);
        NotifyDeferred();
    });
    return withdrawn;
}

void
ServerNetNetDevice::Forget(const ServerNetRequestSource& source)
{
    if (Simulator::IsFinished())
    {
        m_transactions.Forget(source);
    }
    else
    {
        Withdraw(source);
    }
}

void
ServerNetNetDevice::Fill()
{
    if (m_filling || IsDisposed())
    {
        return;
    }
    const fabric::ScopedFlag filling(m_filling);
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
            const auto offered = m_transactions.TakeDeferred();
            if (readiness == ServerNetRequestSource::READY)
            {
                Make(source, offered.value_or(GetFabric()->GetTick()));
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
ServerNetNetDevice::FillLater()
{
    if (!m_fillScheduled)
    {
        m_fillScheduled = true;
        Simulator::ScheduleWithContext(GetContext(),
                                       Time(0),
                                       &ServerNetNetDevice::HandleFill,
                                       Ptr<ServerNetNetDevice>(this));
    }
}

void
ServerNetNetDevice::HandleFill()
{
    m_fillScheduled = false;
    GetBundle().Act([this] { Fill(); });
}

void
ServerNetNetDevice::Make(ServerNetRequestSource& source, int64_t offered)
{
    NotifyDeferred();
    const auto request = source.DrawRequest(GetNumber());
    CheckRequest(request);
    auto& transaction = m_transactions.Begin(request, GetFabric()->GetTick());
    transaction.offerTick = offered;
    transaction.message = &source == this;
    ++m_made;
    transaction.path = m_paths.empty() ? 0 : m_paths[transaction.request.destination];
    NS_LOG_LOGIC("device " << GetNumber() << " begins transaction " << transaction.number
                           << " with device " << request.destination);
    Notify(m_createdTrace, transaction);
    SendRequest(transaction);
}

void
ServerNetNetDevice::CheckRequest(const ServerNetRequest& request) const
{
    const std::size_t devices = GetFabric()->GetNDevices();
    if (request.data &&
        (request.type != SERVERNET_WRITE_REQUEST || request.data->GetSize() != request.bytes))
    {
        throw std::invalid_argument(
            "a request of device " + std::to_string(GetNumber()) + " has the type " +
            std::to_string(request.type) + ", " + std::to_string(request.bytes) +
            " bytes and a packet of " + std::to_string(request.data->GetSize()) +
            "; allowed is a packet of so many bytes, in a request of the type 2");
    }
    if (request.destination >= devices || request.destination == GetNumber() ||
        request.bytes > ServerNetPacket::MOST_DATA || !ServerNetPacket::IsRequest(request.type))
    {
        throw std::invalid_argument(
            "a request of device " + std::to_string(GetNumber()) + " has the type " +
            std::to_string(request.type) + ", " + std::to_string(request.bytes) +
            " bytes and the destination " + std::to_string(request.destination) +
            "; allowed are the types 0 and 2, up to " + std::to_string(ServerNetPacket::MOST_DATA) +
            " bytes, and another device below " + std::to_string(devices));
    }
}

void
ServerNetNetDevice::NotifyDeferred()
{
    NotifyChange(m_deferredTrace, m_lastDeferred, m_transactions.GetDeferred());
}

void
ServerNetNetDevice::SendRequest(Transaction& transaction)
{
    transaction.deadline = ServerNetTransactions::NEVER;
    if (!m_timeout.IsZero())
    {
        const int64_t tick = GetFabric()->GetTickTime().GetTimeStep();
        const int64_t ticks = m_timeout.GetTimeStep() / tick + (m_timeout.GetTimeStep() % tick > 0);
        const int64_t now = GetFabric()->GetTick();
        const bool comes = ticks <= INT64_MAX / tick - now; // before the end of simulated time
        transaction.deadline = comes ? now + ticks : ServerNetTransactions::NEVER;
        ScheduleTimeout();
    }
    ServerNetPacket packet;
    packet.source = GetNumber();
    packet.destination = transaction.request.destination;
    packet.type = transaction.request.type;
    packet.path = transaction.path;
    packet.bytes = transaction.request.bytes;
    packet.address = transaction.request.address;
    packet.transaction = transaction.number;
    packet.attempt = transaction.retries;
    packet.createTick = transaction.createTick;
    packet.data = transaction.request.data;
    packet.message = transaction.message;
    m_fabrics[packet.path]->Send(std::move(packet));
}

void
ServerNetNetDevice::Receive(const ServerNetPacket& packet, int64_t tick)
{
    if (IsDisposed())
    {
        return;
    }
    if (HasRxSinks())
    {
        NotifyRx(packet.ToPacket());
    }
    if (ServerNetPacket::IsRequest(packet.type))
    {
        ServerNetPacket response = packet;
        std::swap(response.source, response.destination);
        response.type = static_cast<ServerNetPacketType>(packet.type | 1);
        response.address = 0;
        response.data = nullptr;
        response.message = false;
        if (m_serviceTime.IsZero())
        {
            SendResponse(std::move(response));
        }
        else if (m_serviceTime <= Time::Max() - Simulator::Now()) // else simulated time ends before
        {
            Simulator::ScheduleWithContext(GetContext(),
                                           m_serviceTime,
                                           &ServerNetNetDevice::SendResponse,
                                           Ptr<ServerNetNetDevice>(this),
                                           std::move(response));
        }
        if (packet.message)
        {
            ReceiveData(packet);
        }
        return;
    }
    if (!m_transactions.Find(packet.transaction))
    {
        Notify(m_lateTrace, packet);
        Drop(LATE_RESPONSE, packet.GetFlits());
        return;
    }
    const auto done = m_transactions.End(packet.transaction);
    const int64_t ticks = tick - done.createTick;
    ++m_answered;
    NS_LOG_LOGIC("device " << GetNumber() << " has ended transaction " << done.number << " after "
                           << ticks << " ticks");
    Notify(m_doneTrace, done, ticks);
    if (!m_twoWayTrace.IsEmpty())
    {
        Notify(m_twoWayTrace, Time(GetFabric()->GetTickTime() * ticks));
    }
    Fill();
    if (done.deadline != ServerNetTransactions::NEVER)
    {
        ScheduleTimeout();
    }
}

void
ServerNetNetDevice::SendResponse(ServerNetPacket response)
{
    GetBundle().Act([this, &response] {
        if (IsDisposed())
        {
            if (const auto requester = GetFabric()->FindDevice(response.destination))
            {
                requester->AttemptDiscarded(response.transaction, response.attempt);
            }
            return;
        }
        ++m_responses;
        m_mostResponses = std::max(m_mostResponses, m_responses);
        m_fabrics[response.path]->Send(std::move(response));
    });
}

void
ServerNetNetDevice::NotifyResponseSent()
{
    --m_responses;
}

void
ServerNetNetDevice::AttemptDiscarded(uint64_t transaction, uint32_t attempt)
{
    if (IsDisposed() || GetFabric()->GetTickTime() > Time::Max() - Simulator::Now())
    {
        return;
    }
    // At the next tick: a link that throws all away at once must not make time stand still.
    Simulator::ScheduleWithContext(GetContext(),
                                   GetFabric()->GetTickTime(),
                                   &ServerNetNetDevice::RetryDiscarded,
                                   Ptr<ServerNetNetDevice>(this),
                                   transaction,
                                   attempt);
}

void
ServerNetNetDevice::RetryDiscarded(uint64_t number, uint32_t attempt)
{
    GetBundle().Act([this, number, attempt] {
        const auto* transaction = IsDisposed() ? nullptr : m_transactions.Find(number);
        if (transaction && transaction->retries == attempt) // it has not timed out in the meantime
        {
            Retry(number);
            Fill();
            ScheduleTimeout();
        }
    });
}

void
ServerNetNetDevice::Retry(uint64_t number)
{
    auto* transaction = m_transactions.Find(number);
    m_abandoned = true;
    const uint8_t path = m_paths.empty() ? transaction->path : transaction->path ^ 1;
    if (!m_paths.empty())
    {
        m_paths[transaction->request.destination] = path;
    }
    if (transaction->retries >= m_retries)
    {
        const auto failed = m_transactions.End(number);
        NS_LOG_WARN("device " << GetNumber() << " gives up transaction " << number
                              << " with device " << failed.request.destination);
        Notify(m_failedTrace, failed);
        Drop(NO_RESPONSE, failed.request.bytes);
        return;
    }
    ++transaction->retries;
    transaction->path = path;
    NS_LOG_INFO("device " << GetNumber() << " tries transaction " << number << " again, path "
                          << +transaction->path);
    SendRequest(*transaction);
}

void
ServerNetNetDevice::SetTimeout(Time timeout)
{
    NS_LOG_FUNCTION(this << timeout);
    m_timeout = timeout;
    if (timeout.IsZero())
    {
        m_transactions.ClearDeadlines();
        ScheduleTimeout();
    }
}

Time
ServerNetNetDevice::GetTimeout() const
{
    return m_timeout;
}

void
ServerNetNetDevice::ScheduleTimeout()
{
    const int64_t deadline = m_transactions.GetNextDeadline();
    const bool none = deadline == ServerNetTransactions::NEVER;
    const Time delay =
        none ? Time::Max() : Time(GetFabric()->GetTickTime() * deadline - Simulator::Now());
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
        m_timeoutEvent = Simulator::Schedule(delay, &ServerNetNetDevice::HandleTimeout, this);
    }
}

void
ServerNetNetDevice::HandleTimeout()
{
    // A response of this very tick is in time.
    GetBundle().Act([this] {
        const int64_t now = GetFabric()->GetTick();
        for (uint64_t number = m_transactions.FindOverdue(now);
             number != ServerNetTransactions::NONE;
             number = m_transactions.FindOverdue(now))
        {
            NS_LOG_INFO("device " << GetNumber() << ": no response to transaction " << number);
            Notify(m_timeoutTrace, *m_transactions.Find(number));
            Retry(number);
        }
        ScheduleTimeout();
        Fill();
    });
}

} // namespace ns3
