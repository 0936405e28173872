/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-application.h"
#include "ns3/burst-traffic-helper.h"
#include "ns3/burst-traffic-twin.h"
#include "ns3/node.h"
#include "ns3/packet-socket-address.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <stdexcept>

using namespace ns3;

namespace
{

/** Arrivals at 10, 11, 13, 16, 20...: the intervals 1, 2, 3... tell each other apart. */
class GrowingArrivals : public ArrivalProcess
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("GrowingArrivals").SetParent<ArrivalProcess>().AddConstructor<GrowingArrivals>();
        return tid;
    }

    double GetMeanRate() const override
    {
        return 0.125;
    }

    std::vector<std::string> GetInputFiles() const override
    {
        return {"growing"};
    }

  private:
    void DoStart() override
    {
        m_tick = 10;
        m_interval = 0;
    }

    int64_t DoNext() override
    {
        return m_tick += m_interval++;
    }

    int64_t m_tick;
    int64_t m_interval;
};

NS_OBJECT_ENSURE_REGISTERED(GrowingArrivals);

/** @return all arrivals of a process before an end */
std::vector<int64_t>
Draw(const std::string& text, int64_t stream, int64_t end = ArrivalProcess::HORIZON)
{
    const auto process = burst::CreateFromText<ArrivalProcess>(text);
    process->AssignStreams(stream);
    std::vector<int64_t> ticks;
    process->Fill(0, end, ticks);
    return ticks;
}

std::string
Twin(const std::string& original, const std::string& rest)
{
    return "ns3::TwinArrivals[Process=" + original + "|" + rest + "]";
}

std::vector<int64_t>
GetIntervals(std::vector<int64_t> ticks)
{
    std::adjacent_difference(ticks.begin(), ticks.end(), ticks.begin());
    ticks.erase(ticks.begin());
    return ticks;
}

/** @return number of arrivals in each window */
std::vector<int64_t>
CountWindows(const std::vector<int64_t>& ticks, int64_t window, int64_t length)
{
    std::vector<int64_t> counts(length / window);
    for (const int64_t tick : ticks)
    {
        ++counts.at(tick / window);
    }
    return counts;
}

double
GetVariance(const std::vector<int64_t>& values)
{
    const auto n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const int64_t value : values)
    {
        squares += std::pow(static_cast<double>(value) - mean, 2);
    }
    return squares / (n - 1);
}

} // namespace

// Blocks of one interval shuffled within: nothing moves, the twin is the original.
TEST(TwinArrivals, TheOriginalHasTheStreamItWouldHaveWithoutTheTwin)
{
    for (const std::string process : {"ns3::ParetoOnOffArrivals[Sources=43]",
                                      "ns3::PoissonArrivals[Rate=0.3]",
                                      "ns3::ConstantArrivals[Interval=7.3]"})
    {
        EXPECT_EQ(Draw(Twin(process, "Kind=ShuffledWithin|Block=1|Length=20000"), 7),
                  Draw(process, 7, 20000))
            << process;
    }
}

TEST(TwinArrivals, EveryNodeOfAHelperHasTheStreamItWouldHave)
{
    const std::string process = "ns3::ParetoOnOffArrivals[Sources=20]";
    const NodeContainer nodes(3);
    ArrivalHelper helper("ns3::PacketSocketFactory", PacketSocketAddress());
    helper.SetProcess(Twin(process, "Kind=ShuffledWithin|Block=1|Length=5000"));
    const auto applications = helper.Install(nodes);
    EXPECT_EQ(ArrivalHelper::AssignStreams(nodes, 100), 3);
    for (uint32_t i = 0; i < 3; ++i)
    {
        std::vector<int64_t> ticks;
        DynamicCast<ArrivalApplication>(applications.Get(i))
            ->GetProcess()
            ->Fill(0, ArrivalProcess::HORIZON, ticks);
        EXPECT_EQ(ticks, Draw(process, 100 + i, 5000)) << i;
    }
}

// Were the same words drawn for both, the outer twin would be the inner one again.
TEST(TwinArrivals, TwinsOfTwinsDrawFromDifferentWords)
{
    const auto inner = Twin("ns3::ConstantArrivals[Interval=5]", "Kind=Poisson|Length=10000");
    const auto outer = Twin(inner, "Kind=Poisson|Length=10000");
    const auto ticks = Draw(outer, 8);
    EXPECT_EQ(ticks.size(), Draw(inner, 8).size());
    EXPECT_NE(ticks, Draw(inner, 8));
    EXPECT_NE(ticks, Draw(Twin(outer, "Kind=Poisson|Length=10000"), 8));
}

