/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-test-sockets.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-traffic-application.h"
#include "ns3/burst-traffic-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Which arrivals an application drops, when and for which reason.

using namespace ns3;

namespace
{

constexpr int64_t DROPS_TICK = 20; //!< ns

} // namespace

/**
 * @ingroup burst-traffic-tests
 * @brief A packet socket that takes one packet, is full at the next one and has space again 1010 ns
 * later.
 */
class OneSocket : public FullSocket
{
  public:
    static constexpr const char* FACTORY = "OneSocketFactory"; //!< its name

    int Send(Ptr<Packet> packet, uint32_t flags) override
    {
        if (m_free)
        {
            m_free = false;
            return PacketSocket::Send(packet, flags);
        }
        OpenLater();
        return -1;
    }

  private:
    uint32_t DoOpen() override
    {
        m_free = true;
        return 100'000;
    }

    bool m_free{true}; //!< a packet fits
};

using OneSocketFactory = FullSocketFactory<OneSocket>;
NS_OBJECT_ENSURE_REGISTERED(OneSocketFactory);

/**
 * @ingroup burst-traffic-tests
 * @brief Base of the tests: an application on the first of three nodes, with an arrival every 25
 * ticks, and what its traces say.
 */
class DropsTestCase : public TestCase
{
  protected:
    /** What a trace said of a packet. */
    struct Packets
    {
        std::vector<uint32_t> bytes; //!< of each
        std::vector<int64_t> ns;     //!< when

        /** A firing. @param packet of it */
        void Add(Ptr<const Packet> packet)
        {
            bytes.push_back(packet->GetSize());
            ns.push_back(Simulator::Now().GetNanoSeconds());
        }
    };

    /** @param name of the test */
    explicit DropsTestCase(const std::string& name)
        : TestCase(name)
    {
    }

    /** A new application on new nodes, on stream 5. @param process text, none for the usual one */
    void Make(const std::string& process = "ns3::ConstantArrivals[Interval=25]")
    {
        m_nodes = NodeContainer(3);
        m_remotes = InstallSimpleDevices(m_nodes);
        m_sent = {};
        m_dropped = {};
        m_application = CreateObject<ArrivalApplication>();
        m_application->SetProcess(burst::CreateFromText<ArrivalProcess>(process));
        m_application->TraceConnectWithoutContext("Tx", MakeCallback(&Packets::Add, &m_sent));
        m_application->TraceConnectWithoutContext("Drop", MakeCallback(&Packets::Add, &m_dropped));
        m_application->AssignStreams(5);
        m_nodes.Get(0)->AddApplication(m_application);
    }

    /** @return how often an exception had to be caught until the simulation was over */
    uint64_t Run()
    {
        for (uint64_t caught = 0;; ++caught)
        {
            try
            {
                Simulator::Run();
                return caught;
            }
            catch (const std::invalid_argument&) // costs what was due
            {
            }
        }
    }

    /** @param ticks of simulated time @return arrivals before that many ticks */
    uint64_t CountArrivals(int64_t ticks) const
    {
        return m_application->GetProcess()->Clone()->CountTo(ticks - 1);
    }

    /**
     * The application has dropped for one reason alone.
     *
     * @param reason the reason
     * @param number of packets
     * @param bytes of them
     */
    void ExpectReason(const std::string& reason, uint64_t number, uint64_t bytes)
    {
        NS_TEST_EXPECT_MSG_EQ(m_application->GetDrops().Get(reason).number, number, reason);
        NS_TEST_EXPECT_MSG_EQ(m_application->GetDrops().Get(reason).bytes, bytes, reason);
        NS_TEST_EXPECT_MSG_EQ(m_application->GetDropped(), number, "other reasons");
        NS_TEST_EXPECT_MSG_EQ(m_dropped.bytes.size(), number, "firings of Drop");
    }

    NodeContainer m_nodes;                 //!< the devices
    std::vector<Address> m_remotes;        //!< their addresses
    Ptr<ArrivalApplication> m_application; //!< on the first of them
    Packets m_sent;                        //!< firings of Tx
    Packets m_dropped;                     //!< firings of Drop

