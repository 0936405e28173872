/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-resource-graph.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <stdexcept>

using namespace ns3;

namespace
{

using Cycle = std::vector<uint32_t>;
using Edges = std::vector<std::pair<uint32_t, uint32_t>>;

struct Example
{
    uint32_t resources;
    Edges waits;
};

Cycle
FindCycle(const Example& example)
{
    fabric::ResourceGraph graph;
    for (uint32_t i = 0; i < example.resources; ++i)
    {
        graph.AddResource(std::to_string(i));
    }
    for (const auto& [from, to] : example.waits)
    {
        graph.AddWait(from, to);
    }
    Cycle cycle;
    for (const std::string& name : graph.FindCycle())
    {
        cycle.push_back(std::stoul(name));
    }
    return cycle;
}

/// By resource, the length of a shortest cycle through it, 0 if there is none: powers of the
/// adjacency matrix.
std::vector<uint32_t>
GetShortestCycles(const Example& example)
{
    const uint32_t n = example.resources;
    std::vector<std::vector<bool>> step(n, std::vector<bool>(n));
    for (const auto& [from, to] : example.waits)
    {
        step[from][to] = true;
    }
    std::vector<uint32_t> shortest(n, 0);
    auto walk = step;
    for (uint32_t length = 1; length <= n; ++length)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            if (walk[i][i] && !shortest[i])
            {
                shortest[i] = length;
            }
        }
        std::vector<std::vector<bool>> longer(n, std::vector<bool>(n));
        for (uint32_t i = 0; i < n; ++i)
        {
            for (uint32_t k = 0; k < n; ++k)
            {
                for (uint32_t j = 0; walk[i][k] && j < n; ++j)
                {
                    longer[i][j] = longer[i][j] || step[k][j];
                }
            }
        }
        walk.swap(longer);
    }
    return shortest;
}

/// Whether @p cycle is what ResourceGraph promises for @p example.
bool
KeepsPromise(const Example& example, const Cycle& cycle)
{
    const auto shortest = GetShortestCycles(example);
    const auto first =
        std::find_if(shortest.begin(), shortest.end(), [](uint32_t length) { return length > 0; });
    if (first == shortest.end() || cycle.empty())
    {
        return first == shortest.end() && cycle.empty();
    }
    for (std::size_t i = 0; i < cycle.size(); ++i)
    {
        const std::pair wait{cycle[i], cycle[(i + 1) % cycle.size()]};
        if (std::find(example.waits.begin(), example.waits.end(), wait) == example.waits.end())
        {
            return false;
        }
    }
    return cycle[0] == static_cast<uint32_t>(first - shortest.begin()) && cycle.size() == *first;
}

std::vector<Example>
MakeExamples()
{
    std::mt19937 random(7);
    std::vector<Example> examples;
    for (int i = 0; i < 600; ++i)
    {
        Example example{1 + static_cast<uint32_t>(random() % 12), {}};
        const uint32_t waits = random() % (2 * example.resources);
        for (uint32_t k = 0; k < waits; ++k)
        {
            const uint32_t from = random() % example.resources;
            const uint32_t to = random() % example.resources;
            // Every third graph has no cycle by construction.
            example.waits.emplace_back(i % 3 ? from : std::min(from, to),
                                       i % 3 ? to : std::max(from, to));
            if (i % 3 == 0 && from == to)
            {
                example.waits.pop_back();
            }
        }
        examples.push_back(example);
    }
    return examples;
}

} // namespace

TEST(FabricResourceGraph, FindsTheCycleBruteForceFinds)
{
    uint32_t cyclic = 0;
    for (const Example& example : MakeExamples())
    {
        const Cycle cycle = FindCycle(example);
        EXPECT_TRUE(KeepsPromise(example, cycle));
        EXPECT_EQ(cycle, FindCycle(example));
        cyclic += cycle.empty() ? 0 : 1;
    }
    EXPECT_GT(cyclic, 100U);
    EXPECT_LT(cyclic, 500U);
}

// The same examples must find out search algorithms that are nearly right.
TEST(FabricResourceGraph, BrokenSearchesAreFoundOut)
{
    const std::map<std::string, std::function<Cycle(const Example&)>> broken{
        {"sees no resource that waits for itself",
         [](Example example) {
             auto& waits = example.waits;
             waits.erase(std::remove_if(waits.begin(),
                                        waits.end(),
                                        [](auto w) { return w.first == w.second; }),
                         waits.end());
             return FindCycle(example);
         }},
        {"forgets the last wait",
         [](Example example) {
             if (!example.waits.empty())
             {
                 example.waits.pop_back();
             }
             return FindCycle(example);
         }},
        {"reads the waits backwards",
         [](Example example) {
             for (auto& [from, to] : example.waits)
             {
                 std::swap(from, to);
             }
             return FindCycle(example);
         }},
        {"starts anywhere on the cycle",
         [](const Example& example) {
             Cycle cycle = FindCycle(example);
             std::rotate(cycle.begin(), cycle.begin() + cycle.size() / 2, cycle.end());
             return cycle;
         }},
        {"takes a diamond for a cycle",
         [](const Example& example) {
             std::vector<uint32_t> arrivals(example.resources);
             for (const auto& [from, to] : example.waits)
             {
                 if (++arrivals[to] > 1)
                 {
                     return Cycle{from, to};
                 }
             }
             return Cycle{};
         }},
    };
    const auto examples = MakeExamples();
    for (const auto& [mistake, search] : broken)
    {
        const auto& find = search;
        EXPECT_TRUE(std::any_of(examples.begin(), examples.end(), [&](const Example& example) {
            return !KeepsPromise(example, find(example));
        })) << mistake;
    }
}

TEST(FabricResourceGraph, ALongChainIsNoTrouble)
{
    fabric::ResourceGraph graph;
    const uint32_t n = 1000000;
    for (uint32_t i = 0; i < n; ++i)
    {
        graph.AddResource("b" + std::to_string(i));
    }
    for (uint32_t i = 0; i + 1 < n; ++i)
    {
        graph.AddWait(i, i + 1);
    }
    EXPECT_EQ(graph.GetWaitCount(), n - 1);
    EXPECT_TRUE(graph.FindCycle().empty());
    graph.AddWait(n - 1, n - 2);
    EXPECT_EQ(graph.FindCycle(), (std::vector<std::string>{"b999998", "b999999"}));
}

TEST(FabricResourceGraph, UnknownResourcesAreRefused)
{
    fabric::ResourceGraph graph;
    graph.AddResource("a");
    EXPECT_THROW(graph.AddWait(0, 1), std::invalid_argument);
    EXPECT_TRUE(graph.FindCycle().empty());
    EXPECT_TRUE(fabric::ResourceGraph().FindCycle().empty());
}
