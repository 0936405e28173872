/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-udp-test-path.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/path-measurement-remote-probe.h"
#include "ns3/path-measurement-udp-sender.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** All tools, none of which takes long without trouble, without a bracket at the end. */
const std::vector<std::string> UDP_TOOLS{
    "ns3::UdpMonitorProbe[Packets=500",
    "ns3::PacketPairProbe[Estimator=ns3::PathrateEstimator[Pairs=10|Trains=2]",
    "ns3::PacketPairProbe[Estimator=ns3::AbweEstimator[Pairs=10]",
    "ns3::PacketPairProbe[Estimator=ns3::SpruceEstimator[Pairs=50|Interval=10ms]",
    "ns3::ChirpProbe[Chirps=2",
    "ns3::SlopsProbe[Streams=2|Idle=1",
};

} // namespace

/**
 * @ingroup path-measurement
 * @brief Whatever goes wrong, each tool gives one result, and says what it was.
 */
class UdpFaultsTest : public TestCase
{
  public:
    UdpFaultsTest();

  private:
    void DoRun() override;

    using Fault = std::function<void(UdpTestPath&)>; //!< makes a path wrong

    /** @param what for messages @param status of each result @param fault of the path */
    void Check(const std::string& what, MeasurementResult::Status status, const Fault& fault);
};

UdpFaultsTest::UdpFaultsTest()
    : TestCase("one result whatever goes wrong")
{
}

void
UdpFaultsTest::Check(const std::string& what, MeasurementResult::Status status, const Fault& fault)
{
    for (const auto& tool : UDP_TOOLS)
    {
        UdpTestPath path("1Gbps", "100Mbps");
        path.agent->SetAttribute("LoginTime", StringValue("100ms"));
        fault(path);
        const std::string text = tool + "|Timeout=5s|ConnectTimeout=3s]";
        const auto results = path.Measure(text, Seconds(10));
        NS_TEST_ASSERT_MSG_EQ(results.size(), 1, what << ": one result of " << text);
        const auto& result = results.front();
        NS_TEST_EXPECT_MSG_EQ(result.status, status, what << ": " << text << " " << result.note);
        NS_TEST_EXPECT_MSG_LT(result.end - result.begin, Seconds(5.001), "in time");
    }
}

void
UdpFaultsTest::DoRun()
{
    using Result = MeasurementResult;
    // 100 ms to the start of the probe, 6 ms to connect, 100 ms of login: after 250 ms they
    // measure.
    const Time measuring = MilliSeconds(250);
    Check("no fault", Result::OK, [](UdpTestPath& path) {});
    Check("crash", Result::SERVER_DIED, [=](UdpTestPath& path) {
        Simulator::Schedule(measuring, &MeasurementAgent::Crash, path.agent);
    });
    Check("hang", Result::TIMED_OUT, [=](UdpTestPath& path) {
        Simulator::Schedule(measuring, &MeasurementAgent::Hang, path.agent);
    });
    Check("blocked", Result::BLOCKED, [](UdpTestPath& path) {
        path.SetLoss(CreateObject<UdpLoss>());
    });
    Check("no agent", Result::BLOCKED, [](UdpTestPath& path) {
        path.agent->SetStartTime(Hours(1));
    });
    Check("no host", Result::UNREACHABLE, [](UdpTestPath& path) {
        path.nodes.Get(UdpTestPath::RECEIVER)->GetObject<Ipv4>()->SetDown(1);
    });
    Check("no port", Result::BLOCKED, [](UdpTestPath& path) {
        path.agent->SetAttribute("ServerPorts", UintegerValue(1));
        path.other = path.Make("ns3::UdpMonitorProbe[Spacing=1s]");
        path.other->Start(path.nodes.Get(UdpTestPath::SENDER), MeasurementProbe::Done());
    });
    // Late packets of somebody who had the port before, of a longer train of the same number.
    Check("another sender", Result::OK, [=](UdpTestPath& path) {
        for (int64_t late = 0; late < 400; ++late)
        {
            Simulator::Schedule(measuring + MilliSeconds(late), [&path] {
                UdpProbeHeader header;
                header.round = 1;
                header.number = 900;
                header.length = 1000;
                const auto packet = Create<Packet>(500);
                packet->AddHeader(header);
                const auto socket =
                    Socket::CreateSocket(path.nodes.Get(4), UdpSocketFactory::GetTypeId());
                socket->SendTo(packet, 0, InetSocketAddress(path.remote, 5001));
                socket->Close();
            });
        }
    });
    // The first fleet of pathload has the capacity, which is too much, the second one half of that.
    // Nothing comes of the third one, nor of later ones: their rates are too high.
    UdpTestPath path("1Gbps", "100Mbps");
    Simulator::Schedule(MilliSeconds(1650), [&] { path.SetLoss(CreateObject<UdpLoss>()); });
    const auto result = path.Measure("ns3::SlopsProbe[Streams=2|Idle=0]", Seconds(1)).at(0);
    NS_TEST_EXPECT_MSG_EQ(result.status, Result::OK, "a range");
    const double half = 50e6 * 1500 / 1502;
    NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("available_low"), half, 1e3, "what came");
    NS_TEST_EXPECT_MSG_LT(result.Get("available_high"), half + 0.02 * 100e6, "what did not");
    NS_TEST_EXPECT_MSG_EQ(result.Get("lost"),
                          result.Get("sent") - 50 - 2 * 200,
                          "all but the train and two fleets");
}

