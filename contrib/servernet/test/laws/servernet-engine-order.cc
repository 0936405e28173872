/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/servernet-engine.h"
#include "ns3/servernet-topologies.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

using namespace ns3;

// What an engine promises to its caller beyond the law: the order of its calls, and its cost.

namespace
{

using Engine = ServerNetEngine;

std::shared_ptr<const ServerNetNetwork>
MakeNetwork(const std::string& name)
{
    return std::make_shared<const ServerNetNetwork>(ServerNetTopology(name), ServerNetTiming());
}

/** Checks the order of all calls. */
class OrderKeeper : public Engine::Listener
{
  public:
    void Delivered(const Engine::Packet& packet, int64_t tick) override
    {
        const std::pair<int64_t, uint32_t> now{tick, packet.destination};
        EXPECT_LT(m_delivered, now);
        m_delivered = now;
        ++deliveries;
    }

    bool HasHopSinks() const override
    {
        return true;
    }

    void TailStarted(const Engine::Hop& hop) override
    {
        const std::pair<int64_t, uint32_t> now{hop.tail, hop.channel};
        EXPECT_LT(m_tail, now);
        m_tail = now;
        EXPECT_LE(hop.request, hop.grant);
        EXPECT_LE(hop.grant, hop.head);
        if (m_stalled)
        {
            EXPECT_EQ(m_stalled->packet, hop.packet.id);
            EXPECT_EQ(m_stalled->channel, hop.channel);
            EXPECT_LE(m_stalled->end, hop.tail);
        }
        m_stalled.reset();
        ++hops;
    }

    bool HasStallSinks() const override
    {
        return true;
    }

    void Stalled(const Engine::Stall& stall) override
    {
        if (m_stalled) // another one of the same packet there, later
        {
            EXPECT_EQ(m_stalled->packet, stall.packet);
            EXPECT_EQ(m_stalled->channel, stall.channel);
            EXPECT_LE(m_stalled->end, stall.begin);
        }
        EXPECT_LT(stall.begin, stall.end);
        m_stalled = stall;
        ++stalls;
    }

    uint64_t deliveries{0};
    uint64_t hops{0};
    uint64_t stalls{0};

  private:
    std::pair<int64_t, uint32_t> m_delivered{-1, 0};
    std::pair<int64_t, uint32_t> m_tail{-1, 0};
    std::optional<Engine::Stall> m_stalled; //!< of the next tail
};

} // namespace

// Deliveries by tick and destination, tails by tick and channel, stalls just before their tail.
TEST(ServerNetEngineOrder, CallsComeInOrder)
{
    for (const auto kind : {Engine::EVENT, Engine::FLIT})
    {
        const auto network = MakeNetwork("single-router");
        OrderKeeper keeper;
        const auto engine = Engine::Make(kind, network, &keeper);
        std::mt19937 random(1);
        std::vector<Engine::Packet> packets;
        uint64_t id = 0;
        for (int64_t tick = 0; tick < 20'000; tick += 20 + random() % 40)
        {
            const uint32_t source = random() % 6;
            // Several of a tick, of equal length: so many deliveries and tails are of one tick.
            for (uint32_t i = 0; i < 3; ++i)
            {
                packets.push_back(
                    {++id, (source + i) % 6, (source + 3 + i) % 6, i == 0 ? 80U : 40U, tick});
            }
            packets.push_back({++id, (source + 5) % 6, source, 80, tick});
        }
        engine->Carry(packets);
        EXPECT_EQ(keeper.deliveries, packets.size());
        EXPECT_EQ(keeper.hops, 2 * packets.size());
        EXPECT_GT(keeper.stalls, 100U);
    }
}

// The event-driven engine takes the same steps for a lone packet of any length; flit by flit a
// longer one takes more.
TEST(ServerNetEngineOrder, TheCostOfAPacketDoesNotDependOnItsLength)
{
    const auto network = MakeNetwork("tetra-8");
    const auto count = [&network](Engine::Kind kind, uint32_t flits) {
        const auto engine = Engine::Make(kind, network, nullptr);
        std::vector<Engine::Packet> packets;
        for (uint32_t i = 1; i < 20; ++i)
        {
            packets.push_back({i, 0, 3 * i, flits, 2000 * int64_t{i}});
        }
        engine->Carry(packets);
        return engine->GetEventCount();
    };
    EXPECT_EQ(count(Engine::EVENT, 80), count(Engine::EVENT, 800));
    EXPECT_EQ(count(Engine::EVENT, 1), count(Engine::EVENT, 800));
    EXPECT_GT(count(Engine::FLIT, 800), 5 * count(Engine::FLIT, 80));
}
