/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/servernet-transactions.h"

#include "ns3/servernet-reassembly.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class Nobody : public ServerNetRequestSource
{
    ServerNetRequest DrawRequest(uint32_t /* device */) override
    {
        return {};
    }
};

TEST(ServerNetTransactions, TheLimitIsFourBits)
{
    ServerNetTransactions transactions;
    for (const uint32_t limit : {0, 17, 1000})
    {
        try
        {
            transactions.SetLimit(limit);
            FAIL() << limit;
        }
        catch (const std::invalid_argument& error)
        {
            const std::string sentence = error.what();
            EXPECT_NE(sentence.find("4-bit transaction ID"), std::string::npos) << sentence;
            EXPECT_NE(sentence.find(std::to_string(limit)), std::string::npos) << sentence;
        }
    }
    transactions.SetLimit(16);
    EXPECT_EQ(transactions.GetLimit(), 16U);
}

TEST(ServerNetTransactions, OutstandingOnesHaveDifferentIds)
{
    for (uint32_t limit = 1; limit <= 16; ++limit)
    {
        ServerNetTransactions transactions;
        transactions.SetLimit(limit);
        std::set<uint64_t> numbers;
        std::mt19937 random(limit);
        for (int step = 0; step < 1000; ++step)
        {
            EXPECT_EQ(transactions.HasRoom(), numbers.size() < limit);
            if (transactions.HasRoom() && random() % 2 == 0)
            {
                numbers.insert(transactions.Begin({}, step).number);
            }
            else if (!numbers.empty())
            {
                const auto victim = std::next(numbers.begin(), random() % numbers.size());
                EXPECT_EQ(transactions.End(*victim).number, *victim);
                EXPECT_EQ(transactions.Find(*victim), nullptr);
                numbers.erase(victim);
            }
            std::set<uint64_t> ids;
            for (const uint64_t number : numbers)
            {
                ids.insert(number & 15);
                ASSERT_NE(transactions.Find(number), nullptr);
            }
            EXPECT_EQ(ids.size(), numbers.size());
            EXPECT_EQ(transactions.GetOutstanding(), numbers.size());
        }
    }
}

TEST(ServerNetTransactions, AResponseToAnEndedOneIsLate)
{
    ServerNetTransactions transactions;
    transactions.SetLimit(1);
    const uint64_t first = transactions.Begin({}, 0).number;
    transactions.End(first);
    // The ID comes round after 16 transactions.
    uint64_t number = first;
    for (int i = 0; i < 16; ++i)
    {
        number = transactions.Begin({}, 1).number;
        EXPECT_EQ(transactions.Find(first), nullptr);
        if (i < 15)
        {
            transactions.End(number);
        }
    }
    EXPECT_EQ(number & 15, first & 15);
    EXPECT_NE(transactions.Find(number), nullptr);
    EXPECT_THROW(transactions.End(first), std::invalid_argument);
    EXPECT_THROW(transactions.Begin({}, 2), std::invalid_argument);
}

TEST(ServerNetTransactions, DeadlinesAreFoundWhenTheyAreDue)
{
    ServerNetTransactions transactions;
    EXPECT_EQ(transactions.GetNextDeadline(), ServerNetTransactions::NEVER);
    auto& first = transactions.Begin({}, 0);
    auto& second = transactions.Begin({}, 0);
    first.deadline = 30;
    second.deadline = 20;
    EXPECT_EQ(transactions.GetNextDeadline(), 20);
    EXPECT_EQ(transactions.FindOverdue(19), ServerNetTransactions::NONE);
    EXPECT_EQ(transactions.FindOverdue(20), second.number);
    transactions.End(second.number);
    EXPECT_EQ(transactions.FindOverdue(29), ServerNetTransactions::NONE);
    EXPECT_EQ(transactions.FindOverdue(30), first.number);
}

TEST(ServerNetTransactions, DeferredRequestsKeepTheirOrder)
{
    ServerNetTransactions transactions;
    Nobody a;
    Nobody b;
    int64_t tick = 10;
    for (auto* source : {&a, &a, &b, &a, &b, &b})
    {
        transactions.Defer(*source, tick++);
    }
    std::optional<int64_t> offered;
    const auto take = [&transactions, &offered] {
        auto& source = transactions.GetFirst();
        offered = transactions.TakeDeferred();
        return &source;
    };
    EXPECT_EQ(take(), &a);
    EXPECT_EQ(offered, 10);
    EXPECT_EQ(transactions.GetDeferred(), 5U);
    EXPECT_EQ(transactions.Withdraw(b), 3U);
    EXPECT_EQ(transactions.GetDeferred(), 2U);
    EXPECT_EQ(take(), &a);
    EXPECT_EQ(offered, 11);
    EXPECT_EQ(take(), &a);
    EXPECT_EQ(offered, 13); // what b had waiting before it is gone with its ticks
    EXPECT_FALSE(transactions.HasWaiting());
    EXPECT_THROW(take(), std::invalid_argument);
    EXPECT_THROW(transactions.TakeDeferred(), std::invalid_argument);
    EXPECT_THROW(transactions.EndTurn(), std::invalid_argument);
}

