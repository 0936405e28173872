/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-news.h"

#include "servernet-scoped-flag.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetNews");

void
ServerNetNews::Add(uint32_t context, bool later, std::function<void()> action)
{
    m_items.push_back({context, later, std::move(action)});
}

void
ServerNetNews::Tell()
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
ServerNetNews::TellAll()
{
    TellWhile([](const Item&) { return true; });
}

void
ServerNetNews::Continue()
{
    m_pending = false;
    TellWhile([](const Item& item) {
        return item.context == Simulator::NO_CONTEXT || item.context == Simulator::GetContext();
    });
}

void
ServerNetNews::TellWhile(bool (*may)(const Item&))
{
    if (m_telling || m_items.empty())
    {
        return;
    }
    try
    {
        const ServerNetScopedFlag telling(m_telling);
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
ServerNetNews::Postpone()
{
    if (!m_items.empty() && !m_pending)
    {
        NS_LOG_LOGIC(m_items.size()
                     << " are told in an event of context " << m_items.front().context);
        m_pending = true;
        Simulator::ScheduleWithContext(m_items.front().context,
                                       Time(0),
                                       &ServerNetNews::Continue,
                                       this);
    }
}

void
ServerNetNews::Clear()
{
    NS_LOG_FUNCTION(this);
    m_items.clear();
}

} // namespace ns3
