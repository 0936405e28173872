/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-news.h"

#include "fabric-scoped-flag.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricNews");

void
News::Add(uint32_t context, bool later, std::function<void()> action, Ptr<const Object> owner)
{
    m_items.push_back({context, later, false, std::move(action), std::move(owner)});
}

void
News::AddPast(bool later, std::function<void()> action)
{
    m_items.push_back({Simulator::NO_CONTEXT, later, true, std::move(action), nullptr});
}

bool
News::IsTellingOfPast() const
{
    return m_past;
}

void
News::Take(News& other)
{
    NS_LOG_FUNCTION(this << other.m_items.size());
    std::move(other.m_items.begin(), other.m_items.end(), std::back_inserter(m_items));
    other.m_items.clear();
    Postpone();
}

void
News::Tell()
{
    if (!m_pending)
    {
        TellWhile([](const Item& item) { return !item.later && IsOfHere(item); });
    }
}

bool
News::IsOfHere(const Item& item)
{
    return item.context == Simulator::NO_CONTEXT || item.context == Simulator::GetContext();
}

void
News::TellNow()
{
    if (!m_telling)
    {
        std::stable_partition(m_items.begin(), m_items.end(), IsOfHere);
        TellWhile(IsOfHere);
    }
}

void
News::Continue()
{
    m_pending = false;
    TellWhile(IsOfHere);
}

void
News::TellWhile(bool (*may)(const Item&))
{
    if (m_telling || m_items.empty())
    {
        return;
    }
    try
    {
        const ScopedFlag telling(m_telling);
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
News::Postpone()
{
    if (!m_items.empty() && !m_pending)
    {
        NS_LOG_LOGIC(m_items.size()
                     << " are told in an event of context " << m_items.front().context);
        m_pending = true;
        Simulator::ScheduleWithContext(m_items.front().context,
                                       Time(0),
                                       &News::Continue,
                                       Ptr<News>(this));
    }
}

} // namespace ns3::fabric
