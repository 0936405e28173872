/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-fork.h"

#include "battery-files.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <map>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace battery
{

namespace
{

constexpr unsigned SECONDS = 20; //!< after which a process is taken for one that does not end

/** A process under way. */
struct Child
{
    std::size_t test; //!< index
    FILE* output;     //!< what it writes
};

/** @param test in this process, which ends @param output for the reason and standard error */
[[noreturn]] void
RunChild(const std::function<void()>& test, FILE* output)
{
    dup2(fileno(output), STDERR_FILENO);
    dup2(fileno(output), STDOUT_FILENO);
    alarm(SECONDS);
    int code = 0;
    try
    {
        test();
    }
    catch (const std::exception& error)
    {
        std::cout << std::flush;
        std::cerr << std::flush;
        dprintf(fileno(output), "\n%s", error.what());
        code = 1;
    }
    _exit(code);
}

/** @param output of a process @return its last line, or the one of ns-3's message */
std::string
ReadReason(FILE* output)
{
    std::rewind(output);
    std::string last;
    std::string message;
    std::array<char, 20'000> line;
    while (std::fgets(line.data(), line.size(), output))
    {
        std::string text(line.data(), std::strcspn(line.data(), "\n"));
        if (text.find("msg=") != std::string::npos || text.find("cond=") != std::string::npos ||
            text.find("ERROR:") != std::string::npos)
        {
            message = message.empty() ? text : message;
        }
        last = text.empty() ? last : text;
    }
    return message.empty() ? last : message;
}

} // namespace

std::vector<std::string>
RunForked(const std::vector<std::function<void()>>& tests)
{
    std::vector<std::string> reasons(tests.size());
    std::map<pid_t, Child> children;
    const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
    const auto await = [&] {
        int status = 0;
        const pid_t pid = wait(&status);
        const auto found = children.find(pid);
        if (found == children.end())
        {
            return;
        }
        const auto [test, output] = found->second;
        if (WIFSIGNALED(status))
        {
            reasons[test] = WTERMSIG(status) == SIGALRM ? "does not end"
                                                        : std::string(strsignal(WTERMSIG(status))) +
                                                              ": " + ReadReason(output);
        }
        else if (WEXITSTATUS(status) != 0)
        {
            reasons[test] = ReadReason(output);
            reasons[test] += reasons[test].empty() ? "ends with an error" : "";
        }
        std::fclose(output);
        children.erase(found);
    };
    std::cout << std::flush;
    const TemporaryFolder folder; // that of each process, also of one that is killed
    const char* const given = std::getenv("TMPDIR");
    const std::string before = given ? given : "";
    setenv("TMPDIR", folder.GetName().c_str(), 1);
    for (std::size_t test = 0; test < tests.size(); ++test)
    {
        while (children.size() >= most)
        {
            await();
        }
        FILE* const output = std::tmpfile();
        const pid_t pid = fork();
        if (pid == 0)
        {
            RunChild(tests[test], output);
        }
        children[pid] = {test, output};
    }
    while (!children.empty())
    {
        await();
    }
    given ? setenv("TMPDIR", before.c_str(), 1) : unsetenv("TMPDIR");
    return reasons;
}

} // namespace battery
