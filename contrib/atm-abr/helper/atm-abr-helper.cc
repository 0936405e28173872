/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-helper.h"

#include "ns3/atm-abr-pcap-writer.h"
#include "ns3/fabric-device-nodes.h"
#include "ns3/fabric-trace-files.h"
#include "ns3/log.h"
#include "ns3/node.h"

#include <memory>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AtmHelper");

namespace
{

/** @param writer of the file @param time ps @param cell its octets */
void
WriteCell(std::shared_ptr<AtmPcapWriter> writer,
          uint32_t /* vc */,
          int64_t time,
          Ptr<const Packet> cell)
{
    auto payload = cell->Copy();
    AtmCellHeader header;
    payload->RemoveHeader(header);
    writer->WriteCell(time, header, payload);
}

/** @param device of the ends of a VC @return it @throw std::invalid_argument it is none */
Ptr<AtmEdgeDevice>
GetEdge(Ptr<NetDevice> device)
{
    const auto edge = DynamicCast<AtmEdgeDevice>(device);
    if (!edge || !edge->GetFabric())
    {
        throw std::invalid_argument("an end of a VC is no AtmEdgeDevice of a fabric; allowed is "
                                    "one that Install of AtmHelper has made");
    }
    return edge;
}

/** @param device of a fabric @return its name in the topology */
std::string
GetName(Ptr<AtmEdgeDevice> device)
{
    return device->GetFabric()->GetDeviceName(device->GetNumber());
}

} // namespace

AtmHelper::AtmHelper()
    : m_fabrics(AtmFabric::GetTypeId()),
      m_devices(AtmEdgeDevice::GetTypeId())
{
}

void
AtmHelper::SetFabricAttribute(const std::string& name, const AttributeValue& value)
{
    m_fabrics.Set(name, value);
}

void
AtmHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_devices.Set(name, value);
}

NetDeviceContainer
AtmHelper::Install(const fabric::Topology& topology)
{
    return Install(topology, NodeContainer());
}

NetDeviceContainer
AtmHelper::Install(const fabric::Topology& topology, const NodeContainer& given)
{
    NS_LOG_FUNCTION(this << given.GetN());
    auto fabric = m_fabrics.Create<AtmFabric>();
    fabric->Build(topology);
    const auto nodes = fabric::GetDeviceNodes(given, fabric->GetNDevices(), "AtmHelper", "devices");
    NetDeviceContainer devices;
    for (uint32_t number = 0; number < nodes.GetN(); ++number)
    {
        auto device = m_devices.Create<AtmEdgeDevice>();
        device->Attach(number, fabric);
        fabric::AddDevice(nodes.Get(number), device);
        devices.Add(device);
    }
    AddSwitches(fabric);
    return devices;
}

void
AtmHelper::AddSwitches(Ptr<AtmFabric> fabric)
{
    m_switches = NodeContainer();
    for (const auto& one : fabric->GetNetwork().GetTopology().GetNodes())
    {
        if (one.role != fabric::Topology::ROUTER)
        {
            continue;
        }
        auto node = CreateObject<Node>();
        for (const auto& [number, port] : one.channels)
        {
            auto device = CreateObject<AtmSwitchPort>();
            device->Attach(port, fabric);
            node->AddDevice(device);
        }
        m_switches.Add(node);
    }
}

NodeContainer
AtmHelper::GetSwitches() const
{
    return m_switches;
}

Ptr<AtmFabric>
AtmHelper::GetFabric(const NetDeviceContainer& devices)
{
    return DynamicCast<AtmFabric>(devices.Get(0)->GetChannel());
}

uint32_t
AtmHelper::AddVc(Ptr<NetDevice> source,
                 Ptr<NetDevice> destination,
                 Ptr<ArrivalProcess> process,
                 const Time& start)
{
    const auto fabric = GetEdge(source)->GetFabric();
    return fabric->AddVc(GetName(GetEdge(source)), GetName(GetEdge(destination)), process, start);
}

uint32_t
AtmHelper::AddFrameVcs(Ptr<NetDevice> one, Ptr<NetDevice> other)
{
    const auto fabric = GetEdge(one)->GetFabric();
    return fabric->AddFrameVcs(GetName(GetEdge(one)), GetName(GetEdge(other)));
}

int64_t
AtmHelper::AssignStreams(const NetDeviceContainer& devices, int64_t stream)
{
    return GetFabric(devices)->AssignStreams(stream);
}

void
AtmHelper::EnablePcapInternal(std::string prefix,
                              Ptr<NetDevice> device,
                              bool /* promiscuous */,
                              bool explicitFilename)
{
    if (const auto edge = DynamicCast<AtmEdgeDevice>(device))
    {
        edge->CheckTellsCells(); // before a file of that name is opened
        const auto name =
            explicitFilename ? prefix : PcapHelper().GetFilenameFromDevice(prefix, device);
        edge->TraceConnectWithoutContext(
            "Cell",
            MakeBoundCallback(&WriteCell, std::make_shared<AtmPcapWriter>(name)));
    }
}

void
AtmHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                               std::string prefix,
                               Ptr<NetDevice> device,
                               bool explicitFilename)
{
    if (const auto edge = DynamicCast<AtmEdgeDevice>(device))
    {
        fabric::EnableAscii(stream, prefix, edge, explicitFilename);
    }
}

} // namespace ns3
