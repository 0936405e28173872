/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/channel.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/nstime.h"
#include "ns3/pcap-file.h"
#include "ns3/pfabric-flow-generator.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-message-flows.h"
#include "ns3/pfabric-tcp-flows.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** @param stack where Ipv4L3Protocol runs @param queue attribute MaxSize @param mark attribute
 * MarkingThreshold @return a helper for networks with drop-tail queues */
PFabricHelper
MakeHelper(PFabricHelper::Stack stack, const std::string& queue, const std::string& mark = "0p")
{
    PFabricHelper helper;
    helper.SetStack(stack);
    helper.SetDeviceAttribute("DropByPriority", BooleanValue(false));
    helper.SetDeviceAttribute("ServeByPriority", BooleanValue(false));
    helper.SetDeviceAttribute("MaxSize", StringValue(queue));
    helper.SetDeviceAttribute("MarkingThreshold", StringValue(mark));
    return helper;
}

/** @param hosts of a network @param host by number @return its device */
Ptr<PFabricNetDevice>
GetDevice(const NodeContainer& hosts, uint32_t host)
{
    return DynamicCast<PFabricNetDevice>(hosts.Get(host)->GetDevice(0));
}

/** @param hosts of a network @param preset of their TCP @return flows over it */
Ptr<PFabricTcpFlows>
MakeFlows(const NodeContainer& hosts, const PFabricTcpPreset& preset)
{
    auto flows = CreateObject<PFabricTcpFlows>();
    flows->SetPreset(preset);
    flows->Install(hosts);
    return flows;
}

/** Announce a flow in time. @param flows carries it @param flow it */
void
Announce(Ptr<PFabricTcpFlows> flows, const PFabricFlow& flow)
{
    Simulator::Schedule(flow.start - flows->GetAhead(), [flows, flow] { flows->Announce(flow); });
}

} // namespace

/**
 * @ingroup pfabric
 * @brief Whichever way segments take through their hosts, each link has the same segments at the
 * same times: with losses, marks, selective acknowledgements and checksums.
 */
class PFabricTcpStacksTest : public TestCase
{
  public:
    PFabricTcpStacksTest();

  private:
    void DoRun() override;

    using Sent = std::vector<std::tuple<int64_t,
                                        uint32_t,
                                        uint32_t,
                                        uint32_t,
                                        uint8_t,
                                        uint16_t,
                                        uint16_t,
                                        uint32_t,
                                        uint32_t,
                                        uint8_t,
                                        uint16_t>>; //!< facts of segments on links

    /** @param helper makes the network @param preset of TCP @return what was on its links */
    Sent Run(PFabricHelper helper, const std::string& preset);

    uint64_t m_dropped{0};  //!< packets
    uint64_t m_marked{0};   //!< packets
    uint64_t m_finished{0}; //!< flows
};

PFabricTcpStacksTest::PFabricTcpStacksTest()
    : TestCase("three stacks carry the same segments at the same times")
{
}

PFabricTcpStacksTest::Sent
PFabricTcpStacksTest::Run(PFabricHelper helper, const std::string& preset)
{
    Sent sent;
    const auto hosts = helper.Install(PFabricTopology("tree[Pods=2|Tors=2|Hosts=3]"));
    const auto flows = MakeFlows(hosts, PFabricTcpPreset(preset));
    const std::function<void(Ptr<const Packet>)> look = [&sent](Ptr<const Packet> packet) {
        auto rest = packet->Copy();
        Ipv4Header ip;
        TcpHeader tcp;
        rest->RemoveHeader(ip);
        rest->RemoveHeader(tcp);
        sent.emplace_back(Simulator::Now().GetNanoSeconds(),
                          packet->GetSize(),
                          ip.GetSource().Get(),
                          ip.GetDestination().Get(),
                          ip.GetTos(),
                          tcp.GetSourcePort(),
                          tcp.GetDestinationPort(),
                          tcp.GetSequenceNumber().GetValue(),
                          tcp.GetAckNumber().GetValue(),
                          tcp.GetFlags(),
                          ip.GetPayloadSize());
    };
    for (const auto& device : helper.GetDevices())
    {
        device->TraceConnectWithoutContext("PhyTxBegin", Callback<void, Ptr<const Packet>>(look));
        device->TraceConnectWithoutContext(
            "Mark",
            Callback<void, const PFabricFrame&>([this](const PFabricFrame&) { ++m_marked; }));
    }
    auto load = CreateObject<PFabricFlowGenerator>();
    load->SetAttribute("Rate", StringValue("5000"));
    load->SetAttribute("Sizes", StringValue("ns3::UniformRandomVariable[Min=1|Max=100000]"));
    load->SetAttribute("End", StringValue("8ms"));
    load->AssignStreams(1);
    load->Start(flows, hosts.GetN());
    constexpr uint8_t MARKED = 10 << 2; // a code point, which ECN has to leave alone
    Announce(flows, {1000, 0, 11, 50000, MilliSeconds(3), MARKED});
    Simulator::Stop(MilliSeconds(400));
    Simulator::Run();
    for (const auto& device : helper.GetDevices())
    {
        m_dropped += device->GetDropped();
    }
    m_finished += load->GetFlows() + 1 - flows->GetUnfinished();
    Simulator::Destroy();
    std::sort(sent.begin(), sent.end()); // who is first of two at one time is not the question
    return sent;
}

