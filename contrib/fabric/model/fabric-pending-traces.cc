/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-pending-traces.h"

#include "fabric-scoped-flag.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricPendingTraces");

void
PendingTraces::Add(uint32_t context,
                   bool later,
                   std::function<void()> action,
                   Ptr<const Object> owner)
{
    m_items.push_back({context, later, false, std::move(action), std::move(owner)});
}

void
PendingTraces::AddPast(bool later, std::function<void()> action)
{
    m_items.push_back({Simulator::NO_CONTEXT, later, true, std::move(action), nullptr});
}

bool
PendingTraces::IsFiringPast() const
{
    return m_past;
}

void
PendingTraces::Take(PendingTraces& other)
{
    NS_LOG_FUNCTION(this << other.m_items.size());
    std::move(other.m_items.begin(), other.m_items.end(), std::back_inserter(m_items));
    other.m_items.clear();
    Postpone();
}

void
PendingTraces::Fire()
{
    if (!m_pending)
    {
        FireWhile([](const Item& item) { return !item.later && IsOfHere(item); });
    }
}

bool
PendingTraces::IsOfHere(const Item& item)
{
    return item.context == Simulator::NO_CONTEXT || item.context == Simulator::GetContext();
}

void
PendingTraces::FireNow()
{
    if (!m_firing)
    {
        std::stable_partition(m_items.begin(), m_items.end(), IsOfHere);
        FireWhile(IsOfHere);
    }
}

void
PendingTraces::Continue()
{
    m_pending = false;
    FireWhile(IsOfHere);
}

void
PendingTraces::FireWhile(bool (*may)(const Item&))
{
    if (m_firing || m_items.empty())
    {
        return;
    }
    try
    {
        const ScopedFlag firing(m_firing);
        while (!m_items.empty() && may(m_items.front()))
        {
            const auto item = std::move(m_items.front());
            m_items.pop_front();
            const ScopedFlag past(m_past, item.past);
            item.action();
        }
    }
    catch (...)
    {
        NS_LOG_WARN("a listener has thrown an exception; " << m_items.size() << " are told later");
        Postpone();
        throw;
    }
    Postpone();
}

void
PendingTraces::Postpone()
{
    if (!m_items.empty() && !m_pending)
    {
        NS_LOG_LOGIC(m_items.size() << " fire in an event of context " << m_items.front().context);
        m_pending = true;
        Simulator::ScheduleWithContext(m_items.front().context,
                                       Time(0),
                                       &PendingTraces::Continue,
                                       Ptr<PendingTraces>(this));
    }
}

} // namespace ns3::fabric
