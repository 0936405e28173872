/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What every arrival process promises, by hand.

#include "../../../burst-core/test/laws/burst-core-temporary-folder.h"
#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-pareto-on-off-law.h"
#include "ns3/enum.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Ticks = std::vector<int64_t>;

/** The arrivals of a list. */
class GivenArrivals : public ArrivalProcess
{
  public:
    explicit GivenArrivals(Ticks ticks = {})
        : m_ticks(std::move(ticks))
    {
    }

    double GetMeanRate() const override
    {
        return 0;
    }

  private:
    void DoStart() override
    {
        m_next = 0;
    }

    int64_t DoNext() override
    {
        return m_next < m_ticks.size() ? m_ticks[m_next++] : NEVER;
    }

    Ticks m_ticks;
    std::size_t m_next{0};
};

Ptr<ArrivalProcess>
MakeProcess(const std::string& text, int64_t stream = 1)
{
    auto process = burst::CreateFromText<ArrivalProcess>(text);
    process->AssignStreams(stream);
    return process;
}

Ticks
Take(Ptr<ArrivalProcess> process, std::size_t count)
{
    Ticks ticks;
    process->Take(count, ticks);
    return ticks;
}

Ticks
Fill(const std::string& text, int64_t end)
{
    Ticks ticks;
    MakeProcess(text)->Fill(0, end, ticks);
    return ticks;
}

} // namespace

// Arrivals at 0, 0, 5, 7, 7 and 9; those after 5 wait until 8.
TEST(ArrivalProcess, HeldArrivalsAreCountedByHand)
{
    for (const bool drops : {false, true})
    {
        const auto process = CreateObject<GivenArrivals>(Ticks{0, 0, 5, 7, 7, 9});
        process->SetAttribute("Blocked",
                              EnumValue(drops ? ArrivalProcess::DROP : ArrivalProcess::DEFER));
        EXPECT_EQ(process->GetHold(), ArrivalProcess::NEVER);
        EXPECT_EQ(process->CountBlocked(100), 0U) << "nothing is held";
        EXPECT_EQ(process->Next(), 0);
        process->Hold(5);
        EXPECT_EQ(process->GetHold(), 5);
        EXPECT_EQ(process->CountTo(100), 3U) << "without those that wait";
        EXPECT_EQ(process->CountBlocked(6), 0U);
        EXPECT_EQ(process->CountBlocked(7), 2U);
        EXPECT_EQ(process->CountBlocked(100), 3U);
        EXPECT_EQ(Take(process, 9), (Ticks{0, 5}));
        EXPECT_EQ(process->TimeOf(4), ArrivalProcess::NEVER) << "nobody knows when";
        EXPECT_EQ(process->Resume(8), 2U);
        EXPECT_EQ(process->GetHold(), ArrivalProcess::NEVER);
        EXPECT_EQ(process->CountBlocked(100), 0U);
        EXPECT_EQ(process->CountTo(8), drops ? 3U : 5U);
        EXPECT_EQ(Take(process, 9), drops ? Ticks{9} : (Ticks{8, 8, 9}));
        EXPECT_EQ(process->Next(), ArrivalProcess::NEVER);
        EXPECT_EQ(process->CountTo(100), drops ? 4U : 6U);
    }
}

