/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-line-reader.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/scenario-runner.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

/**
 * @file
 * @ingroup scenario-runner-tests
 * The order of a run, and what is left of it in the process: nothing.
 */

using namespace ns3;

namespace
{

using Attributes = std::map<std::string, std::string>;

const std::string MAX = "ns3::UniformRandomVariable::Max"; //!< A default of another class, 1.
const std::string GLOBAL = "ChecksumEnabled";              //!< A global value, false.

std::vector<std::string> g_steps; //!< What happened in the last run, in order.

/** Tells what is done to it, and may change what others have as defaults. */
class MeddlingScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::MeddlingScenario")
                                .SetParent<scenario::Scenario>()
                                .SetGroupName("scenario-runner-test")
                                .AddConstructor<MeddlingScenario>()
                                .AddAttribute("Duration",
                                              "Simulated time.",
                                              TimeValue(MicroSeconds(10)),
                                              MakeTimeAccessor(&MeddlingScenario::m_duration),
                                              MakeTimeChecker(Time(0)))
                                .AddAttribute("Meddles",
                                              "Whether defaults are changed.",
                                              BooleanValue(false),
                                              MakeBooleanAccessor(&MeddlingScenario::m_meddles),
                                              MakeBooleanChecker())
                                .AddAttribute("Fails",
                                              "The step that throws.",
                                              StringValue(""),
                                              MakeStringAccessor(&MeddlingScenario::m_fails),
                                              MakeStringChecker())
                                .AddAttribute("File",
                                              "A file that is read.",
                                              StringValue(""),
                                              MakeStringAccessor(&MeddlingScenario::m_file),
                                              burst::MakeFileChecker())
                                .AddAttribute("Secret",
                                              "A file that is read, and that nobody knows of.",
                                              StringValue(""),
                                              MakeStringAccessor(&MeddlingScenario::m_secret),
                                              MakeStringChecker());
        return tid;
    }

    MeddlingScenario()
    {
        g_steps = {"seed " + std::to_string(RngSeedManager::GetSeed()) + " run " +
                   std::to_string(RngSeedManager::GetRun())};
    }

    Time GetDuration() const override
    {
        return m_duration;
    }

  private:
    void DoBuild() override
    {
        if (m_meddles)
        {
            Config::SetDefault(MAX, DoubleValue(7));
            GlobalValue::Bind(GLOBAL, BooleanValue(true));
            RngSeedManager::SetRun(99);
        }
        const auto nodes = NodeList::GetNNodes();
        CreateObject<Node>();
        Tell("build, " + std::to_string(nodes) + " nodes");
        for (const auto& file : {m_file, m_secret})
        {
            if (!file.empty())
            {
                burst::OpenText("file", file);
            }
        }
        Simulator::Schedule(m_duration, &MeddlingScenario::Tell, this, "end");
        Simulator::Schedule(m_duration / 2, [this] {
            Tell("event");
            Simulator::Schedule(m_duration - Simulator::Now(),
                                &MeddlingScenario::Tell,
                                this,
                                "after the end");
        });
    }

    void DoReport() override
    {
        Tell("report at " + std::to_string(Simulator::Now().GetNanoSeconds()) + " ns");
        const auto random = CreateObject<UniformRandomVariable>(); // of an automatic stream
        Report("max", random->GetMax(), "1", "Default of Max");
        Report("draw", random->GetValue(0, 1), "1", "A random number");
    }

    /** Note a step. @param step words, of which the first are those that may fail */
    void Tell(std::string step)
    {
        g_steps.push_back(step);
        if (!m_fails.empty() && step.rfind(m_fails, 0) == 0)
        {
            throw std::runtime_error("failed to " + m_fails);
        }
    }

    Time m_duration;
    bool m_meddles;
    std::string m_fails;
    std::string m_file;
    std::string m_secret;
};

NS_OBJECT_ENSURE_REGISTERED(MeddlingScenario);

/** @return The test scenario, with seed 3 and run number 5. */
scenario::RunSpec
Meddle(const Attributes& attributes = {})
{
    return {"meddling", attributes, 3, 5};
}

std::string
GetMeddled(const scenario::RunSpec& spec)
{
    return scenario::ScenarioRunner().Execute(spec, ":memory:").GetDocument();
}

