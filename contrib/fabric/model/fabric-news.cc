/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-news.h"

#include "fabric-scoped-flag.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricNews");

void
News::Add(uint32_t context, bool later, std::function<void()> action)
{
    m_items.push_back({context, later, std::move(action)});
}

void
News::Tell()
{
    if (!m_pending)
    {
        TellWhile([](const Item& item) {
            return !item.later && (item.context == Simulator::NO_CONTEXT ||
                                   item.context == Simulator::GetContext());
        });
    }
}

void
News::TellAll()
{
    TellWhile([](const Item&) { return true; });
}

void
News::Continue()
{
    m_pending = false;
    TellWhile([](const Item& item) {
        return item.context == Simulator::NO_CONTEXT || item.context == Simulator::GetContext();
    });
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
            const auto action = std::move(m_items.front().action);
            m_items.pop_front();
            action();
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
        Simulator::ScheduleWithContext(m_items.front().context, Time(0), &News::Continue, this);
    }
}

void
News::Clear()
{
    NS_LOG_FUNCTION(this);
    m_items.clear();
}

} // namespace ns3::fabric
