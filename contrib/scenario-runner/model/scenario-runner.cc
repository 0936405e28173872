/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner.h"

#include "scenario-runner-progress.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/object-factory.h"
#include "ns3/scheduler.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ns3::burst
{

namespace
{

using nlohmann::ordered_json;

ordered_json
Introduce(TypeId type)
{
    if (!type.IsChildOf(Scenario::GetTypeId()) || !type.HasConstructor())
    {
        return {{"name", type.GetName()}, {"type", type.GetName()}, {"study", ""}, {"help", ""}};
    }
    ObjectFactory factory;
    factory.SetTypeId(type);
    return {{"name", KebabName(type)},
            {"type", type.GetName()},
            {"study", type.GetGroupName()},
            {"help", factory.Create<Scenario>()->GetHelp()}};
}

ObjectFactory
ReadScheduler(const std::string& text)
{
    try
    {
        return ObjectText(text, Scheduler::GetTypeId()).MakeFactory();
    }
    catch (const std::invalid_argument& reason)
    {
        throw std::invalid_argument("scheduler cannot be '" + text + "': " + reason.what());
    }
}

/**
 * @param type A type.
 * @return Names of the types derived from it that can be created, in their order.
 */
std::vector<std::string>
GetKinds(TypeId type)
{
    std::vector<std::string> kinds;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId candidate = TypeId::GetRegistered(i);
        if (candidate != type && candidate.IsChildOf(type) && candidate.HasConstructor())
        {
            kinds.push_back(candidate.GetName());
        }
    }
    std::sort(kinds.begin(), kinds.end());
    return kinds;
}

double
GetCpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

using Cells = std::vector<std::string>;

/** Tables with more rows than this are left to --json. */
constexpr std::size_t MOST_ROWS = 1000;

std::string
FormatCell(const ordered_json& cell)
{
    return cell.is_null() ? "-" : cell.is_string() ? cell.get<std::string>() : cell.dump();
}

/**
 * @param rows Rows with equally many cells.
 * @param headings Number of rows that head the columns.
 * @return Lines in columns, those of numbers to the right.
 */
std::string
Align(const std::vector<Cells>& rows, std::size_t headings)
{
    const std::size_t columns = rows.empty() ? 0 : rows.front().size();
    Cells lines(rows.size());
    for (std::size_t column = 0; column < columns; ++column)
    {
        std::size_t width = 0;
        bool numbers = true;
        for (std::size_t row = 0; row < rows.size(); ++row)
        {
            const std::string& cell = rows[row][column];
            width = std::max(width, cell.size());
            numbers = numbers && (row < headings || cell == "-" || ToDouble(cell));
        }
        for (std::size_t row = 0; row < rows.size(); ++row)
        {
            const std::string& cell = rows[row][column];
            const std::string blanks(width - cell.size(), ' ');
            lines[row] += (column > 0 ? "  " : "") + (numbers ? blanks + cell : cell + blanks);
        }
    }
    std::string text;
    for (const auto& line : lines)
    {
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

} // namespace

std::string
ScenarioRunner::ListJson()
{
    ordered_json list = ordered_json::array();
    for (const TypeId& type : GetScenarios())
    {
        list.push_back(Introduce(type));
    }
    return list.dump();
}

std::string
ScenarioRunner::DescribeJson(const std::string& name)
{
    const TypeId type = name.rfind("ns3::", 0) == 0 ? FindType(name, TypeId()) : FindScenario(name);
    ordered_json description = Introduce(type);
    description["kinds"] = GetKinds(type);
    description["attributes"] = ordered_json::array();
    for (const auto& attribute : GetSettableAttributes(type))
    {
        const TypeId base = GetObjectBase(attribute.checker);
        description["attributes"].push_back(
            {{"name", attribute.name},
             {"type", GetAttributeKind(attribute.checker)},
             {"default", WriteAttribute(*attribute.initialValue, attribute.checker)},
             {"allowed", DescribeAllowed(attribute.checker)},
             {"kinds", base == TypeId() ? std::vector<std::string>() : GetKinds(base)},
             {"help", attribute.help}});
    }
    description["traces"] = ordered_json::array();
    for (TypeId owner = type; owner != Object::GetTypeId(); owner = owner.GetParent())
    {
        for (std::size_t i = 0; i < owner.GetTraceSourceN(); ++i)
        {
            const auto trace = owner.GetTraceSource(i);
            description["traces"].push_back(
                {{"name", trace.name}, {"signature", trace.callback}, {"help", trace.help}});
        }
    }
    return description.dump();
}

RunArchive
ScenarioRunner::Execute(const RunSpec& spec, const std::string& path, const RunOptions& options)
{
    const ObjectFactory scheduler = ReadScheduler(options.scheduler);
    std::optional<ProgressReporter> progress;
    if (options.progress >= 0)
    {
        progress.emplace(options.progress);
    }
    Simulator::Destroy();
    const PreparedRun run = Prepare(spec);
    RunArchive archive(path);
    archive.Begin(run.identity);

    const auto wall = std::chrono::steady_clock::now();
    const double cpu = GetCpuSeconds();
    Simulator::SetScheduler(scheduler);
    if (progress)
    {
        progress->Start(run.scenario->GetDuration());
    }
    run.scenario->Run(archive);
    run.CheckInputs();

    RunCost cost;
    cost.wallSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    cost.cpuSeconds = GetCpuSeconds() - cpu;
    cost.events = run.scenario->GetEventCount();
    if (progress)
    {
        progress->Finish(cost.events);
        cost.events -= progress->GetOwnEvents();
    }
    cost.peakRssKiB = GetPeakRssKiB();
    cost.driver = options.driver;
    archive.Commit(cost);
    return archive;
}

std::string
ScenarioRunner::FormatResults(const std::string& document)
{
    const ordered_json run = ordered_json::parse(document);
    std::string text;
    for (const auto& [name, table] : run["tables"].items())
    {
        text += name + ":";
        if (table["rows"].size() > MOST_ROWS)
        {
            text += " " + std::to_string(table["rows"].size()) + " rows, which --json prints\n\n";
            continue;
        }
        std::vector<Cells> rows(1);
        for (std::size_t i = 0; i < table["columns"].size(); ++i)
        {
            const auto unit = table["units"][i].get<std::string>();
            rows[0].push_back(table["columns"][i].get<std::string>() +
                              (unit.empty() || unit == "1" ? "" : " (" + unit + ")"));
        }
        for (const auto& row : table["rows"])
        {
            auto& cells = rows.emplace_back();
            for (const auto& cell : row)
            {
                cells.push_back(FormatCell(cell));
            }
        }
        text += "\n" + Align(rows, 1) + "\n";
    }
    std::vector<Cells> scalars;
    for (const auto& [name, metric] : run["metrics"].items())
    {
        const auto unit = metric["unit"].get<std::string>();
        scalars.push_back({name, FormatCell(metric["value"]), unit == "1" ? "" : unit});
    }
    return text + Align(scalars, 0);
}

} // namespace ns3::burst
