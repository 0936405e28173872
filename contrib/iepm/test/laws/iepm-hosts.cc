/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/iepm-host-reader.h"
#include "ns3/iepm-plan.h"
#include "ns3/path-measurement-probe.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

/** A probe that sends at the rate of the path for a time, and takes a round trip more. */
class PlanProbe : public MeasurementProbe
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TestPlanProbe")
                                .SetParent<MeasurementProbe>()
                                .AddConstructor<PlanProbe>()
                                .AddAttribute("Window",
                                              "Bytes.",
                                              UintegerValue(65536),
                                              MakeUintegerAccessor(&PlanProbe::m_window),
                                              MakeUintegerChecker<uint32_t>(1))
                                .AddAttribute("Seconds",
                                              "Of sending.",
                                              DoubleValue(10),
                                              MakeDoubleAccessor(&PlanProbe::m_seconds),
                                              MakeDoubleChecker<double>(0))
                                .AddAttribute("Heavy",
                                              "Whether it is.",
                                              BooleanValue(true),
                                              MakeBooleanAccessor(&PlanProbe::m_heavy),
                                              MakeBooleanChecker());
        return tid;
    }

    Time GetExpectedDuration(double rate, Time roundTrip) const override
    {
        return Seconds(m_seconds) + roundTrip;
    }

    double GetExpectedBytes(double rate) const override
    {
        return rate / 8 * m_seconds;
    }

    bool IsHeavy() const override
    {
        return m_heavy;
    }

  private:
    void DoStart() override
    {
    }

    void DoStop() override
    {
    }

    uint32_t m_window; // attribute Window
    double m_seconds;  // attribute Seconds
    bool m_heavy;      // attribute Heavy
};

NS_OBJECT_ENSURE_REGISTERED(PlanProbe);

HostDatabase
Read(const std::string& text)
{
    std::istringstream input(text);
    return ReadHosts(input, "f");
}

/** @return the sentence with which something is refused */
template <typename What>
std::string
GetRefusal(What what)
{
    try
    {
        what();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

const char* const SITE = R"(
link border rate=622Mbps exclusive=yes  # to the world
link trunk rate=2.4Gbps
tool ping version=1.0 probe=ns3::TestPlanProbe[Seconds=1|Heavy=false]
tool iperf probe=ns3::TestPlanProbe[Seconds=10] version=1.2
tool pipechar every=4 version=2 probe=ns3::TestPlanProbe
tool search every=event version=3 probe=ns3::TestPlanProbe[Seconds=30]

host wisc alias=site-11 address=10.0.0.11
  site=Wisconsin country=US region=north-america utc=-6 contact=noc@example.edu
  rtt=54ms rate=90Mbps route=trunk,border source=m
  run iperf version=1.1.1 Window=1048576 Seconds=5
  skip ping the site blocks ping
  fact loss=3e-4 use=0.15
  fact diurnal=0.2
host dark active=no
)";

} // namespace

TEST(HostReader, ReadsWhatIsWritten)
{
    const auto database = Read(SITE);
    ASSERT_EQ(database.GetLinks().size(), 2U);
    EXPECT_EQ(database.GetLinks()[0].rate, 622'000'000U);
    EXPECT_TRUE(database.GetLinks()[0].exclusive);
    EXPECT_FALSE(database.GetLinks()[1].exclusive);
    ASSERT_EQ(database.GetTools().size(), 4U);
    EXPECT_EQ(database.GetTools()[1].probe, "ns3::TestPlanProbe[Seconds=10]");
    EXPECT_EQ(database.GetTool("pipechar").divisor, 4U);
    EXPECT_EQ(database.GetTool("search").divisor, 0U);
    EXPECT_TRUE(database.GetTool("search").onEvent);
    const auto& host = database.GetHost("wisc");
    EXPECT_EQ(host.alias, "site-11");
    EXPECT_EQ(host.site, "Wisconsin");
    EXPECT_EQ(host.country, "US");
    EXPECT_EQ(host.region, "north-america");
    EXPECT_EQ(host.contact, "noc@example.edu");
    EXPECT_EQ(host.source, "m");
    EXPECT_EQ(host.utcOffset, -6);
    EXPECT_EQ(host.roundTrip, MilliSeconds(54));
    EXPECT_EQ(host.rate, 90'000'000U);
    EXPECT_EQ(host.route, (std::vector<std::string>{"trunk", "border"}));
    EXPECT_EQ(host.GetFact("loss"), 3e-4);
    EXPECT_EQ(host.GetFact("diurnal"), 0.2);
    EXPECT_EQ(GetRefusal([&]() { host.GetFact("los"); }),
              "the host wisc has no fact 'los', nearest: loss");
    EXPECT_EQ(HostDatabase::GetVersion(host, database.GetTool("iperf")), "1.1.1");
    EXPECT_EQ(HostDatabase::GetVersion(host, database.GetTool("ping")), "1.0");
    EXPECT_EQ(HostDatabase::GetDisabled(host, database.GetTool("ping")), "the site blocks ping");
    EXPECT_EQ(HostDatabase::GetDisabled(host, database.GetTool("iperf")), "");
    EXPECT_FALSE(database.GetHosts()[1].active);
    EXPECT_EQ(database.Check(), std::vector<std::string>{});
}

