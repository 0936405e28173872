/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-closed-forms.h"

#include <algorithm>

using namespace ns3;

// What the law of servernet-engine.h says in closed form, with the timing of ServerNetTiming: FIFOs
// of 64 flits, Dh = 15, D = 2, C = 2, F = 3.

namespace
{

using ServerNetClosedForms = ServerNetJudged;

// Heads at h(i) = t + (i - 1) Dh by rules 5 and 6, tails N - 1 later by rule 1, delivered D after
// the last by rule 7.
TEST_P(ServerNetClosedForms, LonePacket)
{
    for (const uint32_t flits : {1U, 12U, 80U, 1000U})
    {
        for (const uint32_t routers : {1U, 2U, 6U})
        {
            Send(1000, 0, 2 * routers - 1, flits);
            const Outcome outcome = Do(Chain(routers, 2));
            for (uint32_t hop = 0; hop <= routers; ++hop)
            {
                EXPECT_EQ(outcome.At(1, hop).request, 1000 + 15 * hop);
                EXPECT_EQ(outcome.At(1, hop).grant, 1000 + 15 * hop);
                EXPECT_EQ(outcome.At(1, hop).head, 1000 + 15 * hop);
                EXPECT_EQ(outcome.At(1, hop).tail, 1000 + 15 * hop + flits - 1);
            }
            EXPECT_EQ(outcome.GetDelivery(1), 1000 + 15 * routers + flits - 1 + 2);
            EXPECT_TRUE(outcome.stalls.empty());
        }
    }
}

// Links with timing of their own, and FIFOs that fill while a head is routed. Rule 3, followed from
// channel to channel: T(i) is the latest of h(i+v) + N - 1 - sum of (B - C), for as many FIFOs v as
// have no more than N - 1 places together.
TEST_P(ServerNetClosedForms, LonePacketOnAnyLinks)
{
    std::mt19937 random(3);
    std::size_t stalls = 0;
    for (int round = 0; round < 200; ++round)
    {
        const uint32_t routers = 1 + random() % 8;
        const auto network = std::make_shared<ServerNetNetwork>(
            MakeChain(routers, 2, [&] { return DrawAttributes(random); }),
            ServerNetTiming());
        const int64_t flits = 1 + random() % 300;
        Send(random() % 100, 0, 2 * routers - 1, flits);
        int64_t head = m_case.moments[0].tick;
        const Outcome outcome = Do(network);
        for (uint32_t hop = 0; hop <= routers; ++hop)
        {
            EXPECT_EQ(outcome.At(1, hop).head, head);
            int64_t tail = head + flits - 1;
            int64_t places = 0;
            int64_t credits = 0;
            for (uint32_t ahead = hop; ahead < routers; ++ahead)
            {
                const auto& timing = network->GetChannels()[outcome.At(1, ahead).channel].timing;
                places += timing.fifoFlits;
                credits += timing.creditTicks;
                if (flits - 1 >= places)
                {
                    tail = std::max(tail,
                                    outcome.At(1, ahead + 1).head + flits - 1 - places + credits);
                }
            }
            EXPECT_EQ(outcome.At(1, hop).tail, tail);
            const auto& timing = network->GetChannels()[outcome.At(1, hop).channel].timing;
            head += timing.headTicks;
            if (hop == routers)
            {
                EXPECT_EQ(outcome.GetDelivery(1), tail + timing.bodyTicks);
            }
        }
        stalls += outcome.stalls.size();
    }
    EXPECT_GT(stalls, 100U);
}

// All pairs of tetra-16: (H - 1) Dh + N - 1 + D. Four packets at a time, one from each quadrant to
// the quadrant so many further, which share no channel. Pairs by routers on the way follow from the
// wiring, where 24 routers have five devices each: 24 * 5 * 4 pairs on one router, and so on.
TEST_P(ServerNetClosedForms, EveryPairOfTetra16)
{
    const Network network = ReadTetra(ServerNetTiming());
    const auto device = [&](uint32_t quadrant, uint32_t number) {
        const std::string name = std::to_string(quadrant % 4) + ".";
        const uint32_t node =
            network->GetTopology().FindNode(number < 4 ? "cpu" + name + std::to_string(number)
                                                       : "io" + name + std::to_string(number - 4));
        const auto& devices = network->GetDevices();
        return static_cast<uint32_t>(std::find(devices.begin(), devices.end(), node) -
                                     devices.begin());
    };
    // The flit engine is slow: short packets for it, the next four while the last are on the way,
    // whose heads come to no channel at the same time.
    const bool slow = GetParam().name == "Flit";
    const uint32_t flits = slow ? 1 : 80;
    const int64_t spacing = slow ? 35 : 200;
    int64_t tick = 0;
    for (uint32_t further = 0; further < 4; ++further)
    {
        for (uint32_t from = 0; from < 30; ++from)
        {
            for (uint32_t to = 0; to < 30; ++to)
            {
                for (uint32_t quadrant = 0; quadrant < 4 && (further > 0 || from != to); ++quadrant)
                {
                    Send(tick, device(quadrant, from), device(quadrant + further, to), flits);
                }
                tick += spacing;
            }
        }
    }
    const auto moments = m_case.moments;
    const Outcome outcome = Do(network);
    std::map<uint32_t, uint32_t> pairs; // by routers on the way
    uint32_t wrong = 0;
    for (const auto& moment : moments)
    {
        const auto& packet = moment.packet;
        const uint32_t hops = network->GetPath(packet.source, packet.destination).GetSize();
        ++pairs[hops - 1];
        wrong += outcome.GetDelivery(packet.id) != moment.tick + (hops - 1) * 15 + flits - 1 + 2;
    }
    EXPECT_EQ(wrong, 0U);
    EXPECT_TRUE(outcome.stalls.empty());
    const std::map<uint32_t, uint32_t> stated = {{1, 480},
                                                 {3, 2000},
                                                 {4, 1300},
                                                 {5, 3000},
                                                 {6, 7500}};
    EXPECT_EQ(pairs, stated);
}

// Two packets that want one output at the same tick: the lower input first, the other one when the
// tail has left; flit B of it then waits for its head.
TEST_P(ServerNetClosedForms, TwoForOneOutput)
{
    for (const int64_t flits : {1, 18, 80})
    {
        Send(0, 1, 2, flits);
        Send(0, 0, 2, flits);
        const ServerNetTiming timing{17, 15, 2, 2, 3};
        const Outcome outcome = Do(Chain(1, 3, timing));
        EXPECT_EQ(outcome.At(2, 1).head, 15);
        EXPECT_EQ(outcome.At(2, 0).tail, flits - 1);
        EXPECT_EQ(outcome.At(1, 1).request, 15);
        EXPECT_EQ(outcome.At(1, 1).grant, 15 + flits);
        EXPECT_EQ(outcome.At(1, 1).head, 15 + flits);
        EXPECT_EQ(outcome.At(1, 1).tail, 15 + flits + flits - 1);
        EXPECT_EQ(outcome.GetDelivery(1), 15 + flits + flits - 1 + 2);
        if (flits <= 17)
        {
            EXPECT_EQ(outcome.At(1, 0).tail, flits - 1);
            EXPECT_TRUE(outcome.stalls.empty());
            continue;
        }
        EXPECT_EQ(outcome.At(1, 0).tail, 15 + flits + flits - 1 - (17 - 2));
        const Record::Row stall{1,
                                outcome.At(1, 0).channel,
                                17,
                                15 + flits + 2,
                                1,
                                outcome.At(1, 1).channel};
        EXPECT_EQ(outcome.stalls, std::vector<Record::Row>{stall});
    }
}

// A head that is blocked at the last of seven channels: the worm stands in ceil(N / B) FIFOs, so
// all but the first of these have a stalled channel behind them, and all wait for that head. T(i)
// is that of the lone packet.
TEST_P(ServerNetClosedForms, BlockedWorm)
{
    for (const uint32_t depth : {17U, 20U, 27U, 40U, 64U, 79U, 80U, 100U})
    {
        const int64_t flits = 80;
        Send(0, 10, 11, 2000); // from router 5 to a device next to it
        Send(0, 0, 11, flits);
        const Outcome outcome = Do(Chain(6, 2, {depth, 15, 2, 2, 3}));
        EXPECT_EQ(outcome.At(2, 6).head, 15 + 2000);
        for (uint32_t hop = 0; hop < 6; ++hop)
        {
            const int64_t fifos = 6 - hop;
            const int64_t places = fifos * depth;
            const int64_t moving = 15 * hop + flits - 1;
            const int64_t held = 15 + 2000 + flits - 1 - places + fifos * 2;
            EXPECT_EQ(outcome.At(2, hop).head, 15 * hop);
            EXPECT_EQ(outcome.At(2, hop).tail, flits > places ? held : moving);
        }
        EXPECT_EQ(outcome.stalls.size(), (flits + depth - 1) / depth - 1);
        for (const auto& stall : outcome.stalls)
        {
            EXPECT_EQ(stall[0], 2);
            EXPECT_EQ(stall[4], 2);
            EXPECT_EQ(stall[5], outcome.At(2, 6).channel);
        }
    }
}

// Behind a packet that waits for a busy output, one for an idle output waits too: its request comes
// F after the tail of the first has left the FIFO, not Dh after its own head has come.
TEST_P(ServerNetClosedForms, HeadOfLineBlocking)
{
    Send(0, 0, 2, 500);
    Send(0, 1, 2, 20);
    Send(0, 1, 3, 20);
    const Outcome outcome = Do(Chain(1, 4));
    EXPECT_EQ(outcome.At(2, 1).head, 15 + 500);
    EXPECT_EQ(outcome.At(3, 0).head, 20);
    EXPECT_EQ(outcome.At(3, 1).request, 15 + 500 + 19 + 3);
    EXPECT_EQ(outcome.At(3, 1).head, 15 + 500 + 19 + 3);
}

// Packets of 12 flits fill a FIFO of 24 behind a busy output. The third is granted the first
// channel and its head waits for the place of the first one's head; the fifth waits for the
// third's.
TEST_P(ServerNetClosedForms, PlacesOfOtherPackets)
{
    Send(0, 0, 2, 500);
    for (int i = 0; i < 5; ++i)
    {
        Send(0, 1, 2, 12); // packets 2 to 6
    }
    const Outcome outcome = Do(Chain(1, 3, {24, 15, 2, 2, 20}));
    const int64_t first = 15 + 500;         // head of packet 2 at the output
    const int64_t second = first + 11 + 20; // of packet 3: F after the tail
    EXPECT_EQ(outcome.At(2, 1).head, first);
    EXPECT_EQ(outcome.At(3, 1).head, second);
    EXPECT_EQ(outcome.At(4, 0).grant, 24);
    EXPECT_EQ(outcome.At(4, 0).head, first + 2);
    EXPECT_EQ(outcome.At(4, 0).tail, first + 2 + 11);
    EXPECT_EQ(outcome.At(5, 0).grant, first + 2 + 12);
    EXPECT_EQ(outcome.At(5, 0).head, second + 2);
    const Record::Row third{4,
                            outcome.At(4, 0).channel,
                            24,
                            first + 2,
                            2,
                            outcome.At(2, 1).channel};
    const Record::Row fourth{5,
                             outcome.At(5, 0).channel,
                             first + 14,
                             second + 2,
                             3,
                             outcome.At(3, 1).channel};
    ASSERT_GE(outcome.stalls.size(), 2U);
    EXPECT_EQ(outcome.stalls[0], third);
    EXPECT_EQ(outcome.stalls[1], fourth);
}

// Back to back through one FIFO: the second asks F after the tail of the first has left.
TEST_P(ServerNetClosedForms, Refill)
{
    for (const uint32_t refill : {1U, 3U, 12U, 30U})
    {
        for (const int64_t flits : {1, 12, 80})
        {
            Send(0, 0, 1, flits);
            Send(0, 0, 1, flits);
            const Outcome outcome = Do(Chain(1, 2, {200, 15, 2, 2, refill}));
            const int64_t request = std::max<int64_t>(flits + 15, 15 + flits - 1 + refill);
            EXPECT_EQ(outcome.At(2, 0).head, flits);
            EXPECT_EQ(outcome.At(2, 1).request, request);
            EXPECT_EQ(outcome.At(2, 1).head, request);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Engines, ServerNetClosedForms, BothEngines(), [](const auto& info) {
    return info.param.name;
});

} // namespace
