/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-scheduler-islip.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

using Table = std::vector<std::vector<bool>>; //!< by output and input: whether it is requested
using Words = std::vector<std::vector<uint64_t>>;

Words
ToWords(const Table& table)
{
    Words words;
    for (const auto& row : table)
    {
        words.emplace_back((row.size() + 63) / 64);
        for (std::size_t input = 0; input < row.size(); ++input)
        {
            words.back()[input / 64] |= uint64_t{row[input]} << input % 64;
        }
    }
    return words;
}

Ptr<SwitchScheduler>
MakeIslip(uint32_t ports, uint32_t iterations)
{
    ObjectFactory factory("ns3::IslipScheduler");
    factory.Set("Iterations", UintegerValue(iterations));
    auto scheduler = factory.Create<SwitchScheduler>();
    scheduler->Configure(ports);
    return scheduler;
}

/** iSLIP step by step, as section III of the paper words it: request, grant, accept. */
class SlowIslip
{
  public:
    SlowIslip(uint32_t ports, uint32_t iterations)
        : m_ports(ports),
          m_iterations(iterations),
          m_grant(ports, 0),
          m_accept(ports, 0)
    {
    }

    std::vector<uint32_t> Match(const Table& requests)
    {
        std::vector<uint32_t> inputOf(m_ports, SwitchScheduler::NONE);
        std::vector<uint32_t> outputOf(m_ports, SwitchScheduler::NONE);
        for (uint32_t iteration = 1; iteration <= m_iterations; ++iteration)
        {
            // Step 1, request: each unmatched input to every output for which it has a cell.
            // Step 2, grant: an unmatched output chooses the next request of its round robin.
            std::vector<std::optional<uint32_t>> granted(m_ports);
            for (uint32_t output = 0; output < m_ports; ++output)
            {
                for (uint32_t i = 0; i < m_ports && inputOf[output] == SwitchScheduler::NONE; ++i)
                {
                    const uint32_t input = (m_grant[output] + i) % m_ports;
                    if (requests[output][input] && outputOf[input] == SwitchScheduler::NONE)
                    {
                        granted[output] = input;
                        break;
                    }
                }
            }
            // Step 3, accept: an unmatched input chooses the next grant of its round robin.
            // Pointers move one beyond, the output's only if its grant is accepted; in iteration 1
            // alone.
            for (uint32_t input = 0; input < m_ports; ++input)
            {
                for (uint32_t i = 0; i < m_ports; ++i)
                {
                    const uint32_t output = (m_accept[input] + i) % m_ports;
                    if (granted[output] == input)
                    {
                        inputOf[output] = input;
                        outputOf[input] = output;
                        if (iteration == 1)
                        {
                            m_grant[output] = (input + 1) % m_ports;
                            m_accept[input] = (output + 1) % m_ports;
                        }
                        break;
                    }
                }
            }
        }
        return inputOf;
    }

  private:
    uint32_t m_ports;
    uint32_t m_iterations;
    std::vector<uint32_t> m_grant;
    std::vector<uint32_t> m_accept;
};

/** @return requests between ports that are free with probability free, each with probability load
 */
Table
DrawRequests(std::mt19937& random, uint32_t ports, double load, double free)
{
    std::bernoulli_distribution isRequested(load);
    std::bernoulli_distribution isFree(free);
    std::vector<bool> input(ports);
    for (uint32_t i = 0; i < ports; ++i)
    {
        input[i] = isFree(random);
    }
    Table table(ports, std::vector<bool>(ports));
    for (auto& row : table)
    {
        const bool output = isFree(random);
        for (uint32_t i = 0; i < ports; ++i)
        {
            row[i] = output && input[i] && isRequested(random);
        }
    }
    return table;
}

} // namespace