/** @return The parameters of a run, by name. */
Attributes
GetParameters(const scenario::RunSpec& spec)
{
    const auto parameters = spec.GetIdentity().parameters;
    return {parameters.begin(), parameters.end()};
}

} // namespace

/** Steps follow each other as the chapter says, and events at the end are told apart. */
class ScenarioRunnerOrderTestCase : public TestCase
{
  public:
    ScenarioRunnerOrderTestCase()
        : TestCase("The order of a run")
    {
    }

  private:
    void DoRun() override
    {
        // A simulation of others, which the run destroys.
        CreateObject<Node>();
        Simulator::Schedule(Seconds(1), [] { g_steps.emplace_back("of another simulation"); });
        const std::string document = GetMeddled(Meddle());
        const std::vector<std::string> expected{"seed 3 run 5",
                                                "build, 0 nodes",
                                                "event",
                                                "end",
                                                "report at 10000 ns"};
        NS_TEST_EXPECT_MSG_EQ((g_steps == expected), true, "steps");
        NS_TEST_EXPECT_MSG_EQ(NodeList::GetNNodes(), 0, "nodes are left");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Time(0), "a simulation is left");
        const auto seed = RngSeedManager::GetSeed();
        const auto run = RngSeedManager::GetRun();
        CreateObject<UniformRandomVariable>(); // takes a stream
        const auto next = burst::PeekAutomaticStream();
        NS_TEST_EXPECT_MSG_EQ(GetParameters(Meddle()).count("StreamBase"),
                              0,
                              "a parameter without effect");
        NS_TEST_EXPECT_MSG_EQ(RngSeedManager::GetSeed(), seed, "asking changes no seed");
        NS_TEST_EXPECT_MSG_EQ(RngSeedManager::GetRun(), run, "asking changes no run number");
        NS_TEST_EXPECT_MSG_EQ(burst::PeekAutomaticStream(), next, "and takes no stream");
#if __has_include("ns3/demangle.h")            // since ns-3.43, see RestartAutomaticStreams()
        CreateObject<UniformRandomVariable>(); // takes a stream
        NS_TEST_EXPECT_MSG_EQ(GetMeddled(Meddle()), document, "automatic streams go on");
#endif
    }
};

/** What a run changes of defaults, global values and random numbers is undone, however it ends. */
class ScenarioRunnerUndoneTestCase : public TestCase
{
  public:
    ScenarioRunnerUndoneTestCase()
        : TestCase("What a run changes is undone, and what fails leaves nothing")
    {
    }

  private:
    void DoRun() override
    {
        const std::string plain = GetMeddled(Meddle());
        NS_TEST_ASSERT_MSG_NE(plain.find("\"max\":{\"value\":1"), std::string::npos, plain);
        const auto before = burst::GetChangedDefaults();
        const auto seed = RngSeedManager::GetSeed();
        const auto run = RngSeedManager::GetRun();
        NS_TEST_ASSERT_MSG_NE(run, 5, "the run of the program would not tell");
        for (const std::string fails : {"", "build", "event", "end", "report"})
        {
            const std::string file = CreateTempDirFilename("meddled" + fails + ".sqlite");
            std::string document;
            std::string sentence;
            try
            {
                document = scenario::ScenarioRunner()
                               .Execute(Meddle({{"Meddles", "true"}, {"Fails", fails}}), file)
                               .GetDocument();
            }
            catch (const std::runtime_error& error)
            {
                sentence = error.what();
            }
            NS_TEST_EXPECT_MSG_EQ(sentence, (fails.empty() ? "" : "failed to " + fails), fails);
            NS_TEST_EXPECT_MSG_EQ(std::ifstream(file).good(), fails.empty(), "the archive");
            NS_TEST_EXPECT_MSG_EQ((document.find("\"max\":{\"value\":7") != std::string::npos),
                                  fails.empty(),
                                  "the change acts in its own run: " << document);
            NS_TEST_EXPECT_MSG_EQ((burst::GetChangedDefaults() == before), true, fails);
            NS_TEST_EXPECT_MSG_EQ(CreateObject<UniformRandomVariable>()->GetMax(), 1, fails);
            BooleanValue global;
            GlobalValue::GetValueByName(GLOBAL, global);
            NS_TEST_EXPECT_MSG_EQ(global.Get(), false, fails);
            NS_TEST_EXPECT_MSG_EQ(RngSeedManager::GetSeed(), seed, fails);
            NS_TEST_EXPECT_MSG_EQ(RngSeedManager::GetRun(), run, fails);
            NS_TEST_EXPECT_MSG_EQ(NodeList::GetNNodes(), 0, fails);
            NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Time(0), fails);
        }
#if __has_include("ns3/demangle.h") // since ns-3.43
        NS_TEST_EXPECT_MSG_EQ(GetMeddled(Meddle()), plain, "the next run has seen it");
#endif
        // A default of the command line is for its run only, too.
        NS_TEST_EXPECT_MSG_NE(GetMeddled(Meddle({{MAX, "4"}})).find("\"max\":{\"value\":4"),
                              std::string::npos,
                              "it acts");
        NS_TEST_EXPECT_MSG_EQ((burst::GetChangedDefaults() == before), true, "and is undone");
    }
};

