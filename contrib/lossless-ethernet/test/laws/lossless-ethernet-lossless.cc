/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/lossless-ethernet-fabric.h"
#include "ns3/lossless-ethernet-headroom.h"
#include "ns3/lossless-ethernet-topologies.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Always has frames, of any size, priority and destination. */
class GreedySource : public LosslessSource
{
  public:
    std::vector<Arrival> arrivals; //!< all at tick 0

    int64_t GetNextTick() override
    {
        return m_next < arrivals.size() ? 0 : NEVER;
    }

    Arrival Take() override
    {
        return arrivals[m_next++];
    }

  private:
    std::size_t m_next{0};
};

/** Attributes of a fabric and the worst that can be done to it. */
class Settings
{
  public:
    /** @param seed of all draws */
    explicit Settings(uint32_t seed)
        : m_random(seed)
    {
        static const std::vector<std::string> topologies{"single-stage[Nodes=4]",
                                                         "two-switch",
                                                         "multi-hop"};
        kind = Draw(0, 3);
        topology = topologies[kind == 0 ? 0 : Draw(0, 2)];
        largest = Draw(0, 1) ? Draw(64, 300) : Draw(300, 9216);
        delay = Draw(0, 1) ? Draw(0, 50) : Draw(50, 5000);
        response = Draw(0, 1) * Draw(1, 3000);
        bits = 1 << Draw(0, 7) | 1 << Draw(0, 7) | 1 << 7;
        const uint32_t classes = kind < 2 ? 1 : __builtin_popcount(bits);
        const LosslessHeadroom needed{RATE,
                                      NanoSeconds(delay),
                                      largest,
                                      NanoSeconds(response),
                                      64,
                                      classes};
        headroom = needed.GetBytes();
        quanta = needed.GetQuanta() + (Draw(0, 1) ? 0 : Draw(0, 200));
        const uint64_t share = headroom + 1 + Draw(0, 1) * Draw(0, 3 * headroom);
        const std::string low = "|Low=" + std::to_string(Draw(0, 4) * 0.25);
        const std::string priorities = "|Priorities=" + std::to_string(bits);
        const std::string capacity = "[Capacity=" + std::to_string(share * classes);
        const std::string reserve = "|Reserve=" + std::to_string(Draw(0, share - headroom - 1)) +
                                    "|Hysteresis=" + std::to_string(Draw(0, 1) * Draw(0, 3000)) +
                                    "|Alpha=" + std::to_string(0.125 * Draw(1, 32));
        memory = kind == 0   ? "ns3::SharedMemory" + capacity + low + "]"
                 : kind == 1 ? "ns3::PartitionedMemory" + capacity + low + "]"
                 : kind == 2
                     ? "ns3::PriorityMemory" + capacity + low + priorities + "]"
                     : "ns3::DynamicThresholdMemory" + capacity + reserve + priorities + "]";
    }

