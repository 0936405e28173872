/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-link-timing.h"

#include "ns3/fabric-topology-reader.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>

using namespace ns3;
using fabric::LinkTiming;

namespace
{

const LinkTiming USUAL{155'000'000, MicroSeconds(20)};

/** @param words behind the link @return what is read of it */
LinkTiming
Read(const std::string& words)
{
    std::istringstream text("router s\ndevice a\nlink a s " + words + "\n");
    return fabric::ReadLinkTiming(fabric::ReadTopology(text, "text"), 0, USUAL, 1'000'000'000);
}

/** @param words behind the link @return the sentence that refuses them */
std::string
GetRefusal(const std::string& words)
{
    try
    {
        Read(words);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "accepted";
}

} // namespace

TEST(FabricLinkTiming, WhatALinkDoesNotSayIsTheUsual)
{
    EXPECT_EQ(Read("").rate, USUAL.rate);
    EXPECT_EQ(Read("").delay, USUAL.delay);
    EXPECT_EQ(Read("rate=25Mbps").rate, 25'000'000u);
    EXPECT_EQ(Read("rate=25Mbps").delay, USUAL.delay);
    EXPECT_EQ(Read("delay=6665us").delay, MicroSeconds(6665));
}

TEST(FabricLinkTiming, WrongTextNamesTheLink)
{
    EXPECT_EQ(GetRefusal("rate=2Gbps"),
              "the rate of link a:0>s:0 is 2000000000 bit/s; allowed is 1 to 1000000000");
    EXPECT_EQ(GetRefusal("rate=0bps"),
              "the rate of link a:0>s:0 is 0 bit/s; allowed is 1 to 1000000000");
    for (const char* words : {"rate=fast", "delay=-1us", "delay=soon"})
    {
        EXPECT_EQ(GetRefusal(words).find("on link a:0>s:0: "), 0u) << GetRefusal(words);
    }
}

// The sum of a few delays has to be a Time.
TEST(FabricLinkTiming, ADelayIsAtMostAnEighthOfTheLongestTime)
{
    const Time eighth = Time::Max() / 8;
    const auto read = [](const std::string& delay) {
        return fabric::ReadDelay({{"delay", delay}}, "on node s", USUAL.delay);
    };
    EXPECT_EQ(fabric::ReadDelay({}, "on node s", USUAL.delay), USUAL.delay);
    EXPECT_EQ(fabric::ReadDelay({{"rate", "1Mbps"}}, "on node s", USUAL.delay), USUAL.delay);
    EXPECT_EQ(read("3ms"), MilliSeconds(3));
    EXPECT_EQ(read("0s"), Time(0));
    const int64_t seconds = eighth.GetNanoSeconds() / 1'000'000'000;
    EXPECT_EQ(read(std::to_string(seconds) + "s"), Seconds(seconds));
    for (const std::string& delay : {std::to_string(seconds + 1) + "s", std::string("-1ns")})
    {
        try
        {
            read(delay);
            ADD_FAILURE() << delay;
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_EQ(std::string(error.what()).find("on node s: "), 0u) << error.what();
        }
    }
}
