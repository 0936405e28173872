/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/lossless-ethernet-engine.h"
#include "ns3/lossless-ethernet-memories.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr double RATE = 8e9;     // a tick is 1 ns
constexpr int64_t DELAY = 100;   // ticks of each link
constexpr uint32_t BYTES = 1000; // of a frame
constexpr uint32_t HEADROOM = 4000;

/** Notes what starts, by kind, and when data comes. */
class Notes : public LosslessEngineListener
{
  public:
    std::vector<int64_t> ticks;
    std::map<std::pair<uint32_t, LosslessFrame::Kind>, uint32_t> started; //!< by port and kind

    void Delivered(const LosslessFrame&, int64_t tick) override
    {
        ticks.push_back(tick);
    }

    void Dropped(const LosslessFrame&, uint32_t, int64_t) override
    {
        FAIL() << "a frame is lost";
    }

    bool TracesFrames() const override
    {
        return true;
    }

    void Started(const LosslessFrame& frame, uint32_t port, int64_t) override
    {
        ++started[{port, frame.kind}];
    }
};

/** Two stations at a switch, whose inputs ask for a pause above 6000 bytes. */
class Pair
{
  public:
    Pair()
    {
        fabric::Topology topology;
        const auto middle = topology.AddNode("switch", fabric::Topology::ROUTER);
        for (const std::string name : {"a", "b"})
        {
            topology.AddLink(
                {topology.AddNode(name, fabric::Topology::DEVICE), fabric::Topology::NONE},
                {middle, fabric::Topology::NONE});
        }
        network =
            std::make_shared<const LosslessNetwork>(std::move(topology), RATE, NanoSeconds(DELAY));
        engine = std::make_unique<LosslessEngine>(network, LosslessEngine::Settings(), &notes);
        const auto memory = CreateObject<PartitionedMemory>();
        memory->SetAttribute("Capacity", UintegerValue(6000 + HEADROOM));
        memory->Configure(2, {HEADROOM, HEADROOM});
        engine->SetMemory(0, memory);
        from = network->GetStationPorts()[0];
        to = network->GetStationPorts()[1] ^ 1;
    }

    /** @param station that has frames for the other one @param frames how many */
    void Send(uint32_t station, uint32_t frames)
    {
        for (uint32_t i = 0; i < frames; ++i)
        {
            engine->Send({station, 1 - station, BYTES}, engine->GetTick());
        }
    }

    Notes notes;
    std::shared_ptr<const LosslessNetwork> network;
    std::unique_ptr<LosslessEngine> engine;
    uint32_t from; //!< port of station 0
    uint32_t to;   //!< port of the switch to station 1
};

} // namespace

// Alone, frame i leaves the station at 1000 i, and the switch at 1000 i + 1100. At 1500 the first
// one is on the wire of the switch, the second one on that of the station.
TEST(LosslessServiceRates, AtRateZeroNothingStartsAndWhatHasStartedEnds)
{
    {
        Pair pair;
        pair.engine->SetServiceRate(pair.to, 0, 1500);
        pair.engine->SetServiceRate(pair.to, LosslessEngine::LINK_RATE, 50'000);
        pair.Send(0, 4);
        pair.engine->Advance(49'999);
        EXPECT_EQ(pair.notes.ticks, (std::vector<int64_t>{2200}));
        EXPECT_TRUE(pair.engine->IsStopped());
        EXPECT_EQ(pair.engine->GetHeld(), 3);
        pair.engine->Advance(100'000);
        EXPECT_EQ(pair.notes.ticks, (std::vector<int64_t>{2200, 51'100, 52'100, 53'100}));
        EXPECT_FALSE(pair.engine->IsStopped());
    }
    Pair pair; // the port of the station
    pair.engine->SetServiceRate(pair.from, 0, 1500);
    pair.engine->SetServiceRate(pair.from, LosslessEngine::LINK_RATE, 50'000);
    pair.Send(0, 4);
    pair.engine->Advance(49'999);
    EXPECT_EQ(pair.notes.ticks, (std::vector<int64_t>{2200, 3200}));
    EXPECT_EQ(pair.engine->GetStation(0).GetFrames(), 2);
    pair.engine->Advance(100'000);
    EXPECT_EQ(pair.notes.ticks, (std::vector<int64_t>{2200, 3200, 52'200, 53'200}));
}

// Both ports of the switch are stopped. The seventh frame of station 0, at 7100, crosses the mark;
// PAUSE comes at 7264, in the midst of the eighth. Each frame of station 0 causes a message to it,
// which waits, as the frames of station 1 do.
TEST(LosslessServiceRates, MacControlAloneLeavesAPortOfRateZero)
{
    Pair pair;
    pair.engine->SetCongestionPoints(UINT8_MAX, [](uint32_t, uint8_t) {
        return burst::CreateFromText<CongestionPoint>(
            "ns3::BcnCongestionPoint[SetPoint=1|Weight=0|SampleProbability=1]");
    });
    const uint32_t back = pair.from ^ 1;
    for (const uint32_t port : {back, pair.to})
    {
        pair.engine->SetServiceRate(port, 0, 0);
        pair.engine->SetServiceRate(port, LosslessEngine::LINK_RATE, 20'000);
    }
    pair.Send(0, 20);
    pair.Send(1, 2);
    pair.engine->Advance(19'999);
    EXPECT_EQ(pair.engine->GetSent(), 8 + 2);
    EXPECT_EQ(pair.engine->GetPausedTicks(pair.from), 19'999 - 7264);
    EXPECT_EQ(pair.engine->GetMessages(), 8 + 2);
    auto& started = pair.notes.started;
    EXPECT_EQ((started[{back, LosslessFrame::CONTROL}]), 1);
    EXPECT_EQ((started[{back, LosslessFrame::MESSAGE}]), 0);
    EXPECT_EQ((started[{back, LosslessFrame::DATA}]), 0);
    EXPECT_TRUE(pair.notes.ticks.empty());
    pair.engine->Advance(100'000);
    EXPECT_EQ((started[{back, LosslessFrame::MESSAGE}]), 20);
    EXPECT_EQ(pair.notes.ticks.size(), 20 + 2);
    EXPECT_EQ(pair.engine->GetDropped(), 0);
}

// At a quarter of the link the first frame, which starts at 1100, keeps others back until 5100. At
// 2100 the receiver has taken 250 bytes of it; the other 750 wait until 10,000, and take 1500 ticks
// at half of the link. The third frame follows after 2000.
TEST(LosslessServiceRates, WhatTheReceiverHasNotTakenYetGoesOnAtTheNewRate)
{
    Pair pair;
    pair.engine->SetServiceRate(pair.to, RATE / 4, 0);
    pair.engine->SetServiceRate(pair.to, 0, 2100);
    pair.engine->SetServiceRate(pair.to, RATE / 2, 10'000);
    pair.Send(0, 3);
    pair.engine->Advance(100'000);
    EXPECT_EQ(pair.notes.ticks, (std::vector<int64_t>{2200, 11'500 + 1100, 13'500 + 1100}));
}
