/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-arrival-process.h"

#include "ns3/abort.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ArrivalProcess");

NS_OBJECT_ENSURE_REGISTERED(ArrivalProcess);

TypeId
ArrivalProcess::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<ArrivalProcess>(
        TypeId("ns3::ArrivalProcess")
            .SetParent<Object>()
            .SetGroupName("BurstTraffic")
            .AddAttribute("Blocked",
                          "What happens to arrivals while the process is held: Defer makes them "
                          "arrive when the process is resumed, Drop drops them.",
                          EnumValue(DEFER),
                          burst::MakeEnumerationAccessor<BlockedPolicy>(&ArrivalProcess::m_blocked),
                          MakeEnumChecker(DEFER, "Defer", DROP, "Drop")),
        {{"nominal_rate",
          "1/tick",
          "arrivals per tick in the long run",
          &ArrivalProcess::GetMeanRate}});
    return tid;
}

ArrivalProcess::ArrivalProcess()
    : m_origin(RngSeedManager::GetNextStreamIndex()),
      m_random(m_origin)
{
}

int64_t
ArrivalProcess::Peek()
{
    if (m_ahead.empty() && !Extend())
    {
        return NEVER;
    }
    return m_ahead.front() <= m_held ? m_ahead.front() : NEVER;
}

int64_t
ArrivalProcess::Next()
{
    int64_t tick;
    if (m_ahead.empty() && m_held == NEVER)
    {
        tick = Pull();
    }
    else
    {
        tick = Peek();
        if (tick != NEVER)
        {
            m_ahead.pop_front();
        }
    }
    if (tick != NEVER)
    {
        ++m_consumed;
        m_consumedTick = tick;
    }
    return tick;
}

void
ArrivalProcess::Take(std::size_t count, std::vector<int64_t>& ticks)
{
    Start();
    for (; count > 0 && (!m_ahead.empty() || m_held != NEVER); --count)
    {
        const int64_t tick = Next();
        if (tick == NEVER)
        {
            return;
        }
        ticks.push_back(tick);
    }
    if (count == 0 || m_pulledTick == NEVER)
    {
        return;
    }
    const std::size_t before = ticks.size();
    ticks.resize(before + count);
    DoTake(count, ticks.data() + before);
    const auto first = ticks.begin() + static_cast<std::ptrdiff_t>(before);
    NS_ABORT_MSG_IF(*first < m_pulledTick || !std::is_sorted(first, ticks.end()),
                    GetInstanceTypeId().GetName() << " went back after tick " << m_pulledTick);
    ticks.erase(std::lower_bound(first, ticks.end(), HORIZON), ticks.end());
    m_pulledTick = ticks.size() < before + count ? NEVER : ticks.back();
    m_pulled += ticks.size() - before;
    m_consumed += ticks.size() - before;
    m_consumedTick = ticks.size() > before ? ticks.back() : m_consumedTick;
}

int64_t
ArrivalProcess::NextAfter(int64_t t)
{
    int64_t tick = Peek();
    while (tick <= t && tick != NEVER)
    {
        Next();
        tick = Peek();
    }
    return tick;
}

void
ArrivalProcess::Fill(int64_t begin, int64_t end, std::vector<int64_t>& ticks)
{
    NextAfter(begin - 1);
    while (Peek() < end)
    {
        ticks.push_back(Next());
    }
}

uint64_t
ArrivalProcess::CountTo(int64_t t)
{
    if (t < m_consumedTick)
    {
        throw std::invalid_argument("CountTo(" + std::to_string(t) +
                                    ") looks back: the process was consumed up to tick " +
                                    std::to_string(m_consumedTick));
    }
    Start();
    const int64_t last = std::min(t, m_held);
    if (last >= m_pulledTick)
    {
        if (const auto count = DoCountTo(last))
        {
            return m_consumed + m_ahead.size() + *count - m_pulled;
        }
        while (m_pulledTick <= last && Extend())
        {
        }
    }
    const auto after = std::upper_bound(m_ahead.begin(), m_ahead.end(), last);
    return m_consumed + (after - m_ahead.begin());
}

int64_t
ArrivalProcess::TimeOf(uint64_t i)
{
    if (i <= m_consumed)
    {
        throw std::invalid_argument("TimeOf(" + std::to_string(i) + ") looks back: " +
                                    std::to_string(m_consumed) + " arrivals were consumed");
    }
    Start();
    const uint64_t index = i - m_consumed - 1;
    std::optional<int64_t> tick;
    if (index >= m_ahead.size())
    {
        tick = DoTimeOf(m_pulled + index - m_ahead.size() + 1);
    }
    if (!tick)
    {
        while (index >= m_ahead.size() && Extend())
        {
        }
        tick = index < m_ahead.size() ? m_ahead[index] : NEVER;
    }
    return *tick < HORIZON && *tick <= m_held ? *tick : NEVER;
}

void
ArrivalProcess::Hold(int64_t t)
{
    NS_LOG_FUNCTION(this << t);
    if (m_held != NEVER || t < -1 || t == NEVER)
    {
        throw std::invalid_argument("Hold(" + std::to_string(t) +
                                    ") takes a tick from -1 on while the process is not held");
    }
    Start();
    m_held = t;
}

