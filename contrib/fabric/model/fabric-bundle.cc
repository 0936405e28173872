/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-bundle.h"

#include "fabric-bundle-member.h"

#include "ns3/log.h"

#include <exception>
#include <stdexcept>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricBundle");

Bundle::Turn::Turn(Bundle& bundle)
    : m_bundle(bundle),
      m_exceptions(std::uncaught_exceptions())
{
    m_bundle.m_acting = true;
}

Bundle::Turn::~Turn()
{
    m_bundle.m_acting = false;
    for (auto* member : m_bundle.m_members)
    {
        member->ScheduleNext();
    }
    if (std::uncaught_exceptions() > m_exceptions)
    {
        NS_LOG_WARN("an exception ends what was being done; the fabrics go on with the next event");
        m_bundle.m_news.Postpone();
    }
}

Bundle::Bundle(BundleMember& member)
    : m_members{&member}
{
}

void
Bundle::Add(BundleMember& member)
{
    NS_LOG_FUNCTION(this << &member);
    if (m_members.empty())
    {
        return; // cleared: nothing happens any more
    }
    const auto self = m_members.front()->m_bundle;
    const auto joined = member.m_bundle; // with all that act together with the member
    for (auto* other : joined->m_members)
    {
        m_members.push_back(other);
        other->m_bundle = self;
    }
}

void
Bundle::Clear()
{
    NS_LOG_FUNCTION(this);
    m_members.clear();
    m_news.Clear();
}

void
Bundle::Advance()
{
    Act([] {});
}

void
Bundle::AdvanceMembers()
{
    for (auto* member : m_members)
    {
        member->AdvanceEngine();
        const ScopedFlag handing(m_handing);
        member->HandOver();
    }
}

void
Bundle::TellAll()
{
    NS_LOG_FUNCTION(this);
    Advance();
    m_news.TellAll();
}

void
Bundle::TellLater(uint32_t context, std::function<void()> action)
{
    m_news.Add(context, m_handing, std::move(action));
}

void
Bundle::CheckNotTelling() const
{
    if (m_telling)
    {
        throw std::invalid_argument("a sink of a trace that tells of the past sends a packet or "
                                    "changes a link; nothing can be done then");
    }
}

} // namespace ns3::fabric
