/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-runner.h"

#include "burst-core-attribute-text.h"
#include "burst-core-attributes.h"
#include "burst-core-object-text.h"
#include "burst-core-progress.h"

#include "ns3/object-factory.h"
#include "ns3/scheduler.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ns3
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
        description["attributes"].push_back(
            {{"name", attribute.name},
             {"type", GetAttributeKind(attribute.checker)},
             {"default", WriteAttribute(*attribute.initialValue, attribute.checker)},
             {"allowed", DescribeAllowed(attribute.checker)},
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
ScenarioRunner::FormatScalars(const std::string& document)
{
    std::vector<std::array<std::string, 3>> rows;
    std::array<std::size_t, 2> widths{};
    const ordered_json run = ordered_json::parse(document);
    for (const auto& [name, metric] : run["metrics"].items())
    {
        const auto& value = metric["value"];
        const auto& row = rows.emplace_back(std::array<std::string, 3>{
            name,
            value.is_null() ? "-" : value.dump(),
            metric["unit"].get<std::string>(),
        });
        widths = {std::max(widths[0], row[0].size()), std::max(widths[1], row[1].size())};
    }
    std::string text;
    for (const auto& [name, value, unit] : rows)
    {
        text += name + std::string(widths[0] - name.size() + 2, ' ');
        text += std::string(widths[1] - value.size(), ' ') + value;
        text += (unit == "1" ? "" : "  " + unit) + "\n";
    }
    return text;
}

} // namespace ns3