TEST(TwinArrivals, EveryKindHasTheNumberOfTheOriginalAndEnds)
{
    const std::string process = "ns3::ParetoOnOffArrivals[Sources=43]";
    for (const std::string kind : {"Poisson", "ShuffledBlocks", "ShuffledWithin"})
    {
        for (int64_t stream = 0; stream < 20; ++stream)
        {
            const auto ticks =
                Draw(Twin(process, "Kind=" + kind + "|Block=10|Length=3000"), stream);
            EXPECT_EQ(ticks.size(), Draw(process, stream, 3000).size()) << kind;
            EXPECT_LT(ticks.back(), 3000) << kind;
        }
        // Arrivals at 10, 11, 13: the end is exclusive.
        EXPECT_EQ(Draw(Twin("GrowingArrivals", "Kind=" + kind + "|Length=13"), 1).size(), 2U);
        EXPECT_EQ(Draw(Twin("GrowingArrivals", "Kind=" + kind + "|Length=14"), 1).size(), 3U);
        EXPECT_EQ(Draw(Twin("GrowingArrivals", "Kind=" + kind + "|Length=11"), 1).size(), 1U);
        EXPECT_EQ(Draw(Twin("GrowingArrivals", "Kind=" + kind + "|Length=10"), 1).size(), 0U);
    }
}

// Given their number, arrivals are independent and uniform: 500 windows of equal probability, and
// the numbers in two neighbouring ticks are nearly a product of Poisson laws.
TEST(TwinArrivals, PoissonIsUniformGivenItsNumber)
{
    constexpr int64_t LENGTH = 400'000;
    const auto ticks = Draw(Twin("ns3::ParetoOnOffArrivals[Sources=50]",
                                 "Kind=Poisson|Length=" + std::to_string(LENGTH)),
                            9);
    ASSERT_TRUE(std::is_sorted(ticks.begin(), ticks.end()));
    const auto windows = CountWindows(ticks, LENGTH / 500, LENGTH);
    EXPECT_LT(ChiSquareOverLimit(std::vector<uint64_t>(windows.begin(), windows.end()),
                                 std::vector<double>(500, 1.0 / 500),
                                 ticks.size()),
              1);

    const double rate = static_cast<double>(ticks.size()) / LENGTH;
    constexpr std::size_t MAX = 8;
    std::vector<uint64_t> observed(MAX * MAX);
    const auto counts = CountWindows(ticks, 1, LENGTH);
    for (std::size_t i = 0; i < LENGTH; i += 2)
    {
        if (counts[i] < int64_t{MAX} && counts[i + 1] < int64_t{MAX})
        {
            ++observed[counts[i] * MAX + counts[i + 1]];
        }
    }
    std::vector<double> probability(MAX * MAX);
    for (std::size_t i = 0; i < probability.size(); ++i)
    {
        const auto a = static_cast<double>(i / MAX);
        const auto b = static_cast<double>(i % MAX);
        probability[i] =
            std::exp((a + b) * std::log(rate) - 2 * rate - std::lgamma(a + 1) - std::lgamma(b + 1));
    }
    EXPECT_LT(ChiSquareOverLimit(observed, probability, LENGTH / 2), 1);
}

// Two arrivals in 10 ticks: every pair of ticks has 2 of 100 equal cases, every tick alone 1.
TEST(TwinArrivals, TwoPoissonArrivalsAreTwoSortedUniforms)
{
    constexpr uint64_t N = 8000;
    std::vector<uint64_t> observed(100);
    std::vector<double> probability(100);
    for (uint64_t stream = 0; stream < N; ++stream)
    {
        const auto ticks =
            Draw(Twin("ns3::ConstantArrivals[Interval=5]", "Kind=Poisson|Length=10"), stream);
        ASSERT_EQ(ticks.size(), 2U);
        ++observed[10 * ticks[0] + ticks[1]];
    }
    for (std::size_t i = 0; i < 100; ++i)
    {
        probability[i] = i / 10 < i % 10 ? 0.02 : i / 10 == i % 10 ? 0.01 : 0;
    }
    EXPECT_LT(ChiSquareOverLimit(observed, probability, N), 1);
}

