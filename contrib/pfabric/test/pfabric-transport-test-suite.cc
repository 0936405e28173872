/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-frame.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/pfabric-socket-factory.h"
#include "ns3/pfabric-socket.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9;         //!< of the receiver
constexpr uint16_t NOBODY = 10;      //!< port without a socket
constexpr uint32_t SEGMENT = 1460;   //!< bytes of a message in a packet
constexpr int64_t ROUND = 4000000;   //!< less than a round trip of PFabricFarHosts, ns
constexpr int64_t WHOLE = 12000;     //!< a packet of 1,500 bytes on a link, ns
constexpr int64_t ARRIVAL = 1000200; //!< delay of the link to the switch, ns

/** @param numbers any @return them, each with a space behind it */
template <typename Numbers>
std::string
InWords(const Numbers& numbers)
{
    std::string said;
    for (const auto& number : numbers)
    {
        said += std::to_string(number) + ' ';
    }
    return said;
}

/**
 * Two hosts below a switch, on links of 1 Gb/s that take 1 ms, and what becomes of messages from
 * the first to the second one.
 *
 * A round trip is 2 x (12 + 0.32 us) + 4 x 1,000.2 us = 4,025.44 us: what a window lets out leaves
 * in less than 0.3 ms, so that each window is a round of its own.
 */
class PFabricFarHosts
{
  public:
    /** @param timeOut attribute of the transport @param attributes others of it */
    explicit PFabricFarHosts(const std::string& timeOut,
                             const std::map<std::string, std::string>& attributes = {})
    {
        PFabricHelper helper;
        helper.SetTransportAttribute("TimeOut", StringValue(timeOut));
        helper.SetDeviceAttribute("MaxSize", StringValue("1000p"));
        for (const auto& [name, value] : attributes)
        {
            helper.SetTransportAttribute(name, StringValue(value));
        }
        const auto hosts =
            helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2|HostNs=1000000]"));
        const auto make = [&hosts](uint32_t host) {
            return DynamicCast<PFabricSocket>(
                Socket::CreateSocket(hosts.Get(host), PFabricSocketFactory::GetTypeId()));
        };
        m_receiver = make(1);
        m_receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_sender = make(0);
        m_sender->SetAttribute("SndBufSize", UintegerValue(100000000));
        const auto port = DynamicCast<PFabricNetDevice>(hosts.Get(0)->GetDevice(0));
        const auto answers = DynamicCast<PFabricNetDevice>(hosts.Get(1)->GetDevice(0));
        m_toReceiver = answers->GetPeer();
        port->TraceConnectWithoutContext(
            "Begin",
            Callback<void, const PFabricFrame&>([this](const PFabricFrame& frame) {
                messages[frame.header.GetMessage()].push_back({Simulator::Now().GetNanoSeconds(),
                                                               frame.header.GetBegin(),
                                                               frame.GetDataBytes(),
                                                               frame.priority});
            }));
        answers->TraceConnectWithoutContext(
            "Begin",
            Callback<void, const PFabricFrame&>(
                [this](const PFabricFrame& frame) { acknowledgements.push_back(frame.size); }));
        hosts.Get(0)->GetObject<PFabricL4Protocol>()->TraceConnectWithoutContext(
            "RetransmissionTimeOut",
            Callback<void, const PFabricMessageRecord&, uint32_t>(
                [this](const PFabricMessageRecord& record, uint32_t) {
                    timeOuts[record.message].push_back(
                        (Simulator::Now() - record.start).GetNanoSeconds());
                }));
    }

    ~PFabricFarHosts()
    {
        Simulator::Destroy();
    }

    /** @param at when a message is sent @param bytes of it @param port where to @param deadline of
     * it */
    void Send(Time at, uint32_t bytes, uint16_t port = PORT, Time deadline = Time(0))
    {
        Simulator::Schedule(at, [this, bytes, port, deadline] {
            m_sender->SetDeadline(deadline);
            m_sender->SendTo(Create<Packet>(bytes),
                             0,
                             InetSocketAddress(PFabricForwarding::GetAddress(1), port));
        });
    }

    /** Lose a packet at the switch: it is longer than Mtu for a moment. @param start of its message
     * @param packet of the first ones, from 0 on */
    void Lose(Time start, int64_t packet)
    {
        const Time arrival = start + NanoSeconds((packet + 1) * WHOLE + ARRIVAL);
        Simulator::Schedule(arrival - MicroSeconds(5), [this] { m_toReceiver->SetMtu(1000); });
        Simulator::Schedule(arrival + MicroSeconds(5), [this] { m_toReceiver->SetMtu(1500); });
    }

    /** A packet of a message. */
    struct Sent
    {
        int64_t at;        //!< ns
        uint32_t begin;    //!< first byte
        uint32_t bytes;    //!< of the message
        uint32_t priority; //!< 0 is the highest
    };

    std::map<uint32_t, std::vector<Sent>> messages;    //!< by number
    std::map<uint32_t, std::vector<int64_t>> timeOuts; //!< by message, ns from its start on
    std::vector<uint32_t> acknowledgements;            //!< bytes of these packets

  private:
    Ptr<PFabricSocket> m_receiver;      //!< of the second host
    Ptr<PFabricSocket> m_sender;        //!< of the first host
    Ptr<PFabricNetDevice> m_toReceiver; //!< of the switch
};

