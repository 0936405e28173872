/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/object-factory.h"
#include "ns3/pfabric-flow-generator.h"
#include "ns3/pfabric-frame.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-message-flows.h"
#include "ns3/pfabric-socket-factory.h"
#include "ns3/pfabric-tcp-flows.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Fact = std::tuple<uint32_t, uint32_t, uint64_t, int64_t>; //!< from, to, bytes, start in ns

/** A transport that only writes down. */
class PFabricTestTransport : public PFabricFlowTransport
{
  public:
    /** @param hosts how many there are @param ahead see GetAhead */
    PFabricTestTransport(uint32_t hosts, Time ahead)
        : m_ahead(ahead)
    {
        Install(NodeContainer(hosts));
    }

    Time GetAhead() const override
    {
        return m_ahead;
    }

    std::vector<Fact> facts; //!< flows
    bool late{false};        //!< a flow was not announced in time

  protected:
    Ptr<Socket> MakeReceiver(Ptr<Node>) override
    {
        return nullptr;
    }

    void DoAnnounce(const PFabricFlow& flow) override
    {
        late |= Simulator::Now() != std::max(Time(0), flow.start - m_ahead);
        facts.emplace_back(flow.from, flow.to, flow.bytes, flow.start.GetNanoSeconds());
    }

  private:
    Time m_ahead; //!< see GetAhead
};

/** @param rate of flows @return a generator for a test, with streams */
Ptr<PFabricFlowGenerator>
MakeGenerator(double rate)
{
    auto generator = CreateObject<PFabricFlowGenerator>();
    generator->SetAttribute("Rate", DoubleValue(rate));
    generator->SetAttribute("Sizes", StringValue("ns3::UniformRandomVariable[Min=0.5|Max=30000]"));
    generator->SetAttribute("End", StringValue("20ms"));
    generator->AssignStreams(7);
    return generator;
}

} // namespace

/**
 * @ingroup pfabric
 * @brief Flows are a Poisson process with equally likely pairs, and the same whoever carries them.
 */
class PFabricGeneratorTest : public TestCase
{
  public:
    PFabricGeneratorTest();

  private:
    void DoRun() override;
};

PFabricGeneratorTest::PFabricGeneratorTest()
    : TestCase("flows of all pairs")
{
}

