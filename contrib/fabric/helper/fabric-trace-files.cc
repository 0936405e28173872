/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-trace-files.h"

#include "ns3/config.h"
#include "ns3/fabric-ethernet-device.h"
#include "ns3/packet.h"

namespace ns3::fabric
{

void
EnablePcap(const std::string& prefix,
           Ptr<NodeDevice> device,
           bool explicitFilename,
           PcapHelper::DataLinkType type)
{
    PcapHelper helper;
    const auto name = explicitFilename ? prefix : helper.GetFilenameFromDevice(prefix, device);
    const auto file = helper.CreateFile(name, std::ios::out, type);
    helper.HookDefaultSink<NodeDevice>(device, "PromiscSniffer", file);
}

void
EnableAscii(Ptr<OutputStreamWrapper> stream,
            const std::string& prefix,
            Ptr<NodeDevice> device,
            bool explicitFilename)
{
    Packet::EnablePrinting();
    AsciiTraceHelper helper;
    const auto drops = DynamicCast<EthernetDevice>(device) || !DynamicCast<Device>(device);
    if (!stream)
    {
        const auto file = helper.CreateFileStream(
            explicitFilename ? prefix : helper.GetFilenameFromDevice(prefix, device));
        helper.HookDefaultEnqueueSinkWithoutContext<NodeDevice>(device, "PhyTxBegin", file);
        helper.HookDefaultReceiveSinkWithoutContext<NodeDevice>(device, "PhyRxEnd", file);
        if (drops)
        {
            helper.HookDefaultDropSinkWithoutContext<NodeDevice>(device, "MacTxDrop", file);
        }
        return;
    }
    const std::string path = "/NodeList/" + std::to_string(device->GetNode()->GetId()) +
                             "/DeviceList/" + std::to_string(device->GetIfIndex()) + "/$" +
                             device->GetInstanceTypeId().GetName() + "/";
    Config::Connect(path + "PhyTxBegin",
                    MakeBoundCallback(&AsciiTraceHelper::DefaultEnqueueSinkWithContext, stream));
    Config::Connect(path + "PhyRxEnd",
                    MakeBoundCallback(&AsciiTraceHelper::DefaultReceiveSinkWithContext, stream));
    if (drops)
    {
        Config::Connect(path + "MacTxDrop",
                        MakeBoundCallback(&AsciiTraceHelper::DefaultDropSinkWithContext, stream));
    }
}

} // namespace ns3::fabric
