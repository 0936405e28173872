/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-engine.h"

#include "lossless-ethernet-reference.h"

#include "ns3/double.h"
#include "ns3/lossless-ethernet-memories.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <string>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

constexpr uint64_t RATE = 8'000'000'000; // a tick is 1 ns

/** Frames from a list. */
class ListSource : public LosslessSource
{
  public:
    std::deque<LosslessReference::Arrival> list;

    int64_t GetNextTick() override
    {
        return list.empty() ? NEVER : list.front().tick;
    }

    Arrival Take() override
    {
        const auto a = list.front();
        list.pop_front();
        return {a.destination, a.bytes, a.priority, 1};
    }
};

/** Notes what comes. */
class Notes : public LosslessEngineListener
{
  public:
    std::vector<LosslessReference::Delivery> deliveries;
    std::vector<std::string> others;

    void Delivered(const LosslessFrame& frame, int64_t tick) override
    {
        deliveries.emplace_back(tick, frame.destination, frame.source, frame.bytes, frame.priority);
    }

    void Dropped(const LosslessFrame&, uint32_t port, int64_t) override
    {
        others.push_back("drop behind " + std::to_string(port));
    }
};

/** Complains once every so many bytes. */
class GrumblingPoint : public CongestionPoint
{
  public:
    int64_t interval{1};

  private:
    void DoStart() override
    {
        GetSampler() = FrameSampler::ByBytes(interval);
    }

    CongestionMessage DoSample(int64_t, bool) override
    {
        GetSampler().Next(GetRandom());
        CongestionMessage message;
        message.kind = CongestionMessage::NEGATIVE;
        message.feedback = -1;
        return message;
    }
};

/** A flow that was complained about keeps a rate for ever. */
class FixedPoint : public ReactionPoint
{
  public:
    double rate{1};

  private:
    class Limiter : public RateLimiter
    {
      public:
        explicit Limiter(double value)
            : rate(value)
        {
        }

        void Receive(int64_t, const CongestionMessage&) override
        {
            SetState(false, rate, NEVER, CongestionMessage::NOBODY);
        }

        void Expire(int64_t) override
        {
        }

        double rate;
    };

    void DoStart(double) override
    {
    }

    std::unique_ptr<RateLimiter> DoMakeLimiter() override
    {
        return std::make_unique<Limiter>(rate);
    }
};

/** The lowest free input for each output, outputs in order. */
class GreedyScheduler : public SwitchScheduler
{
    void DoMatch(const std::vector<std::vector<uint64_t>>& requests) override
    {
        uint64_t taken = 0;
        for (uint32_t output = 0; output < GetPorts(); ++output)
        {
            if (const uint64_t left = requests[output][0] & ~taken)
            {
                GetMatch()[output] = __builtin_ctzll(left);
                taken |= left & -left;
            }
        }
    }
};

/** @param switches in a row @param stations of each @param rates of the links, in turn; none: those
 * of the network @param delays of the links in ns, in turn; none: that of the network
 * @return the topology */
fabric::Topology
MakeRow(uint32_t switches,
        uint32_t stations,
        const std::vector<std::string>& rates = {},
        const std::vector<uint32_t>& delays = {})
{
    constexpr uint32_t ANY = fabric::Topology::NONE;
    fabric::Topology topology;
    std::vector<uint32_t> nodes;
    for (uint32_t i = 0; i < switches; ++i)
    {
        nodes.push_back(
            topology.AddNode("switch" + std::to_string(i + 1), fabric::Topology::ROUTER));
    }
    const auto link = [&](uint32_t first, uint32_t second) {
        fabric::Topology::Attributes attributes;
        if (!rates.empty())
        {
            attributes["rate"] = rates[topology.GetLinks().size() % rates.size()];
        }
        if (!delays.empty())
        {
            const uint32_t delay = delays[topology.GetLinks().size() % delays.size()];
            attributes["delay"] = std::to_string(delay) + "ns";
        }
        topology.AddLink({first, ANY},
                         {second, ANY},
                         ANY,
                         std::make_shared<const fabric::Topology::Attributes>(attributes));
    };
    for (uint32_t i = 0; i < switches * stations; ++i)
    {
        link(topology.AddNode("node" + std::to_string(i + 1), fabric::Topology::DEVICE),
             nodes[i / stations]);
    }
    for (uint32_t i = 0; i + 1 < switches; ++i)
    {
        link(nodes[i], nodes[i + 1]);
    }
    return topology;
}