TEST(TwinArrivals, ShuffledBlocksPermutesBlocksAndKeepsTheirInside)
{
    // Intervals 1 to 138, so 19 blocks of 7 and one of 5.
    const std::string rest = "|Length=" + std::to_string(10 + 138 * 139 / 2 + 1);
    const auto original = Draw(Twin("GrowingArrivals", "Kind=ShuffledWithin|Block=1" + rest), 1);
    ASSERT_EQ(original.size(), 139U);
    const auto ticks = Draw(Twin("GrowingArrivals", "Kind=ShuffledBlocks|Block=7" + rest), 1);
    ASSERT_EQ(ticks.size(), 139U);
    EXPECT_EQ(ticks.front(), original.front());
    EXPECT_EQ(ticks.back(), original.back());
    const auto intervals = GetIntervals(ticks);
    std::vector<int64_t> begins;
    for (std::size_t i = 0; i < intervals.size();)
    {
        const int64_t first = intervals[i];
        ASSERT_EQ(first % 7, 1) << "a block begins";
        begins.push_back(first);
        for (int64_t next = first; next < first + 7 && next <= 138; ++next)
        {
            ASSERT_EQ(intervals.at(i++), next) << "order inside a block";
        }
    }
    EXPECT_FALSE(std::is_sorted(begins.begin(), begins.end()));
    std::sort(begins.begin(), begins.end());
    EXPECT_EQ(std::unique(begins.begin(), begins.end()) - begins.begin(), 20) << "each once";
}

TEST(TwinArrivals, ShuffledWithinKeepsTheBordersOfBlocks)
{
    const std::string process = "ns3::ParetoOnOffArrivals[Sources=43]";
    const auto original = Draw(process, 10, 10000);
    const auto ticks = Draw(Twin(process, "Kind=ShuffledWithin|Block=16|Length=10000"), 10);
    ASSERT_EQ(ticks.size(), original.size());
    EXPECT_NE(ticks, original);
    auto before = GetIntervals(original);
    auto after = GetIntervals(ticks);
    for (std::size_t begin = 0; begin < before.size(); begin += 16)
    {
        const std::size_t end = std::min(begin + 16, before.size());
        EXPECT_EQ(ticks[begin], original[begin]);
        EXPECT_EQ(ticks[end], original[end]);
        std::sort(before.begin() + begin, before.begin() + end);
        std::sort(after.begin() + begin, after.begin() + end);
    }
    EXPECT_EQ(after, before) << "the same intervals in every block";
}

TEST(TwinArrivals, ShuffledKindsGiveAllOrdersTheSameProbability)
{
    constexpr uint64_t N = 6000;
    // Intervals 1 to 6: three blocks of two, or two blocks of three.
    const std::map<std::string, std::size_t> ORDERS{{"Kind=ShuffledBlocks|Block=2", 6},
                                                    {"Kind=ShuffledWithin|Block=3", 36}};
    for (const auto& [kind, orders] : ORDERS)
    {
        std::map<std::vector<int64_t>, uint64_t> seen;
        for (uint64_t stream = 0; stream < N; ++stream)
        {
            ++seen[Draw(Twin("GrowingArrivals", kind + "|Length=32"), stream)];
        }
        std::vector<uint64_t> observed;
        for (const auto& [order, count] : seen)
        {
            observed.push_back(count);
        }
        ASSERT_EQ(observed.size(), orders) << kind;
        const std::vector<double> probability(orders, 1.0 / static_cast<double>(orders));
        EXPECT_LT(ChiSquareOverLimit(observed, probability, N), 1) << kind;
    }
}

