/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-bundle.h"

#include "fabric-bundle-member.h"

#include "ns3/log.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

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
        m_bundle.m_traces->Postpone();
    }
}

Bundle::Bundle(BundleMember& member)
    : m_members{&member},
      m_traces(Create<PendingTraces>())
{
}

void
Bundle::Join(std::shared_ptr<Bundle> joined)
{
    NS_LOG_FUNCTION(this << joined.get());
    if (m_acting || joined->m_acting)
    {
        throw std::invalid_argument("fabrics are joined while one of them acts; allowed is a join "
                                    "before or after that");
    }
    for (auto* member : std::exchange(joined->m_members, {}))
    {
        m_members.push_back(member);
        member->m_bundle = shared_from_this();
    }
    m_traces->Take(*joined->m_traces);
    m_joined.push_back(std::move(joined));
}

void
Bundle::Remove(BundleMember& member)
{
    NS_LOG_FUNCTION(this << &member);
    Settle();
    Forget(member);
}

void
Bundle::Forget(BundleMember& member)
{
    m_members.erase(std::remove(m_members.begin(), m_members.end(), &member), m_members.end());
}

void
Bundle::Settle()
{
    NS_LOG_FUNCTION(this);
    if (!m_acting)
    {
        try
        {
            const Turn turn(*this);
            AdvanceMembers();
        }
        catch (const std::exception& error) // of a fabric that could not begin
        {
            NS_LOG_WARN("nothing is due: " << error.what());
        }
    }
    m_traces->Postpone();
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
Bundle::NotifyNow()
{
    NS_LOG_FUNCTION(this);
    Advance();
    m_traces->FireNow();
}

void
Bundle::NotifyLater(uint32_t context, std::function<void()> action, Ptr<const Object> owner)
{
    m_traces->Add(context, m_handing, std::move(action), std::move(owner));
}

void
Bundle::NotifyOfPast(std::function<void()> action)
{
    m_traces->AddPast(m_handing, std::move(action));
}

void
Bundle::CheckNotNotifying() const
{
    if (m_traces->IsFiringPast())
    {
        throw std::invalid_argument("a sink of a trace that tells of the past sends a packet or "
                                    "changes a link; nothing can be done then");
    }
}

} // namespace ns3::fabric
