/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-cases.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

using namespace ns3;

// What the law of servernet-engine.h says in closed form, asked of both engines.

namespace
{

struct Judged
{
    const char* name;
    EngineFactory make;
};

void
PrintTo(const Judged& judged, std::ostream* out)
{
    *out << judged.name;
}

/** What a case came to, to be looked up. */
class Outcome
{
  public:
    explicit Outcome(const Record& record)
        : stalls(record.stalls),
          discards(record.discards)
    {
        for (const auto& hop : record.hops)
        {
            m_hops[{hop[0], hop[2]}] = hop;
        }
        for (const auto& delivery : record.deliveries)
        {
            m_deliveries[delivery[0]] = delivery[5];
        }
    }

    int64_t Channel(int64_t packet, int64_t hop) const
    {
        return m_hops.at({packet, hop})[1];
    }

    int64_t Request(int64_t packet, int64_t hop) const
    {
        return m_hops.at({packet, hop})[3];
    }

    int64_t Grant(int64_t packet, int64_t hop) const
    {
        return m_hops.at({packet, hop})[4];
    }

    int64_t Head(int64_t packet, int64_t hop) const
    {
        return m_hops.at({packet, hop})[5];
    }

    int64_t Tail(int64_t packet, int64_t hop) const
    {
        return m_hops.at({packet, hop})[6];
    }

    int64_t Delivery(int64_t packet) const
    {
        return m_deliveries.at(packet);
    }

    std::vector<Record::Row> stalls;
    std::vector<Record::Row> discards;

  private:
    std::map<std::pair<int64_t, int64_t>, Record::Row> m_hops;
    std::map<int64_t, int64_t> m_deliveries;
};

class ServerNetClosedForms : public testing::TestWithParam<Judged>
{
  protected:
    /** Packets are numbered from 1 on in the order in which they are sent. */
    void Send(int64_t tick, uint32_t source, uint32_t destination, uint32_t flits)
    {
        const uint64_t id = m_case.moments.size() + 1;
        m_case.moments.push_back(
            {tick, Case::INJECT, {id, source, destination, flits, tick}, 0, false});
    }

    /** Let the engine send what is to be sent. */
    Outcome Do(const Network& network)
    {
        m_case.network = network;
        const Record record = Drive(m_case, GetParam().make, MOMENTS, 0);
        EXPECT_EQ(CheckSums(m_case, record), "");
        EXPECT_TRUE(record.wrongs.empty());
        m_case.moments.clear();
        return Outcome(record);
    }

    /** @return so many routers in a row with so many devices on each; device d is on router
     * d / devices */
    static Network Chain(uint32_t routers, uint32_t devices, const ServerNetTiming& timing)
    {
        return std::make_shared<ServerNetNetwork>(
            MakeChain(routers, devices, [] { return nullptr; }),
            timing);
    }

    Case m_case;
};

const ServerNetTiming STANDARD{64, 15, 2, 2, 3};

// h(i) = t + (i - 1) Dh, tails N - 1 later, delivered D after the last: digest, section 3.1.
TEST_P(ServerNetClosedForms, LonePacket)
{
    for (const uint32_t flits : {1U, 12U, 80U, 1000U})
    {
        for (const uint32_t routers : {1U, 2U, 6U})
        {
            Send(1000, 0, 2 * routers - 1, flits);
            const Outcome outcome = Do(Chain(routers, 2, STANDARD));
            for (uint32_t hop = 0; hop <= routers; ++hop)
            {
                EXPECT_EQ(outcome.Request(1, hop), 1000 + 15 * hop);
                EXPECT_EQ(outcome.Grant(1, hop), 1000 + 15 * hop);
                EXPECT_EQ(outcome.Head(1, hop), 1000 + 15 * hop);
                EXPECT_EQ(outcome.Tail(1, hop), 1000 + 15 * hop + flits - 1);
            }
            EXPECT_EQ(outcome.Delivery(1), 1000 + 15 * routers + flits - 1 + 2);
            EXPECT_TRUE(outcome.stalls.empty());
        }
    }
}

// Links with timing of their own, and FIFOs that fill while a head is routed. By section 3.2
// T(i) = max over v of h(i+v) + N - 1 - sum of B - C over the v FIFOs, as long as N - 1 reaches
// over their places.
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
            EXPECT_EQ(outcome.Head(1, hop), head);
            int64_t tail = head + flits - 1;
            int64_t places = 0;
            int64_t credits = 0;
            for (uint32_t ahead = hop; ahead < routers; ++ahead)
            {
                const auto& timing = network->GetChannels()[outcome.Channel(1, ahead)].timing;
                places += timing.fifoFlits;
                credits += timing.creditTicks;
                if (flits - 1 >= places)
                {
                    tail =
                        std::max(tail, outcome.Head(1, ahead + 1) + flits - 1 - places + credits);
                }
            }
            EXPECT_EQ(outcome.Tail(1, hop), tail);
            const auto& timing = network->GetChannels()[outcome.Channel(1, hop)].timing;
            head += timing.headTicks;
            if (hop == routers)
            {
                EXPECT_EQ(outcome.Delivery(1), tail + timing.bodyTicks);
            }
        }
        stalls += outcome.stalls.size();
    }
    EXPECT_GT(stalls, 100U);
}

