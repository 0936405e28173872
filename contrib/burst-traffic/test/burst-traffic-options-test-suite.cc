/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-test-sockets.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-application.h"
#include "ns3/burst-traffic-basic-arrivals.h"
#include "ns3/burst-traffic-destination-patterns.h"
#include "ns3/burst-traffic-helper.h"
#include "ns3/burst-traffic-trace-arrivals.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup burst-traffic-tests
 * What a user of OnOffApplication sets: broadcast, Local, Tos, sizes and ticks of a trace.
 */

using namespace ns3;

namespace
{

/// What a socket was asked for.
struct Asked
{
    bool broadcast{false};
    Address local;
    Ptr<Socket> socket;
    std::vector<uint32_t> sizes;  ///< of packets
    std::vector<Time> times;      ///< of packets
    std::vector<Address> remotes; ///< of all sockets, in the order of their connections
};

Asked g_asked; ///< of the last socket

/// Takes everything.
class OptionSocket : public PacketSocket
{
  public:
    static constexpr const char* FACTORY = "ns3::BurstTrafficOptionSocketFactory";

    OptionSocket()
    {
        g_asked.socket = this;
    }

    int Bind() override
    {
        return 0;
    }

    int Bind6() override
    {
        return 0;
    }

    int Bind(const Address& address) override
    {
        g_asked.local = address;
        return 0;
    }

    int Connect(const Address& remote) override
    {
        g_asked.remotes.push_back(remote);
        return 0;
    }

    int ShutdownRecv() override
    {
        return 0;
    }

    bool SetAllowBroadcast(bool allow) override
    {
        g_asked.broadcast = allow;
        return true;
    }

    int Send(Ptr<Packet> packet, uint32_t) override
    {
        g_asked.sizes.push_back(packet->GetSize());
        g_asked.times.push_back(Simulator::Now());
        return packet->GetSize();
    }

    int Close() override
    {
        return 0;
    }
};

} // namespace

/// The options of sockets.
class OptionsTestCase : public TestCase
{
  public:
    OptionsTestCase()
        : TestCase("Broadcast is allowed, Local is bound, Tos acts at any time or is refused")
    {
    }

  private:
    void DoTeardown() override
    {
        g_asked = Asked();
        Simulator::Destroy();
    }

    /// @param remote to send to @return an application that starts at once
    Ptr<ArrivalApplication> Make(const Address& remote)
    {
        NodeContainer node(1);
        node.Get(0)->AggregateObject(CreateObject<FullSocketFactory<OptionSocket>>());
        ArrivalHelper helper(OptionSocket::FACTORY, remote);
        helper.SetProcess("ns3::ConstantArrivals[Interval=1000]");
        helper.SetAttribute("MaxPackets", UintegerValue(3));
        const auto application = helper.Install(node).Get(0);
        return DynamicCast<ArrivalApplication>(application);
    }

    /// @return what the start of an application throws
    std::string Run(Ptr<ArrivalApplication>)
    {
        try
        {
            Simulator::Run();
        }
        catch (const std::invalid_argument& error)
        {
            return error.what();
        }
        return "";
    }