void
PFabricTcpStacksTest::DoRun()
{
    for (const std::string preset : {"ns-3", "library", "authors", "dctcp", "checksums"})
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(preset == "checksums"));
        Sent first;
        for (const auto stack : {PFabricHelper::LEAN_TCP, PFabricHelper::HOSTS, PFabricHelper::ALL})
        {
            m_dropped = m_marked = m_finished = 0;
            const auto sent =
                Run(MakeHelper(stack, "9000B", "3p"), preset == "checksums" ? "dctcp" : preset);
            NS_TEST_EXPECT_MSG_GT(m_finished, 10, preset << ": flows came whole");
            NS_TEST_EXPECT_MSG_GT(m_dropped, 20, preset << ": packets were lost");
            const bool ecn = preset == "dctcp" || preset == "checksums";
            NS_TEST_EXPECT_MSG_EQ((m_marked > 20), ecn, preset << ": packets were marked");
            first = first.empty() ? sent : first;
            NS_TEST_EXPECT_MSG_EQ((sent == first), true, preset << ", stack " << stack);
        }
    }
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
}

/**
 * @ingroup pfabric
 * @brief With LEAN_TCP hosts have all of IPv4 beside: UDP, and the pFabric transport.
 */
class PFabricTcpBesideTest : public TestCase
{
  public:
    PFabricTcpBesideTest();

  private:
    void DoRun() override;
};

PFabricTcpBesideTest::PFabricTcpBesideTest()
    : TestCase("what is no TCP goes through Ipv4L3Protocol")
{
}

void
PFabricTcpBesideTest::DoRun()
{
    constexpr uint16_t PORT = 9;
    auto helper = MakeHelper(PFabricHelper::LEAN_TCP, "36000B");
    const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
    auto receiver = Socket::CreateSocket(hosts.Get(1), UdpSocketFactory::GetTypeId());
    receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    auto sender = Socket::CreateSocket(hosts.Get(0), UdpSocketFactory::GetTypeId());
    const InetSocketAddress remote(PFabricForwarding::GetAddress(1), PORT);
    sender->SendTo(Create<Packet>(4000), 0, remote); // fragments
    const auto tcp = MakeFlows(hosts, PFabricTcpPreset("authors"));
    const auto messages = CreateObject<PFabricMessageFlows>();
    messages->Install(hosts);
    for (const Ptr<PFabricFlowTransport>& flows :
         {Ptr<PFabricFlowTransport>(tcp), Ptr<PFabricFlowTransport>(messages)})
    {
        flows->Announce({1, 0, 1, 20000, MilliSeconds(2)});
    }
    Simulator::Stop(MilliSeconds(20));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(receiver->GetRxAvailable(), 4000, "a datagram came");
    NS_TEST_EXPECT_MSG_EQ(tcp->GetUnfinished(), 0, "a flow of TCP came");
    NS_TEST_EXPECT_MSG_EQ(messages->GetUnfinished(), 0, "a message came");
    Simulator::Destroy();
}

/**
 * @ingroup pfabric
 * @brief What presets stand for: windows, and the time until a lost packet is sent again.
 */
class PFabricTcpPresetTest : public TestCase
{
  public:
    PFabricTcpPresetTest();

  private:
    void DoRun() override;

    /** Flows on an idle link. @param preset name @param initial window at first, packets @param
     * most of it */
    void CheckWindows(const std::string& preset, uint32_t initial, uint32_t most);
    /** A flow of one packet that is lost. @param preset name @param again time until it is sent
     * again, ns */
    void CheckTimeOut(const std::string& preset, int64_t again);
};

PFabricTcpPresetTest::PFabricTcpPresetTest()
    : TestCase("presets: windows and time-outs")
{
}

