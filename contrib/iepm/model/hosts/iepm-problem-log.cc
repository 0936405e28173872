/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-problem-log.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3::iepm
{

std::string
ToText(MeasurementProblem::Category category)
{
    switch (category)
    {
    case MeasurementProblem::HOST_DOWN:
        return "host down";
    case MeasurementProblem::PORT_BLOCKED:
        return "port blocked";
    case MeasurementProblem::SERVER_DIES:
        return "server dies";
    case MeasurementProblem::HANGS:
        return "hangs";
    case MeasurementProblem::UNCLEAR:
        return "unclear";
    }
    throw std::invalid_argument("the category is " + std::to_string(category) +
                                "; allowed are those of MeasurementProblem");
}

ProblemLog::ProblemLog(uint32_t failures)
    : m_failures(failures)
{
    burst::CheckParameter(failures > 0,
                          "the number of failures that are a problem",
                          failures,
                          "numbers from 1 on");
}

const std::vector<MeasurementProblem>&
ProblemLog::GetProblems() const
{
    return m_problems;
}

std::vector<std::size_t>
ProblemLog::Add(const MeasurementRecord& record)
{
    const auto status = record.result.status;
    if (status == MeasurementResult::SKIPPED)
    {
        return {};
    }
    std::vector<std::size_t> changed;
    const auto close = [&](std::optional<std::size_t>& problem) {
        if (problem)
        {
            m_problems[*problem].closed = record.result.end;
            changed.push_back(*problem);
            problem.reset();
        }
    };
    const uint64_t number = ++m_records;
    Host& host = m_hosts[record.host];
    Streak& own = host.tools[record.tool];
    own.latest = number;
    own.status = status;
    if (status == MeasurementResult::OK || status == MeasurementResult::SELF_LIMITED)
    {
        host.worked = host.answered = number;
        host.working = record.tool;
        own.failures = 0;
        close(own.problem);
        if (host.down)
        {
            close(host.down);
            for (auto& [tool, streak] : host.tools)
            {
                streak.failures = 0;
            }
        }
    }
    else
    {
        own.first = own.failures++ ? own.first : number;
        if (status == MeasurementResult::BLOCKED || status == MeasurementResult::SERVER_DIED)
        {
            host.answered = number;
        }
    }
    if (own.failures >= m_failures && !own.problem && !host.down)
    {
        const auto category = Judge(host, own);
        const bool down = category == MeasurementProblem::HOST_DOWN;
        MeasurementProblem problem;
        problem.host = record.host;
        problem.tool = down ? "" : record.tool;
        problem.category = category;
        problem.opened = record.result.end;
        problem.text =
            record.tool + ": " + ToText(status) + ", " + std::to_string(own.failures) +
            " failures in a row" +
            (host.worked > own.first ? " while " + host.working + " works" : ", nothing works");
        changed.push_back(m_problems.size());
        (down ? host.down : own.problem) = m_problems.size();
        m_problems.push_back(problem);
    }
    return changed;
}

MeasurementProblem::Category
ProblemLog::Judge(const Host& host, const Streak& streak)
{
    const bool works = host.worked > streak.first;
    switch (streak.status)
    {
    case MeasurementResult::SERVER_DIED:
        return MeasurementProblem::SERVER_DIES;
    case MeasurementResult::BLOCKED:
        return works ? MeasurementProblem::PORT_BLOCKED : MeasurementProblem::UNCLEAR;
    case MeasurementResult::UNREACHABLE:
        break;
    default:
        return works ? MeasurementProblem::HANGS : MeasurementProblem::UNCLEAR;
    }
    if (host.answered > streak.first)
    {
        return MeasurementProblem::PORT_BLOCKED;
    }
    const auto tried =
        std::count_if(host.tools.begin(), host.tools.end(), [&streak](const auto& tool) {
            return tool.second.latest >= streak.first;
        });
    const auto unreachable =
        std::count_if(host.tools.begin(), host.tools.end(), [&streak](const auto& tool) {
            return tool.second.latest >= streak.first &&
                   tool.second.status == MeasurementResult::UNREACHABLE;
        });
    const bool enough = tried > 1 || host.tools.size() == 1;
    return enough && unreachable == tried ? MeasurementProblem::HOST_DOWN
                                          : MeasurementProblem::UNCLEAR;
}

} // namespace ns3::iepm
