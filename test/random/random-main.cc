/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Random programs over the public API of all networks, each in a process of its own and twice in
// it. A program is a finding if it crashes, aborts or hangs, breaks a law of conservation, has
// other counters after Destroy than before, or is another program when it runs again, with a sink
// at every trace source.

#include "../walk/walk.h"
#include "random-program.h"

#include "ns3/burst-core-checked-command-line.h"

#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace burstlab
{

std::unique_ptr<World> MakeAtm();
std::unique_ptr<World> MakeLossless();
std::unique_ptr<World> MakeMonitor();
std::unique_ptr<World> MakePFabric();
std::unique_ptr<World> MakePath();
std::unique_ptr<World> MakeServerNet();

const std::vector<Kind>&
GetWorlds()
{
    static const std::vector<Kind> WORLDS{
        {"lossless-ethernet", MakeLossless, 1},
        {"servernet", MakeServerNet, 1},
        {"atm-abr", MakeAtm, 1},
        {"pfabric", MakePFabric, 1},
        {"path-measurement", MakePath, 1000},
        {"monitor", MakeMonitor, 1000},
    };
    return WORLDS;
}

} // namespace burstlab

using namespace burstlab;

namespace
{

constexpr rlim_t LIMIT = 60; //!< seconds of computing of a program

/** What became of a program. */
struct Outcome
{
    std::string verdict;            //!< "ok HASH LINES", or what was found
    std::vector<std::string> calls; //!< of the public API
};

/** @param seed of the program @param loud print its journal @return "ok .." or what was found */
std::string
RunTwice(uint64_t seed, bool loud, std::set<std::string>& calls)
{
    try
    {
        Program first(seed, loud, false);
        first.Run();
        Program again(seed, loud, true);
        again.Run();
        calls = again.GetCalls();
        if (again.GetJournal().GetHash() != first.GetJournal().GetHash())
        {
            return "the same program again in the same process is another one: " +
                   std::to_string(first.GetJournal().GetLines()) + " and " +
                   std::to_string(again.GetJournal().GetLines()) + " lines";
        }
        return "ok " + std::to_string(first.GetJournal().GetHash()) + " " +
               std::to_string(first.GetJournal().GetLines());
    }
    catch (const std::exception& error)
    {
        return std::string("exception: ") + error.what();
    }
}

/** Run a program in a process. @param seed of it @param scratch folder for its files */
Outcome
Run(uint64_t seed, const std::filesystem::path& scratch)
{
    const auto result = scratch / "result";
    const auto error = scratch / "stderr";
    std::filesystem::remove(result);
    const pid_t child = fork();
    if (child == 0)
    {
        const rlimit limit{LIMIT, LIMIT};
        setrlimit(RLIMIT_CPU, &limit);
        const int file = open(error.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
        dup2(file, 2);
        dup2(file, 1);
        std::filesystem::current_path(scratch);
        std::set<std::string> calls;
        const std::string verdict = RunTwice(seed, false, calls);
        std::ofstream out(result);
        out << verdict << "\n";
        for (const auto& call : calls)
        {
            out << call << "\n";
        }
        out.close();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    Outcome outcome;
    std::ifstream in(result);
    if (status == 0 && std::getline(in, outcome.verdict))
    {
        for (std::string call; std::getline(in, call);)
        {
            outcome.calls.push_back(call);
        }
        return outcome;
    }
    outcome.verdict = WIFSIGNALED(status) ? std::string("signal: ") + strsignal(WTERMSIG(status))
                                          : "exit code " + std::to_string(WEXITSTATUS(status));
    std::ifstream text(error);
    std::string line;
    while (std::getline(text, line))
    {
        if (line.find("file=") != std::string::npos || line.find("ERROR") != std::string::npos ||
            line.find("runtime error") != std::string::npos)
        {
            outcome.verdict += "; " + line;
            break;
        }
    }
    return outcome;
}

} // namespace

int
main(int argc, char* argv[])
try
{
    uint64_t first = 1;
    uint64_t programs = 100;
    std::string file;
    std::string scratch = "random-programs";
    bool loud = false;
    ns3::burst::CheckedCommandLine command(__FILE__,
                                           "Random programs over the public API: a line for each "
                                           "finding, and in how many each call occurred.");
    command.AddValue("First", "seed of the first program", first);
    command.AddValue("Programs", "how many programs, each with the next seed", programs);
    command.AddValue("File", "file of results, which is continued; empty: none", file);
    command.AddValue("Scratch", "folder for what programs write", scratch);
    command.AddValue("Loud", "run only the first one, here, and print its journal", loud);
    command.Parse(argc, argv);
    if (loud)
    {
        std::set<std::string> calls;
        std::cout << RunTwice(first, true, calls) << "\n";
        return 0;
    }
    std::map<uint64_t, std::string> verdicts;
    std::map<std::string, uint64_t> calls;
    if (std::ifstream in(file); in)
    {
        for (std::string line; std::getline(in, line);)
        {
            std::istringstream words(line);
            std::string kind;
            uint64_t seed = 0;
            words >> kind;
            if (kind == "program" && words >> seed)
            {
                std::getline(words >> std::ws, verdicts[seed]);
            }
            else if (std::string call; kind == "call" && std::getline(words >> std::ws, call))
            {
                ++calls[call];
            }
        }
    }
    std::filesystem::create_directories(scratch);
    scratch = std::filesystem::absolute(scratch);
    std::ofstream out(file, std::ios::app);
    uint64_t findings = 0;
    for (uint64_t seed = first; seed < first + programs; ++seed)
    {
        if (verdicts.count(seed) == 0)
        {
            const auto outcome = Run(seed, scratch);
            verdicts[seed] = outcome.verdict;
            for (const auto& call : outcome.calls)
            {
                ++calls[call];
                out << "call " << call << "\n";
            }
            out << "program " << seed << " " << outcome.verdict << std::endl;
        }
        if (verdicts[seed].rfind("ok ", 0) != 0)
        {
            ++findings;
            std::cout << "program " << seed << ": " << verdicts[seed] << std::endl;
        }
    }
    for (const auto& type : walk::GetTypes())
    {
        for (std::size_t i = 0; i < type.GetTraceSourceN(); ++i)
        {
            calls["fired " + type.GetName() + "::" + type.GetTraceSource(i).name] += 0;
        }
    }
    for (const auto& [call, number] : calls)
    {
        std::cout << number << " " << call << "\n";
    }
    std::cout << programs << " programs, " << findings << " findings\n";
    return findings > 0;
}
catch (const std::exception& error)
{
    return ns3::burst::ReportError(error);
}
