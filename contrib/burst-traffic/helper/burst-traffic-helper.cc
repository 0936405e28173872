/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-helper.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-application.h"
#include "ns3/string.h"

#include <stdexcept>

namespace ns3
{

ArrivalHelper::ArrivalHelper(const std::string& protocol, const Address& remote)
{
    m_factory.SetTypeId("ns3::ParetoOnOffApplication");
    m_factory.Set("Protocol", StringValue(protocol));
    m_factory.Set("Remote", AddressValue(remote));
}

void
ArrivalHelper::SetProcess(const std::string& process)
{
    CreateFromText<ArrivalProcess>(process);
    m_factory.SetTypeId("ns3::ArrivalApplication");
    m_process = process;
}

void
ArrivalHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    if (name == "Process")
    {
        throw std::invalid_argument("Process is set with ArrivalHelper::SetProcess, which gives "
                                    "each application its own");
    }
    m_factory.Set(name, value);
}

ApplicationContainer
ArrivalHelper::Install(const NodeContainer& nodes) const
{
    ApplicationContainer applications;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        auto application = m_factory.Create<ArrivalApplication>();
        if (!m_process.empty())
        {
            application->SetProcess(CreateFromText<ArrivalProcess>(m_process));
        }
        (*node)->AddApplication(application);
        applications.Add(application);
    }
    return applications;
}

int64_t
ArrivalHelper::AssignStreams(const NodeContainer& nodes, int64_t stream)
{
    const int64_t first = stream;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        for (uint32_t i = 0; i < (*node)->GetNApplications(); ++i)
        {
            if (auto application = DynamicCast<ArrivalApplication>((*node)->GetApplication(i)))
            {
                stream += application->AssignStreams(stream);
            }
        }
    }
    return stream - first;
}

} // namespace ns3
