/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-basic-arrivals.h"

#include "ns3/double.h"
#include "ns3/log.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BasicArrivals");

NS_OBJECT_ENSURE_REGISTERED(ConstantArrivals);

TypeId
ConstantArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ConstantArrivals")
            .SetParent<ArrivalProcess>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<ConstantArrivals>()
            .AddAttribute("Interval",
                          "Time between two arrivals in ticks, not "
                          "necessarily whole.",
                          DoubleValue(10),
                          UntilFirstArrival(MakeDoubleAccessor(&ConstantArrivals::m_interval)),
                          MakeDoubleChecker<double>(0.5, 1e15));
    return tid;
}

double
ConstantArrivals::GetMeanRate() const
{
    return 1 / m_interval;
}

double
ConstantArrivals::GetCountVariance(int64_t m) const
{
    const double fraction = std::fmod(static_cast<double>(m), m_interval) / m_interval;
    return fraction * (1 - fraction);
}

void
ConstantArrivals::DoStart()
{
    m_step = int64x64_t(m_interval);
    m_phase = m_step * int64x64_t(0, GetRandom().Word());
    m_position = m_phase;
    NS_LOG_LOGIC("first arrival at " << m_phase << " ticks");
}

int64_t
ConstantArrivals::DoNext()
{
    const int64_t tick = m_position.GetHigh();
    m_position += m_step;
    return tick;
}

std::optional<uint64_t>
ConstantArrivals::DoCountTo(int64_t t)
{
    // The quotient may be off by one arrival next to a border, which DoTimeOf decides.
    const int64_t last = std::min(t, HORIZON - 1);
    const auto periods = (int64x64_t(last + 1, 0) - m_phase) / m_step;
    auto count = static_cast<uint64_t>(std::max<int64_t>(periods.GetHigh(), 0));
    while (DoTimeOf(count + 1) <= last)
    {
        ++count;
    }
    while (count > 0 && DoTimeOf(count) > last)
    {
        --count;
    }
    return count;
}

std::optional<int64_t>
ConstantArrivals::DoTimeOf(uint64_t i)
{
    if (static_cast<double>(i) * m_step.GetDouble() >= 2.0 * HORIZON)
    {
        return NEVER;
    }
    return (m_phase + m_step * int64x64_t(static_cast<int64_t>(i - 1), 0)).GetHigh();
}

NS_OBJECT_ENSURE_REGISTERED(BernoulliArrivals);

TypeId
BernoulliArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BernoulliArrivals")
            .SetParent<ArrivalProcess>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<BernoulliArrivals>()
            .AddAttribute("Probability",
                          "Probability of an arrival in a tick.",
                          DoubleValue(0.1),
                          UntilFirstArrival(MakeDoubleAccessor(&BernoulliArrivals::m_probability)),
                          MakeDoubleChecker<double>(1e-15, 1));
    return tid;
}

double
BernoulliArrivals::GetMeanRate() const
{
    return m_probability;
}

double
BernoulliArrivals::GetCountVariance(int64_t m) const
{
    return static_cast<double>(m) * m_probability * (1 - m_probability);
}

void
BernoulliArrivals::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_scale = 1 / std::log1p(-m_probability);
    m_tick = -1;
}

int64_t
BernoulliArrivals::DoNext()
{
    m_tick += 1 + static_cast<int64_t>(std::log(GetRandom().Uniform()) * m_scale);
    return m_tick;
}

NS_OBJECT_ENSURE_REGISTERED(PoissonArrivals);

TypeId
PoissonArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PoissonArrivals")
            .SetParent<ArrivalProcess>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<PoissonArrivals>()
            .AddAttribute("Rate",
                          "Arrivals per tick.",
                          DoubleValue(0.1),
                          UntilFirstArrival(MakeDoubleAccessor(&PoissonArrivals::m_rate)),
                          MakeDoubleChecker<double>(1e-15, 1e9));
    return tid;
}

double
PoissonArrivals::GetMeanRate() const
{
    return m_rate;
}

double
PoissonArrivals::GetCountVariance(int64_t m) const
{
    return m_rate * static_cast<double>(m);
}

void
PoissonArrivals::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_meanInterval = 1 / m_rate;
    m_position = {};
}

int64_t
PoissonArrivals::DoNext()
{
    m_position.Advance(-std::log(GetRandom().Uniform()) * m_meanInterval);
    return m_position.tick;
}

} // namespace ns3