// All pairs of tetra-16: (H - 1) Dh + N - 1 + D. Four packets at a time, one from each quadrant to
// the quadrant so many further, which share no channel; routers on the way as section 2.3 has them.
TEST_P(ServerNetClosedForms, EveryPairOfTetra16)
{
    const Network network = ReadTetra(STANDARD);
    const auto device = [&](uint32_t quadrant, uint32_t number) {
        const std::string name = std::to_string(quadrant % 4) + ".";
        return network->FindDevice(number < 4 ? "cpu" + name + std::to_string(number)
                                              : "io" + name + std::to_string(number - 4));
    };
    // The flit engine is slow: short packets for it, the next four while the last are on the way,
    // whose heads come to no channel at the same time.
    const bool slow = std::string(GetParam().name) == "Flit";
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
        wrong += outcome.Delivery(packet.id) != moment.tick + (hops - 1) * 15 + flits - 1 + 2;
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
        EXPECT_EQ(outcome.Head(2, 1), 15);
        EXPECT_EQ(outcome.Tail(2, 0), flits - 1);
        EXPECT_EQ(outcome.Request(1, 1), 15);
        EXPECT_EQ(outcome.Grant(1, 1), 15 + flits);
        EXPECT_EQ(outcome.Head(1, 1), 15 + flits);
        EXPECT_EQ(outcome.Tail(1, 1), 15 + flits + flits - 1);
        EXPECT_EQ(outcome.Delivery(1), 15 + flits + flits - 1 + 2);
        if (flits <= 17)
        {
            EXPECT_EQ(outcome.Tail(1, 0), flits - 1);
            EXPECT_TRUE(outcome.stalls.empty());
            continue;
        }
        EXPECT_EQ(outcome.Tail(1, 0), 15 + flits + flits - 1 - (17 - 2));
        const Record::Row stall{1,
                                outcome.Channel(1, 0),
                                17,
                                15 + flits + 2,
                                1,
                                outcome.Channel(1, 1)};
        EXPECT_EQ(outcome.stalls, std::vector<Record::Row>{stall});
    }
}