/** What the program has changed before a run is a parameter, as on the command line. */
class ScenarioRunnerChangedTestCase : public TestCase
{
  public:
    ScenarioRunnerChangedTestCase()
        : TestCase("Changes before a run are parameters of it")
    {
    }

  private:
    void DoTeardown() override
    {
        Config::SetDefault(MAX, DoubleValue(1));
        Config::SetDefault("ns3::MeddlingScenario::Duration", TimeValue(MicroSeconds(10)));
    }

    void DoRun() override
    {
        const auto getKey = [](const Attributes& attributes) {
            return Meddle(attributes).GetIdentity().GetKey();
        };
        const std::string plain = getKey({});
        const std::string given = getKey({{MAX, "4"}});
        NS_TEST_EXPECT_MSG_NE(plain, given, "another run");
        Config::SetDefault(MAX, DoubleValue(4));
        NS_TEST_EXPECT_MSG_EQ(getKey({}), given, "by the program");
        NS_TEST_EXPECT_MSG_EQ(GetParameters(Meddle())[MAX], "4", "by the program");
        NS_TEST_EXPECT_MSG_EQ(getKey({{MAX, "1"}}), plain, "the run says otherwise");
        Config::SetDefault(MAX, DoubleValue(1));
        NS_TEST_EXPECT_MSG_EQ(getKey({}), plain, "as in the source code");

        // A default of the scenario itself is the value of its attribute, not one more parameter.
        const std::string shorter = getKey({{"Duration", "5us"}});
        Config::SetDefault("ns3::MeddlingScenario::Duration", TimeValue(MicroSeconds(5)));
        NS_TEST_EXPECT_MSG_EQ(getKey({}), shorter, "an attribute of the scenario");
        GetMeddled(Meddle());
        NS_TEST_EXPECT_MSG_EQ(g_steps.back(), "report at 5000 ns", "which acts");
    }
};

/** A global value that the program has changed before a run is a parameter of it, and one may be
 * given for a run alone. */
class ScenarioRunnerGlobalValueTestCase : public TestCase
{
  public:
    ScenarioRunnerGlobalValueTestCase()
        : TestCase("Global values are parameters of a run")
    {
    }

  private:
    void DoTeardown() override
    {
        GlobalValue::Bind(GLOBAL, BooleanValue(false));
    }

    void DoRun() override
    {
        const std::string plain = Meddle().GetIdentity().GetKey();
        GlobalValue::Bind(GLOBAL, BooleanValue(true));
        const std::string changed = Meddle().GetIdentity().GetKey();
        NS_TEST_EXPECT_MSG_NE(changed, plain, "another run");
        NS_TEST_EXPECT_MSG_EQ(GetParameters(Meddle())[GLOBAL], "true", "a parameter");
        NS_TEST_EXPECT_MSG_EQ(Meddle({{GLOBAL, "false"}}).GetIdentity().GetKey(),
                              plain,
                              "as it was");
        GlobalValue::Bind(GLOBAL, BooleanValue(false));
        NS_TEST_EXPECT_MSG_EQ(Meddle({{GLOBAL, "true"}}).GetIdentity().GetKey(), changed, "given");
        BooleanValue after(true);
        GlobalValue::GetValueByName(GLOBAL, after);
        NS_TEST_EXPECT_MSG_EQ(after.Get(), false, "for the run alone");
        std::string sentence;
        try
        {
            Meddle({{GLOBAL, "perhaps"}}).GetIdentity();
        }
        catch (const std::invalid_argument& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(sentence.rfind(GLOBAL + " is 'perhaps'; allowed are", 0),
                              0,
                              sentence);
    }
};

/** A run reads the files of its identity, and no other. */
class ScenarioRunnerFilesTestCase : public TestCase
{
  public:
    ScenarioRunnerFilesTestCase()
        : TestCase("Files that a run reads")
    {
    }

