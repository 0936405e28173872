/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-test-network.h"

#include "ns3/boolean.h"
#include "ns3/bridge-helper.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/csma-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9;
constexpr uint32_t HOSTS = 2; //!< in each LAN

/** Frames with their time. */
using Frames = std::vector<std::pair<Time, std::vector<uint8_t>>>;

/** @param frames any @return their times and sizes; addresses differ from run to run */
std::vector<std::pair<Time, std::size_t>>
GetSizes(const Frames& frames)
{
    std::vector<std::pair<Time, std::size_t>> sizes;
    for (const auto& [time, octets] : frames)
    {
        sizes.emplace_back(time, octets.size());
    }
    return sizes;
}

/** @param frames to be added to @param frame its octets */
void
Note(Frames* frames, Ptr<const Packet> frame)
{
    frames->emplace_back(Simulator::Now(), GetOctets(frame));
}

/** @param bytes to be added to @param packet of an application */
void
Collect(std::vector<uint8_t>* bytes, Ptr<const Packet> packet)
{
    const auto octets = GetOctets(packet);
    bytes->insert(bytes->end(), octets.begin(), octets.end());
}

/** @param bytes to be added to @param packet that a sink has */
void
CollectAtSink(std::vector<uint8_t>* bytes, Ptr<const Packet> packet, const Address& /* from */)
{
    Collect(bytes, packet);
}

} // namespace

/**
 * @ingroup atm-abr-tests
 * @brief Two Ethernet LANs, each joined by a BridgeNetDevice with an edge device of an ATM
 * backbone: stock applications of one LAN send to the other one.
 */
class AtmStockTestCase : public TestCase
{
  public:
    /** @param tcp over TCP, else UDP @param buffer BufferCells @param queue QueueCells */
    AtmStockTestCase(bool tcp, uint32_t buffer, uint32_t queue)
        : TestCase(std::string(tcp ? "BulkSendApplication over TCP" : "OnOffApplication over UDP") +
                   ", BufferCells " + std::to_string(buffer) + ", QueueCells " +
                   std::to_string(queue)),
          m_tcp(tcp),
          m_buffer(buffer),
          m_queue(queue)
    {
    }

  private:
    /** All that crosses the backbone. */
    struct Story
    {
        Frames sent;     //!< by each edge device
        Frames received; //!< by each edge device
        Time end;        //!< of the simulation
    };

