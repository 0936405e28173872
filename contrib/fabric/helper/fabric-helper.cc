/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-helper.h"

#include "ns3/config.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/packet.h"
#include "ns3/queue-item.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3::fabric
{

NodeContainer
GetDeviceNodes(const NodeContainer& given, uint32_t count, const std::string& helper)
{
    NodeContainer nodes = given;
    if (nodes.GetN() == 0)
    {
        nodes.Create(count);
    }
    if (nodes.GetN() != count)
    {
        throw std::invalid_argument(
            "Install of " + helper + " has " + std::to_string(nodes.GetN()) +
            " nodes; allowed are as many as the topology has devices, " + std::to_string(count));
    }
    return nodes;
}

void
AddDevice(Ptr<Node> node, Ptr<EthernetDevice> device)
{
    node->AddDevice(device);
    const std::size_t queues = device->GetQueueCount();
    auto interface =
        CreateObjectWithAttributes<NetDeviceQueueInterface>("NTxQueues", UintegerValue(queues));
    for (std::size_t index = 0; index < queues; ++index)
    {
        interface->GetTxQueue(index)->ConnectQueueTraces(device->GetQueue(index));
    }
    if (queues > 1)
    {
        // Both are parts of one aggregate, and end together.
        interface->SetSelectQueueCallback([one = PeekPointer(device)](Ptr<QueueItem> item) {
            return one->ChooseQueue(item->GetPacket());
        });
    }
    device->AggregateObject(interface);
}

TraceFileHelper::TraceFileHelper(PcapHelper::DataLinkType type)
    : m_type(type)
{
}

void
TraceFileHelper::EnablePcapInternal(std::string prefix,
                                    Ptr<NetDevice> device,
                                    bool /* promiscuous */,
                                    bool explicitFilename)
{
    if (HasTraceFiles(device))
    {
        PcapHelper helper;
        const auto name = explicitFilename ? prefix : helper.GetFilenameFromDevice(prefix, device);
        const auto file = helper.CreateFile(name, std::ios::out, m_type);
        helper.HookDefaultSink<NetDevice>(device, "PromiscSniffer", file);
    }
}

void
TraceFileHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                     std::string prefix,
                                     Ptr<NetDevice> device,
                                     bool explicitFilename)
{
    if (!HasTraceFiles(device))
    {
        return;
    }
    Packet::EnablePrinting();
    AsciiTraceHelper helper;
    const bool drops = DynamicCast<EthernetDevice>(device) || !DynamicCast<Device>(device);
    if (!stream)
    {
        const auto file = helper.CreateFileStream(
            explicitFilename ? prefix : helper.GetFilenameFromDevice(prefix, device));
        helper.HookDefaultEnqueueSinkWithoutContext<NetDevice>(device, "PhyTxBegin", file);
        helper.HookDefaultReceiveSinkWithoutContext<NetDevice>(device, "PhyRxEnd", file);
        if (drops)
        {
            helper.HookDefaultDropSinkWithoutContext<NetDevice>(device, "MacTxDrop", file);
        }
        return;
    }
    const std::string path = "/NodeList/" + std::to_string(device->GetNode()->GetId()) +
                             "/DeviceList/" + std::to_string(device->GetIfIndex()) + "/$" +
                             device->GetInstanceTypeId().GetName() + "/";
    const auto connect = [&](const std::string& trace, const auto& sink) {
        Config::Connect(path + trace, MakeBoundCallback(sink, stream));
    };
    connect("PhyTxBegin", &AsciiTraceHelper::DefaultEnqueueSinkWithContext);
    connect("PhyRxEnd", &AsciiTraceHelper::DefaultReceiveSinkWithContext);
    if (drops)
    {
        connect("MacTxDrop", &AsciiTraceHelper::DefaultDropSinkWithContext);
    }
}

} // namespace ns3::fabric
