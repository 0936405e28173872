/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-checked-command-line.h"

#include "ns3/burst-core-refusal.h"

#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>

namespace
{

using namespace ns3;

/** What a program with options of every kind takes. */
struct Program
{
    std::string name{"a"};
    bool flag{false};
    uint32_t count{1};
    int64_t shift{0};
    double factor{1};
    DataRate rate{DataRate("1Mbps")};
    Time wait{Seconds(1)};

    /** @return the sentence that refuses the arguments, or nothing */
    std::string Parse(std::vector<std::string> arguments)
    {
        burst::CheckedCommandLine cmd("program.cc");
        cmd.AddValue("name", "a text", name);
        cmd.AddValue("flag", "a flag", flag);
        cmd.AddValue("count", "a number", count, MakeUintegerChecker<uint32_t>(1, 100));
        cmd.AddValue("shift", "a number with a sign", shift);
        cmd.AddValue("factor", "a real number", factor);
        cmd.AddValue("rate", "a rate", rate, burst::MakePositiveRateChecker());
        cmd.AddValue("wait", "a time", wait);
        arguments.insert(arguments.begin(), "program");
        std::vector<char*> argv;
        for (auto& argument : arguments)
        {
            argv.push_back(argument.data());
        }
        try
        {
            cmd.Parse(static_cast<int>(argv.size()), argv.data());
            return "";
        }
        catch (const std::invalid_argument& error)
        {
            return error.what();
        }
    }
};

TEST(BurstCoreCheckedCommandLineDeathTest, AnOutputThatCannotBeWrittenIsAFailure)
{
    const auto end = [](const char* file) {
        Program program;
        program.Parse({});
        const bool opened = std::freopen(file, "w", stdout);
        std::cout << "a result" << std::endl;
        std::exit(opened ? 0 : 3);
    };
    EXPECT_EXIT(end("/dev/null"), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(end("/dev/full"),
                testing::ExitedWithCode(1),
                "the standard output cannot be written");
}

TEST(BurstCoreCheckedCommandLine, TakesValuesOfEveryKind)
{
    Program program;
    EXPECT_EQ(program.Parse({"--name=b=c",
                             "--flag=true",
                             "--count=1e2",
                             "--shift=-3",
                             "--factor=0.5",
                             "--rate=2Mb/s",
                             "--wait=10ms"}),
              "");
    EXPECT_EQ(program.name, "b=c");
    EXPECT_TRUE(program.flag);
    EXPECT_EQ(program.count, 100);
    EXPECT_EQ(program.shift, -3);
    EXPECT_EQ(program.factor, 0.5);
    EXPECT_EQ(program.rate, DataRate("2Mbps"));
    EXPECT_EQ(program.wait, MilliSeconds(10));
}

TEST(BurstCoreCheckedCommandLine, AFlagNeedsNoValue)
{
    Program program;
    EXPECT_EQ(program.Parse({"--flag"}), "");
    EXPECT_TRUE(program.flag);
}

TEST(BurstCoreCheckedCommandLine, WhatIsWrongIsOneSentence)
{
    for (const auto& [argument, sentence] : std::map<std::string, std::string>{
             {"--count=-1", "--count cannot be '-1': it takes an integer from 1 to 100"},
             {"--count=0", "--count cannot be '0': it takes an integer from 1 to 100"},
             {"--count=1.5", "--count cannot be '1.5': it takes an integer from 1 to 100"},
             {"--count=", "--count cannot be '': it takes an integer from 1 to 100"},
             {"--count", "--count takes a value: --count=value"},
             {"--flag=maybe", "--flag cannot be 'maybe': it takes true or false"},
             {"--rate=0bps",
              "--rate cannot be '0bps': it takes a rate such as 10Mbps or 1.5Gb/s of at least "
              "1bps"},
             {"--wait=20",
              "--wait cannot be '20': it takes a time with its unit such as 2.5s or 10ms"},
             {"--counts=3", "there is no option --counts, nearest: --count"},
             {"count=3", "there is no option count, nearest: --count"},
             {"--ns3::TcpSocketBase::SndBufSize=131072",
              "there is no option --ns3::TcpSocketBase::SndBufSize, nearest: "
              "--ns3::TcpSocket::SndBufSize"},
             {"--ns3::TcpSocket::Nope=1", "ns3::TcpSocket has no attribute Nope, known: "},
             {"--RngRun=x", "--RngRun cannot be 'x': it takes an integer of at least 0"},
         })
    {
        const std::string told = Program().Parse({argument});
        EXPECT_EQ(told.substr(0, sentence.size()), sentence) << argument << ": " << told;
        EXPECT_EQ(told.find('\n'), std::string::npos) << told;
    }
}

TEST(BurstCoreCheckedCommandLine, ExitCodesAreThoseOfBurstlab)
{
    EXPECT_EQ(burst::ReportError(std::invalid_argument("wrong")), 2);
    EXPECT_EQ(burst::ReportError(std::runtime_error("trouble")), 1);
}

} // namespace
