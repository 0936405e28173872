/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "report.h"

#include "ns3/burst-core-number-text.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ns3
{

namespace
{

const char* const FAULTS[] = {"none", "crash", "hang", "blocked"}; //!< by RandomFaults::Outcome

/** @param number any @return it as text */
std::string
Write(double number)
{
    return burst::WriteDouble(number);
}

} // namespace

CycleReport::CycleReport(const iepm::MeasurementPlan& plan,
                         const iepm::SchedulePolicy& policy,
                         uint32_t cycles,
                         const std::string& monitor,
                         bool adapts)
    : m_plan(plan),
      m_policy(policy),
      m_cycles(cycles),
      m_monitor(monitor),
      m_adapts(adapts)
{
}

void
CycleReport::Expect(const std::string& host,
                    const std::string& tool,
                    const std::string& value,
                    double expected)
{
    m_compared[{host, tool}] = {value, expected};
}

void
CycleReport::AddTest(const iepm::MeasurementRecord& record, RandomFaults::Outcome fault)
{
    const auto& result = record.result;
    if (!m_seen.emplace(record.cycle, record.host, record.tool).second)
    {
        throw std::runtime_error("cycle " + std::to_string(record.cycle) + " has two rows of " +
                                 record.tool + " to " + record.host);
    }
    m_rows.Add(record.tool, m_monitor, record.host, record.cycle, result);
    m_records.push_back(record);
    if (fault != RandomFaults::NONE)
    {
        m_faults.push_back({std::to_string(record.cycle), record.host, record.tool, FAULTS[fault]});
    }
    const auto compared = m_compared.find({record.host, record.tool});
    if (compared != m_compared.end() && result.status == MeasurementResult::OK &&
        result.Has(compared->second.value))
    {
        compared->second.sum += result.Get(compared->second.value);
        ++compared->second.count;
    }
}

void
CycleReport::AddForecast(const iepm::MeasurementRecord& record, const iepm::ForecastBook::Row& row)
{
    const auto known = [](double value) { return std::isnan(value) ? "" : ns3::Write(value); };
    m_forecasts.push_back({std::to_string(record.cycle),
                           record.host,
                           record.tool,
                           row.value,
                           ns3::Write(record.result.begin.GetSeconds()),
                           known(row.forecast),
                           known(row.low),
                           known(row.high),
                           ns3::Write(row.observed)});
}

void
CycleReport::AddCycle(const iepm::CycleRecord& record)
{
    m_cycleRecords.push_back(record);
}

std::set<CycleReport::Key>
CycleReport::GetDue() const
{
    std::map<std::string, uint32_t> hosts; // in the order of the plan
    std::set<Key> due;
    for (const auto& task : m_plan.GetTasks())
    {
        const uint32_t host = hosts.emplace(task.host, hosts.size()).first->second;
        for (uint64_t cycle = 0; task.divisor && cycle < m_cycles; ++cycle)
        {
            if ((cycle + host) % task.divisor == 0)
            {
                due.emplace(cycle, task.host, task.tool);
            }
        }
    }
    return due;
}

void
CycleReport::CheckThatNothingVanished() const
{
    if (m_cycleRecords.size() != m_cycles)
    {
        throw std::runtime_error(std::to_string(m_cycles) + " cycles were due, but " +
                                 std::to_string(m_cycleRecords.size()) + " have a record");
    }
    CheckCounts();
    const auto due = GetDue();
    if (m_adapts || m_seen == due)
    {
        return;
    }
    for (const auto& [cycle, host, tool] : due)
    {
        if (!m_seen.count({cycle, host, tool}))
        {
            throw std::runtime_error("cycle " + std::to_string(cycle) + " has no row of " + tool +
                                     " to " + host + ", which was due");
        }
    }
    throw std::runtime_error(std::to_string(due.size()) + " tests were due, but " +
                             std::to_string(m_seen.size()) + " have a row");
}

uint64_t
CycleReport::CountDue() const
{
    uint64_t count = 0;
    for (const auto& record : m_cycleRecords)
    {
        count += record.tests;
    }
    return m_adapts ? count : GetDue().size();
}

void
CycleReport::CheckCounts() const
{
    std::map<uint64_t, uint32_t> rows;
    for (const auto& key : m_seen)
    {
        ++rows[std::get<0>(key)];
    }
    for (const auto& record : m_cycleRecords)
    {
        if (rows[record.number] != record.tests)
        {
            throw std::runtime_error("cycle " + std::to_string(record.number) + " has " +
                                     std::to_string(rows[record.number]) + " rows; " +
                                     std::to_string(record.tests) + " tests were due");
        }
    }
}

void
CycleReport::Write(archive::RunArchive& archive, const std::vector<Link>& links) const
{
    m_rows.Write(archive);
    WriteTests(archive);
    WriteCycles(archive);
    WritePaths(archive);
    WriteForecasts(archive);
    WriteLinks(archive, links);
}

void
CycleReport::WriteTests(archive::RunArchive& archive) const
{
    archive.DefineMetric("cycle.due", "1", "tests that were due");
    archive.AddScalar("cycle.due", static_cast<double>(CountDue()));
    archive.DefineMetric("cycle.rows", "1", "tests that have a row, by status and all");
    archive.AddScalar("cycle.rows", static_cast<double>(m_records.size()));
    std::map<std::string, uint32_t> counts;
    for (int status = MeasurementResult::OK; status <= MeasurementResult::SELF_LIMITED; ++status)
    {
        counts[ToText(static_cast<MeasurementResult::Status>(status))] = 0;
    }
    uint32_t meetings = 0;
    Time busyUntil;
    for (const auto& record : m_records)
    {
        ++counts[ToText(record.result.status)];
    }
    for (const auto& [status, count] : counts)
    {
        archive.AddScalar("cycle.rows", count, status);
    }
    auto heavy = m_records;
    heavy.erase(
        std::remove_if(heavy.begin(),
                       heavy.end(),
                       [this](const auto& record) {
                           return !m_plan.GetTasks()[m_plan.Find(record.host, record.tool)].heavy;
                       }),
        heavy.end());
    std::sort(heavy.begin(), heavy.end(), [](const auto& one, const auto& other) {
        return one.result.begin < other.result.begin;
    });
    for (const auto& record : heavy)
    {
        meetings += record.result.begin < busyUntil;
        busyUntil = std::max(busyUntil, record.result.end);
    }
    archive.DefineMetric("cycle.conflicts", "1", "heavy tests that began while another one ran");
    archive.AddScalar("cycle.conflicts", meetings);
    archive.DefineMetric("cycle.conflicts_predicted", "1", "groups that several monitors use");
    archive.AddScalar(
        "cycle.conflicts_predicted",
        static_cast<double>(
            iepm::ScheduleCalculator::FindConflicts({m_plan.GetTasks()}, m_policy.length).size()));
    if (!m_faults.empty())
    {
        const auto table =
            archive.AddTable("faults",
                             {{"cycle", "1"}, {"host", "1"}, {"tool", "1"}, {"fault", "1"}});
        for (const auto& row : m_faults)
        {
            archive.AddRow(table, row);
        }
    }
}

void
CycleReport::WriteCycles(archive::RunArchive& archive) const
{
    const auto calculator = m_plan.MakeCalculator(m_policy);
    std::map<uint64_t, uint64_t> bytes;
    for (const auto& record : m_records)
    {
        bytes[record.cycle] += record.result.bytes;
    }
    const auto table = archive.AddTable("cycles",
                                        {{"cycle", "1"},
                                         {"due", "s"},
                                         {"begin", "s"},
                                         {"end", "s"},
                                         {"length", "s"},
                                         {"predicted_length", "s"},
                                         {"worst_length", "s"},
                                         {"overrun", "s"},
                                         {"overrun_recorded", "1"},
                                         {"overrun_predicted", "1"},
                                         {"next", "s"},
                                         {"tests", "1"},
                                         {"bytes", "B"},
                                         {"predicted_bytes", "B"}});
    double longest = 0;
    double overruns = 0;
    double all = 0;
    double predicted = 0;
    for (const auto& record : m_cycleRecords)
    {
        const auto prediction = calculator.Predict(record.number);
        const double length = (record.end - record.begin).GetSeconds();
        const Time next = TimeStep((record.number + 1) * m_policy.length.GetTimeStep());
        const Time overrun = record.overrun.value_or(std::max(Time(0), record.end - next));
        archive.AddRow(table,
                       {static_cast<double>(record.number),
                        record.due.GetSeconds(),
                        record.begin.GetSeconds(),
                        record.end.GetSeconds(),
                        length,
                        record.predicted.GetSeconds(),
                        prediction.worst.GetSeconds(),
                        overrun.GetSeconds(),
                        static_cast<double>(record.overrun.has_value()),
                        prediction.overrun,
                        next.GetSeconds(),
                        static_cast<double>(record.tests),
                        static_cast<double>(bytes[record.number]),
                        static_cast<double>(prediction.bytes)});
        longest = std::max(longest, length);
        overruns += overrun.IsStrictlyPositive();
        all += length;
        predicted += record.predicted.GetSeconds();
    }
    const auto add =
        [&archive](const char* name, double value, const char* unit, const char* what) {
            archive.DefineMetric(name, unit, what);
            archive.AddScalar(name, value);
        };
    add("cycle.longest", longest, "s", "the longest cycle, from its begin to its end");
    add("cycle.overruns", overruns, "1", "cycles that ended after the next one was planned");
    add("cycle.length_error", predicted / all - 1, "1", "predicted over simulated lengths, less 1");
}

void
CycleReport::WritePaths(archive::RunArchive& archive) const
{
    const auto table = archive.AddTable("paths",
                                        {{"host", "1"},
                                         {"tool", "1"},
                                         {"value", "1"},
                                         {"tests", "1"},
                                         {"expected", "value"},
                                         {"measured", "value"},
                                         {"ratio", "1"}});
    for (const auto& [key, comparison] : m_compared)
    {
        const double mean = comparison.sum / comparison.count;
        const bool known = comparison.count;
        archive.AddRow(table,
                       {key.first,
                        key.second,
                        comparison.value,
                        std::to_string(comparison.count),
                        ns3::Write(comparison.expected),
                        known ? ns3::Write(mean) : "",
                        known ? ns3::Write(mean / comparison.expected) : ""});
    }
}

void
CycleReport::WriteForecasts(archive::RunArchive& archive) const
{
    if (m_forecasts.empty())
    {
        return;
    }
    const auto table = archive.AddTable("forecasts",
                                        {{"cycle", "1"},
                                         {"host", "1"},
                                         {"tool", "1"},
                                         {"value", "1"},
                                         {"time", "s"},
                                         {"forecast", "bit/s"},
                                         {"low", "bit/s"},
                                         {"high", "bit/s"},
                                         {"observed", "bit/s"}});
    for (const auto& row : m_forecasts)
    {
        archive.AddRow(table, row);
    }
}

void
CycleReport::WriteLinks(archive::RunArchive& archive, const std::vector<Link>& links) const
{
    const auto calculator = m_plan.MakeCalculator(m_policy);
    std::map<std::string, uint64_t> predicted;
    for (uint64_t cycle = 0; cycle < m_cycles; ++cycle)
    {
        for (const auto& load : calculator.Predict(cycle).loads)
        {
            predicted[load.link] += load.bytes;
        }
    }
    archive.DefineMetric("link.load",
                         "1",
                         "bytes to hosts, over those that all cycles could carry");
    archive.DefineMetric("link.load_predicted", "1", "the same, by the schedule's calculator");
    archive.DefineMetric("link.load_error", "1", "predicted over simulated load, less 1");
    for (const auto& link : links)
    {
        const double most = link.rate / 8 * m_policy.length.GetSeconds() * m_cycles;
        const auto expected = static_cast<double>(predicted[link.name]);
        const auto sent = static_cast<double>(link.bytes);
        archive.AddScalar("link.load", sent / most, link.name);
        archive.AddScalar("link.load_predicted", expected / most, link.name);
        if (link.bytes)
        {
            archive.AddScalar("link.load_error", expected / sent - 1, link.name);
        }
    }
}

} // namespace ns3
