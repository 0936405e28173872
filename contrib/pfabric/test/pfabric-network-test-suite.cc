/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/pfabric-channel.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-header.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/pfabric-socket-factory.h"
#include "ns3/pfabric-tag.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t NETWORK_PORT = 9;     //!< of all receivers
constexpr uint8_t EQUAL_LENGTH = 4 << 2; //!< octet of IP with the default of EqualLengthDscp
constexpr auto STACKS = {PFabricHelper::LEAN, PFabricHelper::HOSTS, PFabricHelper::ALL};

/** A network whose hosts receive, and one socket that sends for each host. */
class PFabricTestNetwork
{
  public:
    /** @param helper makes it @param topology name of it */
    PFabricTestNetwork(PFabricHelper helper, const std::string& topology)
        : m_hosts(helper.Install(PFabricTopology(topology))),
          m_switches(helper.GetSwitches())
    {
        for (uint32_t host = 0; host < m_hosts.GetN(); ++host)
        {
            for (auto* sockets : {&m_receivers, &m_senders})
            {
                sockets->push_back(
                    Socket::CreateSocket(m_hosts.Get(host), PFabricSocketFactory::GetTypeId()));
            }
            m_senders[host]->SetAttribute("SndBufSize", UintegerValue(100000000));
            m_receivers[host]->Bind(InetSocketAddress(Ipv4Address::GetAny(), NETWORK_PORT));
            m_receivers[host]->SetRecvCallback(
                MakeCallback(&PFabricTestNetwork::Receive, this).Bind(host));
        }
    }

    ~PFabricTestNetwork()
    {
        Simulator::Destroy();
    }

    /** @param at when @param from host @param to host @param content of the message @param tos
     * octet of IP */
    void Send(Time at, uint32_t from, uint32_t to, Ptr<Packet> content, uint8_t tos = 0)
    {
        Simulator::Schedule(at, [this, from, to, content, tos] {
            m_sent[{from, to}].push_back(content);
            m_senders[from]->SetIpTos(tos);
            m_senders[from]->SendTo(
                content,
                0,
                InetSocketAddress(PFabricForwarding::GetAddress(to), NETWORK_PORT));
        });
    }

    /** A message that came. */
    struct Arrival
    {
        Time at;             //!< when
        uint32_t from;       //!< host
        uint32_t to;         //!< host
        Ptr<Packet> content; //!< of it
    };

    /** @return what came until nothing was left to do, in order */
    const std::vector<Arrival>& Run()
    {
        Simulator::Run();
        return m_came;
    }

    /** @return hosts and switches */
    NodeContainer GetNodes() const
    {
        return NodeContainer(m_hosts, m_switches);
    }

    /** @return sockets that send, by host */
    const std::vector<Ptr<Socket>>& GetSenders() const
    {
        return m_senders;
    }

  private:
    /** Messages have come. @param to host @param socket of it */
    void Receive(uint32_t to, Ptr<Socket> socket)
    {
        Address source;
        while (const auto content = socket->RecvFrom(source))
        {
            const auto address = InetSocketAddress::ConvertFrom(source).GetIpv4().Get();
            const uint32_t from = address - PFabricForwarding::GetAddress(0).Get();
            m_came.push_back({Simulator::Now(), from, to, content});
        }
    }

    NodeContainer m_hosts;                //!< by number
    NodeContainer m_switches;             //!< in the order of the topology
    std::vector<Ptr<Socket>> m_receivers; //!< by host
    std::vector<Ptr<Socket>> m_senders;   //!< by host
    std::vector<Arrival> m_came;          //!< see Run
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Ptr<Packet>>> m_sent; //!< kept alive
};

/** @param packet any @return its bytes */
std::vector<uint8_t>
GetBytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