void
PFabricGeneratorTest::DoRun()
{
    constexpr uint32_t HOSTS = 6;
    constexpr double FLOWS = 30000; // 1,000 of each pair
    std::vector<Fact> first;
    for (const auto& ahead : {Time(0), MilliSeconds(3)})
    {
        const auto transport = CreateObject<PFabricTestTransport>(HOSTS, ahead);
        const auto generator = MakeGenerator(FLOWS / 0.02);
        generator->Start(transport, HOSTS);
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(transport->late, false, "each was announced in time");
        first = first.empty() ? transport->facts : first;
        NS_TEST_EXPECT_MSG_EQ((first == transport->facts), true, "the same flows");
        NS_TEST_EXPECT_MSG_EQ(generator->GetFlows(), first.size(), "flows");
        NS_TEST_EXPECT_MSG_EQ(transport->GetUnfinished(), first.size(), "nobody took them");
    }
    std::map<std::pair<uint32_t, uint32_t>, double> pairs;
    double bytes = 0;
    double squares = 0; // of gaps in units of their mean
    int64_t last = 0;
    for (const auto& [from, to, size, start] : first)
    {
        ++pairs[{from, to}];
        bytes += size;
        const double gap = (start - last) / (0.02e9 / FLOWS);
        squares += gap * gap;
        last = start;
    }
    double chi = 0;
    for (const auto& [pair, count] : pairs)
    {
        chi += (count - 1000) * (count - 1000) / 1000;
    }
    // Limits that chance exceeds in one case of a thousand.
    NS_TEST_EXPECT_MSG_EQ_TOL(first.size(), FLOWS, 3.3 * std::sqrt(FLOWS), "how many");
    NS_TEST_EXPECT_MSG_EQ(pairs.size(), HOSTS * (HOSTS - 1), "all pairs");
    NS_TEST_EXPECT_MSG_LT(chi, 59.7, "30 pairs");
    NS_TEST_EXPECT_MSG_EQ_TOL(bytes / first.size(), 15000.5, 3.3 * 8660 / 173, "mean size");
    NS_TEST_EXPECT_MSG_EQ_TOL(squares / first.size(), 2, 3.3 * std::sqrt(20.0) / 173, "gaps");

    const auto transport = CreateObject<PFabricTestTransport>(HOSTS, MilliSeconds(1));
    const auto generator = MakeGenerator(0);
    generator->Start(transport, HOSTS);
    generator->Burst(transport, HOSTS, MilliSeconds(4));
    Simulator::Run();
    Simulator::Destroy();
    NS_TEST_EXPECT_MSG_EQ(transport->facts.size(), HOSTS * (HOSTS - 1), "one of each pair");
    NS_TEST_EXPECT_MSG_EQ(std::get<3>(transport->facts.back()), 4000000, "at one time");

    const auto both = CreateObject<PFabricTestTransport>(HOSTS, MilliSeconds(1));
    const auto drawn = MakeGenerator(FLOWS / 0.02);
    drawn->Start(both, HOSTS);
    Simulator::Schedule(MilliSeconds(5), [&] { drawn->Burst(both, HOSTS, MilliSeconds(7)); });
    Simulator::Run();
    Simulator::Destroy();
    NS_TEST_EXPECT_MSG_EQ(both->late, false, "each was announced in time, beside a burst");
    std::multiset<std::tuple<uint32_t, uint32_t, int64_t>> beside; // sizes are of one stream
    for (const auto& [from, to, size, start] : both->facts)
    {
        beside.emplace(from, to, start);
    }
    for (const auto& [from, to, size, start] : first)
    {
        const auto found = beside.find({from, to, start});
        NS_TEST_ASSERT_MSG_EQ((found != beside.end()), true, "a flow that comes without a burst");
        beside.erase(found);
    }
    NS_TEST_EXPECT_MSG_EQ(beside.size(), HOSTS * (HOSTS - 1), "and the burst");

    const auto late = CreateObject<PFabricTestTransport>(HOSTS, Time(0));
    const auto begun = MakeGenerator(FLOWS / 0.02);
    Simulator::Schedule(MilliSeconds(5), [&] { begun->Start(late, HOSTS); });
    Simulator::Run();
    Simulator::Destroy();
    NS_TEST_EXPECT_MSG_EQ(late->late, false, "a start in mid-run has no flows in the past");
    NS_TEST_EXPECT_MSG_GT(std::get<3>(late->facts.front()), 5'000'000, "behind the start");

    constexpr uint64_t MAX = 4294967295;
    transport->Announce({0, 3, 2, MAX, Time(0)});
    const std::vector<std::pair<PFabricFlow, std::string>> refused{
        {{0, 3, 3, 100, Time(0)}, "from host 3 to 3"},
        {{0, 3, 2, 0, Time(0)}, "a flow has 0 bytes"},
        {{0, 3, 2, MAX + 1, Time(0)}, "a flow has 4294967296 bytes"}};
    for (const auto& [flow, sentence] : refused)
    {
        std::string said;
        try
        {
            transport->Announce(flow);
        }
        catch (const std::invalid_argument& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(said.find(sentence), std::string::npos, said);
    }
}

/**
 * @ingroup pfabric
 * @brief Attributes of the generator choose among the same draws: Begin shifts all starts, no flow
 * starts at End or later, and MaxFlows are the first ones. The stream of sizes is that of
 * AssignStreams, whichever is set first.
 */
class PFabricGeneratorAttributesTest : public TestCase
{
  public:
    PFabricGeneratorAttributesTest()
        : TestCase("attributes of the generator")
    {
    }

  private:
    void DoRun() override;

    /** @param attributes of the generator of MakeGenerator @return its flows */
    std::vector<Fact> Draw(const std::vector<std::pair<std::string, std::string>>& attributes);
};

std::vector<Fact>
PFabricGeneratorAttributesTest::Draw(
    const std::vector<std::pair<std::string, std::string>>& attributes)
{
    constexpr uint32_t HOSTS = 4;
    const auto transport = CreateObject<PFabricTestTransport>(HOSTS, Time(0));
    const auto generator = MakeGenerator(20000); // 400 flows in 20 ms
    for (const auto& [name, value] : attributes)
    {
        generator->SetAttribute(name, StringValue(value));
    }
    generator->Start(transport, HOSTS);
    Simulator::Run();
    Simulator::Destroy();
    uint64_t bytes = 0;
    for (const auto& fact : transport->facts)
    {
        bytes += std::get<2>(fact);
    }
    NS_TEST_EXPECT_MSG_EQ(generator->GetFlows(), transport->facts.size(), "flows");
    NS_TEST_EXPECT_MSG_EQ(generator->GetBytes(), bytes, "bytes");
    return transport->facts;
}

void
PFabricGeneratorAttributesTest::DoRun()
{
    const auto usual = Draw({});
    NS_TEST_ASSERT_MSG_GT(usual.size(), 300, "400 are expected");
    NS_TEST_EXPECT_MSG_EQ(CreateObject<PFabricFlowGenerator>()->AssignStreams(1), 3, "streams");
    const auto first = [&usual](std::size_t count) {
        return std::vector<Fact>(usual.begin(), usual.begin() + count);
    };
    auto later = usual;
    for (auto& fact : later)
    {
        std::get<3>(fact) += 5'000'000;
    }
    const int64_t tenth = std::get<3>(usual[9]);
    const std::string sizes = "ns3::UniformRandomVariable[Min=0.5|Max=30000]";
    const std::vector<
        std::pair<std::vector<std::pair<std::string, std::string>>, std::vector<Fact>>>
        cases{{{{"Begin", "5ms"}, {"End", "25ms"}}, later},
              {{{"MaxFlows", "7"}}, first(7)},
              {{{"MaxFlows", "100000"}}, usual},
              {{{"End", "0s"}, {"MaxFlows", std::to_string(usual.size())}}, usual},
              {{{"End", std::to_string(tenth) + "ns"}}, first(9)},
              {{{"End", std::to_string(tenth + 1) + "ns"}}, first(10)},
              {{{"Sizes", sizes}}, usual}};
    for (const auto& [attributes, expected] : cases)
    {
        NS_TEST_EXPECT_MSG_EQ((Draw(attributes) == expected), true, attributes.front().first);
    }
    const auto more = Draw({{"End", "0s"}, {"MaxFlows", std::to_string(usual.size() + 1)}});
    NS_TEST_EXPECT_MSG_EQ(more.size(), usual.size() + 1, "there is no end");
    NS_TEST_EXPECT_MSG_EQ(Draw({{"Rate", "0"}}).size(), 0, "none");

    const auto constant = [](const std::string& bytes) {
        return "ns3::ConstantRandomVariable[Constant=" + bytes + "]";
    };
    const std::vector<std::pair<std::string, uint64_t>> whole{{"0.2", 1},
                                                              {"1460", 1460},
                                                              {"1460.5", 1461},
                                                              {"4294967295", 4294967295}};
    for (const auto& [drawn, bytes] : whole)
    {
        const auto facts = Draw({{"MaxFlows", "1"}, {"Sizes", constant(drawn)}});
        NS_TEST_EXPECT_MSG_EQ(std::get<2>(facts.at(0)), bytes, drawn << " is rounded up");
    }
    for (const std::string drawn : {"0", "-1", "4294967295.5"})
    {
        std::string said;
        try
        {
            Draw({{"Sizes", constant(drawn)}});
        }
        catch (const std::invalid_argument& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(said.find("a size of PFabricFlowGenerator is"),
                              std::string::npos,
                              drawn << " is refused: " << said);
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief A burst is one flow of each ordered pair at one time, with a size of its own each; flows
 * of bursts and of Start are counted and numbered together.
 */
class PFabricBurstTest : public TestCase
{
  public:
    PFabricBurstTest()
        : TestCase("bursts of one flow of each pair")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricBurstTest::DoRun()
{
    constexpr uint32_t HOSTS = 5;
    constexpr uint32_t PAIRS = HOSTS * (HOSTS - 1);
    const auto transport = CreateObject<PFabricTestTransport>(HOSTS, MilliSeconds(1));
    const auto generator = MakeGenerator(1000); // 20 flows in 20 ms
    std::vector<PFabricFlow> flows;
    transport->TraceConnectWithoutContext(
        "Announced",
        Callback<void, const PFabricFlow&>(
            [&flows](const PFabricFlow& flow) { flows.push_back(flow); }));
    generator->Start(transport, HOSTS);
    const std::vector<Time> bursts{MicroSeconds(4321), MicroSeconds(9876)};
    for (const auto& at : bursts)
    {
        generator->Burst(transport, HOSTS, at);
    }
    Simulator::Run();
    Simulator::Destroy();
    std::set<uint64_t> numbers;
    std::map<Time, std::set<std::pair<uint32_t, uint32_t>>> pairs; // by start
    std::map<Time, std::set<uint64_t>> sizes;                      // by start
    uint64_t bytes = 0;
    for (const auto& flow : flows)
    {
        numbers.insert(flow.number);
        pairs[flow.start].emplace(flow.from, flow.to);
        sizes[flow.start].insert(flow.bytes);
        bytes += flow.bytes;
    }
    NS_TEST_EXPECT_MSG_GT(flows.size(), 2 * PAIRS + 5, "flows of Start beside the bursts");
    NS_TEST_EXPECT_MSG_EQ(numbers.size(), flows.size(), "no number twice");
    NS_TEST_EXPECT_MSG_EQ(*numbers.rbegin(), flows.size() - 1, "numbers from 0 on");
    NS_TEST_EXPECT_MSG_EQ(generator->GetFlows(), flows.size(), "all are counted");
    NS_TEST_EXPECT_MSG_EQ(generator->GetBytes(), bytes, "and their bytes");
    NS_TEST_EXPECT_MSG_EQ(pairs.size(), flows.size() - 2 * PAIRS + 2, "two bursts");
    for (const auto& at : bursts)
    {
        NS_TEST_EXPECT_MSG_EQ(pairs[at].size(), PAIRS, "each pair");
        // Of 20 sizes among 30,000 hardly two are equal.
        NS_TEST_EXPECT_MSG_GT(sizes[at].size(), PAIRS - 2, "sizes of their own");
    }
    NS_TEST_EXPECT_MSG_EQ((sizes[bursts[0]] == sizes[bursts[1]]), false, "drawn anew");
}

/**
 * @ingroup pfabric
 * @brief A flow on an idle network takes the time of the closed form, and all flows of a loaded one
 * come, over pFabric and TCP.
 */
class PFabricCarriedTest : public TestCase
{
  public:
    PFabricCarriedTest();

  private:
    void DoRun() override;
};

PFabricCarriedTest::PFabricCarriedTest()
    : TestCase("flows over pFabric and TCP")
{
}

void
PFabricCarriedTest::DoRun()
{
    for (const bool tcp : {false, true})
    {
        PFabricHelper helper;
        helper.SetStack(tcp ? PFabricHelper::HOSTS : PFabricHelper::LEAN);
        helper.SetTransportAttribute("TimeOut", StringValue("300us"));
        if (tcp)
        {
            helper.SetDeviceAttribute("DropByPriority", StringValue("false"));
            helper.SetDeviceAttribute("ServeByPriority", StringValue("false"));
            Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1460));
            Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(12));
            Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
            Config::SetDefault("ns3::TcpSocketBase::Timestamp", StringValue("false"));
            Config::SetDefault("ns3::TcpSocketBase::MinRto", StringValue("1ms"));
        }
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=2|Tors=2|Hosts=3]"));
        Ptr<PFabricFlowTransport> transport;
        if (tcp)
        {
            transport = CreateObject<PFabricTcpFlows>();
        }
        else
        {
            transport = CreateObject<PFabricMessageFlows>();
        }
        transport->Install(hosts);
        const auto refuse = [this](Ptr<PFabricFlowTransport> other,
                                   const NodeContainer& nodes,
                                   const std::string& words) {
            std::string sentence;
            try
            {
                other->Install(nodes);
            }
            catch (const std::invalid_argument& error)
            {
                sentence = error.what();
            }
            NS_TEST_EXPECT_MSG_NE(sentence.find(words), std::string::npos, sentence);
        };
        refuse(
            ObjectFactory(transport->GetInstanceTypeId().GetName()).Create<PFabricFlowTransport>(),
            hosts,
            "port 9 of node " + std::to_string(hosts.Get(0)->GetId()) + " is taken");
        refuse(CreateObject<PFabricMessageFlows>(), NodeContainer(1), "has no device");
        std::map<uint64_t, Time> received;
        std::map<uint64_t, Time> acknowledged;
        using Times = std::map<uint64_t, Time>;
        const auto tell = +[](Times* times, const PFabricFlow& flow) {
            (*times)[flow.number] = Simulator::Now() - flow.start;
        };
        transport->TraceConnectWithoutContext("Received", MakeCallback(tell).Bind(&received));
        transport->TraceConnectWithoutContext("Acknowledged",
                                              MakeCallback(tell).Bind(&acknowledged));

        // Twelve packets in a row over six links, then the last acknowledgement of 40 bytes back.
        constexpr uint64_t ALONE = 1000000;
        const PFabricFlow alone{ALONE, 0, 11, 12 * 1460, MilliSeconds(400)};
        transport->Plan(alone);
        const auto generator = MakeGenerator(10000);
        generator->Start(transport, hosts.GetN());
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        // TCP of ns-3 sends a tick after it is asked to.
        const int64_t oneWay = 6 * (12000 + 200) + 2 * 2500 + 11 * 12000 + (tcp ? 1 : 0);
        NS_TEST_EXPECT_MSG_EQ(received[ALONE].GetNanoSeconds(), oneWay, "tcp " << tcp);
        NS_TEST_EXPECT_MSG_EQ(acknowledged[ALONE].GetNanoSeconds(),
                              oneWay + 6 * (320 + 200) + 2 * 2500,
                              "tcp " << tcp);
        NS_TEST_EXPECT_MSG_GT(generator->GetFlows(), 100, "flows");
        NS_TEST_EXPECT_MSG_EQ(received.size(), generator->GetFlows() + 1, "all came, tcp " << tcp);
        NS_TEST_EXPECT_MSG_EQ(acknowledged.size(), received.size(), "all are acknowledged");
        NS_TEST_EXPECT_MSG_EQ(transport->GetUnfinished(), 0, "none is left");
        for (const auto& [number, time] : received)
        {
            NS_TEST_EXPECT_MSG_LT(time, acknowledged[number], "first here, then there");
        }
        bool refused = false; // over TCP, whose connections are known by the number
        for (uint32_t to = 1; to < 3; ++to)
        {
            try
            {
                transport->Announce({ALONE, 0, to, 1460, Simulator::Now()});
            }
            catch (const std::invalid_argument&)
            {
                refused = to == 2;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(refused, tcp, "a number that is under way");
        Simulator::Destroy();
        Config::Reset();
    }
}

/**
 * @ingroup pfabric
 * @brief Flows of one pair share a socket, and each has its own octet of IP in all its packets.
 */
class PFabricOctetTest : public TestCase
{
  public:
    PFabricOctetTest();

  private:
    void DoRun() override;
};

PFabricOctetTest::PFabricOctetTest()
    : TestCase("octets of flows of one pair")
{
}

void
PFabricOctetTest::DoRun()
{
    PFabricHelper helper;
    helper.SetTransportAttribute("TimeOut", StringValue("1ms"));
    const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
    const auto flows = CreateObject<PFabricMessageFlows>();
    flows->Install(hosts);
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> packets; // by message and octet
    hosts.Get(0)->GetDevice(0)->TraceConnectWithoutContext(
        "Begin",
        Callback<void, const PFabricFrame&>([&packets](const PFabricFrame& frame) {
            ++packets[{frame.header.GetMessage(), frame.tos}];
        }));
    flows->Plan({0, 0, 1, 100 * 1460, Time(0), 0});
    flows->Plan({1, 0, 1, 1460, MicroSeconds(300), 20}); // when half of the other is sent
    Simulator::Run();
    Simulator::Destroy();
    NS_TEST_EXPECT_MSG_EQ((packets[{0, 0}]), 100, "all of the first flow");
    NS_TEST_EXPECT_MSG_EQ((packets[{1, 20}]), 1, "the second flow");
    NS_TEST_EXPECT_MSG_EQ(packets.size(), 2, "and no other octets");
}

/**
 * @ingroup pfabric
 * @brief More than 2^32 bytes of one pair of hosts wait: each flow keeps its number, and the last
 * one, the shortest, is the first to come. A message is as long as Send can say.
 */
class PFabricManyBytesTest : public TestCase
{
  public:
    PFabricManyBytesTest()
        : TestCase("more than 2^32 bytes between a pair of hosts")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricManyBytesTest::DoRun()
{
    for (const auto stack : {PFabricHelper::LEAN, PFabricHelper::HOSTS})
    {
        PFabricHelper helper;
        helper.SetStack(stack);
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
        const auto flows = CreateObject<PFabricMessageFlows>();
        flows->Install(hosts);
        std::vector<std::pair<uint64_t, uint64_t>> came; // number and bytes
        flows->TraceConnectWithoutContext(
            "Acknowledged",
            Callback<void, const PFabricFlow&>(
                [&came](const PFabricFlow& flow) { came.emplace_back(flow.number, flow.bytes); }));
        flows->Plan({0, 0, 1, PFabricSocket::MAX_BYTES, Time(0)});
        flows->Plan({1, 0, 1, PFabricSocket::MAX_BYTES, NanoSeconds(1)});
        flows->Plan({2, 0, 1, PFabricSocket::MAX_BYTES, NanoSeconds(2)});
        flows->Plan({3, 0, 1, 100000, MicroSeconds(1)});
        flows->Plan({4, 0, 1, 5000, MicroSeconds(2)});
        bool refused = false;
        try
        {
            flows->Plan({5, 1, 1, 5000, MicroSeconds(2)});
        }
        catch (const std::invalid_argument&)
        {
            refused = true;
        }
        NS_TEST_EXPECT_MSG_EQ(refused, true, "of a host to itself, at once");
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(came.size(), 2, "the short ones");
        NS_TEST_EXPECT_MSG_EQ((came[0] == std::pair<uint64_t, uint64_t>(4, 5000)), true, "first");
        NS_TEST_EXPECT_MSG_EQ((came[1] == std::pair<uint64_t, uint64_t>(3, 100000)), true, "next");
        NS_TEST_EXPECT_MSG_EQ(flows->GetUnfinished(), 3, "the long ones");
        NS_TEST_EXPECT_MSG_EQ(flows->GetFailed(), 0, "none was refused");
        const auto socket = Socket::CreateSocket(hosts.Get(0), PFabricSocketFactory::GetTypeId());
        socket->Connect(InetSocketAddress(PFabricForwarding::GetAddress(1), 9));
        NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(PFabricSocket::MAX_BYTES + 1)), -1, "");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_MSGSIZE, "so it says");
        std::string said;
        try
        {
            flows->Announce({5, 0, 1, uint64_t{PFabricSocket::MAX_BYTES} + 1, Simulator::Now()});
        }
        catch (const std::invalid_argument& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(said.find("allowed are 1 to 2147483647"), std::string::npos, said);
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief Suite of flows.
 */
class PFabricFlowTestSuite : public TestSuite
{
  public:
    PFabricFlowTestSuite();
};

PFabricFlowTestSuite::PFabricFlowTestSuite()
    : TestSuite("pfabric-flow", Type::UNIT)
{
    AddTestCase(new PFabricGeneratorTest);
    AddTestCase(new PFabricGeneratorAttributesTest);
    AddTestCase(new PFabricBurstTest);
    AddTestCase(new PFabricCarriedTest);
    AddTestCase(new PFabricOctetTest);
    AddTestCase(new PFabricManyBytesTest);
}

static PFabricFlowTestSuite g_pfabricFlowTestSuite; //!< registers itself
