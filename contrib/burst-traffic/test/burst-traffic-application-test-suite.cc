/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-test-sockets.h"

#include "ns3/burst-traffic-application.h"
#include "ns3/burst-traffic-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet-socket-address.h"
#include "ns3/packet-socket-server.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr int64_t APPLICATION_TICK = 20; //!< ns
constexpr int64_t START = 37;            //!< ns, not a whole number of ticks

/** Two nodes with a SimpleNetDevice each on one channel, and what the second one receives. */
class TwoNodes
{
  public:
    TwoNodes()
    {
        m_nodes.Create(2);
        m_remotes = InstallSimpleDevices(m_nodes);
        auto server = CreateObject<PacketSocketServer>();
        server->SetLocal(PacketSocketAddress::ConvertFrom(GetRemote()));
        server->TraceConnectWithoutContext("Rx", MakeCallback(&TwoNodes::Receive, this));
        m_nodes.Get(1)->AddApplication(server);
    }

    ~TwoNodes()
    {
        Simulator::Destroy();
    }

    /** @return the address of the second node */
    const Address& GetRemote() const
    {
        return m_remotes[1];
    }

    /** @return the first node */
    Ptr<Node> GetSource() const
    {
        return m_nodes.Get(0);
    }

    /** @return bytes received */
    uint64_t GetReceived() const
    {
        return m_received;
    }

  private:
    void Receive(Ptr<const Packet> packet, const Address& from)
    {
        m_received += packet->GetSize();
    }

    NodeContainer m_nodes;          //!< source and destination
    std::vector<Address> m_remotes; //!< their addresses
    uint64_t m_received{0};         //!< bytes
};

/** Records when packets are sent. */
struct SendTimes
{
    std::vector<int64_t> ns; //!< time of each packet

    /** @param application whose packets to record */
    explicit SendTimes(Ptr<Application> application)
    {
        application->TraceConnectWithoutContext("Tx", MakeCallback(&SendTimes::Add, this));
    }

    void Add(Ptr<const Packet> packet)
    {
        ns.push_back(Simulator::Now().GetNanoSeconds());
    }
};

} // namespace

/**
 * @ingroup burst-traffic-tests
 * @brief Packets leave at the ticks of the process exactly, and all arrive.
 */
class SendTimesTestCase : public TestCase
{
  public:
    /** @param process text of the process, empty for that of ParetoOnOffApplication */
    SendTimesTestCase(const std::string& process)
        : TestCase("Packets are sent at the ticks of " +
                   (process.empty() ? "ParetoOnOffApplication" : process)),
          m_process(process)
    {
    }

  private:
    void DoRun() override
    {
        constexpr int64_t TICKS = 50'000;
        TwoNodes network;
        ArrivalHelper helper("ns3::PacketSocketFactory", network.GetRemote());
        helper.SetAttribute("PacketSize", UintegerValue(100));
        if (!m_process.empty())
        {
            helper.SetProcess(m_process);
        }
        auto applications = helper.Install(network.GetSource());
        applications.Start(NanoSeconds(START));
        applications.Stop(NanoSeconds(START + TICKS * APPLICATION_TICK));
        NS_TEST_ASSERT_MSG_EQ(ArrivalHelper::AssignStreams(network.GetSource(), 50), 1, "streams");

        auto application = DynamicCast<ArrivalApplication>(applications.Get(0));
        std::vector<int64_t> expected;
        application->GetProcess()->Clone()->Fill(0, TICKS, expected);
        for (auto& tick : expected)
        {
            tick = START + tick * APPLICATION_TICK;
        }
        SendTimes sent(application);
        Simulator::Run();

        NS_TEST_EXPECT_MSG_GT(sent.ns.size(), 500, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ((sent.ns == expected), true, "times of the packets");
        NS_TEST_EXPECT_MSG_EQ(network.GetReceived(), 100 * sent.ns.size(), "bytes conserved");
    }

    std::string m_process; //!< text of the process
};

/**
 * @ingroup burst-traffic-tests
 * @brief MaxPackets ends the sending, also inside a tick; a packet too long is dropped and traced.
 */
class LimitsTestCase : public TestCase
{
  public:
    LimitsTestCase()
        : TestCase("MaxPackets and packets that do not fit")
    {
    }

