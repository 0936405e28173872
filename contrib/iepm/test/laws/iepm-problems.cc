/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iepm-problem-log.h"

#include <array>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <stdexcept>
#include <tuple>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

using Status = MeasurementResult::Status;

/** Adds records, one each second. */
struct Feeder
{
    explicit Feeder(uint32_t failures)
        : log(failures)
    {
    }

    /** @return problems that changed */
    std::vector<std::size_t> Add(const std::string& host, const std::string& tool, Status status)
    {
        MeasurementRecord record;
        record.host = host;
        record.tool = tool;
        record.result.status = status;
        record.result.end = Seconds(++second);
        return log.Add(record);
    }

    /** @return "HOST TOOL CATEGORY OPENED-CLOSED" of each problem */
    std::vector<std::string> Describe() const
    {
        std::vector<std::string> texts;
        for (const auto& problem : log.GetProblems())
        {
            const auto at = [](Time time) {
                return std::to_string(static_cast<int64_t>(time.GetSeconds()));
            };
            texts.push_back(problem.host + " " + problem.tool + " " + ToText(problem.category) +
                            " " + at(problem.opened) + "-" +
                            (problem.closed ? at(*problem.closed) : ""));
        }
        return texts;
    }

    ProblemLog log;    //!< tested
    int64_t second{0}; //!< of the latest record
};

using Texts = std::vector<std::string>;

} // namespace

TEST(ProblemLog, OpensAfterFailuresInARowAndClosesWithASuccess)
{
    Feeder feeder(3);
    for (const auto status : {Status::BLOCKED,
                              Status::BLOCKED,
                              Status::OK, // not in a row
                              Status::BLOCKED,
                              Status::SKIPPED, // tells nothing
                              Status::BLOCKED,
                              Status::BLOCKED, // 7 s
                              Status::BLOCKED,
                              Status::SELF_LIMITED, // 9 s: it works
                              Status::BLOCKED})
    {
        feeder.Add("a", "iperf", status);
    }
    EXPECT_EQ(feeder.Describe(), (Texts{"a iperf unclear 7-9"})) << "nothing else was tried";
    EXPECT_THROW(ProblemLog(0), std::invalid_argument);
}

TEST(ProblemLog, APortIsBlockedWhilePingAnswers)
{
    Feeder feeder(2);
    feeder.Add("a", "iperf", Status::BLOCKED);
    feeder.Add("a", "ping", Status::OK);
    EXPECT_EQ(feeder.Add("a", "iperf", Status::BLOCKED), std::vector<std::size_t>{0});
    EXPECT_EQ(feeder.log.GetProblems()[0].text,
              "iperf: blocked, 2 failures in a row while ping works");
    // A filter that drops looks like nobody, to the tools and to ping.
    feeder.Add("b", "bbcp", Status::UNREACHABLE);
    feeder.Add("b", "ping", Status::OK);
    feeder.Add("b", "bbcp", Status::UNREACHABLE);
    feeder.Add("c", "ping", Status::UNREACHABLE);
    feeder.Add("c", "bbcp", Status::OK);
    feeder.Add("c", "ping", Status::UNREACHABLE);
    // A refusal shows that the host is there.
    feeder.Add("d", "ping", Status::UNREACHABLE);
    feeder.Add("d", "bbcp", Status::BLOCKED);
    feeder.Add("d", "ping", Status::UNREACHABLE);
    EXPECT_EQ(feeder.Describe(),
              (Texts{"a iperf port blocked 3-",
                     "b bbcp port blocked 6-",
                     "c ping port blocked 9-",
                     "d ping port blocked 12-"}));
}

TEST(ProblemLog, AHostIsDownWhenNoToolReachesIt)
{
    Feeder feeder(3);
    const Texts tools{"ping", "traceroute", "iperf"};
    for (const auto& tool : tools)
    {
        feeder.Add("a", tool, Status::OK);
    }
    for (int cycle = 0; cycle < 5; ++cycle)
    {
        for (const auto& tool : tools)
        {
            feeder.Add("a", tool, Status::UNREACHABLE);
        }
    }
    EXPECT_EQ(feeder.Describe(), (Texts{"a  host down 10-"})) << "one problem, not one a tool";
    EXPECT_EQ(feeder.Add("a", "iperf", Status::OK), std::vector<std::size_t>{0});
    EXPECT_EQ(feeder.Describe(), (Texts{"a  host down 10-19"})) << "the other tools begin anew";
    feeder.Add("a", "ping", Status::UNREACHABLE);
    feeder.Add("a", "ping", Status::UNREACHABLE);
    EXPECT_EQ(feeder.log.GetProblems().size(), 1U);
    feeder.Add("a", "ping", Status::UNREACHABLE);
    EXPECT_EQ(feeder.Describe().at(1), "a ping unclear 22-") << "nothing else was tried";
}