/** @param size bytes @param seed of them @return a packet of bytes that look random */
Ptr<Packet>
MakeContent(uint32_t size, uint32_t seed)
{
    std::vector<uint8_t> bytes(size);
    for (auto& byte : bytes)
    {
        seed = seed * 1664525 + 1013904223;
        byte = seed >> 24;
    }
    return Create<Packet>(bytes.data(), size);
}

} // namespace

/**
 * @ingroup pfabric
 * @brief One packet alone from host 0 to each other: each link takes 12 us / (rate / 1 Gb/s) + 0.2
 * us, each of the two hosts 2.5 us (document of Wang, Zhu and Chen, section 3; its 63.1 and 16.7 us
 * are those of whole microseconds).
 */
class PFabricIdleTest : public TestCase
{
  public:
    PFabricIdleTest();

  private:
    void DoRun() override;
};

PFabricIdleTest::PFabricIdleTest()
    : TestCase("latencies of an idle tree, to the nanosecond")
{
}

void
PFabricIdleTest::DoRun()
{
    for (const auto stack : STACKS)
    {
        for (const uint32_t gbps : {1, 2, 4})
        {
            for (const uint8_t tos : {uint8_t{0}, EQUAL_LENGTH})
            {
                PFabricHelper helper;
                helper.SetStack(stack);
                PFabricTestNetwork network(helper,
                                           "tree[CoreMbps=" + std::to_string(1000 * gbps) + "]");
                for (uint32_t to = 1; to < 128; ++to)
                {
                    network.Send(MilliSeconds(to), 0, to, Create<Packet>(1460), tos);
                }
                double sum = 0;
                double squares = 0;
                double wholeSum = 0;
                double wholeSquares = 0;
                const auto& came = network.Run();
                NS_TEST_ASSERT_MSG_EQ(came.size(), 127, "all came");
                for (const auto& [at, from, to, content] : came)
                {
                    const uint32_t above = tos != 0 || to > 63 ? 4 : to > 15 ? 2 : 0;
                    const int64_t expected =
                        2 * (12000 + 200 + 2500) + above * (12000 / gbps + 200);
                    const int64_t latency = (at - MilliSeconds(to)).GetNanoSeconds();
                    NS_TEST_EXPECT_MSG_EQ(latency, expected, "to host " << to);
                    const double us = latency / 1000.0;
                    sum += us;
                    squares += us * us;
                    wholeSum += std::round(us);
                    wholeSquares += std::round(us) * std::round(us);
                }
                if (gbps == 1 && tos == 0)
                {
                    const double mean = sum / 127;
                    const double whole = wholeSum / 127;
                    NS_TEST_EXPECT_MSG_EQ_TOL(mean, 63.2142, 5e-5, "mean");
                    NS_TEST_EXPECT_MSG_EQ_TOL(std::sqrt(squares / 127 - mean * mean),
                                              16.7844,
                                              5e-5,
                                              "deviation");
                    NS_TEST_EXPECT_MSG_EQ_TOL(whole, 63.1, 0.05, "mean of whole ones");
                    NS_TEST_EXPECT_MSG_EQ_TOL(std::sqrt(wholeSquares / 127 - whole * whole),
                                              16.7,
                                              0.05,
                                              "deviation of whole ones");
                }
            }
        }
    }
}

/**
 * @ingroup pfabric
 * @brief All fragments of a datagram take one of four ways with Spreading=Flow, whatever their
 * bytes look like; datagrams of one flow that fit in a packet take one way.
 */
