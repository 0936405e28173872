/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-network.h"

#include "ns3/fabric-topology-reader.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t RATE = 2'500'000'000; // of links that say none

/** @param text of a topology @param allowCyclic see LosslessNetwork @return the network */
LosslessNetwork
Make(const std::string& text, bool allowCyclic = true)
{
    std::istringstream input(text);
    return LosslessNetwork(fabric::ReadTopology(input, "t"), RATE, NanoSeconds(500), allowCyclic);
}

/** @param text of a topology @return with which sentence it is refused, "" if it is not */
std::string
GetRefusal(const std::string& text)
{
    try
    {
        Make(text, false);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

// 10, 4 and 2.5 Gb/s have the least common multiple 20 Gb/s, of which a byte takes 0.4 ns.
TEST(LosslessNetwork, ATickIsAByteAtTheLeastCommonMultiple)
{
    const LosslessNetwork network = Make("router s\n"
                                         "device a\n"
                                         "device b\n"
                                         "device c\n"
                                         "device d\n"
                                         "link a s rate=10Gbps\n"
                                         "link b s rate=4Gbps delay=1us\n"
                                         "link c s delay=1ns\n"
                                         "link s d delay=0ns\n");
    EXPECT_EQ(network.GetRate(), 20'000'000'000);

    struct Expected
    {
        uint64_t rate;
        int64_t byteTicks;
        int64_t delayTicks; // of 0.4 ns, rounded up, at least 1
    };

    const std::vector<Expected> links{{10'000'000'000, 2, 1250},
                                      {4'000'000'000, 5, 2500},
                                      {RATE, 8, 3},
                                      {RATE, 8, 1}};
    ASSERT_EQ(network.GetChannels().size(), 2 * links.size());
    for (std::size_t channel = 0; channel < network.GetChannels().size(); ++channel)
    {
        SCOPED_TRACE(network.GetTopology().GetChannelName(channel));
        const auto& found = network.GetChannels()[channel];
        EXPECT_EQ(found.rate, links[channel / 2].rate);
        EXPECT_EQ(found.byteTicks, links[channel / 2].byteTicks);
        EXPECT_EQ(found.delayTicks, links[channel / 2].delayTicks);
        EXPECT_EQ(found.fromStation, channel == 0 || channel == 2 || channel == 4 || channel == 7);
        EXPECT_EQ(found.toStation, !found.fromStation);
    }
    // The channel that leaves each station; link s d was written from the switch.
    EXPECT_EQ(network.GetStationPorts(), (std::vector<uint32_t>{0, 2, 4, 7}));
    EXPECT_EQ(network.GetTicks(NanoSeconds(1)), 3);
    EXPECT_EQ(network.GetTime(3), NanoSeconds(2));
    EXPECT_EQ(network.GetTime(5), NanoSeconds(2));
}

// The limits are MOST_RATE 8e12 bit/s, MOST_BYTE_TICKS 2^40 = 1.0995e12 and MOST_DELAY_TICKS 2^60,
// which are 1,152,921 s at 1 ps.
TEST(LosslessNetwork, WhatCannotBeIsNamed)
{
    const auto two = [](const std::string& first, const std::string& second) {
        return "router s\ndevice a\ndevice b\nlink a s " + first + "\nlink b s " + second + "\n";
    };
    const std::vector<std::pair<std::string, std::string>> cases{
        {two("", ""), ""},
        {two("rate=8000Gbps", "rate=1000Gbps"), ""},
        {two("rate=8001Gbps", "rate=8001Gbps"),
         "is 8001000000000 bit/s; allowed is 1 to 8000000000000"},
        {two("rate=7000Gbps", "rate=3000Gbps"),
         "the rate of link b:0>s:1 is 3000000000000 bit/s; allowed are rates whose least common "
         "multiple over all links is at most 8000000000000"},
        {two("rate=8000Gbps", "rate=8bps"), ""}, // a byte of 1e12 ticks
        {two("rate=8000Gbps", "rate=5bps"), "allowed is a byte in at most 1099511627776"},
        {two("rate=8000Gbps", "rate=1000Gbps delay=1152921s"), ""},
        {two("rate=8000Gbps", "rate=1000Gbps delay=1152922s"),
         "a delay of at most 1152921504606846976"},
        {two("rate=0bps", ""), "is 0 bit/s; allowed is 1 to 8000000000000"},
        {two("delay=-1ns", ""), "it takes a time with its unit"},
        {two("speed=1Gbps", ""), "speed"},
        {"router s\ndevice a\nlink a s\n", "the topology has 1 stations; at least 2 are needed"},
        {two("", "") + "device c\n", "station 'c' has 0 links; a station has one"},
        {two("", "") + "router r\nlink b r\n", "station 'b' has 2 links; a station has one"},
        {two("", "") + "router r\ndevice c\nlink c r\n", "switch 'r' knows no way to station 'a'"},
        {"router r[0..2]\nlink r[0..2] r[1,2,0]\ndevice d[0..2]\nlink d[0..2] r[0..2]\n"
         "route r[0..2] * r[1,2,0]\n",
         "cyclic routing"},
    };
    for (const auto& [text, sentence] : cases)
    {
        const std::string refusal = GetRefusal(text);
        EXPECT_EQ(refusal.empty(), sentence.empty()) << text << refusal;
        EXPECT_NE(refusal.find(sentence), std::string::npos) << text << refusal;
    }
}
