/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-destination-patterns.h"
#include "ns3/double.h"
#include "ns3/lossless-ethernet-bcn-congestion-point.h"
#include "ns3/lossless-ethernet-bcn-reaction-point.h"
#include "ns3/lossless-ethernet-engine.h"
#include "ns3/lossless-ethernet-memories.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

constexpr double RATE = 10e9;    // bits per second
constexpr uint32_t BYTES = 1500; // of a frame
constexpr double LOAD = 0.85;
constexpr double SHARE = 0.2; // of the link rate, that the hot port sends
constexpr uint32_t N = 4;

/** A frame in a slot with the probability LOAD, to all others evenly. */
class UniformSource : public LosslessSource
{
  public:
    UniformSource(uint32_t number, Ptr<UniformDestinations> pattern)
        : m_number(number),
          m_pattern(pattern)
    {
        ObjectFactory factory("ns3::BernoulliArrivals");
        factory.Set("Probability", DoubleValue(LOAD));
        m_process = factory.Create<ArrivalProcess>();
        m_process->AssignStreams(number);
        m_next = m_process->Next();
    }

    int64_t GetNextTick() override
    {
        return m_next * BYTES;
    }

    Arrival Take() override
    {
        m_next = m_process->Next();
        return {m_pattern->Draw(m_number), BYTES, 0, 1};
    }

  private:
    uint32_t m_number;
    Ptr<UniformDestinations> m_pattern;
    Ptr<ArrivalProcess> m_process;
    int64_t m_next;
};

/** Counts bytes. */
class Counter : public LosslessEngineListener
{
  public:
    uint64_t bytes{0};
    uint64_t hot{0};

    void Delivered(const LosslessFrame& frame, int64_t) override
    {
        bytes += frame.bytes;
        hot += frame.destination == 0 ? frame.bytes : 0;
    }

    void Dropped(const LosslessFrame&, uint32_t, int64_t) override
    {
        FAIL() << "a frame is lost";
    }
};

/** One switch whose port to station 0 is slow, once it has settled. */
struct Hotspot
{
    double rate;   //!< Gb/s a station
    double hot;    //!< Gb/s
    double queue;  //!< bytes, mean of the hot port
    uint64_t high; //!< bytes, most that an input held
    uint64_t messages;

    Hotspot(Ptr<LosslessMemory> memory, bool bcn)
    {
        fabric::Topology topology;
        const auto middle = topology.AddNode("switch", fabric::Topology::ROUTER);
        for (uint32_t i = 0; i < N; ++i)
        {
            const auto node =
                topology.AddNode("node" + std::to_string(i + 1), fabric::Topology::DEVICE);
            topology.AddLink({node, fabric::Topology::NONE}, {middle, fabric::Topology::NONE});
        }
        const auto network =
            std::make_shared<const LosslessNetwork>(std::move(topology), RATE, NanoSeconds(500));
        Counter counter;
        LosslessEngine engine(network, {}, &counter);
        // BCN has to come into play before PAUSE does; without it small memories make short cycles.
        memory->SetAttribute("Capacity", UintegerValue(bcn ? 600'000 : 60'000));
        constexpr double seconds = 0.4;
        memory->Configure(N, std::vector<uint64_t>(N, 5875));
        engine.SetMemory(0, memory);
        const auto pattern = CreateObject<UniformDestinations>();
        pattern->SetDevices(N);
        pattern->AssignStreams(N);
        std::vector<UniformSource> sources;
        sources.reserve(N);
        for (uint32_t i = 0; i < N; ++i)
        {
            sources.emplace_back(i, pattern);
            engine.SetSource(i, &sources.back());
            if (bcn)
            {
                const auto reaction = CreateObject<BcnReactionPoint>();
                reaction->AssignStreams(2 * N + 1 + i);
                engine.SetReactionPoint(i, reaction);
            }
        }
        if (bcn)
        {
            engine.SetCongestionPoints(UINT8_MAX, [&network](uint32_t port, uint8_t) {
                const auto& ports = network->GetStationPorts();
                const auto point = CreateObject<BcnCongestionPoint>();
                point->AssignStreams(
                    N + 1 + (std::find(ports.begin(), ports.end(), port ^ 1) - ports.begin()));
                return point;
            });
        }
        const uint32_t port = network->GetStationPorts()[0] ^ 1;
        engine.SetServiceRate(port, SHARE * RATE, 0);
        const int64_t begin = network->GetTicks(Seconds(0.02));
        engine.Advance(begin);
        const uint64_t bytes = counter.bytes;
        const uint64_t hotBytes = counter.hot;
        engine.GetQueue(port).Restart(begin);
        const int64_t end = begin + network->GetTicks(Seconds(seconds));
        engine.Advance(end);
        rate = 8e-9 * static_cast<double>(counter.bytes - bytes) / seconds / N;
        hot = 8e-9 * static_cast<double>(counter.hot - hotBytes) / seconds;
        queue = engine.GetQueue(port).GetMean(end);
        high = memory->GetHighWater();
        messages = engine.GetMessages();
        EXPECT_EQ(engine.GetSent(), engine.GetDelivered() + engine.GetInFlight());
    }
};

} // namespace

// Every input is held up by its hot frames, 1/(N-1) of what it accepts: the inputs together accept
// N-1 of these shares of the hot port's rate, each that rate (digest of the document, case 1).
TEST(LosslessEngine, SharedMemoryIsHoggedByTheHotspot)
{
    const Hotspot run(CreateObject<SharedMemory>(), false);
    EXPECT_NEAR(run.hot, 10 * SHARE, 0.002);
    EXPECT_NEAR(run.rate, 10 * SHARE, 0.01 * 10 * SHARE);
    EXPECT_LE(run.high, N * 60'000);
    EXPECT_GT(run.high, N * (60'000 - 5875));
    EXPECT_EQ(run.messages, 0);
}

// The input of the hot station itself holds no hot frame and is never paused.
TEST(LosslessEngine, PartitionedMemorySparesTheInputWithoutHotFrames)
{
    const Hotspot run(CreateObject<PartitionedMemory>(), false);
    const double expected = 10 * ((N - 1) * SHARE + LOAD) / N;
    EXPECT_NEAR(run.hot, 10 * SHARE, 0.002);
    EXPECT_NEAR(run.rate, expected, 0.01 * expected);
    EXPECT_GT(run.high, (N - 1) * (60'000 - 5875));
    EXPECT_LT(run.high, (N - 1) * 60'000 + 5875);
}

// Cold flows keep what they are offered, N-2 of N-1 parts at each of the other stations.
TEST(LosslessEngine, BcnLimitsHotFlowsAlone)
{
    const Hotspot run(CreateObject<PartitionedMemory>(), true);
    const double expected = 10 * (LOAD * (N - 1) + SHARE) / N;
    EXPECT_NEAR(run.hot, 10 * SHARE, 0.01 * 10 * SHARE);
    EXPECT_NEAR(run.rate, expected, 0.01 * expected);
    EXPECT_GT(run.messages, 100);
}