/** A network, what is set in it, and what comes to it. */
struct Case
{
    std::shared_ptr<const LosslessNetwork> network;
    LosslessReference::Settings settings;
    std::vector<LosslessReference::Arrival> arrivals;
    int64_t ticks;

    /** @param seed of the draws @param large with ports that do not stay in the cache @param rates
     * of the links, in turn; none: RATE @param own whether each link has a delay of its own */
    Case(uint32_t seed, bool large, const std::vector<std::string>& rates, bool own)
    {
        std::mt19937_64 random(seed);
        const auto draw = [&random](uint64_t low, uint64_t high) {
            return low + random() % (high - low + 1);
        };
        const uint32_t switches = draw(1, 3);
        const int64_t delay = draw(1, 300);
        const uint32_t stations = large ? 200 : draw(2, 3);
        std::vector<uint32_t> delays(own ? 11 : 0); // more than there are links
        std::generate(delays.begin(), delays.end(), [&] { return draw(1, 300); });
        network = std::make_shared<const LosslessNetwork>(
            MakeRow(large ? 3 : switches, stations, rates, delays),
            RATE,
            NanoSeconds(delay));
        // Too little in some cases, so that there are drops.
        const uint64_t headroom = (draw(0, 3) == 0 ? 0 : 2 * 300 + 700 + 64) + draw(0, 400);
        settings.shared = draw(0, 2) == 0;
        settings.byPriority = !settings.shared && draw(0, 1);
        settings.crossbar = draw(0, 1) && !large;
        settings.capacity = draw(headroom + 200, headroom + 4000);
        settings.high = settings.capacity - headroom;
        settings.low = settings.high / 2;
        settings.quanta = draw(5, 40);
        settings.responseTicks = draw(0, 1) * draw(1, 100);
        settings.every = draw(0, 1) * draw(500, 3000);
        settings.rate = RATE / static_cast<double>(draw(2, 20));
        settings.watched = draw(0, 1) ? 255 : draw(1, 255);
        settings.complaint = draw(0, 1) ? 7 : draw(0, 7);
        const uint32_t count = network->GetStations().size();
        for (uint32_t i = 0; i < count; ++i)
        {
            if (draw(0, 2) == 0)
            {
                settings.service[network->GetStationPorts()[i] ^ 1] =
                    RATE / static_cast<double>(draw(2, 9));
            }
        }
        const bool priorities = draw(0, 1);
        int64_t tick = 0;
        for (uint64_t i = large ? 2000 : draw(50, 300); i > 0; --i)
        {
            tick += large ? 100 * (i % 100 == 0) : draw(0, 1) * draw(0, 300);
            const uint32_t source = draw(0, count - 1);
            arrivals.push_back({tick,
                                source,
                                static_cast<uint32_t>((source + draw(1, count - 1)) % count),
                                static_cast<uint32_t>(draw(64, 300)),
                                static_cast<uint8_t>(priorities ? draw(0, 6) : 3)});
        }
        ticks = tick + draw(1000, large ? 4000 : 20'000);
    }
};

} // namespace

