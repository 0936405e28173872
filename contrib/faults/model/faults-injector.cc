/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "faults-injector.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <tuple>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FaultInjector");

NS_OBJECT_ENSURE_REGISTERED(FaultInjector);

namespace
{

/** @param targets of one sort
 * @param sort in words
 * @param name of one that is added
 * @param target it */
template <typename T>
void
Add(std::map<std::string, T>& targets, const char* sort, const std::string& name, const T& target)
{
    if (name.empty() || !targets.emplace(name, target).second)
    {
        throw std::invalid_argument("the name of a " + std::string(sort) + " is '" + name +
                                    "'; allowed are those that no other has");
    }
}

/** @param targets of one sort
 * @param sort in words
 * @param name of one
 * @return that one */
template <typename T>
const T&
Find(const std::map<std::string, T>& targets, const char* sort, const std::string& name)
{
    const auto found = targets.find(name);
    if (found == targets.end())
    {
        std::vector<std::string> names;
        for (const auto& [known, target] : targets)
        {
            names.push_back(known);
        }
        throw std::invalid_argument("the plan of faults has the " + std::string(sort) + " '" +
                                    name + "'; " + burst::NearestNames(name, names));
    }
    return found->second;
}

/** @param fault any @return its rate in bit/s or share, delay in s, or probability of loss; empty:
 * its kind has none */
std::string
WriteValue(const faults::Fault& fault)
{
    switch (fault.kind)
    {
    case faults::Fault::RATE:
    case faults::Fault::LOSS:
        return burst::WriteDouble(fault.value);
    case faults::Fault::DELAY:
        return burst::WriteDouble(fault.delay.GetSeconds());
    default:
        return "";
    }
}

} // namespace

TypeId
FaultInjector::GetTypeId()
{
    const auto untilStart = burst::MakeAccessorsUntil(&FaultInjector::HasStarted, "Start");
    static TypeId tid = burst::AddStatistics<FaultInjector>(
        TypeId("ns3::FaultInjector")
            .SetParent<Object>()
            .SetGroupName("Faults")
            .AddConstructor<FaultInjector>()
            .AddAttribute("Plan",
                          "Faults as in a file, with ; between two lines; they come before those "
                          "of PlanFile.",
                          StringValue(),
                          untilStart(MakeStringAccessor(&FaultInjector::m_text)),
                          MakeStringChecker())
            .AddAttribute("PlanFile",
                          "Path of a file with a fault in each line, see FaultPlan; empty: none.",
                          StringValue(),
                          untilStart(MakeStringAccessor(&FaultInjector::m_file)),
                          burst::MakeFileChecker())
            .AddTraceSource("Begin",
                            "A fault begins.",
                            burst::MakeTraceSourceAccessor(&FaultInjector::m_beginTrace),
                            "ns3::FaultInjector::FaultTracedCallback")
            .AddTraceSource("End",
                            "A fault ends.",
                            burst::MakeTraceSourceAccessor(&FaultInjector::m_endTrace),
                            "ns3::FaultInjector::FaultTracedCallback"),
        {{"fault.begun", "1", "faults that have begun", &FaultInjector::GetBegun},
         {"fault.truth", "", "the faults of the plan", &FaultInjector::GetTruth}});
    return tid;
}

void
FaultInjector::AddLink(const std::string& name, Ptr<NetDevice> device)
{
    Add(m_links, "link", name, device);
}

void
FaultInjector::AddHost(const std::string& name, Ptr<Node> node)
{
    Add(m_hosts, "host", name, node);
}

void
FaultInjector::AddRoute(const std::string& name, const faults::FaultRoute& route)
{
    m_routes[name].push_back(route);
}

void
FaultInjector::AddServer(const std::string& name, Ptr<Object> server)
{
    Add(m_servers, "server", name, server);
}

bool
FaultInjector::HasStarted() const
{
    return m_started;
}

void
FaultInjector::Start()
{
    NS_LOG_FUNCTION(this);
    if (m_started)
    {
        throw std::invalid_argument("a FaultInjector is started again; allowed is one start");
    }
    m_started = true;
    try
    {
        Schedule();
    }
    catch (const std::invalid_argument&)
    {
        m_started = false; // the plan can be mended
        m_plan = faults::FaultPlan();
        m_found.clear();
        m_groups.clear();
        m_groupOf.clear();
        throw;
    }
}

