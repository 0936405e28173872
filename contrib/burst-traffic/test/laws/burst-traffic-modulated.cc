/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-rate-modulated.h"
#include "ns3/enum.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

// Closed forms look ahead as far as they like: what they say is what comes, to the tick.
TEST(RateModulatedArrivals, EvenCountsAndTimesAreThoseOfTheArrivals)
{
    std::mt19937_64 random(5);
    const auto draw = [&random](int64_t most) {
        return static_cast<int64_t>(random() % static_cast<uint64_t>(most + 1));
    };
    for (int64_t stream = 0; stream < 200; ++stream)
    {
        const int64_t longest = stream % 2 == 0 ? 20 : 1'000'000'000;
        std::vector<std::pair<int64_t, double>> segments{{1 + draw(longest), 3.0 / 8}};
        for (int64_t i = draw(6); i > 0; --i)
        {
            // whole numbers of arrivals too, at whole distances, and none
            segments.emplace_back(1 + draw(longest), static_cast<double>(draw(16)) / 8);
            segments.emplace_back(1 + draw(longest), std::ldexp(1.0, -static_cast<int>(draw(20))));
        }
        auto taken = StaircaseArrivals::Make(RateModulatedArrivals::EVEN, segments, stream);
        auto asked = StaircaseArrivals::Make(RateModulatedArrivals::EVEN, segments, stream);
        auto consumed = StaircaseArrivals::Make(RateModulatedArrivals::EVEN, segments, stream);
        constexpr uint64_t N = 2000;
        std::vector<int64_t> ticks;
        taken->Take(N, ticks);
        ASSERT_EQ(ticks.size(), N);
        ASSERT_TRUE(std::is_sorted(ticks.begin(), ticks.end()));
        std::vector<int64_t> some;
        for (int look = 0; look < 50; ++look)
        {
            const uint64_t i = 1 + static_cast<uint64_t>(draw(N - 1));
            ASSERT_EQ(asked->TimeOf(i), ticks[i - 1]) << i;
            for (int64_t t : {ticks[i - 1] - 1, ticks[i - 1], ticks[i - 1] + draw(30)})
            {
                const auto after = std::upper_bound(ticks.begin(), ticks.end(), t);
                if (after == ticks.end() || t < 0)
                {
                    continue;
                }
                const auto count = static_cast<uint64_t>(after - ticks.begin());
                ASSERT_EQ(asked->CountTo(t), count) << t;
                if (some.empty() || t >= some.back())
                {
                    ASSERT_EQ(consumed->CountTo(t), count) << t;
                }
            }
            if (some.size() < N - 64)
            {
                consumed->Take(static_cast<std::size_t>(draw(63)), some);
            }
            if (i > some.size())
            {
                ASSERT_EQ(consumed->TimeOf(i), ticks[i - 1]) << i;
            }
        }
        ASSERT_TRUE(std::equal(some.begin(), some.end(), ticks.begin()));
    }
}

// Beyond 2^57 ticks, where a double counts in steps of 32, counts and times still fit each other.
TEST(RateModulatedArrivals, EvenCountsAndTimesFitFarFromTheStart)
{
    auto process =
        StaircaseArrivals::Make(RateModulatedArrivals::EVEN, {{int64_t{1} << 59, 2.7}}, 4);
    std::mt19937_64 random(6);
    for (int look = 0; look < 1000; ++look)
    {
        const auto t = static_cast<int64_t>((uint64_t{1} << 57) + (random() >> 7));
        const uint64_t count = process->CountTo(t);
        ASSERT_LE(process->TimeOf(count), t);
        ASSERT_GT(process->TimeOf(count + 1), t);
    }
}

// An arrival comes where the integral passes a whole number: a sum in integers, a tick at a time.
TEST(RateModulatedArrivals, EvenArrivalsAreThoseOfAnIntegerSum)
{
    // rates in arrivals per 2^20 ticks; the phase is what the first arrival shows
    const std::vector<std::pair<int64_t, int64_t>> segments{{7, 1 << 18},
                                                            {100, 0},
                                                            {1000, 12'345},
                                                            {3, 5 << 20}};
    std::vector<std::pair<int64_t, double>> rates;
    for (const auto& [ticks, rate] : segments)
    {
        rates.emplace_back(ticks, std::ldexp(static_cast<double>(rate), -20));
    }
    auto process = StaircaseArrivals::Make(RateModulatedArrivals::EVEN, rates, 7);
    constexpr int64_t ROUNDS = 500;
    constexpr int64_t LENGTH = 1110;
    std::vector<int64_t> ticks;
    process->Fill(0, ROUNDS * LENGTH, ticks);
    // all phases that give these ticks: an interval that must not become empty
    int64_t least = 0;
    int64_t most = 1 << 20;
    int64_t integral = 0;
    std::size_t next = 0;
    for (int64_t tick = 0; tick < ROUNDS * LENGTH; ++tick)
    {
        int64_t into = tick % LENGTH;
        std::size_t segment = 0;
        for (; into >= segments[segment].first; ++segment)
        {
            into -= segments[segment].first;
        }
        integral += segments[segment].second;
        while (next < ticks.size() && ticks[next] == tick)
        {
            ++next;
        }
        // arrival n comes at phase + n: those up to here are below the integral, the next is not
        most = std::min(most, integral - (static_cast<int64_t>(next) - 1) * (1 << 20));
        least = std::max(least, integral - static_cast<int64_t>(next) * (1 << 20));
    }
    EXPECT_EQ(next, ticks.size());
    EXPECT_LT(least, most);
    EXPECT_LT(most - least, 1 << 12) << "the phase is known to a 256th";
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