// Seeds 83 to 102 have links of two or three rates, on which a byte takes 3, 4 and 8 ticks of 1/3
// ns. From 93 on each link has a delay of its own.
TEST(LosslessEngine, DoesWhatTheSlowReferenceDoes)
{
    const std::vector<std::vector<std::string>> mixed{{"8Gbps", "3Gbps", "6Gbps"},
                                                      {"3Gbps", "8Gbps", "6Gbps"},
                                                      {"6Gbps", "8Gbps", "3Gbps"}};
    uint64_t pauses = 0;
    uint64_t messages = 0;
    uint64_t byPriority = 0;
    uint64_t late = 0;
    uint64_t lost = 0;
    uint64_t pausesOfMixed = 0;
    uint64_t messagesOfMixed = 0;
    for (uint32_t seed = 1; seed <= 132; ++seed)
    {
        SCOPED_TRACE(seed);
        const bool isMixed = seed > 82 && seed <= 102;
        const Case one(seed,
                       seed == 81 || seed == 82,
                       isMixed ? mixed[seed % mixed.size()] : std::vector<std::string>(),
                       seed > 92);
        ASSERT_EQ(one.network->GetRate(), isMixed ? 3 * RATE : RATE);
        LosslessReference reference(*one.network, one.settings);
        const auto expected = reference.Run(one.arrivals, one.ticks);

        Notes notes;
        LosslessEngine engine(
            one.network,
            {one.settings.quanta, one.settings.responseTicks, 300, one.settings.complaint},
            &notes);
        const uint32_t stations = one.network->GetStations().size();
        for (uint32_t i = 0; i < one.network->GetSwitches().size(); ++i)
        {
            Ptr<LosslessMemory> memory;
            if (one.settings.shared)
            {
                memory = CreateObject<SharedMemory>();
            }
            else if (one.settings.byPriority)
            {
                memory = CreateObject<PriorityMemory>();
            }
            else
            {
                memory = CreateObject<PartitionedMemory>();
            }
            memory->SetAttribute(
                "Capacity",
                UintegerValue((one.settings.byPriority ? 8 : 1) * one.settings.capacity));
            const uint32_t ports = one.network->GetSwitches()[i].ports.size();
            // Half of an odd number is rounded down by both only where the low mark is whole.
            memory->SetAttribute("Low", DoubleValue((one.settings.low + 0.01) / one.settings.high));
            memory->Configure(
                ports,
                std::vector<uint64_t>(ports, one.settings.capacity - one.settings.high));
            engine.SetMemory(i, memory);
            if (one.settings.crossbar)
            {
                const auto scheduler = CreateObject<GreedyScheduler>();
                scheduler->Configure(ports);
                engine.SetScheduler(i, scheduler);
            }
        }
        if (one.settings.every > 0)
        {
            engine.SetCongestionPoints(one.settings.watched, [&one](uint32_t, uint8_t) {
                const auto point = CreateObject<GrumblingPoint>();
                point->interval = one.settings.every;
                return point;
            });
        }
        std::vector<ListSource> sources(stations);
        for (const auto& arrival : one.arrivals)
        {
            sources[arrival.source].list.push_back(arrival);
        }
        for (uint32_t i = 0; i < stations; ++i)
        {
            engine.SetSource(i, &sources[i]);
            const auto point = CreateObject<FixedPoint>();
            point->rate = one.settings.rate;
            engine.SetReactionPoint(i, point);
        }
        for (const auto& [port, rate] : one.settings.service)
        {
            engine.SetServiceRate(port, rate, 0);
        }
        std::mt19937_64 random(seed);
        for (int64_t tick = 0; tick < one.ticks;)
        {
            tick = std::min<int64_t>(one.ticks, tick + random() % 5000);
            engine.Advance(tick);
            ASSERT_EQ(engine.GetSent(),
                      engine.GetDelivered() + engine.GetInFlight() + engine.GetDropped());
        }
        const auto differ = std::mismatch(notes.deliveries.begin(),
                                          notes.deliveries.end(),
                                          expected.begin(),
                                          expected.end());
        ASSERT_EQ(notes.deliveries.size(), expected.size());
        ASSERT_TRUE(differ.first == notes.deliveries.end())
            << "delivery " << differ.first - notes.deliveries.begin() << " at tick "
            << std::get<0>(*differ.first) << " instead of " << std::get<0>(*differ.second);
        ASSERT_EQ(engine.GetMessages(), reference.messages);
        ASSERT_EQ(engine.GetDropped(), reference.drops);
        ASSERT_EQ(engine.GetDroppedMessages(), reference.lostMessages);
        lost += reference.drops;
        uint64_t asked = 0;
        for (const auto& each : one.network->GetSwitches())
        {
            for (const uint32_t port : each.ports)
            {
                asked += engine.GetPauses(port);
            }
        }
        ASSERT_EQ(asked, reference.pauses);
        pauses += asked;
        pausesOfMixed += isMixed ? asked : 0;
        messagesOfMixed += isMixed ? reference.messages : 0;
        byPriority += one.settings.byPriority ? asked : 0;
        messages += reference.messages;
        late += expected.size() < one.arrivals.size();
    }
    EXPECT_GT(pauses, 1000);
    EXPECT_GT(byPriority, 200);
    EXPECT_GT(messages, 200);
    EXPECT_GT(lost, 20);
    EXPECT_GT(late, 10);
    EXPECT_LT(late, 130);
    EXPECT_GT(pausesOfMixed, 100);
    EXPECT_GT(messagesOfMixed, 50);
}