    void DoRun() override
    {
        FullSocketFactory<OptionSocket>::GetTypeId();
        const InetSocketAddress local(Ipv4Address("10.0.0.7"), 77);
        const InetSocketAddress everybody(Ipv4Address("255.255.255.255"), 9);
        auto application = Make(everybody);
        application->SetAttribute("Local", AddressValue(local));
        application->SetAttribute("Tos", UintegerValue(0xb8));
        Simulator::Schedule(MicroSeconds(30), [&] {
            NS_TEST_EXPECT_MSG_EQ(+g_asked.socket->GetIpTos(), 0xb8, "Tos");
            application->SetAttribute("Tos", UintegerValue(0x20));
            NS_TEST_EXPECT_MSG_EQ(+g_asked.socket->GetIpTos(), 0x20, "Tos in mid-run");
            const std::vector<std::pair<std::string, Ptr<AttributeValue>>> refused{
                {"Local", Create<AddressValue>(Address())},
                {"Remote", Create<AddressValue>(Address())},
                {"Process", Create<PointerValue>(CreateObject<ConstantArrivals>())},
                {"Destinations", Create<PointerValue>(CreateObject<UniformDestinations>())},
                {"Protocol", Create<StringValue>("ns3::PacketSocketFactory")},
                {"Tick", Create<TimeValue>(NanoSeconds(21))}};
            for (const auto& [name, value] : refused)
            {
                NS_TEST_EXPECT_MSG_EQ(application->SetAttributeFailSafe(name, *value),
                                      false,
                                      name << " after the start");
            }
        });
        NS_TEST_EXPECT_MSG_EQ(Run(application), "", "");
        NS_TEST_EXPECT_MSG_EQ(g_asked.broadcast, true, "broadcast");
        NS_TEST_EXPECT_MSG_EQ((g_asked.local == Address(local)), true, "Local");
        NS_TEST_EXPECT_MSG_EQ((g_asked.sizes == std::vector<uint32_t>{64, 64, 64}), true, "");

        const Inet6SocketAddress remote6(Ipv6Address("2001:db8::1"), 9);
        application = Make(remote6);
        application->SetAttribute("Tos", UintegerValue(0x20));
        NS_TEST_EXPECT_MSG_EQ(Run(application), "", "");
        NS_TEST_EXPECT_MSG_EQ(+g_asked.socket->GetIpv6Tclass(), 0x20, "traffic class");

        application = Make(remote6);
        application->SetAttribute("Local", AddressValue(local));
        NS_TEST_EXPECT_MSG_NE(Run(application).find("Local of"), std::string::npos, "IPv4 to IPv6");

        application = Make(PacketSocketAddress());
        application->SetAttribute("Tos", UintegerValue(1));
        NS_TEST_EXPECT_MSG_NE(Run(application).find("Tos of"), std::string::npos, "no IP");
    }
};

/// A trace has one tick, and its sizes.
class TraceOptionsTestCase : public TestCase
{
  public:
    TraceOptionsTestCase()
        : TestCase("A trace is sent with its sizes, and a tick that it shares with the application")
    {
    }

  private:
    void DoTeardown() override
    {
        g_asked = Asked();
        Simulator::Destroy();
    }

    /// @param process with the trace @param packetSize attribute @param error expected, or nothing
    void Send(const std::string& process, uint32_t packetSize, const std::string& error)
    {
        g_asked = Asked();
        NodeContainer node(1);
        node.Get(0)->AggregateObject(CreateObject<FullSocketFactory<OptionSocket>>());
        ArrivalHelper helper(OptionSocket::FACTORY, InetSocketAddress(Ipv4Address("10.0.0.7"), 7));
        helper.SetProcess(process);
        helper.SetAttribute("Tick", TimeValue(MicroSeconds(1)));
        helper.SetAttribute("PacketSize", UintegerValue(packetSize));
        helper.Install(node);
        std::string thrown;
        try
        {
            Simulator::Run();
        }
        catch (const std::invalid_argument& refusal)
        {
            thrown = refusal.what();
        }
        NS_TEST_EXPECT_MSG_EQ(thrown.empty(), error.empty(), thrown);
        NS_TEST_EXPECT_MSG_NE(thrown.find(error), std::string::npos, thrown);
        Simulator::Destroy();
    }

    /// @param number of 32 bits @return its bytes, little endian
    static std::string Bytes(uint32_t number)
    {
        std::string bytes;
        for (int i = 0; i < 4; ++i)
        {
            bytes += static_cast<char>(number >> (8 * i));
        }
        return bytes;
    }

