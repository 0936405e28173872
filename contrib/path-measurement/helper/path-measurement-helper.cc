/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-helper.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/path-measurement-agent.h"
#include "ns3/path-measurement-application.h"

#include <stdexcept>

namespace ns3
{

MeasurementHelper::MeasurementHelper(const std::string& probe, Ipv4Address remote)
    : m_probe(probe, MeasurementProbe::GetTypeId()),
      m_remote(remote),
      m_applications(MeasurementApplication::GetTypeId())
{
}

void
MeasurementHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    if (name == "Probe")
    {
        throw std::invalid_argument("Probe is set by the constructor of MeasurementHelper; allowed "
                                    "are other attributes of MeasurementApplication");
    }
    m_applications.Set(name, value);
}

ApplicationContainer
MeasurementHelper::Install(const NodeContainer& nodes) const
{
    ApplicationContainer applications;
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        const auto application = m_applications.Create<MeasurementApplication>();
        application->SetAttribute("Probe", burst::ObjectTextValue(m_probe));
        application->GetProbe()->SetAttribute("Remote", Ipv4AddressValue(m_remote));
        nodes.Get(i)->AddApplication(application);
        applications.Add(application);
    }
    return applications;
}

ApplicationContainer
MeasurementHelper::InstallAgents(const NodeContainer& nodes)
{
    ApplicationContainer agents;
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        const auto agent = CreateObject<MeasurementAgent>();
        nodes.Get(i)->AddApplication(agent);
        agents.Add(agent);
    }
    return agents;
}

int64_t
MeasurementHelper::AssignStreams(const ApplicationContainer& applications, int64_t stream)
{
    int64_t used = 0;
    for (uint32_t i = 0; i < applications.GetN(); ++i)
    {
        const auto application = DynamicCast<MeasurementApplication>(applications.Get(i));
        if (!application)
        {
            throw std::invalid_argument("application " + std::to_string(i) + " is a " +
                                        applications.Get(i)->GetInstanceTypeId().GetName() +
                                        "; allowed are MeasurementApplications");
        }
        used += application->AssignStreams(stream + used);
    }
    return used;
}

} // namespace ns3
