/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-transactions.h"

#include "ns3/log.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetTransactions");

void
ServerNetTransactions::SetLimit(uint32_t limit)
{
    NS_LOG_FUNCTION(this << limit);
    if (limit < 1 || limit > MOST)
    {
        throw std::invalid_argument("the limit of outstanding requests is " +
                                    std::to_string(limit) + "; allowed are 1 to " +
                                    std::to_string(MOST) +
                                    ", which is what the 4-bit transaction ID tells apart");
    }
    m_limit = limit;
}

uint32_t
ServerNetTransactions::GetLimit() const
{
    return m_limit;
}

uint32_t
ServerNetTransactions::GetOutstanding() const
{
    return m_outstanding;
}

uint32_t
ServerNetTransactions::GetMostOutstanding() const
{
    return m_mostOutstanding;
}

bool
ServerNetTransactions::HasRoom() const
{
    return m_outstanding < m_limit;
}

ServerNetTransactions::Transaction&
ServerNetTransactions::Begin(const ServerNetRequest& request, int64_t tick)
{
    if (!HasRoom())
    {
        throw std::invalid_argument("a transaction more than the limit of " +
                                    std::to_string(m_limit) + " outstanding requests");
    }
    while (m_slots[m_begun % MOST].number != NONE)
    {
        ++m_begun;
    }
    Transaction& slot = m_slots[m_begun % MOST];
    slot = Transaction();
    slot.number = m_begun++;
    slot.request = request;
    slot.createTick = tick;
    slot.offerTick = tick;
    m_mostOutstanding = std::max(m_mostOutstanding, ++m_outstanding);
    return slot;
}

ServerNetTransactions::Transaction*
ServerNetTransactions::Find(uint64_t number)
{
    Transaction& slot = m_slots[number % MOST];
    return slot.number == number && number != NONE ? &slot : nullptr;
}

ServerNetTransactions::Transaction
ServerNetTransactions::End(uint64_t number)
{
    Transaction* slot = Find(number);
    if (!slot)
    {
        throw std::invalid_argument("transaction " + std::to_string(number) +
                                    " is not outstanding");
    }
    const Transaction ended = *slot;
    *slot = Transaction();
    --m_outstanding;
    return ended;
}

int64_t
ServerNetTransactions::GetNextDeadline() const
{
    int64_t next = NEVER;
    for (const auto& slot : m_slots)
    {
        next = std::min(next, slot.deadline);
    }
    return next;
}

void
ServerNetTransactions::ClearDeadlines()
{
    NS_LOG_FUNCTION(this);
    for (auto& slot : m_slots)
    {
        slot.deadline = NEVER;
    }
}

uint64_t
ServerNetTransactions::FindOverdue(int64_t tick) const
{
    const auto slot = std::find_if(m_slots.begin(), m_slots.end(), [tick](const auto& candidate) {
        return candidate.deadline <= tick;
    });
    return slot != m_slots.end() ? slot->number : NONE;
}

void
ServerNetTransactions::Defer(ServerNetRequestSource& source, int64_t tick)
{
    if (m_waiting.empty() || m_waiting.back().first != &source || m_waiting.back().second == OPEN)
    {
        m_waiting.emplace_back(&source, 0);
    }
    ++m_waiting.back().second;
    m_offers.push_back(tick);
    NS_LOG_LOGIC(m_outstanding << " requests are outstanding, " << m_offers.size() << " wait");
}

void
ServerNetTransactions::DeferTurn(ServerNetRequestSource& source)
{
    m_waiting.emplace_back(&source, OPEN);
}

bool
ServerNetTransactions::HasWaiting() const
{
    return !m_waiting.empty();
}

ServerNetRequestSource&
ServerNetTransactions::GetFirst() const
{
    if (m_waiting.empty())
    {
        throw std::invalid_argument("no request is deferred");
    }
    return *m_waiting.front().first;
}

std::optional<int64_t>
ServerNetTransactions::TakeDeferred()
{
    GetFirst();
    if (m_waiting.front().second == OPEN)
    {
        return std::nullopt;
    }
    if (--m_waiting.front().second == 0)
    {
        m_waiting.pop_front();
    }
    const int64_t tick = m_offers.front();
    m_offers.pop_front();
    return tick;
}

void
ServerNetTransactions::EndTurn()
{
    GetFirst();
    if (m_waiting.front().second == OPEN)
    {
        m_waiting.pop_front();
    }
}

uint64_t
ServerNetTransactions::Withdraw(const ServerNetRequestSource& source)
{
    const std::size_t before = m_offers.size();
    auto offer = m_offers.begin();
    for (auto& [waiting, count] : m_waiting)
    {
        const auto next = offer + static_cast<std::ptrdiff_t>(count);
        offer = waiting == &source ? m_offers.erase(offer, next) : next;
    }
    m_waiting.erase(std::remove_if(m_waiting.begin(),
                                   m_waiting.end(),
                                   [&source](const auto& run) { return run.first == &source; }),
                    m_waiting.end());
    NS_LOG_DEBUG(before - m_offers.size() << " waiting requests are withdrawn");
    return before - m_offers.size();
}

void
ServerNetTransactions::Forget(const ServerNetRequestSource& source)
{
    m_forgotten += Withdraw(source);
}

void
ServerNetTransactions::Close()
{
    NS_LOG_FUNCTION(this);
    m_forgotten += m_offers.size();
    m_offers.clear();
    m_waiting.clear();
    for (auto& slot : m_slots)
    {
        slot.request.data = nullptr;
        slot.deadline = NEVER;
    }
}

uint64_t
ServerNetTransactions::GetDeferred() const
{
    return m_offers.size() + m_forgotten;
}

} // namespace ns3