void
PFabricTcpPresetTest::CheckWindows(const std::string& preset, uint32_t initial, uint32_t most)
{
    // Each acknowledgement adds a packet to the window (slow start); hosts 10 ms apart, so that
    // all of a window is sent before the first acknowledgement comes.
    constexpr uint64_t PACKETS = 1000;
    constexpr int64_t FAR = 10000000;
    auto helper = MakeHelper(PFabricHelper::LEAN_TCP, "1000p");
    const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
    for (const auto& device : helper.GetDevices())
    {
        device->GetChannel()->SetAttribute("Delay", TimeValue(NanoSeconds(FAR)));
    }
    const auto flows = MakeFlows(hosts, PFabricTcpPreset(preset));
    flows->SetAttribute("OpenAhead", TimeValue(MilliSeconds(100)));
    std::map<int64_t, uint32_t> sent; // by round
    const Time start = MilliSeconds(200);
    constexpr int64_t ROUND = 4 * FAR;
    GetDevice(hosts, 0)->TraceConnectWithoutContext(
        "Begin",
        Callback<void, const PFabricFrame&>([&sent, start](const PFabricFrame& frame) {
            if (Simulator::Now() > start && frame.size == 1500)
            {
                ++sent[(Simulator::Now() - start).GetNanoSeconds() / ROUND];
            }
        }));
    Announce(flows, {1, 0, 1, PACKETS * 1460, start});
    Simulator::Stop(Seconds(4));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(flows->GetUnfinished(), 0, preset << ": all came");
    uint64_t left = PACKETS;
    uint32_t window = initial;
    for (const auto& [round, packets] : sent)
    {
        NS_TEST_EXPECT_MSG_EQ(packets,
                              std::min<uint64_t>(left, window),
                              preset << ": packets of round " << round);
        left -= packets;
        window = std::min(2 * window, most);
    }
    NS_TEST_EXPECT_MSG_EQ(left, 0, preset << ": each was sent once");
    Simulator::Destroy();
}

void
PFabricTcpPresetTest::CheckTimeOut(const std::string& preset, int64_t again)
{
    // Hosts 1 to 4 fill the queue before host 0, so that the one packet of host 5 is lost.
    auto helper = MakeHelper(PFabricHelper::LEAN_TCP, "6p");
    const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=6]"));
    PFabricTcpPreset tcp(preset);
    const auto flows = MakeFlows(hosts, tcp);
    std::vector<int64_t> sent;
    GetDevice(hosts, 5)->TraceConnectWithoutContext(
        "Begin",
        Callback<void, const PFabricFrame&>([&sent](const PFabricFrame& frame) {
            if (frame.size == 1500)
            {
                sent.push_back(Simulator::Now().GetNanoSeconds());
            }
        }));
    for (uint32_t from = 1; from < 5; ++from)
    {
        Announce(flows, {from, from, 0, 3 * 1460, MilliSeconds(2 * from)});
    }
    for (uint32_t from = 1; from < 6; ++from)
    {
        const Time start = MilliSeconds(20) + MicroSeconds(from == 5 ? 22 : 3 * from - 3);
        Announce(flows, {10 + from, from, 0, from == 5 ? 1460U : 14600U, start});
    }
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(flows->GetUnfinished(), 0, preset << ": all came");
    NS_TEST_ASSERT_MSG_EQ((sent.size() >= 2), true, preset << ": it was lost");
    NS_TEST_EXPECT_MSG_EQ(sent[1] - sent[0], again, preset << ": it was sent again");
    Simulator::Destroy();
}

void
PFabricTcpPresetTest::DoRun()
{
    // ns-default.tcl of ns-2.35: windowInit 2, window_ 20, minrto_ 0.2 s; the authors'
    // run-list-search-tcp.pl: 12, maxcwnd 149, 200 us.
    CheckWindows("library", 2, 20);
    CheckWindows("authors", 12, 149);
    CheckWindows("dctcp", 12, 149);
    CheckTimeOut("library", 200000000);
    CheckTimeOut("authors", 200000);
    std::string said;
    try
    {
        PFabricTcpPreset("author");
    }
    catch (const std::invalid_argument& error)
    {
        said = error.what();
    }
    NS_TEST_EXPECT_MSG_EQ(
        said,
        "a preset of TCP is 'author'; allowed are ns-3, library, authors and dctcp",
        "refused");
    try
    {
        PFabricTcpPreset().SetSocketAttribute("MinRtoo", TimeValue(Time(0)));
    }
    catch (const std::invalid_argument& error)
    {
        said = error.what();
    }
    NS_TEST_EXPECT_MSG_NE(said.find("MinRto"), std::string::npos, said);
    try
    {
        PFabricHelper helper;
        CreateObject<PFabricTcpFlows>()->Install(
            helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]")));
    }
    catch (const std::invalid_argument& error)
    {
        said = error.what();
    }
    NS_TEST_EXPECT_MSG_NE(said.find("has no TCP"), std::string::npos, said);
    Simulator::Destroy();
}