class PFabricFragmentsTest : public TestCase
{
  public:
    PFabricFragmentsTest()
        : TestCase("fragments of a datagram go one way")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricFragmentsTest::DoRun()
{
    for (const auto stack : {PFabricHelper::HOSTS, PFabricHelper::ALL})
    {
        for (const uint32_t bytes : {10000, 1000})
        {
            PFabricHelper helper;
            helper.SetStack(stack);
            helper.SetForwardingAttribute("Spreading", StringValue("Flow"));
            const auto hosts =
                helper.Install(PFabricTopology("leaf-spine[Leaves=2|Spines=4|Hosts=2]"));
            std::map<uint16_t, std::map<uint32_t, uint32_t>> ways; // datagram, spine: packets
            const auto switches = helper.GetSwitches();
            for (uint32_t spine = 0; spine < 4; ++spine)
            {
                for (uint32_t i = 0; i < switches.Get(spine)->GetNDevices(); ++i)
                {
                    const auto device =
                        DynamicCast<PFabricNetDevice>(switches.Get(spine)->GetDevice(i));
                    if (device) // and not loopback
                    {
                        device->TraceConnectWithoutContext(
                            "PhyRxEnd",
                            Callback<void, Ptr<const Packet>>(
                                [&ways, spine](Ptr<const Packet> packet) {
                                    Ipv4Header ip;
                                    packet->PeekHeader(ip);
                                    ++ways[ip.GetIdentification()][spine];
                                }));
                    }
                }
            }
            const auto receiver =
                Socket::CreateSocket(hosts.Get(2), TypeId::LookupByName("ns3::UdpSocketFactory"));
            receiver->SetAttribute("RcvBufSize", UintegerValue(1000000));
            receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), NETWORK_PORT));
            const auto sender =
                Socket::CreateSocket(hosts.Get(0), TypeId::LookupByName("ns3::UdpSocketFactory"));
            constexpr uint32_t DATAGRAMS = 20;
            for (uint32_t i = 0; i < DATAGRAMS; ++i)
            {
                Simulator::Schedule(MilliSeconds(i), [sender, i, bytes] {
                    sender->SendTo(
                        MakeContent(bytes, i),
                        0,
                        InetSocketAddress(PFabricForwarding::GetAddress(2), NETWORK_PORT));
                });
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(ways.size(), DATAGRAMS, "all datagrams passed");
            std::set<uint32_t> spines;
            for (const auto& [datagram, packets] : ways)
            {
                NS_TEST_EXPECT_MSG_EQ(packets.size(), 1, "one way");
                // 10,008 bytes with the header of UDP, 1,480 in each packet
                NS_TEST_EXPECT_MSG_EQ(packets.begin()->second, (bytes > 1480 ? 7 : 1), "packets");
                spines.insert(packets.begin()->first);
            }
            NS_TEST_EXPECT_MSG_EQ(spines.size(), 1, "of all, as they are of one flow");
            uint32_t came = 0;
            while (const auto datagram = receiver->Recv())
            {
                NS_TEST_EXPECT_MSG_EQ(datagram->GetSize(), bytes, "whole");
                ++came;
            }
            NS_TEST_EXPECT_MSG_EQ(came, DATAGRAMS, "all came");
            Simulator::Destroy();
        }
    }
    NS_TEST_EXPECT_MSG_EQ(PFabricForwarding::HasPorts(1, false), false, "ICMP has none");
    NS_TEST_EXPECT_MSG_EQ(PFabricForwarding::HasPorts(17, false), true, "UDP has");
    NS_TEST_EXPECT_MSG_EQ(PFabricForwarding::HasPorts(17, true), false, "but not in fragments");
}

/**
 * @ingroup pfabric
 * @brief Ascii traces: of two hosts at a switch, eight packets of a message and an acknowledgement
 * of each are sent and received on two links; a queue for two packets drops some more.
 */
