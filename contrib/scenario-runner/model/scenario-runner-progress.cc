/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-progress.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>

namespace ns3::scenario
{

NS_LOG_COMPONENT_DEFINE("ScenarioRunnerProgress");

uint64_t
GetPeakRssKiB()
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
    {
        uint64_t peak = 0;
        if (word == "VmHWM:" && status >> peak)
        {
            return peak;
        }
    }
    return 0;
}

ProgressReporter::ProgressReporter(int descriptor, double periodSeconds)
    : m_descriptor(descriptor),
      m_period(periodSeconds)
{
    const int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
    {
        throw std::invalid_argument("progress cannot be " + std::to_string(descriptor) +
                                    ": it takes a file descriptor that is open for writing");
    }
}

ProgressReporter::~ProgressReporter()
{
    m_next.Cancel();
}

void
ProgressReporter::Start(const Time& end, std::function<double()> share)
{
    NS_LOG_FUNCTION(this << end);
    m_end = end;
    m_share = std::move(share);
    m_start = m_look = m_line = Clock::now();
    m_step = std::max<int64_t>(end.GetTimeStep() >> 20, 1);
    Schedule();
}

void
ProgressReporter::Schedule()
{
    if (m_step < (m_end - Simulator::Now()).GetTimeStep())
    {
        m_next = Simulator::Schedule(TimeStep(m_step), &ProgressReporter::Update, this);
    }
}

void
ProgressReporter::Update()
{
    NS_LOG_FUNCTION(this << m_step);
    ++m_ownEvents;
    const auto now = Clock::now();
    const double passed = std::chrono::duration<double>(now - std::exchange(m_look, now)).count();
    const double factor = std::clamp(m_period / 10 / std::max(passed, 1e-9), 0.01, 2.0);
    m_step = std::max<int64_t>(static_cast<int64_t>(m_step * factor), 1);
    if (std::chrono::duration<double>(now - m_line).count() >= m_period)
    {
        Write(Simulator::Now(), m_share(), Simulator::GetEventCount());
    }
    if (!Simulator::IsFinished()) // else this event was the last
    {
        Schedule();
    }
}

void
ProgressReporter::Finish(const Time& end, uint64_t events)
{
    m_end = end;
    Write(end, 1, events);
}

uint64_t
ProgressReporter::GetOwnEvents() const
{
    return m_ownEvents;
}

void
ProgressReporter::Write(const Time& now, double share, uint64_t events)
{
    events -= m_ownEvents;
    const auto clock = Clock::now();
    const double passed = std::chrono::duration<double>(clock - m_line).count();
    const nlohmann::ordered_json line{
        {"t_ns", now.GetNanoSeconds()},
        {"end_ns", m_end.GetNanoSeconds()},
        {"fraction", share},
        {"wall_s", std::chrono::duration<double>(clock - m_start).count()},
        {"events", events},
        {"events_per_s", static_cast<double>(events - m_lineEvents) / std::max(passed, 1e-9)},
        {"rss_kib", GetPeakRssKiB()}};
    const std::string text = line.dump() + "\n";
    [[maybe_unused]] const auto written = write(m_descriptor, text.data(), text.size());
    m_line = clock;
    m_lineEvents = events;
}

} // namespace ns3::scenario
