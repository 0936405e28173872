/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-end-node.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

bool
ServerNetEndNode::OfferRequest(ServerNetRequestSource& source)
{
    m_fabrics[0]->Advance();
    if (m_transactions.HasRoom() && m_transactions.GetDeferred() == 0)
    {
        Make(source);
        return true;
    }
    if (m_limitMode == DROP)
    {
        ++m_dropped;
    }
    else
    {
        Enqueue(source);
    }
    return false;
}

uint64_t
ServerNetEndNode::Withdraw(const ServerNetRequestSource& source)
{
    m_fabrics[0]->Advance();
    const uint64_t withdrawn = m_transactions.Withdraw(source);
    m_deferred = m_transactions.GetDeferred();
    return withdrawn;
}

void
ServerNetEndNode::Enqueue(ServerNetRequestSource& source)
{
    m_transactions.Defer(source);
    m_deferred = m_transactions.GetDeferred();
    Fill();
}

void
ServerNetEndNode::Fill()
{
    while (!m_filling && m_transactions.HasRoom() && m_transactions.GetDeferred() > 0)
    {
        m_filling = true;
        auto& source = m_transactions.TakeDeferred();
        m_deferred = m_transactions.GetDeferred();
        Make(source);
        m_filling = false;
    }
}

void
ServerNetEndNode::Make(ServerNetRequestSource& source)
{
    auto& transaction = m_transactions.Begin(source.DrawRequest(m_number), m_fabrics[0]->GetTick());
    transaction.path = m_paths.empty() ? 0 : m_paths[transaction.request.destination];
    m_createdTrace(transaction);
    SendRequest(transaction);
}

void
ServerNetEndNode::SendRequest(Transaction& transaction)
{
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
ServerNetEndNode::Transmit(ServerNetPacket packet)
{
    if (!m_phyTxTrace.IsEmpty() || !m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty())
    {
        const Ptr<const Packet> bytes = packet.ToPacket();
        m_phyTxTrace(bytes);
        m_snifferTrace(bytes);
        m_promiscSnifferTrace(bytes);
    }
    m_fabrics[packet.path]->Send(std::move(packet));
}

void
ServerNetEndNode::Receive(const ServerNetPacket& packet, int64_t tick)
{
    if (!m_phyRxTrace.IsEmpty() || !m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty())
    {
        const Ptr<const Packet> bytes = packet.ToPacket();
        m_phyRxTrace(bytes);
        m_snifferTrace(bytes);
        m_promiscSnifferTrace(bytes);
    }
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
            Simulator::Schedule(m_serviceTime,
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
        m_lateTrace(packet);
        return;
    }
    const auto done = m_transactions.End(packet.transaction);
    const int64_t ticks = tick - done.createTick;
    m_doneTrace(done, ticks);
    if (!m_twoWayTrace.IsEmpty())
    {
        m_twoWayTrace(m_fabrics[0]->GetTickTime() * ticks);
    }
    Fill();
}

void
ServerNetEndNode::SendResponse(ServerNetPacket response)
{
    ++m_responses;
    m_mostResponses = std::max(m_mostResponses, m_responses);
    Transmit(std::move(response));
}

void
ServerNetEndNode::ResponseGone()
{
    --m_responses;
}

void
ServerNetEndNode::AttemptDiscarded(uint64_t transaction, uint32_t attempt)
{
    // At the next tick: the engine is in the middle of something, and a link that throws all away
    // at once must not make time stand still.
    Simulator::Schedule(m_fabrics[0]->GetTickTime(),
                        &ServerNetEndNode::RetryDiscarded,
                        this,
                        transaction,
                        attempt);
}

void
ServerNetEndNode::RetryDiscarded(uint64_t number, uint32_t attempt)
{
    m_fabrics[0]->Advance();
    const auto* transaction = m_transactions.Find(number);
    if (transaction && transaction->retries == attempt) // it has not timed out in the meantime
    {
        Retry(number);
        Fill();
    }
}

void
ServerNetEndNode::Retry(uint64_t number)
{
    auto* transaction = m_transactions.Find(number);
    m_abandoned = true;
    if (transaction->retries == m_retries)
    {
        m_failedTrace(m_transactions.End(number));
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
ServerNetEndNode::ScheduleTimeout()
{
    const int64_t deadline = m_transactions.GetNextDeadline();
    if (deadline == ServerNetTransactions::NEVER)
    {
        return;
    }
    const Time delay = m_fabrics[0]->GetTickTime() * deadline - Simulator::Now();
    if (m_timeoutEvent.IsExpired() || delay < Simulator::GetDelayLeft(m_timeoutEvent))
    {
        m_timeoutEvent.Cancel(); // Timeout may have become shorter
        m_timeoutEvent = Simulator::Schedule(delay, &ServerNetEndNode::HandleTimeout, this);
    }
}

void
ServerNetEndNode::HandleTimeout()
{
    m_fabrics[0]->Advance(); // a response of this very tick is in time
    const int64_t now = m_fabrics[0]->GetTick();
    for (uint64_t number = m_transactions.FindOverdue(now); number != ServerNetTransactions::NONE;
         number = m_transactions.FindOverdue(now))
    {
        m_timeoutTrace(*m_transactions.Find(number));
        Retry(number);
    }
    Fill();
    ScheduleTimeout();
}

} // namespace ns3
