/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-fabric.h"
#include "ns3/lossless-ethernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <unistd.h>

using namespace ns3;

namespace
{

/** Frames of 1500 bytes to station 0, always. */
class Saturation : public LosslessSource
{
  public:
    int64_t GetNextTick() override
    {
        return m_next;
    }

    Arrival Take() override
    {
        m_next += 1500;
        return {0, 1500, 0, 1};
    }

  private:
    int64_t m_next{0}; //!< tick
};

/** @param law of the limiters @return frames delivered and messages in 30 ms */
std::pair<uint64_t, uint64_t>
Run(const std::string& law)
{
    const auto fabric = CreateObject<LosslessEthernetFabric>();
    fabric->SetAttribute("CongestionPoint", StringValue("ns3::" + law + "CongestionPoint"));
    fabric->SetAttribute("ReactionPoint", StringValue("ns3::" + law + "ReactionPoint"));
    fabric->Build(LosslessTopology("single-stage[Nodes=4]"));
    fabric->AssignStreams(1);
    std::vector<std::unique_ptr<Saturation>> sources;
    for (uint32_t station = 1; station < 4; ++station)
    {
        sources.push_back(std::make_unique<Saturation>());
        fabric->SetSource(station, sources.back().get());
    }
    fabric->Initialize();
    Simulator::Stop(MilliSeconds(30));
    Simulator::Run();
    const std::pair result{fabric->GetDelivered(), fabric->GetMessages()};
    Simulator::Destroy();
    fabric->Dispose();
    return result;
}

/** In a process of its own. @param unit resolution of Time @param law see Run */
void
Exit(Time::Unit unit, const std::string& law)
{
    alarm(60); // a limiter that never gets ahead ends here
    Time::SetResolution(unit);
    const auto [delivered, messages] = Run(law);
    // 10 Gb/s for 30 ms are 25,000 frames; the limiters leave the port busy.
    std::cerr << delivered << " " << messages << " end" << std::endl;
    std::exit(delivered > 20'000 && messages > 10 ? 0 : 1);
}

} // namespace

// Rate limiters count ns whatever the resolution of Time is: a time that is no whole microsecond
// comes, and no event comes for ever at one time.
TEST(LosslessResolutionDeathTest, LimitersWorkAtAnyOne)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    for (const std::string law : {"Bcn", "Qcn"})
    {
        for (const auto unit : {Time::FS, Time::PS, Time::NS, Time::US})
        {
            EXPECT_EXIT(Exit(unit, law), testing::ExitedWithCode(0), "end") << law << " " << unit;
        }
    }
}

// Ticks and times at the ends: what does not fit is the largest number, and no sum runs over.
TEST(LosslessResolution, TimesAtTheEnds)
{
    const LosslessNetwork network(LosslessTopology("single-stage[Nodes=2]"),
                                  10'000'000'000,
                                  NanoSeconds(500));
    EXPECT_EQ(network.GetTicks(NanoSeconds(4)), 5); // 0.8 ns each
    EXPECT_EQ(network.GetTicks(NanoSeconds(5)), 7);
    EXPECT_EQ(network.GetTime(7), NanoSeconds(6));
    EXPECT_EQ(network.GetTicksOfNs(5), 7);
    EXPECT_EQ(network.GetNs(7), 6);
    EXPECT_EQ(network.GetTicks(Time::Max()), INT64_MAX);
    EXPECT_EQ(network.GetTicksOfNs(INT64_MAX), INT64_MAX);
    EXPECT_EQ(network.GetNs(INT64_MAX), 7378697629483820646);
    EXPECT_THROW(
        LosslessNetwork(LosslessTopology("single-stage[Nodes=2]"), 10'000'000'000, Time::Max()),
        std::invalid_argument);
}
