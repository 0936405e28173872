/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-helper.h"

#include "ns3/fabric-link-timing.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pfabric-channel.h"
#include "ns3/pfabric-ipv4-routing.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/pfabric-lean-ip.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-socket-factory.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricHelper");

namespace
{

constexpr uint64_t MAX_RATE = 4'000'000'000'000; //!< of a link, bits per second

/** Gives nodes their PFabricIpv4Routing. */
class RoutingHelper : public Ipv4RoutingHelper
{
  public:
    RoutingHelper* Copy() const override
    {
        return new RoutingHelper(*this);
    }

    Ptr<Ipv4RoutingProtocol> Create(Ptr<Node> node) const override
    {
        auto routing = CreateObject<PFabricIpv4Routing>();
        routing->SetForwarding(node->GetObject<PFabricForwarding>());
        return routing;
    }
};

/** @param stack any @return its name */
std::string
GetName(PFabricHelper::Stack stack)
{
    return stack == PFabricHelper::LEAN       ? "LEAN"
           : stack == PFabricHelper::LEAN_TCP ? "LEAN_TCP"
           : stack == PFabricHelper::HOSTS    ? "HOSTS"
                                              : "ALL";
}

/**
 * Says why a node has no sockets of a transport, where ns-3 would only say that it has none.
 * @tparam Factory of such sockets
 */
template <typename Factory>
class AbsentSocketFactory : public Factory
{
  public:
    static TypeId GetTypeId() //!< @return the TypeId
    {
        static TypeId tid = TypeId(Factory::GetTypeId().GetName() + "::Absent")
                                .template SetParent<Factory>()
                                .SetGroupName("PFabric")
                                .HideFromDocumentation();
        return tid;
    }

    /** @param stack of the node */
    explicit AbsentSocketFactory(PFabricHelper::Stack stack)
        : m_stack(stack)
    {
    }

    Ptr<Socket> CreateSocket() override
    {
        throw std::invalid_argument(
            "a socket of " + Factory::GetTypeId().GetName() +
            " on a node without Ipv4L3Protocol: PFabricHelper::SetStack is " + GetName(m_stack) +
            "; allowed are LEAN_TCP and HOSTS, for hosts, and ALL, for all nodes, before Install");
    }

  private:
    const PFabricHelper::Stack m_stack; //!< of the node
};

} // namespace

PFabricHelper::PFabricHelper()
    : TraceFileHelper(PcapHelper::DLT_RAW),
      m_devices(PFabricNetDevice::GetTypeId()),
      m_forwardings(PFabricForwarding::GetTypeId()),
      m_transports(PFabricL4Protocol::GetTypeId())
{
}

void
PFabricHelper::SetStack(Stack stack)
{
    m_stack = stack;
}

void
PFabricHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_devices.Set(name, value);
}

void
PFabricHelper::SetForwardingAttribute(const std::string& name, const AttributeValue& value)
{
    m_forwardings.Set(name, value);
}

void
PFabricHelper::SetTransportAttribute(const std::string& name, const AttributeValue& value)
{
    m_transports.Set(name, value);
}

