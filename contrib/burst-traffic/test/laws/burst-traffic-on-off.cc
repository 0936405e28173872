/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-pareto-on-off-arrivals.h"

#include <algorithm>
#include <boost/math/special_functions/zeta.hpp>
#include <gtest/gtest.h>
#include <optional>
#include <string>

using namespace ns3;

namespace
{

const double DUTY = boost::math::zeta(1.9) / (boost::math::zeta(1.9) + boost::math::zeta(1.25));

Ptr<ParetoOnOffArrivals>
MakeOnOff(const std::string& attributes, int64_t stream)
{
    auto process =
        burst::CreateFromText<ParetoOnOffArrivals>("ns3::ParetoOnOffArrivals[" + attributes + "]");
    process->AssignStreams(stream);
    return process;
}

Ptr<ParetoOnOffArrivals>
MakeOnOff(uint32_t sources, uint32_t spacing, int64_t stream)
{
    return MakeOnOff("Sources=" + std::to_string(sources) + "|Spacing=" + std::to_string(spacing),
                     stream);
}

/**
 * The aggregate, tick by tick: every source is a row of ticks that are ON or OFF, requests are
 * found by looking at each tick.
 */
class TickByTick
{
  public:
    /** @param fresh whether sources begin with a fresh OFF instead of in equilibrium */
    TickByTick(uint32_t sources,
               int64_t spacing,
               const std::string& rule,
               int64_t stream,
               bool fresh = false)
        : m_spacing(spacing),
          m_rule(rule),
          m_sources(sources)
    {
        traffic::StreamRandom seeds((uint64_t{1} << 63) + stream);
        const bool grid = m_rule == "FreeGrid" || m_rule == "Carried";
        for (auto& source : m_sources)
        {
            auto& random = source.random.emplace(seeds.Split());
            const bool on = random.Uniform() <= DUTY && !fresh;
            const auto& law = on ? m_on : m_off;
            const int64_t first = fresh ? law.Draw(random) : law.DrawResidual(random);
            if (on && !grid)
            {
                source.age = law.DrawWhole(first, random) - first;
            }
            Append(source, on, first);
            if (!on)
            {
                Append(source, true, m_on.Draw(random));
            }
            if (grid)
            {
                source.phase = static_cast<int64_t>((1 - random.Uniform()) * m_spacing);
            }
            Advance(source);
        }
    }

    /** @return the ticks of all requests before an end */
    std::vector<int64_t> Run(int64_t end)
    {
        std::vector<int64_t> requests;
        for (int64_t tick = 0; tick < end; ++tick)
        {
            for (auto& source : m_sources)
            {
                if (source.request == tick)
                {
                    requests.push_back(tick);
                    Advance(source);
                }
            }
        }
        return requests;
    }

  private:
    struct Source
    {
        std::optional<traffic::StreamRandom> random;
        int64_t phase{0};
        int64_t tick{0};      //!< the next one to look at
        int64_t age{0};       //!< of the ON at that tick
        int64_t onTicks{0};   //!< before that tick
        int64_t request;      //!< tick of the next one
        std::vector<bool> on; //!< tick by tick, as far as drawn
    };

    void Append(Source& source, bool on, int64_t ticks)
    {
        // What is longer than any test is cut, and keeps its place on the grid.
        const int64_t longest = 3000 * m_spacing + 20'000 / m_spacing * m_spacing;
        source.on.insert(source.on.end(),
                         ticks > longest ? longest + ticks % m_spacing : ticks,
                         on);
    }

    bool IsRequest(const Source& source) const
    {
        if (m_rule == "FreeGrid")
        {
            return source.tick % m_spacing == source.phase;
        }
        if (m_rule == "Carried")
        {
            return source.onTicks % m_spacing == source.phase;
        }
        return source.age % m_spacing == 0 && (source.age > 0 || m_rule == "AtStart");
    }

    /** Look at one tick after the other until there is a request. */
    void Advance(Source& source)
    {
        for (bool found = false; !found; ++source.tick)
        {
            while (source.tick >= static_cast<int64_t>(source.on.size()))
            {
                Append(source, false, m_off.Draw(*source.random));
                Append(source, true, m_on.Draw(*source.random));
            }
            if (source.on[source.tick])
            {
                found = IsRequest(source);
                source.request = source.tick;
                ++source.age;
                ++source.onTicks;
            }
            else
            {
                source.age = 0;
            }
        }
    }

    int64_t m_spacing;
    std::string m_rule;
    traffic::ParetoTicks m_on{1.9};
    traffic::ParetoTicks m_off{1.25};
    std::vector<Source> m_sources;
};

} // namespace

