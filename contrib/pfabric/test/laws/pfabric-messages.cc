/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/attribute.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/packet.h"
#include "ns3/pfabric-header.h"
#include "ns3/pfabric-rank.h"
#include "ns3/pfabric-receiver.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** @param rank text of one @param state of a message @return its priority */
uint32_t
Rank(const std::string& rank, const PFabricMessageState& state)
{
    const auto object = burst::CreateObjectFromText(rank, PFabricRank::GetTypeId());
    return DynamicCast<PFabricRank>(object)->GetPriority(state);
}

/** @param packet any @return its bytes */
std::vector<uint8_t>
GetBytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

} // namespace

TEST(PFabricRank, EachIsWhatItsNameSays)
{
    PFabricMessageState state;
    state.size = 5'000'000;
    state.remaining = 1'200'000;
    state.sent = 4'000'000;
    EXPECT_EQ(Rank("ns3::PFabricRemainingRank", state), 1'200'000U);
    EXPECT_EQ(Rank("ns3::PFabricSizeRank", state), 5'000'000U);
    EXPECT_EQ(Rank("ns3::PFabricSentRank", state), 4'000'000U);
    EXPECT_EQ(Rank("ns3::PFabricDeadlineRank", state), UINT32_MAX);
    state.deadline = MicroSeconds(777);
    EXPECT_EQ(Rank("ns3::PFabricDeadlineRank", state), 777U);
    state.deadline = Hours(2);
    EXPECT_EQ(Rank("ns3::PFabricDeadlineRank", state), UINT32_MAX - 1) << "before those without";
    state.size = uint64_t{1} << 40;
    EXPECT_EQ(Rank("ns3::PFabricSizeRank", state), UINT32_MAX);
}

TEST(PFabricRank, ClassesCountTheLimitsThatAreReached)
{
    PFabricMessageState state;
    state.size = 20'000;
    for (const auto& [remaining, expected] :
         std::vector<std::pair<uint64_t, uint32_t>>{{0, 0}, {99, 0}, {100, 1}, {999, 1}, {1000, 2}})
    {
        state.remaining = remaining;
        EXPECT_EQ(Rank("ns3::PFabricQuantizedRank[Limits=100,1000]", state), expected);
        EXPECT_EQ(Rank("ns3::PFabricQuantizedRank[Limits=1000,100]", state), expected);
        EXPECT_EQ(
            Rank("ns3::PFabricQuantizedRank[Limits=100,1000|Rank=ns3::PFabricSizeRank]", state),
            2U);
    }
    EXPECT_THROW(Rank("ns3::PFabricQuantizedRank[Rank=ns3::PFabricHeader]", state),
                 std::invalid_argument);
}

TEST(PFabricHeader, HasTheBytesOfItsDescription)
{
    PFabricHeader data;
    data.SetPorts(0x1234, 0x0009);
    data.SetMessage(7);
    data.SetData(0x01020304, true);
    data.SetPriority(0xa0b0c0d0);
    auto packet = Create<Packet>();
    packet->AddHeader(data);
    EXPECT_EQ(GetBytes(packet),
              (std::vector<uint8_t>{0x12, 0x34, 0,    9,    0,    0,    0, 7, 1, 2,
                                    3,    4,    0xa0, 0xb0, 0xc0, 0xd0, 2, 0, 0, 0}));

    PFabricHeader acknowledgement;
    acknowledgement.SetPorts(9, 0x1234);
    acknowledgement.SetAcknowledgement({5, {{6, 7}, {10, 0x100}, {0x200, 0x300}, {0x400, 0x500}}});
    packet = Create<Packet>();
    packet->AddHeader(acknowledgement);
    EXPECT_EQ(packet->GetSize(), 44U) << "three blocks at most";
    EXPECT_EQ(GetBytes(packet)[16], 1U);
    EXPECT_EQ(GetBytes(packet)[17], 3U);
    PFabricHeader read;
    packet->RemoveHeader(read);
    EXPECT_TRUE(read.IsAcknowledgement());
    EXPECT_FALSE(read.IsLast());
    EXPECT_EQ(read.GetDestinationPort(), 0x1234);
    const auto said = read.GetAcknowledgement();
    EXPECT_EQ(said.cumulative, 5U);
    ASSERT_EQ(said.blocks.GetN(), 3U);
    EXPECT_EQ(said.blocks.Get(2).begin, 0x200U);
    EXPECT_EQ(said.blocks.Get(2).end, 0x300U);
}

TEST(PFabricIncoming, PutsTogetherWhatComesInAnyOrderAndTwice)
{
    std::mt19937 random(5);
    for (uint32_t size = 1; size < 40000; size += size / 3 + 1)
    {
        std::vector<uint8_t> bytes(size);
        std::generate(bytes.begin(), bytes.end(), [&] { return random(); });
        const auto whole = Create<Packet>(bytes.data(), size);
        std::vector<PFabricRange> pieces;
        for (uint64_t begin = 0; begin < size;)
        {
            const uint64_t end = std::min<uint64_t>(size, begin + 1 + random() % 1460);
            pieces.push_back({begin, end});
            begin = end;
        }
        for (uint32_t i = 0; i < 20; ++i) // and others, that overlap
        {
            const uint64_t begin = random() % size;
            pieces.push_back({begin, std::min<uint64_t>(size, begin + 1 + random() % 1460)});
        }
        std::shuffle(pieces.begin(), pieces.end(), random);
        PFabricIncoming incoming;
        std::vector<bool> came(size, false);
        for (const auto& [begin, end] : pieces)
        {
            incoming.Receive(
                {{begin, end}, end == size, whole->CreateFragment(begin, end - begin), nullptr});
            std::fill(came.begin() + begin, came.begin() + end, true);
            ASSERT_EQ(incoming.IsDone(), std::count(came.begin(), came.end(), false) == 0);
        }
        ASSERT_EQ(GetBytes(incoming.GetContent()), bytes);
    }
}
