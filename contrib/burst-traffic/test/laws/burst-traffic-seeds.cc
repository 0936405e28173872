/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Seed, run number and stream alone decide what is drawn.

#include "../../../burst-core/test/laws/burst-core-temporary-folder.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-destination.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Drawn = std::vector<int64_t>;

/** Restores seed and run number of the program. */
class Seeds : public testing::Test
{
  protected:
    ~Seeds() override
    {
        RngSeedManager::SetSeed(m_seed);
        RngSeedManager::SetRun(m_run);
    }

    /** @return what is drawn with a seed and a run number */
    static Drawn With(uint32_t seed, uint64_t run, const std::function<Drawn()>& draw)
    {
        RngSeedManager::SetSeed(seed);
        RngSeedManager::SetRun(run);
        return draw();
    }

    /** Each of two seeds and two run numbers draws something else, and each the same again. */
    static void ExpectItsOwn(const std::string& text, const std::function<Drawn()>& draw)
    {
        const auto first = With(3, 7, draw);
        ASSERT_GT(first.size(), 0U) << text;
        EXPECT_NE(With(4, 7, draw), first) << text << ", another seed";
        EXPECT_NE(With(3, 8, draw), first) << text << ", another run number";
        EXPECT_NE(With(4, 7, draw), With(3, 8, draw)) << text << ", either";
        EXPECT_EQ(With(3, 7, draw), first) << text << ", the same";
    }

  private:
    const uint32_t m_seed{RngSeedManager::GetSeed()};
    const uint64_t m_run{RngSeedManager::GetRun()};
};

/** @return the first arrivals of a process on stream 5 */
Drawn
DrawArrivals(const std::string& text)
{
    const auto process = burst::CreateFromText<ArrivalProcess>(text);
    process->AssignStreams(5);
    Drawn ticks;
    process->Take(500, ticks);
    return ticks;
}

} // namespace

// Where the phase alone is random, intervals are long, so that it shows.
TEST_F(Seeds, DecideTheArrivalsOfEveryRandomProcess)
{
    TemporaryFolder folder;
    const std::string noise = "ns3::FractionalGaussianArrivals[Slot=100|Slots=64";
    const std::string twin = "ns3::TwinArrivals[Process=ns3::PoissonArrivals|Length=10000|Kind=";
    for (const std::string& text :
         {std::string("ns3::PoissonArrivals"),
          std::string("ns3::BernoulliArrivals"),
          std::string("ns3::ConstantArrivals[Interval=1e12]"),
          std::string("ns3::ParetoOnOffArrivals[Sources=5]"),
          std::string("ns3::ParetoOnOffArrivals[Discretisation=Continuous|PhaseRule=Carried]"),
          std::string("ns3::ParetoOnOffArrivals[Start=FreshOff|PhaseRule=AtStart]"),
          std::string("ns3::PoissonBurstArrivals"),
          std::string("ns3::MarkovModulatedArrivals"),
          std::string("ns3::MarkovModulatedArrivals[Placement=Poisson]"),
          noise + "]",
          noise + "|Placement=Poisson|NormalisedMean=true]",
          "ns3::RateTraceArrivals[Slot=1000000000000000|Unit=1e-12|File=" + folder.Write("1") + "]",
          twin + "Poisson]",
          twin + "ShuffledBlocks|Block=5]",
          twin + "ShuffledWithin|Block=5]"})
    {
        ExpectItsOwn(text, [&text] { return DrawArrivals(text); });
    }
}

// A replayed file has nothing to draw.
TEST_F(Seeds, AreNothingToATrace)
{
    TemporaryFolder folder;
    const auto text = "ns3::TraceArrivals[File=" + folder.Write("1\n5\n5\n9\n") + "]";
    const auto draw = [&text] { return DrawArrivals(text); };
    EXPECT_EQ(With(3, 7, draw), (Drawn{1, 5, 5, 9}));
    EXPECT_EQ(With(4, 8, draw), (Drawn{1, 5, 5, 9}));
}

TEST_F(Seeds, DecideDestinationsAndSizes)
{
    TemporaryFolder folder;
    std::string matrix; // twelve devices, all alike
    for (uint32_t source = 0; source < 12; ++source)
    {
        for (uint32_t destination = 0; destination < 12; ++destination)
        {
            matrix += source == destination ? "0 " : "1 ";
        }
        matrix += "\n";
    }
    for (const std::string& text :
         {std::string("ns3::UniformDestinations"),
          std::string("ns3::CommonSubtreeDestinations[LocalFraction=0.5]"),
          std::string("ns3::HotspotDestinations"),
          std::string("ns3::PermutationDestinations"),
          "ns3::EmpiricalDestinations[File=" + folder.Write(matrix) + "]"})
    {
        ExpectItsOwn(text, [&text] {
            const auto pattern = burst::CreateFromText<DestinationPattern>(text);
            pattern->AssignStreams(5);
            pattern->SetDevices(12);
            Drawn drawn;
            for (uint32_t i = 0; i < 240; ++i)
            {
                drawn.push_back(pattern->Draw(i % 12));
            }
            return drawn;
        });
    }
    const std::string sizes =
        "ns3::EmpiricalSizeVariable[Interpolate=true|File=" + folder.Write("0 0\n1000 1\n") + "]";
    ExpectItsOwn(sizes, [&sizes] {
        const auto variable = burst::CreateFromText<RandomVariableStream>(sizes);
        variable->SetStream(5);
        Drawn drawn(50);
        for (auto& size : drawn)
        {
            size = static_cast<int64_t>(variable->GetInteger());
        }
        return drawn;
    });
}