TEST(ParetoOnOffArrivals, AgreesWithTickByTickReference)
{
    for (const std::string rule : {"FreeGrid", "Carried", "AtStart", "AfterSpacing"})
    {
        for (const uint32_t sources : {1, 2, 7, 64})
        {
            for (const uint32_t spacing : {1, 3, 10})
            {
                std::vector<int64_t> ticks;
                MakeOnOff("Sources=" + std::to_string(sources) +
                              "|Spacing=" + std::to_string(spacing) + "|PhaseRule=" + rule,
                          21)
                    ->Fill(0, 10'000, ticks);
                EXPECT_EQ(ticks, TickByTick(sources, spacing, rule, 21).Run(10'000))
                    << rule << ", " << sources << " sources, spacing " << spacing;
            }
        }
    }
}

// The number of sources that are ON at a tick is binomial at every tick, from the first one on.
TEST(ParetoOnOffArrivals, IsInEquilibriumFromTheFirstTick)
{
    constexpr uint32_t SOURCES = 200'000;
    std::vector<int64_t> ticks;
    MakeOnOff(SOURCES, 1, 22)->Fill(0, 101, ticks);
    for (const int64_t tick : {0, 1, 2, 3, 10, 100})
    {
        const auto on = std::count(ticks.begin(), ticks.end(), tick);
        EXPECT_LT(
            std::abs(DeviationOverLimit(1.0 * on / SOURCES, DUTY, DUTY * (1 - DUTY), SOURCES)),
            1)
            << tick;
    }
}

// Mean and variance of the counts of short windows at the start, over independent replications,
// against the exact values. Sources that begin with a fresh OFF offer 16 % more in 1000 ticks.
TEST(ParetoOnOffArrivals, CountsAtTheStartHaveExactMeanAndVariance)
{
    constexpr int REPLICATIONS = 2000;
    constexpr uint32_t SOURCES = 50;
    const std::vector<int64_t> windows{7, 37, 100, 1000};
    std::vector<std::vector<double>> counts(windows.size());
    for (int stream = 0; stream < REPLICATIONS; ++stream)
    {
        auto process = MakeOnOff(SOURCES, 10, stream);
        for (std::size_t w = 0; w < windows.size(); ++w)
        {
            counts[w].push_back(static_cast<double>(process->CountTo(windows[w] - 1)));
        }
    }
    auto process = MakeOnOff(SOURCES, 10, 0);
    for (std::size_t w = 0; w < windows.size(); ++w)
    {
        const double mean = process->GetMeanRate() * static_cast<double>(windows[w]);
        const double variance = process->GetCountVariance(windows[w]);
        double sum = 0;
        double squares = 0;
        for (const double count : counts[w])
        {
            sum += count - mean;
            squares += (count - mean) * (count - mean);
        }
        EXPECT_LT(std::abs(DeviationOverLimit(sum / REPLICATIONS, 0, variance, REPLICATIONS)), 1)
            << windows[w] << " ticks";
        // Fifty sources: as good as normal, the variance of a square is 2 variance^2.
        EXPECT_LT(std::abs(DeviationOverLimit(squares / REPLICATIONS,
                                              variance,
                                              2.1 * variance * variance,
                                              REPLICATIONS)),
                  1)
            << windows[w] << " ticks";
    }

    constexpr int FRESH_REPLICATIONS = 200;
    double fresh = 0;
    for (int stream = 0; stream < FRESH_REPLICATIONS; ++stream)
    {
        fresh +=
            static_cast<double>(TickByTick(SOURCES, 10, "FreeGrid", stream, true).Run(1000).size());
    }
    EXPECT_GT(DeviationOverLimit(fresh / FRESH_REPLICATIONS,
                                 process->GetMeanRate() * 1000,
                                 process->GetCountVariance(1000),
                                 FRESH_REPLICATIONS),
              1);
}

// Table 1.4 of the study's digest (an independent program): relative deviation of the time one
// source is ON in m ticks, and the ratio to the asymptote sigma^2 m^(2H), H = 0.875, of M. Taqqu,
// W. Willinger and R. Sherman, "Proof of a fundamental result in self-similar traffic modeling",
// ACM SIGCOMM CCR 27(2), 1997.
TEST(ParetoOnOffArrivals, VarianceFollowsThePublishedCurve)
{
    const double cycle = boost::math::zeta(1.9) + boost::math::zeta(1.25);
    const double scale = 2 * std::pow(boost::math::zeta(1.9), 2) / std::pow(cycle, 3) *
                         std::tgamma(2 - 1.25) / (1.25 - 1) / std::tgamma(4 - 1.25);

    struct Row
    {
        int64_t m;
        double deviation;
        double ratio;
    };

    auto process = MakeOnOff(1, 1, 0);
    for (const auto& [m, deviation, ratio] : {Row{100, 0.680, 1.521},
                                              Row{1000, 0.465, 1.267},
                                              Row{10'000, 0.329, 1.127},
                                              Row{100'000, 0.240, 1.062}})
    {
        const double variance = process->GetCountVariance(m);
        const auto ticks = static_cast<double>(m);
        EXPECT_NEAR(std::sqrt(variance) / (DUTY * ticks), deviation, 5.01e-4) << m;
        EXPECT_NEAR(variance / (scale * std::pow(ticks, 1.75)), ratio, 1e-3) << m;
    }
}

TEST(ParetoOnOffArrivals, VarianceAddsUpOverSources)
{
    EXPECT_NEAR(MakeOnOff(43, 10, 0)->GetCountVariance(137),
                43 * MakeOnOff(1, 10, 0)->GetCountVariance(137),
                1e-9);
    EXPECT_EQ(MakeOnOff(1, 10, 0)->GetCountVariance(0), 0);
    EXPECT_TRUE(std::isnan(MakeOnOff(1, 10, 0)->GetCountVariance(int64_t{1} << 21)));
    // One tick: a request comes with probability DUTY / Spacing.
    const double p = DUTY / 10;
    EXPECT_NEAR(MakeOnOff(1, 10, 0)->GetCountVariance(1), p * (1 - p), 1e-12);
}