    void DoRun() override
    {
        const std::string text = CreateTempDirFilename("sizes.txt");
        std::ofstream(text) << "2 100\n5 1500\n9 7\n";
        using Sizes = std::vector<uint32_t>;
        Send("ns3::TraceArrivals[File=" + text + "]", 0, "");
        NS_TEST_EXPECT_MSG_EQ((g_asked.sizes == Sizes{100, 1500, 7}), true, "sizes of the trace");
        Send("ns3::TraceArrivals[File=" + text + "]", 64, "");
        NS_TEST_EXPECT_MSG_EQ((g_asked.sizes == Sizes{64, 64, 64}), true, "PacketSize");
        const std::string plain = CreateTempDirFilename("plain.txt");
        std::ofstream(plain) << "2\n5\n";
        Send("ns3::TraceArrivals[File=" + plain + "]", 0, "");
        NS_TEST_EXPECT_MSG_EQ((g_asked.sizes == Sizes{64, 64}), true, "no sizes");

        // Two packets, 250 us apart.
        const std::string pcap = CreateTempDirFilename("two.pcap");
        std::ofstream(pcap, std::ios::binary)
            << Bytes(0xa1b2c3d4) << Bytes(0x00040002) << Bytes(0) << Bytes(0) << Bytes(65535)
            << Bytes(1) << Bytes(3) << Bytes(100) << Bytes(0) << Bytes(60) << Bytes(3) << Bytes(350)
            << Bytes(0) << Bytes(1500);
        const std::string process = "ns3::TraceArrivals[File=" + pcap;
        for (const std::string tick : {"", "|Tick=1us"})
        {
            Send(process + tick + "]", 0, "");
            NS_TEST_EXPECT_MSG_EQ((g_asked.sizes == Sizes{60, 1500}), true, "sizes of the pcap");
            NS_TEST_EXPECT_MSG_EQ((g_asked.times == std::vector<Time>{Time(0), MicroSeconds(250)}),
                                  true,
                                  "times of the pcap");
        }
        Send(process + "|Tick=20ns]", 0, "allowed is one tick");
    }
};

/// PacketSize, Size and MaxPackets act at any time.
class LiveSizesTestCase : public TestCase
{
  public:
    LiveSizesTestCase()
        : TestCase("Sizes and the number of packets change in mid-run")
    {
    }

  private:
    void DoTeardown() override
    {
        g_asked = Asked();
        Simulator::Destroy();
    }

    /// @param packetSize at first @param changes what is set at which microsecond @param expected
    /// sizes of the packets
    void Send(uint32_t packetSize,
              const std::vector<std::tuple<int64_t, std::string, std::string>>& changes,
              const std::vector<uint32_t>& expected)
    {
        const std::string trace = CreateTempDirFilename("live.txt");
        std::ofstream(trace) << "2 100\n5 1500\n9 7\n12 8\n";
        g_asked = Asked();
        NodeContainer node(1);
        node.Get(0)->AggregateObject(CreateObject<FullSocketFactory<OptionSocket>>());
        ArrivalHelper helper(OptionSocket::FACTORY, InetSocketAddress(Ipv4Address("10.0.0.7"), 7));
        helper.SetProcess("ns3::TraceArrivals[File=" + trace + "]");
        helper.SetAttribute("Tick", TimeValue(MicroSeconds(1)));
        helper.SetAttribute("PacketSize", UintegerValue(packetSize));
        const auto application = helper.Install(node).Get(0);
        for (const auto& [us, name, value] : changes)
        {
            Simulator::Schedule(MicroSeconds(us), [application, name = name, value = value] {
                burst::SetAttributeOrThrow(application, name, value);
            });
        }
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ((g_asked.sizes == expected), true, "after " << changes.size());
    }

