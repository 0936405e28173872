/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-measurement-host-parts.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-host-clock.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

// At 2 MHz a million cycles are half a second, at 8 Mb/s a million bytes a second.
TEST(PathMeasurementHostParts, ServeOneJobAfterAnother)
{
    const auto processor = burst::CreateFromText<HostProcessor>("ns3::HostProcessor[Megahertz=2]");
    const auto disk = burst::CreateFromText<HostDisk>("ns3::HostDisk[Rate=8Mbps]");
    const auto none = burst::CreateFromText<HostDisk>("ns3::HostDisk[Rate=0bps]");
    Simulator::Schedule(Seconds(1), [&] {
        EXPECT_EQ(processor->Work(1e6), MilliSeconds(1500));
        EXPECT_EQ(processor->Work(2e6), MilliSeconds(2500)) << "behind the first one";
        EXPECT_EQ(processor->Work(0), MilliSeconds(2500)) << "no work waits too";
        EXPECT_EQ(disk->Work(1'000'000), Seconds(2));
        EXPECT_EQ(disk->Work(500'000), MilliSeconds(2500)) << "who reads and who writes share it";
        EXPECT_EQ(none->Work(1'000'000'000), Seconds(1)) << "no limit";
    });
    Simulator::Schedule(Seconds(2), [&] {
        EXPECT_EQ(processor->GetBusy(), Seconds(1)) << "since 1 s";
        EXPECT_EQ(disk->GetBusy(), Seconds(1)) << "since 1 s";
    });
    Simulator::Schedule(Seconds(4), [&] {
        EXPECT_EQ(processor->Work(1e6), MilliSeconds(4500)) << "it has rested";
        EXPECT_EQ(disk->Work(1'000'000), Seconds(5)) << "it has rested";
    });
    Simulator::Schedule(Seconds(6), [&] {
        EXPECT_EQ(processor->GetBusy(), Seconds(2)) << "four millions of cycles";
        EXPECT_EQ(disk->GetBusy(), MilliSeconds(2500)) << "2.5 millions of bytes";
        EXPECT_EQ(none->GetBusy(), Seconds(0)) << "no time at all";
    });
    Simulator::Run();
    Simulator::Destroy();
}

TEST(PathMeasurementHostParts, CostsOfTcpAreThoseOfTheAttributes)
{
    const auto made = burst::CreateFromText<HostProcessor>(
        "ns3::HostProcessor[CyclesPerByte=2|CyclesPerSegment=100|CyclesPerWindow=3000]");
    EXPECT_DOUBLE_EQ(made->GetCost().GetPerByte(1000, 10'000), 2 + 0.1 + 0.3);
    // The chapter: MHz for each Mb/s with windows of 64 KB, by segments of 1,460 and of 536 bytes.
    const auto cost = CreateObject<HostProcessor>()->GetCost();
    EXPECT_NEAR(cost.GetPerByte(1460, 65'536) / 8, 0.97, 0.005);
    EXPECT_NEAR(cost.GetPerByte(536, 65'536) / 8, 1.42, 0.005);
}

// 1.2345678 s are 1.2358023678 s for a clock that gains a thousandth, and a millisecond more.
TEST(PathMeasurementHostParts, AClockShowsItsAttributes)
{
    const auto clock = CreateObject<HostClock>();
    const auto node = CreateObject<Node>();
    Simulator::Schedule(NanoSeconds(1'234'567'800), [&] {
        EXPECT_EQ(clock->Read(), 1'234'567'800) << "exact";
        clock->SetAttribute("Offset", TimeValue(MilliSeconds(1)));
        EXPECT_EQ(clock->Read(), 1'235'567'800);
        burst::SetAttributeOrThrow(Ptr<Object>(clock), "Skew", "0.001");
        EXPECT_NEAR(static_cast<double>(clock->Read()), 1'236'802'367.8, 1);
        clock->SetAttribute("TimestampQuantum", TimeValue(MicroSeconds(10)));
        EXPECT_EQ(clock->Read(), 1'236'800'000) << "the multiple below";
        EXPECT_EQ(HostClock::Get(node)->Read(), 1'234'567'800) << "a node without one";
    });
    // With a timer of 100 us packets of 0, 60 and 110 us are seen at 100, 100 and 210 us.
    const auto late = burst::CreateFromText<HostClock>("ns3::HostClock[InterruptCoalescing=100us]");
    std::vector<int64_t> seen;
    for (const int64_t at : {0, 60, 110})
    {
        Simulator::Schedule(MicroSeconds(at), [&] { seen.push_back(late->Arrive()); });
    }
    Simulator::Run();
    EXPECT_EQ(seen, (std::vector<int64_t>{100'000, 100'000, 210'000}));
    EXPECT_EQ(HostClock::Get(node), HostClock::Get(node)) << "it belongs to the node";
    EXPECT_EQ(node->GetObject<HostClock>(), HostClock::Get(node));
    Simulator::Destroy();
}
