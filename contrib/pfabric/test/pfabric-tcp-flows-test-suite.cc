/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-tcp-flows.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"

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

/** @param hosts how many, in one rack @param stack where Ipv4L3Protocol runs @return them */
NodeContainer
MakeRack(uint32_t hosts, PFabricHelper::Stack stack = PFabricHelper::LEAN_TCP)
{
    PFabricHelper helper;
    helper.SetStack(stack);
    helper.SetDeviceAttribute("DropByPriority", BooleanValue(false));
    helper.SetDeviceAttribute("ServeByPriority", BooleanValue(false));
    return helper.Install(
        PFabricTopology("tree[Pods=1|Tors=1|Hosts=" + std::to_string(hosts) + "]"));
}

/** @param hosts of a network @param preset of their TCP @return flows over it */
Ptr<PFabricTcpFlows>
MakeTcpFlows(const NodeContainer& hosts, const PFabricTcpPreset& preset)
{
    auto flows = CreateObject<PFabricTcpFlows>();
    flows->SetPreset(preset);
    flows->Install(hosts);
    return flows;
}

} // namespace

/**
 * @ingroup pfabric
 * @brief The sockets of a preset have the values of the chapter's table whatever the defaults of
 * Config are, and change none of these; those of "ns-3" have the defaults, and SetSocketAttribute
 * changes a single value.
 */
class PFabricPresetValuesTest : public TestCase
{
  public:
    PFabricPresetValuesTest()
        : TestCase("values of presets")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricPresetValuesTest::DoRun()
{
    /** A value of a socket. */
    struct Row
    {
        std::string type;    //!< that has the attribute
        std::string name;    //!< of the attribute
        std::string changed; //!< default of Config in this test
        std::string library; //!< of that preset
        std::string authors; //!< of that preset, and of dctcp
    };

    const std::vector<Row> rows{
        {"TcpSocket", "SegmentSize", "700", "1460", "1460"},
        {"TcpSocket", "InitialCwnd", "5", "2", "12"},
        {"TcpSocket", "RcvBufSize", "77777", "29200", "217540"}, // 20 and 149 packets of 1,460
        {"TcpSocket", "DelAckCount", "3", "1", "1"},
        {"TcpSocketBase", "MinRto", "7s", "200ms", "200us"},
        {"TcpSocketBase", "ClockGranularity", "3ms", "10ms", "1us"},
        {"TcpSocketBase", "Sack", "", "false", "true"},
        {"TcpSocketBase", "Timestamp", "true", "false", "false"},
        {"TcpSocketBase", "LimitedTransmit", "true", "false", "false"}};
    const std::map<std::string, std::string> kinds{{"library", "ns3::TcpNewReno"},
                                                   {"authors", "ns3::TcpNewReno"},
                                                   {"dctcp", "ns3::TcpDctcp"},
                                                   {"ns-3", "ns3::TcpVegas"}};
    for (const bool sack : {false, true}) // of Config: each preset has one that is none of the two
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpVegas"));
        for (const auto& row : rows)
        {
            const std::string value = row.name == "Sack" ? (sack ? "true" : "false") : row.changed;
            Config::SetDefault("ns3::" + row.type + "::" + row.name, StringValue(value));
        }
        const auto hosts = MakeRack(2);
        const auto get = [](Ptr<Object> socket, const std::string& name) {
            StringValue value;
            socket->GetAttribute(name, value);
            return value.Get();
        };
        const auto sizeless = [&hosts] { // one of ns-3, with the defaults
            return Socket::CreateSocket(hosts.Get(0), TcpSocketFactory::GetTypeId());
        };
        for (const auto& [preset, kind] : kinds)
        {
            const auto socket = PFabricTcpPreset(preset).CreateSocket(hosts.Get(0));
            const auto plain = sizeless();
            PointerValue congestion;
            socket->GetAttribute("CongestionOps", congestion);
            NS_TEST_EXPECT_MSG_EQ(congestion.Get<TcpCongestionOps>()->GetInstanceTypeId().GetName(),
                                  kind,
                                  preset);
            for (const auto& row : rows)
            {
                const auto usual = sizeless();
                if (preset != "ns-3")
                {
                    usual->SetAttribute(
                        row.name,
                        StringValue(preset == "library" ? row.library : row.authors));
                }
                NS_TEST_EXPECT_MSG_EQ(get(socket, row.name),
                                      get(usual, row.name),
                                      row.name << " of " << preset);
                const std::string changed =
                    row.name == "Sack" ? (sack ? "true" : "false") : row.changed;
                usual->SetAttribute(row.name, StringValue(changed));
                NS_TEST_EXPECT_MSG_EQ(get(plain, row.name),
                                      get(usual, row.name),
                                      row.name << " of ns-3 after " << preset);
            }
        }
        PFabricTcpPreset single("authors");
        single.SetSocketAttribute("Sack", BooleanValue(false));
        single.SetSocketAttribute("MinRto", StringValue("9ms"));
        const auto socket = single.CreateSocket(hosts.Get(0));
        const auto usual = PFabricTcpPreset("authors").CreateSocket(hosts.Get(0));
        for (const auto& row : rows)
        {
            NS_TEST_EXPECT_MSG_EQ((get(socket, row.name) == get(usual, row.name)),
                                  (row.name != "Sack" && row.name != "MinRto"),
                                  row.name << " of a preset with two other values");
        }
        Simulator::Destroy();
        Config::Reset();
    }
}

