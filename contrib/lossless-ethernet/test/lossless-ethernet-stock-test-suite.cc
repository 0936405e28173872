/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-test-network.h"

#include "ns3/application-container.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pcap-file.h"
#include "ns3/queue-disc.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <fstream>
#include <map>
#include <string>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9;
constexpr uint32_t SINK = 3;        //!< station that receives, which is slow
constexpr double SLOW = 1e9;        //!< bits per second that it takes
const Time START = MilliSeconds(1); //!< of the applications

/** Four stock nodes at a switch with a slow receiver; the others send to it. */
class Congested
{
  public:
    /** @param tcp over TCP, by BulkSendApplication; else over UDP, by OnOffApplication */
    explicit Congested(bool tcp)
    {
        Config::SetDefault("ns3::ArpCache::PendingQueueSize", UintegerValue(1000));
        helper.SetFabricAttribute("Memory", StringValue("ns3::PartitionedMemory[Capacity=30000]"));
        devices = helper.Install(MakeLosslessStar(SINK + 1));
        fabric = LosslessEthernetHelper::GetFabric(devices);
        fabric->SetServiceRate(fabric->GetNetwork().GetStationPorts()[SINK] ^ 1, SLOW);
        NodeContainer nodes;
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            nodes.Add(devices.Get(i)->GetNode());
        }
        InternetStackHelper().Install(nodes);
        TrafficControlHelper discs;
        discs.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("100000p"));
        discs.Install(devices);
        Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        const InetSocketAddress remote(interfaces.GetAddress(SINK), PORT);
        const std::string factory = tcp ? "ns3::TcpSocketFactory" : "ns3::UdpSocketFactory";
        sink = DynamicCast<PacketSink>(
            PacketSinkHelper(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT))
                .Install(nodes.Get(SINK))
                .Get(0));
        OnOffHelper onOff(factory, remote);
        onOff.SetConstantRate(DataRate("2Gbps"), 1000);
        onOff.SetAttribute("MaxBytes", UintegerValue(BYTES));
        BulkSendHelper bulk(factory, remote);
        bulk.SetAttribute("MaxBytes", UintegerValue(BYTES));
        for (uint32_t i = 0; i < SINK; ++i)
        {
            auto applications = tcp ? bulk.Install(nodes.Get(i)) : onOff.Install(nodes.Get(i));
            applications.Start(START + MicroSeconds(77 * i));
        }
    }

    ~Congested()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    static constexpr uint64_t BYTES = 1'000'000; //!< that each sends
    LosslessEthernetHelper helper;
    NetDeviceContainer devices;
    Ptr<LosslessEthernetFabric> fabric;
    Ptr<PacketSink> sink;
};

} // namespace

/**
 * @ingroup lossless-ethernet-tests
 * @brief Stock applications over stock protocols and queue discs, to a slow receiver: all that is
 * sent is received, nothing is lost at any place, and queue discs hold what has to wait.
 */
class LosslessStockTransportTestCase : public TestCase
{
  public:
    /** @param tcp over TCP, else UDP */
    explicit LosslessStockTransportTestCase(bool tcp)
        : TestCase(tcp ? "BulkSendApplication over TCP" : "OnOffApplication over UDP"),
          m_tcp(tcp)
    {
    }

  private:
    void DoRun() override
    {
        Congested network(m_tcp);
        Simulator::Run();
        const auto& fabric = *network.fabric;
        NS_TEST_EXPECT_MSG_EQ(network.sink->GetTotalRx(), SINK * Congested::BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetDrops().GetTotal().number, 0, "lossless");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetMissing(), 0, "conservation");
        NS_TEST_EXPECT_MSG_GT(fabric.GetPauses(), 0, "it was congested");
        uint64_t sent = 0;
        uint64_t received = 0;
        for (uint32_t i = 0; i < network.devices.GetN(); ++i)
        {
            const auto device = DynamicCast<LosslessEthernetNetDevice>(network.devices.Get(i));
            sent += device->GetFramesSent();
            received += device->GetFramesReceived();
            NS_TEST_EXPECT_MSG_EQ(device->GetDrops(LosslessEthernetNetDevice::QUEUE_FULL).number,
                                  0,
                                  "flow control of station " << i);
            const auto disc =
                device->GetNode()->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(
                    device);
            NS_TEST_EXPECT_MSG_EQ(disc->GetStats().nTotalDroppedPackets, 0, "disc");
        }
        NS_TEST_EXPECT_MSG_EQ(sent, fabric.GetSent(), "frames");
        NS_TEST_EXPECT_MSG_EQ(received, sent, "frames");
        // payload goes at 1000 of the 1046 bytes of a frame of UDP, somewhat less with TCP
        const double seconds = 8.0 * SINK * Congested::BYTES / SLOW;
        NS_TEST_EXPECT_MSG_GT(Simulator::Now().GetSeconds(), seconds, "the receiver is slow");
        fabric::ConservationLedger ledger;
        fabric.Report(ledger, "fabric");
        ledger.Check();
    }

    bool m_tcp; //!< over TCP
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief With EnablePcapAll and EnableAsciiAll every frame is in the files of both ends of each
 * link it was on: those of stations and of switches, of data and of MAC control.
 */
class LosslessTraceFilesTestCase : public TestCase
{
  public:
    LosslessTraceFilesTestCase()
        : TestCase("EnablePcapAll and EnableAsciiAll are complete")
    {
    }