/**
 * @ingroup pfabric
 * @brief A packet is marked that finds MarkingThreshold in the queue, if it can be marked; a
 * capture shows it.
 */
class PFabricMarkTest : public TestCase
{
  public:
    PFabricMarkTest();

  private:
    void DoRun() override;

    /** Ten packets at once. @param threshold of marks @param ecn of the packets @param file for a
     * capture @return how many were marked */
    uint32_t Send(const std::string& threshold, uint8_t ecn, const std::string& file);
};

PFabricMarkTest::PFabricMarkTest()
    : TestCase("marks: the threshold, who can be marked, and the capture")
{
}

uint32_t
PFabricMarkTest::Send(const std::string& threshold, uint8_t ecn, const std::string& file)
{
    auto helper = MakeHelper(PFabricHelper::LEAN, "8p", threshold);
    const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
    const auto device = GetDevice(hosts, 0);
    helper.EnablePcap(file, device, false, true);
    uint32_t marks = 0;
    device->TraceConnectWithoutContext(
        "Mark",
        Callback<void, const PFabricFrame&>([&marks](const PFabricFrame&) { ++marks; }));
    for (uint32_t i = 0; i < 10; ++i)
    {
        auto packet = Create<Packet>(1480);
        Ipv4Header ip;
        ip.SetSource(PFabricForwarding::GetAddress(0));
        ip.SetDestination(PFabricForwarding::GetAddress(1));
        ip.SetTos(ecn);
        ip.SetIdentification(i);
        ip.SetPayloadSize(1480);
        packet->AddHeader(ip);
        device->Send(packet, Address(), 0x0800);
    }
    Simulator::Run();
    Simulator::Destroy();
    return marks;
}

void
PFabricMarkTest::DoRun()
{
    // The first of ten packets is sent at once, and the one with index i finds i - 1 in the queue.
    // The queue has room for seven, so that eight are sent.
    constexpr uint32_t SENT = 8;
    const std::map<std::string, uint32_t> firsts{{"0p", SENT},
                                                 {"1p", 2},
                                                 {"3p", 4},
                                                 {"4500B", 4},
                                                 {"4501B", 5},
                                                 {"7p", SENT}};
    for (const auto& [threshold, first] : firsts)
    {
        for (const uint8_t ecn : {0, 1, 2, 3})
        {
            const std::string name = CreateTempDirFilename("marks.pcap");
            const bool capable = ecn == 1 || ecn == 2;
            NS_TEST_EXPECT_MSG_EQ(Send(threshold, ecn, name),
                                  (capable ? SENT - first : 0),
                                  threshold << ", ECN " << +ecn);
            PcapFile file;
            file.Open(name, std::ios::in);
            for (uint32_t i = 0; i < SENT; ++i)
            {
                uint8_t bytes[20];
                uint32_t ignored;
                file.Read(bytes, sizeof(bytes), ignored, ignored, ignored, ignored, ignored);
                NS_TEST_EXPECT_MSG_EQ(+bytes[5], i, "in order");
                NS_TEST_EXPECT_MSG_EQ(+bytes[1],
                                      (capable && i >= first ? 3 : ecn),
                                      threshold << ", ECN " << +ecn << ", packet " << i);
            }
        }
    }
}

/**
 * @ingroup pfabric
 * @brief DCTCP keeps the queue before a bottleneck near the threshold, where TCP fills it.
 *
 * N flows in step grow by a packet each in the round trip in which they do not know yet that the
 * queue has reached K: at most K + N. A flow then has W = (C T + K) / N packets on the way. Of the
 * packets between two cuts, the W alpha / 2 round trips that the window needs to grow again, those
 * of one round trip are marked: alpha = sqrt(2 / W), and a cut of all flows takes N W alpha / 2 =
 * sqrt(2 N (C T + K)) / 2 packets (the analysis of DCTCP, SIGCOMM 2010). Here K is 20, N is 2, and
 * C T, a round trip of data and acknowledgement over two links each, 2.9 packets: 4.8 packets.
 */
class PFabricDctcpTest : public TestCase
{
  public:
    PFabricDctcpTest();

  private:
    void DoRun() override;

    /** What a bottleneck was like. */
    struct Queue
    {
        double least;     //!< packets that arrivals found, without the first 10 ms
        double mean;      //!< likewise
        double most;      //!< likewise
        uint64_t wrong;   //!< arrivals that were marked or not, against the rule
        uint64_t marked;  //!< packets
        uint64_t dropped; //!< packets
        uint64_t sent;    //!< packets
    };

