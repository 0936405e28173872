/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-scenario.h"

#include "ns3/abort.h"
#include "ns3/burst-core-check.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace ns3::scenario
{

NS_LOG_COMPONENT_DEFINE("ScenarioRunnerScenario");

NS_OBJECT_ENSURE_REGISTERED(Scenario);

TypeId
Scenario::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::scenario::Scenario").SetParent<Object>().SetGroupName("ScenarioRunner");
    return tid;
}

Scenario::~Scenario() = default;

void
Scenario::Run(archive::RunArchive& archive)
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(m_archive, "A scenario runs once");

    struct Cleanup
    {
        ~Cleanup()
        {
            scenario.m_recorder.reset(); // before the network is taken down under its traces
            Simulator::Destroy();
        }

        Scenario& scenario;
    } cleanup{*this};

    m_archive = &archive;
    m_recorder = std::make_unique<archive::TraceRecorder>(archive);
    DoBuild();
    NS_LOG_INFO("the network is built, and simulated for " << GetDuration().As(Time::S));
    Simulator::Stop(GetDuration());
    Simulator::Run();
    m_events = Simulator::GetEventCount();
    m_end = Simulator::Now();
    NS_LOG_INFO("the simulation ended after " << m_events << " events");
    DoReport();
    m_ledger.Check();
    m_recorder->Finish();
}

std::string
Scenario::GetHelp() const
{
    return "";
}

Time
Scenario::GetDuration() const
{
    return Time(0);
}

double
Scenario::GetProgress() const
{
    return GetDuration().IsZero() ? 1 : Simulator::Now().GetDouble() / GetDuration().GetDouble();
}

std::vector<std::string>
Scenario::GetInputFiles() const
{
    return {};
}

uint64_t
Scenario::GetEventCount() const
{
    return m_events;
}

Time
Scenario::GetEnd() const
{
    return m_end;
}

void
Scenario::DoReport()
{
}

TypeId
Scenario::AddStreamBase(TypeId type)
{
    return type.AddAttribute("StreamBase",
                             "First random stream.",
                             IntegerValue(0),
                             MakeIntegerAccessor(&Scenario::m_stream),
                             MakeIntegerChecker<int64_t>(0, INT64_MAX / 2));
}

int64_t
Scenario::GetStreamBase() const
{
    NS_ABORT_MSG_IF(m_stream < 0, GetInstanceTypeId().GetName() << " has no AddStreamBase");
    return m_stream;
}

void
Scenario::Report(const std::string& metric,
                 double value,
                 const std::string& unit,
                 const std::string& description,
                 const std::string& object)
{
    m_archive->DefineMetric(metric, unit, description);
    m_archive->AddScalar(metric, value, object);
}

archive::RunArchive&
Scenario::GetArchive()
{
    return *m_archive;
}

archive::TraceRecorder&
Scenario::GetRecorder()
{
    return *m_recorder;
}

fabric::ConservationLedger&
Scenario::GetLedger()
{
    return m_ledger;
}

std::string
GetScenarioName(TypeId type)
{
    std::string name = type.GetName();
    name = name.rfind("ns3::", 0) == 0 ? name.substr(5) : name;
    const std::string suffix = "Scenario";
    if (name.size() > suffix.size() &&
        name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
    {
        name.resize(name.size() - suffix.size());
    }

    const auto is = [&name](int (*kind)(int), std::size_t i) {
        return i < name.size() && kind(static_cast<unsigned char>(name[i]));
    };
    std::string kebab;
    for (std::size_t i = 0; i < name.size(); ++i)
    {
        // A word begins at a capital after a small letter or digit, or at the last one of several:
        // AtmABRCell.
        const bool begins = is(std::isupper, i) && i > 0 &&
                            (is(std::islower, i - 1) || is(std::isdigit, i - 1) ||
                             (is(std::isupper, i - 1) && is(std::islower, i + 1)));
        if (begins || name[i] == ':')
        {
            kebab += kebab.empty() || kebab.back() == '-' ? "" : "-";
        }
        if (name[i] != ':')
        {
            kebab += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
        }
    }
    return kebab;
}

const std::vector<TypeId>&
GetScenarios()
{
    static std::vector<TypeId> scenarios;
    static uint16_t registered = 0;
    if (registered != TypeId::GetRegisteredN()) // a plugin brought more
    {
        registered = TypeId::GetRegisteredN();
        scenarios.clear();
        for (uint16_t i = 0; i < registered; ++i)
        {
            const TypeId type = TypeId::GetRegistered(i);
            if (type.IsChildOf(Scenario::GetTypeId()) && type.HasConstructor())
            {
                scenarios.push_back(type);
            }
        }
        std::sort(scenarios.begin(), scenarios.end(), [](TypeId a, TypeId b) {
            return GetScenarioName(a) < GetScenarioName(b);
        });
    }
    return scenarios;
}

TypeId
FindScenario(const std::string& name)
{
    std::vector<std::string> known;
    for (const TypeId& type : GetScenarios())
    {
        known.push_back(GetScenarioName(type));
        if (name == known.back() || name == type.GetName())
        {
            return type;
        }
    }
    if (name.empty() && known.size() == 1)
    {
        return GetScenarios().front();
    }
    throw std::invalid_argument(
        (name.empty() ? "no scenario is named" : "there is no scenario '" + name + "'") + ", " +
        burst::NearestNames(name, known));
}

} // namespace ns3::scenario
