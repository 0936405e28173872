/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-frame-vc.h"

#include "ns3/atm-abr-aal5.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace ns3;
using namespace ns3::atm;

namespace
{

/** @param size octets @param random of their values @return a packet */
Ptr<Packet>
MakeSdu(uint32_t size, std::mt19937_64& random)
{
    std::vector<uint8_t> octets(size);
    std::generate(octets.begin(), octets.end(), [&random] { return random(); });
    return Create<Packet>(octets.data(), octets.size());
}

/** @param packet any @return its octets */
std::vector<uint8_t>
GetOctets(Ptr<const Packet> packet)
{
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), octets.size());
    return octets;
}

} // namespace

// The slow story has cells with their payloads in queues before each hop. Hops take cells at random
// times, and refuse them at random; the destination has a reassembler of its own.
TEST(AtmFrameVc, FindsTheCellsThatCame)
{
    struct Cell
    {
        Ptr<Packet> payload;
        uint64_t number;
        bool last;
    };

    uint32_t faults = 0;
    uint32_t whole = 0;
    for (uint32_t seed = 0; seed < 60; ++seed)
    {
        std::mt19937_64 random(seed);
        const uint32_t hops = 1 + seed % 4;
        AtmFrameVc vc(hops);
        Aal5Reassembler reassembler;
        std::vector<std::deque<Cell>> queues(hops + 1);
        uint64_t number = 0;
        uint64_t lost = 0;
        uint64_t ended = 0;
        const uint32_t frames = 60;
        std::vector<uint32_t> burst(hops); // cells that are refused one after the other
        std::vector<uint8_t> came;         // octets since the last end
        for (uint32_t sent = 0;
             sent < frames || std::any_of(
                                  queues.begin(),
                                  queues.end(),
                                  [](const auto& queue) { return !queue.empty(); });)
        {
            const uint32_t place = random() % (hops + 2);
            if (place == hops + 1)
            {
                if (sent == frames)
                {
                    continue;
                }
                const auto sdu = MakeSdu(1 + random() % 300, random);
                const auto payloads = Aal5::Segment(sdu);
                const uint64_t room = seed % 2 == 1 ? 1 + random() % 8 : UINT64_MAX;
                const uint32_t cells = vc.Push(sdu, room);
                ASSERT_EQ(cells, std::min<uint64_t>(payloads.size(), room));
                for (uint32_t i = 0; i < cells; ++i)
                {
                    queues[0].push_back({payloads[i], number++, i + 1 == payloads.size()});
                }
                lost += cells < payloads.size();
                ++sent;
                continue;
            }
            if (queues[place].empty())
            {
                continue;
            }
            const Cell cell = queues[place].front();
            queues[place].pop_front();
            if (place < hops)
            {
                burst[place] = random() % 40 == 0 ? random() % 20 : burst[place];
                const bool accepted = burst[place] == 0;
                burst[place] -= !accepted;
                lost += cell.last && !accepted;
                EXPECT_EQ(vc.Pass(place, accepted), cell.last && !accepted);
                if (accepted)
                {
                    queues[place + 1].push_back(cell);
                }
                continue;
            }
            const auto octets = GetOctets(cell.payload);
            came.insert(came.end(), octets.begin(), octets.end());
            const auto expected = reassembler.Receive(cell.payload, cell.last);
            if (cell.last)
            {
                const auto arrival = vc.Arrive(cell.number);
                ++ended;
                EXPECT_EQ(GetOctets(arrival.pdu), came);
                ASSERT_EQ(arrival.sdu != nullptr, expected != nullptr);
                EXPECT_EQ(arrival.fault, reassembler.GetFault());
                EXPECT_EQ(arrival.fault == nullptr, expected != nullptr);
                if (expected)
                {
                    EXPECT_EQ(GetOctets(arrival.sdu), GetOctets(expected));
                }
                whole += expected != nullptr;
                faults += expected == nullptr;
                came.clear();
            }
            EXPECT_EQ(vc.CountInFlight(), sent - lost - ended);
        }
        EXPECT_EQ(lost + ended, frames);
    }
    EXPECT_GT(faults, 300u);
    EXPECT_GT(whole, 300u);
}

TEST(AtmFrameVc, TellsWhatHasLeft)
{
    std::mt19937_64 random(1);
    AtmFrameVc vc(2);
    const uint64_t room = UINT64_MAX;
    vc.Push(MakeSdu(100, random), room); // 3 cells
    vc.Push(MakeSdu(40, random), room);  // 1 cell
    vc.Push(MakeSdu(41, random), room);  // 2 cells
    EXPECT_EQ(vc.Leave(2).size(), 0u);
    EXPECT_EQ(vc.Leave(3).size(), 1u);
    EXPECT_EQ(vc.Leave(3).size(), 0u);
    EXPECT_EQ(vc.Arrive(2).sdu->GetSize(), 100u);
    const auto left = vc.Leave(6);
    ASSERT_EQ(left.size(), 2u);
    EXPECT_EQ(left[0].sdu->GetSize(), 40u);
    EXPECT_EQ(left[1].sdu->GetSize(), 41u);
    EXPECT_EQ(left[1].cells, 2u);
    EXPECT_TRUE(left[1].whole);
    EXPECT_EQ(vc.CountInFlight(), 2u);
    EXPECT_EQ(vc.Push(MakeSdu(100, random), 2), 2u);
    EXPECT_EQ(vc.CountInFlight(), 2u) << "it is lost";
    const auto part = vc.Leave(8);
    ASSERT_EQ(part.size(), 1u);
    EXPECT_EQ(part[0].cells, 2u);
    EXPECT_FALSE(part[0].whole);
}
