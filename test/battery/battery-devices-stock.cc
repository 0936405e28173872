/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-device.h"

#include "ns3/csma-channel.h"
#include "ns3/csma-helper.h"
#include "ns3/csma-net-device.h"
#include "ns3/data-rate.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/mac48-address.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue-size.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/string.h"

namespace battery
{

namespace
{

constexpr double RATE = 100e6; //!< bits per second, of all stock devices

/** SimpleNetDevice of ns-3. */
class Simple : public DeviceUnderTest
{
  public:
    Simple()
        : DeviceUnderTest("Simple", "ns3::SimpleNetDevice")
    {
    }

    void Connect(const NetDeviceContainer& devices) const override
    {
        const auto channel = CreateObject<SimpleChannel>();
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const auto device = DynamicCast<SimpleNetDevice>(devices.Get(i));
            if (device->GetAddress() == Address(Mac48Address()))
            {
                device->SetAddress(Mac48Address::Allocate());
            }
            device->SetAttribute("DataRate", DataRateValue(DataRate(RATE)));
            CreateObject<Node>()->AddDevice(device);
            device->SetChannel(channel);
        }
    }

    static SimpleNetDeviceHelper MakeHelper() //!< @return one with the rate
    {
        SimpleNetDeviceHelper helper;
        helper.SetDeviceAttribute("DataRate", DataRateValue(DataRate(RATE)));
        helper.SetChannelAttribute("Delay", StringValue("2us"));
        return helper;
    }

    NetDeviceContainer Install(uint32_t stations) const override
    {
        return InstallOn(NodeContainer(stations));
    }

    NetDeviceContainer InstallOn(const NodeContainer& nodes) const override
    {
        return MakeHelper().Install(nodes);
    }

    NetDeviceContainer InstallQueues(uint32_t stations,
                                     const std::string& queue,
                                     const std::string& size) const override
    {
        auto helper = MakeHelper();
        helper.SetQueue(queue, "MaxSize", StringValue(size));
        return helper.Install(NodeContainer(stations));
    }

    double GetRate() const override
    {
        return RATE;
    }
};

/** PointToPointNetDevice of ns-3. */
class PointToPoint : public DeviceUnderTest
{
  public:
    PointToPoint()
        : DeviceUnderTest("PointToPoint", "ns3::PointToPointNetDevice")
    {
    }

    uint32_t GetStations() const override
    {
        return 2;
    }

    static PointToPointHelper MakeHelper() //!< @return one with the rate
    {
        PointToPointHelper helper;
        helper.SetDeviceAttribute("DataRate", DataRateValue(DataRate(RATE)));
        helper.SetChannelAttribute("Delay", StringValue("2us"));
        return helper;
    }

    void Connect(const NetDeviceContainer& devices) const override
    {
        const auto channel = CreateObject<PointToPointChannel>();
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const auto device = DynamicCast<PointToPointNetDevice>(devices.Get(i));
            device->SetAttribute("DataRate", DataRateValue(DataRate(RATE)));
            if (!device->GetQueue())
            {
                device->SetQueue(CreateObject<DropTailQueue<Packet>>());
            }
            CreateObject<Node>()->AddDevice(device);
            device->Attach(channel);
        }
    }

    NetDeviceContainer Install(uint32_t stations) const override
    {
        return InstallOn(NodeContainer(stations));
    }

    NetDeviceContainer InstallOn(const NodeContainer& nodes) const override
    {
        return MakeHelper().Install(nodes);
    }

    NetDeviceContainer InstallQueues(uint32_t stations,
                                     const std::string& queue,
                                     const std::string& size) const override
    {
        auto helper = MakeHelper();
        helper.SetQueue(queue, "MaxSize", StringValue(size));
        return helper.Install(NodeContainer(stations));
    }

    void EnableFiles(const std::string& prefix,
                     const NetDeviceContainer& devices,
                     bool pcap) const override
    {
        auto helper = MakeHelper();
        pcap ? helper.EnablePcap(prefix, devices) : helper.EnableAscii(prefix, devices);
    }

    double GetRate() const override
    {
        return RATE;
    }
};

/** CsmaNetDevice of ns-3. */
class Csma : public DeviceUnderTest
{
  public:
    Csma()
        : DeviceUnderTest("Csma", "ns3::CsmaNetDevice")
    {
    }

    static CsmaHelper MakeHelper() //!< @return one with the rate
    {
        CsmaHelper helper;
        helper.SetChannelAttribute("DataRate", DataRateValue(DataRate(RATE)));
        helper.SetChannelAttribute("Delay", StringValue("2us"));
        return helper;
    }

    void Connect(const NetDeviceContainer& devices) const override
    {
        const auto channel = CreateObject<CsmaChannel>();
        channel->SetAttribute("DataRate", DataRateValue(DataRate(RATE)));
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const auto device = DynamicCast<CsmaNetDevice>(devices.Get(i));
            if (device->GetAddress() == Address(Mac48Address("ff:ff:ff:ff:ff:ff")))
            {
                device->SetAddress(Mac48Address::Allocate());
            }
            if (!device->GetQueue())
            {
                device->SetQueue(CreateObject<DropTailQueue<Packet>>());
            }
            CreateObject<Node>()->AddDevice(device);
            device->Attach(channel);
        }
    }

    NetDeviceContainer Install(uint32_t stations) const override
    {
        return InstallOn(NodeContainer(stations));
    }

    NetDeviceContainer InstallOn(const NodeContainer& nodes) const override
    {
        return MakeHelper().Install(nodes);
    }

    NetDeviceContainer InstallQueues(uint32_t stations,
                                     const std::string& queue,
                                     const std::string& size) const override
    {
        auto helper = MakeHelper();
        helper.SetQueue(queue, "MaxSize", StringValue(size));
        return helper.Install(NodeContainer(stations));
    }

    void EnableFiles(const std::string& prefix,
                     const NetDeviceContainer& devices,
                     bool pcap) const override
    {
        auto helper = MakeHelper();
        pcap ? helper.EnablePcap(prefix, devices, true) : helper.EnableAscii(prefix, devices);
    }

    void SetLink(const NetDeviceContainer& devices, uint32_t number, bool up) const override
    {
        const auto device = DynamicCast<CsmaNetDevice>(devices.Get(number));
        const auto channel = DynamicCast<CsmaChannel>(device->GetChannel());
        up ? channel->Reattach(device) : channel->Detach(device);
    }

    bool HasStreams() const override
    {
        return true;
    }

    uint32_t GetHearers() const override
    {
        return GetStations() - 1;
    }

    int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream) const override
    {
        return MakeHelper().AssignStreams(devices, stream);
    }

    double GetRate() const override
    {
        return RATE;
    }
};

} // namespace

void
AddStockDevices(std::vector<std::unique_ptr<const DeviceUnderTest>>& devices)
{
    devices.push_back(std::make_unique<Simple>());
    devices.push_back(std::make_unique<PointToPoint>());
    devices.push_back(std::make_unique<Csma>());
}

} // namespace battery