TEST(IslipScheduler, MatchesAsThePaperDoes)
{
    std::mt19937 random(1);
    for (const uint32_t ports : {1, 2, 3, 5, 16, 63, 64, 65, 128, 130})
    {
        for (const uint32_t iterations : {1, 2, 4, 130})
        {
            SCOPED_TRACE(std::to_string(ports) + " ports, " + std::to_string(iterations));
            auto scheduler = MakeIslip(ports, iterations);
            SlowIslip slow(ports, iterations);
            for (uint32_t slot = 0; slot < (ports < 60 ? 40U : 8U); ++slot)
            {
                const auto table =
                    DrawRequests(random, ports, (1 + slot % 4) / 4.0, slot % 3 == 0 ? 1.0 : 0.6);
                ASSERT_EQ(scheduler->Match(ToWords(table)), slow.Match(table)) << slot;
            }
            scheduler->Configure(ports); // begins anew
            const auto table = DrawRequests(random, ports, 0.5, 1);
            ASSERT_EQ(scheduler->Match(ToWords(table)), SlowIslip(ports, iterations).Match(table));
        }
    }
}

TEST(IslipScheduler, PairsWhoWantEachOtherAndWithEnoughIterationsLeavesNobodyWhoCould)
{
    std::mt19937 random(2);
    for (const uint32_t ports : {4, 17, 128})
    {
        auto scheduler = MakeIslip(ports, ports);
        for (uint32_t slot = 0; slot < 50; ++slot)
        {
            const auto table = DrawRequests(random, ports, 3.0 / ports, 0.9);
            const auto match = scheduler->Match(ToWords(table));
            std::set<uint32_t> inputs;
            for (uint32_t output = 0; output < ports; ++output)
            {
                if (match[output] != SwitchScheduler::NONE)
                {
                    EXPECT_TRUE(table[output][match[output]]);
                    EXPECT_TRUE(inputs.insert(match[output]).second);
                }
            }
            for (uint32_t output = 0; output < ports; ++output)
            {
                for (uint32_t input = 0; input < ports; ++input)
                {
                    EXPECT_FALSE(table[output][input] && !inputs.count(input) &&
                                 match[output] == SwitchScheduler::NONE);
                }
            }
        }
    }
}

// All queues full, one iteration: after n slots no two pointers of outputs agree any more, each
// slot sends n cells, and each pair has every n-th slot (section III-B: 100 % throughput).
TEST(IslipScheduler, PointersGetOutOfStep)
{
    for (const uint32_t ports : {2, 3, 16, 64, 128})
    {
        auto scheduler = MakeIslip(ports, 1);
        const auto all = ToWords(Table(ports, std::vector<bool>(ports, true)));
        for (uint32_t slot = 0; slot < ports; ++slot)
        {
            scheduler->Match(all);
        }
        std::set<std::pair<uint32_t, uint32_t>> served;
        for (uint32_t slot = 0; slot < ports; ++slot)
        {
            const auto match = scheduler->Match(all);
            for (uint32_t output = 0; output < ports; ++output)
            {
                ASSERT_NE(match[output], SwitchScheduler::NONE);
                EXPECT_TRUE(served.emplace(match[output], output).second);
            }
        }
        EXPECT_EQ(served.size(), ports * ports);
    }
}

// An input that keeps requesting is served within n^2 slots: n for each input that the output may
// have to serve before (section III-B).
TEST(IslipScheduler, NobodyStarves)
{
    std::mt19937 random(3);
    constexpr uint32_t PORTS = 8;
    for (const uint32_t iterations : {1, 3})
    {
        for (const double load : {0.3, 0.9, 1.0})
        {
            auto scheduler = MakeIslip(PORTS, iterations);
            uint32_t longest = 0;
            uint32_t waits = 0;
            for (uint32_t slot = 0; slot < 20000; ++slot)
            {
                auto table = DrawRequests(random, PORTS, load, 1);
                table[5][2] = true;
                waits = scheduler->Match(ToWords(table))[5] == 2 ? 0 : waits + 1;
                longest = std::max(longest, waits);
            }
            EXPECT_LT(longest, PORTS * PORTS);
            EXPECT_GT(longest, 0);
        }
    }
}
