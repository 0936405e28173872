/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-device.h"

#include "ns3/config.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace battery
{

Ptr<NetDevice>
DeviceUnderTest::Create() const
{
    return ObjectFactory(m_type).Create<NetDevice>();
}

NetDeviceContainer
DeviceUnderTest::InstallQueues(uint32_t, const std::string&, const std::string&) const
{
    throw Failure("its helper takes no queue");
}

NetDeviceContainer
DeviceUnderTest::InstallOn(const NodeContainer&) const
{
    throw Failure("its helper makes the nodes");
}

Internet
DeviceUnderTest::MakeInternet(uint32_t stations, const std::string& base) const
{
    return JoinInternet(NodeContainer(stations), base);
}

Internet
DeviceUnderTest::JoinInternet(const NodeContainer& nodes, const std::string& base) const
{
    // Address resolution begins after up to 10 ms, and drops what more than that has to wait.
    Config::SetDefault("ns3::ArpCache::PendingQueueSize", UintegerValue(1000));
    Internet internet;
    internet.nodes = nodes;
    internet.devices = InstallOn(nodes);
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        if (!nodes.Get(i)->GetObject<Ipv4>())
        {
            InternetStackHelper().Install(nodes.Get(i));
        }
    }
    const auto interfaces =
        Ipv4AddressHelper((base + ".0.0").c_str(), "255.255.255.0").Assign(internet.devices);
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        internet.addresses.push_back(interfaces.GetAddress(i));
    }
    return internet;
}

void
DeviceUnderTest::EnableFiles(const std::string&, const NetDeviceContainer&, bool pcap) const
{
    throw Failure(pcap ? "its helper writes no pcap files" : "its helper writes no ascii files");
}

void
DeviceUnderTest::SetLink(const NetDeviceContainer&, uint32_t, bool) const
{
    throw Failure("its link does not fail");
}

int64_t
DeviceUnderTest::AssignStreams(const NetDeviceContainer&, int64_t) const
{
    throw Failure("its helper has no AssignStreams");
}

const std::vector<std::unique_ptr<const DeviceUnderTest>>&
GetDevices()
{
    static const auto devices = [] {
        std::vector<std::unique_ptr<const DeviceUnderTest>> list;
        AddStockDevices(list);
        AddOwnDevices(list);
        return list;
    }();
    return devices;
}

const DeviceUnderTest&
FindDevice(const std::string& name)
{
    for (const auto& device : GetDevices())
    {
        if (device->GetName() == name)
        {
            return *device;
        }
    }
    throw std::invalid_argument("there is no device " + name);
}

} // namespace battery
