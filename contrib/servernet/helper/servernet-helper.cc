/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-helper.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/servernet-request-application.h"

#include <algorithm>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetHelper");

namespace
{

/** Link type of the bytes in a pcap file that are known to their user alone: LINKTYPE_USER0. */
constexpr auto USER0 = static_cast<PcapHelper::DataLinkType>(147);

} // namespace

ServerNetHelper::ServerNetHelper()
    : TraceFileHelper(USER0),
      m_fabrics(ServerNetFabric::GetTypeId()),
      m_routerSettings(ServerNetRouterSettings::GetTypeId())
{
}

void
ServerNetHelper::SetFabricAttribute(const std::string& name, const AttributeValue& value)
{
    m_fabrics.Set(name, value);
}

void
ServerNetHelper::SetRouterAttribute(const std::string& name, const AttributeValue& value)
{
    m_routerSettings.Set(name, value);
}

void
ServerNetHelper::SetDeviceAttribute(const std::string& name,
                                    const AttributeValue& value,
                                    const std::string& kind)
{
    m_deviceAttributes.push_back({burst::ObjectSettings(ServerNetNetDevice::GetTypeId()), kind});
    m_deviceAttributes.back().value.Set(name, value);
}

NetDeviceContainer
ServerNetHelper::Install(const fabric::Topology& x)
{
    return Install(NodeContainer(), x, nullptr);
}

NetDeviceContainer
ServerNetHelper::Install(const fabric::Topology& x, const fabric::Topology& y)
{
    return Install(NodeContainer(), x, &y);
}

NetDeviceContainer
ServerNetHelper::Install(const NodeContainer& nodes, const fabric::Topology& x)
{
    return Install(nodes, x, nullptr);
}

NetDeviceContainer
ServerNetHelper::Install(const NodeContainer& nodes,
                         const fabric::Topology& x,
                         const fabric::Topology& y)
{
    return Install(nodes, x, &y);
}

NetDeviceContainer
ServerNetHelper::Install(const NodeContainer& given,
                         const fabric::Topology& x,
                         const fabric::Topology* y)
{
    NS_LOG_FUNCTION(this << given.GetN());
    m_routers = NodeContainer();
    const auto fabricX = MakeFabric(x);
    const auto fabricY = y ? MakeFabric(*y) : nullptr;
    const auto nodes = fabric::GetDeviceNodes(given, fabricX->GetNDevices(), "ServerNetHelper");
    NetDeviceContainer devices;
    for (uint32_t number = 0; number < nodes.GetN(); ++number)
    {
        auto device = CreateObject<ServerNetNetDevice>();
        const uint32_t index = fabricX->GetNetwork().GetDevices()[number];
        for (const auto& [value, kind] : m_deviceAttributes)
        {
            if (kind.empty() || kind == x.GetNodes()[index].kind)
            {
                value.Apply(*device);
            }
        }
        device->Attach(number, fabricX, fabricY);
        fabric::AddDevice(nodes.Get(number), device);
        devices.Add(device);
    }
    AddRouters(fabricX);
    if (fabricY)
    {
        AddRouters(fabricY);
    }
    return devices;
}

Ptr<ServerNetFabric>
ServerNetHelper::MakeFabric(const fabric::Topology& topology)
{
    auto fabric = m_fabrics.Create<ServerNetFabric>();
    fabric->Build(topology);
    return fabric;
}

void
ServerNetHelper::AddRouters(Ptr<ServerNetFabric> fabric)
{
    const auto& nodes = fabric->GetNetwork().GetTopology().GetNodes();
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        if (nodes[node].role == fabric::Topology::ROUTER)
        {
            auto settings = m_routerSettings.Create<ServerNetRouterSettings>();
            auto routerNode = CreateObject<Node>();
            routerNode->AggregateObject(settings);
            m_routers.Add(routerNode);
            fabric->SetRouter(node, settings);
        }
    }
}

NodeContainer
ServerNetHelper::GetRouters() const
{
    return m_routers;
}

Ptr<ServerNetFabric>
ServerNetHelper::GetFabric(const NetDeviceContainer& devices, uint32_t path)
{
    return DynamicCast<ServerNetNetDevice>(devices.Get(0))->GetFabric(path);
}

int64_t
ServerNetHelper::AssignStreams(const NetDeviceContainer& devices, int64_t stream)
{
    NS_LOG_FUNCTION(devices.GetN() << stream);
    std::vector<Ptr<ServerNetRequestApplication>> applications;
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const auto node = devices.Get(i)->GetNode();
        for (uint32_t j = 0; j < node->GetNApplications(); ++j)
        {
            if (auto application =
                    DynamicCast<ServerNetRequestApplication>(node->GetApplication(j)))
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
        stream += application->AssignDrawStreams(stream);
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
    for (const uint32_t path : {0, 1})
    {
        if (const auto fabric = GetFabric(devices, path))
        {
            stream += fabric->AssignStreams(stream);
        }
    }
    return stream - first;
}

bool
ServerNetHelper::HasTraceFiles(Ptr<NetDevice> device) const
{
    return DynamicCast<ServerNetNetDevice>(device) != nullptr;
}

} // namespace ns3
