/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-flow-transport.h"

#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricFlowTransport");

NS_OBJECT_ENSURE_REGISTERED(PFabricFlowTransport);

TypeId
PFabricFlowTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PFabricFlowTransport")
            .SetParent<Object>()
            .SetGroupName("PFabric")
            .AddTraceSource("Received",
                            "A flow has come whole to its destination.",
                            MakeTraceSourceAccessor(&PFabricFlowTransport::m_receivedTrace),
                            "ns3::PFabricFlowTransport::FlowTracedCallback")
            .AddTraceSource("Acknowledged",
                            "The source of a flow knows that it has come whole.",
                            MakeTraceSourceAccessor(&PFabricFlowTransport::m_acknowledgedTrace),
                            "ns3::PFabricFlowTransport::FlowTracedCallback");
    return tid;
}

void
PFabricFlowTransport::Announce(const PFabricFlow& flow)
{
    NS_LOG_FUNCTION(this << flow.number);
    if (flow.from >= GetHosts() || flow.to >= GetHosts() || flow.from == flow.to)
    {
        throw std::invalid_argument("a flow is from host " + std::to_string(flow.from) + " to " +
                                    std::to_string(flow.to) + "; allowed are two of " +
                                    std::to_string(GetHosts()) + " hosts");
    }
    ++m_unfinished;
    DoAnnounce(flow);
}

uint64_t
PFabricFlowTransport::GetUnfinished() const
{
    return m_unfinished;
}

void
PFabricFlowTransport::TellReceived(const PFabricFlow& flow)
{
    --m_unfinished;
    m_receivedTrace(flow);
}

void
PFabricFlowTransport::TellAcknowledged(const PFabricFlow& flow)
{
    m_acknowledgedTrace(flow);
}

} // namespace ns3
