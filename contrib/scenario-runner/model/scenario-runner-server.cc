/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-server.h"

#include "scenario-runner.h"

#include "ns3/log.h"
#include "ns3/rng-stream.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ns3::scenario
{

NS_LOG_COMPONENT_DEFINE("ScenarioRunnerServer");

namespace
{

/** The descriptors of a request, in their order. */
enum Descriptor
{
    WORDS,
    OUTPUT,
    ERRORS,
    PROGRESS
};

constexpr std::size_t MAX_DESCRIPTORS = PROGRESS + 1;

/** Call a function of the system until no signal interrupts it. */
template <typename Function>
auto
Complete(const char* what, Function function)
{
    while (true)
    {
        const auto result = function();
        if (result >= 0)
        {
            return result;
        }
        if (errno != EINTR)
        {
            throw std::runtime_error(std::string("serve: ") + what + ": " + std::strerror(errno));
        }
    }
}

/** @return The descriptors of the next request; none: there will be no other. */
std::vector<int>
Receive(int socket)
{
    char byte = 0;
    iovec data{&byte, 1};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(MAX_DESCRIPTORS * sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    if (Complete("recvmsg", [&] { return recvmsg(socket, &message, MSG_CMSG_CLOEXEC); }) == 0)
    {
        return {};
    }
    const cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len < CMSG_LEN(3 * sizeof(int)))
    {
        throw std::runtime_error("serve: a request has three or four descriptors");
    }
    std::vector<int> descriptors((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(descriptors.data(), CMSG_DATA(header), descriptors.size() * sizeof(int));
    return descriptors;
}

void
SendNumber(int socket, int number)
{
    const std::string text = std::to_string(number);
    Complete("send", [&] { return send(socket, text.data(), text.size(), MSG_NOSIGNAL); });
}

/** @return What a file holds from its start, cut at the zero bytes. */
std::vector<std::string>
ReadWords(int file)
{
    std::vector<std::string> words(1);
    std::array<char, 4096> piece;
    off_t place = 0;
    const auto read = [&] { return pread(file, piece.data(), piece.size(), place); };
    while (const auto size = Complete("pread", read))
    {
        place += size;
        std::for_each(piece.begin(), piece.begin() + size, [&words](char letter) {
            if (letter)
            {
                words.back() += letter;
            }
            else
            {
                words.emplace_back();
            }
        });
    }
    words.pop_back();
    return words;
}

/** Compute the run of a request: the life of the forked process. @return Its exit code. */
int
Compute(const std::vector<int>& descriptors, pid_t server)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server)
    {
        return 1; // the server has ended between fork() and prctl()
    }
    dup2(descriptors[OUTPUT], STDOUT_FILENO);
    dup2(descriptors[ERRORS], STDERR_FILENO);
    auto words = ReadWords(descriptors[WORDS]);
    if (words.size() < 2 || chdir(words[0].c_str()) != 0)
    {
        std::cerr << "the folder '" << (words.empty() ? "" : words[0])
                  << "' cannot be entered: " << std::strerror(errno) << std::endl;
        return 1;
    }
    words.erase(words.begin());
    if (descriptors.size() > PROGRESS)
    {
        words.push_back("--progress=" + std::to_string(descriptors[PROGRESS]));
    }
    std::vector<char*> arguments;
    std::transform(words.begin(), words.end(), std::back_inserter(arguments), [](auto& word) {
        return word.data();
    });
    return RunScenarioMain(static_cast<int>(arguments.size()), arguments.data());
}

} // namespace

int
ServeRuns(int socket)
{
    NS_LOG_FUNCTION(socket);
    RngStream(1, 1, 0); // the first stream of a process makes tables: here, for all runs
    const pid_t server = getpid();
    pid_t former = 0;
    for (auto descriptors = Receive(socket); !descriptors.empty(); descriptors = Receive(socket))
    {
        if (former)
        {
            Complete("waitpid", [&] { return waitpid(former, nullptr, 0); });
        }
        const pid_t child = Complete("fork", fork);
        if (child == 0)
        {
            close(socket);
            return Compute(descriptors, server);
        }
        former = child;
        std::for_each(descriptors.begin(), descriptors.end(), close);
        SendNumber(socket, child);
        siginfo_t end{};
        Complete("waitid", [&] { return waitid(P_PID, child, &end, WEXITED | WNOWAIT); });
        NS_LOG_LOGIC("process " << child << " ended with " << end.si_status);
        SendNumber(socket, end.si_code == CLD_EXITED ? end.si_status : -end.si_status);
    }
    return 0;
}

} // namespace ns3::scenario
