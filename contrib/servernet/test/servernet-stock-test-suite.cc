/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/channel-list.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pcap-file.h"
#include "ns3/servernet-headers.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-request-pool.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9;
constexpr uint32_t SINK = 4; //!< device that receives

/** Addresses are checked for duplicates before they are used, which takes two seconds in IPv6. */
const Time START = Seconds(3);

/** A way to send. */
struct Transport
{
    std::string name;    //!< in the name of a test
    std::string factory; //!< TypeId name of the socket factory
    bool ipv6;           //!< over IPv6
};

const Transport UDP4{"UDP over IPv4", "ns3::UdpSocketFactory", false};
const Transport UDP6{"UDP over IPv6", "ns3::UdpSocketFactory", true};
const Transport TCP4{"TCP over IPv4", "ns3::TcpSocketFactory", false};
const Transport TCP6{"TCP over IPv6", "ns3::TcpSocketFactory", true};

/** Six stock nodes on a router, or two; all send to one of them with OnOffApplication. */
class Stock
{
  public:
    /** @param transport the way @param twoFabrics whether there is a Y */
    explicit Stock(const Transport& transport, bool twoFabrics = false)
    {
        // Address resolution may begin after 10 ms, and drops what more than that has to wait.
        Config::SetDefault("ns3::ArpCache::PendingQueueSize", UintegerValue(1000));
        Config::SetDefault("ns3::NdiscCache::UnresolvedQueueSize", UintegerValue(1000));
        const auto topology = ServerNetTopology("single-router");
        devices = twoFabrics ? helper.Install(topology, topology) : helper.Install(topology);
        NodeContainer nodes;
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            nodes.Add(devices.Get(i)->GetNode());
        }
        InternetStackHelper().Install(nodes);
        Address remote;
        Address local;
        if (transport.ipv6)
        {
            Ipv6AddressHelper addresses("2001:1::", 64);
            remote = Inet6SocketAddress(addresses.Assign(devices).GetAddress(SINK, 1), PORT);
            local = Inet6SocketAddress(Ipv6Address::GetAny(), PORT);
        }
        else
        {
            Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
            remote = InetSocketAddress(addresses.Assign(devices).GetAddress(SINK), PORT);
            local = InetSocketAddress(Ipv4Address::GetAny(), PORT);
        }
        sink = DynamicCast<PacketSink>(
            PacketSinkHelper(transport.factory, local).Install(nodes.Get(SINK)).Get(0));
        OnOffHelper source(transport.factory, remote);
        source.SetAttribute("DataRate", StringValue("20Mbps"));
        source.SetAttribute("PacketSize", UintegerValue(1000));
        source.SetAttribute("OnTime", StringValue("ns3::ConstantRandomVariable[Constant=0.003]"));
        source.SetAttribute("OffTime", StringValue("ns3::ConstantRandomVariable[Constant=0.001]"));
        for (uint32_t i = 0; i < nodes.GetN(); ++i)
        {
            if (i != SINK)
            {
                auto application = source.Install(nodes.Get(i)).Get(0);
                application->SetStartTime(START + MicroSeconds(77 * i));
                application->SetStopTime(START + MilliSeconds(40));
                application->TraceConnectWithoutContext("Tx", MakeCallback(&Stock::Send, this));
            }
        }
    }

    ~Stock()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    /** @return messages sent less messages received */
    int64_t CountMissing() const
    {
        int64_t missing = 0;
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const auto device = DynamicCast<ServerNetNetDevice>(devices.Get(i));
            missing += static_cast<int64_t>(device->GetMessagesSent());
            missing -= static_cast<int64_t>(device->GetMessagesReceived());
        }
        return missing;
    }

    ServerNetHelper helper;
    NetDeviceContainer devices;
    Ptr<PacketSink> sink;
    uint64_t sentBytes{0};

  private:
    void Send(Ptr<const Packet> packet)
    {
        sentBytes += packet->GetSize();
    }
};

} // namespace

/**
 * @ingroup servernet-tests
 * @brief Stock applications over stock protocols: all that is sent is received, the address
 * resolution of IPv4 and IPv6 works without more, and every message is put together.
 */
class StockTransportTestCase : public TestCase
{
  public:
    /** @param transport the way */
    explicit StockTransportTestCase(const Transport& transport)
        : TestCase("OnOffApplication and PacketSink, " + transport.name),
          m_transport(transport)
    {
    }