void
FaultInjector::Schedule()
{
    std::string text = m_text;
    std::replace(text.begin(), text.end(), ';', '\n');
    std::istringstream lines(text);
    m_plan = faults::FaultPlan(lines, "attribute Plan of FaultInjector");
    if (!m_file.empty())
    {
        m_plan.Append(faults::FaultPlan::ReadFile(m_file));
    }
    // What ends at a moment does so before what begins at the moment.
    std::vector<std::tuple<Time, bool, uint32_t>> moments;
    for (const auto& fault : m_plan.GetFaults())
    {
        if (fault.begin < Simulator::Now())
        {
            throw std::invalid_argument(
                "a fault of " + fault.target + " begins at " + burst::WriteTime(fault.begin) +
                "; allowed are times from the start on, " + burst::WriteTime(Simulator::Now()));
        }
        m_groupOf.push_back(FindGroup(fault));
        moments.emplace_back(fault.begin, true, fault.number);
        if (fault.end)
        {
            moments.emplace_back(*fault.end, false, fault.number);
        }
    }
    std::sort(moments.begin(), moments.end());
    for (const auto& [time, begins, number] : moments)
    {
        const faults::Fault& fault = m_plan.GetFaults()[number];
        Simulator::Schedule(time - Simulator::Now(),
                            [self = Ptr<FaultInjector>(this), begins, &fault]() {
                                begins ? self->Begin(fault) : self->End(fault);
                            });
    }
}

std::size_t
FaultInjector::FindGroup(const faults::Fault& fault)
{
    // Rules of filters are in force at the same time.
    const bool alone = fault.kind == faults::Fault::BLOCK;
    const int kind = fault.kind == faults::Fault::HANG ? faults::Fault::CRASH : fault.kind;
    const auto [found, isNew] = m_found.try_emplace(
        std::make_pair(kind,
                       alone ? std::to_string(fault.number) + " " + fault.target : fault.target),
        m_groups.size());
    if (isNew)
    {
        m_groups.push_back({MakeEffect(fault), {}});
    }
    return found->second;
}

faults::FaultEffect
FaultInjector::MakeEffect(const faults::Fault& fault) const
{
    const std::string& name = fault.target;
    switch (fault.kind)
    {
    case faults::Fault::LINK_DOWN:
        return faults::MakeLinkDownEffect(Find(m_links, "link", name));
    case faults::Fault::RATE:
        return faults::MakeRateEffect(Find(m_links, "link", name));
    case faults::Fault::DELAY:
        return faults::MakeDelayEffect(Find(m_links, "link", name));
    case faults::Fault::LOSS: {
        const auto& device = Find(m_links, "link", name);
        const auto place = std::distance(m_links.begin(), m_links.find(name));
        return faults::MakeLossEffect(device, m_stream < 0 ? m_stream : m_stream + place);
    }
    case faults::Fault::ROUTE:
        return faults::MakeRouteEffect(Find(m_routes, "route", name));
    case faults::Fault::HOST_DOWN:
        return faults::MakeHostDownEffect(Find(m_hosts, "host", name));
    case faults::Fault::BLOCK:
        return faults::MakeBlockEffect(Find(m_hosts, "host", name));
    case faults::Fault::CRASH:
    case faults::Fault::HANG:
        return faults::MakeServerEffect(Find(m_servers, "server", name));
    }
    NS_ABORT_MSG("a kind of fault without an effect");
}

void
FaultInjector::Begin(const faults::Fault& fault)
{
    NS_LOG_FUNCTION(this << fault.number);
    Group& group = m_groups[m_groupOf[fault.number]];
    group.active.push_back(&fault);
    group.effect(&fault);
    ++m_begun;
    m_beginTrace(fault);
}

void
FaultInjector::End(const faults::Fault& fault)
{
    NS_LOG_FUNCTION(this << fault.number);
    Group& group = m_groups[m_groupOf[fault.number]];
    group.active.erase(std::find(group.active.begin(), group.active.end(), &fault));
    group.effect(group.active.empty() ? nullptr : group.active.back());
    m_endTrace(fault);
}

const std::vector<faults::Fault>&
FaultInjector::GetFaults() const
{
    return m_plan.GetFaults();
}

uint32_t
FaultInjector::GetBegun() const
{
    return m_begun;
}

std::vector<std::string>
FaultInjector::GetInputFiles() const
{
    return m_file.empty() ? std::vector<std::string>{} : std::vector{m_file};
}

burst::Statistic::Table
FaultInjector::GetTruth() const
{
    burst::Statistic::Table table;
    table.columns = {{"kind", ""},
                     {"target", ""},
                     {"begin", "s"},
                     {"end", "s"},
                     {"value", ""},
                     {"relative", ""}};
    for (const auto& fault : m_plan.GetFaults())
    {
        table.rows.push_back(std::vector<std::string>{
            faults::Fault::GetWord(fault.kind),
            fault.target,
            burst::WriteDouble(fault.begin.GetSeconds()),
            fault.end ? burst::WriteDouble(fault.end->GetSeconds()) : std::string(),
            WriteValue(fault),
            fault.relative ? "1" : "0"});
    }
    return table;
}

int64_t
FaultInjector::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_stream = stream;
    return static_cast<int64_t>(m_links.size());
}

} // namespace ns3