TEST(HostReader, ReadsSystemsAndAccounts)
{
    const auto database =
        Read("tool t probe=ns3::TestPlanProbe\n"
             "tool u every=request probe=ns3::TestPlanProbe\n"
             "host a os=Linux-2.4 cpu=1133 nic=1Gbps disk=70Mbps userid=iepm utc=5.5\nhost b\n");
    const auto& host = database.GetHost("a");
    EXPECT_EQ(host.os, "Linux-2.4");
    EXPECT_EQ(host.cpuMhz, 1133);
    EXPECT_EQ(host.nic, 1'000'000'000U);
    EXPECT_EQ(host.disk, 70'000'000U);
    EXPECT_EQ(host.userid, "iepm");
    EXPECT_EQ(host.utcOffset, 5.5);
    const auto& other = database.GetHost("b");
    EXPECT_EQ(other.cpuMhz, 0) << "not known";
    EXPECT_EQ(other.nic, 0U);
    EXPECT_EQ(other.disk, 0U);
    EXPECT_TRUE(other.active);
    EXPECT_EQ(database.GetTool("t").divisor, 1U) << "in every cycle";
    EXPECT_EQ(database.GetTool("u").divisor, 0U) << "on request";
    EXPECT_FALSE(database.GetTool("u").onEvent);
}

TEST(HostReader, RefusesWithLineAndWhatIsAllowed)
{
    const auto refusal = [](const std::string& text) { return GetRefusal([&]() { Read(text); }); };
    EXPECT_EQ(refusal("\nhots a"),
              "f, line 2: 'hots' is no statement, known: fact, host, link, run, skip, tool");
    EXPECT_EQ(refusal("host"),
              "f, line 1: the name is missing; allowed is host NAME "
              "[KEY=VALUE]...");
    EXPECT_EQ(refusal("host a\nhost a"),
              "f, line 2: there is a host 'a' already; allowed is one of a name");
    EXPECT_EQ(refusal("alias=x"),
              "f, line 1: 'alias=x' stands before any host; allowed is a line host NAME above");
    EXPECT_EQ(refusal("host a rat=3Mbps"), "f, line 1: 'rat' is no key here, nearest: rate, rtt");
    EXPECT_EQ(refusal("host a rate=3"), ""); // ns-3 takes bit/s
    EXPECT_EQ(refusal("host a rate=0Mbps"),
              "f, line 1: rate is '0Mbps'; allowed is a rate above 0 as 10Mbps");
    EXPECT_EQ(refusal("host a rate=3Mbq"),
              "f, line 1: rate is '3Mbq'; allowed is a rate above 0 as 10Mbps");
    EXPECT_EQ(refusal("host a\n\n rtt=0ms"),
              "f, line 3: rtt is '0ms'; allowed is a time above 0 as 25ms");
    EXPECT_EQ(refusal("host a rtt=3ms\nrtt=4ms"), "f, line 2: rtt is given twice; allowed is once");
    EXPECT_EQ(refusal("host a active=1"), "f, line 1: active is '1'; allowed is yes or no");
    EXPECT_EQ(refusal("host a utc=15"),
              "f, line 1: utc is '15'; allowed is a number from -12 to "
              "14");
    EXPECT_EQ(refusal("host a\nskip ping"),
              "f, line 2: there is no reason to skip ping; allowed is skip TOOL WHY");
    EXPECT_EQ(refusal("host a\nrun ping\nskip ping no"),
              "f, line 3: the tool ping stands twice at a; allowed is one line");
    EXPECT_EQ(refusal("host a\nrun ping Count"),
              "f, line 2: 'Count' is out of place; allowed here are words as KEY=VALUE");
    EXPECT_EQ(refusal("host a\nfact x=y"), "f, line 2: the fact x is 'y'; allowed is a number");
    EXPECT_EQ(refusal("host a\nfact x=1 x=2"),
              "f, line 2: the fact x of a is given twice; allowed is once");
    EXPECT_EQ(refusal("tool t"),
              "f, line 1: the tool t has no probe; allowed is probe=ns3::TYPE[ATTRIBUTES]");
    EXPECT_EQ(refusal("tool t probe=x every=0"),
              "f, line 1: every is '0'; allowed is a whole number from 1 on, event or request");
    EXPECT_EQ(refusal("link l"), "f, line 1: the link l has no rate; allowed is rate=RATE");
    EXPECT_NE(refusal("host \x01").find("byte 1 in column 6"), std::string::npos);
    EXPECT_NE(refusal("host " + std::string(5000, 'a')).find("too long"), std::string::npos);
    EXPECT_NE(GetRefusal([]() { ReadHosts("/nowhere"); }).find("host file '/nowhere'"),
              std::string::npos);
}

TEST(HostDatabase, SentencesOfWhatIsWrong)
{
    const auto check = [](const std::string& text) { return Read(text).Check(); };
    EXPECT_EQ(check("").at(0),
              "the database has 0 hosts and 0 tools; allowed are 1 or more of each");
    EXPECT_EQ(check("link border rate=1Mbps\n"
                    "tool iperf probe=ns3::TestPlanProbe\n"
                    "host a alias=a rtt=1ms\n"
                    "host b alias=x address=10.0.0.1 rtt=1ms rate=1Mbps route=bordr\n"
                    "run iprf Window=1\n"
                    "run iperf version=2\n"
                    "host c alias=x address=10.0.0.1 rtt=1ms rate=1Mbps\n"
                    "skip iperf nobody cares\n"
                    "host d active=no\n"),
              (std::vector<std::string>{
                  "f, line 3: host a has no address; allowed is an IPv4 address",
                  "f, line 3: host a has no rate or rtt, without which nothing is predicted; "
                  "allowed are those of its path",
                  "f, line 3: host a has its name as alias; allowed is a name that tells nothing",
                  "f, line 3: host a runs iperf of an unknown version; allowed is version=V",
                  "f, line 4: host b has on its route 'bordr', which is no link of the database, "
                  "nearest: border",
                  "f, line 5: host b names 'iprf', which is no tool of the database, nearest: "
                  "iperf",
                  "f, line 7: the alias of c is x, which b has; allowed is one of its own",
                  "f, line 7: the address of c is 10.0.0.1, which b has; allowed is one of its "
                  "own"}));
}

TEST(MeasurementPlan, HasATaskForEachHostAndTool)
{
    const MeasurementPlan plan(Read(SITE));
    ASSERT_EQ(plan.GetTasks().size(), 8U);
    EXPECT_TRUE(plan.GetRefusals().empty());
    const auto& iperf = plan.GetTasks()[plan.Find("wisc", "iperf")];
    EXPECT_EQ(iperf.duration, MilliSeconds(5054)) << "the host's own 5 s and a round trip";
    EXPECT_EQ(iperf.bytes, 90'000'000U / 8 * 5);
    EXPECT_EQ(iperf.timeout, Seconds(60)) << "as the probe has it";
    EXPECT_TRUE(iperf.heavy);
    EXPECT_EQ(iperf.groups, (std::vector<std::string>{"wisc", "border"})) << "no trunk";
    EXPECT_EQ(iperf.route, (std::vector<std::string>{"border", "trunk"}));
    UintegerValue window;
    plan.GetProbe(1)->GetAttribute("Window", window);
    EXPECT_EQ(window.Get(), 1'048'576U);
    EXPECT_EQ(plan.GetTasks()[0].disabled, "the site blocks ping");
    EXPECT_FALSE(plan.GetProbe(0)) << "nobody needs it";
    EXPECT_EQ(plan.GetTasks()[2].divisor, 4U);
    EXPECT_EQ(plan.GetTasks()[3].divisor, 0U);
    EXPECT_TRUE(plan.GetTasks()[3].onEvent);
    for (uint32_t task = 4; task < 8; ++task)
    {
        EXPECT_EQ(plan.GetTasks()[task].disabled, "the host is not active");
    }
    // iperf in each cycle, pipechar of host 0 in every fourth.
    const auto even = plan.MakeCalculator(SchedulePolicy()).Predict(0);
    EXPECT_EQ(even.tests, 2U);
    EXPECT_EQ(even.bytes, 90'000'000U / 8 * 15);
    EXPECT_EQ(plan.MakeCalculator(SchedulePolicy()).Predict(1).tests, 1U);
    EXPECT_THROW(plan.Find("wisc", "pong"), std::invalid_argument);
    EXPECT_THROW(plan.Find("wiscy", "iperf"), std::invalid_argument);
}

TEST(MeasurementPlan, ADiskSlowerThanThePathIsTheRateOfACopy)
{
    const std::string text =
        "tool t version=1 probe=ns3::BbcpProbe[Size=1000000000|TimeLimit=10s]\n"
        "host a address=10.0.0.1 rtt=10ms rate=80Mbps disk=16Mbps\n";
    const auto getBytes = [&](const std::string& own) {
        return MeasurementPlan(Read(text + own)).GetTasks()[0].bytes;
    };
    EXPECT_EQ(getBytes(""), 100'000'000U) << "10 s at 80 Mb/s";
    EXPECT_EQ(getBytes("run t Sink=Disk\n"), 20'000'000U) << "10 s at 16 Mb/s";
    EXPECT_EQ(getBytes("run t Source=Disk\n"), 20'000'000U);
}

TEST(MeasurementPlan, SentencesOfWhatCannotBeMadeOrDone)
{
    const std::string host = "host a address=10.0.0.1 rtt=10ms rate=8Mbps\n";
    const auto check = [&](const std::string& tool, const std::string& own) {
        SchedulePolicy policy;
        policy.length = Seconds(30);
        policy.jitter = Time(0);
        policy.dailyBytes = 30'000'000'000;
        return MeasurementPlan(Read("tool t version=1 probe=" + tool + "\n" + host + own))
            .Check(policy);
    };
    const std::string probe = "ns3::TestPlanProbe";
    EXPECT_TRUE(check(probe, "").empty());
    EXPECT_EQ(check("ns3::TestPlanProbes", "")
                  .at(0)
                  .find("f, line 1: t to a cannot be made: 'ns3::TestPlanProbes' is no TypeId "
                        "derived from ns3::MeasurementProbe, nearest: ns3::TestPlanProbe"),
              0U);
    EXPECT_EQ(
        check(probe, "run t Window=0\n").at(0).find("f, line 3: t to a cannot be made: Window"),
        0U);
    EXPECT_NE(
        check(probe, "run t Dscp=64\n").at(0).find("Dscp of ns3::TestPlanProbe cannot be '64'"),
        std::string::npos)
        << check(probe, "run t Dscp=64\n").at(0);
    EXPECT_NE(check(probe, "run t Windw=1\n").at(0).find("nearest: Window"), std::string::npos);
    EXPECT_EQ(check(probe + "[Timeout=9s]", "").at(0),
              "the time-out of t to a is 9 s, but the test takes about 10.01 s; allowed are longer "
              "times");
    EXPECT_EQ(check(probe + "[Seconds=31|Timeout=40s]", "").at(0).find("the length of a cycle is"),
              0U);
    EXPECT_EQ(check(probe + "[Seconds=10.5]", "").at(0),
              "the tests to a are to send 3.024e+10 bytes a day; allowed are 30000000000");
    EXPECT_EQ(
        check(probe, "host b address=10.0.0 rtt=1ms rate=1Mbps\n").at(0).find("f, line 1: t to b"),
        0U)
        << "no address";
}
