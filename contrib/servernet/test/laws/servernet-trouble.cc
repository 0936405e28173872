/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-closed-forms.h"

#include "ns3/fabric-topology-reader.h"

#include <filesystem>
#include <stdexcept>

using namespace ns3;

// Channels that are down, packets that block each other, wrong use.

namespace
{

using ServerNetTrouble = ServerNetJudged;

// A channel that is down: a packet that wants it leaves its FIFO as if it were free, and the one
// behind follows; D after its tail it is discarded.
TEST_P(ServerNetTrouble, DownBehindARouter)
{
    const Network network = Chain(1, 4, ServerNetTiming());
    const uint32_t output = network->GetPath(0, 2)[1];
    const uint32_t input = network->GetPath(0, 2)[0];
    m_case.moments.push_back({0, Case::FAULT, {}, output, true});
    Send(0, 0, 2, 80); // packet 2
    Send(0, 0, 3, 80);
    Outcome outcome = Do(network);
    EXPECT_EQ(outcome.discards, std::vector<Record::Row>({{2, 0, 2, 80, 0, 15 + 79 + 2, input}}));
    EXPECT_EQ(outcome.At(3, 1).head, 15 + 79 + 3);
    // A packet that has the channel goes on to its tail; one that has asked for it does not.
    Send(0, 0, 2, 80);
    Send(0, 1, 2, 80);
    m_case.moments.push_back({50, Case::FAULT, {}, output, true});
    outcome = Do(network);
    EXPECT_EQ(outcome.GetDelivery(1), 15 + 79 + 2);
    ASSERT_EQ(outcome.discards.size(), 1U);
    EXPECT_EQ(outcome.discards[0][5], 50 + 79 + 2);
    EXPECT_EQ(outcome.discards[0][0], 2);
}

// Before a channel that is down a send queue is emptied at once.
TEST_P(ServerNetTrouble, DownBeforeADevice)
{
    const Network network = Chain(1, 2, ServerNetTiming());
    const int64_t input = network->GetPath(0, 1)[0];
    Send(0, 0, 1, 80);
    Send(0, 0, 1, 80);
    m_case.moments.push_back({5, Case::FAULT, {}, static_cast<uint32_t>(input), true});
    Send(20, 0, 1, 80); // packet 4
    m_case.moments.push_back({30, Case::FAULT, {}, static_cast<uint32_t>(input), false});
    Send(40, 0, 1, 80); // packet 6
    const Outcome outcome = Do(network);
    EXPECT_EQ(outcome.GetDelivery(1), 15 + 79 + 2);
    EXPECT_EQ(outcome.discards,
              std::vector<Record::Row>({{2, 0, 1, 80, 0, 6, input}, {4, 0, 1, 80, 20, 21, input}}));
    EXPECT_EQ(outcome.At(6, 0).head, 80);
}

/** Keeps stalls. */
class StallKeeper : public Engine::Listener
{
  public:
    void Delivered(const Engine::Packet& /* packet */, int64_t /* tick */) override
    {
    }

    bool HasStallSinks() const override
    {
        return wanted;
    }

    void Stalled(const Engine::Stall& stall) override
    {
        stalls.push_back(stall);
    }

