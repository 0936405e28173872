/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-scenario.h"

#include "ns3/abort.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-nearest.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::burst
{

NS_OBJECT_ENSURE_REGISTERED(Scenario);

TypeId
Scenario::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::burst::Scenario").SetParent<Object>().SetGroupName("BurstCore");
    return tid;
}

Scenario::~Scenario() = default;

void
Scenario::Run(RunArchive& archive)
{
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
    m_recorder = std::make_unique<TraceRecorder>(archive);
    DoBuild();
    Simulator::Stop(GetDuration());
    Simulator::Run();
    m_events = Simulator::GetEventCount();
    DoReport();
    m_ledger.Check();
    m_recorder->Finish();
}

std::string
Scenario::GetHelp() const
{
    return "";
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

void
Scenario::DoReport()
{
}

RunArchive&
Scenario::GetArchive()
{
    return *m_archive;
}

TraceRecorder&
Scenario::GetRecorder()
{
    return *m_recorder;
}

fabric::ConservationLedger&
Scenario::GetLedger()
{
    return m_ledger;
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
            return KebabName(a) < KebabName(b);
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
        known.push_back(KebabName(type));
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
        NearestNames(name, known));
}

} // namespace ns3::burst