// A head that is blocked at the last of seven channels: the worm stands in ceil(N / B) FIFOs, so
// all but the first of these have a stalled channel behind them, and all wait for that head. T(i)
// is that of section 3.2.
TEST_P(ServerNetClosedForms, BlockedWorm)
{
    for (const uint32_t depth : {17U, 20U, 27U, 40U, 64U, 79U, 80U, 100U})
    {
        const int64_t flits = 80;
        Send(0, 10, 11, 2000); // from router 5 to a device next to it
        Send(0, 0, 11, flits);
        const Outcome outcome = Do(Chain(6, 2, {depth, 15, 2, 2, 3}));
        EXPECT_EQ(outcome.Head(2, 6), 15 + 2000);
        for (uint32_t hop = 0; hop < 6; ++hop)
        {
            const int64_t fifos = 6 - hop;
            const int64_t places = fifos * depth;
            const int64_t moving = 15 * hop + flits - 1;
            const int64_t held = 15 + 2000 + flits - 1 - places + fifos * 2;
            EXPECT_EQ(outcome.Head(2, hop), 15 * hop);
            EXPECT_EQ(outcome.Tail(2, hop), flits > places ? held : moving);
        }
        EXPECT_EQ(outcome.stalls.size(), (flits + depth - 1) / depth - 1);
        for (const auto& stall : outcome.stalls)
        {
            EXPECT_EQ(stall[0], 2);
            EXPECT_EQ(stall[4], 2);
            EXPECT_EQ(stall[5], outcome.Channel(2, 6));
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
    const Outcome outcome = Do(Chain(1, 4, STANDARD));
    EXPECT_EQ(outcome.Head(2, 1), 15 + 500);
    EXPECT_EQ(outcome.Head(3, 0), 20);
    EXPECT_EQ(outcome.Request(3, 1), 15 + 500 + 19 + 3);
    EXPECT_EQ(outcome.Head(3, 1), 15 + 500 + 19 + 3);
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
    EXPECT_EQ(outcome.Head(2, 1), first);
    EXPECT_EQ(outcome.Head(3, 1), second);
    EXPECT_EQ(outcome.Grant(4, 0), 24);
    EXPECT_EQ(outcome.Head(4, 0), first + 2);
    EXPECT_EQ(outcome.Tail(4, 0), first + 2 + 11);
    EXPECT_EQ(outcome.Grant(5, 0), first + 2 + 12);
    EXPECT_EQ(outcome.Head(5, 0), second + 2);
    const Record::Row third{4, outcome.Channel(4, 0), 24, first + 2, 2, outcome.Channel(2, 1)};
    const Record::Row fourth{5,
                             outcome.Channel(5, 0),
                             first + 14,
                             second + 2,
                             3,
                             outcome.Channel(3, 1)};
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
            EXPECT_EQ(outcome.Head(2, 0), flits);
            EXPECT_EQ(outcome.Request(2, 1), request);
            EXPECT_EQ(outcome.Head(2, 1), request);
        }
    }
}

// A channel that is down: a packet that wants it leaves its FIFO as if it were free, and the one
// behind follows; D after its tail it is discarded.
TEST_P(ServerNetClosedForms, DownBehindARouter)
{
    const Network network = Chain(1, 4, STANDARD);
    const uint32_t output = network->GetPath(0, 2)[1];
    const uint32_t input = network->GetPath(0, 2)[0];
    m_case.moments.push_back({0, Case::FAULT, {}, output, true});
    Send(0, 0, 2, 80); // packet 2
    Send(0, 0, 3, 80);
    Outcome outcome = Do(network);
    EXPECT_EQ(outcome.discards, std::vector<Record::Row>({{2, 0, 2, 80, 0, 15 + 79 + 2, input}}));
    EXPECT_EQ(outcome.Head(3, 1), 15 + 79 + 3);
    // A packet that has the channel goes on to its tail; one that has asked for it does not.
    Send(0, 0, 2, 80);
    Send(0, 1, 2, 80);
    m_case.moments.push_back({50, Case::FAULT, {}, output, true});
    outcome = Do(network);
    EXPECT_EQ(outcome.Delivery(1), 15 + 79 + 2);
    ASSERT_EQ(outcome.discards.size(), 1U);
    EXPECT_EQ(outcome.discards[0][5], 50 + 79 + 2);
    EXPECT_EQ(outcome.discards[0][0], 2);
}

// Before a channel that is down a send queue is emptied at once.
TEST_P(ServerNetClosedForms, DownBeforeADevice)
{
    const Network network = Chain(1, 2, STANDARD);
    const int64_t input = network->GetPath(0, 1)[0];
    Send(0, 0, 1, 80);
    Send(0, 0, 1, 80);
    m_case.moments.push_back({5, Case::FAULT, {}, static_cast<uint32_t>(input), true});
    Send(20, 0, 1, 80); // packet 4
    m_case.moments.push_back({30, Case::FAULT, {}, static_cast<uint32_t>(input), false});
    Send(40, 0, 1, 80); // packet 6
    const Outcome outcome = Do(network);
    EXPECT_EQ(outcome.Delivery(1), 15 + 79 + 2);
    EXPECT_EQ(outcome.discards,
              std::vector<Record::Row>({{2, 0, 1, 80, 0, 6, input}, {4, 0, 1, 80, 20, 21, input}}));
    EXPECT_EQ(outcome.Head(6, 0), 80);
}

INSTANTIATE_TEST_SUITE_P(Engines,
                         ServerNetClosedForms,
                         testing::Values(Judged{"Flit", MakeFlitEngine()},
                                         Judged{"Event", MakeEventEngine()}),
                         [](const auto& info) { return info.param.name; });

} // namespace