using Sent = std::vector<PFabricFarHosts::Sent>; //!< packets of a message

/** @param packets of a message @return how many are sent in each round */
std::string
GetRounds(const Sent& packets)
{
    std::map<int64_t, uint32_t> rounds;
    for (const auto& packet : packets)
    {
        ++rounds[(packet.at - packets.front().at) / ROUND];
    }
    std::vector<uint32_t> counts;
    for (const auto& [round, count] : rounds)
    {
        counts.push_back(count);
    }
    return InWords(counts);
}

/** @param packets of a message @return how many bytes packets have */
std::string
GetLengths(const Sent& packets)
{
    std::set<uint32_t> lengths;
    for (const auto& packet : packets)
    {
        lengths.insert(packet.bytes);
    }
    return InWords(lengths);
}

/** @param packets of a message @return the priority of the last one */
std::string
GetLastPriority(const Sent& packets)
{
    return std::to_string(packets.back().priority);
}

/** @param packets of a message @return when the first single byte is sent, us from the
 * first packet on */
std::string
GetProbe(const Sent& packets)
{
    const auto found = std::find_if(packets.begin(), packets.end(), [](const auto& packet) {
        return packet.bytes == 1;
    });
    return found == packets.end() ? "never"
                                  : std::to_string((found->at - packets.front().at) / 1000);
}

} // namespace

/**
 * @ingroup pfabric
 * @brief Each attribute of the transport that is set in mid-run is one of the messages that are
 * sent from then on; a message on its way goes on as it began.
 *
 * Two messages of 60 packets, the second one 2.5 ms after the first one, and the attribute 0.3 ms
 * before that. A window of 12 grows by a packet with each acknowledgement, to 23: 12, 23, 23 and 2
 * packets. From 3 on it doubles; of at most 5, it shrinks to that with the first progress. With a
 * threshold of 1 it grows by 1 / W, and so by a packet in a round trip: W^2 is 144 + 2 n after n
 * acknowledgements, hardly more, which is less than 13^2 after 12, and from 13^2 to less than 14^2
 * after 24.
 *
 * For SelectiveWindow the first packet of each message is lost. The eleven others are acknowledged
 * by blocks, and let eleven others follow in each round, or none.
 *
 * For TimeOut and ProbeAfter nobody answers, and a packet is sent at each time-out.
 */
