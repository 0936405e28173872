/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/config.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/error-model.h"
#include "ns3/ethernet-header.h"
#include "ns3/fabric-bounded-device.h"
#include "ns3/fabric-engine-channel.h"
#include "ns3/fabric-helper.h"
#include "ns3/fabric-topology.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

/**
 * @defgroup fabric-tests Tests of fabric
 * @ingroup fabric
 *
 * @file
 * @ingroup fabric-tests
 * What each device of a fabric is to stock protocols. The right behavior is that of
 * ns3::CsmaNetDevice and ns3::PointToPointNetDevice.
 */

using namespace ns3;

namespace
{

class Station;

/// A wire on which each packet takes 10 us, for all stations. It moves packets only when asked, or
/// if somebody listens.
class Wire : public fabric::EngineChannel
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::FabricTestWire").SetParent<fabric::EngineChannel>();
        return tid;
    }

    void Attach(Ptr<Station> station);

    Station* GetStation(uint32_t number) const;

    void Put(Ptr<Packet> packet, std::vector<uint32_t> to)
    {
        m_packets.emplace(Simulator::Now().GetNanoSeconds() + 10000, std::pair(packet, to));
    }

    bool m_listened{false};
    uint32_t m_delivered{0};

  private:
    void HandOver() override;

    bool IsRunning() const override
    {
        return true;
    }

    NextEvent FindNextEvent() override
    {
        if (!m_listened || m_packets.empty())
        {
            return {};
        }
        const int64_t next = m_packets.begin()->first;
        return {next, NanoSeconds(next)};
    }

    std::multimap<int64_t, std::pair<Ptr<Packet>, std::vector<uint32_t>>> m_packets;
};

/// A device with room for one packet.
class Station : public fabric::BoundedDevice
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::FabricTestStation")
                                .SetParent<fabric::BoundedDevice>()
                                .AddConstructor<Station>();
        return tid;
    }

    /// @param queues of it; a packet of more than 1000 bytes waits in the last one
    explicit Station(std::size_t queues = 1)
        : BoundedDevice(queues)
    {
    }

    std::size_t ChooseQueue(Ptr<const Packet> packet) const override
    {
        return packet->GetSize() > 1000 ? GetQueueCount() - 1 : 0;
    }

    void Attach(Ptr<Wire> wire)
    {
        m_wire = wire;
        wire->Attach(this);
        SetNumber(wire->GetNDevices() - 1, 9);
    }

    void Receive(Ptr<Packet> packet)
    {
        ++m_received;
        if (HasRxSinks())
        {
            NotifyRx(packet);
        }
        NotifyLater([this, packet] { PassUp(packet); });
    }

    void SetRoom(bool room)
    {
        m_room = room;
        FillLater();
    }

    bool SetMtu(const uint16_t) override
    {
        return false;
    }

    uint16_t GetMtu() const override
    {
        return 1500;
    }

    uint32_t m_received{0};

  private:
    void DoDispose() override
    {
        Settle();
        m_wire = nullptr;
        BoundedDevice::DoDispose();
    }

    bool HasRoom(Ptr<const Packet>) const override
    {
        return m_room;
    }

    void Transmit(Ptr<Packet> packet) override
    {
        EthernetHeader header(false);
        packet->PeekHeader(header);
        m_wire->Put(packet, GetDestinations(header.GetDestination()));
    }

    fabric::EngineChannel* PeekFabric() const override
    {
        return PeekPointer(m_wire);
    }

    Ptr<Wire> m_wire;
    bool m_room{true};
};

void
Wire::Attach(Ptr<Station> station)
{
    SetDeviceCount(GetNDevices() + 1);
    SetDevice(GetNDevices() - 1, station);
}

Station*
Wire::GetStation(uint32_t number) const
{
    auto* const station = FindDevice<Station>(number);
    return station && station->GetChannel() ? station : nullptr; // or it was disposed of
}