class PFabricAsciiTest : public TestCase
{
  public:
    PFabricAsciiTest()
        : TestCase("ascii traces have all packets")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricAsciiTest::DoRun()
{
    for (const auto stack : STACKS)
    {
        PFabricHelper helper;
        helper.SetStack(stack);
        helper.SetDeviceAttribute("MaxSize", StringValue("3001B"));
        helper.SetTransportAttribute("TimeOut", StringValue("1ms"));
        std::ostringstream lines;
        uint64_t sent = 0;
        uint64_t dropped = 0;
        {
            PFabricTestNetwork network(helper, "tree[Pods=1|Tors=1|Hosts=2]");
            helper.EnableAsciiAll(Create<OutputStreamWrapper>(&lines));
            network.Send(Time(0), 0, 1, Create<Packet>(8 * 1460));
            NS_TEST_EXPECT_MSG_EQ(network.Run().size(), 1, "it came");
            for (uint32_t i = 0; i < network.GetNodes().GetN(); ++i)
            {
                const auto node = network.GetNodes().Get(i);
                for (uint32_t j = 0; j < node->GetNDevices(); ++j)
                {
                    const auto device = DynamicCast<PFabricNetDevice>(node->GetDevice(j));
                    sent += device ? device->GetSent() : 0;
                    dropped += device ? device->GetDropped() : 0;
                }
            }
        }
        NS_TEST_EXPECT_MSG_GT(dropped, 0, "the queue is short");
        std::map<char, uint64_t> count;
        std::istringstream input(lines.str());
        for (std::string line; std::getline(input, line);)
        {
            ++count[line.front()];
        }
        NS_TEST_EXPECT_MSG_EQ(count['+'], sent, "all that were sent");
        NS_TEST_EXPECT_MSG_EQ(count['r'], sent, "all came");
        NS_TEST_EXPECT_MSG_EQ(count['d'], dropped, "all that were dropped");
    }
}

/**
 * @ingroup pfabric
 * @brief The ways of flows are drawn anew in each run, are the same in the same run, and
 * independent of each other at two switches.
 *
 * 4,096 flows over four ways: the number on a way has the mean 1,024 and, as that of independent
 * ones, the deviation 27.7; that of flows on the same way at two switches likewise.
 */
class PFabricSaltTest : public TestCase
{
  public:
    PFabricSaltTest()
        : TestCase("ways of flows differ from run to run and from switch to switch")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricSaltTest::DoRun()
{
    const auto routes = std::make_shared<const PFabricRoutes>(
        PFabricTopology("leaf-spine[Leaves=3|Spines=4|Hosts=2]"));
    const auto choose = [&routes](uint32_t node, uint64_t run, int64_t stream) {
        RngSeedManager::SetRun(run);
        auto forwarding = CreateObject<PFabricForwarding>();
        forwarding->SetAttribute("Spreading", StringValue("Flow"));
        forwarding->SetRoutes(routes, node);
        forwarding->AssignStreams(stream);
        std::vector<uint32_t> ports;
        for (uint32_t port = 0; port < 4096; ++port)
        {
            ports.push_back(forwarding->GetPort(
                5,
                0,
                false,
                PFabricForwarding::GetFlow(0x0a000001, 0x0a000006, 17, port << 16 | 9)));
        }
        return ports;
    };
    const auto& nodes = routes->GetTopology().GetNodes();
    uint32_t leaf = 0;
    while (nodes[leaf].name != "leaf0")
    {
        ++leaf;
    }
    const auto first = choose(leaf, 1, 7);
    NS_TEST_EXPECT_MSG_EQ((choose(leaf, 1, 7) == first), true, "the same run");
    constexpr double WITHIN = 27.7 * 3.9; // which chance exceeds once in 10,000 cases
    for (const uint32_t way : {0, 1, 2, 3})
    {
        const auto least = *std::min_element(first.begin(), first.end());
        const auto on = std::count(first.begin(), first.end(), least + way);
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(on), 1024.0, WITHIN, "flows on a way");
    }
    for (const auto& other : {choose(leaf, 2, 7), choose(leaf, 1, 8), choose(leaf + 1, 1, 9)})
    {
        uint32_t same = 0;
        for (std::size_t i = 0; i < first.size(); ++i)
        {
            same += first[i] == other[i] ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(same), 1024.0, WITHIN, "by chance");
    }
    RngSeedManager::SetRun(1);
}

/**
 * @ingroup pfabric
 * @brief Messages that compete and lose packets: all come, byte by byte, at the same times whether
 * frames or packets are on the links; and each packet has the same priority in its tag and on the
 * wire at each hop.
 */
class PFabricStacksTest : public TestCase
{
  public:
    PFabricStacksTest();

