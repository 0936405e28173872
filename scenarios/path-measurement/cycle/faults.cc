/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "faults.h"

#include "ns3/faults-port-filter.h"
#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/icmpv4.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/udp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PathMeasurementCycleFaults");

CycleFaults::CycleFaults(const RandomFaults::Chances& chances, int64_t stream)
    : m_random(measurement::CounterRandom::Assigned(stream)),
      m_faults(chances, m_random)
{
}

void
CycleFaults::Begin(uint64_t number, Ptr<MeasurementAgent> agent, bool remote, Time duration)
{
    Fault fault{m_faults.Draw(number), agent, EventId(), {}};
    NS_LOG_LOGIC("test " << number << " meets fault " << fault.outcome);
    switch (fault.outcome)
    {
    case RandomFaults::NONE:
        return;
    case RandomFaults::CRASH: {
        const double share = measurement::CounterRandom::ToUniform(m_random.Draw(number, 1)[0]);
        fault.crash = Simulator::Schedule(Time::FromDouble(share * duration.GetSeconds(), Time::S),
                                          &MeasurementAgent::Crash,
                                          agent);
        break;
    }
    case RandomFaults::HANG:
        agent->Hang();
        break;
    case RandomFaults::BLOCKED: {
        UintegerValue port;
        agent->GetAttribute("FirstServerPort", port);
        faults::PortRule server;
        server.port = port.Get();
        faults::PortRule echo;
        echo.protocol = Icmpv4L4Protocol::PROT_NUMBER;
        echo.port = Icmpv4Header::ICMPV4_ECHO;
        faults::PortRule datagrams;
        datagrams.protocol = UdpL4Protocol::PROT_NUMBER;
        for (auto rule : remote ? std::vector{server} : std::vector{echo, datagrams})
        {
            rule.out = false;
            fault.rules.push_back(PortFilter::Of(agent->GetNode())->Block(rule));
        }
        break;
    }
    }
    m_going[number] = fault;
}

RandomFaults::Outcome
CycleFaults::End(uint64_t number)
{
    const auto found = m_going.find(number);
    if (found == m_going.end())
    {
        return RandomFaults::NONE;
    }
    auto fault = std::move(found->second);
    m_going.erase(found);
    fault.crash.Cancel();
    if (fault.outcome == RandomFaults::HANG)
    {
        fault.agent->Recover();
    }
    for (const uint32_t rule : fault.rules)
    {
        PortFilter::Of(fault.agent->GetNode())->Unblock(rule);
    }
    return fault.outcome;
}

} // namespace ns3