TEST(TwinArrivals, ShufflesSeparateLongRangeDependenceFromTheRest)
{
    constexpr int64_t LENGTH = 1 << 22;
    constexpr int64_t WINDOW = 1 << 13;
    constexpr int64_t BLOCK = 20;
    const std::string process = "ns3::ParetoOnOffArrivals[Sources=10]";
    const auto rest = "|Block=" + std::to_string(BLOCK) + "|Length=" + std::to_string(LENGTH);
    const auto original = Draw(process, 11, LENGTH);
    const auto counts = CountWindows(original, WINDOW, LENGTH);

    // Inside a block a twin is at most a block ahead or behind, at both ends of a window.
    const auto within =
        CountWindows(Draw(Twin(process, "Kind=ShuffledWithin" + rest), 11), WINDOW, LENGTH);
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        EXPECT_LE(std::abs(within[i] - counts[i]), 2 * BLOCK) << i;
    }

    // Blocks in random order are as good as independent: arrivals are a renewal process of blocks,
    // and their number has the variance (arrivals per window) / BLOCK * (relative variance of the
    // span of a block) * BLOCK^2.
    const auto blocks =
        CountWindows(Draw(Twin(process, "Kind=ShuffledBlocks" + rest), 11), WINDOW, LENGTH);
    std::vector<int64_t> spans;
    for (std::size_t i = 0; i + BLOCK < original.size(); i += BLOCK)
    {
        spans.push_back(original[i + BLOCK] - original[i]);
    }
    const double perWindow =
        static_cast<double>(original.size()) / static_cast<double>(counts.size());
    const double meanSpan =
        static_cast<double>(LENGTH) / static_cast<double>(original.size()) * BLOCK;
    const double renewal = perWindow * BLOCK * GetVariance(spans) / (meanSpan * meanSpan);
    const double variance = GetVariance(blocks);
    const auto degrees = static_cast<double>(blocks.size() - 1);
    EXPECT_LT(std::abs(DeviationOverLimit(variance, renewal, 2 * renewal * renewal, degrees)), 1);
    // By the law of the process the original has 17 times as much.
    EXPECT_GT(GetVariance(counts), 10 * renewal);
}

TEST(TwinArrivals, TextsAreNestedAndCanonical)
{
    const auto text = Twin("ns3::ParetoOnOffArrivals[Sources=43]", "Kind=Poisson|Length=1000000");
    const auto checker = MakePointerChecker<ArrivalProcess>();
    const auto canonical = burst::ReadAttribute(text, checker).text;
    // Kind and Length are at their defaults.
    EXPECT_EQ(canonical, "ns3::TwinArrivals[Process=ns3::ParetoOnOffArrivals[Sources=43]]");
    EXPECT_EQ(burst::ReadAttribute(canonical, checker).text, canonical);
    const auto growing = burst::CreateFromText<ArrivalProcess>(Twin("GrowingArrivals", "Length=9"));
    EXPECT_EQ(growing->GetMeanRate(), 0.125);
    EXPECT_EQ(growing->GetInputFiles(), std::vector<std::string>{"growing"});
    EXPECT_TRUE(
        burst::CreateFromText<ArrivalProcess>("ns3::TwinArrivals")->GetInputFiles().empty());
}

// The original may be changed at any time, as nobody asks it for arrivals.
TEST(TwinArrivals, TheMeanRateIsThatOfTheOriginalAtTheFirstArrival)
{
    const auto original = burst::CreateFromText<ArrivalProcess>("ns3::PoissonArrivals[Rate=0.3]");
    const auto twin = burst::CreateFromText<ArrivalProcess>("ns3::TwinArrivals[Length=1000]");
    twin->SetAttribute("Process", PointerValue(original));
    EXPECT_EQ(twin->GetMeanRate(), 0.3);
    burst::SetAttributeOrThrow(original, "Rate", "0.2");
    EXPECT_EQ(twin->GetMeanRate(), 0.2) << "before the first arrival";
    twin->Peek();
    burst::SetAttributeOrThrow(original, "Rate", "0.5");
    EXPECT_EQ(twin->GetMeanRate(), 0.2) << "after the first arrival";
    twin->AssignStreams(1);
    twin->Peek();
    EXPECT_EQ(twin->GetMeanRate(), 0.5) << "another first arrival";
}

TEST(TwinArrivals, WrongInputIsRefused)
{
    const auto twin = burst::CreateFromText<ArrivalProcess>("ns3::TwinArrivals");
    EXPECT_THROW(twin->Peek(), std::invalid_argument);
    EXPECT_THROW(twin->Peek(), std::invalid_argument); // it did not start before
    EXPECT_THROW(
        burst::CreateFromText<ArrivalProcess>("ns3::TwinArrivals[Process=ns3::TwinArrivals]")
            ->Peek(),
        std::invalid_argument);
    EXPECT_THROW(twin->GetMeanRate(), std::invalid_argument);
    for (const std::string rest :
         {"Length=0", "Length=9007199254740993", "Block=0", "Kind=Shuffled", "Process=ns3::Node"})
    {
        EXPECT_THROW(burst::CreateFromText<ArrivalProcess>("ns3::TwinArrivals[" + rest + "]"),
                     std::invalid_argument)
            << rest;
    }
}
