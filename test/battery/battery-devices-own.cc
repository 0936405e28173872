/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-device.h"

#include "ns3/atm-abr-helper.h"
#include "ns3/fabric-helper.h"
#include "ns3/fabric-topology.h"
#include "ns3/lossless-ethernet-helper.h"
#include "ns3/pfabric-channel.h"
#include "ns3/pfabric-helper.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-topologies.h"
#include "ns3/string.h"

namespace battery
{

namespace
{

/** @param stations how many @return that many at one switch */
fabric::Topology
MakeStar(uint32_t stations)
{
    fabric::Topology topology;
    const uint32_t middle = topology.AddNode("switch", fabric::Topology::ROUTER);
    for (uint32_t i = 0; i < stations; ++i)
    {
        const uint32_t node =
            topology.AddNode("node" + std::to_string(i), fabric::Topology::DEVICE);
        topology.AddLink({node, fabric::Topology::NONE}, {middle, fabric::Topology::NONE});
    }
    return topology;
}

/** @param helper of a fabric @param queue TypeId @param size MaxSize of each */
template <typename Helper>
void
SetQueues(Helper& helper, const std::string& queue, const std::string& size)
{
    helper.SetDeviceAttribute("TxQueue", StringValue(queue + "<Packet>[MaxSize=" + size + "]"));
}

/** @param helper of a fabric @param prefix of names @param devices whose @param pcap or ascii */
template <typename Helper>
void
WriteFiles(Helper helper, const std::string& prefix, const NetDeviceContainer& devices, bool pcap)
{
    pcap ? helper.EnablePcap(prefix, devices) : helper.EnableAscii(prefix, devices);
}

/** @param devices without nodes @param fabric that is built, of those */
template <typename Device, typename Fabric>
void
ConnectByHand(const NetDeviceContainer& devices, Ptr<Fabric> fabric)
{
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const auto device = DynamicCast<Device>(devices.Get(i));
        device->Attach(i, fabric);
        fabric::AddDevice(CreateObject<Node>(), device);
    }
}

/** ServerNetNetDevice. */
class ServerNet : public DeviceUnderTest
{
  public:
    ServerNet()
        : DeviceUnderTest("ServerNet", "ns3::ServerNetNetDevice")
    {
    }

    static fabric::Topology MakeTopology(uint32_t stations) //!< @param stations @return a router
    {
        return ServerNetTopology("single-router[Cpus=2|Ios=" + std::to_string(stations - 2) + "]");
    }

    static std::string GetTick() //!< @return of the fabric
    {
        return Time::GetResolution() == Time::US ? "1us" : "20ns";
    }

    static ServerNetHelper MakeHelper() //!< @return one with a tick that is a number of time steps
    {
        ServerNetHelper helper;
        helper.SetFabricAttribute("Tick", StringValue(GetTick()));
        return helper;
    }

    void Connect(const NetDeviceContainer& devices) const override
    {
        const auto fabric = CreateObject<ServerNetFabric>();
        fabric->SetAttribute("Tick", StringValue(GetTick()));
        fabric->Build(MakeTopology(devices.GetN()));
        ConnectByHand<ServerNetNetDevice>(devices, fabric);
    }

    NetDeviceContainer Install(uint32_t stations) const override
    {
        return MakeHelper().Install(MakeTopology(stations));
    }

    NetDeviceContainer InstallOn(const NodeContainer& nodes) const override
    {
        return MakeHelper().Install(nodes, MakeTopology(nodes.GetN()));
    }

    NetDeviceContainer InstallQueues(uint32_t stations,
                                     const std::string& queue,
                                     const std::string& size) const override
    {
        auto helper = MakeHelper();
        SetQueues(helper, queue, size);
        return helper.Install(MakeTopology(stations));
    }

    void EnableFiles(const std::string& prefix,
                     const NetDeviceContainer& devices,
                     bool pcap) const override
    {
        WriteFiles(ServerNetHelper(), prefix, devices, pcap);
    }

    void SetLink(const NetDeviceContainer& devices, uint32_t number, bool up) const override
    {
        const auto fabric = ServerNetHelper::GetFabric(devices);
        const uint32_t link = fabric->GetNetwork().GetInjectionChannels()[number] / 2;
        fabric->SetDown(2 * link, !up);
        fabric->SetDown(2 * link + 1, !up);
    }

    bool HasStreams() const override
    {
        return true;
    }

    int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream) const override
    {
        return ServerNetHelper::AssignStreams(devices, stream);
    }

    int64_t CountMissing(const NetDeviceContainer& devices) const override
    {
        return ServerNetHelper::GetFabric(devices)->GetMissing();
    }

    double GetRate() const override
    {
        return 8 / Time(GetTick()).GetSeconds(); // a byte a tick
    }
};

/** LosslessEthernetNetDevice. */
class LosslessEthernet : public DeviceUnderTest
{
  public:
    LosslessEthernet()
        : DeviceUnderTest("LosslessEthernet", "ns3::LosslessEthernetNetDevice")
    {
    }

    void Connect(const NetDeviceContainer& devices) const override
    {
        const auto fabric = CreateObject<LosslessEthernetFabric>();
        fabric->Build(MakeStar(devices.GetN()));
        ConnectByHand<LosslessEthernetNetDevice>(devices, fabric);
    }

