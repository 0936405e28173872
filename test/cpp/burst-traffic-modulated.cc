/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-rate-modulated.h"
#include "ns3/enum.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

/** Segments as a test wants them, over and over. */
class StaircaseArrivals : public RateModulatedArrivals
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("StaircaseArrivals")
                                .SetParent<RateModulatedArrivals>()
                                .AddConstructor<StaircaseArrivals>();
        return tid;
    }

    static Ptr<StaircaseArrivals> Make(Placement placement,
                                       std::vector<std::pair<int64_t, double>> segments,
                                       int64_t stream)
    {
        auto process = CreateObject<StaircaseArrivals>();
        process->SetAttribute("Placement", EnumValue(placement));
        process->m_segments = std::move(segments);
        process->AssignStreams(stream);
        return process;
    }

    double GetMeanRate() const override
    {
        return 0;
    }

  private:
    void DoStartRate() override
    {
        m_next = 0;
    }

    Segment DoNextSegment() override
    {
        const auto& [ticks, rate] = m_segments[m_next++ % m_segments.size()];
        return {ticks, rate};
    }

    std::vector<std::pair<int64_t, double>> m_segments;
    std::size_t m_next;
};

NS_OBJECT_ENSURE_REGISTERED(StaircaseArrivals);

Ptr<ArrivalProcess>
Make(const std::string& text, int64_t stream)
{
    auto process = burst::CreateFromText<ArrivalProcess>(text);
    process->AssignStreams(stream);
    return process;
}

/** Counts of the first m ticks against the exact mean and variance, over independent streams. */
void
CompareCountsAtTheStart(const std::string& text, int streams)
{
    const std::vector<int64_t> windows{1, 7, 100, 1000};
    std::vector<std::vector<double>> squares(windows.size());
    std::vector<double> sum(windows.size());
    const auto process = Make(text, 0);
    for (int stream = 0; stream < streams; ++stream)
    {
        process->AssignStreams(stream);
        for (std::size_t w = 0; w < windows.size(); ++w)
        {
            const auto count = static_cast<double>(process->CountTo(windows[w] - 1));
            const double mean = process->GetMeanRate() * static_cast<double>(windows[w]);
            sum[w] += count - mean;
            squares[w].push_back((count - mean) * (count - mean));
        }
    }
    for (std::size_t w = 0; w < windows.size(); ++w)
    {
        const double variance = process->GetCountVariance(windows[w]);
        EXPECT_LT(std::abs(DeviationOverLimit(sum[w] / streams, 0, variance, streams)), 1)
            << text << ", mean of " << windows[w] << " ticks";
        EXPECT_LT(std::abs(VarianceOverLimit(squares[w], variance)), 1)
            << text << ", variance of " << windows[w] << " ticks";
    }
}

} // namespace

// An integral that passes whole numbers: any two counts differ by the integral, rounded up or down.
TEST(RateModulatedArrivals, EvenCountsFollowTheIntegral)
{
    const std::vector<std::pair<int64_t, double>> segments{{3, M_SQRT1_2},
                                                           {50, 0},
                                                           {10, 0.01},
                                                           {1, 5.3}};
    auto process = StaircaseArrivals::Make(RateModulatedArrivals::EVEN, segments, 1);
    constexpr int64_t ROUNDS = 3000;
    double integral = 0;
    double least = 1;
    double most = -1;
    int64_t tick = 0;
    for (int64_t round = 0; round < ROUNDS; ++round)
    {
        for (const auto& [ticks, rate] : segments)
        {
            for (int64_t i = 0; i < ticks; ++i)
            {
                integral += rate;
                const auto count = static_cast<double>(process->CountTo(tick++));
                least = std::min(least, integral - count);
                most = std::max(most, integral - count);
            }
        }
    }
    EXPECT_LT(most - least, 1 + 1e-9);
    EXPECT_GT(most - least, 0.9);
}

// The phase is uniform: an arrival in the first tick with the probability of its integral.
TEST(RateModulatedArrivals, EvenPhaseIsUniform)
{
    constexpr int STREAMS = 20'000;
    std::vector<uint64_t> observed(10);
    for (int stream = 0; stream < STREAMS; ++stream)
    {
        auto process = StaircaseArrivals::Make(RateModulatedArrivals::EVEN, {{1, 0.1}}, stream);
        ++observed[process->Next()];
    }
    EXPECT_LT(ChiSquareOverLimit(observed, std::vector<double>(10, 0.1), STREAMS), 1);
}

// Rates that change every tick: the counts of two neighbours are a product of two Poisson laws.
TEST(RateModulatedArrivals, PoissonCountsHaveTheRateOfTheirTick)
{
    constexpr int64_t PAIRS = 200'000;
    constexpr double LOW = 0.3;
    constexpr double HIGH = 2.5;
    auto process =
        StaircaseArrivals::Make(RateModulatedArrivals::POISSON, {{1, LOW}, {1, HIGH}}, 2);
    std::vector<int64_t> ticks;
    process->Fill(0, 2 * PAIRS, ticks);
    EXPECT_LT(PoissonPairsOverLimit(ticks, PAIRS, LOW, HIGH), 1);
}

// Beyond 2^57 ticks a double counts in steps of 32; the last five bits of a tick are still random.
TEST(RateModulatedArrivals, NothingIsRoundedAwayFarFromTheStart)
{
    const std::vector<std::pair<int64_t, double>> segments{{int64_t{1} << 59, 1e-13}};
    auto process = StaircaseArrivals::Make(RateModulatedArrivals::POISSON, segments, 3);
    process->NextAfter(int64_t{1} << 57);
    std::vector<uint64_t> observed(32);
    constexpr uint64_t N = 20'000;
    for (uint64_t i = 0; i < N; ++i)
    {
        ++observed[process->Next() & 31];
    }
    EXPECT_LT(ChiSquareOverLimit(observed, std::vector<double>(32, 1.0 / 32), N), 1);
}