  private:
    void DoRun() override
    {
        TwoNodes network;
        ArrivalHelper helper("ns3::PacketSocketFactory", network.GetRemote());
        helper.SetProcess("ns3::PoissonArrivals[Rate=5]");
        helper.SetAttribute("MaxPackets", UintegerValue(501));
        auto limited = helper.Install(network.GetSource());
        // More than the MTU of a SimpleNetDevice, 65535 bytes.
        helper.SetAttribute("PacketSize", UintegerValue(70'000));
        auto tooLong = helper.Install(network.GetSource());
        tooLong.Stop(NanoSeconds(10 * APPLICATION_TICK));
        SendTimes sent(limited.Get(0));
        SendTimes notSent(tooLong.Get(0));
        tooLong.Get(0)->TraceConnectWithoutContext("Drop",
                                                   MakeCallback(&LimitsTestCase::Drop, this));
        const auto due = DynamicCast<ArrivalApplication>(tooLong.Get(0))->GetProcess()->Clone();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sent.ns.size(), 501, "limit");
        NS_TEST_EXPECT_MSG_EQ(notSent.ns.size(), 0, "too long");
        NS_TEST_EXPECT_MSG_EQ(m_drops, due->CountTo(9), "every arrival is sent or dropped");
        NS_TEST_EXPECT_MSG_EQ(network.GetReceived(), 501 * 64, "bytes conserved");
    }

    void Drop(Ptr<const Packet> packet)
    {
        ++m_drops;
    }

    uint64_t m_drops{0}; //!< firings of Drop
};

/**
 * @ingroup burst-traffic-tests
 * @brief A packet socket that is full after three packets and for 1010 ns from the next attempt on.
 */
class NarrowSocket : public FullSocket
{
  public:
    static constexpr const char* FACTORY = "NarrowSocketFactory"; //!< its name

    int Send(Ptr<Packet> packet, uint32_t flags) override
    {
        if (m_space > 0)
        {
            --m_space;
            return PacketSocket::Send(packet, flags);
        }
        OpenLater();
        return -1;
    }

  private:
    uint32_t DoOpen() override
    {
        m_space = 3;
        return 1000;
    }

    int m_space{3}; //!< packets that fit
};

using NarrowSocketFactory = FullSocketFactory<NarrowSocket>;
NS_OBJECT_ENSURE_REGISTERED(NarrowSocketFactory);

/**
 * @ingroup burst-traffic-tests
 * @brief A full socket holds the process. An arrival every 500 ns, the fourth one finds the socket
 * full for 1010 ns, which is 1020 ns in whole ticks: the fourth to sixth are deferred to that
 * moment, or dropped. Deferred ones fill the socket, so that it happens again 1500 ns later.
 */
class FullSocketTestCase : public TestCase
{
  public:
    /** @param drops whether arrivals at a full socket are dropped */
    FullSocketTestCase(bool drops)
        : TestCase(drops ? "A full socket drops" : "A full socket defers"),
          m_drops(drops)
    {
    }

