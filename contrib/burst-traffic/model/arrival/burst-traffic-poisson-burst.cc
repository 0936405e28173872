/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-poisson-burst.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PoissonBurstArrivals");

NS_OBJECT_ENSURE_REGISTERED(PoissonBurstArrivals);

TypeId
PoissonBurstArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PoissonBurstArrivals")
            .SetParent<ArrivalProcess>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<PoissonBurstArrivals>()
            .AddAttribute("BurstRate",
                          "Mean number of bursts that begin in a tick.",
                          DoubleValue(0.1),
                          UntilFirstArrival(MakeDoubleAccessor(&PoissonBurstArrivals::m_burstRate)),
                          MakeDoubleChecker<double>(1e-15, 1e9))
            .AddAttribute("Shape",
                          "Tail index of the durations of bursts, above 1 and at most 2.",
                          DoubleValue(1.25),
                          UntilFirstArrival(MakeDoubleAccessor(&PoissonBurstArrivals::m_shape)),
                          MakeDoubleChecker<double>(std::nextafter(1.0, 2.0), 2.0))
            .AddAttribute("Spacing",
                          "Ticks between two requests of a burst.",
                          UintegerValue(10),
                          UntilFirstArrival(MakeUintegerAccessor(&PoissonBurstArrivals::m_spacing)),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

double
PoissonBurstArrivals::GetMeanRate() const
{
    return m_burstRate * traffic::ParetoTicks(m_shape).GetMean() / m_spacing;
}

double
PoissonBurstArrivals::GetCountVariance(int64_t m) const
{
    constexpr int64_t MAX_LAGS = 1 << 24;
    if (m / m_spacing > MAX_LAGS)
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const traffic::ParetoTicks law(m_shape);
    double sum = 0;
    for (int64_t k = m_spacing; k < m; k += m_spacing)
    {
        // E[max(D - k, 0)] is the sum of P(D > j) from j = k on.
        sum += static_cast<double>(m - k) * law.GetTailSum(k, 1);
    }
    return GetMeanRate() * static_cast<double>(m) + 2 * m_burstRate / m_spacing * sum;
}

void
PoissonBurstArrivals::DoStart()
{
    constexpr double MAX_ACTIVE = 1 << 26;
    m_law.emplace(m_shape);
    m_meanInterval = 1 / m_burstRate;
    m_grid = m_spacing;
    m_bursts = {};
    CheckSteps(m_grid / m_law->GetMean(), "bursts, by Spacing and Shape");
    const double active = m_burstRate * m_law->GetMean();
    if (active > MAX_ACTIVE)
    {
        throw std::invalid_argument("BurstRate " + std::to_string(m_burstRate) + " with Shape " +
                                    std::to_string(m_shape) + " means " + std::to_string(active) +
                                    " bursts at a time; allowed are 2^26");
    }
    auto& random = GetRandom();
    for (double sum = -std::log(random.Uniform()); sum < active; sum -= std::log(random.Uniform()))
    {
        Enter(0, m_law->DrawResidual(random));
    }
    NS_LOG_LOGIC(m_bursts.size() << " bursts are active at the start");
    // Bursts that begin at tick 0 are among the active ones.
    m_begin = {1, 0};
    Advance();
}

int64_t
PoissonBurstArrivals::DoNext()
{
    while (m_begin.tick < HORIZON && (m_bursts.empty() || m_begin.tick <= m_bursts.top().request))
    {
        Enter(m_begin.tick, m_law->Draw(GetRandom()));
        Advance();
    }
    if (m_bursts.empty())
    {
        return NEVER;
    }
    Burst burst = m_bursts.top();
    const int64_t tick = burst.request;
    m_bursts.pop();
    burst.request += m_grid;
    if (burst.request < burst.end)
    {
        m_bursts.push(burst);
    }
    return tick;
}

void
PoissonBurstArrivals::Enter(int64_t begin, int64_t ticks)
{
    const double phase = (1 - GetRandom().Uniform()) * static_cast<double>(m_grid);
    const Burst burst{begin + static_cast<int64_t>(phase), begin + ticks};
    if (burst.request < burst.end)
    {
        m_bursts.push(burst);
    }
}

void
PoissonBurstArrivals::Advance()
{
    m_begin.Advance(-std::log(GetRandom().Uniform()) * m_meanInterval);
}

} // namespace ns3