// One arrival a tick while high, none while low, shows the chain itself: P(X = k) = p (1 -
// p)^(k-1).
TEST(MarkovModulatedArrivals, DurationsAreGeometric)
{
    constexpr double HIGH = 3.5;
    constexpr double LOW = 12;
    constexpr uint64_t N = 50'000;
    auto process =
        Make("ns3::MarkovModulatedArrivals[HighRate=1|HighDuration=3.5|LowDuration=12]", 4);
    std::vector<uint64_t> high(40);
    std::vector<uint64_t> low(120);
    const auto add = [](std::vector<uint64_t>& observed, int64_t ticks) {
        if (static_cast<std::size_t>(ticks) <= observed.size())
        {
            ++observed[ticks - 1];
        }
    };
    int64_t last = process->Next();
    int64_t begin = -1; // of the high duration, unknown for the first one
    for (uint64_t n = 0; n < N;)
    {
        const int64_t tick = process->Next();
        ASSERT_GT(tick, last);
        if (tick > last + 1)
        {
            if (begin >= 0)
            {
                add(high, last + 1 - begin);
                add(low, tick - last - 1);
                ++n;
            }
            begin = tick;
        }
        last = tick;
    }
    const auto geometric = [](double mean, std::size_t n) {
        std::vector<double> probability(n);
        for (std::size_t k = 0; k < n; ++k)
        {
            probability[k] = std::pow(1 - 1 / mean, k) / mean;
        }
        return probability;
    };
    EXPECT_LT(ChiSquareOverLimit(high, geometric(HIGH, high.size()), N), 1);
    EXPECT_LT(ChiSquareOverLimit(low, geometric(LOW, low.size()), N), 1);
}

TEST(MarkovModulatedArrivals, CountsAtTheStartHaveExactMeanAndVariance)
{
    for (const std::string attributes : {"HighRate=0.5|HighDuration=20|LowDuration=60",
                                         "HighRate=2|LowRate=0.4|HighDuration=1.5|LowDuration=1.2",
                                         "HighRate=3|LowRate=1|HighDuration=1|LowDuration=1"})
    {
        CompareCountsAtTheStart("ns3::MarkovModulatedArrivals[Placement=Poisson|" + attributes +
                                    "]",
                                5000);
    }
}

// Sum over all paths of the chain, tick by tick.
TEST(MarkovModulatedArrivals, VarianceIsThatOfAllPaths)
{
    constexpr int M = 10;
    constexpr double RATES[] = {0.7, 3.1};
    for (const auto& [low, high] : {std::pair{1.0, 1.0}, {1.0, 4.0}, {2.0, 2.0}, {50.0, 3.0}})
    {
        const double leave[] = {1 / low, 1 / high};
        const double start[] = {low / (low + high), high / (low + high)};
        for (int m = 1; m <= M; ++m)
        {
            double mean = 0;
            double square = 0;
            for (int path = 0; path < 1 << m; ++path)
            {
                double probability = start[path & 1];
                double sum = RATES[path & 1];
                for (int t = 1; t < m; ++t)
                {
                    const int from = path >> (t - 1) & 1;
                    const int to = path >> t & 1;
                    probability *= from == to ? 1 - leave[from] : leave[from];
                    sum += RATES[to];
                }
                mean += probability * sum;
                square += probability * sum * sum;
            }
            const auto process =
                Make("ns3::MarkovModulatedArrivals[Placement=Poisson|HighRate=3.1|"
                     "LowRate=0.7|HighDuration=" +
                         std::to_string(high) + "|LowDuration=" + std::to_string(low) + "]",
                     0);
            EXPECT_NEAR(process->GetMeanRate() * m, mean, 1e-12);
            EXPECT_NEAR(process->GetCountVariance(m), mean + square - mean * mean, 1e-10)
                << low << " " << high << " " << m;
        }
    }
}

// A window far shorter than the durations sees one state: variance mean + m^2 step^2 / 4. Far
// longer than they are: mean + m step^2 / 4 (2 / e - 1), e = 1 / HighDuration + 1 / LowDuration.
TEST(MarkovModulatedArrivals, VarianceLosesNothingInShortAndLongWindows)
{
    const auto still = Make("ns3::MarkovModulatedArrivals[Placement=Poisson|HighRate=1|"
                            "HighDuration=1e15|LowDuration=1e15]",
                            0);
    EXPECT_NEAR(still->GetCountVariance(1000), 500 + 250'000, 1e-4);
    const auto quick = Make("ns3::MarkovModulatedArrivals[Placement=Poisson|HighRate=1|"
                            "HighDuration=100|LowDuration=100]",
                            0);
    constexpr double M = 1e15;
    EXPECT_NEAR(quick->GetCountVariance(M) / (M / 2 + M / 4 * 99), 1, 1e-12);
    EXPECT_EQ(quick->GetCountVariance(0), 0);
    EXPECT_TRUE(std::isnan(Make("ns3::MarkovModulatedArrivals", 0)->GetCountVariance(10)));
}

TEST(MarkovModulatedArrivals, NoArrivalIn1e8StatesIsRefused)
{
    const std::string rare = "ns3::MarkovModulatedArrivals[HighRate=1e-15|HighDuration=";
    EXPECT_THROW(Make(rare + "1000]", 0)->Peek(), std::invalid_argument);
    EXPECT_GT(Make(rare + "1e12]", 0)->Peek(), 0);
}