// What is set after the first request changes nothing, whether it is refused or not; after a rewind
// it acts as if it had been set at first.
TEST(ArrivalProcess, TheFirstRequestFixesTheAttributes)
{
    struct Case
    {
        std::string text;
        std::string name;  //!< of an attribute
        std::string value; //!< later
    };

    const std::string trains = "ns3::ParetoOnOffArrivals[Sources=5]";
    const std::string noise = "ns3::FractionalGaussianArrivals[Slots=512|Slot=50]";
    const std::string twin =
        "ns3::TwinArrivals[Process=ns3::PoissonArrivals|Length=100000|Block=5|Kind=";
    const std::vector<Case> cases{
        {"ns3::PoissonArrivals", "Rate", "0.9"},
        {"ns3::BernoulliArrivals", "Probability", "0.9"},
        {"ns3::ConstantArrivals", "Interval", "3.5"},
        {trains, "Sources", "6"},
        {trains, "OnShape", "1.2"},
        {trains, "OffMinimum", "20"},
        {trains, "Spacing", "3"},
        {trains, "PhaseRule", "AtStart"},
        {trains, "Discretisation", "Ceil"},
        {"ns3::ParetoOnOffArrivals[Sources=5|LambdaMapping=Thinning]", "Rate", "0.05"},
        {"ns3::PoissonBurstArrivals", "BurstRate", "0.9"},
        {"ns3::PoissonBurstArrivals", "Shape", "1.9"},
        {"ns3::PoissonBurstArrivals", "Spacing", "3"},
        {"ns3::MarkovModulatedArrivals", "HighRate", "0.9"},
        {"ns3::MarkovModulatedArrivals", "LowDuration", "10"},
        {"ns3::MarkovModulatedArrivals", "Placement", "Poisson"},
        {noise, "Rate", "0.9"},
        {noise, "Slot", "70"},
        {noise, "Placement", "Poisson"},
        {twin + "ShuffledWithin]", "Block", "50"},
        {twin + "ShuffledBlocks]", "Kind", "ShuffledWithin"},
        {twin + "Poisson]", "Process", "ns3::PoissonArrivals[Rate=0.3]"},
    };
    for (const auto& [text, name, value] : cases)
    {
        constexpr std::size_t N = 1000;
        SCOPED_TRACE(text + ", later " + name + "=" + value);
        const auto expected = Take(MakeProcess(text), N);
        const auto process = MakeProcess(text);
        process->Peek();
        try
        {
            burst::SetAttributeOrThrow(process, name, value);
        }
        catch (const std::invalid_argument&)
        {
        }
        EXPECT_EQ(Take(process, N), expected);
        process->AssignStreams(1);
        burst::SetAttributeOrThrow(process, name, value);
        const auto other = burst::CreateFromText<ArrivalProcess>(text);
        burst::SetAttributeOrThrow(other, name, value);
        other->AssignStreams(1);
        const auto later = Take(process, N);
        EXPECT_EQ(later, Take(other, N));
        EXPECT_NE(later, expected);
    }
}

// Ten arrivals in 100 ticks wait; what becomes of them is said when they are free.
TEST(ArrivalProcess, BlockedIsReadAtTheResumption)
{
    for (const bool drops : {false, true})
    {
        const auto process = MakeProcess(std::string("ns3::ConstantArrivals[Interval=10|Blocked=") +
                                         (drops ? "Defer]" : "Drop]"));
        process->Peek();
        process->Hold(-1);
        burst::SetAttributeOrThrow(process, "Blocked", drops ? "Drop" : "Defer");
        EXPECT_EQ(process->Resume(99), 10U);
        if (drops)
        {
            EXPECT_GE(process->Next(), 100);
        }
        else
        {
            EXPECT_EQ(Take(process, 10), Ticks(10, 99));
        }
    }
}