    /** @return frames and messages lost in a run in which all stations send all the time
     * @param allowLoss see the attribute */
    uint64_t Run(bool allowLoss)
    {
        const auto fabric = CreateObject<LosslessEthernetFabric>();
        fabric->SetAttribute("Rate", DataRateValue(DataRate(RATE)));
        fabric->SetAttribute("Delay", TimeValue(NanoSeconds(delay)));
        fabric->SetAttribute("ResponseDelay", TimeValue(NanoSeconds(response)));
        fabric->SetAttribute("LargestFrame", UintegerValue(largest));
        fabric->SetAttribute("Quanta", UintegerValue(quanta));
        fabric->SetAttribute("Headroom", UintegerValue(headroom));
        fabric->SetAttribute("Memory", StringValue(memory));
        fabric->SetAttribute("CongestionPoint", StringValue("ns3::BcnCongestionPoint[SetPoint=1]"));
        fabric->SetAttribute("AllowLoss", BooleanValue(allowLoss));
        try
        {
            fabric->Build(LosslessTopology(topology));
        }
        catch (const std::invalid_argument&)
        {
            Simulator::Destroy(); // and with it the list of channels
            throw;
        }
        EXPECT_TRUE(allowLoss || fabric->GetWarning().empty());
        const uint32_t stations = fabric->GetNetwork().GetStations().size();
        std::vector<std::unique_ptr<GreedySource>> sources;
        for (uint32_t station = 0; station < stations; ++station)
        {
            sources.push_back(std::make_unique<GreedySource>());
            const bool hot = Draw(0, 1);
            for (uint32_t i = 0; i < 3000; ++i)
            {
                const uint32_t far = hot && Draw(0, 3) > 0 ? 0 : Draw(0, stations - 1);
                const uint32_t bytes = Draw(0, 2) == 0 ? Draw(1, largest)
                                       : Draw(0, 1)    ? largest
                                                       : std::min<uint32_t>(64, largest);
                uint8_t priority = Draw(0, 7);
                while (kind >= 2 && !(bits >> priority & 1))
                {
                    priority = (priority + 1) % 8;
                }
                sources.back()->arrivals.push_back(
                    {far == station ? (far + 1) % stations : far, bytes, priority, 1});
            }
            fabric->SetSource(station, sources.back().get());
            const uint32_t port = fabric->GetNetwork().GetStationPorts()[station] ^ 1;
            for (int64_t when = 0; when < TIME; when += Draw(1, TIME / 4))
            {
                const double share = Draw(0, 2) == 0 ? 1.0 : 1e-4 * Draw(0, 3000);
                fabric->SetServiceRate(port, share * RATE, NanoSeconds(when));
            }
        }
        fabric->Initialize();
        Simulator::Stop(NanoSeconds(TIME));
        Simulator::Run();
        const uint64_t lost = fabric->GetDrops().GetTotal().number;
        pauses = fabric->GetPauses();
        EXPECT_EQ(fabric->GetMissing(), 0);
        Simulator::Destroy();
        fabric->Dispose();
        return lost;
    }

    static constexpr uint64_t RATE = 8'000'000'000; //!< a tick is 1 ns
    static constexpr int64_t TIME = 3'000'000;      //!< ns of a run

    uint32_t kind;        //!< of memory
    std::string topology; //!< name
    uint32_t largest;     //!< bytes of a frame
    int64_t delay;        //!< ns of a link
    int64_t response;     //!< ns
    uint32_t bits;        //!< priorities
    uint64_t headroom;    //!< bytes: what is needed
    uint32_t quanta;      //!< often as few as are needed
    std::string memory;   //!< as text
    uint64_t pauses{0};   //!< of the last run

  private:
    uint64_t Draw(uint64_t low, uint64_t high)
    {
        return low + m_random() % (high - low + 1);
    }

    std::mt19937_64 m_random; //!< source of draws
};

} // namespace

// What is accepted without a warning loses nothing: any memory with as much headroom and as many
// quanta as the closed forms ask for and hardly more memory, under senders that never rest and
// receivers that become slow, stop and recover.
TEST(LosslessSettings, WhatIsAcceptedLosesNothing)
{
    uint64_t pauses = 0;
    for (uint32_t seed = 1; seed <= 60; ++seed)
    {
        Settings settings(seed);
        SCOPED_TRACE(std::to_string(seed) + " " + settings.topology + " " + settings.memory +
                     " frames " + std::to_string(settings.largest) + " quanta " +
                     std::to_string(settings.quanta) + " headroom " +
                     std::to_string(settings.headroom));
        EXPECT_EQ(settings.Run(false), 0);
        pauses += settings.pauses;
    }
    EXPECT_GT(pauses, 10'000);
}

// The same runs find settings that are too small, which are refused.
TEST(LosslessSettings, WhatIsRefusedLoses)
{
    uint32_t lapsed = 0;
    uint32_t full = 0;
    for (uint32_t seed = 1; seed <= 30; ++seed)
    {
        Settings quanta(seed);
        quanta.quanta = std::max<uint32_t>(1, quanta.largest / 64);
        EXPECT_THROW(quanta.Run(false), std::invalid_argument);
        lapsed += quanta.Run(true) > 0;
        Settings headroom(seed);
        headroom.headroom -= headroom.largest;
        EXPECT_THROW(headroom.Run(false), std::invalid_argument);
        full += headroom.Run(true) > 0;
    }
    EXPECT_GT(lapsed, 10);
    EXPECT_GT(full, 10);
}