  private:
    void DoRun() override
    {
        const std::string prefix = CreateTempDirFilename("lossless");
        uint64_t hops = 0;
        uint64_t control = 0;
        {
            Congested network(false);
            network.helper.EnablePcapAll(prefix);
            network.helper.EnableAsciiAll(prefix);
            Simulator::Run();
            hops = network.fabric->GetEngine().GetHops();
            control = network.fabric->GetPauses();
        } // closes the files
        std::map<std::string, uint64_t> records;
        std::map<char, uint64_t> lines;
        for (uint32_t node = 0; node <= SINK + 1; ++node)
        {
            for (uint32_t port = 0; port <= (node > SINK ? SINK : 0); ++port)
            {
                const auto name = prefix + "-" + std::to_string(node) + "-" + std::to_string(port);
                ReadPcap(name + ".pcap", records);
                std::ifstream ascii(name + ".tr");
                for (std::string line; std::getline(ascii, line);)
                {
                    ++lines[line[0]];
                }
            }
        }
        NS_TEST_EXPECT_MSG_GT(hops, 6000, "enough to mean something");
        NS_TEST_EXPECT_MSG_GT(control, 0, "so of pauses");
        NS_TEST_EXPECT_MSG_EQ(records["data"], 2 * hops, "data, at both ends of each link");
        // an end of a pause for each beginning, but for refreshed ones
        NS_TEST_EXPECT_MSG_GT(records["control"], 2 * control, "MAC control");
        NS_TEST_EXPECT_MSG_EQ(lines['+'], lines['r'], "sent and received");
        NS_TEST_EXPECT_MSG_EQ(lines['+'] + lines['r'],
                              records["data"] + records["control"],
                              "pcap and ascii");
    }

    /** @param name of a file @param records counted up by kind */
    void ReadPcap(const std::string& name, std::map<std::string, uint64_t>& records)
    {
        PcapFile file;
        file.Open(name, std::ios::in | std::ios::binary);
        NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, name);
        NS_TEST_EXPECT_MSG_EQ(file.GetDataLinkType(), 1, "Ethernet");
        for (;;)
        {
            uint8_t bytes[2000];
            uint32_t seconds;
            uint32_t microseconds;
            uint32_t included;
            uint32_t original;
            uint32_t read;
            file.Read(bytes, sizeof bytes, seconds, microseconds, included, original, read);
            if (file.Fail())
            {
                break;
            }
            const bool control = bytes[12] == 0x88 && bytes[13] == 0x08;
            ++records[control ? "control" : "data"];
        }
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Every attribute can be set by a path with wildcards, and trace sources be connected.
 */
class LosslessConfigTestCase : public TestCase
{
  public:
    LosslessConfigTestCase()
        : TestCase("Config paths reach attributes and traces")
    {
    }

  private:
    /** @param path of objects @param type of them @param count how many there are */
    void CheckAttributes(const std::string& path, TypeId type, std::size_t count)
    {
        const auto matches = Config::LookupMatches(path + "$" + type.GetName());
        NS_TEST_ASSERT_MSG_EQ(matches.GetN(), count, type.GetName());
        for (const auto& attribute : burst::GetSettableAttributes(type))
        {
            if (attribute.checker->GetValueTypeName() != "ns3::PointerValue")
            {
                auto value = attribute.checker->Create();
                matches.Get(0)->GetAttribute(attribute.name, *value);
                NS_TEST_EXPECT_MSG_EQ(
                    Config::SetFailSafe(path + "$" + type.GetName() + "/" + attribute.name, *value),
                    true,
                    attribute.name);
            }
        }
    }

    void DoRun() override
    {
        Congested network(false);
        CheckAttributes("/NodeList/*/DeviceList/*/", LosslessEthernetNetDevice::GetTypeId(), 4);
        CheckAttributes("/NodeList/*/DeviceList/*/", LosslessEthernetSwitchPort::GetTypeId(), 4);
        CheckAttributes("/ChannelList/*/", LosslessEthernetFabric::GetTypeId(), 1);
        const auto count = MakeCallback(&LosslessConfigTestCase::Count, this);
        Config::ConnectWithoutContext(
            "/NodeList/*/DeviceList/*/$ns3::LosslessEthernetNetDevice/PhyRxEnd",
            count);
        Config::ConnectWithoutContext(
            "/NodeList/*/DeviceList/*/$ns3::LosslessEthernetSwitchPort/PhyRxEnd",
            count);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(m_frames, network.fabric->GetEngine().GetHops(), "data and control");
    }

    /** @param frame received */
    void Count(Ptr<const Packet> frame)
    {
        ++m_frames;
    }

    uint64_t m_frames{0}; //!< firings of PhyRxEnd
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Lossless Ethernet below stock protocols and applications.
 */
class LosslessEthernetStockTestSuite : public TestSuite
{
  public:
    LosslessEthernetStockTestSuite()
        : TestSuite("lossless-ethernet-stock", Type::UNIT)
    {
        AddTestCase(new LosslessStockTransportTestCase(false));
        AddTestCase(new LosslessStockTransportTestCase(true));
        AddTestCase(new LosslessConfigTestCase);
    }
};

static LosslessEthernetStockTestSuite g_losslessEthernetStockTestSuite; //!< the suite

/**
 * @ingroup lossless-ethernet-tests
 * @brief Trace files, in a process of their own: all packets or none are printed.
 */
class LosslessEthernetTraceFilesTestSuite : public TestSuite
{
  public:
    LosslessEthernetTraceFilesTestSuite()
        : TestSuite("lossless-ethernet-trace-files", Type::UNIT)
    {
        AddTestCase(new LosslessTraceFilesTestCase);
    }
};

static LosslessEthernetTraceFilesTestSuite g_losslessEthernetTraceFilesTestSuite; //!< the suite