TEST(ProblemLog, OneToolAloneDoesNotShowThatAHostIsDown)
{
    Feeder feeder(2);
    feeder.Add("a", "iperf", Status::OK);
    feeder.Add("a", "ping", Status::UNREACHABLE);
    feeder.Add("a", "ping", Status::UNREACHABLE);
    EXPECT_EQ(feeder.Describe(), (Texts{"a ping unclear 3-"})) << "iperf was not tried";

    Feeder other(2);
    other.Add("a", "iperf", Status::OK);
    other.Add("a", "ping", Status::UNREACHABLE);
    other.Add("a", "iperf", Status::UNREACHABLE);
    other.Add("a", "ping", Status::UNREACHABLE);
    EXPECT_EQ(other.Describe(), (Texts{"a  host down 4-"}));

    Feeder single(2);
    single.Add("a", "ping", Status::UNREACHABLE);
    single.Add("a", "ping", Status::UNREACHABLE);
    EXPECT_EQ(single.Describe(), (Texts{"a  host down 2-"})) << "all tools there are";
}

TEST(ProblemLog, ServersThatDieAndToolsThatHang)
{
    Feeder feeder(2);
    for (int i = 0; i < 2; ++i)
    {
        feeder.Add("a", "iperf", Status::SERVER_DIED);
        feeder.Add("b", "iperf", Status::TIMED_OUT);
        feeder.Add("b", "ping", Status::OK);
        feeder.Add("c", "iperf", Status::TIMED_OUT);
    }
    EXPECT_EQ(feeder.Describe(),
              (Texts{"a iperf server dies 5-", "b iperf hangs 6-", "c iperf unclear 8-"}));
}

TEST(ProblemLog, EqualsTheRuleAppliedToTheWholeHistory)
{
    // Each tool of a host where ping always works: the problems are the maximal runs of failures
    // that are long enough, from their k-th to the success behind them.
    for (uint32_t seed = 1; seed <= 200; ++seed)
    {
        std::mt19937 random(seed);
        const uint32_t failures = 1 + random() % 4;
        Feeder feeder(failures);
        std::map<std::string, std::vector<std::pair<int64_t, bool>>> history;
        for (int i = 0; i < 200; ++i)
        {
            const auto tool = "t" + std::to_string(random() % 3);
            const bool good = random() % 4 == 0;
            feeder.Add("a", "ping", Status::OK);
            feeder.Add("a",
                       tool,
                       good ? Status::OK
                            : std::array{Status::BLOCKED,
                                         Status::TIMED_OUT,
                                         Status::UNREACHABLE,
                                         Status::SERVER_DIED}[random() % 4]);
            history[tool].emplace_back(feeder.second, good);
        }
        std::map<std::pair<std::string, int64_t>, int64_t> expected; // first second: last one
        for (const auto& [tool, results] : history)
        {
            uint32_t run = 0;
            int64_t opened = 0;
            for (const auto& [second, good] : results)
            {
                run = good ? 0 : run + 1;
                if (run == failures)
                {
                    opened = second;
                    expected[{tool, opened}] = -1;
                }
                if (good && opened)
                {
                    expected[{tool, opened}] = second;
                    opened = 0;
                }
            }
        }
        std::map<std::pair<std::string, int64_t>, int64_t> seen;
        for (const auto& problem : feeder.log.GetProblems())
        {
            const auto opened = static_cast<int64_t>(problem.opened.GetSeconds());
            seen[{problem.tool, opened}] =
                problem.closed ? static_cast<int64_t>(problem.closed->GetSeconds()) : -1;
        }
        EXPECT_EQ(seen, expected) << seed;
    }
}