    std::vector<Engine::Stall> stalls;
    bool wanted{true}; //!< whether it listens
};

// Four packets round the ring of ring-cyclic, each to the device two routers further: each holds
// the channel the one behind it wants. All wait for their own heads.
TEST_P(ServerNetTrouble, DeadlockIsACycleOfWaits)
{
    const auto file = std::filesystem::path(__FILE__).parent_path() /
                      "../../../fabric/examples/topologies/ring-cyclic.topology";
    const auto network = std::make_shared<ServerNetNetwork>(fabric::ReadTopology(file.string()),
                                                            ServerNetTiming(),
                                                            true);
    StallKeeper keeper;
    const auto engine = GetParam().make(network, &keeper);
    for (uint32_t i = 0; i < 4; ++i)
    {
        engine->Inject({i, i, (i + 2) % 4, 1000, 0}, 0);
    }
    engine->Advance(1000);
    const uint64_t progress = engine->GetProgress();
    engine->Advance(2000);
    EXPECT_EQ(engine->GetProgress(), progress);
    EXPECT_EQ(engine->GetInFlight(), 4U);
    EXPECT_EQ(engine->GetHeld(), 4U);
    EXPECT_EQ(engine->GetWaits().GetWaitCount(), 8U); // of send queue and ring
    EXPECT_EQ(engine->GetWaits().FindCycle().size(), 4U);
    EXPECT_TRUE(keeper.stalls.empty());
    engine->CloseStalls();
    // Heads start at 0 and 15, and stand in the FIFO of the ring; 64 flits are there and 64 in the
    // FIFO before it.
    EXPECT_EQ(keeper.stalls.size(), 8U);
    for (const auto& stall : keeper.stalls)
    {
        const auto path = network->GetPath(stall.packet, (stall.packet + 2) % 4);
        EXPECT_EQ(stall.begin, stall.channel == path[0] ? 128 : 15 + 64);
        EXPECT_EQ(stall.end, 2000);
        EXPECT_EQ(stall.blamedPacket, stall.packet);
        EXPECT_EQ(stall.blamedChannel, path[2]);
        EXPECT_EQ(engine->GetState(stall.channel).stalled, stall.end - stall.begin);
    }
    engine->CloseStalls();
    EXPECT_EQ(keeper.stalls.size(), 8U);
    // What was closed while nobody listened is not told later.
    keeper.stalls.clear();
    keeper.wanted = false;
    engine->Advance(3000);
    engine->CloseStalls();
    keeper.wanted = true;
    engine->Advance(4000);
    engine->CloseStalls();
    EXPECT_EQ(keeper.stalls.size(), 8U);
    for (const auto& stall : keeper.stalls)
    {
        EXPECT_EQ(stall.begin, 3000);
        EXPECT_EQ(stall.end, 4000);
    }
}

// Two packets round the same ring, each to the device three routers further: each owns two channels
// of the ring and waits for the first one of the other.
TEST_P(ServerNetTrouble, DeadlockOfWormsOverSeveralChannels)
{
    const auto file = std::filesystem::path(__FILE__).parent_path() /
                      "../../../fabric/examples/topologies/ring-cyclic.topology";
    const auto network = std::make_shared<ServerNetNetwork>(fabric::ReadTopology(file.string()),
                                                            ServerNetTiming(),
                                                            true);
    const auto engine = GetParam().make(network, nullptr);
    engine->Inject({0, 0, 3, 1000, 0}, 0);
    engine->Inject({1, 2, 1, 1000, 0}, 0);
    engine->Advance(2000);
    EXPECT_EQ(engine->GetHeld(), 2U);
    EXPECT_EQ(engine->GetWaits().FindCycle().size(), 4U);
}

TEST_P(ServerNetTrouble, WrongUse)
{
    const auto engine = GetParam().make(Chain(1, 2), nullptr);
    EXPECT_EQ(engine->GetNextTick(), INT64_MAX);
    engine->Advance(10);
    EXPECT_THROW(engine->Advance(9), std::invalid_argument);
    EXPECT_THROW(engine->Inject({1, 0, 1, 1, 0}, 9), std::invalid_argument);
    EXPECT_THROW(engine->Inject({1, 0, 1, 0, 0}, 10), std::invalid_argument);
    EXPECT_THROW(engine->Inject({1, 0, 0, 1, 0}, 10), std::invalid_argument);
    EXPECT_THROW(engine->Inject({1, 0, 2, 1, 0}, 10), std::invalid_argument);
    EXPECT_THROW(engine->Inject({1, 2, 0, 1, 0}, 10), std::invalid_argument);
    EXPECT_THROW(engine->SetArbiter(engine->GetNetwork().GetInjectionChannels()[0], nullptr),
                 std::invalid_argument);
    EXPECT_THROW(engine->SetArbiter(4, nullptr), std::invalid_argument);
    EXPECT_EQ(engine->GetInFlight(), 0U);
    engine->Inject({1, 0, 1, 1, 0}, 10);
    engine->Advance(10 + 15 + 2 - 1);
    EXPECT_EQ(engine->GetInFlight(), 1U);
    engine->Advance(10 + 15 + 2);
    EXPECT_EQ(engine->GetInFlight(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Engines, ServerNetTrouble, BothEngines(), [](const auto& info) {
    return info.param.name;
});

} // namespace