void
Wire::HandOver()
{
    m_listened = false;
    for (uint32_t number = 0; number < GetNDevices(); ++number)
    {
        const auto* const station = GetStation(number);
        m_listened = m_listened || (station && station->HasRxSinks());
    }
    while (!m_packets.empty() && m_packets.begin()->first <= Simulator::Now().GetNanoSeconds())
    {
        const auto [packet, to] = m_packets.begin()->second;
        m_packets.erase(m_packets.begin());
        ++m_delivered;
        for (const uint32_t number : to)
        {
            if (auto* const station = GetStation(number))
            {
                station->Receive(packet->Copy());
            }
        }
    }
}

/// A wire with stations on nodes.
struct Network
{
    explicit Network(uint32_t count, std::size_t queues = 1)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            nodes.push_back(CreateObject<Node>());
            stations.push_back(CreateObject<Station>(queues));
            stations.back()->Attach(wire);
            fabric::AddDevice(nodes.back(), stations.back());
            stations.back()->SetReceiveCallback(MakeCallback(&Network::Receive, this));
        }
    }

    bool Receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&)
    {
        up.push_back(packet->GetSize());
        return true;
    }

    bool Send(uint32_t from, uint32_t to, uint32_t bytes)
    {
        return stations[from]->Send(Create<Packet>(bytes), stations[to]->GetAddress(), 0x0800);
    }

    Ptr<Wire> wire{CreateObject<Wire>()};
    std::vector<Ptr<Node>> nodes;
    std::vector<Ptr<Station>> stations;
    std::vector<uint32_t> up; ///< bytes of the packets that protocols got
};

/// @param sizes gets the bytes of a packet @param packet of a trace
void
Note(std::vector<uint32_t>* sizes, Ptr<const Packet> packet)
{
    sizes->push_back(packet->GetSize());
}

} // namespace

/// A test that leaves no simulation behind.
class FabricDeviceTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    using Sizes = std::vector<uint32_t>; ///< of packets

    /// @param station of which @param trace of it @return what it fires with
    static std::shared_ptr<Sizes> Hear(Ptr<Station> station, const std::string& trace)
    {
        auto sizes = std::make_shared<Sizes>();
        station->TraceConnectWithoutContext(trace, MakeBoundCallback(&Note, sizes.get()));
        return sizes;
    }

  private:
    void DoTeardown() override
    {
        Simulator::Destroy();
    }
};

/// As CsmaNetDevice and PointToPointNetDevice, whose Mac traces have packets with their headers.
class DeviceTracesTestCase : public FabricDeviceTestCase
{
  public:
    DeviceTracesTestCase()
        : FabricDeviceTestCase(
              "Mac traces have packets with the Ethernet header, protocols without")
    {
    }

  private:
    void DoRun() override
    {
        Network network(2);
        const auto macTx = Hear(network.stations[0], "MacTx");
        const auto macRx = Hear(network.stations[1], "MacRx");
        const auto promiscuous = Hear(network.stations[1], "MacPromiscRx");
        const auto phyRx = Hear(network.stations[1], "PhyRxEnd");
        Simulator::Schedule(MicroSeconds(1), [&] { network.Send(0, 1, 500); });
        Simulator::Run();
        for (const auto& sizes : {macTx, macRx, promiscuous, phyRx})
        {
            NS_TEST_EXPECT_MSG_EQ((*sizes == Sizes{514}), true, "bytes of a Mac trace");
        }
        NS_TEST_EXPECT_MSG_EQ((network.up == Sizes{500}), true, "bytes for protocols");
    }
};

/// As stock devices with their attribute ReceiveErrorModel.
class DeviceErrorsTestCase : public FabricDeviceTestCase
{
  public:
    DeviceErrorsTestCase()
        : FabricDeviceTestCase("ReceiveErrorModel drops packets, which PhyRxDrop and Drop tell of")
    {
    }