/**
 * @ingroup pfabric
 * @brief A connection is opened OpenAhead of the start of its flow, by the value of the attribute
 * when the flow is planned, and a flow whose connection is not there in time starts when it is.
 * Packets with SYN have the bytes of the chapter, others of the handshakes 40.
 *
 * A packet of B bytes takes 8 B ns and 0.2 us on each of two links, and 2.5 us in each host: with
 * 44 bytes 6,104 ns, with 48 6,168 ns. The handshake is twice that.
 */
class PFabricTcpOpeningTest : public TestCase
{
  public:
    PFabricTcpOpeningTest()
        : TestCase("when connections are opened, and with what")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricTcpOpeningTest::DoRun()
{
    constexpr double TICKS = 2.5; // TCP of ns-3 sends a tick after it is asked to
    PFabricTcpPreset noBlocks("authors");
    noBlocks.SetSocketAttribute("Sack", BooleanValue(false));
    const std::vector<std::tuple<PFabricTcpPreset, uint32_t, int64_t>> cases{
        // preset, bytes of SYN, ns of the handshake
        {PFabricTcpPreset("library"), 44, 12208},
        {PFabricTcpPreset("authors"), 48, 12336},
        {PFabricTcpPreset("dctcp"), 48, 12336},
        {noBlocks, 44, 12208}};
    for (const auto& [preset, syn, handshake] : cases)
    {
        const auto hosts = MakeRack(2);
        const auto flows = MakeTcpFlows(hosts, preset);
        std::vector<std::pair<double, uint32_t>> sent; // ns, bytes
        hosts.Get(0)->GetDevice(0)->TraceConnectWithoutContext(
            "Begin",
            Callback<void, const PFabricFrame&>([&sent](const PFabricFrame& frame) {
                sent.emplace_back(Simulator::Now().GetNanoSeconds(), frame.size);
            }));
        std::vector<int64_t> announced; // ns
        flows->TraceConnectWithoutContext(
            "Announced",
            Callback<void, const PFabricFlow&>([&announced](const PFabricFlow&) {
                announced.push_back(Simulator::Now().GetNanoSeconds());
            }));
        const std::vector<std::pair<std::string, int64_t>> aheads{{"1ms", 1000000},
                                                                  {"3ms", 3000000},
                                                                  {"0s", 0}};
        for (std::size_t i = 0; i < aheads.size(); ++i)
        {
            const auto& [text, ahead] = aheads[i];
            const Time start = MilliSeconds(1000 * (i + 1));
            if (i > 0) // the first one is the default
            {
                flows->SetAttribute("OpenAhead", StringValue(text));
            }
            flows->Plan({i, 0, 1, 1460, start});
            sent.clear();
            announced.clear();
            Simulator::Stop(start + MilliSeconds(500) - Simulator::Now());
            Simulator::Run();
            const auto began = static_cast<double>(start.GetNanoSeconds());
            NS_TEST_ASSERT_MSG_GT(sent.size(), 4, "SYN, two of the handshakes, data, FIN");
            NS_TEST_EXPECT_MSG_EQ_TOL(sent[0].first, began - ahead, TICKS, "SYN");
            NS_TEST_EXPECT_MSG_EQ(sent[0].second, syn, "bytes of SYN");
            NS_TEST_EXPECT_MSG_EQ_TOL(sent[1].first, began - ahead + handshake, TICKS, "its end");
            NS_TEST_ASSERT_MSG_EQ(announced.size(), 1, "once");
            NS_TEST_EXPECT_MSG_EQ(announced[0], began - ahead, "when it is opened");
            uint32_t data = 0;
            for (const auto& [at, bytes] : sent)
            {
                if (bytes == 1500)
                {
                    // Behind the 320 ns of the end of the handshake, if that is late.
                    const double first = ahead > 0 ? began : began + handshake + 320;
                    NS_TEST_EXPECT_MSG_EQ_TOL(at, first, TICKS, "data");
                    ++data;
                }
                else if (at != sent[0].first)
                {
                    NS_TEST_EXPECT_MSG_EQ(bytes, 40, "of handshakes");
                }
            }
            NS_TEST_EXPECT_MSG_EQ(data, 1, "one packet");
        }
        NS_TEST_EXPECT_MSG_EQ(flows->GetUnfinished(), 0, "all came");
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief A connection is freed at its source some time after it was closed, 0.1 s with authors and
 * dctcp, 40 s with library and four minutes with ns-3, and at once at its destination.
 */
class PFabricTcpLifetimeTest : public TestCase
{
  public:
    PFabricTcpLifetimeTest()
        : TestCase("when connections are freed")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricTcpLifetimeTest::DoRun()
{
    const std::map<std::string, Time> lives{{"authors", MilliSeconds(100)},
                                            {"dctcp", MilliSeconds(100)},
                                            {"library", Seconds(40)},
                                            {"ns-3", Minutes(4)}};
    for (const auto& [preset, life] : lives)
    {
        const auto hosts = MakeRack(2);
        const auto flows = MakeTcpFlows(hosts, PFabricTcpPreset(preset));
        const auto count = [&hosts](uint32_t host) {
            ObjectPtrContainerValue sockets;
            hosts.Get(host)->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
            return sockets.GetN();
        };
        Time closed;
        flows->TraceConnectWithoutContext(
            "Acknowledged",
            Callback<void, const PFabricFlow&>(
                [&closed](const PFabricFlow&) { closed = Simulator::Now(); }));
        flows->Plan({0, 0, 1, 30000, MilliSeconds(10)});
        const auto run = [](Time until) {
            Simulator::Stop(until - Simulator::Now());
            Simulator::Run();
        };
        run(MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(count(0), 2, "one that listens, and that of the flow");
        NS_TEST_EXPECT_MSG_EQ(count(1), 2, "likewise");
        run(MilliSeconds(10) + life / 2);
        NS_TEST_ASSERT_MSG_EQ(closed.IsStrictlyPositive(), true, "it came");
        NS_TEST_EXPECT_MSG_EQ(count(1), 1, "the destination has none any more");
        const Time margin = life / 100; // of handshakes, and of a late acknowledgement
        run(closed + life - margin);
        NS_TEST_EXPECT_MSG_EQ(count(0), 2, preset << ": still there");
        run(closed + life + margin);
        NS_TEST_EXPECT_MSG_EQ(count(0), 1, preset << ": gone");
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief What fails over TCP: a flow whose source goes before its connection is opened, and one to
 * a host that does not answer, once TCP gives up. One whose source goes later is unfinished.
 */
class PFabricTcpFailuresTest : public TestCase
{
  public:
    PFabricTcpFailuresTest()
        : TestCase("flows over TCP that will never come")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricTcpFailuresTest::DoRun()
{
    for (const auto stack : {PFabricHelper::LEAN_TCP, PFabricHelper::HOSTS, PFabricHelper::ALL})
    {
        const auto hosts = MakeRack(3, stack);
        const auto flows = MakeTcpFlows(hosts, PFabricTcpPreset("authors"));
        std::set<uint64_t> received;
        uint32_t announced = 0;
        flows->TraceConnectWithoutContext(
            "Received",
            Callback<void, const PFabricFlow&>(
                [&received](const PFabricFlow& flow) { received.insert(flow.number); }));
        flows->TraceConnectWithoutContext(
            "Announced",
            Callback<void, const PFabricFlow&>([&announced](const PFabricFlow&) { ++announced; }));
        flows->Plan({0, 2, 0, 5000, MicroSeconds(10000)}); // its source is gone
        flows->Plan({1, 0, 2, 5000, MicroSeconds(10000)}); // its destination is
        flows->Plan({2, 0, 1, 5000, MicroSeconds(10000)}); // nothing is
        flows->Plan({3, 2, 1, 5000, MicroSeconds(2500)});  // its source goes, with a connection
        Simulator::Schedule(MilliSeconds(2), [&hosts] { hosts.Get(2)->Dispose(); });
        Simulator::Stop(MilliSeconds(11));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(announced, 4, "all are announced");
        NS_TEST_EXPECT_MSG_EQ(flows->GetFailed(), 1, "the first one at once");
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(flows->GetFailed(), 2, "and the second one, with stack " << stack);
        NS_TEST_EXPECT_MSG_EQ(flows->GetUnfinished(), 3, "all but one");
        NS_TEST_EXPECT_MSG_EQ((received == std::set<uint64_t>{2}), true, "which came");
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief A preset that comes after Install is refused, and connections have that of before: 44
 * bytes of SYN are those of library, 48 those of authors.
 */
class PFabricTcpLatePresetTest : public TestCase
{
  public:
    PFabricTcpLatePresetTest()
        : TestCase("a preset after the installation")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricTcpLatePresetTest::DoRun()
{
    const auto hosts = MakeRack(2);
    const auto flows = CreateObject<PFabricTcpFlows>();
    flows->SetPreset(PFabricTcpPreset("authors"));
    flows->SetPreset(PFabricTcpPreset("library")); // until Install, again and again
    flows->Install(hosts);
    std::string refusal;
    try
    {
        flows->SetPreset(PFabricTcpPreset("authors"));
    }
    catch (const std::invalid_argument& error)
    {
        refusal = error.what();
    }
    NS_TEST_EXPECT_MSG_EQ(refusal.rfind("SetPreset() of PFabricTcpFlows after Install()", 0),
                          0,
                          refusal);
    std::vector<uint32_t> sent; // bytes
    hosts.Get(0)->GetDevice(0)->TraceConnectWithoutContext(
        "Begin",
        Callback<void, const PFabricFrame&>(
            [&sent](const PFabricFrame& frame) { sent.push_back(frame.size); }));
    flows->Plan({0, 0, 1, 1460, MilliSeconds(10)});
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    NS_TEST_ASSERT_MSG_EQ(sent.empty(), false, "a flow");
    NS_TEST_EXPECT_MSG_EQ(sent[0], 44, "bytes of SYN");
    Simulator::Destroy();
}

/**
 * @ingroup pfabric
 * @brief Suite of flows over TCP.
 */
class PFabricTcpFlowsTestSuite : public TestSuite
{
  public:
    PFabricTcpFlowsTestSuite();
};

PFabricTcpFlowsTestSuite::PFabricTcpFlowsTestSuite()
    : TestSuite("pfabric-tcp-flows", Type::UNIT)
{
    AddTestCase(new PFabricPresetValuesTest);
    AddTestCase(new PFabricTcpOpeningTest);
    AddTestCase(new PFabricTcpLifetimeTest);
    AddTestCase(new PFabricTcpFailuresTest);
    AddTestCase(new PFabricTcpLatePresetTest);
}

static PFabricTcpFlowsTestSuite g_pfabricTcpFlowsTestSuite; //!< registers itself
