/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/faults-plan.h"

#include "../../../burst-core/test/laws/burst-core-temporary-folder.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>

using namespace ns3;
using namespace ns3::faults;

namespace
{

/** @return the plan of a text */
FaultPlan
Read(const std::string& text)
{
    std::istringstream input(text);
    return FaultPlan(input, "plan");
}

/** @return the sentence with which a text is refused */
std::string
Refusal(const std::string& text)
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

TEST(FaultsPlan, ReadsEveryKind)
{
    const auto plan = Read("# a comment\n"
                           "10s 5min link-down esnet\n"
                           "\n"
                           "1d forever host-down padova   # for good\n"
                           "2s 3s rate calren 45Mbps\r\n"
                           "2s 3s rate calren 60%\n"
                           "1ms 1us delay chicago 30ms\n"
                           "1h 2h delay chicago +8ms\n"
                           "0s 1d loss chicago 0.001\n"
                           "1h 2h route kek\n"
                           "12d forever block rice tcp 5001 in reject\n"
                           "0s 1s block rice icmp 8 both\n"
                           "0s 1s block rice any any out\n"
                           "3s 1min crash iperf\n"
                           "3s 1min hang iperf");
    const auto& faults = plan.GetFaults();
    ASSERT_EQ(faults.size(), 13);
    for (uint32_t i = 0; i < faults.size(); ++i)
    {
        EXPECT_EQ(faults[i].number, i);
    }
    EXPECT_EQ(faults[0].kind, Fault::LINK_DOWN);
    EXPECT_EQ(faults[0].target, "esnet");
    EXPECT_EQ(faults[0].begin, Seconds(10));
    EXPECT_EQ(faults[0].end, Seconds(310));
    EXPECT_EQ(faults[1].kind, Fault::HOST_DOWN);
    EXPECT_EQ(faults[1].begin, Hours(24));
    EXPECT_FALSE(faults[1].end);
    EXPECT_EQ(faults[2].kind, Fault::RATE);
    EXPECT_EQ(faults[2].value, 45e6);
    EXPECT_FALSE(faults[2].relative);
    EXPECT_EQ(faults[2].end, Seconds(5));
    EXPECT_DOUBLE_EQ(faults[3].value, 0.6);
    EXPECT_TRUE(faults[3].relative);
    EXPECT_EQ(faults[4].delay, MilliSeconds(30));
    EXPECT_FALSE(faults[4].relative);
    EXPECT_EQ(faults[5].delay, MilliSeconds(8));
    EXPECT_TRUE(faults[5].relative);
    EXPECT_EQ(faults[6].kind, Fault::LOSS);
    EXPECT_EQ(faults[6].value, 0.001);
    EXPECT_EQ(faults[7].kind, Fault::ROUTE);
    EXPECT_EQ(faults[8].rule.protocol, 6);
    EXPECT_EQ(faults[8].rule.port, 5001);
    EXPECT_TRUE(faults[8].rule.in && !faults[8].rule.out && faults[8].rule.reject);
    EXPECT_EQ(faults[9].rule.protocol, 1);
    EXPECT_EQ(faults[9].rule.port, 8);
    EXPECT_TRUE(faults[9].rule.in && faults[9].rule.out && !faults[9].rule.reject);
    EXPECT_EQ(faults[10].rule.protocol, 0);
    EXPECT_FALSE(faults[10].rule.port);
    EXPECT_TRUE(!faults[10].rule.in && faults[10].rule.out);
    EXPECT_EQ(faults[11].kind, Fault::CRASH);
    EXPECT_EQ(faults[12].kind, Fault::HANG);
}

TEST(FaultsPlan, SaysWhatIsWrongAndWhere)
{
    const std::pair<const char*, const char*> cases[] = {
        {"x 5s crash a", "the time is 'x'"},
        {"-1s 5s crash a", "the time is '-1s'"},
        {"1s 0s crash a", "the duration is '0s'; allowed are times above 0 as 90min, and forever"},
        {"1s", "the duration is missing"},
        {"1s ever crash a", "the duration is 'ever'"},
        {"1s 1s explode a", "the kind of a fault is 'explode'; allowed are link-down, host-down, "},
        {"1s 1s crash", "the target is missing"},
        {"1s 1s crash a b", "the last word is 'b'; allowed are none"},
        {"1s 1s rate a", "the rate is missing"},
        {"1s 1s rate a fast", "the rate is 'fast'"},
        {"1s 1s rate a 0bps", "the rate is '0bps'"},
        {"1s 1s rate a 0%", "the rate is '0%'"},
        {"1s 1s rate a 1e9%", "the rate is '1e9%'"},
        {"1s 1s rate a %", "the rate is '%'"},
        {"1s 1s delay a +", "the delay is '+'"},
        {"1s 1s delay a -3ms", "the delay is '-3ms'"},
        {"1s 1s loss a 1.1", "the probability is '1.1'; allowed are numbers from 0 to 1"},
        {"1s 1s loss a nan", "the probability is 'nan'"},
        {"1s 1s block a sctp 1 in", "the protocol is 'sctp'; allowed are tcp, udp, icmp, any"},
        {"1s 1s block a tcp 65536 in", "the port is '65536'"},
        {"1s 1s block a icmp 256 in", "the port is '256'; allowed are types of ICMP from 0 to 255"},
        {"1s 1s block a any 80 in", "the port is '80'; allowed are any for all protocols"},
        {"1s 1s block a tcp 80 up", "the direction is 'up'; allowed are in, out, both"},
        {"1s 1s block a tcp 80 in no", "the answer is 'no'; allowed are reject"},
        {"1s 1s crash \x01", "line 2"},
    };
    for (const auto& [line, sentence] : cases)
    {
        const auto refusal = Refusal("1s 1s crash a\n" + std::string(line));
        EXPECT_EQ(refusal.find("plan, line 2"), 0) << refusal;
        EXPECT_NE(refusal.find(sentence), std::string::npos) << refusal;
    }
    EXPECT_NE(Refusal(std::string(1001, 'x')), "");
}

TEST(FaultsPlan, PlansOfFilesComeAfterEachOther)
{
    TemporaryFolder folder;
    const auto path = folder.Write("1s 1s hang b\n");
    auto plan = Read("1s 1s crash a\n");
    plan.Append(FaultPlan::ReadFile(path));
    ASSERT_EQ(plan.GetFaults().size(), 2);
    EXPECT_EQ(plan.GetFaults()[1].number, 1);
    EXPECT_EQ(plan.GetFaults()[1].target, "b");
    EXPECT_THROW(FaultPlan::ReadFile(path + "x"), std::invalid_argument);
    EXPECT_TRUE(Read("").GetFaults().empty());
}

TEST(FaultsPortRule, MatchesProtocolPortAndDirection)
{
    const PortRule all;
    EXPECT_TRUE(all.Matches(6, 80, true));
    EXPECT_TRUE(all.Matches(132, std::nullopt, false));
    const PortRule ssh{6, 22, true, false, false};
    EXPECT_TRUE(ssh.Matches(6, 22, true));
    EXPECT_FALSE(ssh.Matches(6, 22, false));
    EXPECT_FALSE(ssh.Matches(6, 23, true));
    EXPECT_FALSE(ssh.Matches(17, 22, true));
    EXPECT_FALSE(ssh.Matches(6, std::nullopt, true)); // a later fragment
}
