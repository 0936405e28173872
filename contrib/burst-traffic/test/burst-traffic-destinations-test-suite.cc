/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-test-sockets.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/burst-traffic-application.h"
#include "ns3/burst-traffic-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet-socket-address.h"
#include "ns3/packet-socket-server.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** Stock devices on one stock channel, and which packets arrive. */
class Network
{
  public:
    /** A packet that arrived. */
    struct Arrival
    {
        int64_t ns;           //!< when; nothing takes time on the way
        uint32_t source;      //!< which device sent it
        uint32_t destination; //!< which one received it
        uint32_t size;        //!< bytes

        /**
         * @param other another packet
         * @return whether nothing tells them apart
         */
        bool operator==(const Arrival& other) const
        {
            return std::tie(ns, source, destination, size) ==
                   std::tie(other.ns, other.source, other.destination, other.size);
        }
    };

    /** @param devices how many */
    explicit Network(uint32_t devices)
    {
        m_nodes.Create(devices);
        m_remotes = InstallSimpleDevices(m_nodes);
        for (uint32_t i = 0; i < devices; ++i)
        {
            const auto address = PacketSocketAddress::ConvertFrom(m_remotes[i]);
            m_macs.push_back(address.GetPhysicalAddress());
            auto server = CreateObject<PacketSocketServer>();
            server->SetLocal(address);
            server->TraceConnect("Rx", std::to_string(i), MakeCallback(&Network::Receive, this));
            m_nodes.Get(i)->AddApplication(server);
        }
    }

    ~Network()
    {
        Simulator::Destroy();
    }

    /** @return the nodes */
    const NodeContainer& GetNodes() const
    {
        return m_nodes;
    }

    /** @return the address of each device */
    const std::vector<Address>& GetRemotes() const
    {
        return m_remotes;
    }

    /** @return what arrived, in order */
    const std::vector<Arrival>& GetArrivals() const
    {
        return m_arrivals;
    }

  private:
    void Receive(std::string node, Ptr<const Packet> packet, const Address& from)
    {
        const auto mac = PacketSocketAddress::ConvertFrom(from).GetPhysicalAddress();
        const auto source = std::find(m_macs.begin(), m_macs.end(), mac) - m_macs.begin();
        m_arrivals.push_back({Simulator::Now().GetNanoSeconds(),
                              static_cast<uint32_t>(source),
                              static_cast<uint32_t>(std::stoul(node)),
                              packet->GetSize()});
    }

    NodeContainer m_nodes;           //!< the devices
    std::vector<Address> m_macs;     //!< their addresses on the channel
    std::vector<Address> m_remotes;  //!< their addresses for a packet socket
    std::vector<Arrival> m_arrivals; //!< what arrived
};

/**
 * @param size text of the law of sizes, empty for 64 bytes
 * @param destinations text of the pattern
 * @param stream first random stream
 * @return what arrives of six sources
 */
std::vector<Network::Arrival>
Simulate(const std::string& size, const std::string& destinations, int64_t stream)
{
    Network network(6);
    ArrivalHelper helper("ns3::PacketSocketFactory");
    helper.SetProcess("ns3::PoissonArrivals[Rate=0.1]");
    helper.SetDestinations(destinations, network.GetRemotes());
    if (!size.empty())
    {
        helper.SetSize(size);
    }
    helper.Install(network.GetNodes()).Stop(MicroSeconds(100));
    ArrivalHelper::AssignStreams(network.GetNodes(), stream);
    Simulator::Run();
    return network.GetArrivals();
}

} // namespace

/**
 * @ingroup burst-traffic-tests
 * @brief Each packet reaches the device that was drawn for it: what arrives of each source is
 * judged by chi-square against the probabilities of the pattern.
 */
class TrafficMatrixTestCase : public TestCase
{
  public:
    /**
     * @param destinations text of the pattern
     * @param limit quantile of chi-square that one in 10^6 exceeds
     */
    TrafficMatrixTestCase(const std::string& destinations, double limit)
        : TestCase("Traffic matrix of " + destinations),
          m_destinations(destinations),
          m_limit(limit)
    {
    }

  private:
    void DoRun() override
    {
        std::vector<std::vector<double>> seen(6, std::vector<double>(6));
        std::vector<double> sent(6);
        for (const auto& arrival : Simulate("", m_destinations, 1))
        {
            ++seen[arrival.source][arrival.destination];
            ++sent[arrival.source];
        }
        const auto pattern = burst::CreateFromText<DestinationPattern>(m_destinations);
        pattern->SetDevices(6);
        for (uint32_t source = 0; source < 6; ++source)
        {
            double chiSquare = 0;
            for (uint32_t destination = 0; destination < 6; ++destination)
            {
                const double n = seen[source][destination];
                const double expected = sent[source] * pattern->GetProbability(source, destination);
                chiSquare += expected > 0 ? std::pow(n - expected, 2) / expected : 0;
                NS_TEST_EXPECT_MSG_EQ((n > 0 && expected == 0), false, "impossible destination");
            }
            NS_TEST_EXPECT_MSG_GT(sent[source], 400, "enough to mean something");
            NS_TEST_EXPECT_MSG_LT(chiSquare, m_limit, "source " << source);
        }
    }

