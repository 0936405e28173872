/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-memories.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/lossless-ethernet-memory-dynamic-threshold.h"
#include "ns3/lossless-ethernet-memory.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t LARGEST = 1500;
constexpr uint64_t HEADROOM = 5814;

Ptr<LosslessMemory>
Make(const std::string& text, uint32_t ports, uint64_t headroom = HEADROOM)
{
    auto memory = burst::CreateFromText<LosslessMemory>("ns3::" + text);
    memory->Configure(ports, std::vector<uint64_t>(ports, headroom));
    return memory;
}

std::string
GetRefusal(const std::string& text, uint32_t ports, uint64_t headroom)
{
    try
    {
        Make(text, ports, headroom);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/**
 * Senders that send when they may, and after a pause was asked for still send all that the headroom
 * has room for, beside the frame with which the mark was crossed.
 */
class Adversary
{
  public:
    Adversary(Ptr<LosslessMemory> memory, std::vector<uint8_t> priorities, uint32_t seed)
        : m_memory(memory),
          m_priorities(std::move(priorities)),
          m_random(seed),
          m_flows(memory->GetPorts() * m_priorities.size())
    {
    }

    /** @param steps of one frame in or out @param in how likely one comes in */
    void Run(uint32_t steps, double in)
    {
        std::bernoulli_distribution comesIn(in);
        for (uint32_t step = 0; step < steps; ++step)
        {
            const uint32_t number = m_random() % m_flows.size();
            if (comesIn(m_random))
            {
                Send(number);
            }
            else
            {
                Release(number);
            }
        }
    }

    void Empty()
    {
        for (uint32_t number = 0; number < m_flows.size(); ++number)
        {
            while (!m_flows[number].frames.empty())
            {
                Release(number);
            }
        }
    }

    /** @return bytes that are held */
    uint64_t GetHeld() const
    {
        uint64_t held = 0;
        for (const auto& flow : m_flows)
        {
            held += flow.held;
        }
        return held;
    }

    uint32_t CountPaused() const
    {
        uint32_t paused = 0;
        for (const auto& flow : m_flows)
        {
            paused += flow.paused ? 1 : 0;
        }
        return paused;
    }

    uint64_t pauses{0};
    uint64_t filled{0}; //!< pauses after which the headroom was used to the last byte

  private:
    struct Flow
    {
        std::deque<uint32_t> frames;
        uint64_t held{0};
        bool paused{false};
        uint64_t left{0}; //!< bytes that may still come
    };

    void Send(uint32_t number)
    {
        Flow& flow = m_flows[number];
        uint32_t bytes = 64 + m_random() % (LARGEST - 63);
        if (flow.paused)
        {
            bytes = std::min<uint64_t>(bytes, flow.left);
            flow.left -= bytes;
            filled += bytes > 0 && flow.left == 0 ? 1 : 0;
        }
        if (bytes > 0)
        {
            const uint32_t input = number / m_priorities.size();
            const uint8_t priority = m_priorities[number % m_priorities.size()];
            ASSERT_TRUE(m_memory->Admit(input, priority, bytes));
            flow.frames.push_back(bytes);
            flow.held += bytes;
            Obey(number, bytes);
            Check();
        }
    }

    void Release(uint32_t number)
    {
        Flow& flow = m_flows[number];
        if (!flow.frames.empty())
        {
            const uint32_t bytes = flow.frames.front();
            flow.frames.pop_front();
            flow.held -= bytes;
            m_memory->Release(number / m_priorities.size(),
                              m_priorities[number % m_priorities.size()],
                              bytes);
            Obey(number, 0);
            Check();
        }
    }

    /** Changes turn about. @param cause flow that has just been served @param bytes of its frame */
    void Obey(uint32_t cause, uint32_t bytes)
    {
        for (const auto& [input, priorities, pause] : m_memory->GetChanges())
        {
            for (uint32_t i = 0; i < m_priorities.size(); ++i)
            {
                if (priorities >> m_priorities[i] & 1)
                {
                    Flow& flow = m_flows[input * m_priorities.size() + i];
                    ASSERT_NE(flow.paused, pause);
                    flow.paused = pause;
                    pauses += pause ? 1 : 0;
                    flow.left = HEADROOM - (&flow == &m_flows[cause] ? bytes : 0);
                }
            }
        }
        m_memory->GetChanges().clear();
    }

    void Check() const
    {
        ASSERT_EQ(m_memory->GetUsed(), GetHeld());
        for (uint32_t number = 0; number < m_flows.size(); ++number)
        {
            ASSERT_EQ(m_memory->GetUsed(number / m_priorities.size(),
                                        m_priorities[number % m_priorities.size()]),
                      m_flows[number].held);
        }
    }

    Ptr<LosslessMemory> m_memory;
    std::vector<uint8_t> m_priorities;
    std::mt19937 m_random;
    std::vector<Flow> m_flows; //!< by input and place of the priority
};

} // namespace

// A pause of the link is one of all priorities: those memories are tried with one.
TEST(LosslessMemories, NoLegalSenderLosesAFrame)
{
    const std::map<std::string, std::vector<uint8_t>> cases{
        {"SharedMemory[Capacity=40000]", {0}},
        {"SharedMemory[Capacity=7000|Low=1]", {0}},
        {"PartitionedMemory[Capacity=40000]", {0}},
        {"PartitionedMemory[Capacity=6000|Low=0]", {0}},
        {"PriorityMemory[Capacity=60000|Priorities=137]", {0, 3, 7}},
        {"PriorityMemory[Capacity=12000|Priorities=72|Low=1]", {3, 6}},
        {"DynamicThresholdMemory[Capacity=60000|Priorities=137]", {0, 3, 7}},
        {"DynamicThresholdMemory[Capacity=60000|Priorities=137|Alpha=8|Hysteresis=0]", {0, 3, 7}},
        {"DynamicThresholdMemory[Capacity=60000|Priorities=9|Alpha=0.125|Reserve=0]", {0, 3}},
        {"DynamicThresholdMemory[Capacity=11700|Priorities=9|Alpha=1000|Reserve=0]", {0, 3}},
    };
    for (const auto& [text, priorities] : cases)
    {
        SCOPED_TRACE(text);
        constexpr uint32_t PORTS = 5;
        auto memory = Make(text, PORTS);
        Adversary adversary(memory, priorities, 1);
        for (const double in : {0.9, 0.5, 0.8, 0.3, 0.95, 0.55})
        {
            adversary.Run(3000, in);
        }
        ASSERT_FALSE(HasFatalFailure());
        EXPECT_LE(memory->GetHighWater(), PORTS * memory->GetCapacity());
        if (text.find("P") == 0) // partitions of inputs
        {
            for (uint32_t input = 0; input < PORTS; ++input)
            {
                EXPECT_LE(memory->GetHighWater(input), memory->GetCapacity());
            }
        }
        EXPECT_GT(adversary.pauses, 20);
        EXPECT_GT(adversary.filled, 10);
        adversary.Empty();
        EXPECT_EQ(memory->GetUsed(), 0);
        EXPECT_EQ(adversary.CountPaused(), 0);
    }
}

// Nor is the headroom longer than it has to be: the byte after it finds no room.
TEST(LosslessMemories, WhoSendsMoreIsRefused)
{
    for (const std::string text : {"PartitionedMemory[Capacity=20000]",
                                   "PriorityMemory[Capacity=20000|Priorities=4]",
                                   "DynamicThresholdMemory[Capacity=20000|Priorities=4|Reserve=0]"})
    {
        SCOPED_TRACE(text);
        auto memory = Make(text, 1);
        const uint64_t high =
            text[0] == 'D' ? (20000 - HEADROOM) / 2 : 20000 - HEADROOM; // 1 / (1 + Alpha)
        ASSERT_TRUE(memory->Admit(0, 2, high));
        EXPECT_TRUE(memory->GetChanges().empty());
        ASSERT_TRUE(memory->Admit(0, 2, 1));
        ASSERT_EQ(memory->GetChanges().size(), 1);
        EXPECT_TRUE(memory->GetChanges()[0].pause);
        EXPECT_EQ(memory->GetChanges()[0].priorities, text[1] == 'a' ? 255 : 4);
        ASSERT_TRUE(memory->Admit(0, 2, HEADROOM - 1));
        EXPECT_FALSE(memory->Admit(0, 2, 1));
        EXPECT_EQ(memory->GetUsed(), high + HEADROOM);
        EXPECT_EQ(memory->GetHighWater(), high + HEADROOM);
        memory->Release(0, 2, HEADROOM);
        EXPECT_TRUE(memory->Admit(0, 2, 1));
    }
}

TEST(LosslessMemories, PrioritiesThatAreNotInUseFindNoRoom)
{
    for (const std::string text : {"PriorityMemory", "DynamicThresholdMemory"})
    {
        auto memory = Make(text + "[Priorities=129]", 2);
        for (uint8_t priority = 0; priority < 8; ++priority)
        {
            EXPECT_EQ(memory->Admit(1, priority, 64), priority == 0 || priority == 7);
        }
        EXPECT_EQ(memory->GetUsed(1), 128);
    }
}

TEST(PriorityMemory, PrioritiesPauseByThemselves)
{
    auto memory = Make("PriorityMemory[Capacity=30000|Priorities=7|Low=0.5]", 2, 4000);
    EXPECT_EQ(DynamicCast<PriorityMemory>(memory)->GetShare(), 10000);
    memory->Admit(1, 0, 6000);
    memory->Admit(1, 2, 6000);
    memory->Admit(0, 2, 6000);
    EXPECT_TRUE(memory->GetChanges().empty());
    memory->Admit(1, 2, 1);
    ASSERT_EQ(memory->GetChanges().size(), 1);
    EXPECT_EQ(memory->GetChanges()[0].input, 1);
    EXPECT_EQ(memory->GetChanges()[0].priorities, 4);
    EXPECT_TRUE(memory->GetChanges()[0].pause);
    memory->GetChanges().clear();
    memory->Release(1, 2, 3000);
    EXPECT_TRUE(memory->GetChanges().empty()); // 3001 bytes; the mark is at 3000
    memory->Release(1, 2, 1);
    ASSERT_EQ(memory->GetChanges().size(), 1);
    EXPECT_FALSE(memory->GetChanges()[0].pause);
}

// Choudhury and Hahne: n queues that get more than they lose share a pool of B bytes with
// Alpha B / (1 + n Alpha) each. All fill at the same time, nothing leaves.
TEST(DynamicThresholdMemory, QueuesThatFillTogetherHaveTheClosedForm)
{
    constexpr uint32_t FRAME = 64;
    for (const double alpha : {0.125, 0.5, 1.0, 2.0, 8.0})
    {
        for (const uint32_t n : {1, 2, 7, 16})
        {
            for (const uint32_t reserve : {0, 2000})
            {
                SCOPED_TRACE(std::to_string(alpha) + " " + std::to_string(n));
                auto memory =
                    Make("DynamicThresholdMemory[Capacity=600000|Priorities=1|Alpha=" +
                             std::to_string(alpha) + "|Reserve=" + std::to_string(reserve) + "]",
                         16);
                const auto dynamic = DynamicCast<DynamicThresholdMemory>(memory);
                const double pool = dynamic->GetPool();
                EXPECT_EQ(pool, 16 * (600000.0 - HEADROOM - reserve));
                std::vector<bool> paused(n);
                for (uint32_t left = n; left > 0;)
                {
                    for (uint32_t input = 0; input < n; ++input)
                    {
                        if (!paused[input])
                        {
                            ASSERT_TRUE(memory->Admit(input, 0, FRAME));
                            paused[input] = !memory->GetChanges().empty();
                            left -= paused[input] ? 1 : 0;
                            memory->GetChanges().clear();
                        }
                    }
                }
                const double share = alpha * pool / (1 + n * alpha);
                for (uint32_t input = 0; input < n; ++input)
                {
                    const uint64_t above = dynamic->GetHeadroomUsed(input, 0);
                    EXPECT_NEAR(memory->GetUsed(input) - above,
                                reserve + share,
                                FRAME * (1 + alpha));
                    EXPECT_LE(above, FRAME);
                }
                EXPECT_NEAR(dynamic->GetFree(), pool / (1 + n * alpha), n * FRAME);
            }
        }
    }
}

// The same from any beginning, if queues are also served: they meet there, but for the hysteresis.
TEST(DynamicThresholdMemory, QueuesThatAreServedMeetAtTheClosedForm)
{
    constexpr uint32_t FRAME = 100;
    constexpr uint32_t N = 4;
    auto memory = Make(
        "DynamicThresholdMemory[Capacity=100000|Priorities=1|Alpha=2|Reserve=0|Hysteresis=500]",
        N);
    const auto dynamic = DynamicCast<DynamicThresholdMemory>(memory);
    std::vector<bool> paused(N);
    const auto obey = [&] {
        for (const auto& change : memory->GetChanges())
        {
            paused[change.input] = change.pause;
        }
        memory->GetChanges().clear();
    };
    while (!paused[0]) // one fills alone
    {
        memory->Admit(0, 0, FRAME);
        obey();
    }
    EXPECT_NEAR(memory->GetUsed(0), 2.0 / 3 * dynamic->GetPool(), 3 * FRAME);
    std::mt19937 random(1);
    for (uint32_t step = 0; step < 40000; ++step)
    {
        for (uint32_t input = 0; input < N; ++input)
        {
            for (uint32_t i = 0; i < 2 && !paused[input]; ++i) // comes faster than it goes
            {
                ASSERT_TRUE(memory->Admit(input, 0, FRAME));
                obey();
            }
        }
        const uint32_t input = random() % N;
        if (memory->GetUsed(input) > 0)
        {
            memory->Release(input, 0, FRAME);
            obey();
        }
    }
    for (uint32_t input = 0; input < N; ++input)
    {
        EXPECT_NEAR(memory->GetUsed(input), 2.0 * dynamic->GetPool() / 9, 1000);
    }
}

// What a queue may hold falls while others fill, and a queue above that pauses with its next frame.
TEST(DynamicThresholdMemory, AThresholdThatFellPausesWithTheNextFrame)
{
    auto memory = Make(
        "DynamicThresholdMemory[Capacity=10000|Priorities=3|Alpha=1|Reserve=100|Hysteresis=50]",
        2,
        1000);
    const auto dynamic = DynamicCast<DynamicThresholdMemory>(memory);
    ASSERT_EQ(dynamic->GetPool(), 20000 - 4 * 1100);
    memory->Admit(0, 0, 100 + 7800); // half of the pool
    EXPECT_TRUE(memory->GetChanges().empty());
    memory->Admit(1, 1, 100 + 3900); // half of what is left
    EXPECT_TRUE(memory->GetChanges().empty());
    EXPECT_EQ(dynamic->GetFree(), 3900);
    memory->Admit(0, 0, 500);
    ASSERT_EQ(memory->GetChanges().size(), 1);
    EXPECT_EQ(dynamic->GetHeadroomUsed(0, 0), 500);
    EXPECT_EQ(dynamic->GetFree(), 3900);
    memory->GetChanges().clear();
    memory->Release(0, 0, 500);
    EXPECT_TRUE(memory->GetChanges().empty());
    EXPECT_EQ(dynamic->GetHeadroomUsed(0, 0), 0);
    memory->Release(0, 0, 1974); // 5926 bytes; the threshold is 100 + 3900 + 1974 less 50: 5924
    EXPECT_TRUE(memory->GetChanges().empty());
    memory->Release(0, 0, 1); // 5925 bytes at 5925
    ASSERT_EQ(memory->GetChanges().size(), 1);
    EXPECT_FALSE(memory->GetChanges()[0].pause);
}

// A hysteresis of more than there is leaves nobody paused for ever.
TEST(DynamicThresholdMemory, AnEmptyQueueGoesOn)
{
    auto memory =
        Make("DynamicThresholdMemory[Capacity=10000|Priorities=1|Reserve=0|Hysteresis=50000]", 1);
    memory->Admit(0, 0, 2000);
    memory->Admit(0, 0, 2000);
    ASSERT_EQ(memory->GetChanges().size(), 1);
    memory->Release(0, 0, 2000);
    EXPECT_EQ(memory->GetChanges().size(), 1);
    memory->Release(0, 0, 2000);
    ASSERT_EQ(memory->GetChanges().size(), 2);
    EXPECT_FALSE(memory->GetChanges()[1].pause);
}

// Input 0 holds 3000, 5000, 2000 and 2500 bytes, then input 1 has 700 more; what finds no room does
// not count, and what leaves is not forgotten.
TEST(LosslessMemories, RecordTheMostThatEachPartitionHeld)
{
    constexpr uint32_t ALL = LosslessMemory::ALL;
    using Row = std::array<uint64_t, 4>; // input, priority, limit, most
    const std::map<std::string, std::vector<Row>> cases{
        {"SharedMemory[Capacity=20000]", {{ALL, ALL, 40'000, 5000}}},
        {"PartitionedMemory[Capacity=20000]", {{0, ALL, 20'000, 5000}, {1, ALL, 20'000, 700}}},
        {"PriorityMemory[Capacity=20000|Priorities=5]",
         {{0, 0, 10'000, 3000}, {0, 2, 10'000, 2500}, {1, 0, 10'000, 700}, {1, 2, 10'000, 0}}},
        {"DynamicThresholdMemory[Capacity=20000|Priorities=5]", {{ALL, ALL, 40'000, 5000}}},
    };
    for (const auto& [text, rows] : cases)
    {
        SCOPED_TRACE(text);
        auto memory = Make(text, 2);
        EXPECT_TRUE(memory->Admit(0, 0, 3000));
        EXPECT_TRUE(memory->Admit(0, 2, 2000));
        memory->Release(0, 0, 3000);
        EXPECT_TRUE(memory->Admit(0, 2, 500));
        EXPECT_TRUE(memory->Admit(1, 0, 700));
        EXPECT_FALSE(memory->Admit(1, 0, 50'000));
        memory->Release(1, 0, 700);
        memory->Release(0, 2, 2000);
        memory->Release(0, 2, 500);
        std::vector<Row> found;
        for (const auto& [input, priority, limit, high] : memory->GetPartitions())
        {
            found.push_back({input, priority, limit, high});
        }
        EXPECT_EQ(found, rows);
        EXPECT_EQ(memory->GetUsed(), 0);
        EXPECT_EQ(memory->GetHighWater(), 5000);
        EXPECT_EQ(memory->GetHighWater(0), 5000);
        EXPECT_EQ(memory->GetHighWater(1), 700);
    }
}

TEST(LosslessMemories, WhatDoesNotFitIsNamed)
{
    EXPECT_EQ(GetRefusal("PartitionedMemory[Capacity=5814]", 2, 5814),
              "Capacity of ns3::PartitionedMemory is 5814 bytes; allowed is more than the headroom "
              "of port 0, 5814 bytes");
    EXPECT_EQ(
        GetRefusal("PriorityMemory[Capacity=10000|Priorities=3]", 2, 5000),
        "Priorities of ns3::PriorityMemory is 3, which leaves 5000 bytes for each; allowed is "
        "more than the headroom of port 0, 5000 bytes");
    EXPECT_EQ(GetRefusal("PriorityMemory[Capacity=10000|Priorities=3]", 2, 4999), "");
    EXPECT_EQ(
        GetRefusal("DynamicThresholdMemory[Capacity=10000|Priorities=3|Reserve=1000]", 2, 4000),
        "Reserve of ns3::DynamicThresholdMemory is 1000 bytes, and with the headroom 20000 of all "
        "inputs and priorities; allowed is less than the whole memory, 20000 bytes");
    EXPECT_EQ(
        GetRefusal("DynamicThresholdMemory[Capacity=10000|Priorities=3|Reserve=999]", 2, 4000),
        "");
    for (const std::string text : {"PartitionedMemory[Low=1.5]",
                                   "PriorityMemory[Low=1.5]",
                                   "PriorityMemory[Priorities=0]",
                                   "DynamicThresholdMemory[Alpha=0]",
                                   "DynamicThresholdMemory[Priorities=256]"})
    {
        EXPECT_NE(GetRefusal(text, 2, 5814), "") << text;
    }
    auto memory = burst::CreateFromText<LosslessMemory>("ns3::SharedMemory");
    EXPECT_THROW(memory->Configure(3, {1, 2}), std::invalid_argument);
}