  private:
    void DoRun() override
    {
        TwoNodes network;
        network.GetSource()->AggregateObject(CreateObject<NarrowSocketFactory>());
        ArrivalHelper helper("NarrowSocketFactory", network.GetRemote());
        helper.SetProcess(std::string("ns3::ConstantArrivals[Interval=25|Blocked=") +
                          (m_drops ? "Drop]" : "Defer]"));
        auto applications = helper.Install(network.GetSource());
        ArrivalHelper::AssignStreams(network.GetSource(), 1);
        applications.Start(NanoSeconds(START));
        applications.Stop(NanoSeconds(100'000));
        auto application = DynamicCast<ArrivalApplication>(applications.Get(0));
        const int64_t first = START + application->GetProcess()->Clone()->Next() * APPLICATION_TICK;
        SendTimes sent(application);
        Simulator::Run();

        NS_TEST_ASSERT_MSG_GT(sent.ns.size(), 90, "enough to mean something");
        for (std::size_t i = 0; i < sent.ns.size(); ++i)
        {
            const int64_t three = static_cast<int64_t>(i / 3);
            const int64_t one = static_cast<int64_t>(i % 3);
            int64_t expected = first + 500 * one;
            if (m_drops)
            {
                expected += 3000 * three;
            }
            else if (three > 0)
            {
                expected = first + 1500 * three + 1020;
            }
            NS_TEST_ASSERT_MSG_EQ(sent.ns[i], expected, "packet " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(network.GetReceived(), 64 * sent.ns.size(), "bytes conserved");
    }

    bool m_drops; //!< attribute Blocked of the process is Drop
};

/**
 * @ingroup burst-traffic-tests
 * @brief Streams are refused while the application runs, as the process would go back to its
 * start, and change nothing then; before and after that they are assigned.
 */
class RunningStreamsTestCase : public TestCase
{
  public:
    RunningStreamsTestCase()
        : TestCase("Streams of an application that runs")
    {
    }

  private:
    void DoRun() override
    {
        const auto send = [this](bool assign) {
            TwoNodes network;
            ArrivalHelper helper("ns3::PacketSocketFactory", network.GetRemote());
            helper.SetAttribute("PacketSize", UintegerValue(100));
            auto applications = helper.Install(network.GetSource());
            applications.Start(NanoSeconds(START));
            applications.Stop(NanoSeconds(START + 20'000 * APPLICATION_TICK));
            ArrivalHelper::AssignStreams(network.GetSource(), 50);
            SendTimes sent(applications.Get(0));
            const auto process = DynamicCast<ArrivalApplication>(applications.Get(0))->GetProcess();
            for (const int64_t tick : {1'000, 30'000})
            {
                Simulator::Schedule(
                    NanoSeconds(START + tick * APPLICATION_TICK + 1),
                    [this, assign, tick, &network] {
                        std::string said;
                        try
                        {
                            if (assign)
                            {
                                ArrivalHelper::AssignStreams(network.GetSource(), 90);
                            }
                        }
                        catch (const std::invalid_argument& refused)
                        {
                            said = refused.what();
                        }
                        NS_TEST_EXPECT_MSG_EQ((said.find("before the start") != std::string::npos),
                                              (assign && tick == 1'000),
                                              said);
                    });
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(process->GetStream(), (assign ? 90 : 50), "after the end");
            return sent.ns;
        };
        const auto expected = send(false);
        NS_TEST_EXPECT_MSG_GT(expected.size(), 200, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ((send(true) == expected), true, "the same packets");
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief The applications and the helper.
 */
class ArrivalApplicationTestSuite : public TestSuite
{
  public:
    ArrivalApplicationTestSuite()
        : TestSuite("burst-traffic-application", Type::UNIT)
    {
        AddTestCase(new SendTimesTestCase(""));
        AddTestCase(new SendTimesTestCase("ns3::ParetoOnOffArrivals[Sources=43]"));
        AddTestCase(new SendTimesTestCase("ns3::PoissonArrivals[Rate=2]"));
        AddTestCase(new SendTimesTestCase("ns3::ConstantArrivals[Interval=12.5]"));
        AddTestCase(new LimitsTestCase);
        AddTestCase(new RunningStreamsTestCase);
        AddTestCase(new FullSocketTestCase(false));
        AddTestCase(new FullSocketTestCase(true));
    }
};

static ArrivalApplicationTestSuite g_arrivalApplicationTestSuite; //!< the suite