  private:
    void DoRun() override
    {
        Stock stock(m_transport);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(stock.sentBytes, 100'000, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ(stock.sink->GetTotalRx(), stock.sentBytes, "bytes");
        NS_TEST_EXPECT_MSG_EQ(stock.CountMissing(), 0, "messages");
        fabric::ConservationLedger ledger;
        ServerNetHelper::GetFabric(stock.devices)->Report(ledger, "X");
        ledger.Check();
    }

    Transport m_transport; //!< the way
};

/**
 * @ingroup servernet-tests
 * @brief UDP sends nothing again; yet with two fabrics nothing is lost when the link of the
 * receiver in one of them goes down and comes back a hundred times.
 */
class StockFailoverTestCase : public TestCase
{
  public:
    StockFailoverTestCase()
        : TestCase("UDP loses nothing when links fail")
    {
    }

  private:
    void DoRun() override
    {
        Stock stock(UDP4, true);
        const auto x = ServerNetHelper::GetFabric(stock.devices, 0);
        const auto y = ServerNetHelper::GetFabric(stock.devices, 1);
        const uint32_t link = x->GetNetwork().GetInjectionChannels()[SINK] / 2;
        for (int64_t i = 0; i < 100; ++i)
        {
            const auto fabric = i % 2 == 0 ? x : y;
            for (const uint32_t channel : {2 * link, 2 * link + 1})
            {
                const Time when = START + MicroSeconds(200 * i);
                Simulator::Schedule(when, &ServerNetFabric::SetDown, fabric, channel, true);
                Simulator::Schedule(when + MicroSeconds(150),
                                    &ServerNetFabric::SetDown,
                                    fabric,
                                    channel,
                                    false);
            }
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(x->GetDrops().GetTotal().number + y->GetDrops().GetTotal().number,
                              50,
                              "the faults hit packets");
        NS_TEST_EXPECT_MSG_EQ(stock.sink->GetTotalRx(), stock.sentBytes, "bytes");
        NS_TEST_EXPECT_MSG_EQ(stock.CountMissing(), 0, "messages");
        fabric::ConservationLedger ledger;
        x->Report(ledger, "X");
        y->Report(ledger, "Y");
        ledger.Check();
    }
};

/**
 * @ingroup servernet-tests
 * @brief With EnablePcapAll and EnableAsciiAll every packet is twice in the files, where it was
 * sent and where it was delivered, and in pcap with the bytes that its CRC is of.
 */
class StockTraceFilesTestCase : public TestCase
{
  public:
    StockTraceFilesTestCase()
        : TestCase("EnablePcapAll and EnableAsciiAll are complete")
    {
    }

  private:
    void DoRun() override
    {
        const std::string prefix = CreateTempDirFilename("servernet");
        uint64_t injected = 0;
        uint64_t delivered = 0;
        {
            Stock stock(TCP4);
            stock.helper.EnablePcapAll(prefix);
            stock.helper.EnableAsciiAll(prefix);
            Simulator::Run();
            injected = ServerNetHelper::GetFabric(stock.devices)->GetInjected();
            delivered = ServerNetHelper::GetFabric(stock.devices)->GetDelivered();
        } // closes the files
        uint64_t records = 0;
        std::map<char, uint64_t> lines;
        for (uint32_t i = 0; i < 6; ++i)
        {
            const std::string name = prefix + "-" + std::to_string(i) + "-0";
            CheckPcap(name + ".pcap", records);
            std::ifstream ascii(name + ".tr");
            for (std::string line; std::getline(ascii, line);)
            {
                ++lines[line[0]];
                m_headers += line.find("ns3::ServerNetHeader (") != std::string::npos ? 1 : 0;
            }
        }
        NS_TEST_EXPECT_MSG_GT(delivered, 5000, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ(records, 2 * delivered, "records");
        NS_TEST_EXPECT_MSG_EQ(lines['+'], injected, "lines of sent packets");
        NS_TEST_EXPECT_MSG_EQ(lines['r'], delivered, "lines of delivered packets");
        NS_TEST_EXPECT_MSG_EQ(m_headers, lines['+'] + lines['r'], "printed headers");
    }

    /** @param name of a file @param records counted up */
    void CheckPcap(const std::string& name, uint64_t& records)
    {
        PcapFile file;
        file.Open(name, std::ios::in | std::ios::binary);
        NS_TEST_ASSERT_MSG_EQ(file.Fail(), false, name);
        NS_TEST_EXPECT_MSG_EQ(file.GetDataLinkType(), 147, "user0");
        uint8_t bytes[128];
        uint32_t seconds;
        uint32_t microseconds;
        uint32_t included;
        uint32_t original;
        uint32_t read;
        for (;;)
        {
            file.Read(bytes, sizeof bytes, seconds, microseconds, included, original, read);
            if (file.Fail())
            {
                break;
            }
            ++records;
            auto packet = Create<Packet>(bytes, read);
            ServerNetTrailer trailer;
            packet->RemoveTrailer(trailer);
            NS_TEST_EXPECT_MSG_EQ(trailer.Check(*packet), true, "CRC of record " << records);
        }
    }

    uint64_t m_headers{0}; //!< lines with a ServerNet header
};

/**
 * @ingroup servernet-tests
 * @brief Every attribute can be set by a path with wildcards, and trace sources be connected.
 */
class StockConfigTestCase : public TestCase
{
  public:
    StockConfigTestCase()
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
            if (attribute.checker->GetValueTypeName() == "ns3::PointerValue")
            {
                continue;
            }
            auto value = attribute.checker->Create();
            matches.Get(0)->GetAttribute(attribute.name, *value);
            NS_TEST_EXPECT_MSG_EQ(
                Config::SetFailSafe(path + "$" + type.GetName() + "/" + attribute.name, *value),
                true,
                attribute.name);
        }
    }

