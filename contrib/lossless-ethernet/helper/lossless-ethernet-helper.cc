/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-helper.h"

#include "ns3/fabric-device-nodes.h"
#include "ns3/fabric-trace-files.h"
#include "ns3/log.h"
#include "ns3/node.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LosslessEthernetHelper");

LosslessEthernetHelper::LosslessEthernetHelper()
    : m_fabrics(LosslessEthernetFabric::GetTypeId()),
      m_devices(LosslessEthernetNetDevice::GetTypeId())
{
}

void
LosslessEthernetHelper::SetFabricAttribute(const std::string& name, const AttributeValue& value)
{
    m_fabrics.Set(name, value);
}

void
LosslessEthernetHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_devices.Set(name, value);
}

NetDeviceContainer
LosslessEthernetHelper::Install(const fabric::Topology& topology)
{
    return Install(topology, NodeContainer());
}

NetDeviceContainer
LosslessEthernetHelper::Install(const fabric::Topology& topology, const NodeContainer& given)
{
    NS_LOG_FUNCTION(this << given.GetN());
    auto fabric = m_fabrics.Create<LosslessEthernetFabric>();
    fabric->Build(topology);
    const auto nodes =
        fabric::GetDeviceNodes(given, fabric->GetNDevices(), "LosslessEthernetHelper", "stations");
    NetDeviceContainer devices;
    for (uint32_t number = 0; number < nodes.GetN(); ++number)
    {
        auto device = m_devices.Create<LosslessEthernetNetDevice>();
        device->Attach(number, fabric);
        fabric::AddDevice(nodes.Get(number), device);
        devices.Add(device);
    }
    AddSwitches(fabric);
    return devices;
}

void
LosslessEthernetHelper::AddSwitches(Ptr<LosslessEthernetFabric> fabric)
{
    m_switches = NodeContainer();
    for (const auto& one : fabric->GetNetwork().GetSwitches())
    {
        auto node = CreateObject<Node>();
        for (const uint32_t port : one.ports)
        {
            auto device = CreateObject<LosslessEthernetSwitchPort>();
            device->Attach(port, fabric);
            node->AddDevice(device);
        }
        m_switches.Add(node);
    }
}

NodeContainer
LosslessEthernetHelper::GetSwitches() const
{
    return m_switches;
}

Ptr<LosslessEthernetFabric>
LosslessEthernetHelper::GetFabric(const NetDeviceContainer& devices)
{
    return DynamicCast<LosslessEthernetFabric>(devices.Get(0)->GetChannel());
}

int64_t
LosslessEthernetHelper::AssignStreams(const NetDeviceContainer& devices, int64_t stream)
{
    return GetFabric(devices)->AssignStreams(stream);
}

void
LosslessEthernetHelper::EnablePcapInternal(std::string prefix,
                                           Ptr<NetDevice> device,
                                           bool /* promiscuous */,
                                           bool explicitFilename)
{
    if (const auto port = DynamicCast<fabric::Device>(device);
        port && DynamicCast<LosslessEthernetFabric>(device->GetChannel()))
    {
        fabric::EnablePcap(prefix, port, explicitFilename, PcapHelper::DLT_EN10MB);
    }
}

void
LosslessEthernetHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                            std::string prefix,
                                            Ptr<NetDevice> device,
                                            bool explicitFilename)
{
    if (const auto port = DynamicCast<fabric::Device>(device);
        port && DynamicCast<LosslessEthernetFabric>(device->GetChannel()))
    {
        fabric::EnableAscii(stream, prefix, port, explicitFilename);
    }
}

} // namespace ns3