// 2^60 ticks at one arrival in 1e15: 1152.92 in the mean, and 2^60 - 1 is the last tick.
TEST(ArrivalProcess, AllArrivalsAreBeforeTheHorizon)
{
    EXPECT_EQ(ArrivalProcess::HORIZON, 1152921504606846976);
    for (const std::string text : {"ns3::ConstantArrivals[Interval=1e15]",
                                   "ns3::PoissonArrivals[Rate=1e-15]",
                                   "ns3::BernoulliArrivals[Probability=1e-15]"})
    {
        SCOPED_TRACE(text);
        const bool random = text.find("Constant") == std::string::npos;
        for (int64_t stream = 0; stream < 10; ++stream)
        {
            const auto process = MakeProcess(text, stream);
            const auto ticks = Take(process, 5000);
            ASSERT_TRUE(std::is_sorted(ticks.begin(), ticks.end()));
            EXPECT_GE(ticks.front(), 0);
            EXPECT_LT(ticks.back(), ArrivalProcess::HORIZON);
            const auto count = static_cast<double>(ticks.size());
            // The number of a constant process is 1152 or 1153.
            EXPECT_NEAR(count, 1152.92, random ? 5 * std::sqrt(1152.92) : 0.93);
            EXPECT_EQ(process->Next(), ArrivalProcess::NEVER);
            EXPECT_EQ(process->Peek(), ArrivalProcess::NEVER);
            const auto ahead = process->Clone();
            EXPECT_EQ(ahead->CountTo(ArrivalProcess::HORIZON - 1), ticks.size());
            EXPECT_EQ(ahead->TimeOf(ticks.size()), ticks.back());
            EXPECT_EQ(ahead->TimeOf(ticks.size() + 1), ArrivalProcess::NEVER);
        }
    }
    // Durations in 1/1024 of a tick leave 2^50 ticks, with 11259 requests in the mean.
    const auto ticks =
        Take(MakeProcess("ns3::ParetoOnOffArrivals[Discretisation=Continuous|Rate=1e-11|"
                         "LambdaMapping=StretchedOff]"),
             1'000'000);
    EXPECT_GT(ticks.size(), 1000U);
    EXPECT_LT(ticks.size(), 100'000U);
    EXPECT_GT(ticks.back(), int64_t{1} << 49);
    EXPECT_LT(ticks.back(), int64_t{1} << 50);
}

// The column of the chapter's table: where the variance is known, and where it is not.
TEST(ArrivalProcess, VarianceIsNoNumberWhereItIsUnknown)
{
    TemporaryFolder folder;
    const std::string trace = folder.Write("1\n5\n");
    const std::string continuous = "ns3::ParetoOnOffArrivals[Discretisation=Continuous]";
    const std::vector<std::tuple<std::string, int64_t, bool>> cases{
        {"ns3::ParetoOnOffArrivals[PhaseRule=Carried]", 100, false},
        {"ns3::ParetoOnOffArrivals[PhaseRule=Carried|Rate=0.1]", 100, false},
        {"ns3::ParetoOnOffArrivals", (1 << 20) + 1, false},
        {continuous, (1 << 10) + 1, false},
        {"ns3::TraceArrivals[File=" + trace + "]", 3, false},
        {"ns3::RateTraceArrivals[File=" + trace + "]", 3, false},
        {"ns3::TwinArrivals[Process=ns3::PoissonArrivals]", 3, false},
        {"ns3::PoissonArrivals", 3, true},
        {"ns3::BernoulliArrivals", 3, true},
        {"ns3::ConstantArrivals", 3, true},
        {"ns3::PoissonBurstArrivals", 3, true},
    };
    for (const auto& [text, window, known] : cases)
    {
        EXPECT_EQ(std::isnan(MakeProcess(text)->GetCountVariance(window)), !known)
            << text << ", " << window << " ticks";
    }
}

// Each source has its own generator: more sources keep the first ones, and what is left of the
// requests at a lower rate is part of what is left at a higher one.
TEST(ParetoOnOffArrivals, SourcesAndRequestsAreAddedToWhatThereIs)
{
    const auto expectPart = [](const std::string& less, const std::string& more) {
        const auto part = Fill("ns3::ParetoOnOffArrivals[" + less + "]", 20'000);
        const auto whole = Fill("ns3::ParetoOnOffArrivals[" + more + "]", 20'000);
        EXPECT_GT(part.size(), 200U) << less;
        EXPECT_GT(whole.size(), part.size()) << more;
        EXPECT_TRUE(std::includes(whole.begin(), whole.end(), part.begin(), part.end()))
            << less << " in " << more;
    };
    for (const std::string rule : {"FreeGrid", "Carried", "AtStart", "AfterSpacing"})
    {
        expectPart("Sources=9|PhaseRule=" + rule, "Sources=14|PhaseRule=" + rule);
    }
    const std::string thinned = "Sources=30|LambdaMapping=Thinning|Rate=";
    expectPart(thinned + "0.05", thinned + "0.2");
    expectPart(thinned + "0.2", thinned + "0.7");
}

// The chapter's table of requests in a burst, OnMinimum 100 and Spacing 10. An ON is longer than k
// ticks with probability min(1, (100 / (k + 1))^1.9). Its request n + 1 is at 10 n (AtStart), at
// 10 n + 10 (AfterSpacing), or at 10 n and a phase from 0 to 9 (FreeGrid).
TEST(ParetoOnOffArrivals, RequestsInABurstAreThoseOfTheTable)
{
    const auto longer = [](int64_t k) {
        return std::min(1.0, std::pow(100.0 / static_cast<double>(k + 1), 1.9));
    };
    const traffic::ParetoTicks on(1.9, 100);
    const traffic::ParetoTicks off(1.25);
    EXPECT_NEAR(on.GetMean(), 210.6, 0.05);
    EXPECT_LT(longer(144), 0.5) << "half of the bursts are shorter than 145 ticks";

    struct Row
    {
        std::string rule;
        traffic::ParetoOnOffLaw::PhaseRule phase;
        std::size_t least;
        double mean;
    };

    for (const auto& [rule, phase, least, mean] :
         {Row{"FreeGrid", traffic::ParetoOnOffLaw::FREE_GRID, 10, 21.1},
          Row{"Carried", traffic::ParetoOnOffLaw::CARRIED, 10, 21.1},
          Row{"AtStart", traffic::ParetoOnOffLaw::AT_START, 10, 21.5},
          Row{"AfterSpacing", traffic::ParetoOnOffLaw::AFTER_SPACING, 9, 20.5}})
    {
        EXPECT_NEAR(traffic::ParetoOnOffLaw(on, off, 10, phase).GetRequestsPerOn(), mean, 0.05)
            << rule;
        // P(more than n requests), from which the chance of each number follows.
        const auto more = [&longer, rule = rule](int64_t n) {
            if (rule == "AtStart" || rule == "AfterSpacing")
            {
                return longer(10 * n + (rule == "AtStart" ? 0 : 10));
            }
            double sum = 0;
            for (int64_t offset = 0; offset < 10; ++offset)
            {
                sum += longer(10 * n + offset) / 10;
            }
            return sum;
        };
        // The OFF durations are longer than Spacing by far, so that a burst is told by its gaps.
        const auto ticks = Take(
            MakeProcess("ns3::ParetoOnOffArrivals[OnMinimum=100|OffMinimum=1000|PhaseRule=" + rule +
                        "]"),
            200'000);
        std::vector<std::size_t> requests(1, 1);
        for (std::size_t i = 1; i < ticks.size(); ++i)
        {
            if (ticks[i] - ticks[i - 1] > 500)
            {
                requests.push_back(0);
            }
            ++requests.back();
        }
        requests.erase(requests.begin()); // begun before the start
        requests.pop_back();              // not over yet
        EXPECT_EQ(*std::min_element(requests.begin(), requests.end()), least) << rule;
        std::vector<uint64_t> observed(100);
        std::vector<double> probability(100);
        for (std::size_t n = 1; n < observed.size(); ++n)
        {
            const auto number = static_cast<int64_t>(n);
            probability[n] = more(number - 1) - more(number);
            observed[n] = std::count(requests.begin(), requests.end(), n);
        }
        EXPECT_LT(ChiSquareOverLimit(observed, probability, requests.size()), 1) << rule;
    }
    // With the defaults a burst may have no request at all.
    EXPECT_NEAR(traffic::ParetoOnOffLaw(traffic::ParetoTicks(1.9),
                                        off,
                                        10,
                                        traffic::ParetoOnOffLaw::FREE_GRID)
                    .GetRequestsPerOn(),
                0.17,
                0.005);
}