NodeContainer
PFabricHelper::Install(const fabric::Topology& topology)
{
    NS_LOG_FUNCTION(this);
    topology.AllowAttributes({"delay"}, {"rate", "delay"});
    m_routes = std::make_shared<const PFabricRoutes>(topology);
    std::vector<Ptr<PFabricForwarding>> forwardings;
    std::vector<Time> hostDelays;
    std::vector<fabric::LinkTiming> timings;
    for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
    {
        forwardings.push_back(m_forwardings.Create<PFabricForwarding>());
        forwardings.back()->SetRoutes(m_routes, node);
        const auto& read = topology.GetNodes()[node];
        hostDelays.push_back(
            fabric::ReadDelay(*read.attributes, "the delay of " + read.name, Time(0)));
    }
    for (uint32_t link = 0; link < topology.GetLinks().size(); ++link)
    {
        const fabric::LinkTiming usual{1'000'000'000, NanoSeconds(200)};
        timings.push_back(fabric::ReadLinkTiming(topology, 2 * link, usual, MAX_RATE));
    }

    NodeContainer hosts(m_routes->GetHosts().size());
    m_switches = NodeContainer(topology.GetNodes().size() - hosts.GetN());
    std::vector<Ptr<Node>> nodes;
    uint32_t host = 0;
    for (const auto& node : topology.GetNodes())
    {
        const bool isHost = node.role == fabric::Topology::DEVICE;
        nodes.push_back(isHost ? hosts.Get(host++) : m_switches.Get(nodes.size() - host));
    }
    std::vector<std::vector<Ptr<PFabricNetDevice>>> ports(nodes.size());
    m_channels.assign(topology.GetChannelCount(), nullptr);
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        for (const auto& [port, channel] : topology.GetNodes()[node].channels)
        {
            auto device = m_devices.Create<PFabricNetDevice>();
            device->SetAttribute("DataRate", DataRateValue(DataRate(timings[channel / 2].rate)));
            nodes[node]->AddDevice(device);
            ports[node].push_back(device);
            m_channels[channel] = device;
        }
    }
    for (uint32_t link = 0; link < timings.size(); ++link)
    {
        const auto [from, to] = topology.GetChannel(2 * link);
        const auto channel =
            PFabricChannel::Connect(m_channels[2 * link], m_channels[2 * link + 1]);
        channel->SetAttribute(
            "Delay",
            TimeValue(timings[link].delay + hostDelays[from.node] + hostDelays[to.node]));
    }
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        AddStack(nodes[node], ports[node], forwardings[node]);
    }
    return hosts;
}

void
PFabricHelper::AddStack(Ptr<Node> node,
                        const std::vector<Ptr<PFabricNetDevice>>& ports,
                        Ptr<PFabricForwarding> forwarding)
{
    node->AggregateObject(forwarding);
    const uint32_t host = forwarding->GetOwnHost();
    const bool isHost = host != PFabricForwarding::NOWHERE;
    const bool leanTcp = m_stack == LEAN_TCP && isHost;
    if (m_stack == ALL || (m_stack == HOSTS && isHost) || leanTcp)
    {
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(false);
        stack.SetRoutingHelper(RoutingHelper());
        stack.Install(node);
        const auto ipv4 = node->GetObject<Ipv4>();
        for (const auto& port : ports)
        {
            const uint32_t interface = ipv4->AddInterface(port);
            if (isHost)
            {
                ipv4->AddAddress(interface,
                                 Ipv4InterfaceAddress(PFabricForwarding::GetAddress(host),
                                                      Ipv4Mask("255.0.0.0")));
            }
            ipv4->SetUp(interface);
        }
    }
    if (leanTcp || !node->GetObject<Ipv4>())
    {
        auto lean = CreateObject<PFabricLeanIp>();
        lean->SetForwarding(forwarding);
        for (const auto& port : ports)
        {
            lean->AddPort(port);
        }
        node->AggregateObject(lean);
        if (!node->GetObject<Ipv4>())
        {
            node->AggregateObject(CreateObject<AbsentSocketFactory<TcpSocketFactory>>(m_stack));
            node->AggregateObject(CreateObject<AbsentSocketFactory<UdpSocketFactory>>(m_stack));
        }
        if (leanTcp)
        {
            lean->SetTcp(node->GetObject<TcpL4Protocol>(), node->GetObject<Ipv4L3Protocol>());
        }
    }
    if (isHost)
    {
        node->AggregateObject(m_transports.Create<PFabricL4Protocol>());
    }
}

NodeContainer
PFabricHelper::GetSwitches() const
{
    return m_switches;
}

const std::vector<Ptr<PFabricNetDevice>>&
PFabricHelper::GetDevices() const
{
    return m_channels;
}

std::shared_ptr<const PFabricRoutes>
PFabricHelper::GetRoutes() const
{
    return m_routes;
}

int64_t
PFabricHelper::AssignStreams(const NodeContainer& nodes, int64_t stream)
{
    const int64_t first = stream;
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        stream += nodes.Get(i)->GetObject<PFabricForwarding>()->AssignStreams(stream);
    }
    return stream - first;
}

bool
PFabricHelper::HasTraceFiles(Ptr<NetDevice> device) const
{
    return DynamicCast<PFabricNetDevice>(device) != nullptr;
}

} // namespace ns3