  private:
    /** @param attributes Of the run. @return The sentence that it ends with. */
    std::string GetSentence(const Attributes& attributes)
    {
        const std::string archive = CreateTempDirFilename("files.sqlite");
        try
        {
            scenario::ScenarioRunner().Execute(Meddle(attributes), archive);
            std::filesystem::remove(archive);
        }
        catch (const std::invalid_argument& error)
        {
            NS_TEST_EXPECT_MSG_EQ(std::ifstream(archive).good(), false, "something is written");
            NS_TEST_EXPECT_MSG_EQ(NodeList::GetNNodes(), 0, "nodes are left");
            return error.what();
        }
        return "";
    }

    void DoRun() override
    {
        const std::string one = CreateTempDirFilename("one.txt");
        const std::string two = CreateTempDirFilename("two.txt");
        std::ofstream(one) << "1\n";
        std::ofstream(two) << "2\n";
        const auto identity = Meddle({{"File", one}}).GetIdentity();
        NS_TEST_ASSERT_MSG_EQ(identity.inputs.size(), 1, "files of the identity");
        NS_TEST_EXPECT_MSG_EQ(identity.inputs.front().first, one, "files of the identity");
        const std::string key = identity.GetKey();
        std::ofstream(one) << "3\n";
        NS_TEST_EXPECT_MSG_NE(Meddle({{"File", one}}).GetIdentity().GetKey(), key, "contents");
        std::ofstream(one) << "1\n";
        NS_TEST_EXPECT_MSG_EQ(Meddle({{"File", one}}).GetIdentity().GetKey(), key, "contents");

        NS_TEST_EXPECT_MSG_EQ(GetSentence({{"File", one}, {"Secret", one}}), "", "known");
        NS_TEST_EXPECT_MSG_NE(GetSentence({{"File", one}, {"Secret", two}}).find(two),
                              std::string::npos,
                              "a file that is no part of the identity is named");
        NS_TEST_EXPECT_MSG_NE(GetSentence({{"File", "/no/such"}}).find("/no/such"),
                              std::string::npos,
                              "a file that does not exist is named");
        burst::OpenText("file", two); // between runs any file may be opened
    }
};

/** A reader of the progress that goes away changes nothing, where SIGPIPE is ignored. */
class ScenarioRunnerReaderTestCase : public TestCase
{
  public:
    ScenarioRunnerReaderTestCase()
        : TestCase("The reader of the progress goes away")
    {
    }

  private:
    void DoRun() override
    {
        int ends[2];
        NS_TEST_ASSERT_MSG_EQ(pipe(ends), 0, "no pipe");
        close(ends[0]);
        const auto former = std::signal(SIGPIPE, SIG_IGN);
        scenario::ScenarioRunner runner;
        runner.progress = ends[1];
        runner.Execute(Meddle(), ":memory:");
        std::signal(SIGPIPE, former);
        close(ends[1]);
        NS_TEST_EXPECT_MSG_EQ(g_steps.back(), "report at 10000 ns", "the run ended");
    }
};

/** The tests. */
class ScenarioRunnerOrderTestSuite : public TestSuite
{
  public:
    ScenarioRunnerOrderTestSuite()
        : TestSuite("scenario-runner-order", Type::UNIT)
    {
        AddTestCase(new ScenarioRunnerOrderTestCase);
        AddTestCase(new ScenarioRunnerUndoneTestCase);
        AddTestCase(new ScenarioRunnerChangedTestCase);
        AddTestCase(new ScenarioRunnerGlobalValueTestCase);
        AddTestCase(new ScenarioRunnerFilesTestCase);
        AddTestCase(new ScenarioRunnerReaderTestCase);
    }
};

static ScenarioRunnerOrderTestSuite g_scenarioRunnerOrderTestSuite; //!< Registers the suite.