TEST(ServerNetTransactions, ATurnLastsUntilItsSourceEndsIt)
{
    ServerNetTransactions transactions;
    Nobody a;
    Nobody b;
    transactions.DeferTurn(a);
    transactions.Defer(a, 7); // not part of the turn
    transactions.DeferTurn(b);
    transactions.DeferTurn(b); // each is one
    EXPECT_EQ(transactions.GetDeferred(), 1U);
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(&transactions.GetFirst(), &a);
        EXPECT_EQ(transactions.TakeDeferred(), std::nullopt);
    }
    transactions.EndTurn();
    EXPECT_EQ(transactions.GetDeferred(), 1U);
    transactions.EndTurn(); // of nobody: a request waits
    EXPECT_EQ(&transactions.GetFirst(), &a);
    EXPECT_EQ(transactions.TakeDeferred(), 7);
    EXPECT_EQ(transactions.GetDeferred(), 0U);
    EXPECT_EQ(&transactions.GetFirst(), &b);
    transactions.EndTurn();
    EXPECT_TRUE(transactions.HasWaiting());
    EXPECT_EQ(transactions.Withdraw(b), 0U);
    EXPECT_FALSE(transactions.HasWaiting());
}

TEST(ServerNetTransactions, ClearedDeadlinesAreNeverDue)
{
    ServerNetTransactions transactions;
    transactions.Begin({}, 0).deadline = 30;
    transactions.ClearDeadlines();
    EXPECT_EQ(transactions.GetNextDeadline(), ServerNetTransactions::NEVER);
    EXPECT_EQ(transactions.FindOverdue(1000), ServerNetTransactions::NONE);
    EXPECT_EQ(transactions.GetOutstanding(), 1U);
}

/** A message of random bytes, and its pieces with their addresses. */
struct Message
{
    Message(uint32_t number, uint32_t size, std::mt19937& random)
    {
        for (uint32_t i = 0; i < size; ++i)
        {
            bytes.push_back(random());
        }
        for (uint32_t offset = 0; offset < size; offset += 64)
        {
            const uint32_t piece = std::min(size - offset, 64U);
            pieces.emplace_back(
                ServerNetReassembly::GetAddress(number, offset, offset + piece == size),
                Create<Packet>(bytes.data() + offset, piece));
        }
    }

    std::vector<uint8_t> bytes;
    std::vector<std::pair<uint32_t, Ptr<const Packet>>> pieces;
};

std::vector<uint8_t>
GetBytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

TEST(ServerNetReassembly, AMessageIsWholeOnce)
{
    std::mt19937 random(1);
    for (const uint32_t size : {1, 63, 64, 65, 128, 1514, 65535})
    {
        ServerNetReassembly reassembly;
        Message message(7, size, random);
        auto pieces = message.pieces;
        pieces.insert(pieces.end(), message.pieces.begin(), message.pieces.end());
        std::shuffle(pieces.begin(), pieces.end(), random);
        uint32_t whole = 0;
        for (const auto& [address, piece] : pieces)
        {
            if (const auto packet = reassembly.Add(address, piece))
            {
                ++whole;
                EXPECT_EQ(GetBytes(packet), message.bytes);
            }
        }
        EXPECT_EQ(whole, 1U) << size;
        EXPECT_EQ(reassembly.GetGivenUp(), 0U);
    }
}

// Numbers go round at 32767; of every tenth message a piece is missing for good.
TEST(ServerNetReassembly, MessagesAreGivenUpWhenTheyAreOvertaken)
{
    constexpr uint32_t MESSAGES = 70'000;
    std::mt19937 random(2);
    ServerNetReassembly reassembly;
    const Message message(1, 100, random);
    uint32_t whole = 0;
    for (uint32_t i = 0; i < MESSAGES; ++i)
    {
        const uint32_t number = i % ServerNetReassembly::MOST_NUMBER + 1;
        whole += reassembly.Add(ServerNetReassembly::GetAddress(number, 64, true),
                                message.pieces[1].second)
                     ? 1
                     : 0;
        if (i % 10 != 0)
        {
            whole += reassembly.Add(ServerNetReassembly::GetAddress(number, 0, false),
                                    message.pieces[0].second)
                         ? 1
                         : 0;
        }
        // A piece from long ago is nobody's.
        if (i > 200)
        {
            const uint32_t old = (i - 200) % ServerNetReassembly::MOST_NUMBER + 1;
            EXPECT_FALSE(reassembly.Add(ServerNetReassembly::GetAddress(old, 0, false),
                                        message.pieces[0].second));
        }
    }
    EXPECT_EQ(whole, MESSAGES / 10 * 9);
    EXPECT_EQ(reassembly.GetLastGivenUp(), 100U - 64U);
    EXPECT_LE(reassembly.GetGivenUp(), MESSAGES / 10);
    EXPECT_GE(reassembly.GetGivenUp() + ServerNetReassembly::WINDOW / 10 + 1, MESSAGES / 10);
}

} // namespace