    std::string m_destinations; //!< text of the pattern
    double m_limit;             //!< of chi-square
};

/**
 * @ingroup burst-traffic-tests
 * @brief AssignStreams fixes everything that is drawn; drawing sizes and destinations leaves the
 * times of all sources as they are.
 */
class SharedStreamsTestCase : public TestCase
{
  public:
    SharedStreamsTestCase()
        : TestCase("Streams of process, sizes and destinations")
    {
    }

  private:
    void DoRun() override
    {
        const std::string law = "ns3::UniformRandomVariable[Min=64|Max=1500]";
        const std::string uniform = "ns3::UniformDestinations";
        const auto plain =
            Simulate("", "ns3::PermutationDestinations[Permutation=1,2,3,4,5,0]", 40);
        const auto drawn = Simulate(law, uniform, 40);
        NS_TEST_EXPECT_MSG_EQ((drawn == Simulate(law, uniform, 40)), true, "the same streams");
        NS_TEST_EXPECT_MSG_EQ((drawn == Simulate(law, uniform, 41)), false, "other streams");
        NS_TEST_ASSERT_MSG_EQ(plain.size(), drawn.size(), "packets");
        bool sameSizes = true;
        bool sameDestinations = true;
        for (std::size_t i = 0; i < plain.size(); ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(plain[i].ns, drawn[i].ns, "time of packet " << i);
            NS_TEST_ASSERT_MSG_EQ(plain[i].source, drawn[i].source, "source of packet " << i);
            sameSizes &= plain[i].size == drawn[i].size;
            sameDestinations &= plain[i].destination == drawn[i].destination;
        }
        NS_TEST_EXPECT_MSG_EQ(sameSizes, false, "sizes are drawn");
        NS_TEST_EXPECT_MSG_EQ(sameDestinations, false, "destinations are drawn");
        // Sizes have streams of their own.
        const auto sizes = Simulate(law, "ns3::HotspotDestinations", 40);
        for (std::size_t i = 0; i < sizes.size(); ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(sizes[i].size, drawn[i].size, "size of packet " << i);
        }

        Network network(2);
        ArrivalHelper helper("ns3::PacketSocketFactory");
        helper.SetSize(law);
        helper.SetDestinations(uniform, network.GetRemotes());
        const auto applications = helper.Install(network.GetNodes());
        NS_TEST_EXPECT_MSG_EQ(ArrivalHelper::AssignStreams(network.GetNodes(), 7),
                              5,
                              "two processes, two laws of sizes, one pattern");
        NS_TEST_EXPECT_MSG_EQ(
            DynamicCast<ArrivalApplication>(applications.Get(0))->AssignStreams(7),
            3,
            "process, sizes, destinations");
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief What the helper installs: which application, what each has of its own, and what all share.
 */
class InstalledTestCase : public TestCase
{
  public:
    InstalledTestCase()
        : TestCase("Applications have processes and sizes of their own, and share the pattern")
    {
    }

  private:
    void DoRun() override
    {
        ExpectInstalled();
        // So a permutation that is drawn is one: whoever receives has one sender.
        std::map<uint32_t, std::set<uint32_t>> senders;
        for (const auto& arrival : Simulate("", "ns3::PermutationDestinations", 1))
        {
            senders[arrival.destination].insert(arrival.source);
        }
        NS_TEST_EXPECT_MSG_EQ(senders.size(), 6, "all receive");
        for (const auto& [destination, sources] : senders)
        {
            NS_TEST_EXPECT_MSG_EQ(sources.size(), 1, "senders to " << destination);
        }
    }

    /** The applications of three nodes, which never run. */
    void ExpectInstalled()
    {
        Network network(3);
        ArrivalHelper helper("ns3::PacketSocketFactory");
        helper.SetSize("ns3::UniformRandomVariable[Min=64|Max=1500]");
        helper.SetDestinations("ns3::UniformDestinations", network.GetRemotes());
        for (const std::string type : {"ns3::ParetoOnOffApplication", "ns3::ArrivalApplication"})
        {
            const auto applications = helper.Install(network.GetNodes());
            std::set<Ptr<ArrivalProcess>> processes;
            std::set<Ptr<RandomVariableStream>> sizes;
            std::set<Ptr<DestinationPattern>> patterns;
            for (uint32_t i = 0; i < 3; ++i)
            {
                const auto application = DynamicCast<ArrivalApplication>(applications.Get(i));
                NS_TEST_EXPECT_MSG_EQ(application->GetInstanceTypeId().GetName(), type, "type");
                NS_TEST_EXPECT_MSG_EQ(application->GetNode(), network.GetNodes().Get(i), "order");
                NS_TEST_EXPECT_MSG_EQ(burst::WriteObject(*application->GetProcess()),
                                      (type == "ns3::ArrivalApplication"
                                           ? "ns3::PoissonArrivals[Rate=0.01]"
                                           : "ns3::ParetoOnOffArrivals"),
                                      "its process");
                processes.insert(application->GetProcess());
                sizes.insert(application->GetSize());
                patterns.insert(application->GetDestinations());
            }
            NS_TEST_EXPECT_MSG_EQ(processes.size(), 3, "a process for each");
            NS_TEST_EXPECT_MSG_EQ(sizes.size(), 3, "a law of sizes for each");
            NS_TEST_EXPECT_MSG_EQ(patterns.size(), 1, "a pattern for all");
            helper.SetProcess("ns3::PoissonArrivals[Rate=0.01]");
        }
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief A packet socket that is full at every other packet of the program, until 1010 ns later.
 */
class GateSocket : public FullSocket
{
  public:
    static constexpr const char* FACTORY = "GateSocketFactory"; //!< its name
    static bool g_open;                                         //!< the next packet fits

    int Send(Ptr<Packet> packet, uint32_t flags) override
    {
        g_open = !g_open;
        if (!g_open)
        {
            return PacketSocket::Send(packet, flags);
        }
        OpenLater();
        return -1;
    }

  private:
    uint32_t DoOpen() override
    {
        return 100'000;
    }
};

bool GateSocket::g_open = false;

using GateSocketFactory = FullSocketFactory<GateSocket>;
NS_OBJECT_ENSURE_REGISTERED(GateSocketFactory);

/**
 * @ingroup burst-traffic-tests
 * @brief What is drawn belongs to its arrival: a deferred packet keeps size and destination, those
 * of a dropped one go with it. Twins of the law and of the pattern say what is due.
 */
class FullOutletTestCase : public TestCase
{
  public:
    /** @param drops whether arrivals at a full socket are dropped */
    FullOutletTestCase(bool drops)
        : TestCase(drops ? "A full socket drops size and destination too"
                         : "A full socket defers a packet as it is"),
          m_drops(drops)
    {
    }

  private:
    void DoRun() override
    {
        Network network(4);
        const std::string uniform = "ns3::UniformDestinations";
        GateSocket::g_open = false;
        network.GetNodes().Get(2)->AggregateObject(CreateObject<GateSocketFactory>());
        auto process = burst::CreateFromText<ArrivalProcess>(
            std::string("ns3::ConstantArrivals[Interval=100|Blocked=") +
            (m_drops ? "Drop]" : "Defer]"));
        auto application = CreateObject<ArrivalApplication>();
        auto size = CreateObject<UniformRandomVariable>();
        burst::SetAttributeOrThrow(size, "Max", "2000");
        application->SetProcess(process);
        application->SetAttribute("Size", PointerValue(size));
        application->SetAttribute("Destinations",
                                  PointerValue(burst::CreateFromText<DestinationPattern>(uniform)));
        burst::SetAttributeOrThrow(application, "Protocol", "GateSocketFactory");
        application->SetRemotes(2, network.GetRemotes());
        application->AssignStreams(5);
        application->SetStopTime(MicroSeconds(400));
        network.GetNodes().Get(2)->AddApplication(application);
        Simulator::Run();

        auto twinSize = CreateObject<UniformRandomVariable>();
        burst::SetAttributeOrThrow(twinSize, "Max", "2000");
        twinSize->SetStream(6);
        auto twin = burst::CreateFromText<DestinationPattern>(uniform);
        twin->SetDevices(4);
        twin->AssignStreams(7);
        NS_TEST_EXPECT_MSG_GT(network.GetArrivals().size(), 90, "enough to mean something");
        for (const auto& arrival : network.GetArrivals())
        {
            if (m_drops) // the arrival that found the socket full
            {
                twinSize->GetValue();
                twin->Draw(2);
            }
            NS_TEST_ASSERT_MSG_EQ(arrival.size, std::ceil(twinSize->GetValue()), "size");
            NS_TEST_ASSERT_MSG_EQ(arrival.destination, twin->Draw(2), "destination");
        }
    }

    bool m_drops; //!< attribute Blocked of the process is Drop
};

/**
 * @ingroup burst-traffic-tests
 * @brief Sizes and destinations of the applications.
 */
class DestinationsTestSuite : public TestSuite
{
  public:
    DestinationsTestSuite()
        : TestSuite("burst-traffic-destinations", Type::UNIT)
    {
        AddTestCase(new TrafficMatrixTestCase("ns3::UniformDestinations", 33.38));
        AddTestCase(
            new TrafficMatrixTestCase("ns3::CommonSubtreeDestinations[LocalFraction=0.6]", 33.38));
        AddTestCase(new TrafficMatrixTestCase("ns3::TransposeDestinations[Columns=3]", 1e-9));
        AddTestCase(new SharedStreamsTestCase);
        AddTestCase(new InstalledTestCase);
        AddTestCase(new FullOutletTestCase(false));
        AddTestCase(new FullOutletTestCase(true));
    }
};

static DestinationsTestSuite g_destinationsTestSuite; //!< the suite