  private:
    void DoRun() override
    {
        Network network(2);
        auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList({1});
        network.stations[1]->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        const auto dropped = Hear(network.stations[1], "PhyRxDrop");
        const auto phyRx = Hear(network.stations[1], "PhyRxEnd");
        for (const uint32_t bytes : {100, 200, 300})
        {
            Simulator::Schedule(MicroSeconds(bytes),
                                [&network, bytes] { network.Send(0, 1, bytes); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((network.up == Sizes{100, 300}), true, "what arrives");
        NS_TEST_EXPECT_MSG_EQ((*dropped == Sizes{214}), true, "PhyRxDrop");
        const auto drops = network.stations[1]->GetDrops(Station::CORRUPT);
        NS_TEST_EXPECT_MSG_EQ(drops.number, 1, "packets of Drop");
        NS_TEST_EXPECT_MSG_EQ(drops.bytes, 214, "bytes of Drop");
    }
};

/// A user gives addresses when it suits.
class DeviceAddressTestCase : public FabricDeviceTestCase
{
  public:
    DeviceAddressTestCase()
        : FabricDeviceTestCase("An address set before Attach is kept; an unattached device drops")
    {
    }

  private:
    void DoRun() override
    {
        const Mac48Address own("00:00:00:00:00:07");
        auto wire = CreateObject<Wire>();
        auto early = CreateObject<Station>();
        const auto lost = Hear(early, "MacTxDrop");
        NS_TEST_EXPECT_MSG_EQ(early->IsLinkUp(), false, "a link to nothing");
        NS_TEST_EXPECT_MSG_EQ(early->Send(Create<Packet>(9), own, 1), false, "sent to nowhere");
        NS_TEST_EXPECT_MSG_EQ(lost->size(), 1, "MacTxDrop");
        NS_TEST_EXPECT_MSG_EQ(early->GetDrops(Station::NO_LINK).number, 1, "Drop");
        NS_TEST_EXPECT_MSG_EQ(early->GetDrops(Station::NO_LINK).bytes, 23, "with the header");
        early->SetAddress(own);
        early->Attach(wire);
        auto late = CreateObject<Station>();
        late->Attach(wire);
        NS_TEST_EXPECT_MSG_EQ(Mac48Address::ConvertFrom(early->GetAddress()), own, "address");
        NS_TEST_EXPECT_MSG_EQ(wire->GetAddresses().Find(own), 0, "of the first station");
        NS_TEST_EXPECT_MSG_EQ(early->IsLinkUp(), true, "link");
        const auto made = Mac48Address::ConvertFrom(late->GetAddress());
        late->SetAddress(own); // two with one: the lowest number gets packets
        NS_TEST_EXPECT_MSG_EQ(wire->GetAddresses().Find(own), 0, "of the first station");
        NS_TEST_EXPECT_MSG_EQ(wire->GetAddresses().Find(made),
                              fabric::Topology::NONE,
                              "an address that is no more");
        early->SetAddress(made);
        NS_TEST_EXPECT_MSG_EQ(wire->GetAddresses().Find(own), 1, "of the second station");
        NS_TEST_EXPECT_MSG_EQ(wire->GetAddresses().Find(made), 0, "of the first station");
    }
};

/// Queue discs go on to hear of a queue that is replaced.
class DeviceQueueTestCase : public FabricDeviceTestCase
{
  public:
    DeviceQueueTestCase()
        : FabricDeviceTestCase(
              "TxQueue may be replaced while it is empty, and flow control follows")
    {
    }

  private:
    void DoRun() override
    {
        Network network(2);
        const auto& station = network.stations[0];
        const auto flow = station->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        auto queue = CreateObject<DropTailQueue<Packet>>();
        queue->SetMaxSize(QueueSize("2p"));
        station->SetAttribute("TxQueue", PointerValue(queue));
        station->SetRoom(false);
        for (const bool stopped : {false, true})
        {
            // The flow stops when there is no room for another packet of the largest size.
            NS_TEST_EXPECT_MSG_EQ(network.Send(0, 1, 1000), true, "sent");
            NS_TEST_EXPECT_MSG_EQ(flow->IsStopped(), stopped, "flow control of the new queue");
        }
        NS_TEST_EXPECT_MSG_EQ(queue->GetNPackets(), 2, "in the new queue");
        const PointerValue other(CreateObject<DropTailQueue<Packet>>());
        NS_TEST_EXPECT_MSG_EQ(station->SetAttributeFailSafe("TxQueue", other),
                              false,
                              "two packets are forgotten");
        std::string refusal;
        try
        {
            station->SetAttribute("TxQueue", other);
        }
        catch (const std::invalid_argument& error)
        {
            refusal = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(refusal.find("2 packets wait"), std::string::npos, refusal);
        station->SetRoom(true);
        Simulator::Run();
        network.wire->GetBundle().Advance();
        NS_TEST_EXPECT_MSG_EQ(flow->IsStopped(), false, "woken");
        NS_TEST_EXPECT_MSG_EQ(station->SetAttributeFailSafe("TxQueue", other), true, "empty");
    }
};

/// A device with a queue for each of some classes.
class DeviceQueuesTestCase : public FabricDeviceTestCase
{
  public:
    DeviceQueuesTestCase()
        : FabricDeviceTestCase("Each queue is a device queue; the last one goes first")
    {
    }

  private:
    void DoRun() override
    {
        Network network(2, 3);
        const auto& station = network.stations[0];
        auto queue = CreateObject<DropTailQueue<Packet>>();
        queue->SetMaxSize(QueueSize("2p"));
        station->SetAttribute("TxQueue", PointerValue(queue));
        NS_TEST_ASSERT_MSG_EQ(station->GetQueueCount(), 3, "as before");
        NS_TEST_EXPECT_MSG_EQ((station->GetQueue() == queue), true, "TxQueue is the first");
        for (std::size_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(station->GetQueue(i)->GetMaxSize(), QueueSize("2p"), "like it");
            NS_TEST_EXPECT_MSG_EQ((i > 0 && station->GetQueue(i) == queue), false, "a new one");
        }
        station->SetRoom(false);
        const auto flow = station->GetObject<NetDeviceQueueInterface>();
        NS_TEST_ASSERT_MSG_EQ(flow->GetNTxQueues(), 3, "a device queue each");
        const auto lost = Hear(station, "MacTxDrop");
        for (const uint32_t bytes : {100, 200, 300, 1100, 1200, 1300})
        {
            const bool taken = bytes % 1000 < 300;
            NS_TEST_EXPECT_MSG_EQ(network.Send(0, 1, bytes), taken, bytes);
            NS_TEST_EXPECT_MSG_EQ(flow->GetTxQueue(0)->IsStopped(), (bytes >= 200), bytes);
            NS_TEST_EXPECT_MSG_EQ(flow->GetTxQueue(1)->IsStopped(), false, "holds nothing");
            NS_TEST_EXPECT_MSG_EQ(flow->GetTxQueue(2)->IsStopped(), (bytes >= 1200), bytes);
        }
        NS_TEST_EXPECT_MSG_EQ(station->GetDrops(Station::QUEUE_FULL).number, 2, "queue full");
        NS_TEST_EXPECT_MSG_EQ(station->GetDrops(Station::QUEUE_FULL).bytes, 314 + 1314, "bytes");
        station->SetRoom(true);
        Simulator::Schedule(MicroSeconds(20), [&network] { network.wire->GetBundle().Advance(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((network.up == Sizes{1100, 1200, 100, 200}), true, "order");
        NS_TEST_EXPECT_MSG_EQ((*lost == Sizes{314, 1314}), true, "no room in their queues");
        NS_TEST_EXPECT_MSG_EQ(flow->GetTxQueue(2)->IsStopped(), false, "woken");
    }
};

/// A wire that nobody listens to moves nothing before it is asked.
class DeviceListenerTestCase : public FabricDeviceTestCase
{
  public:
    DeviceListenerTestCase()
        : FabricDeviceTestCase(
              "A sink that is connected in mid-run hears what comes, no less or more")
    {
    }

  private:
    void DoRun() override
    {
        Network network(2);
        for (const int64_t us : {1, 2, 3, 15, 16})
        {
            Simulator::Schedule(MicroSeconds(us), [&network, us] { network.Send(0, 1, 100 + us); });
        }
        std::shared_ptr<Sizes> heard;
        // The first packet has come then, and two are under way.
        Simulator::Schedule(NanoSeconds(11500), [&] {
            Config::Connect("/NodeList/*/DeviceList/*/$ns3::fabric::Device/PhyRxEnd",
                            MakeCallback(&DeviceListenerTestCase::Ignore, this));
            heard = Hear(network.stations[1], "PhyRxEnd");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((*heard == Sizes{116, 117, 129, 130}), true, "what is heard");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), MicroSeconds(26), "in time");
    }

    void Ignore(std::string, Ptr<const Packet>)
    {
    }
};

/// Devices, nodes and the channel end when the user likes.
class DeviceDisposalTestCase : public FabricDeviceTestCase
{
  public:
    /// @param what is disposed of: a node, the wire, or a device that nobody else has
    explicit DeviceDisposalTestCase(const std::string& what)
        : FabricDeviceTestCase("Dispose in mid-run of " + what),
          m_what(what)
    {
    }

  private:
    void DoRun() override
    {
        for (int simulation = 0; simulation < 2; ++simulation)
        {
            Network network(3);
            network.Send(0, 1, 1000);
            Simulator::Schedule(MicroSeconds(12), [&network] {
                network.stations[0]->SetRoom(false);
                network.Send(0, 2, 1000);
                network.stations[0]->SetRoom(true); // an event of the device is pending
                network.Send(2, 1, 600);
            });
            Simulator::Schedule(MicroSeconds(12), [&] { End(network); });
            Simulator::Schedule(MicroSeconds(40),
                                [&network] { network.wire->GetBundle().Advance(); });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(network.up.front(), 1000, "what was due is delivered");
            const auto wire = network.wire;
            Simulator::Destroy();
            NS_TEST_EXPECT_MSG_GT(wire->m_delivered, 0, "a count after the end");
        }
    }

    void End(Network& network)
    {
        if (m_what == "a node")
        {
            network.nodes[0]->Dispose();
        }
        else if (m_what == "the wire")
        {
            network.wire->Dispose();
        }
        else
        {
            network.stations[0]->Dispose();
        }
        if (m_what != "the wire")
        {
            network.stations[0] = nullptr;
        }
    }

    std::string m_what;
};

/// What was due when the simulation ends is counted.
class DeviceEndTestCase : public FabricDeviceTestCase
{
  public:
    DeviceEndTestCase()
        : FabricDeviceTestCase("Counters after Destroy are those of the last moment")
    {
    }

  private:
    void DoRun() override
    {
        Network network(2);
        for (const int64_t us : {1, 2, 30})
        {
            Simulator::Schedule(MicroSeconds(us), [&network] { network.Send(0, 1, 100); });
        }
        Simulator::Stop(MicroSeconds(20));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(network.wire->m_delivered, 2, "of the wire");
        NS_TEST_EXPECT_MSG_EQ(network.stations[1]->m_received, 2, "of the station");
    }
};

/// The tests.
class FabricDeviceTestSuite : public TestSuite
{
  public:
    FabricDeviceTestSuite()
        : TestSuite("fabric-device", Type::UNIT)
    {
        AddTestCase(new DeviceTracesTestCase);
        AddTestCase(new DeviceErrorsTestCase);
        AddTestCase(new DeviceAddressTestCase);
        AddTestCase(new DeviceQueueTestCase);
        AddTestCase(new DeviceQueuesTestCase);
        AddTestCase(new DeviceListenerTestCase);
        for (const auto& what : {"a node", "the wire", "a device"})
        {
            AddTestCase(new DeviceDisposalTestCase(what));
        }
        AddTestCase(new DeviceEndTestCase);
    }
};

static FabricDeviceTestSuite g_fabricDeviceTestSuite; //!< Registers the suite.
