/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-end-node.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/enum.h"
#include "ns3/fabric-scoped-flag.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetEndNode");

NS_OBJECT_ENSURE_REGISTERED(ServerNetEndNode);

TypeId
ServerNetEndNode::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<ServerNetEndNode>(
        TypeId("ns3::ServerNetEndNode")
            .SetParent<ServerNetFabricDevice>()
            .SetGroupName("ServerNet")
            .AddAttribute("MaxOutstanding",
                          "Maximum number of outstanding requests, 1 to 16: the transaction ID of "
                          "the header has 4 bits.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&ServerNetEndNode::SetMaxOutstanding,
                                               &ServerNetEndNode::GetMaxOutstanding),
                          MakeUintegerChecker<uint32_t>(1, ServerNetTransactions::MOST))
            .AddAttribute("LimitMode",
                          "What happens to an offered request when MaxOutstanding requests are "
                          "outstanding: Defer makes it after a response has come, Drop drops it.",
                          EnumValue(DEFER),
                          burst::MakeEnumerationAccessor<LimitMode>(&ServerNetEndNode::m_limitMode),
                          MakeEnumChecker(DEFER, "Defer", DROP, "Drop"))
            .AddAttribute("ServiceTime",
                          "Time from the delivery of a request until its response enters the send "
                          "queue.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&ServerNetEndNode::m_serviceTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "Timeout",
                "Time after which a request without response is sent again; 0 for never. A "
                "change to 0 also applies to outstanding requests, any other change only to "
                "requests sent afterwards.",
                TimeValue(Time(0)),
                MakeTimeAccessor(&ServerNetEndNode::SetTimeout, &ServerNetEndNode::GetTimeout),
                MakeTimeChecker(Time(0)))
            .AddAttribute("Retries",
                          "Maximum number of retries of a request; then the transaction fails.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&ServerNetEndNode::m_retries),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Deferred",
                            "Number of requests that wait for room in the window.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_deferredTrace),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("RequestCreated",
                            "A transaction has begun.",
                            burst::MakeTraceSourceAccessor(&ServerNetEndNode::m_createdTrace),
                            "ns3::ServerNetEndNode::TransactionTracedCallback")
            .AddTraceSource("TransactionDone",
                            "The response has come, with the ticks since the transaction began.",
                            burst::MakeTraceSourceAccessor(&ServerNetEndNode::m_doneTrace),
                            "ns3::ServerNetEndNode::DoneTracedCallback")
            .AddTraceSource("TwoWayTime",
                            "The response has come: the time since the transaction began.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_twoWayTrace),
                            "ns3::Time::TracedCallback")
            .AddTraceSource("Timeout",
                            "No response has come in time.",
                            burst::MakeTraceSourceAccessor(&ServerNetEndNode::m_timeoutTrace),
                            "ns3::ServerNetEndNode::TransactionTracedCallback")
            .AddTraceSource("Failed",
                            "A transaction was given up after its last retry.",
                            burst::MakeTraceSourceAccessor(&ServerNetEndNode::m_failedTrace),
                            "ns3::ServerNetEndNode::TransactionTracedCallback")
            .AddTraceSource("LateResponse",
                            "A response has come whose transaction has ended.",
                            burst::MakeTraceSourceAccessor(&ServerNetEndNode::m_lateTrace),
                            "ns3::ServerNetEndNode::PacketTracedCallback"),
        {{"servernet.outstanding",
          "1",
          "requests without their response at the end",
          &ServerNetEndNode::GetOutstanding},
         {"servernet.deferred",
          "1",
          "requests that wait for room at the end",
          &ServerNetEndNode::GetDeferred},
         {"servernet.dropped",
          "1",
          "requests that were not made",
          [](const ServerNetEndNode& device) { return device.GetDrops(WINDOW_FULL).number; }},
         {"servernet.failed",
          "1",
          "requests that were given up",
          [](const ServerNetEndNode& device) { return device.GetDrops(NO_RESPONSE).number; }}});
    return tid;
}

void
ServerNetEndNode::Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y)
{
    for (const auto& fabric : {x, y})
    {
        if (fabric)
        {
            fabric->GetDevices().CheckFree(number);
        }
    }
    ServerNetFabricDevice::Attach(number, x, y);
    x->GetDevices().Attach(number, this);
    if (y)
    {
        y->GetDevices().Attach(number, this);
        m_paths.assign(y->GetNDevices(), 0);
        x->Join(y); // at last: nothing undoes it
    }
}

void
ServerNetEndNode::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_timeoutEvent.Cancel();
    m_transactions.Close();
    ServerNetFabricDevice::DoDispose();
}

void
ServerNetEndNode::SetMaxOutstanding(uint32_t limit)
{
    m_transactions.SetLimit(limit);
    if (m_transactions.HasWaiting())
    {
        FillLater();
    }
}

uint32_t
ServerNetEndNode::GetMaxOutstanding() const
{
    return m_transactions.GetLimit();
}

void
ServerNetEndNode::CatchUp() const
{
    if (IsInitialized() && GetFabric() && !IsDisposed())
    {
        GetBundle().Advance();
    }
}

uint32_t
ServerNetEndNode::GetOutstanding() const
{
    CatchUp();
    return m_transactions.GetOutstanding();
}