class PFabricNextMessageTest : public TestCase
{
  public:
    PFabricNextMessageTest()
        : TestCase("attributes of the transport hold from the next message on")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricNextMessageTest::DoRun()
{
    /** An attribute that is set in mid-run. */
    struct Case
    {
        std::string name;                                //!< of it
        std::string value;                               //!< of it
        uint16_t port;                                   //!< where messages go
        std::function<std::string(const Sent&)> measure; //!< of a message
        std::string first;                               //!< which it is of the first message
        std::string second;                              //!< and of the second one
    };

    const std::vector<Case> cases{
        {"SegmentSize", "730", PORT, GetLengths, "1460 ", "730 "},
        {"InitialWindow", "3", PORT, GetRounds, "12 23 23 2 ", "3 6 12 23 16 "},
        {"MaxWindow", "5", PORT, GetRounds, "12 23 23 2 ", "12 5 5 5 5 5 5 5 5 5 3 "},
        {"InitialThreshold", "1", PORT, GetRounds, "12 23 23 2 ", "12 12 13 14 9 "},
        {"Rank", "ns3::PFabricSizeRank", PORT, GetLastPriority, "33580", "87600"}, // 23 are left
        {"SelectiveWindow", "true", PORT, GetRounds, "12 ", "12 11 11 11 11 4 "},
        {"ProbeAfter", "2", NOBODY, GetProbe, "5000", "2000"},
        {"ProbeAfter", "0", NOBODY, GetProbe, "5000", "never"}};
    for (const auto& [name, value, port, measure, first, second] : cases)
    {
        PFabricFarHosts hosts(port == PORT ? "100ms" : "1ms");
        for (const auto& start : {Time(0), MicroSeconds(2500)})
        {
            hosts.Send(start, 60 * SEGMENT, port);
            if (name == "SelectiveWindow")
            {
                hosts.Lose(start, 0);
            }
        }
        Simulator::Schedule(MicroSeconds(2200), [&name, &value] {
            Config::Set("/NodeList/*/$ns3::PFabricL4Protocol/" + name, StringValue(value));
        });
        Simulator::Stop(MilliSeconds(60));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(measure(hosts.messages[0]), first, name << " of the first message");
        NS_TEST_EXPECT_MSG_EQ(measure(hosts.messages[1]), second, name << " of the second one");
    }

    PFabricFarHosts hosts("1ms");
    hosts.Send(Time(0), 60 * SEGMENT, NOBODY);
    hosts.Send(MilliSeconds(2), 60 * SEGMENT, NOBODY);
    Simulator::Schedule(MicroSeconds(1700), [] {
        Config::Set("/NodeList/*/$ns3::PFabricL4Protocol/TimeOut", StringValue("300us"));
    });
    Simulator::Stop(MicroSeconds(3300));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(InWords(hosts.timeOuts[0]), "1000000 2000000 3000000 ", "as it began");
    NS_TEST_EXPECT_MSG_EQ(InWords(hosts.timeOuts[1]), "300000 600000 900000 1200000 ", "the new");
}

/**
 * @ingroup pfabric
 * @brief The priority of each packet of a message is that of its rank, asked once for all packets
 * that an acknowledgement releases.
 *
 * A window of four packets, which each acknowledgement opens by one: four packets, then two for
 * each acknowledgement until all are sent. Of 20 packets: 4, then 2 x 4, then 2 x 4.
 */
class PFabricRankedPacketsTest : public TestCase
{
  public:
    PFabricRankedPacketsTest()
        : TestCase("priorities of packets by rank")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricRankedPacketsTest::DoRun()
{
    const std::vector<std::tuple<std::string, uint32_t, std::vector<uint32_t>>> cases{
        // rank, bytes, priorities
        {"ns3::PFabricRemainingRank",
         20 * SEGMENT,
         {29200, 29200, 29200, 29200, 27740, 27740, 26280, 26280, 24820, 24820,
          23360, 23360, 21900, 21900, 20440, 20440, 18980, 18980, 17520, 17520}},
        {"ns3::PFabricSizeRank", 20 * SEGMENT, std::vector<uint32_t>(20, 29200)},
        // What was sent before: 4, 6, 8, .. packets.
        {"ns3::PFabricSentRank", 20 * SEGMENT, {0,     0,     0,     0,     5840,  5840,  8760,
                                                8760,  11680, 11680, 14600, 14600, 17520, 17520,
                                                20440, 20440, 23360, 23360, 26280, 26280}},
        {"ns3::PFabricDeadlineRank", 2 * SEGMENT, {UINT32_MAX, UINT32_MAX}},
        // Of 12,000 bytes two limits are reached, and two of 10,540; one of 9,080 and 7,620.
        {"ns3::PFabricQuantizedRank", 12000, {2, 2, 2, 2, 2, 2, 1, 1, 1}},
        {"ns3::PFabricQuantizedRank[Rank=ns3::PFabricSentRank|Limits=8760,8761]",
         8 * SEGMENT,
         {0, 0, 0, 0, 0, 0, 1, 1}}};
    for (const auto& [rank, bytes, priorities] : cases)
    {
        PFabricFarHosts hosts("100ms", {{"InitialWindow", "4"}, {"Rank", rank}});
        hosts.Send(Time(0), bytes);
        Simulator::Run();
        std::vector<uint32_t> sent;
        for (const auto& packet : hosts.messages[0])
        {
            sent.push_back(packet.priority);
        }
        NS_TEST_EXPECT_MSG_EQ(InWords(sent), InWords(priorities), rank);
    }
}

/**
 * @ingroup pfabric
 * @brief A deadline counts from Send on and is one of the messages that are sent from then on: the
 * rank is its microsecond from time 0. Deadlines after 2^32 us, 71.6 minutes, are equal; messages
 * without one are last.
 */
class PFabricDeadlinesTest : public TestCase
{
  public:
    PFabricDeadlinesTest()
        : TestCase("deadlines of messages")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricDeadlinesTest::DoRun()
{
    constexpr uint32_t LATE = UINT32_MAX - 1;
    const std::vector<std::pair<Time, uint32_t>> cases{// of messages 100 us after each other
                                                       {Time(0), UINT32_MAX},
                                                       {MicroSeconds(500), 600},
                                                       {MicroSeconds(500), 700},
                                                       {Seconds(4290), 4'290'000'300},
                                                       {Minutes(72), LATE},
                                                       {Hours(3), LATE},
                                                       {Time(0), UINT32_MAX},
                                                       {MicroSeconds(1), 701}};
    PFabricFarHosts hosts("100ms", {{"Rank", "ns3::PFabricDeadlineRank"}});
    for (std::size_t i = 0; i < cases.size(); ++i)
    {
        hosts.Send(MicroSeconds(100 * i), 100, PORT, cases[i].first);
    }
    Simulator::Run();
    for (std::size_t i = 0; i < cases.size(); ++i)
    {
        NS_TEST_ASSERT_MSG_EQ(hosts.messages[i].size(), 1, "message " << i);
        NS_TEST_EXPECT_MSG_EQ(hosts.messages[i][0].priority, cases[i].second, "message " << i);
    }
}

/**
 * @ingroup pfabric
 * @brief What losses do, to the nanosecond: the time-out begins again with progress and with
 * nothing else, bytes in blocks are not sent again and do not count as remaining, and an
 * acknowledgement has 8 bytes more for each of up to three blocks.
 *
 * Of twelve packets those with the numbers 1, 3, 5 and 7 are lost. The acknowledgement of packet 0
 * comes after a round trip, 4,025.44 us, and is the last progress: 10 ms later a window of one
 * packet lets 1 out, with four packets remaining. A round trip later packets 0 to 2 are
 * acknowledged, and packet 3 is in a window of two, 3 and 4. Another one later 5 and 7 are in the
 * window of three, 5 to 7. These acknowledgements have three and two blocks, 24 and 16 bytes more
 * on two links: 384 and 256 ns.
 */
class PFabricLossesTest : public TestCase
{
  public:
    PFabricLossesTest()
        : TestCase("a time-out after the last progress, and only holes are sent again")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricLossesTest::DoRun()
{
    PFabricFarHosts hosts("10ms");
    hosts.Send(Time(0), 12 * SEGMENT);
    for (const int64_t packet : {1, 3, 5, 7})
    {
        hosts.Lose(Time(0), packet);
    }
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(InWords(hosts.timeOuts[0]), "14025440 ", "one time-out");
    const auto& sent = hosts.messages[0];
    const std::vector<std::tuple<int64_t, uint32_t, uint32_t>> again{
        // ns, packet, packets remaining
        {14025440, 1, 4},
        {18051264, 3, 3},
        {22076960, 5, 2},
        {22088960, 7, 2}};
    NS_TEST_ASSERT_MSG_EQ(sent.size(), 12 + again.size(), "packets");
    for (std::size_t i = 0; i < again.size(); ++i)
    {
        const auto& packet = sent[12 + i];
        const auto& [at, number, remaining] = again[i];
        NS_TEST_EXPECT_MSG_EQ(packet.at, at, "time of packet " << number);
        NS_TEST_EXPECT_MSG_EQ(packet.begin, number * SEGMENT, "packet " << number);
        NS_TEST_EXPECT_MSG_EQ(packet.priority, remaining * SEGMENT, "of packet " << number);
    }
    // Blocks behind what came in order: of 0; 2; 2, 4; 2, 4, 6; four of them from 8 on. Then 4, 6,
    // 8; 6, 8; 8; none.
    NS_TEST_EXPECT_MSG_EQ(InWords(hosts.acknowledgements),
                          "40 48 56 64 64 64 64 64 64 56 48 40 ",
                          "bytes of acknowledgements");
}

/**
 * @ingroup pfabric
 * @brief The record of a message is the same at both ends, with all stacks, and numbers count the
 * messages of a port, whoever has it.
 */
class PFabricRecordsTest : public TestCase
{
  public:
    PFabricRecordsTest()
        : TestCase("records of messages at both ends")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricRecordsTest::DoRun()
{
    for (const auto stack : {PFabricHelper::LEAN, PFabricHelper::HOSTS, PFabricHelper::ALL})
    {
        PFabricHelper helper;
        helper.SetStack(stack);
        helper.SetTransportAttribute("TimeOut", StringValue("1ms"));
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=3]"));
        std::map<std::string, std::vector<std::string>> records; // by trace
        for (const std::string name : {"MessageReceived", "MessageAcknowledged"})
        {
            Config::ConnectWithoutContext("/NodeList/*/$ns3::PFabricL4Protocol/" + name,
                                          Callback<void, const PFabricMessageRecord&>(
                                              [&records, name](const PFabricMessageRecord& record) {
                                                  std::ostringstream text;
                                                  text << record.source.GetIpv4() << ':'
                                                       << record.source.GetPort() << " to "
                                                       << record.destination.GetIpv4() << ':'
                                                       << record.destination.GetPort()
                                                       << ", number " << record.message << ", "
                                                       << record.size << " bytes at "
                                                       << record.start.GetNanoSeconds();
                                                  records[name].push_back(text.str());
                                              }));
        }
        const auto receiver = Socket::CreateSocket(hosts.Get(2), PFabricSocketFactory::GetTypeId());
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        // One after the other, each closed at once: us, host, port, bytes.
        const std::vector<std::tuple<int64_t, uint32_t, uint16_t, uint32_t>> sent{
            {100, 0, 77, 5000},
            {300, 0, 77, 1},
            {500, 1, 77, 20000},
            {900, 0, 78, 2000}};
        for (const auto& [us, host, port, bytes] : sent)
        {
            Simulator::Schedule(MicroSeconds(us), [&hosts, host, port, bytes] {
                const auto socket =
                    Socket::CreateSocket(hosts.Get(host), PFabricSocketFactory::GetTypeId());
                socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
                socket->SendTo(Create<Packet>(bytes),
                               0,
                               InetSocketAddress(PFabricForwarding::GetAddress(2), PORT));
                socket->Close();
            });
        }
        Simulator::Run();
        const std::vector<std::string> expected{
            "10.0.0.1:77 to 10.0.0.3:9, number 0, 5000 bytes at 100000",
            "10.0.0.1:77 to 10.0.0.3:9, number 1, 1 bytes at 300000",
            "10.0.0.2:77 to 10.0.0.3:9, number 0, 20000 bytes at 500000",
            "10.0.0.1:78 to 10.0.0.3:9, number 0, 2000 bytes at 900000"};
        for (const auto& [name, told] : records)
        {
            NS_TEST_ASSERT_MSG_EQ(told.size(), expected.size(), name);
            for (std::size_t i = 0; i < told.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(told[i], expected[i], name << " with stack " << stack);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(records.size(), 2, "both ends");
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief Pieces of a stream are three or more of the same size, at most SegmentSize, at one time
 * and for one destination, and nothing else.
 */
class PFabricPieceKindsTest : public TestCase
{
  public:
    PFabricPieceKindsTest()
        : TestCase("which messages are told to be pieces")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricPieceKindsTest::DoRun()
{
    using Piece = std::tuple<int64_t, uint32_t, uint32_t>; // us, bytes, host
    const std::vector<std::tuple<std::string, std::vector<Piece>, bool>> cases{
        {"1460", {{1, 500, 1}, {1, 500, 1}, {1, 500, 1}}, true},
        {"1460", {{1, 700, 1}, {1, 500, 1}, {1, 500, 1}, {1, 500, 1}, {1, 500, 1}}, true},
        {"1460", {{1, 500, 1}, {1, 500, 1}}, false},
        {"1460", {{1, 500, 1}, {1, 500, 1}, {1, 501, 1}}, false},
        {"1460", {{1, 500, 1}, {1, 500, 1}, {2, 500, 1}}, false},
        {"1460", {{1, 500, 1}, {1, 500, 1}, {1, 500, 2}}, false},
        {"1460", {{1, 1460, 1}, {1, 1460, 1}, {1, 1460, 1}}, true},
        {"1460", {{1, 1461, 1}, {1, 1461, 1}, {1, 1461, 1}}, false},
        {"499", {{1, 500, 1}, {1, 500, 1}, {1, 500, 1}}, false}};
    for (std::size_t i = 0; i < cases.size(); ++i)
    {
        const auto& [segment, pieces, expected] = cases[i];
        PFabricHelper helper;
        helper.SetTransportAttribute("SegmentSize", StringValue(segment));
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=3]"));
        const auto socket = Socket::CreateSocket(hosts.Get(0), PFabricSocketFactory::GetTypeId());
        for (const auto& [us, bytes, host] : pieces)
        {
            Simulator::Schedule(MicroSeconds(us), [socket, bytes, host] {
                socket->SendTo(Create<Packet>(bytes),
                               0,
                               InetSocketAddress(PFabricForwarding::GetAddress(host), PORT));
            });
        }
        std::ostringstream said;
        auto* const usual = std::cerr.rdbuf(said.rdbuf());
        Simulator::Stop(MicroSeconds(10));
        Simulator::Run();
        std::cerr.rdbuf(usual);
        NS_TEST_EXPECT_MSG_EQ((said.str().find("sends pieces of") != std::string::npos),
                              expected,
                              "case " << i << ": " << said.str());
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief Send takes a message of any size while fewer than SndBufSize bytes wait, by the value that
 * the attribute has then; all bytes of a message wait until it is acknowledged whole.
 */
class PFabricSendBufferTest : public TestCase
{
  public:
    PFabricSendBufferTest()
        : TestCase("SndBufSize in mid-run")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricSendBufferTest::DoRun()
{
    PFabricHelper helper;
    helper.SetTransportAttribute("TimeOut", StringValue("1ms"));
    const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
    const auto receiver = Socket::CreateSocket(hosts.Get(1), PFabricSocketFactory::GetTypeId());
    receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto sender = Socket::CreateSocket(hosts.Get(0), PFabricSocketFactory::GetTypeId());
    sender->Connect(InetSocketAddress(PFabricForwarding::GetAddress(1), PORT));
    const auto set = [&sender](uint32_t bytes) {
        sender->SetAttribute("SndBufSize", UintegerValue(bytes));
    };
    set(1);
    NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(30000)), 30000, "nothing waits");
    NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(1)), -1, "30,000 bytes wait");
    set(30000);
    NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(1)), -1, "not fewer than 30,000");
    set(30001);
    NS_TEST_EXPECT_MSG_EQ(sender->GetTxAvailable(), 1, "room for a byte");
    NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(2000)), 2000, "fewer, and any size");
    // 21 packets take 252 us and more: after 200 us the short one has come, and most of the other.
    Simulator::Stop(MicroSeconds(200));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(receiver->GetRxAvailable(), 2000, "the short one");
    NS_TEST_EXPECT_MSG_EQ(sender->GetTxAvailable(), 1, "all of the long one waits");
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(receiver->GetRxAvailable(), 32000, "both");
    NS_TEST_EXPECT_MSG_EQ(sender->GetTxAvailable(), 30001, "nothing waits");
    Simulator::Destroy();
}

/**
 * @ingroup pfabric
 * @brief Suite of the transport, packet by packet.
 */
class PFabricTransportTestSuite : public TestSuite
{
  public:
    PFabricTransportTestSuite();
};

PFabricTransportTestSuite::PFabricTransportTestSuite()
    : TestSuite("pfabric-transport", Type::UNIT)
{
    AddTestCase(new PFabricNextMessageTest);
    AddTestCase(new PFabricRankedPacketsTest);
    AddTestCase(new PFabricDeadlinesTest);
    AddTestCase(new PFabricLossesTest);
    AddTestCase(new PFabricRecordsTest);
    AddTestCase(new PFabricPieceKindsTest);
    AddTestCase(new PFabricSendBufferTest);
}

static PFabricTransportTestSuite g_pfabricTransportTestSuite; //!< registers itself
