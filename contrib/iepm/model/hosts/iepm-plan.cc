/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-plan.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-copy-probe.h"
#include "ns3/path-measurement-remote-probe.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace ns3::iepm
{

MeasurementPlan::MeasurementPlan(const HostDatabase& database)
    : m_database(database)
{
    for (const auto& host : m_database.GetHosts())
    {
        for (const auto& tool : m_database.GetTools())
        {
            AddTask(host, tool);
        }
    }
}

const std::vector<MeasurementTask>&
MeasurementPlan::GetTasks() const
{
    return m_tasks;
}

Ptr<MeasurementProbe>
MeasurementPlan::GetProbe(uint32_t task) const
{
    return m_probes.at(task);
}

uint32_t
MeasurementPlan::Find(const std::string& host, const std::string& tool) const
{
    m_database.GetHost(host);
    m_database.GetTool(tool);
    const auto found = std::find_if(m_tasks.begin(), m_tasks.end(), [&](const auto& task) {
        return task.host == host && task.tool == tool;
    });
    return found - m_tasks.begin();
}

ScheduleCalculator
MeasurementPlan::MakeCalculator(const SchedulePolicy& policy) const
{
    std::map<std::string, double> rates;
    for (const auto& link : m_database.GetLinks())
    {
        rates[link.name] = static_cast<double>(link.rate);
    }
    return ScheduleCalculator(policy, m_tasks, rates);
}

const std::vector<std::string>&
MeasurementPlan::GetRefusals() const
{
    return m_refusals;
}

std::vector<std::string>
MeasurementPlan::Check(const SchedulePolicy& policy) const
{
    auto wrong = m_database.Check();
    wrong.insert(wrong.end(), m_refusals.begin(), m_refusals.end());
    if (m_refusals.empty())
    {
        const auto schedule = MakeCalculator(policy).Check();
        wrong.insert(wrong.end(), schedule.begin(), schedule.end());
    }
    return wrong;
}

void
MeasurementPlan::AddTask(const MeasurementHost& host, const MeasurementTool& tool)
{
    MeasurementTask task;
    task.host = host.name;
    task.tool = tool.name;
    task.divisor = tool.divisor;
    task.onEvent = tool.onEvent;
    task.groups = {host.name};
    task.disabled = HostDatabase::GetDisabled(host, tool);
    for (const auto& link : m_database.GetLinks())
    {
        if (std::count(host.route.begin(), host.route.end(), link.name))
        {
            task.route.push_back(link.name);
            if (link.exclusive && link.name != host.name)
            {
                task.groups.push_back(link.name);
            }
        }
    }
    Ptr<MeasurementProbe> probe;
    if (task.disabled.empty())
    {
        try
        {
            probe = MakeProbe(host, tool);
            TimeValue timeout;
            probe->GetAttribute("Timeout", timeout);
            const auto copy = DynamicCast<CopyProbe>(probe);
            const bool disk = copy && copy->UsesDisk() && host.disk;
            const auto rate =
                static_cast<double>(disk ? std::min(host.rate, host.disk) : host.rate);
            const bool known = host.rate && host.roundTrip.IsStrictlyPositive();
            task.timeout = timeout.Get();
            task.duration = known ? probe->GetExpectedDuration(rate, host.roundTrip) : task.timeout;
            if (const auto remote = DynamicCast<RemoteProbe>(probe); remote && known)
            {
                task.duration += remote->GetExpectedLogin();
            }
            task.bytes = known ? std::llround(probe->GetExpectedBytes(rate)) : 0;
            task.heavy = probe->IsHeavy();
        }
        catch (const std::invalid_argument& error)
        {
            const auto* own = HostDatabase::FindTool(host, tool.name);
            const auto& where = own ? own->where : tool.where;
            m_refusals.push_back((where.empty() ? "" : where + ": ") + tool.name + " to " +
                                 host.name + " cannot be made: " + error.what());
        }
    }
    m_tasks.push_back(task);
    m_probes.push_back(probe);
}

Ptr<MeasurementProbe>
MeasurementPlan::MakeProbe(const MeasurementHost& host, const MeasurementTool& tool)
{
    const auto probe = burst::CreateFromText<MeasurementProbe>(tool.probe);
    if (const auto* own = HostDatabase::FindTool(host, tool.name))
    {
        for (const auto& [name, value] : own->options)
        {
            burst::SetAttributeOrThrow(probe, name, value);
        }
    }
    if (!host.address.empty())
    {
        burst::SetAttributeOrThrow(probe, "Remote", host.address);
    }
    return probe;
}

} // namespace ns3::iepm
