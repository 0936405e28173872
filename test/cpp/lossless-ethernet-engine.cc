/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-destination-uniform.h"
#include "ns3/double.h"
#include "ns3/lossless-ethernet-bcn-congestion-point.h"
#include "ns3/lossless-ethernet-bcn-reaction-point.h"
#include "ns3/lossless-ethernet-engine.h"
#include "ns3/lossless-ethernet-memory-partitioned.h"
#include "ns3/lossless-ethernet-memory-shared.h"
#include "ns3/object-factory.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

constexpr uint64_t RATE = 10'000'000'000;
constexpr uint32_t BYTES = 1500;

/** @param stations of it @return that many stations at one switch */
fabric::Topology
MakeStar(uint32_t stations)
{
    fabric::Topology topology;
    const uint32_t middle = topology.AddNode("switch", fabric::Topology::ROUTER);
    for (uint32_t i = 0; i < stations; ++i)
    {
        const uint32_t node =
            topology.AddNode("node" + std::to_string(i + 1), fabric::Topology::DEVICE);
        topology.AddLink({node, fabric::Topology::NONE}, {middle, fabric::Topology::NONE});
    }
    return topology;
}

/** Bernoulli arrivals in slots of a frame, to all other stations evenly. */
class UniformSource : public LosslessSource
{
  public:
    UniformSource(uint32_t number, Ptr<DestinationPattern> pattern, double load)
        : m_number(number),
          m_pattern(pattern)
    {
        ObjectFactory factory("ns3::BernoulliArrivals");
        factory.Set("Probability", DoubleValue(load));
        m_process = factory.Create<ArrivalProcess>();
        m_process->AssignStreams(number);
        m_next = m_process->Next();
    }

    int64_t GetNextTick() override
    {
        return m_next == ArrivalProcess::NEVER ? NEVER : m_next * BYTES;
    }

    Arrival Take() override
    {
        m_next = m_process->Next();
        return {m_pattern->Draw(m_number), BYTES, 0, 1};
    }

  private:
    uint32_t m_number;
    Ptr<DestinationPattern> m_pattern;
    Ptr<ArrivalProcess> m_process;
    int64_t m_next;
};

/** Counts bytes by destination and source. */
class Counter : public LosslessEngine::Listener
{
  public:
    void Delivered(const LosslessFrame& frame, int64_t tick) override
    {
        bytes += frame.bytes;
        if (frame.destination == 0)
        {
            hot += frame.bytes;
        }
    }

    uint64_t bytes{0};
    uint64_t hot{0};
};

} // namespace

TEST(LosslessEngine, HotspotWithoutCongestionManagementGatesAll)
{
    for (const auto& [shared, bcn] : {std::pair(true, false), std::pair(false, false), std::pair(false, true)})
    {
        const uint32_t n = 16;
        auto network =
            std::make_shared<const LosslessNetwork>(MakeStar(n), RATE, NanoSeconds(500));
        Counter counter;
        LosslessEngine engine(network, {}, &counter);
        Ptr<LosslessMemory> memory;
        if (shared)
        {
            memory = CreateObject<SharedMemory>();
        }
        else
        {
            memory = CreateObject<PartitionedMemory>();
        }
        memory->Lay(n, std::vector<uint64_t>(n, 5875));
        engine.SetMemory(0, memory);
        auto pattern = CreateObject<UniformDestinations>();
        pattern->SetDevices(n);
        pattern->AssignStreams(100);
        std::vector<UniformSource> sources;
        sources.reserve(n);
        for (uint32_t i = 0; i < n; ++i)
        {
            sources.emplace_back(i, pattern, 0.85);
            engine.SetSource(i, &sources.back());
        }
        engine.SetServiceRate(network->GetStationPorts()[0] ^ 1, 0.2 * RATE);
        const uint32_t hotPort = network->GetStationPorts()[0] ^ 1;
        if (bcn)
        {
            for (uint32_t i = 0; i < n; ++i)
            {
                auto cp = CreateObject<BcnCongestionPoint>();
                cp->AssignStreams(200 + i);
                engine.SetCongestionPoint(network->GetStationPorts()[i] ^ 1, cp);
                auto rp = CreateObject<BcnReactionPoint>();
                rp->AssignStreams(300 + i);
                engine.SetReactionPoint(i, rp);
            }
        }
        const auto at = [&](double s) { return network->GetTicks(Seconds(s)); };
        engine.Advance(at(0.2));
        const uint64_t before = counter.bytes;
        const uint64_t hot = counter.hot;
        double queue = 0;
        constexpr int samples = 9000;
        for (int i = 1; i <= samples; ++i)
        {
            engine.Advance(at(0.2 + 0.9 * i / samples));
            queue += engine.GetQueue(hotPort) / samples;
        }
        const double gbps = 8e-9 / 0.9;
        printf("%s %s: queue %.1f, messages %lu, %.4f Gb/s a node, hot %.4f, dropped %lu, hops %lu steps %lu\n",
               shared ? "shared" : "partitioned",
               bcn ? "BCN" : "no BCN",
               queue / 1000,
               engine.GetMessages(),
               (counter.bytes - before) * gbps / n,
               (counter.hot - hot) * gbps,
               engine.GetDropped(),
               engine.GetHops(),
               engine.GetSteps());
        EXPECT_EQ(engine.GetDropped(), 0);
        EXPECT_EQ(engine.GetSent(), engine.GetDelivered() + engine.GetInFlight());
    }
}
