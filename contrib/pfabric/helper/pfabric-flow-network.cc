/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-flow-network.h"

#include "pfabric-helper.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-traffic-sizes.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pfabric-message-flows.h"
#include "ns3/pfabric-tcp-flows.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricFlowNetwork");

TypeId
PFabricFlowNetwork::AddTo(TypeId type, const std::string& topology)
{
    using Self = PFabricFlowNetwork;
    return type
        .AddAttribute("Topology",
                      "Path of a topology file, or a name with parameters: "
                      "tree[Pods|Tors|Hosts|HostMbps|CoreMbps|LinkNs|HostNs], "
                      "leaf-spine[Leaves|Spines|Hosts|HostMbps|CoreMbps|LinkNs|HostNs], "
                      "fat-tree[Ports|Mbps|LinkNs|HostNs], such as leaf-spine[Leaves=3|Hosts=4].",
                      StringValue(topology),
                      MakeStringAccessor(&Self::m_topology),
                      burst::MakeFileChecker(&GetPFabricTopologyFiles))
        .AddAttribute("Protocol",
                      "Transport of all flows: pFabric over ports with priorities, TCP over "
                      "drop-tail queues, or DCTCP over drop-tail queues that mark packets.",
                      EnumValue(PFABRIC),
                      burst::MakeEnumerationAccessor<Protocol>(&Self::m_protocol),
                      MakeEnumChecker(PFABRIC, "PFabric", TCP, "Tcp", DCTCP, "Dctcp"))
        .AddAttribute("Stack",
                      "Nodes with Ipv4L3Protocol: as few as possible, or all. The choice changes "
                      "the speed of the simulation and no result.",
                      EnumValue(LEAN),
                      burst::MakeEnumerationAccessor<Stack>(&Self::m_stack),
                      MakeEnumChecker(LEAN, "Lean", ALL, "All"))
        .AddAttribute("Load",
                      "Load of the flows, which start as a Poisson process: share of the capacity "
                      "of the links, headers included.",
                      DoubleValue(0.1),
                      MakeDoubleAccessor(&Self::m_load),
                      MakeDoubleChecker<double>())
        .AddAttribute("Overload",
                      "Allow a load above 1.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&Self::m_overload),
                      MakeBooleanChecker())
        .AddAttribute("Sizes",
                      "File with the distribution of flow sizes in bytes, see "
                      "ns3::EmpiricalSizeVariable.",
                      StringValue("contrib/pfabric/examples/flow-sizes/web-search.txt"),
                      MakeStringAccessor(&Self::m_sizes),
                      burst::MakeFileChecker())
        .AddAttribute(
            "WholePackets",
            "Round sizes up to whole packets of 1,460 bytes of data, as pFabric's scripts "
            "and YAPS do; else they are those of the file, up to a byte, and the last "
            "packet of a flow is shorter.",
            BooleanValue(false),
            MakeBooleanAccessor(&Self::m_whole),
            MakeBooleanChecker())
        .AddAttribute(
            "Queue",
            "Length of the queue of a port, packets or bytes. The default is for pFabric; "
            "with Tcp and Dctcp the authors' scripts have 225000B.",
            QueueSizeValue(QueueSize("36000B")),
            MakeQueueSizeAccessor(&Self::m_queue),
            MakeQueueSizeChecker())
        .AddAttribute("MarkingThreshold",
                      "Of DCTCP: a packet that finds this much in the queue is marked.",
                      QueueSizeValue(QueueSize("15p")),
                      MakeQueueSizeAccessor(&Self::m_marking),
                      MakeQueueSizeChecker())
        .AddAttribute("TimeOut",
                      "Of pFabric: constant retransmission time-out. 45 us is the authors' value; "
                      "three round trips are 260 us on the tree of 1 Gb/s.",
                      TimeValue(MicroSeconds(45)),
                      MakeTimeAccessor(&Self::m_timeOut),
                      MakeTimeChecker(NanoSeconds(2)))
        .AddAttribute("InitialWindow",
                      "Initial window of flows, packets.",
                      UintegerValue(12),
                      MakeUintegerAccessor(&Self::m_initialWindow),
                      MakeUintegerChecker<uint32_t>(1, 1000))
        .AddAttribute("MaxWindow",
                      "Of pFabric: largest window, packets; that of TCP is 149.",
                      UintegerValue(23),
                      MakeUintegerAccessor(&Self::m_maxWindow),
                      MakeUintegerChecker<uint32_t>(1, 10000))
        .AddAttribute("InitialThreshold",
                      "Of pFabric: window from which it grows by one packet in a round trip, "
                      "packets (slow-start threshold).",
                      DoubleValue(1e6),
                      MakeDoubleAccessor(&Self::m_threshold),
                      MakeDoubleChecker<double>(1, 1e9))
        .AddAttribute("SelectiveWindow",
                      "Of pFabric: packets acknowledged selectively leave the window, as in YAPS.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&Self::m_selective),
                      MakeBooleanChecker())
        .AddAttribute("ProbeAfter",
                      "Of pFabric: time-outs in a row before it sends single bytes; 0: never.",
                      UintegerValue(5),
                      MakeUintegerAccessor(&Self::m_probeAfter),
                      MakeUintegerChecker<uint32_t>(0, 1000))
        .AddAttribute("MinRto",
                      "Of TCP: shortest retransmission time-out.",
                      TimeValue(MicroSeconds(200)),
                      MakeTimeAccessor(&Self::m_minRto),
                      MakeTimeChecker(MicroSeconds(2)))
        .AddAttribute("Sack",
                      "Of TCP: selective acknowledgements.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&Self::m_sack),
                      MakeBooleanChecker());
}