    NetDeviceContainer Install(uint32_t stations) const override
    {
        return LosslessEthernetHelper().Install(MakeStar(stations));
    }

    NetDeviceContainer InstallOn(const NodeContainer& nodes) const override
    {
        return LosslessEthernetHelper().Install(MakeStar(nodes.GetN()), nodes);
    }

    NetDeviceContainer InstallQueues(uint32_t stations,
                                     const std::string& queue,
                                     const std::string& size) const override
    {
        LosslessEthernetHelper helper;
        SetQueues(helper, queue, size);
        return helper.Install(MakeStar(stations));
    }

    void EnableFiles(const std::string& prefix,
                     const NetDeviceContainer& devices,
                     bool pcap) const override
    {
        WriteFiles(LosslessEthernetHelper(), prefix, devices, pcap);
    }

    bool HasStreams() const override
    {
        return true;
    }

    int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream) const override
    {
        return LosslessEthernetHelper::AssignStreams(devices, stream);
    }

    int64_t CountMissing(const NetDeviceContainer& devices) const override
    {
        return LosslessEthernetHelper::GetFabric(devices)->GetMissing();
    }

    double GetRate() const override
    {
        return 10e9;
    }
};

/** AtmEdgeDevice. */
class AtmEdge : public DeviceUnderTest
{
  public:
    static constexpr const char* QUEUE_CELLS = "500"; //!< packets wait in TxQueue beyond that

    AtmEdge()
        : DeviceUnderTest("AtmEdge", "ns3::AtmEdgeDevice")
    {
    }

    Ptr<NetDevice> Create() const override
    {
        auto device = DeviceUnderTest::Create();
        device->SetAttribute("QueueCells", StringValue(QUEUE_CELLS));
        return device;
    }

    static AtmHelper MakeHelper() //!< @return one of devices whose sources do not take everything
    {
        AtmHelper helper;
        helper.SetDeviceAttribute("QueueCells", StringValue(QUEUE_CELLS));
        return helper;
    }

    void Connect(const NetDeviceContainer& devices) const override
    {
        const auto fabric = CreateObject<AtmFabric>();
        fabric->Build(MakeStar(devices.GetN()));
        ConnectByHand<AtmEdgeDevice>(devices, fabric);
    }

    NetDeviceContainer Install(uint32_t stations) const override
    {
        return MakeHelper().Install(MakeStar(stations));
    }

    NetDeviceContainer InstallOn(const NodeContainer& nodes) const override
    {
        return MakeHelper().Install(MakeStar(nodes.GetN()), nodes);
    }

    NetDeviceContainer InstallQueues(uint32_t stations,
                                     const std::string& queue,
                                     const std::string& size) const override
    {
        auto helper = MakeHelper();
        SetQueues(helper, queue, size);
        return helper.Install(MakeStar(stations));
    }

    void EnableFiles(const std::string& prefix,
                     const NetDeviceContainer& devices,
                     bool pcap) const override
    {
        WriteFiles(AtmHelper(), prefix, devices, pcap);
    }

    bool HasStreams() const override
    {
        return true;
    }

    int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream) const override
    {
        return AtmHelper::AssignStreams(devices, stream);
    }

    double GetRate() const override
    {
        return 155e6;
    }
};

/** PFabricNetDevice: two on a link, or, with protocols, hosts at a switch. */
class PFabric : public DeviceUnderTest
{
  public:
    PFabric()
        : DeviceUnderTest("PFabric", "ns3::PFabricNetDevice")
    {
    }

    uint32_t GetStations() const override
    {
        return 2;
    }

    void Connect(const NetDeviceContainer& devices) const override
    {
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            CreateObject<Node>()->AddDevice(devices.Get(i));
        }
        PFabricChannel::Connect(DynamicCast<PFabricNetDevice>(devices.Get(0)),
                                DynamicCast<PFabricNetDevice>(devices.Get(1)));
    }

    NetDeviceContainer Install(uint32_t stations) const override
    {
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < stations; ++i)
        {
            devices.Add(Create());
        }
        Connect(devices);
        return devices;
    }

    Internet MakeInternet(uint32_t stations, const std::string& base) const override
    {
        Internet internet;
        PFabricHelper helper;
        helper.SetStack(PFabricHelper::HOSTS);
        internet.nodes = helper.Install(MakeStar(stations));
        for (uint32_t i = 0; i < stations; ++i)
        {
            internet.devices.Add(internet.nodes.Get(i)->GetDevice(0));
            internet.addresses.push_back(PFabricForwarding::GetAddress(i));
        }
        return internet;
    }

    Internet JoinInternet(const NodeContainer& nodes, const std::string& base) const override
    {
        throw Failure("its helper makes the nodes");
    }

    void EnableFiles(const std::string& prefix,
                     const NetDeviceContainer& devices,
                     bool pcap) const override
    {
        WriteFiles(PFabricHelper(), prefix, devices, pcap);
    }

    double GetRate() const override
    {
        return 1e9;
    }
};

} // namespace

void
AddOwnDevices(std::vector<std::unique_ptr<const DeviceUnderTest>>& devices)
{
    devices.push_back(std::make_unique<ServerNet>());
    devices.push_back(std::make_unique<LosslessEthernet>());
    devices.push_back(std::make_unique<AtmEdge>());
    devices.push_back(std::make_unique<PFabric>());
}

} // namespace battery