    /** @param engine which @return what happened */
    Story Run(const std::string& engine)
    {
        Story story;
        Config::SetDefault("ns3::ArpCache::PendingQueueSize", UintegerValue(1000));
        AtmHelper atm;
        atm.SetFabricAttribute("Engine", StringValue(engine));
        atm.SetFabricAttribute("BufferCells", UintegerValue(m_buffer));
        atm.SetFabricAttribute("EpdThreshold", UintegerValue(m_buffer / 2));
        atm.SetDeviceAttribute("QueueCells", UintegerValue(m_queue));
        const auto edges = atm.Install(MakeAtmPair(2, m_buffer > 0 ? "20Mbps" : "155Mbps"));
        const auto fabric = AtmHelper::GetFabric(edges);
        CsmaHelper csma;
        csma.SetChannelAttribute("DataRate", StringValue("100Mbps"));
        NodeContainer hosts;
        NetDeviceContainer devices;
        for (uint32_t lan = 0; lan < 2; ++lan)
        {
            const auto edge = edges.Get(lan);
            if (m_queue > 0)
            {
                DynamicCast<AtmEdgeDevice>(edge)->GetQueue()->SetMaxSize(QueueSize("5p"));
            }
            edge->TraceConnectWithoutContext("MacTx", MakeBoundCallback(&Note, &story.sent));
            edge->TraceConnectWithoutContext("MacPromiscRx",
                                             MakeBoundCallback(&Note, &story.received));
            NodeContainer nodes(HOSTS);
            hosts.Add(nodes);
            nodes.Add(edge->GetNode());
            const auto all = csma.Install(nodes);
            csma.AssignStreams(all, 100 * lan + 100);
            for (uint32_t i = 0; i < HOSTS; ++i)
            {
                devices.Add(all.Get(i));
            }
            BridgeHelper().Install(edge->GetNode(), NetDeviceContainer(all.Get(HOSTS), edge));
        }
        InternetStackHelper internet;
        internet.Install(hosts);
        internet.AssignStreams(hosts, 1);
        Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        const std::string factory = m_tcp ? "ns3::TcpSocketFactory" : "ns3::UdpSocketFactory";
        std::vector<uint8_t> sent;
        std::vector<uint8_t> received;
        uint64_t arrived = 0;
        ApplicationContainer sinks;
        for (uint32_t i = 0; i < HOSTS; ++i)
        {
            const InetSocketAddress remote(interfaces.GetAddress(HOSTS + i), PORT);
            sinks.Add(PacketSinkHelper(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT))
                          .Install(hosts.Get(HOSTS + i)));
            OnOffHelper onOff(factory, remote);
            onOff.SetConstantRate(DataRate("20Mbps"), 1000);
            onOff.SetAttribute("MaxBytes", UintegerValue(BYTES));
            onOff.SetAttribute("EnableSeqTsSizeHeader", BooleanValue(true));
            BulkSendHelper bulk(factory, remote);
            bulk.SetAttribute("MaxBytes", UintegerValue(BYTES));
            auto application = m_tcp ? bulk.Install(hosts.Get(i)) : onOff.Install(hosts.Get(i));
            application.Start(MilliSeconds(1 + i));
            if (i == 0)
            {
                application.Get(0)->TraceConnectWithoutContext("Tx",
                                                               MakeBoundCallback(&Collect, &sent));
                sinks.Get(0)->TraceConnectWithoutContext(
                    "Rx",
                    MakeBoundCallback(&CollectAtSink, &received));
            }
        }
        Simulator::Run();
        story.end = Simulator::Now();
        for (uint32_t i = 0; i < HOSTS; ++i)
        {
            arrived += DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx();
        }
        fabric::ConservationLedger ledger;
        const auto account = fabric->Report(ledger, "frames");
        ledger.Check();
        NS_TEST_EXPECT_MSG_EQ(ledger.GetInFlight(account), 0, "in flight");
        NS_TEST_EXPECT_MSG_EQ(ledger.GetDelivered(account), story.received.size(), "frames");
        const auto edge = DynamicCast<AtmEdgeDevice>(edges.Get(0));
        if (m_tcp || m_buffer == 0)
        {
            NS_TEST_EXPECT_MSG_EQ(arrived, HOSTS * BYTES, "all octets");
            NS_TEST_EXPECT_MSG_EQ((sent == received), true, "the same octets");
        }
        if (m_buffer == 0)
        {
            NS_TEST_EXPECT_MSG_EQ(fabric->GetFramesLost(), 0, "nothing is lost");
        }
        else
        {
            NS_TEST_EXPECT_MSG_GT(fabric->GetFramesLost(), 0, "it was tight");
        }
        NS_TEST_EXPECT_MSG_EQ((edge->GetDrops(AtmEdgeDevice::QUEUE_FULL).number > 0),
                              (m_queue > 0),
                              "an edge queue without limit loses nothing");
        Simulator::Destroy();
        Config::Reset();
        return story;
    }

    void DoRun() override
    {
        const auto lazy = Run("Lazy");
        const auto cell = Run("Cell");
        NS_TEST_EXPECT_MSG_EQ((GetSizes(lazy.sent) == GetSizes(cell.sent)),
                              true,
                              "frames in, with their times");
        NS_TEST_EXPECT_MSG_EQ((GetSizes(lazy.received) == GetSizes(cell.received)),
                              true,
                              "frames out");
        NS_TEST_EXPECT_MSG_EQ(lazy.end, cell.end, "the end");
        NS_TEST_EXPECT_MSG_GT(lazy.received.size(), 500, "enough to mean something");
        // what comes was sent, each once, octet by octet
        std::multiset<std::vector<uint8_t>> frames;
        for (const auto& [time, octets] : lazy.sent)
        {
            frames.insert(octets);
        }
        for (const auto& [time, octets] : lazy.received)
        {
            const auto found = frames.find(octets);
            NS_TEST_ASSERT_MSG_EQ((found != frames.end()), true, "a frame that was sent");
            frames.erase(found);
        }
    }

    static constexpr uint64_t BYTES = 500'000; //!< that each sends
    bool m_tcp;                                //!< over TCP
    uint32_t m_buffer;                         //!< BufferCells
    uint32_t m_queue;                          //!< QueueCells
};

/**
 * @ingroup atm-abr-tests
 * @brief ATM below stock protocols and applications.
 */
class AtmAbrStockTestSuite : public TestSuite
{
  public:
    AtmAbrStockTestSuite()
        : TestSuite("atm-abr-stock", Type::UNIT)
    {
        AddTestCase(new AtmStockTestCase(false, 0, 0));
        AddTestCase(new AtmStockTestCase(true, 0, 0));
        AddTestCase(new AtmStockTestCase(true, 0, 60));
        AddTestCase(new AtmStockTestCase(true, 60, 0));
    }
};

static AtmAbrStockTestSuite g_atmAbrStockTestSuite; //!< the suite
