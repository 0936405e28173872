/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-helper.h"

#include "ns3/burst-traffic-application.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ArrivalHelper");

ArrivalHelper::ArrivalHelper(const std::string& protocol, const Address& remote)
    : m_factory("ns3::ParetoOnOffApplication"),
      m_settings(ArrivalApplication::GetTypeId())
{
    m_settings.Set("Protocol", StringValue(protocol));
    m_settings.Set("Remote", AddressValue(remote));
}

void
ArrivalHelper::SetProcess(const std::string& process)
{
    SetProcess(burst::ObjectText(process, ArrivalProcess::GetTypeId()));
}

void
ArrivalHelper::SetProcess(const burst::ObjectText& process)
{
    m_factory.SetTypeId("ns3::ArrivalApplication");
    m_process = process;
}

void
ArrivalHelper::SetSize(const std::string& size)
{
    m_size = burst::ObjectText(size, RandomVariableStream::GetTypeId());
    m_size.CreateObject(); // a file that cannot be read is found now
}

void
ArrivalHelper::SetDestinations(const std::string& destinations, const std::vector<Address>& remotes)
{
    m_destinations = burst::ObjectText(destinations, DestinationPattern::GetTypeId());
    m_destinations.Create<DestinationPattern>()->SetDevices(remotes.size());
    m_remotes = remotes;
}

void
ArrivalHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    if (name == "Process" || name == "Size" || name == "Destinations")
    {
        throw std::invalid_argument(name + " is set with ArrivalHelper::Set" + name +
                                    ", which gives each installation its own");
    }
    m_settings.Set(name, value);
}

ApplicationContainer
ArrivalHelper::Install(const NodeContainer& nodes) const
{
    NS_LOG_FUNCTION(this << nodes.GetN());
    Ptr<DestinationPattern> destinations;
    if (m_destinations)
    {
        if (nodes.GetN() != m_remotes.size())
        {
            throw std::invalid_argument(
                "Install of ArrivalHelper has " + std::to_string(nodes.GetN()) +
                " nodes; allowed are as many as the " + std::to_string(m_remotes.size()) +
                " addresses of SetDestinations");
        }
        destinations = m_destinations.Create<DestinationPattern>();
        destinations->SetDevices(nodes.GetN());
    }
    ApplicationContainer applications;
    for (uint32_t device = 0; device < nodes.GetN(); ++device)
    {
        auto application = m_factory.Create<ArrivalApplication>();
        m_settings.Apply(*application);
        if (m_process)
        {
            application->SetProcess(m_process.Create<ArrivalProcess>());
        }
        if (m_size)
        {
            application->SetAttribute("Size", PointerValue(m_size.CreateObject()));
        }
        if (destinations)
        {
            application->SetAttribute("Destinations", PointerValue(destinations));
            application->SetRemotes(device, m_remotes);
        }
        nodes.Get(device)->AddApplication(application);
        applications.Add(application);
    }
    return applications;
}

int64_t
ArrivalHelper::AssignStreams(const NodeContainer& nodes, int64_t stream)
{
    NS_LOG_FUNCTION(stream);
    std::vector<Ptr<ArrivalApplication>> applications;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        for (uint32_t i = 0; i < (*node)->GetNApplications(); ++i)
        {
            if (auto application = DynamicCast<ArrivalApplication>((*node)->GetApplication(i)))
            {
                applications.push_back(application);
            }
        }
    }
    const int64_t first = stream;
    for (const auto& application : applications)
    {
        if (const auto process = application->GetProcess())
        {
            stream += process->AssignStreams(stream);
        }
    }
    for (const auto& application : applications)
    {
        if (const auto size = application->GetSize())
        {
            size->SetStream(stream++);
        }
    }
    std::vector<Ptr<DestinationPattern>> patterns;
    for (const auto& application : applications)
    {
        const auto pattern = application->GetDestinations();
        if (pattern && std::find(patterns.begin(), patterns.end(), pattern) == patterns.end())
        {
            stream += pattern->AssignStreams(stream);
            patterns.push_back(pattern);
        }
    }
    return stream - first;
}

} // namespace ns3
