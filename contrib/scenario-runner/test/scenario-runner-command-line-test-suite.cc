/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/scenario-runner.h"
#include "ns3/test.h"

#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup scenario-runner-tests
 * Tests of the command line of a program that runs scenarios.
 */

using namespace ns3;

/** The program: what it prints where, and how it exits. */
class ScenarioRunnerCommandLineTestCase : public TestCase
{
  public:
    ScenarioRunnerCommandLineTestCase()
        : TestCase("The command line and its exit codes")
    {
    }

  private:
    void DoRun() override
    {
        const std::string walk = "walk";
        Expect({walk, "--Duration=10500ns", "--json"}, 0, "\"parameters\":{", "");
        Expect({walk, "--Duration=10500ns"}, 0, "", "--archive=FILE adds it");
        const std::string file = CreateTempDirFilename("walk.sqlite");
        Expect({walk, "--Duration=10500ns", "--archive=" + file}, 0, "", " is in " + file);
        Expect({"--list"}, 0, "\"study\":\"scenario-runner-test\"", "");
        Expect({"--describe=" + walk}, 0, "\"allowed\":\"an integer from 1 to 100\"", "");
        Expect({"--describe=" + walk},
               0,
               "{\"name\":\"steps\",\"unit\":\"1\",\"help\":\"Steps of all walkers\"}",
               "");
        Expect({"--help"}, 0, "--plan", "");
        Expect({walk, "--Fault=Throw"}, 1, "", "the ground opened\n");
        Expect({walk, "--archive=/nonexistent/run.sqlite"}, 1, "", "/nonexistent");
        Expect({walk, "--plugin=/nonexistent.so"}, 2, "", "/nonexistent.so");
        Expect({walk, "--sed=1"}, 2, "", "--seed");
        const std::string noText = CreateTempDirFilename("no-text.sqlite");
        Expect({walk, "--Label=a\xff", "--archive=" + noText},
               2,
               "",
               "Label cannot be 'a?': it takes UTF-8 text\n");
        for (const auto& there :
             std::filesystem::directory_iterator(std::filesystem::path(noText).parent_path()))
        {
            const std::string name = there.path().filename();
            NS_TEST_EXPECT_MSG_NE(name.substr(0, 7), "no-text", name + " is left");
        }
        Expect({walk, "--seed=x"}, 2, "", "seed cannot be 'x'");
        Expect({walk, "--seed"}, 2, "", "--seed=value");
        Expect({walk, "--json=1"}, 2, "", "--json takes no value");
        Expect({walk, "--Walkers"}, 2, "", "--Walkers=value");
        Expect({walk, "again"}, 2, "", "again");
        Expect({"--list", walk}, 2, "", "--list");
        const std::string good = "{\"scenario\":\"" + walk + "\",\"attributes\":{\"Walkers\":4}}";
        Expect({"--plan"}, 0, "\"run_id\":", "", good + "\n\n" + good + "\n");
        Expect({"--plan"}, 2, "", "line 2: ", good + "\n{\"scenario\":1}\n");
        const std::string blanks(std::size_t{1} << 20, ' ');
        Expect({"--plan"}, 0, "\"run_id\":", "", blanks + "\n" + good);
        Expect({"--plan"}, 2, "", "line 2 is too long: ", good + "\n" + blanks + " \n");
    }

    void Expect(std::vector<std::string> arguments,
                int code,
                const std::string& out,
                const std::string& err,
                const std::string& in = "")
    {
        std::string line;
        std::vector<char*> argv{line.data()};
        for (auto& argument : arguments)
        {
            line += argument + " ";
            argv.push_back(argument.data());
        }
        std::istringstream input(in);
        std::ostringstream output;
        std::ostringstream errors;
        auto* cinBuffer = std::cin.rdbuf(input.rdbuf());
        auto* coutBuffer = std::cout.rdbuf(output.rdbuf());
        auto* cerrBuffer = std::cerr.rdbuf(errors.rdbuf());
        std::cin.clear();
        const int result = burst::RunScenarioMain(static_cast<int>(argv.size()), argv.data());
        std::cin.rdbuf(cinBuffer);
        std::cout.rdbuf(coutBuffer);
        std::cerr.rdbuf(cerrBuffer);
        NS_TEST_EXPECT_MSG_EQ(result, code, line + errors.str());
        NS_TEST_EXPECT_MSG_EQ((output.str().find(out) != std::string::npos),
                              true,
                              line + output.str());
        NS_TEST_EXPECT_MSG_EQ((errors.str().find(err) != std::string::npos),
                              true,
                              line + errors.str());
        NS_TEST_EXPECT_MSG_EQ(output.str().empty(), out.empty(), line + output.str());
        NS_TEST_EXPECT_MSG_EQ(errors.str().empty(), err.empty(), line + errors.str());
    }
};

/** The tests. */
class ScenarioRunnerCommandLineTestSuite : public TestSuite
{
  public:
    ScenarioRunnerCommandLineTestSuite()
        : TestSuite("scenario-runner-command-line", Type::UNIT)
    {
        AddTestCase(new ScenarioRunnerCommandLineTestCase);
    }
};

static ScenarioRunnerCommandLineTestSuite
    g_scenarioRunnerCommandLineTestSuite; //!< Registers the suite.