  private:
    void DoRun() override;

    /** A packet is on a link. @param packet it */
    void Check(Ptr<const Packet> packet);

    uint64_t m_checked{0}; //!< packets
};

PFabricStacksTest::PFabricStacksTest()
    : TestCase("three stacks carry the same messages at the same times")
{
}

void
PFabricStacksTest::Check(Ptr<const Packet> packet)
{
    auto rest = packet->Copy();
    Ipv4Header ip;
    PFabricHeader header;
    PFabricTag tag;
    NS_TEST_EXPECT_MSG_EQ((rest->GetSize() <= 1500), true, "length");
    rest->RemoveHeader(ip);
    rest->RemoveHeader(header);
    NS_TEST_EXPECT_MSG_EQ(ip.GetPayloadSize() + 20U, packet->GetSize(), "length in the header");
    NS_TEST_EXPECT_MSG_EQ(+ip.GetProtocol(), 253, "protocol");
    NS_TEST_EXPECT_MSG_EQ(packet->PeekPacketTag(tag), true, "there is a tag");
    NS_TEST_EXPECT_MSG_EQ(tag.GetPriority(), header.GetPriority(), "one priority");
    NS_TEST_EXPECT_MSG_EQ(header.IsAcknowledgement(), (rest->GetSize() == 0), "data or none");
    ++m_checked;
}

void
PFabricStacksTest::DoRun()
{
    using Times = std::vector<std::tuple<int64_t, uint32_t, uint32_t, uint32_t>>;
    Times first;
    for (const auto stack : STACKS)
    {
        PFabricHelper helper;
        helper.SetStack(stack);
        helper.SetDeviceAttribute("MaxSize", StringValue("9000B"));
        helper.SetTransportAttribute("TimeOut", StringValue("300us"));
        PFabricTestNetwork network(helper, "tree[Pods=2|Tors=2|Hosts=3]");
        const auto nodes = network.GetNodes();
        uint64_t dropped = 0;
        std::vector<Ptr<PFabricNetDevice>> devices;
        for (uint32_t i = 0; i < nodes.GetN(); ++i)
        {
            for (uint32_t j = 0; j < nodes.Get(i)->GetNDevices(); ++j)
            {
                const auto device = DynamicCast<PFabricNetDevice>(nodes.Get(i)->GetDevice(j));
                if (device) // and not loopback
                {
                    devices.push_back(device);
                    device->TraceConnectWithoutContext(
                        "PhyTxBegin",
                        MakeCallback(&PFabricStacksTest::Check, this));
                }
            }
        }
        std::map<std::pair<uint32_t, uint32_t>, std::vector<uint8_t>> sent;
        uint32_t state = 1;
        const auto draw = [&state](uint32_t below) {
            state = state * 1664525 + 1013904223;
            return (state >> 8) % below;
        };
        for (uint32_t i = 0; i < 80; ++i)
        {
            const uint32_t from = draw(12);
            const uint32_t to = (from + 1 + draw(11)) % 12;
            const uint32_t size = 1 + draw(i % 3 == 0 ? 100000 : 4000) * 16 + i; // tells them apart
            const auto content = MakeContent(size, i);
            sent[{to, size}] = GetBytes(content);
            // An odd nanosecond each: nothing happens twice at a time.
            network.Send(NanoSeconds(draw(20000000) * 2 + 1),
                         from,
                         to,
                         content,
                         draw(2) * EQUAL_LENGTH);
        }
        Times times;
        for (const auto& [at, from, to, content] : network.Run())
        {
            const bool same = GetBytes(content) == sent[{to, content->GetSize()}];
            NS_TEST_EXPECT_MSG_EQ(same, true, "bytes of a message");
            times.emplace_back(at.GetNanoSeconds(), from, to, content->GetSize());
        }
        for (const auto& device : devices)
        {
            dropped += device->GetDropped();
            NS_TEST_EXPECT_MSG_EQ(device->GetQueuedPackets(), 0, "nothing waits for ever");
        }
        NS_TEST_EXPECT_MSG_EQ(times.size(), 80, "all came");
        NS_TEST_EXPECT_MSG_GT(dropped, 100, "packets were lost");
        NS_TEST_EXPECT_MSG_GT(m_checked, 5000, "packets were looked at");
        m_checked = 0;
        first = first.empty() ? times : first;
        NS_TEST_EXPECT_MSG_EQ((times == first), true, "the same times with stack " << stack);
    }
}

/**
 * @ingroup pfabric
 * @brief A link whose rate, delay and overhead change in mid-run: packets that begin later have the
 * new ones.
 */
class PFabricChangeTest : public TestCase
{
  public:
    PFabricChangeTest();

