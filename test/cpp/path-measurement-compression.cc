/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../scenarios/path-measurement/laws/compression-rule.h"

#include "ns3/path-measurement-host-parts.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <queue>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

namespace
{

constexpr int BLOCKS = 400;         // of a file
constexpr double BITS = 8 * 50'000; // of a block

/**
 * The reference: blocks pass disk, compression, protocol, wire, protocol, expansion and disk one
 * after another. Both jobs of a host wait for the same processor.
 *
 * @param rule with the numbers of a copy @param compressed whether it is @return time in s
 */
double
Simulate(const CompressionRule& rule, bool compressed)
{
    enum Server
    {
        SOURCE_DISK,
        SOURCE,
        WIRE,
        SINK,
        SINK_DISK,
        SERVERS
    };

    const double shrink = compressed ? rule.ratio : 1;
    const auto byRate = [](double bits, double rate) { return rate > 0 ? bits / rate : 0; };
    const double protocol = rule.cyclesPerByte * BITS / 8 / shrink;
    const std::vector<std::pair<Server, double>> stages{
        {SOURCE_DISK, byRate(BITS, rule.sourceDisk)},
        {SOURCE, compressed ? byRate(BITS / rule.compression, 1e6 * rule.sourceMegahertz) : 0},
        {SOURCE, byRate(protocol, 1e6 * rule.sourceMegahertz)},
        {WIRE, byRate(BITS / shrink, rule.path)},
        {SINK, byRate(protocol, 1e6 * rule.sinkMegahertz)},
        {SINK, compressed ? byRate(BITS / rule.expansion, 1e6 * rule.sinkMegahertz) : 0},
        {SINK_DISK, byRate(BITS, rule.sinkDisk)},
    };
    std::array<measurement::WorkServer, SERVERS> servers;

    /** A block that comes to a stage. */
    struct Arrival
    {
        int64_t time;
        int number;
        std::size_t stage;

        bool operator<(const Arrival& other) const
        {
            return std::tie(other.time, other.number) < std::tie(time, number);
        }
    };

    std::priority_queue<Arrival> arrivals;
    const int ahead = 8; // blocks that are in the pipeline at a time
    int next = 0;
    for (; next < ahead; ++next)
    {
        arrivals.push({0, next, 0});
    }
    int64_t end = 0;
    while (!arrivals.empty())
    {
        const auto [time, number, stage] = arrivals.top();
        arrivals.pop();
        if (stage == stages.size())
        {
            end = time;
            if (next < BLOCKS)
            {
                arrivals.push({time, next++, 0});
            }
            continue;
        }
        const auto work = std::llround(1e9 * stages[stage].second);
        arrivals.push({servers[stages[stage].first].Serve(time, work), number, stage + 1});
    }
    return 1e-9 * static_cast<double>(end);
}

} // namespace

TEST(CompressionRule, IsTheClosedFormOfTheDigest)
{
    // Without the protocol: min(r B, K_z MHz, K_u MHz, disks).
    CompressionRule rule;
    rule.ratio = 2.2;
    rule.path = 20e6;
    EXPECT_EQ(rule.GetRate(true), 44e6);
    EXPECT_EQ(rule.GetRate(false), 20e6);
    rule.sourceMegahertz = 300;
    EXPECT_DOUBLE_EQ(rule.GetRate(true), 39e6) << "0.13 times 300 MHz";
    rule.sinkMegahertz = 60;
    EXPECT_DOUBLE_EQ(rule.GetRate(true), 30e6) << "0.5 times 60 MHz";
    rule.sourceDisk = 25e6;
    EXPECT_EQ(rule.GetRate(true), 25e6);
    rule.sinkDisk = 10e6;
    EXPECT_EQ(rule.GetRate(true), 10e6);
    EXPECT_EQ(rule.GetRate(false), 10e6);
    EXPECT_FALSE(rule.IsWorthIt()) << "the disk limits both";
    EXPECT_DOUBLE_EQ(rule.GetTime(1e6, false), 0.8);
}

TEST(CompressionRule, Slide26)
{
    // 360 MHz at both ends, ratio 2.2, 0.97 MHz for 1 Mb/s and a fifth more for a copy.
    CompressionRule rule;
    rule.ratio = 2.2;
    rule.sourceMegahertz = rule.sinkMegahertz = 360;
    rule.cyclesPerByte = 8 * 0.97 * 1.2;
    rule.path = 10e6;
    EXPECT_NEAR(rule.GetRate(true) / rule.GetRate(false), 2.2, 1e-9);
    rule.path = 60e6;
    EXPECT_FALSE(rule.IsWorthIt()) << "the processor compresses 44 Mb/s";
}

TEST(CompressionRule, AgreesWithThePipelineOverAGrid)
{
    int cases = 0;
    int worth = 0;
    for (const double ratio : {1.0, 1.5, 2.2, 4.0})
    {
        for (const double megahertz : {300.0, 360.0, 1000.0, 2000.0})
        {
            for (const double path : {5e6, 20e6, 45e6, 100e6, 622e6})
            {
                for (const double disk : {0.0, 60e6})
                {
                    CompressionRule rule;
                    rule.ratio = ratio;
                    rule.path = path;
                    rule.sourceMegahertz = megahertz;
                    rule.sinkMegahertz = 360;
                    rule.cyclesPerByte = 8 * 0.97 * 1.2;
                    rule.sourceDisk = rule.sinkDisk = disk;
                    const double bytes = BLOCKS * BITS / 8;
                    const double with = Simulate(rule, true);
                    const double without = Simulate(rule, false);
                    // The pipeline fills once: at most 7 blocks of 400.
                    EXPECT_GE(with, rule.GetTime(bytes, true) * (1 - 1e-6));
                    EXPECT_LE(with, rule.GetTime(bytes, true) * 1.02);
                    EXPECT_GE(without, rule.GetTime(bytes, false) * (1 - 1e-6));
                    EXPECT_LE(without, rule.GetTime(bytes, false) * 1.02);
                    if (std::abs(with / without - 1) > 0.02)
                    {
                        EXPECT_EQ(rule.IsWorthIt(), with < without);
                        ++cases;
                        worth += rule.IsWorthIt();
                    }
                }
            }
        }
    }
    EXPECT_GT(cases, 100) << "of 160, others are even";
    EXPECT_GT(worth, 20);
    EXPECT_LT(worth, cases - 20);
}