// Behind the second of two switches the receiver is slow; the first has no memory for messages of
// priority 7, and all of them have to cross it.
TEST(LosslessEngine, CountsMessagesWithoutRoom)
{
    const auto network =
        std::make_shared<const LosslessNetwork>(MakeRow(2, 1), RATE, NanoSeconds(100));
    Notes notes;
    LosslessEngine engine(network, {}, &notes);
    for (uint32_t i = 0; i < 2; ++i)
    {
        const auto memory = CreateObject<PriorityMemory>();
        memory->SetAttribute("Capacity", UintegerValue(100'000));
        memory->SetAttribute("Priorities", UintegerValue(1));
        memory->Configure(2, {5000, 5000});
        engine.SetMemory(i, memory);
    }
    engine.SetCongestionPoints(UINT8_MAX, [](uint32_t, uint8_t) {
        const auto point = CreateObject<GrumblingPoint>();
        point->interval = 15'000;
        return point;
    });
    ListSource source;
    for (int64_t i = 0; i < 100; ++i)
    {
        source.list.push_back({0, 0, 1, 1500, 0});
    }
    engine.SetSource(0, &source);
    engine.SetServiceRate(network->GetStationPorts()[1] ^ 1, RATE / 10.0, 0);
    engine.Advance(10'000'000);
    // 100 frames are ten intervals at each of the ports; messages of the first switch cross none.
    EXPECT_EQ(engine.GetDelivered(), 100);
    EXPECT_EQ(engine.GetMessages(), 20);
    EXPECT_EQ(engine.GetDroppedMessages(), 10);
    EXPECT_EQ(engine.GetDropped(), 0);
    EXPECT_EQ(notes.others.size(), 10);
}

TEST(LosslessEngine, RefusesFramesAndRatesOutOfRange)
{
    const auto network =
        std::make_shared<const LosslessNetwork>(MakeRow(1, 2), RATE, NanoSeconds(100));
    LosslessEngine engine(network, {65535, 0, 1500}, nullptr);
    const auto memory = CreateObject<PriorityMemory>();
    memory->SetAttribute("Priorities", UintegerValue(5));
    memory->Configure(2, {5000, 5000});
    engine.SetMemory(0, memory);
    const auto send = [&engine](uint32_t bytes, uint8_t priority) {
        LosslessFrame frame{0, 1, bytes};
        frame.priority = priority;
        engine.Send(frame, engine.GetTick());
    };
    EXPECT_NO_THROW(send(1500, 2));
    EXPECT_THROW(send(1501, 2), std::invalid_argument);
    EXPECT_THROW(send(0, 2), std::invalid_argument);
    EXPECT_THROW(send(1500, 1), std::invalid_argument);
    EXPECT_THROW(send(1500, 8), std::invalid_argument);
    engine.Advance(10'000);
    EXPECT_THROW(engine.SetServiceRate(0, 1, 9'999), std::invalid_argument);
    EXPECT_THROW(engine.SetServiceRate(0, -1, 10'000), std::invalid_argument);
    EXPECT_THROW(engine.SetServiceRate(4, 1, 10'000), std::invalid_argument);
    EXPECT_NO_THROW(engine.SetServiceRate(0, 1, INT64_MAX));
    EXPECT_EQ(engine.GetDelivered(), 1);
}
