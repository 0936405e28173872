/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-pareto-on-off.h"

#include "burst-traffic-renewal.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <limits>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ParetoOnOffArrivals);

TypeId
ParetoOnOffArrivals::GetTypeId()
{
    static const auto shapeChecker = MakeDoubleChecker<double>(std::nextafter(1.0, 2.0), 2.0);
    static TypeId tid = TypeId("ns3::ParetoOnOffArrivals")
                            .SetParent<ArrivalProcess>()
                            .SetGroupName("BurstTraffic")
                            .AddConstructor<ParetoOnOffArrivals>()
                            .AddAttribute("Sources",
                                          "Number of independent ON-OFF sources that are added up.",
                                          UintegerValue(1),
                                          MakeUintegerAccessor(&ParetoOnOffArrivals::m_count),
                                          MakeUintegerChecker<uint32_t>(1))
                            .AddAttribute("OnShape",
                                          "Tail index of the ON durations, above 1 and at most 2.",
                                          DoubleValue(1.9),
                                          MakeDoubleAccessor(&ParetoOnOffArrivals::m_onShape),
                                          shapeChecker)
                            .AddAttribute("OffShape",
                                          "Tail index of the OFF durations, above 1 and at most 2.",
                                          DoubleValue(1.25),
                                          MakeDoubleAccessor(&ParetoOnOffArrivals::m_offShape),
                                          shapeChecker)
                            .AddAttribute("Spacing",
                                          "Ticks between two requests of a source that is ON.",
                                          UintegerValue(10),
                                          MakeUintegerAccessor(&ParetoOnOffArrivals::m_spacing),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

double
ParetoOnOffArrivals::GetMeanRate() const
{
    const double on = ParetoTicks(m_onShape).GetMean();
    const double off = ParetoTicks(m_offShape).GetMean();
    return m_count * on / (on + off) / m_spacing;
}

double
ParetoOnOffArrivals::GetCountVariance(int64_t m) const
{
    constexpr int64_t LONGEST_WINDOW = 1 << 20;
    if (m < 0 || m > LONGEST_WINDOW)
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const ParetoTicks on(m_onShape);
    const ParetoTicks off(m_offShape);
    const double duty = on.GetMean() / (on.GetMean() + off.GetMean());
    const std::size_t lags = static_cast<std::size_t>(m) + 1;
    const auto covariance =
        OnOffAutocovariance(on.GetTail(lags), on.GetMean(), off.GetTail(lags), off.GetMean());
    const auto varianceOfGridTicks = [&](int64_t n) {
        double variance = n * covariance[0];
        for (int64_t k = 1; k < n; ++k)
        {
            variance += 2 * (n - k) * covariance[k * m_spacing];
        }
        return variance;
    };
    // The random phase decides whether the window holds n or n + 1 ticks of a source's grid.
    const int64_t n = m / m_spacing;
    const double oneMore = static_cast<double>(m % m_spacing) / m_spacing;
    double variance = varianceOfGridTicks(n);
    if (oneMore > 0)
    {
        variance += oneMore * (varianceOfGridTicks(n + 1) - variance) +
                    duty * duty * oneMore * (1 - oneMore);
    }
    return m_count * variance;
}

void
ParetoOnOffArrivals::DoStart()
{
    m_on.emplace(m_onShape);
    m_off.emplace(m_offShape);
    m_grid = m_spacing;
    m_onEnd.resize(m_count);
    PlayAll();
}

int64_t
ParetoOnOffArrivals::DoNext()
{
    const auto [tick, source] = m_winner;
    if (tick != NEVER)
    {
        Replay(Seek(source, tick + m_grid, tick));
    }
    return tick;
}

ParetoOnOffArrivals::Request
ParetoOnOffArrivals::First(uint32_t source)
{
    auto& random = GetRandom();
    const auto phase = static_cast<int64_t>((1 - random.Uniform()) * static_cast<double>(m_grid));
    const double on = m_on->GetMean();
    int64_t onStart = 0;
    if (random.Uniform() * (on + m_off->GetMean()) <= on)
    {
        m_onEnd[source] = m_on->DrawResidual(random);
    }
    else
    {
        onStart = m_off->DrawResidual(random);
        m_onEnd[source] = onStart + m_on->Draw(random);
    }
    return Seek(source, phase, onStart);
}

ParetoOnOffArrivals::Request
ParetoOnOffArrivals::Seek(uint32_t source, int64_t tick, int64_t onStart)
{
    int64_t onEnd = m_onEnd[source];
    while (onStart < HORIZON)
    {
        if (tick < onStart)
        {
            tick += (onStart - tick + m_grid - 1) / m_grid * m_grid;
        }
        if (tick < onEnd)
        {
            m_onEnd[source] = onEnd;
            return {tick, source};
        }
        onStart = onEnd + m_off->Draw(GetRandom());
        onEnd = onStart + m_on->Draw(GetRandom());
    }
    return {NEVER, source};
}

void
ParetoOnOffArrivals::PlayAll()
{
    // Node 1 is the final, nodes m_count .. 2 m_count - 1 are the sources.
    std::vector<Request> winners(2 * static_cast<std::size_t>(m_count));
    for (uint32_t source = 0; source < m_count; ++source)
    {
        winners[m_count + source] = First(source);
    }
    m_losers.resize(m_count);
    for (std::size_t node = m_count - 1; node > 0; --node)
    {
        winners[node] = winners[2 * node];
        m_losers[node] = winners[2 * node + 1];
        if (m_losers[node] < winners[node])
        {
            std::swap(m_losers[node], winners[node]);
        }
    }
    m_winner = winners[1];
}

void
ParetoOnOffArrivals::Replay(Request request)
{
    for (std::size_t node = (m_losers.size() + request.source) / 2; node > 0; node /= 2)
    {
        // Who wins is as good as random: written so that no branch has to be predicted.
        const Request rival = m_losers[node];
        const bool loses = rival < request;
        m_losers[node] = loses ? request : rival;
        request = loses ? rival : request;
    }
    m_winner = request;
}

} // namespace ns3