  private:
    void DoRun() override;
};

PFabricChangeTest::PFabricChangeTest()
    : TestCase("a link that changes")
{
}

void
PFabricChangeTest::DoRun()
{
    PFabricHelper helper;
    helper.SetTransportAttribute("TimeOut", StringValue("10ms"));
    PFabricTestNetwork network(helper, "tree[Pods=1|Tors=1|Hosts=2|HostNs=0|LinkNs=0]");
    const auto device = network.GetNodes().Get(0)->GetDevice(0);
    const auto content = Create<Packet>(1460); // 12 us at 1 Gb/s, each of two links
    std::vector<int64_t> times;
    Simulator::Schedule(MilliSeconds(1),
                        [device] { device->SetAttribute("DataRate", StringValue("100Mbps")); });
    Simulator::Schedule(MilliSeconds(3), [device] {
        device->GetChannel()->SetAttribute("Delay", StringValue("7us"));
    });
    Simulator::Schedule(MilliSeconds(5), [device] {
        device->SetAttribute("Overhead", UintegerValue(25)); // 2 us at 100 Mb/s
    });
    for (const uint32_t ms : {0, 2, 4, 6})
    {
        network.Send(MilliSeconds(ms), 0, 1, content);
    }
    for (const auto& arrival : network.Run())
    {
        times.push_back(arrival.at.GetNanoSeconds() % 1000000);
    }
    NS_TEST_EXPECT_MSG_EQ((times == std::vector<int64_t>{24000, 132000, 139000, 141000}),
                          true,
                          "with what the link had when the packet began");
}

/**
 * @ingroup pfabric
 * @brief A host or switch is disposed of while packets wait at it and are on the way to it.
 */
class PFabricDisposalTest : public TestCase
{
  public:
    PFabricDisposalTest();

  private:
    void DoRun() override;
};

PFabricDisposalTest::PFabricDisposalTest()
    : TestCase("a node that goes in mid-run")
{
}

void
PFabricDisposalTest::DoRun()
{
    for (const auto stack : STACKS)
    {
        for (const uint32_t gone : {0, 5}) // host that sends, switch of the rack
        {
            PFabricHelper helper;
            helper.SetStack(stack);
            helper.SetTransportAttribute("TimeOut", StringValue("300us"));
            PFabricTestNetwork network(helper, "tree[Pods=1|Tors=1|Hosts=3]");
            network.Send(Time(0), 0, 1, Create<Packet>(90000));
            network.Send(Time(0), 1, 0, Create<Packet>(90000));
            network.Send(MicroSeconds(1), 2, 1, Create<Packet>(90000));
            Simulator::Schedule(MicroSeconds(100), &Node::Dispose, network.GetNodes().Get(gone));
            Simulator::Stop(MilliSeconds(5));
            const std::size_t whole = gone == 0 ? 1 : 0; // of three messages
            NS_TEST_EXPECT_MSG_EQ(network.Run().size(), whole, "those that do not need it");
        }
    }
}

/**
 * @ingroup pfabric
 * @brief Settings that are refused, each in a sentence.
 */
class PFabricRefusalTest : public TestCase
{
  public:
    PFabricRefusalTest();

