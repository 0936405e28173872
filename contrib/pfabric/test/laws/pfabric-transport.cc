/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/pfabric-ranges.h"
#include "ns3/pfabric-receiver.h"
#include "ns3/pfabric-sender.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace
{

using ns3::PFabricAcknowledgement;
using ns3::PFabricRange;
using ns3::PFabricRanges;
using ns3::PFabricReceiver;
using ns3::PFabricSender;

/** @param ranges any @return them in words */
std::string
Say(const std::vector<PFabricRange>& ranges)
{
    std::string said;
    for (const auto& [begin, end] : ranges)
    {
        said += std::to_string(begin) + '-' + std::to_string(end) + ' ';
    }
    return said;
}

/** @param sender that may send @return all that it sends now, in words */
std::string
SendAll(PFabricSender& sender)
{
    std::vector<PFabricRange> sent;
    while (const auto range = sender.Send())
    {
        sent.push_back(*range);
    }
    return Say(sent);
}

/** @param bytes one for each byte of a message, whether it is there @param byte one that is there
 * @return the range around it */
PFabricRange
GetAround(const std::vector<bool>& bytes, uint64_t byte)
{
    PFabricRange range{byte, byte};
    while (range.begin > 0 && bytes[range.begin - 1])
    {
        --range.begin;
    }
    while (range.end < bytes.size() && bytes[range.end])
    {
        ++range.end;
    }
    return range;
}

// Random ranges, against one flag for each byte.
TEST(PFabricRanges, AreASetOfBytes)
{
    std::mt19937_64 random(7);
    for (int round = 0; round < 200; ++round)
    {
        const uint64_t size = 1 + random() % 120;
        std::vector<bool> bytes(size);
        PFabricRanges ranges;
        for (int step = 0; step < 60; ++step)
        {
            if (random() % 10 == 0)
            {
                const uint64_t end = random() % (size + 1);
                ranges.RemoveBefore(end);
                std::fill(bytes.begin(), bytes.begin() + end, false);
            }
            else
            {
                const uint64_t begin = random() % size;
                const uint64_t end = begin + 1 + random() % std::min<uint64_t>(size - begin, 12);
                const uint64_t before = std::count(bytes.begin(), bytes.end(), true);
                std::fill(bytes.begin() + begin, bytes.begin() + end, true);
                const uint64_t after = std::count(bytes.begin(), bytes.end(), true);
                ASSERT_EQ(ranges.Add({begin, end}), after - before);
            }
            ASSERT_EQ(ranges.GetSize(), std::count(bytes.begin(), bytes.end(), true));
            for (uint64_t byte = 0; byte < size; ++byte)
            {
                const auto expected =
                    bytes[byte] ? GetAround(bytes, byte) : PFabricRange{byte, byte};
                ASSERT_EQ(Say({ranges.Find(byte)}), Say({expected}));
                uint64_t next = byte;
                while (next < size && !(bytes[next] && (next == 0 || !bytes[next - 1])))
                {
                    ++next;
                }
                ASSERT_EQ(ranges.GetNextBegin(byte, size), next);
            }
        }
    }
}

// Packets 0, 2, 4, 6, 8 of 10 bytes come, then 3: blocks by RFC 2018, then 1 and 5, in order to 70.
TEST(PFabricReceiver, SaysTheLatestBlocksFirst)
{
    PFabricReceiver receiver;
    const auto receive = [&receiver](uint64_t packet) {
        receiver.Receive({10 * packet, 10 * packet + 10});
        const auto& [cumulative, blocks] = receiver.GetAcknowledgement();
        return std::to_string(cumulative) + ": " + Say({blocks.begin(), blocks.end()});
    };
    EXPECT_EQ(receive(0), "10: ");
    EXPECT_EQ(receive(2), "10: 20-30 ");
    EXPECT_EQ(receive(4), "10: 40-50 20-30 ");
    EXPECT_EQ(receive(6), "10: 60-70 40-50 20-30 ");
    EXPECT_EQ(receive(8), "10: 80-90 60-70 40-50 ");
    EXPECT_EQ(receive(3), "10: 20-50 80-90 60-70 ");
    EXPECT_EQ(receive(3), "10: 20-50 80-90 60-70 ");
    EXPECT_EQ(receive(1), "50: 80-90 60-70 ");
    EXPECT_EQ(receive(5), "70: 80-90 ");
    EXPECT_EQ(receiver.GetReceived(), 80U);
}

// Twelve packets at once; each one that is acknowledged lets two follow, up to the largest window.
TEST(PFabricSender, BeginsWithTheInitialWindow)
{
    PFabricSender sender({10, 3, 5}, 95);
    EXPECT_EQ(SendAll(sender), "0-10 10-20 20-30 ");
    EXPECT_TRUE(sender.Acknowledge({10, {}}));
    EXPECT_EQ(SendAll(sender), "30-40 40-50 ");
    EXPECT_TRUE(sender.Acknowledge({20, {}}));
    EXPECT_EQ(SendAll(sender), "50-60 60-70 ");
    EXPECT_TRUE(sender.Acknowledge({30, {}}));
    EXPECT_EQ(sender.GetWindow(), 5);
    EXPECT_EQ(SendAll(sender), "70-80 ");
    EXPECT_TRUE(sender.Acknowledge({70, {}}));
    EXPECT_EQ(SendAll(sender), "80-90 90-95 ");
    EXPECT_EQ(sender.GetRemaining(), 25U);
    EXPECT_TRUE(sender.Acknowledge({95, {}}));
    EXPECT_TRUE(sender.IsDone());
    EXPECT_EQ(SendAll(sender), "");
}

// Of 0 to 7 only 1, 3 and 4 come. After the time-out the holes are sent one by one, then the rest.
TEST(PFabricSender, SendsOnlyHolesAgain)
{
    PFabricSender sender({10, 8, 20}, 100);
    EXPECT_EQ(SendAll(sender), "0-10 10-20 20-30 30-40 40-50 50-60 60-70 70-80 ");
    EXPECT_FALSE(sender.Acknowledge({0, {{10, 20}}}));
    EXPECT_FALSE(sender.Acknowledge({0, {{30, 40}, {10, 20}}}));
    EXPECT_FALSE(sender.Acknowledge({0, {{30, 50}, {10, 20}}}));
    EXPECT_EQ(SendAll(sender), "");
    EXPECT_EQ(sender.GetRemaining(), 70U);
    sender.TimeOut();
    EXPECT_EQ(sender.GetThreshold(), 4);
    EXPECT_EQ(SendAll(sender), "0-10 ");
    EXPECT_TRUE(sender.Acknowledge({20, {{30, 50}}}));
    EXPECT_EQ(sender.GetWindow(), 2);
    EXPECT_EQ(SendAll(sender), "20-30 ");
    EXPECT_TRUE(sender.Acknowledge({50, {}}));
    EXPECT_EQ(SendAll(sender), "50-60 60-70 70-80 ");
    EXPECT_TRUE(sender.Acknowledge({60, {}})); // the window is 4 = the threshold, then 4 1/4
    EXPECT_TRUE(sender.Acknowledge({70, {}}));
    EXPECT_EQ(sender.GetWindow(), 4.25);
    EXPECT_EQ(SendAll(sender), "80-90 90-100 ");
}

// YAPS: what blocks acknowledge makes room at once.
TEST(PFabricSender, CountsBlocksOrNot)
{
    for (const bool selective : {false, true})
    {
        PFabricSender sender({10, 2, 20, 1e6, 5, selective}, 100);
        EXPECT_EQ(SendAll(sender), "0-10 10-20 ");
        sender.Acknowledge({0, {{10, 20}}});
        EXPECT_EQ(SendAll(sender), selective ? "20-30 " : "");
    }
}

// With the second time-out in a row single bytes are sent, until there is any answer.
TEST(PFabricSender, Probes)
{
    PFabricSender sender({10, 4, 20, 1e6, 2}, 100);
    SendAll(sender);
    sender.TimeOut();
    EXPECT_EQ(SendAll(sender), "0-10 ");
    for (int time = 0; time < 3; ++time)
    {
        sender.TimeOut();
        EXPECT_TRUE(sender.IsProbing());
        EXPECT_EQ(SendAll(sender), "0-1 ");
    }
    EXPECT_TRUE(sender.Acknowledge({1, {}}));
    EXPECT_FALSE(sender.IsProbing());
    EXPECT_EQ(sender.GetWindow(), 2);
    EXPECT_EQ(SendAll(sender), "1-11 11-21 ");
    sender.TimeOut();
    EXPECT_FALSE(sender.IsProbing());
}

/** What a random network does to a message, step by step, and what has to be so in each. */
class Delivery
{
  public:
    /** @param seed of all that is random */
    explicit Delivery(uint64_t seed)
        : m_random(seed)
    {
    }

    /** Until all is acknowledged. */
    void Run()
    {
        const uint64_t segment = 1 + m_random() % 20;
        const PFabricSender::Parameters parameters{static_cast<uint32_t>(segment),
                                                   static_cast<uint32_t>(1 + m_random() % 12),
                                                   static_cast<uint32_t>(12 + m_random() % 12),
                                                   m_random() % 2 ? 1e6 : 4.0,
                                                   static_cast<uint32_t>(m_random() % 6),
                                                   m_random() % 2 == 0};
        const uint64_t size = 1 + m_random() % 600;
        const uint64_t loss = m_random() % 60;
        const int64_t timeOut = 1 + m_random() % 60;
        PFabricSender sender(parameters, size);
        PFabricReceiver receiver;
        m_came.assign(size, false);
        m_known.assign(size, false);
        std::multimap<int64_t, PFabricRange> forward;
        std::multimap<int64_t, PFabricAcknowledgement> backward;
        int64_t due = timeOut;
        for (int64_t now = 0; !sender.IsDone(); ++now)
        {
            ASSERT_LT(now, 1000000) << "it hangs";
            for (; !forward.empty() && forward.begin()->first <= now;
                 forward.erase(forward.begin()))
            {
                Receive(receiver, forward.begin()->second);
                if (m_random() % 100 >= loss)
                {
                    backward.emplace(now + Delay(), receiver.GetAcknowledgement());
                }
            }
            for (; !backward.empty() && backward.begin()->first <= now;
                 backward.erase(backward.begin()))
            {
                const bool progress = backward.begin()->second.cumulative > GetCumulative();
                Know(backward.begin()->second);
                ASSERT_EQ(sender.Acknowledge(backward.begin()->second), progress);
                due = progress ? now + timeOut : due;
                ASSERT_FALSE(sender.IsProbing());
            }
            if (now == due && !sender.IsDone())
            {
                sender.TimeOut();
                due = now + timeOut;
                ASSERT_EQ(sender.GetWindow(), 1);
            }
            ASSERT_EQ(sender.GetRemaining(), std::count(m_known.begin(), m_known.end(), false));
            ASSERT_LE(sender.GetWindow(), parameters.mostWindow);
            while (const auto range = sender.Send())
            {
                Check(*range, sender, parameters);
                if (m_random() % 100 >= loss)
                {
                    forward.emplace(now + Delay(), *range);
                }
            }
        }
        EXPECT_EQ(receiver.GetReceived(), size);
        EXPECT_EQ(sender.GetRemaining(), 0U);
    }

  private:
    /** @return time for a packet: many overtake each other */
    int64_t Delay()
    {
        return 1 + m_random() % 20;
    }

    /** @param receiver that gets a packet @param range of it */
    void Receive(PFabricReceiver& receiver, const PFabricRange& range)
    {
        const auto fresh =
            std::count(m_came.begin() + range.begin, m_came.begin() + range.end, false);
        std::fill(m_came.begin() + range.begin, m_came.begin() + range.end, true);
        EXPECT_EQ(receiver.Receive(range), fresh);
        const auto& [cumulative, blocks] = receiver.GetAcknowledgement();
        const auto gap = std::find(m_came.begin(), m_came.end(), false) - m_came.begin();
        EXPECT_EQ(cumulative, gap);
        for (const PFabricRange& block : blocks)
        {
            EXPECT_GT(block.begin, cumulative);
            EXPECT_EQ(Say({block}), Say({GetAround(m_came, block.begin)}));
        }
        if (range.begin > cumulative)
        {
            ASSERT_GT(blocks.GetN(), 0U);
            EXPECT_EQ(Say({blocks.Get(0)}), Say({GetAround(m_came, range.begin)}));
        }
    }

    /** @return bytes that the sender knows to have come in order */
    uint64_t GetCumulative() const
    {
        return m_cumulative;
    }

    /** @param said what the sender is told */
    void Know(const PFabricAcknowledgement& said)
    {
        m_cumulative = std::max(m_cumulative, said.cumulative);
        std::fill(m_known.begin(), m_known.begin() + m_cumulative, true);
        for (const auto& [begin, end] : said.blocks)
        {
            std::fill(m_known.begin() + begin, m_known.begin() + end, true);
        }
    }

    /** @param range that is sent @param sender that sends it @param parameters of it */
    void Check(const PFabricRange& range,
               const PFabricSender& sender,
               const PFabricSender::Parameters& parameters)
    {
        const uint64_t blocks = std::count(m_known.begin() + m_cumulative, m_known.end(), true);
        const uint64_t window = static_cast<uint64_t>(sender.GetWindow()) * parameters.segment +
                                (parameters.selective ? blocks : 0);
        EXPECT_LT(range.begin, m_cumulative + (sender.IsProbing() ? 1 : window));
        EXPECT_LE(range.end - range.begin, sender.IsProbing() ? 1 : parameters.segment);
        EXPECT_LT(range.begin, range.end);
        EXPECT_EQ(std::count(m_known.begin() + range.begin, m_known.begin() + range.end, true), 0);
    }

    std::mt19937_64 m_random;  //!< all that is random
    std::vector<bool> m_came;  //!< bytes that came to the receiver
    std::vector<bool> m_known; //!< bytes that the sender knows to have come
    uint64_t m_cumulative{0};  //!< the same, in order
};

// Whatever is lost and overtaken, messages arrive, and nothing is sent that is known to have come.
TEST(PFabricTransport, DeliversWhateverIsLost)
{
    for (uint64_t seed = 1; seed <= 1000 && !testing::Test::HasFailure(); ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Delivery(seed).Run();
    }
}

} // namespace