/**
 * @ingroup path-measurement
 * @brief A probe that is cancelled or disposed of sends nothing any more, and wrong values are
 * refused where they are given.
 */
class UdpCancelTest : public TestCase
{
  public:
    UdpCancelTest();

  private:
    void DoRun() override;

    /** @param packet with its header of IP @param ipv4 of the sender @param interface it leaves by
     */
    void Receive(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface);
    /** @param text of a probe @param use what to do with it, which should throw */
    void Refuse(const std::string& text, const std::function<void(const std::string&)>& use);

    uint32_t m_packets{0}; //!< that the sender has sent, but for TCP
};

UdpCancelTest::UdpCancelTest()
    : TestCase("cancelled and refused")
{
}

void
UdpCancelTest::Receive(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface)
{
    Ipv4Header header;
    packet->PeekHeader(header);
    m_packets += header.GetProtocol() != 6;
}

void
UdpCancelTest::Refuse(const std::string& text, const std::function<void(const std::string&)>& use)
{
    bool refused = false;
    try
    {
        use(text);
    }
    catch (const std::invalid_argument&)
    {
        refused = true;
    }
    NS_TEST_EXPECT_MSG_EQ(refused, true, text);
}

void
UdpCancelTest::DoRun()
{
    for (const auto& tool : UDP_TOOLS)
    {
        UdpTestPath path("1Gbps", "100Mbps");
        const auto sender = path.nodes.Get(UdpTestPath::SENDER);
        const auto probe = path.Make(tool + "]");
        sender->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "Tx",
            MakeCallback(&UdpCancelTest::Receive, this));
        Simulator::Schedule(MilliSeconds(10), [&] {
            probe->Start(sender, MakeCallback(&UdpTestPath::Record, &path));
        });
        Simulator::Schedule(MilliSeconds(1100), [&] {
            m_packets = 0;
            probe->Cancel(MeasurementResult::SELF_LIMITED, "enough");
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(path.results.size(), 1, "one result of " << tool);
        NS_TEST_EXPECT_MSG_EQ(path.results[0].note, "enough", tool);
        NS_TEST_EXPECT_MSG_GT(path.results[0].bytes, 0, "some was sent by " << tool);
        NS_TEST_EXPECT_MSG_LT(path.results[0].bytes, probe->GetExpectedBytes(1e8), "not all");
        probe->Start(sender, MeasurementProbe::Done());
        Simulator::Schedule(MilliSeconds(1100), [&] {
            NS_TEST_EXPECT_MSG_GT(m_packets, 0, "some was sent by " << tool);
            m_packets = 0;
            probe->Dispose();
        });
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_packets, 0, "nothing more by " << tool);
    }
    {
        // Cancelled while it lingers, and begun again: it lingers again for 500 ms.
        UdpTestPath path("1Gbps", "100Mbps");
        path.agent->SetAttribute("LoginTime", StringValue("10ms"));
        const auto sender = path.nodes.Get(UdpTestPath::SENDER);
        const auto probe = path.Make("ns3::UdpMonitorProbe[Packets=100|Linger=500ms]");
        Simulator::Schedule(MilliSeconds(10),
                            [&] { probe->Start(sender, MeasurementProbe::Done()); });
        Simulator::Schedule(MilliSeconds(300),
                            [&] { probe->Cancel(MeasurementResult::SKIPPED, ""); });
        Simulator::Schedule(MilliSeconds(301), [&] {
            probe->Start(sender, MakeCallback(&UdpTestPath::Record, &path));
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(path.results.at(0).end, MilliSeconds(301 + 99 + 500), "the end");
    }
    UdpTestPath path("1Gbps", "100Mbps");
    for (const std::string estimator :
         {"PathrateEstimator[MinPacketSize=1501]", "SpruceEstimator[Capacity=0bps]"})
    {
        Refuse(estimator, [&](const std::string& text) {
            path.Make("ns3::PacketPairProbe[Estimator=ns3::" + text + "]")->GetExpectedBytes(1e6);
        });
    }
    for (const std::string probe : {"ns3::ChirpProbe[LowRate=0bps]",
                                    "ns3::ChirpProbe[HighRate=1Mbps]",
                                    "ns3::ChirpProbe[AverageRate=0bps]",
                                    "ns3::SlopsProbe[MinRate=2Gbps]",
                                    "ns3::SlopsProbe[MinRate=0bps]"})
    {
        Refuse(probe, [&](const std::string& text) { path.Make(text)->GetExpectedBytes(1e6); });
    }
    for (const std::string probe : {"ns3::ChirpProbe[SpreadFactor=1]",
                                    "ns3::ChirpProbe[PacketSize=51]",
                                    "ns3::UdpMonitorProbe[PacketSize=65508]",
                                    "ns3::UdpMonitorProbe[Packets=0]",
                                    "ns3::SlopsProbe[StreamLength=24]",
                                    "ns3::PacketPairProbe[Estimator=ns3::UdpMonitorProbe]",
                                    "ns3::PacketPairProbe[Estimator=ns3::PairEstimator]"})
    {
        Refuse(probe, &burst::CreateFromText<MeasurementProbe>);
    }
}

/**
 * @ingroup path-measurement
 * @brief A measurement that fails before it sends has no bytes, not those of the one before.
 */
class UdpNoBytesTest : public TestCase
{
  public:
    UdpNoBytesTest()
        : TestCase("nothing sent after a measurement")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& tool : UDP_TOOLS)
        {
            UdpTestPath path("1Gbps", "100Mbps");
            const auto probe = path.Make(tool + "]");
            for (const bool isDown : {false, true})
            {
                Simulator::Schedule(MilliSeconds(100), [&path, probe, isDown] {
                    if (isDown)
                    {
                        path.nodes.Get(UdpTestPath::RECEIVER)->GetObject<Ipv4>()->SetDown(1);
                    }
                    probe->Start(path.nodes.Get(UdpTestPath::SENDER),
                                 MakeCallback(&UdpTestPath::Record, &path));
                });
                Simulator::Run();
            }
            NS_TEST_ASSERT_MSG_EQ(path.results.size(), 2, "results of " << tool);
            NS_TEST_EXPECT_MSG_EQ(path.results[0].status, MeasurementResult::OK, tool);
            NS_TEST_EXPECT_MSG_GT(path.results[0].bytes, 0, tool);
            NS_TEST_EXPECT_MSG_EQ(path.results[1].status, MeasurementResult::UNREACHABLE, tool);
            NS_TEST_EXPECT_MSG_EQ(path.results[1].bytes, 0, tool);
        }
    }
};

/**
 * @ingroup path-measurement
 * @brief Suite of what goes wrong with the tools that send UDP packets.
 */
class UdpFaultsTestSuite : public TestSuite
{
  public:
    UdpFaultsTestSuite();
};

UdpFaultsTestSuite::UdpFaultsTestSuite()
    : TestSuite("path-measurement-udp-faults", Type::UNIT)
{
    AddTestCase(new UdpFaultsTest);
    AddTestCase(new UdpCancelTest);
    AddTestCase(new UdpNoBytesTest);
}

static UdpFaultsTestSuite g_udpFaultsTestSuite; //!< registers itself
