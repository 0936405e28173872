/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-bundle.h"

#include "servernet-fabric.h"

#include "ns3/log.h"

#include <exception>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetBundle");

ServerNetBundle::Turn::Turn(ServerNetBundle& bundle)
    : m_bundle(bundle),
      m_exceptions(std::uncaught_exceptions())
{
    m_bundle.m_acting = true;
}

ServerNetBundle::Turn::~Turn()
{
    m_bundle.m_acting = false;
    for (auto* fabric : m_bundle.m_fabrics)
    {
        fabric->ScheduleNext();
    }
    if (std::uncaught_exceptions() > m_exceptions)
    {
        NS_LOG_WARN("an exception ends what was being done; the fabrics go on with the next event");
        m_bundle.m_news.Postpone();
    }
}

ServerNetBundle::ServerNetBundle(ServerNetFabric& fabric)
    : m_fabrics{&fabric}
{
}

void
ServerNetBundle::Add(ServerNetFabric& fabric)
{
    NS_LOG_FUNCTION(this << &fabric);
    m_fabrics.push_back(&fabric);
}

void
ServerNetBundle::Clear()
{
    NS_LOG_FUNCTION(this);
    m_fabrics.clear();
    m_news.Clear();
}

void
ServerNetBundle::Advance()
{
    Act([] {});
}

void
ServerNetBundle::AdvanceFabrics()
{
    for (auto* fabric : m_fabrics)
    {
        fabric->AdvanceEngine();
        const ServerNetScopedFlag handing(m_handing);
        fabric->HandOver();
    }
}

void
ServerNetBundle::TellAll()
{
    NS_LOG_FUNCTION(this);
    Advance();
    m_news.TellAll();
}

void
ServerNetBundle::TellLater(uint32_t context, std::function<void()> action)
{
    m_news.Add(context, m_handing, std::move(action));
}

void
ServerNetBundle::CheckNotTelling() const
{
    if (m_telling)
    {
        throw std::invalid_argument("a sink of TailStarted or Stalled sends a packet or changes a "
                                    "link; those tell of the past, and nothing can be done then");
    }
}

} // namespace ns3
