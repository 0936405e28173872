/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/servernet-schedule.h"

#include "ns3/servernet-topologies.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

const ServerNetNetwork NETWORK(ServerNetTopology("single-router"), {}); // cpu0, cpu1, io0 to io3

ServerNetSchedule
Read(const std::string& text)
{
    std::istringstream input(text);
    return {input, "f", NETWORK};
}

std::string
GetRefusal(const std::string& text)
{
    try
    {
        Read(text);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

// Sizes: ServerNetPacket, 64 bytes of data.
TEST(ServerNetSchedule, PacketsInOrder)
{
    const auto schedule = Read("# comment\n\n0 cpu0 io3 read-request # one\r\n"
                               "\t7 io3\tcpu0  read-response\n7 cpu0 io3 write-request\n"
                               "8 io3 cpu0 write-response\n1000000000000000 cpu1 cpu0 1000000");
    std::string text;
    for (const auto& [tick, source, destination, flits, type] : schedule.GetEntries())
    {
        text += std::to_string(tick) + " " + std::to_string(source) + ">" +
                std::to_string(destination) + " " + std::to_string(flits) + " " + type + "\n";
    }
    EXPECT_EQ(text,
              "0 0>5 16 read-request\n7 5>0 76 read-response\n7 0>5 80 write-request\n"
              "8 5>0 12 write-response\n1000000000000000 1>0 1000000 1000000\n");
}

TEST(ServerNetSchedule, MistakesAreNamedWithTheirLine)
{
    const std::string first = "5 cpu0 cpu1 20\n";
    const std::string type = " is no type of packet; allowed are read-request, read-response, "
                             "write-request, write-response and numbers of flits from 1 to 1000000";
    const std::string tick = " is no tick; allowed are whole numbers from 0 to 1000000000000000";
    const std::vector<std::pair<std::string, std::string>> cases{
        {"4 cpu0 cpu1 20", "time goes back from tick 5 to 4; packets stand in order of time"},
        {"-1 cpu0 cpu1 20", "'-1'" + tick},
        {"1e3 cpu0 cpu1 20", "'1e3'" + tick},
        {"1000000000000001 cpu0 cpu1 20", "'1000000000000001'" + tick},
        {"99999999999999999999 cpu0 cpu1 20", "'99999999999999999999'" + tick},
        {"5 cpu2 cpu1 20", "'cpu2' is no device of the topology; nearest: cpu0, cpu1"},
        {"5 cpu0 r 20", "'r' is no device of the topology; known: cpu0, cpu1, io0, io1, io2, io3"},
        {"5 cpu0 cpu0 20",
         "source and destination are both 'cpu0'; a packet goes to another device"},
        {"5 cpu0 cpu1 0", "'0'" + type},
        {"5 cpu0 cpu1 1000001", "'1000001'" + type},
        {"5 cpu0 cpu1 -4", "'-4'" + type},
        {"5 cpu0 cpu1 read", "'read'" + type},
        {"5 cpu0 cpu1", "the line has 3 words; a packet is TICK SOURCE DESTINATION TYPE"},
        {"5 cpu0 cpu1 20 20", "the line has 5 words; a packet is TICK SOURCE DESTINATION TYPE"},
        {"5 cpu0 cpu1 \x01\xff",
         "'?"
         "?'" +
             type},
        {"5 cpu0 cpu1 " + std::string(80, 'x'), "'" + std::string(64, 'x') + "...'" + type},
        {std::string("5 cpu0 cpu1 20\0", 15), "'20?'" + type},
        {std::string(4097, ' '), "the line is too long; allowed are 4096 characters"},
        {std::string(9000, ' '), "the line is too long; allowed are 4096 characters"},
    };
    for (const auto& [line, sentence] : cases)
    {
        EXPECT_EQ(GetRefusal(first + "\n" + line), "f, line 3: " + sentence);
        EXPECT_EQ(GetRefusal(first + "\n" + line + "\n"), "f, line 3: " + sentence);
    }
    EXPECT_EQ(GetRefusal(first + std::string(4096, ' ') + "\n" + std::string(4096, '#')), "");
    EXPECT_EQ(GetRefusal("# nothing\n"),
              "f, line 2: the file ends without a packet; needed is one");
    EXPECT_THROW(ReadServerNetSchedule("/no/such", NETWORK), std::invalid_argument);
    EXPECT_THROW(ReadServerNetSchedule("/", NETWORK), std::invalid_argument);
}

TEST(ServerNetSchedule, LongerOnesAreRefused)
{
    std::string text;
    for (uint32_t i = 0; i < ServerNetSchedule::MOST_PACKETS; ++i)
    {
        text += "0 cpu0 cpu1 1\n";
    }
    EXPECT_EQ(GetRefusal(text), "");
    EXPECT_EQ(GetRefusal(text + "0 cpu0 cpu1 1\n"),
              "f, line 100001: the packet is one too many; allowed are 100000");
}
