/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-bundle-member.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::fabric
{

namespace
{

/** Events for one tick at one time: joined fabrics may give each other something to do. */
constexpr int MOST_WAKES = 16;

} // namespace

BundleMember::BundleMember()
    : m_bundle(std::make_shared<Bundle>(*this)),
      m_handle(Create<Handle>())
{
    m_handle->member = this;
}

BundleMember::~BundleMember()
{
    m_handle->member = nullptr;
    m_bundle->Forget(*this);
}

Bundle&
BundleMember::GetBundle() const
{
    return *m_bundle;
}

void
BundleMember::AdvanceEngine()
{
}

void
BundleMember::JoinWith(BundleMember& other)
{
    if (m_bundle != other.m_bundle)
    {
        m_bundle->Join(other.m_bundle);
    }
}

void
BundleMember::WakeAt(int64_t tick, const Time& time)
{
    if (tick < m_wakeTick)
    {
        m_wakeTick = tick; // an event for a later tick finds that it is not the one
        const bool stuck = m_wakes > MOST_WAKES && tick == m_wokenTick;
        Simulator::ScheduleWithContext(Simulator::NO_CONTEXT,
                                       std::max(time - Simulator::Now(), TimeStep(stuck)),
                                       &BundleMember::Wake,
                                       m_handle,
                                       tick);
    }
}

void
BundleMember::Wake(Ptr<Handle> handle, int64_t tick)
{
    const auto member = handle->member;
    if (member && tick == member->m_wakeTick)
    {
        const Time now = Simulator::Now();
        const bool again = tick == member->m_wokenTick && now == member->m_wokenAt;
        member->m_wakes = again ? member->m_wakes + 1 : 0;
        member->m_wokenTick = tick;
        member->m_wokenAt = now;
        member->m_wakeTick = INT64_MAX;
        member->m_bundle->Advance();
    }
}

void
BundleMember::Leave()
{
    m_bundle->Remove(*this);
    m_handle->member = nullptr;
}

} // namespace ns3::fabric
