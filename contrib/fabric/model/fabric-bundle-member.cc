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

BundleMember::BundleMember()
    : m_bundle(std::make_shared<Bundle>(*this))
{
}

BundleMember::~BundleMember() = default;

Bundle&
BundleMember::GetBundle() const
{
    return *m_bundle;
}

void
BundleMember::JoinWith(BundleMember& other)
{
    if (m_bundle != other.m_bundle)
    {
        m_bundle->Add(other);
    }
}

void
BundleMember::WakeAt(int64_t tick, const Time& time)
{
    if (tick < m_wakeTick)
    {
        m_wakeTick = tick; // an event for a later tick finds that it is not the one
        Simulator::ScheduleWithContext(Simulator::NO_CONTEXT,
                                       std::max(time - Simulator::Now(), Time(0)),
                                       &BundleMember::Wake,
                                       this,
                                       tick);
    }
}

void
BundleMember::Wake(int64_t tick)
{
    if (tick == m_wakeTick)
    {
        m_wakeTick = INT64_MAX;
        m_bundle->Advance();
    }
}

void
BundleMember::Leave()
{
    m_wakeTick = INT64_MAX;
    m_bundle->Clear();
}

} // namespace ns3::fabric
