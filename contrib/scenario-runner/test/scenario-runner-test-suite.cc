/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/random-variable-stream.h"
#include "ns3/scenario-runner-code-version.h"
#include "ns3/scenario-runner-progress.h"
#include "ns3/scenario-runner.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

/**
 * @defgroup scenario-runner-tests Tests of scenario-runner
 * @ingroup scenario-runner
 *
 * @file
 * @ingroup scenario-runner-tests
 * Tests of scenarios and of what runs them.
 */

using namespace ns3;

namespace
{

using Attributes = std::map<std::string, std::string>;

/** @return The test scenario for 10.5 steps, so that no step falls on the end. */
scenario::RunSpec
Walk(Attributes attributes = {}, uint64_t seed = 1, uint64_t run = 1)
{
    attributes.emplace("Duration", "10500ns");
    return {"walk", attributes, seed, run};
}

std::string
GetDocument(const scenario::RunSpec& spec, const scenario::ScenarioRunner& runner = {})
{
    return runner.Execute(spec, ":memory:").GetDocument();
}

/** @return The part of a run's document that was computed. */
std::string
GetRows(const scenario::RunSpec& spec)
{
    const std::string document = GetDocument(spec);
    return document.substr(document.find("\"metrics\""));
}

std::string
GetParameter(const scenario::RunSpec& spec, const std::string& name)
{
    for (const auto& [parameter, value] : spec.GetIdentity().parameters)
    {
        if (parameter == name)
        {
            return value;
        }
    }
    return "absent";
}

/** @return The sentence the input is rejected with. */
std::string
GetRejection(const std::function<void()>& act)
{
    try
    {
        act();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "accepted";
}

bool
Holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

/** The rows depend on the identity of a run and on nothing else. */
class ScenarioRunnerRowsTestCase : public TestCase
{
  public:
    ScenarioRunnerRowsTestCase()
        : TestCase("Rows are the same for every scheduler and every repetition")
    {
    }

  private:
    void DoRun() override
    {
        const std::string document = GetDocument(Walk());
        // Ten periods fit into 10.5, each with a step of each of three walkers.
        NS_TEST_ASSERT_MSG_EQ(Holds(document, "\"steps\":{\"value\":30"), true, document);
        NS_TEST_EXPECT_MSG_EQ(Holds(document, "\"distance[all]\":{\"value\":"), true, document);
        NS_TEST_EXPECT_MSG_EQ(GetDocument(Walk()), document, "a repetition differs");
        NS_TEST_EXPECT_MSG_NE(GetRows(Walk({{"StreamBase", "1"}})),
                              GetRows(Walk()),
                              "the streams have no effect");
        NS_TEST_EXPECT_MSG_NE(GetRows(Walk({}, 2)), GetRows(Walk()), "the seed has no effect");
        NS_TEST_EXPECT_MSG_NE(GetRows(Walk({}, 1, 2)), GetRows(Walk()), "the run has no effect");
        for (const std::string scheduler : {"List", "Map", "Heap", "Calendar", "PriorityQueue"})
        {
            scenario::ScenarioRunner runner;
            runner.scheduler = "ns3::" + scheduler + "Scheduler";
            NS_TEST_EXPECT_MSG_EQ(GetDocument(Walk(), runner), document, scheduler);
        }
    }
};

/** A run has one key however it is written, and no two runs have the same. */
class ScenarioRunnerIdentityTestCase : public TestCase
{
  public:
    ScenarioRunnerIdentityTestCase()
        : TestCase("Spellings of a run share a key and different runs do not")
    {
    }

  private:
    void DoRun() override
    {
        const std::string key = Walk({{"Walkers", "10"}, {"Period", "1ms"}}).GetIdentity().GetKey();
        for (const Attributes& spelling : std::vector<Attributes>{
                 {{"Walkers", "1e1"}, {"Period", "1e-3s"}},
                 {{"Walkers", "+10.0"}, {"Period", "1000us"}},
                 {{"ns3::WalkScenario::Walkers", "10"}, {"Period", "+1000000ns"}},
                 {{"Walkers", "10"}, {"Period", "1ms"}, {"Fault", "None"}},
                 {{"Walkers", "10"},
                  {"Period", "1ms"},
                  {"Length", "ns3::UniformRandomVariable[Min=0.0|Max=123456789e-9]"}},
             })
        {
            NS_TEST_EXPECT_MSG_EQ(Walk(spelling).GetIdentity().GetKey(), key, "another key");
        }
        scenario::RunSpec byType = Walk({{"Walkers", "10"}, {"Period", "1ms"}});
        byType.scenario = "ns3::WalkScenario";
        NS_TEST_EXPECT_MSG_EQ(byType.GetIdentity().GetKey(),
                              key,
                              "the TypeId's name gives another key");

        // Equal in the six digits that ns-3 prints.
        for (const auto& [name, low, high] : std::vector<std::array<std::string, 3>>{
                 {"Length",
                  "ns3::UniformRandomVariable[Max=0.123456788]",
                  "ns3::UniformRandomVariable[Max=0.123456789]"},
                 {"Period", "1234567890123456788ns", "1234567890123456789ns"},
                 {"ns3::UniformRandomVariable::Max", "0.123456788", "0.123456789"},
             })
        {
            NS_TEST_EXPECT_MSG_NE(Walk({{name, low}}).GetIdentity().GetKey(),
                                  Walk({{name, high}}).GetIdentity().GetKey(),
                                  name + " loses digits");
        }
        NS_TEST_EXPECT_MSG_NE(Walk({}, 2).GetIdentity().GetKey(),
                              Walk({}, 1).GetIdentity().GetKey(),
                              "seed");
        NS_TEST_EXPECT_MSG_NE(Walk({}, 1, 2).GetIdentity().GetKey(),
                              Walk().GetIdentity().GetKey(),
                              "run");
        TestParameters();
    }

    void TestParameters()
    {
        NS_TEST_EXPECT_MSG_EQ(GetParameter(Walk(), "Walkers"), "3", "a default is no parameter");
        NS_TEST_EXPECT_MSG_EQ(GetParameter(Walk(), "Duration"),
                              "+10500ns",
                              "the attribute of ns3::scenario::Scenario is no parameter");
        NS_TEST_EXPECT_MSG_EQ(GetParameter(Walk(), "StreamBase"), "0", "is no parameter");
        const std::string name = "ns3::UniformRandomVariable::Max";
        NS_TEST_EXPECT_MSG_EQ(GetParameter(Walk({{name, "2"}}), name), "2", "no parameter");
        NS_TEST_EXPECT_MSG_EQ(CreateObject<UniformRandomVariable>()->GetMax(),
                              1,
                              "the default of one run reached the next");
        NS_TEST_EXPECT_MSG_EQ(GetParameter(Walk({{name, "1.0"}}), name),
                              "absent",
                              "what ns-3 has anyway became a parameter");
        // The document names a run by parameters that give the same run again.
        const archive::RunIdentity identity = Walk({{"Walkers", "7"}, {name, "2"}}).GetIdentity();
        scenario::RunSpec again{identity.scenario, {}, identity.seed, identity.run};
        again.attributes.insert(identity.parameters.begin(), identity.parameters.end());
        NS_TEST_EXPECT_MSG_EQ(again.GetIdentity().GetKey(),
                              identity.GetKey(),
                              "parameters lost the run");
    }
};

/** Wrong input is rejected with a sentence that says what is wrong, before anything is written. */
class ScenarioRunnerInputTestCase : public TestCase
{
  public:
    ScenarioRunnerInputTestCase()
        : TestCase("Wrong input is named and nothing is written")
    {
    }

  private:
    void DoRun() override
    {
        scenario::RunSpec unknown = Walk();
        unknown.scenario = "wakl";
        ExpectRejection(unknown, {"wakl", "walk"});
        ExpectRejection(Walk({{"Walker", "1"}}), {"Walker", "nearest: Walkers"});
        ExpectRejection(Walk({{"Walkers", "101"}}), {"Walkers", "101", "from 1 to 100", "Number"});
        ExpectRejection(Walk({{"Walkers", "1.5"}}), {"Walkers", "1.5"});
        ExpectRejection(Walk({{"Walkers", ""}}), {"Walkers", "''"});
        ExpectRejection(Walk({{"Period", "3 parsec"}}), {"Period", "3 parsec", "2.5s"});
        ExpectRejection(Walk({{"Duration", "0s"}}), {"Duration", "0s"});
        ExpectRejection(Walk({{"StreamBase", "-1"}}), {"StreamBase", "-1", "from 0 to"});
        ExpectRejection(Walk({{"Fault", "Throw|Lose"}}), {"Fault", "None, Throw, Lose"});
        ExpectRejection(Walk({{"Length", "ns3::MapScheduler"}}), {"Length", "RandomVariable"});
        ExpectRejection(Walk({{"Length", "ns3::UniformRandomVariable[Max=x]"}}), {"Max", "'x'"});
        ExpectRejection(Walk({{"Length", "ns3::UniformRandomVariable[Max=1"}}), {"bracket"});
        ExpectRejection(Walk({{"ns3::Nix::Max", "1"}}), {"ns3::Nix"});
        ExpectRejection(Walk({{"ns3::UniformRandomVariable::Mix", "1"}}), {"Mix", "Max, Min"});
        ExpectRejection(Walk({{"Walkers", "1"}, {"ns3::WalkScenario::Walkers", "1"}}),
                        {"Walkers", "twice"});
        for (const auto& [name, option] :
             std::map<std::string, std::string>{{"SchedulerType", "scheduler"},
                                                {"RngSeed", "seed"},
                                                {"RngRun", "run"}})
        {
            ExpectRejection(
                Walk({{name, "ns3::HeapScheduler"}}),
                {name + " is no attribute of a scenario: --" + option + "=.. gives it"});
        }
        ExpectRejection(Walk({}, 0), {"seed", "0", "from 1 to 4294944442"});
        ExpectRejection(Walk({}, 4294944443), {"seed", "4294944443"});
        ExpectRejection(Walk({}, 1, uint64_t{1} << 63), {"run", "9223372036854775808"});
        scenario::ScenarioRunner runner;
        runner.scheduler = "ns3::Scheduler";
        ExpectRejection(Walk(), {"scheduler", "ns3::Scheduler"}, runner);
        runner = {};
        runner.progress = 987;
        ExpectRejection(Walk(), {"progress", "987"}, runner);
    }

    void ExpectRejection(const scenario::RunSpec& spec,
                         const std::vector<std::string>& parts,
                         const scenario::ScenarioRunner& runner = {})
    {
        const std::string file = CreateTempDirFilename("rejected.sqlite");
        const std::string sentence = GetRejection([&] { runner.Execute(spec, file); });
        for (const auto& part : parts)
        {
            NS_TEST_EXPECT_MSG_EQ(Holds(sentence, part), true, sentence + " lacks " + part);
        }
        NS_TEST_EXPECT_MSG_EQ(Holds(sentence, "\n"), false, "more than a line: " + sentence);
        NS_TEST_EXPECT_MSG_EQ(std::ifstream(file).good(), false, "a file was written");
    }
};

/** A run that fails leaves no file and a simulator that can be used again. */
class ScenarioRunnerFailureTestCase : public TestCase
{
  public:
    ScenarioRunnerFailureTestCase()
        : TestCase("A run that fails leaves nothing behind")
    {
    }

  private:
    void DoRun() override
    {
        const std::string document = GetDocument(Walk());
        ExpectFailure("Throw", "the ground opened");
        ExpectFailure("Lose", "walk");
        NS_TEST_EXPECT_MSG_EQ(GetDocument(Walk()), document, "a failed run changed the next");
    }

    void ExpectFailure(const std::string& fault, const std::string& part)
    {
        const std::string file = CreateTempDirFilename("failed.sqlite");
        std::string sentence;
        try
        {
            scenario::ScenarioRunner().Execute(Walk({{"Fault", fault}}), file);
        }
        catch (const std::runtime_error& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(Holds(sentence, part), true, "'" + sentence + "' lacks " + part);
        NS_TEST_EXPECT_MSG_EQ(std::ifstream(file).good(), false, "a file was written");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Time(0), "the simulation was not destroyed");
    }
};

/** Progress is reported and changes nothing. */
class ScenarioRunnerProgressTestCase : public TestCase
{
  public:
    ScenarioRunnerProgressTestCase()
        : TestCase("Progress lines come by the clock and change nothing")
    {
    }

  private:
    void DoRun() override
    {
        int ends[2];
        NS_TEST_ASSERT_MSG_EQ(pipe2(ends, O_NONBLOCK), 0, "no pipe");
        scenario::ScenarioRunner runner;
        runner.progress = ends[1];
        NS_TEST_EXPECT_MSG_EQ(GetDocument(Walk(), runner), GetDocument(Walk()), "other rows");
        // 30 steps and the event of Simulator::Stop().
        const std::string last = Read(ends[0]);
        NS_TEST_EXPECT_MSG_EQ(Holds(last, "\"fraction\":1.0,"), true, last);
        NS_TEST_EXPECT_MSG_EQ(Holds(last, "\"events\":31,"), true, last);

        // At least 0.2 s of work in 20 events, a line every 0.02 s.
        const auto begin = std::chrono::steady_clock::now();
        scenario::ProgressReporter reporter(ends[1], 0.02);
        reporter.Start(Hours(1), [] { return Simulator::Now().GetMilliSeconds() / 80.0; });
        for (int i = 1; i <= 20; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [] { usleep(10000); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_LT(Simulator::Now(), Seconds(1), "kept alive after the last event");
        Simulator::Destroy();
        const std::string lines = Read(ends[0]);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        const auto n = std::count(lines.begin(), lines.end(), '\n');
        NS_TEST_EXPECT_MSG_EQ((n >= 3 && n <= 1 + took.count() / 0.02),
                              true,
                              n << " lines in " << took.count() << " s: " << lines);
        NS_TEST_EXPECT_MSG_EQ(Holds(lines, "\"fraction\":0.2"), true, lines);
        reporter.Finish(MilliSeconds(20), 20);
        const std::string end = Read(ends[0]);
        NS_TEST_EXPECT_MSG_EQ(Holds(end, "\"t_ns\":20000000,"), true, end);
        NS_TEST_EXPECT_MSG_EQ(Holds(end, "\"fraction\":1.0,"), true, end);
        close(ends[0]);
        close(ends[1]);
    }

    static std::string Read(int descriptor)
    {
        char text[1 << 14];
        const auto size = read(descriptor, text, sizeof(text));
        return {text, static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
    }
};

/** The tests. */
class ScenarioRunnerTestSuite : public TestSuite
{
  public:
    ScenarioRunnerTestSuite()
        : TestSuite("scenario-runner", Type::UNIT)
    {
        AddTestCase(new ScenarioRunnerRowsTestCase);
        AddTestCase(new ScenarioRunnerIdentityTestCase);
        AddTestCase(new ScenarioRunnerInputTestCase);
        AddTestCase(new ScenarioRunnerFailureTestCase);
        AddTestCase(new ScenarioRunnerProgressTestCase);
    }
};

static ScenarioRunnerTestSuite g_scenarioRunnerTestSuite; //!< Registers the suite.