  private:
    void DoRun() override;

    /** @param helper makes a network @param topology name of it @param sentence a part of what is
     * said */
    void Expect(PFabricHelper helper, const std::string& topology, const std::string& sentence);
};

PFabricRefusalTest::PFabricRefusalTest()
    : TestCase("what is refused")
{
}

void
PFabricRefusalTest::Expect(PFabricHelper helper,
                           const std::string& topology,
                           const std::string& sentence)
{
    std::string said;
    try
    {
        helper.Install(PFabricTopology(topology));
    }
    catch (const std::invalid_argument& error)
    {
        said = error.what();
    }
    NS_TEST_EXPECT_MSG_NE(said.find(sentence), std::string::npos, "\"" << said << "\"");
    Simulator::Destroy();
}

void
PFabricRefusalTest::DoRun()
{
    Expect({}, "tree[Hosts=0]", "Hosts");
    Expect({}, "tree[Leaves=3]", "Leaves");
    Expect({}, "fat-tree[Ports=5]", "even");
    PFabricHelper shallow;
    shallow.SetDeviceAttribute("MaxSize", StringValue("1500B"));
    Expect(shallow, "tree", "MaxSize of PFabricNetDevice is 1500 bytes; allowed are 1501");
    shallow.SetDeviceAttribute("MaxSize", StringValue("1p"));
    Expect(shallow, "tree", "MaxSize of PFabricNetDevice is 1 packets; allowed are 2");
    shallow.SetDeviceAttribute("StrictLimit", StringValue("false"));
    shallow.Install(PFabricTopology("tree"));
    Simulator::Destroy();
    std::string said;
    for (const auto stack : STACKS)
    {
        PFabricHelper small;
        small.SetStack(stack);
        small.SetDeviceAttribute("Mtu", UintegerValue(1499));
        said.clear();
        try
        {
            PFabricTestNetwork network(small, "tree");
        }
        catch (const std::invalid_argument& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(said.find("SegmentSize of PFabricL4Protocol is 1460 bytes; allowed "
                                        "are 1 to 1459"),
                              std::string::npos,
                              said);
        Simulator::Destroy();
        small.SetTransportAttribute("SegmentSize", UintegerValue(1459));
        PFabricTestNetwork network(small, "tree");
    }
    said.clear();
    try
    {
        PFabricHelper().SetDeviceAttribute("MaxSise", StringValue("1p"));
    }
    catch (const std::invalid_argument& error)
    {
        said = error.what();
    }
    NS_TEST_EXPECT_MSG_NE(said.find("MaxSize"), std::string::npos, "the nearest is named");
}

/**
 * @ingroup pfabric
 * @brief Suite of the network.
 */
class PFabricNetworkTestSuite : public TestSuite
{
  public:
    PFabricNetworkTestSuite();
};

PFabricNetworkTestSuite::PFabricNetworkTestSuite()
    : TestSuite("pfabric-network", Type::UNIT)
{
    AddTestCase(new PFabricAsciiTest); // before there are packets
    AddTestCase(new PFabricIdleTest);
    AddTestCase(new PFabricFragmentsTest);
    AddTestCase(new PFabricSaltTest);
    AddTestCase(new PFabricStacksTest);
    AddTestCase(new PFabricChangeTest);
    AddTestCase(new PFabricDisposalTest);
    AddTestCase(new PFabricRefusalTest);
}

static PFabricNetworkTestSuite g_pfabricNetworkTestSuite; //!< registers itself
