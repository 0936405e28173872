/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/lossless-ethernet-engine.h"
#include "ns3/lossless-ethernet-memories.h"
#include "ns3/lossless-ethernet-scheduler.h"

#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

constexpr double FILL_RATE = 8e9; // a tick is 1 ns
constexpr uint32_t STATIONS = 4;  // the last one receives
constexpr uint32_t PROBE = 64;    // bytes of a frame that only causes a sample

/** Samples each frame that joins: the bytes of a list, and then what has arrived. */
class PlacedPoint : public CongestionPoint
{
  public:
    std::deque<int64_t> places;

  private:
    void DoStart() override
    {
        GetSampler() = FrameSampler::ByBytes(1);
    }

    int64_t DoChoose(int64_t) override
    {
        if (places.empty())
        {
            return ARRIVED;
        }
        const int64_t place = places.front();
        places.pop_front();
        return place;
    }

    CongestionMessage DoSample(int64_t, bool) override
    {
        GetSampler().Restart(1);
        CongestionMessage message;
        message.kind = CongestionMessage::NEGATIVE;
        return message;
    }
};

/** Notes whose frames are complained about. */
class Complaints : public LosslessEngineListener
{
  public:
    uint32_t hot{0}; //!< port of which they are noted
    std::vector<uint32_t> sources;

    void Delivered(const LosslessFrame&, int64_t) override
    {
    }

    void Dropped(const LosslessFrame&, uint32_t, int64_t) override
    {
        FAIL() << "a frame is lost";
    }

    void CongestionNotified(uint32_t port,
                            const CongestionMessage&,
                            const LosslessFrame& sampled,
                            int64_t) override
    {
        if (port == hot)
        {
            sources.push_back(sampled.source);
        }
    }
};

/** A switch that holds all frames to the last station, and its congestion point. */
class Stopped
{
  public:
    /** @param scheduler of the switch, "" for none */
    explicit Stopped(const std::string& scheduler)
    {
        fabric::Topology topology;
        const auto middle = topology.AddNode("switch", fabric::Topology::ROUTER);
        for (uint32_t i = 0; i < STATIONS; ++i)
        {
            const auto node = topology.AddNode("n" + std::to_string(i), fabric::Topology::DEVICE);
            topology.AddLink({node, fabric::Topology::NONE}, {middle, fabric::Topology::NONE});
        }
        const auto network = std::make_shared<const LosslessNetwork>(std::move(topology),
                                                                     FILL_RATE,
                                                                     NanoSeconds(100));
        LosslessEngine::Settings settings;
        settings.messagePriority = 0; // that of the frames
        engine = std::make_unique<LosslessEngine>(network, settings, &complaints);
        const auto memory = CreateObject<PartitionedMemory>();
        memory->Configure(STATIONS, std::vector<uint64_t>(STATIONS, 5000));
        engine->SetMemory(0, memory);
        if (!scheduler.empty())
        {
            const auto matcher = burst::CreateFromText<SwitchScheduler>(scheduler);
            matcher->Configure(STATIONS);
            engine->SetScheduler(0, matcher);
        }
        complaints.hot = network->GetStationPorts()[STATIONS - 1] ^ 1;
        engine->SetServiceRate(complaints.hot, 0, 0);
        engine->SetCongestionPoints(UINT8_MAX, [this](uint32_t port, uint8_t) {
            return port == complaints.hot ? point : CreateObject<PlacedPoint>();
        });
    }

    /** One frame after the other. @param source of it @param bytes of it @param to where */
    void Send(uint32_t source, uint32_t bytes, uint32_t to = STATIONS - 1)
    {
        engine->Send({source, to, bytes}, engine->GetTick());
        engine->Advance(engine->GetTick() + 5000);
    }

    Complaints complaints;
    Ptr<PlacedPoint> point{CreateObject<PlacedPoint>()};
    std::unique_ptr<LosslessEngine> engine;
};

} // namespace

// First come, first served: 300 bytes of station 2, 1000 of 0, 200 of 1, 500 of 2, and the probes,
// which are of station 0.
TEST(LosslessOccupancy, TheSourceOfTheChosenByteIsTold)
{
    Stopped network("");
    network.Send(2, 300);
    network.Send(0, 1000);
    network.Send(1, 200);
    network.Send(2, 500);
    EXPECT_EQ(network.complaints.sources, (std::vector<uint32_t>{2, 0, 1, 2})) << "arrivals";
    network.complaints.sources.clear();
    network.point
        ->places = {0, 299, 300, 1299, 1300, 1499, 1500, 1999, 2000, 2000 + 10 * PROBE - 1};
    for (int i = 0; i < 10; ++i)
    {
        network.Send(0, PROBE);
    }
    EXPECT_EQ(network.complaints.sources, (std::vector<uint32_t>{2, 2, 0, 0, 1, 1, 2, 2, 0, 0}));
}

// With virtual output queues the bytes are those of input 0, 1 and 2, one behind the other: each is
// found, and belongs to the input that holds it. Probe k is the last of the k of input 0.
TEST(LosslessOccupancy, TheSourceOfTheChosenByteIsToldInVirtualOutputQueues)
{
    Stopped network("ns3::IslipScheduler");
    network.Send(2, 300);
    network.Send(0, 1000);
    network.Send(1, 200);
    network.Send(2, 500);
    network.complaints.sources.clear();
    network.point->places = {0,
                             1000 + 2 * PROBE - 1,
                             1000 + 3 * PROBE,
                             1000 + 4 * PROBE + 199,
                             1000 + 5 * PROBE + 200,
                             1000 + 6 * PROBE + 200 + 799};
    for (int i = 0; i < 6; ++i)
    {
        network.Send(0, PROBE);
    }
    EXPECT_EQ(network.complaints.sources, (std::vector<uint32_t>{0, 0, 1, 1, 2, 2}));
}

// A message to the receiver waits among the frames: nobody is told about a byte of it.
TEST(LosslessOccupancy, NobodyIsToldAboutAMessage)
{
    for (const std::string scheduler : {"", "ns3::IslipScheduler"})
    {
        Stopped network(scheduler);
        network.Send(STATIONS - 1, 100, 0); // is sampled, which makes the message
        network.Send(1, 1000);
        ASSERT_EQ(network.engine->GetHeld(), 2) << "a message of 64 bytes and a frame";
        network.complaints.sources.clear();
        network.point->places = {0,
                                 LosslessEngine::MESSAGE_BYTES - 1,
                                 LosslessEngine::MESSAGE_BYTES};
        for (int i = 0; i < 3; ++i)
        {
            network.Send(1, PROBE);
        }
        EXPECT_EQ(network.complaints.sources, (std::vector<uint32_t>{1})) << scheduler;
    }
}