void
PFabricFlowNetwork::CheckLoad(const std::string& hint) const
{
    if (!(m_load > 0 && (m_load <= 1 || m_overload)))
    {
        throw std::invalid_argument(
            "Load is " + burst::WriteDouble(m_load) + "; allowed are numbers above 0" +
            (m_overload ? "" : " to 1, with Overload also above") + (m_load == 0 ? hint : ""));
    }
}

int64_t
PFabricFlowNetwork::InstallNetwork(int64_t stream)
{
    const auto topology = PFabricTopology(m_topology);
    PFabricHelper helper;
    const bool tcp = m_protocol != PFABRIC;
    helper.SetStack(m_stack == ALL ? PFabricHelper::ALL
                    : tcp          ? PFabricHelper::LEAN_TCP
                                   : PFabricHelper::LEAN);
    helper.SetDeviceAttribute("MaxSize", QueueSizeValue(m_queue));
    helper.SetDeviceAttribute("DropByPriority", BooleanValue(!tcp));
    helper.SetDeviceAttribute("ServeByPriority", BooleanValue(!tcp));
    helper.SetForwardingAttribute("Spreading", StringValue(tcp ? "Flow" : "RoundRobin"));
    helper.SetTransportAttribute("TimeOut", TimeValue(m_timeOut));
    helper.SetTransportAttribute("InitialWindow", UintegerValue(m_initialWindow));
    helper.SetTransportAttribute("MaxWindow", UintegerValue(m_maxWindow));
    helper.SetTransportAttribute("InitialThreshold", DoubleValue(m_threshold));
    helper.SetTransportAttribute("SelectiveWindow", BooleanValue(m_selective));
    helper.SetTransportAttribute("ProbeAfter", UintegerValue(m_probeAfter));
    if (m_protocol == DCTCP)
    {
        helper.SetDeviceAttribute("MarkingThreshold", QueueSizeValue(m_marking));
    }
    m_hosts = helper.Install(topology);
    m_routes = helper.GetRoutes();
    m_switches = helper.GetSwitches();
    m_ports = helper.GetDevices();
    if (tcp)
    {
        PFabricTcpPreset preset(m_protocol == TCP ? "authors" : "dctcp");
        preset.SetSocketAttribute("InitialCwnd", UintegerValue(m_initialWindow));
        preset.SetSocketAttribute("MinRto", TimeValue(m_minRto));
        preset.SetSocketAttribute("Sack", BooleanValue(m_sack));
        auto flows = CreateObject<PFabricTcpFlows>();
        flows->SetPreset(preset);
        m_flows = flows;
    }
    else
    {
        m_flows = CreateObject<PFabricMessageFlows>();
    }
    m_flows->Install(m_hosts);
    return PFabricHelper::AssignStreams(GetNodes(), stream);
}

std::string
PFabricFlowNetwork::GetSizesText(uint32_t unit) const
{
    return "ns3::EmpiricalSizeVariable[File=" + m_sizes +
           "|Interpolate=true|Unit=" + std::to_string(unit) + "]";
}

Ptr<PFabricFlowGenerator>
PFabricFlowNetwork::CreateGenerator(int64_t stream) const
{
    auto generator = CreateObject<PFabricFlowGenerator>();
    burst::SetAttributeOrThrow(generator, "Sizes", GetSizesText(m_whole ? DATA : 1));
    generator->AssignStreams(stream);
    return generator;
}

double
PFabricFlowNetwork::GetFlowRate(double bits) const
{
    const auto mean = [this](uint32_t unit) {
        return burst::CreateFromText<EmpiricalSizeVariable>(GetSizesText(unit))->GetMean();
    };
    const double whole = mean(DATA);
    return m_whole ? bits / (whole * 8 * PACKET / DATA)
                   : bits / ((mean(1) + whole / DATA * (PACKET - DATA)) * 8);
}

PFabricFlowNetwork::Protocol
PFabricFlowNetwork::GetProtocol() const
{
    return m_protocol;
}

double
PFabricFlowNetwork::GetLoad() const
{
    return m_load;
}

const PFabricRoutes&
PFabricFlowNetwork::GetRoutes() const
{
    return *m_routes;
}

const NodeContainer&
PFabricFlowNetwork::GetHosts() const
{
    return m_hosts;
}

NodeContainer
PFabricFlowNetwork::GetNodes() const
{
    return {m_hosts, m_switches};
}

Ptr<PFabricFlowTransport>
PFabricFlowNetwork::GetFlowTransport() const
{
    return m_flows;
}

const std::vector<Ptr<PFabricNetDevice>>&
PFabricFlowNetwork::GetPorts() const
{
    return m_ports;
}

std::vector<double>
PFabricFlowNetwork::GetRates() const
{
    std::vector<double> rates;
    for (const auto& port : m_ports)
    {
        rates.push_back(static_cast<double>(port->GetDataRate().GetBitRate()));
    }
    return rates;
}

uint64_t
PFabricFlowNetwork::GetHops() const
{
    uint64_t hops = 0;
    for (const auto& port : m_ports)
    {
        hops += port->GetSent();
    }
    return hops;
}

uint64_t
PFabricFlowNetwork::GetDropped() const
{
    uint64_t dropped = 0;
    for (const auto& port : m_ports)
    {
        dropped += port->GetDropped();
    }
    return dropped;
}

} // namespace ns3
