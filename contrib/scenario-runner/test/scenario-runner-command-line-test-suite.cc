/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/scenario-runner.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
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
        Expect({walk, "--Fault=Lose", "--json"}, 1, "", "walk");
        Expect({walk, "--archive=/nonexistent/run.sqlite"}, 1, "", "/nonexistent");
        const std::string text = CreateTempDirFilename("text.sqlite");
        std::ofstream(text) << "a letter to somebody\n";
        Expect({walk, "--archive=" + text}, 2, "", text);
        std::ostringstream kept;
        kept << std::ifstream(text).rdbuf();
        NS_TEST_EXPECT_MSG_EQ(kept.str(), "a letter to somebody\n", "what is no archive stays");
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
        Expect({"--serve=x"}, 2, "", "serve cannot be 'x'");
        Expect({"--serve=999999"}, 1, "", "serve: recvmsg: ");
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
        const int result = scenario::RunScenarioMain(static_cast<int>(argv.size()), argv.data());
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

/** Runs that are asked for through a socket, each in a forked process. */
class ScenarioRunnerServerTestCase : public TestCase
{
  public:
    ScenarioRunnerServerTestCase()
        : TestCase("Runs that are asked for through a socket")
    {
    }

  private:
    void DoRun() override
    {
        std::array<int, 2> ends{};
        const int paired = socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends.data());
        NS_TEST_ASSERT_MSG_EQ(paired, 0, "no sockets");
        m_socket = ends[0];
        const pid_t server = fork();
        if (server == 0)
        {
            close(m_socket);
            std::string option = "--serve=" + std::to_string(ends[1]);
            std::array<char*, 2> arguments{option.data(), option.data()};
            std::_Exit(scenario::RunScenarioMain(2, arguments.data()));
        }
        close(ends[1]);

        const std::string walk = "walk --Duration=10500ns";
        Expect(walk + " --json", 0, "\"parameters\":{", "", false);
        Expect(walk + " --json", 0, "\"parameters\":{", "\"fraction\":1.0", true);
        Expect(walk + " --sed=1", 2, "", "--seed", false);
        Expect(walk + " --Fault=Throw", 1, "", "the ground opened\n", false);
        Expect("", 1, "", "cannot be entered", false);

        close(m_socket);
        int status = 0;
        waitpid(server, &status, 0);
        NS_TEST_EXPECT_MSG_EQ(status, 0, "the server ends when its peer is closed");
    }

    /** Ask for a run in the folder "/". */
    void Expect(const std::string& words,
                int code,
                const std::string& out,
                const std::string& err,
                bool progress)
    {
        const std::string text = words.empty() ? words : "/ program " + words + " ";
        std::array<FILE*, 3> files{tmpfile(), tmpfile(), tmpfile()};
        for (const char letter : text)
        {
            std::fputc(letter == ' ' ? 0 : letter, files[0]);
        }
        std::fflush(files[0]);
        std::array<int, 4> descriptors{fileno(files[0]), fileno(files[1]), fileno(files[2])};
        descriptors[3] = descriptors[2];
        char byte = 0;
        iovec data{&byte, 1};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(descriptors))> control{};
        msghdr message{};
        message.msg_iov = &data;
        message.msg_iovlen = 1;
        message.msg_control = control.data();
        message.msg_controllen = CMSG_SPACE((progress ? 4 : 3) * sizeof(int));
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN((progress ? 4 : 3) * sizeof(int));
        std::memcpy(CMSG_DATA(header), descriptors.data(), (progress ? 4 : 3) * sizeof(int));
        const auto sent = sendmsg(m_socket, &message, 0);
        NS_TEST_ASSERT_MSG_EQ(sent, 1, words);

        const int process = Hear();
        const int end = Hear();
        const int there = kill(process, 0);
        NS_TEST_EXPECT_MSG_GT(process, 1, words);
        NS_TEST_EXPECT_MSG_EQ(end, code, words);
        NS_TEST_EXPECT_MSG_EQ(there, 0, words + ": its number is still its own");
        ExpectContent(files[1], out, words);
        ExpectContent(files[2], err, words);
        std::for_each(files.begin(), files.end(), fclose);
    }

    int Hear()
    {
        std::array<char, 32> answer{};
        const auto size = recv(m_socket, answer.data(), answer.size() - 1, 0);
        NS_TEST_EXPECT_MSG_GT(size, 0, "no answer");
        return std::atoi(answer.data());
    }

    void ExpectContent(FILE* file, const std::string& part, const std::string& words)
    {
        std::string content;
        std::rewind(file);
        for (int letter = std::fgetc(file); letter != EOF; letter = std::fgetc(file))
        {
            content += static_cast<char>(letter);
        }
        NS_TEST_EXPECT_MSG_EQ((content.find(part) != std::string::npos), true, words + content);
        NS_TEST_EXPECT_MSG_EQ(content.empty(), part.empty(), words + content);
    }

    int m_socket{-1}; //!< To the server.
};

/** The tests. */
class ScenarioRunnerCommandLineTestSuite : public TestSuite
{
  public:
    ScenarioRunnerCommandLineTestSuite()
        : TestSuite("scenario-runner-command-line", Type::UNIT)
    {
        AddTestCase(new ScenarioRunnerCommandLineTestCase);
        AddTestCase(new ScenarioRunnerServerTestCase);
    }
};

static ScenarioRunnerCommandLineTestSuite
    g_scenarioRunnerCommandLineTestSuite; //!< Registers the suite.