    /** @param preset of two flows to one host @return the queue before it */
    Queue Run(const std::string& preset);
};

PFabricDctcpTest::PFabricDctcpTest()
    : TestCase("DCTCP keeps the queue near the threshold, TCP fills it")
{
}

PFabricDctcpTest::Queue
PFabricDctcpTest::Run(const std::string& preset)
{
    constexpr uint32_t THRESHOLD = 20;
    auto helper = MakeHelper(PFabricHelper::LEAN_TCP, "100p", "20p");
    const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=3]"));
    PFabricTcpPreset tcp(preset);
    tcp.SetSocketAttribute("RcvBufSize", UintegerValue(1000 * 1460));
    const auto flows = MakeFlows(hosts, tcp);
    const auto port = GetDevice(hosts, 0)->GetPeer();
    Queue queue{1e9, 0, 0, 0, 0, 0, 0};
    uint64_t arrivals = 0;
    bool due = false;
    port->TraceConnectWithoutContext(
        "Arrive",
        Callback<void, const PFabricFrame&>([&](const PFabricFrame& frame) {
            const uint32_t found = port->GetQueuedPackets();
            queue.wrong += due ? 1 : 0;
            due = found >= THRESHOLD && (frame.tos & 3) != 0 && found + 1 < 100;
            if (Simulator::Now() > MilliSeconds(15) && frame.size == 1500)
            {
                queue.least = std::min<double>(queue.least, found);
                queue.most = std::max<double>(queue.most, found);
                queue.mean += found;
                ++arrivals;
            }
        }));
    port->TraceConnectWithoutContext(
        "Mark",
        Callback<void, const PFabricFrame&>([&](const PFabricFrame& frame) {
            queue.wrong += due && (frame.tos & 3) == 3 ? 0 : 1;
            due = false;
            ++queue.marked;
        }));
    for (const uint32_t from : {1, 2})
    {
        Announce(flows, {from, from, 0, 100000000, MilliSeconds(5)});
    }
    Simulator::Stop(MilliSeconds(100));
    Simulator::Run();
    queue.mean /= arrivals;
    queue.dropped = port->GetDropped();
    queue.sent = port->GetSent();
    Simulator::Destroy();
    return queue;
}

void
PFabricDctcpTest::DoRun()
{
    const auto dctcp = Run("dctcp");
    NS_TEST_EXPECT_MSG_EQ(dctcp.wrong, 0, "exactly those are marked that find the threshold");
    NS_TEST_EXPECT_MSG_GT(dctcp.marked, 100, "marks");
    NS_TEST_EXPECT_MSG_EQ(dctcp.dropped, 0, "nothing is lost");
    NS_TEST_EXPECT_MSG_LT(dctcp.most, 20 + 2 + 2, "K + N, and a packet of each on its way");
    NS_TEST_EXPECT_MSG_GT(dctcp.least, 20 + 2 - 2 * 4.8, "twice the amplitude below");
    NS_TEST_EXPECT_MSG_GT(dctcp.sent, 95 * 83 * 0.99, "the link is busy for 95 ms of 100");
    const auto tcp = Run("authors");
    NS_TEST_EXPECT_MSG_EQ(tcp.marked, 0, "TCP is not capable of ECN");
    NS_TEST_EXPECT_MSG_EQ(tcp.most, 99, "TCP fills the queue");
    NS_TEST_EXPECT_MSG_GT(tcp.mean, 2 * dctcp.mean, "most of the time");
    NS_TEST_EXPECT_MSG_GT(tcp.dropped, 10, "and loses packets");
}

/**
 * @ingroup pfabric
 * @brief Suite of TCP over this network.
 */
class PFabricTcpTestSuite : public TestSuite
{
  public:
    PFabricTcpTestSuite();
};

PFabricTcpTestSuite::PFabricTcpTestSuite()
    : TestSuite("pfabric-tcp", Type::UNIT)
{
#if __has_include("ns3/uniform-random-bit-generator.h") // since ns-3.41
    // In ns-3.37 a socket that loses many segments ends the program: TcpRateLinux::SkbSent is given
    // no segment.
    AddTestCase(new PFabricTcpStacksTest);
#endif
    AddTestCase(new PFabricTcpBesideTest);
    AddTestCase(new PFabricTcpPresetTest);
    AddTestCase(new PFabricMarkTest);
    AddTestCase(new PFabricDctcpTest);
}

static PFabricTcpTestSuite g_pfabricTcpTestSuite; //!< registers itself