uint64_t
ArrivalProcess::Resume(int64_t t)
{
    NS_LOG_FUNCTION(this << t);
    if (m_held == NEVER || t < m_held || t < m_consumedTick)
    {
        throw std::invalid_argument("Resume(" + std::to_string(t) +
                                    ") takes a tick not before Hold and the last consumed arrival, "
                                    "while the process is held");
    }
    while (m_pulledTick <= t && Extend())
    {
    }
    const auto first = std::upper_bound(m_ahead.begin(), m_ahead.end(), m_held);
    const auto end = std::upper_bound(first, m_ahead.end(), t);
    const uint64_t blocked = end - first;
    NS_LOG_LOGIC(blocked << " arrivals " << (m_blocked == DROP ? "are dropped" : "were deferred"));
    if (m_blocked == DROP)
    {
        m_ahead.erase(first, end);
    }
    else
    {
        std::fill(first, end, t);
    }
    m_held = NEVER;
    return blocked;
}

int64_t
ArrivalProcess::GetHold() const
{
    return m_held;
}

uint64_t
ArrivalProcess::CountBlocked(int64_t t)
{
    if (m_held == NEVER)
    {
        return 0;
    }
    while (m_pulledTick <= t && Extend())
    {
    }
    const auto first = std::upper_bound(m_ahead.begin(), m_ahead.end(), m_held);
    return std::upper_bound(first, m_ahead.end(), t) - first;
}

Ptr<ArrivalProcess>
ArrivalProcess::Clone() const
{
    ObjectFactory factory(GetInstanceTypeId().GetName());
    auto clone = factory.Create<ArrivalProcess>();
    for (const auto& attribute : burst::GetSettableAttributes(GetInstanceTypeId()))
    {
        if (attribute.accessor->HasGetter())
        {
            auto value = attribute.checker->Create();
            GetAttribute(attribute.name, *value);
            // ns-3 refuses null pointers; the clone has them already.
            clone->SetAttributeFailSafe(attribute.name, *value);
        }
    }
    clone->m_stream = m_stream;
    clone->m_origin = m_origin;
    return clone;
}

Ptr<ArrivalProcess>
ArrivalProcess::CloneOnSameStream(const ArrivalProcess& other) const
{
    auto clone = other.Clone();
    clone->m_stream = m_stream;
    clone->m_origin = m_origin;
    return clone;
}

double
ArrivalProcess::GetCountVariance(int64_t m) const
{
    return std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::string>
ArrivalProcess::GetInputFiles() const
{
    return {};
}

int64_t
ArrivalProcess::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    if (m_drivers > 0)
    {
        throw std::invalid_argument("AssignStreams(" + std::to_string(stream) + ") of a process " +
                                    "that runs; allowed is it before the start of the application");
    }
    m_stream = std::max<int64_t>(stream, -1);
    m_origin = traffic::StreamRandom::Assigned(m_stream);
    m_started = false;
    m_held = NEVER;
    m_pulled = 0;
    m_pulledTick = 0;
    m_consumed = 0;
    m_consumedTick = -1;
    m_ahead.clear();
    return 1;
}

int64_t
ArrivalProcess::GetStream() const
{
    return m_stream;
}

void
ArrivalProcess::CheckSteps(double steps, const std::string& what) const
{
    constexpr double MAX = 1e8;
    if (steps > MAX)
    {
        std::ostringstream message;
        message << GetInstanceTypeId().GetName() << " has one arrival in " << steps << " " << what
                << "; allowed are " << MAX;
        throw std::invalid_argument(message.str());
    }
}

void
ArrivalProcess::DoTake(std::size_t count, int64_t* ticks)
{
    for (std::size_t i = 0; i < count; ++i)
    {
        // no call follows after the end
        ticks[i] = i > 0 && ticks[i - 1] >= HORIZON ? NEVER : DoNext();
    }
}

std::optional<uint64_t>
ArrivalProcess::DoCountTo(int64_t t)
{
    return std::nullopt;
}

std::optional<int64_t>
ArrivalProcess::DoTimeOf(uint64_t i)
{
    return std::nullopt;
}

Ptr<const AttributeAccessor>
ArrivalProcess::UntilFirstArrival(Ptr<const AttributeAccessor> accessor)
{
    return burst::MakeAccessorUntil(accessor, &ArrivalProcess::IsStarted, "the first arrival");
}

bool
ArrivalProcess::IsStarted() const
{
    return m_started;
}

void
ArrivalProcess::Start()
{
    if (!m_started)
    {
        NS_LOG_LOGIC(GetInstanceTypeId().GetName() << " starts on stream " << m_stream);
        m_random = m_origin;
        DoStart();
        m_started = true;
    }
}

int64_t
ArrivalProcess::Pull()
{
    Start();
    if (m_pulledTick == NEVER)
    {
        return NEVER;
    }
    const int64_t tick = DoNext();
    NS_ABORT_MSG_IF(tick < m_pulledTick,
                    GetInstanceTypeId().GetName()
                        << " went back from tick " << m_pulledTick << " to " << tick);
    if (tick >= HORIZON)
    {
        m_pulledTick = NEVER;
        return NEVER;
    }
    m_pulledTick = tick;
    ++m_pulled;
    return tick;
}

bool
ArrivalProcess::Extend()
{
    const int64_t tick = Pull();
    if (tick != NEVER)
    {
        m_ahead.push_back(tick);
    }
    return tick != NEVER;
}

} // namespace ns3