uint64_t
ServerNetEndNode::GetDeferred() const
{
    CatchUp();
    return m_transactions.GetDeferred();
}

uint32_t
ServerNetEndNode::GetMostResponses() const
{
    return m_mostResponses;
}

uint32_t
ServerNetEndNode::GetMostOutstanding() const
{
    return m_transactions.GetMostOutstanding();
}

bool
ServerNetEndNode::HasAbandoned() const
{
    return m_abandoned;
}

void
ServerNetEndNode::Report(fabric::ConservationLedger& ledger, uint32_t account) const
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
ServerNetEndNode::OfferRequest(ServerNetRequestSource& source)
{
    GetBundle().CheckNotTelling();
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
            TellDeferred();
            Fill();
        }
    });
    return made;
}

uint64_t
ServerNetEndNode::Withdraw(const ServerNetRequestSource& source)
{
    NS_LOG_FUNCTION(this);
    uint64_t withdrawn = 0;
    GetBundle().Act([this, &source, &withdrawn] {
        withdrawn = m_transactions.Withdraw(source);
        TellDeferred();
    });
    return withdrawn;
}

void
ServerNetEndNode::Forget(const ServerNetRequestSource& source)
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
ServerNetEndNode::FillLater()
{
    if (!m_fillScheduled)
    {
        m_fillScheduled = true;
        Simulator::ScheduleWithContext(GetContext(),
                                       Time(0),
                                       &ServerNetEndNode::HandleFill,
                                       Ptr<ServerNetEndNode>(this));
    }
}

void
ServerNetEndNode::HandleFill()
{
    m_fillScheduled = false;
    GetBundle().Act([this] { Fill(); });
}

void
ServerNetEndNode::Make(ServerNetRequestSource& source, int64_t offered)
{
    TellDeferred();
    const auto request = source.DrawRequest(GetNumber());
    CheckRequest(request);
    auto& transaction = m_transactions.Begin(request, GetFabric()->GetTick());
    transaction.offerTick = offered;
    transaction.message = MakesMessages(source);
    ++m_made;
    transaction.path = m_paths.empty() ? 0 : m_paths[transaction.request.destination];
    NS_LOG_LOGIC("device " << GetNumber() << " begins transaction " << transaction.number
                           << " with device " << request.destination);
    Tell(m_createdTrace, transaction);
    SendRequest(transaction);
}

void
ServerNetEndNode::CheckRequest(const ServerNetRequest& request) const
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
ServerNetEndNode::TellDeferred()
{
    TellChange(m_deferredTrace, m_toldDeferred, m_transactions.GetDeferred());
}

void
ServerNetEndNode::SendRequest(Transaction& transaction)
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
    Transmit(std::move(packet));
}

void
ServerNetEndNode::Receive(const ServerNetPacket& packet, int64_t tick)
{
    if (IsDisposed())
    {
        return;
    }
    TellReceived(packet);
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
                                           &ServerNetEndNode::SendResponse,
                                           Ptr<ServerNetEndNode>(this),
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
        Tell(m_lateTrace, packet);
        Drop(LATE_RESPONSE, packet.GetFlits());
        return;
    }
    const auto done = m_transactions.End(packet.transaction);
    const int64_t ticks = tick - done.createTick;
    ++m_answered;
    NS_LOG_LOGIC("device " << GetNumber() << " has ended transaction " << done.number << " after "
                           << ticks << " ticks");
    Tell(m_doneTrace, done, ticks);
    if (!m_twoWayTrace.IsEmpty())
    {
        Tell(m_twoWayTrace, Time(GetFabric()->GetTickTime() * ticks));
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
    GetBundle().Act([this, &response] {
        if (IsDisposed())
        {
            if (const auto requester = GetFabric()->GetDevices().Get(response.destination))
            {
                requester->AttemptDiscarded(response.transaction, response.attempt);
            }
            return;
        }
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
    if (IsDisposed() || GetFabric()->GetTickTime() > Time::Max() - Simulator::Now())
    {
        return;
    }
    // At the next tick: a link that throws all away at once must not make time stand still.
    Simulator::ScheduleWithContext(GetContext(),
                                   GetFabric()->GetTickTime(),
                                   &ServerNetEndNode::RetryDiscarded,
                                   Ptr<ServerNetEndNode>(this),
                                   transaction,
                                   attempt);
}

void
ServerNetEndNode::RetryDiscarded(uint64_t number, uint32_t attempt)
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
ServerNetEndNode::Retry(uint64_t number)
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
        Tell(m_failedTrace, failed);
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
ServerNetEndNode::SetTimeout(Time timeout)
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
        m_timeoutEvent = Simulator::Schedule(delay, &ServerNetEndNode::HandleTimeout, this);
    }
}

void
ServerNetEndNode::HandleTimeout()
{
    // A response of this very tick is in time.
    GetBundle().Act([this] {
        const int64_t now = GetFabric()->GetTick();
        for (uint64_t number = m_transactions.FindOverdue(now);
             number != ServerNetTransactions::NONE;
             number = m_transactions.FindOverdue(now))
        {
            NS_LOG_INFO("device " << GetNumber() << ": no response to transaction " << number);
            Tell(m_timeoutTrace, *m_transactions.Find(number));
            Retry(number);
        }
        ScheduleTimeout();
        Fill();
    });
}

} // namespace ns3