    void DoRun() override
    {
        const std::string law = "ns3::ConstantRandomVariable[Constant=33]";
        Send(64, {{3, "PacketSize", "9"}}, {64, 9, 9, 9});
        Send(64, {{3, "PacketSize", "0"}}, {64, 100, 1500, 7}); // from the first of the file on
        Send(0, {{3, "PacketSize", "9"}, {6, "PacketSize", "0"}}, {100, 9, 1500, 7});
        Send(64, {{6, "Size", law}, {10, "PacketSize", "5"}}, {64, 64, 33, 33});
        Send(0, {{6, "Size", law}}, {100, 1500, 33, 33});
        Send(64, {{3, "MaxPackets", "2"}}, {64, 64});
        Send(64, {{6, "MaxPackets", "1"}}, {64, 64}); // too late for one of them
    }
};

/// A socket is opened for a device before its first packet, and no other.
class SocketsTestCase : public TestCase
{
  public:
    SocketsTestCase()
        : TestCase("Each destination has a socket, from its first packet on")
    {
    }

  private:
    void DoTeardown() override
    {
        g_asked = Asked();
        Simulator::Destroy();
    }

    void DoRun() override
    {
        std::vector<Address> remotes;
        for (uint16_t port = 1; port <= 5; ++port)
        {
            remotes.push_back(InetSocketAddress(Ipv4Address("10.0.0.7"), port));
        }
        for (const std::string text :
             {"ns3::PermutationDestinations[Permutation=3,0,1,4,2]", "ns3::UniformDestinations"})
        {
            g_asked = Asked();
            NodeContainer node(1);
            node.Get(0)->AggregateObject(CreateObject<FullSocketFactory<OptionSocket>>());
            auto application = CreateObject<ArrivalApplication>();
            application->SetProcess(burst::CreateFromText<ArrivalProcess>(
                "ns3::ConstantArrivals[Interval=100]")); // one in 2 us
            const auto pattern = burst::CreateFromText<DestinationPattern>(text);
            application->SetAttribute("Destinations", PointerValue(pattern));
            burst::SetAttributeOrThrow(application, "Protocol", OptionSocket::FACTORY);
            application->SetRemotes(0, remotes);
            application->AssignStreams(1);
            application->SetStopTime(MicroSeconds(200));
            node.Get(0)->AddApplication(application);
            const auto first = NanoSeconds(20) * application->GetProcess()->Clone()->Next();
            Simulator::Schedule(first - NanoSeconds(1), [this] {
                NS_TEST_EXPECT_MSG_EQ(g_asked.remotes.size(), 0, "there was no packet");
            });
            Simulator::Schedule(first + NanoSeconds(1), [this] {
                NS_TEST_EXPECT_MSG_EQ(g_asked.remotes.size(), 1, "there was one packet");
            });
            Simulator::Run();
            Simulator::Destroy();
            NS_TEST_EXPECT_MSG_EQ(g_asked.sizes.size(), 100, "packets");
            const std::set<Address> connected(g_asked.remotes.begin(), g_asked.remotes.end());
            NS_TEST_EXPECT_MSG_EQ(connected.size(), g_asked.remotes.size(), "each once");
            NS_TEST_EXPECT_MSG_EQ(connected.count(remotes[0]), 0, "the device itself");
            const bool uniform = text == "ns3::UniformDestinations";
            NS_TEST_EXPECT_MSG_EQ(connected.size(), (uniform ? 4 : 1), text);
            NS_TEST_EXPECT_MSG_EQ(connected.count(remotes[3]), 1, text);
        }
    }
};

/// The tests.
class BurstTrafficOptionsTestSuite : public TestSuite
{
  public:
    BurstTrafficOptionsTestSuite()
        : TestSuite("burst-traffic-options", Type::UNIT)
    {
        AddTestCase(new OptionsTestCase);
        AddTestCase(new TraceOptionsTestCase);
        AddTestCase(new LiveSizesTestCase);
        AddTestCase(new SocketsTestCase);
    }
};

static BurstTrafficOptionsTestSuite g_burstTrafficOptionsTestSuite; //!< Registers the suite.