    void DoRun() override
    {
        Stock stock(UDP4);
        const auto fabric = ServerNetHelper::GetFabric(stock.devices);
        stock.devices.Get(0)->GetNode()->AddApplication(
            burst::CreateFromText<ServerNetRequestPool>("ns3::ServerNetRequestPool"));
        CheckAttributes("/NodeList/*/DeviceList/*/", ServerNetNetDevice::GetTypeId(), 6);
        CheckAttributes("/NodeList/*/", ServerNetRouterSettings::GetTypeId(), 1);
        CheckAttributes("/ChannelList/*/", ServerNetFabric::GetTypeId(), 1);
        CheckAttributes("/NodeList/*/ApplicationList/*/", ServerNetRequestPool::GetTypeId(), 1);
        stock.devices.Get(0)->GetNode()->GetApplication(1)->SetStartTime(Seconds(100));
        Config::ConnectWithoutContext("/NodeList/*/DeviceList/*/$ns3::ServerNetNetDevice/PhyRxEnd",
                                      MakeCallback(&StockConfigTestCase::CountPacket, this));
        Config::ConnectWithoutContext("/ChannelList/*/$ns3::ServerNetFabric/TailStarted",
                                      MakeCallback(&StockConfigTestCase::CountHop, this));
        Simulator::Stop(Seconds(99));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(m_packets, 5000, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ(m_packets, fabric->GetDelivered(), "packets");
        NS_TEST_EXPECT_MSG_EQ(m_hops, 2 * fabric->GetDelivered(), "two channels a packet");
    }

    /** @param packet received */
    void CountPacket(Ptr<const Packet> packet)
    {
        ++m_packets;
    }

    /** @param hop of a packet */
    void CountHop(const ServerNetEngine::Hop& hop)
    {
        ++m_hops;
    }

    uint64_t m_packets{0}; //!< firings of PhyRxEnd
    uint64_t m_hops{0};    //!< firings of TailStarted
};

/**
 * @ingroup servernet-tests
 * @brief ServerNet below stock protocols and applications.
 */
class ServerNetStockTestSuite : public TestSuite
{
  public:
    ServerNetStockTestSuite()
        : TestSuite("servernet-stock", Type::UNIT)
    {
        for (const auto& transport : {UDP4, UDP6, TCP4, TCP6})
        {
            AddTestCase(new StockTransportTestCase(transport));
        }
        AddTestCase(new StockFailoverTestCase);
        AddTestCase(new StockConfigTestCase);
    }
};

static ServerNetStockTestSuite g_serverNetStockTestSuite; //!< the suite

/**
 * @ingroup servernet-tests
 * @brief Trace files, in a process of their own: all packets or none are printed.
 */
class ServerNetTraceFilesTestSuite : public TestSuite
{
  public:
    ServerNetTraceFilesTestSuite()
        : TestSuite("servernet-trace-files", Type::UNIT)
    {
        AddTestCase(new StockTraceFilesTestCase);
    }
};

static ServerNetTraceFilesTestSuite g_serverNetTraceFilesTestSuite; //!< the suite