  private:
    void DoTeardown() override
    {
        Simulator::Destroy();
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief A packet longer than a datagram is refused, with all its bytes, and counts as none of
 * MaxPackets; the packets after the last of these are in no account.
 */
class RefusedPacketTestCase : public DropsTestCase
{
  public:
    RefusedPacketTestCase()
        : DropsTestCase("A datagram that is too long is refused; MaxPackets counts what is sent")
    {
    }

  private:
    void DoRun() override
    {
        Make();
        // The longest packet of a SimpleNetDevice has 65535 bytes. 10 arrivals in 250 ticks.
        burst::SetAttributeOrThrow(m_application, "PacketSize", "70000");
        burst::SetAttributeOrThrow(m_application, "MaxPackets", "3");
        m_application->SetAttribute("Remote", AddressValue(m_remotes[1]));
        m_application->SetStopTime(NanoSeconds(1000 * DROPS_TICK));
        const uint64_t tooLong = CountArrivals(250);
        Simulator::Schedule(NanoSeconds(250 * DROPS_TICK - 1), [this] {
            burst::SetAttributeOrThrow(m_application, "PacketSize", "100");
        });
        Run();
        NS_TEST_EXPECT_MSG_EQ(tooLong, 10, "by hand");
        ExpectReason(ArrivalApplication::REFUSED, 10, 700'000);
        NS_TEST_EXPECT_MSG_EQ((m_sent.bytes == std::vector<uint32_t>{100, 100, 100}), true, "sent");
        NS_TEST_EXPECT_MSG_EQ(m_application->GetSent(), 3, "MaxPackets");
        NS_TEST_EXPECT_MSG_EQ(m_application->GetWaiting(), 0, "none of those that come later");
        NS_TEST_EXPECT_MSG_EQ(CountArrivals(1000), 40, "which there are");
        // A recorder is told the same.
        std::map<std::string, std::pair<std::string, double>> told;
        for (const auto& statistic : burst::GetStatistics(m_application->GetInstanceTypeId()))
        {
            told[statistic.name] = {statistic.unit,
                                    std::get<double>(statistic.get(*m_application))};
        }
        const std::map<std::string, std::pair<std::string, double>> expected{
            {"traffic.sent", {"1", 3}},
            {"traffic.dropped", {"1", 10}},
            {"traffic.waiting", {"1", 0}}};
        NS_TEST_EXPECT_MSG_EQ((told == expected), true, "statistics");
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief One of two destinations refuses to be connected: each packet for it is lost with an
 * exception, and all others are sent.
 */
class FailedConnectionTestCase : public DropsTestCase
{
  public:
    FailedConnectionTestCase()
        : DropsTestCase("A destination that cannot be connected costs its packets alone")
    {
    }

  private:
    void DoRun() override
    {
        Make();
        const std::string uniform = "ns3::UniformDestinations";
        const auto pattern = burst::CreateFromText<DestinationPattern>(uniform);
        m_application->SetAttribute("Destinations", PointerValue(pattern));
        m_application->SetRemotes(0, {m_remotes[0], m_remotes[1], Address()});
        NS_TEST_EXPECT_MSG_EQ(m_application->AssignStreams(5), 2, "process and pattern");
        m_application->SetStopTime(NanoSeconds(5000 * DROPS_TICK));
        const auto twin = burst::CreateFromText<DestinationPattern>(uniform);
        twin->SetDevices(3);
        twin->AssignStreams(6);
        uint64_t failures = 0;
        for (uint64_t i = 0; i < 200; ++i)
        {
            failures += twin->Draw(0) == 2 ? 1 : 0;
        }
        const uint64_t caught = Run();
        NS_TEST_EXPECT_MSG_EQ(CountArrivals(5000), 200, "by hand");
        NS_TEST_EXPECT_MSG_GT(failures, 60, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ(caught, failures, "each is told");
        NS_TEST_EXPECT_MSG_EQ(m_application->GetSent(), 200 - failures, "the others");
        ExpectReason(ArrivalApplication::FAILED, failures, 64 * failures);
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief A single remote is connected at the start: where that fails there are no arrivals, not
 * even if the simulation goes on.
 */
class FailedRemoteTestCase : public DropsTestCase
{
  public:
    FailedRemoteTestCase()
        : DropsTestCase("With a Remote that cannot be connected there are no arrivals")
    {
    }

  private:
    void DoRun() override
    {
        Make();
        const InetSocketAddress wrong(Ipv4Address("10.0.0.1"), 9); // for a packet socket
        m_application->SetAttribute("Remote", AddressValue(wrong));
        m_application->SetStartTime(NanoSeconds(70));
        m_application->SetStopTime(NanoSeconds(5000 * DROPS_TICK));
        Simulator::Schedule(NanoSeconds(69), [this] { m_before = true; });
        Simulator::Schedule(NanoSeconds(71), [this] { m_after = true; });
        NS_TEST_EXPECT_MSG_EQ(Run(), 1, "told once");
        NS_TEST_EXPECT_MSG_EQ(m_before && m_after, true, "the simulation goes on");
        NS_TEST_EXPECT_MSG_EQ(m_application->GetSent() + m_application->GetWaiting(), 0, "none");
        ExpectReason(ArrivalApplication::FAILED, 0, 0);
    }

    bool m_before{false}; //!< the start
    bool m_after{false};  //!< it
};

/**
 * @ingroup burst-traffic-tests
 * @brief Sizes 0, 1, 2, 3, 4, 0, ..: each fifth arrival is dropped without a byte, with an
 * exception, and the others are sent.
 */
class NoSizeTestCase : public DropsTestCase
{
  public:
    NoSizeTestCase()
        : DropsTestCase("A size that cannot be costs its packet alone")
    {
    }

  private:
    void DoRun() override
    {
        Make();
        m_application->SetAttribute("Remote", AddressValue(m_remotes[1]));
        burst::SetAttributeOrThrow(m_application,
                                   "Size",
                                   "ns3::SequentialRandomVariable[Min=0|Max=5|Increment="
                                   "ns3::ConstantRandomVariable[Constant=1]]");
        m_application->SetStopTime(NanoSeconds(5000 * DROPS_TICK)); // 200 arrivals
        NS_TEST_EXPECT_MSG_EQ(Run(), 40, "each is told");
        ExpectReason(ArrivalApplication::NO_SIZE, 40, 0);
        NS_TEST_EXPECT_MSG_EQ(m_application->GetSent(), 160, "the others");
        for (std::size_t i = 0; i < m_sent.bytes.size(); ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(m_sent.bytes[i], 1 + i % 4, "size of packet " << i);
        }
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief Arrivals every 500 ns, with 1, 2, 3, .. bytes. The first is sent, the second finds the
 * socket full; 1010 ns later there is space, and what is dropped are the second and the two that
 * came meanwhile, each with the bytes of its own. The fifth is sent, and so on; what waits at the
 * end of the application is dropped then.
 */
class LateSizesTestCase : public DropsTestCase
{
  public:
    LateSizesTestCase()
        : DropsTestCase("Dropped arrivals have their moment and their size")
    {
    }

  private:
    void DoRun() override
    {
        constexpr int64_t ROUNDS = 20;
        Make("ns3::ConstantArrivals[Interval=25|Blocked=Drop]");
        m_nodes.Get(0)->AggregateObject(CreateObject<OneSocketFactory>());
        burst::SetAttributeOrThrow(m_application, "Protocol", OneSocket::FACTORY);
        m_application->SetAttribute("Remote", AddressValue(m_remotes[1]));
        burst::SetAttributeOrThrow(m_application,
                                   "Size",
                                   "ns3::SequentialRandomVariable[Min=1|Max=1000|Increment="
                                   "ns3::ConstantRandomVariable[Constant=1]]");
        const int64_t first = DROPS_TICK * m_application->GetProcess()->Clone()->Next();
        const int64_t stop = first + 2000 * ROUNDS + 1200; // one was sent, two wait
        m_application->SetStopTime(NanoSeconds(stop));
        std::vector<uint64_t> waiting;
        for (const int64_t ns : {400, 600, 1100, 1505, 1515})
        {
            Simulator::Schedule(NanoSeconds(first + ns), [this, &waiting] {
                waiting.push_back(m_application->GetWaiting());
            });
        }
        Run();
        NS_TEST_EXPECT_MSG_EQ((waiting == std::vector<uint64_t>{0, 1, 2, 3, 0}),
                              true,
                              "those that wait, until there is space");
        NS_TEST_ASSERT_MSG_EQ(m_sent.bytes.size(), ROUNDS + 1, "one of four is sent");
        NS_TEST_ASSERT_MSG_EQ(m_dropped.bytes.size(), 3 * ROUNDS + 2, "three are dropped");
        for (int64_t i = 0; i <= ROUNDS; ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(m_sent.bytes[i], 4 * i + 1, "bytes of packet " << i);
            NS_TEST_ASSERT_MSG_EQ(m_sent.ns[i], first + 2000 * i, "time of packet " << i);
            for (int64_t j = 0; j < (i < ROUNDS ? 3 : 2); ++j)
            {
                NS_TEST_ASSERT_MSG_EQ(m_dropped.bytes[3 * i + j], 4 * i + 2 + j, "bytes, " << i);
                NS_TEST_ASSERT_MSG_EQ(m_dropped.ns[3 * i + j],
                                      (i < ROUNDS ? first + 2000 * i + 1510 : stop),
                                      "time, " << i);
            }
        }
        const auto& drops = m_application->GetDrops();
        NS_TEST_EXPECT_MSG_EQ(drops.Get(ArrivalApplication::LATE).number, 3 * ROUNDS, "late");
        NS_TEST_EXPECT_MSG_EQ(drops.Get(ArrivalApplication::STOPPED).number, 2, "at the end");
        NS_TEST_EXPECT_MSG_EQ(drops.Get(ArrivalApplication::STOPPED).bytes,
                              8 * ROUNDS + 5,
                              "4 n + 2 and 4 n + 3 bytes");
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief What an application does not send.
 */
class ArrivalDropsTestSuite : public TestSuite
{
  public:
    ArrivalDropsTestSuite()
        : TestSuite("burst-traffic-drops", Type::UNIT)
    {
        AddTestCase(new RefusedPacketTestCase);
        AddTestCase(new FailedConnectionTestCase);
        AddTestCase(new FailedRemoteTestCase);
        AddTestCase(new NoSizeTestCase);
        AddTestCase(new LateSizesTestCase);
    }
};

static ArrivalDropsTestSuite g_arrivalDropsTestSuite; //!< the suite
