/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/data-rate.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/path-measurement-agent.h"
#include "ns3/path-measurement-application.h"
#include "ns3/path-measurement-ping.h"
#include "ns3/path-measurement-remote-probe.h"
#include "ns3/path-measurement-traceroute.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr int64_t RATE = 10'000'000; //!< bit/s of all links
constexpr int64_t DELAY_US = 1000;   //!< of all links

/** A server that reports two numbers. */
class FixedServer : public MeasurementServer
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TestFixedServer")
                                .SetParent<MeasurementServer>()
                                .AddConstructor<FixedServer>()
                                .AddAttribute("Number",
                                              "To report.",
                                              UintegerValue(1),
                                              MakeUintegerAccessor(&FixedServer::m_number),
                                              MakeUintegerChecker<uint32_t>(1, 9));
        return tid;
    }

    std::vector<MeasurementResult::Value> GetReport() const override
    {
        return {{"number", static_cast<double>(m_number), "1"}, {"third", 1.0 / 3, "s"}};
    }

    uint64_t GetBytes() const override
    {
        return 77;
    }

    static int started; //!< servers
    static int stopped; //!< servers

  private:
    void DoStart() override
    {
        ++started;
    }

    void DoStop() override
    {
        ++stopped;
    }

    void DoHang() override
    {
    }

    uint32_t m_number; //!< attribute Number
};

int FixedServer::started = 0;
int FixedServer::stopped = 0;

/** A probe that asks its server after half a second. */
class FixedProbe : public RemoteProbe
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TestFixedProbe")
                                .SetParent<RemoteProbe>()
                                .AddConstructor<FixedProbe>()
                                .AddAttribute("Server",
                                              "Text of the server.",
                                              StringValue("ns3::TestFixedServer[Number=3]"),
                                              MakeStringAccessor(&FixedProbe::m_server),
                                              MakeStringChecker());
        return tid;
    }

    Time GetExpectedDuration(double rate, Time roundTrip) const override
    {
        return Seconds(1);
    }

    double GetExpectedBytes(double rate) const override
    {
        return 77;
    }

  private:
    std::string GetServer() const override
    {
        return m_server;
    }

    void DoMeasure(uint16_t port) override
    {
        Report("port", port, "1");
        m_ask = Simulator::Schedule(MilliSeconds(500), &FixedProbe::FinishWithReport, this);
    }

    void DoEnd() override
    {
        m_ask.Cancel();
    }

    std::string m_server; //!< attribute Server
    EventId m_ask;        //!< asks the server
};

NS_OBJECT_ENSURE_REGISTERED(FixedServer);
NS_OBJECT_ENSURE_REGISTERED(FixedProbe);

/** Hosts at both ends of a chain of routers. */
class Chain
{
  public:
    /** @param routers between the hosts */
    explicit Chain(uint32_t routers)
        : nodes(routers + 2)
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        InternetStackHelper stack;
        stack.Install(nodes);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(RATE)));
        link.SetChannelAttribute("Delay", TimeValue(MicroSeconds(DELAY_US)));
        Ipv4AddressHelper addresses("10.1.0.0", "255.255.255.252");
        for (uint32_t i = 0; i + 1 < nodes.GetN(); ++i)
        {
            const auto devices = link.Install(nodes.Get(i), nodes.Get(i + 1));
            const auto interfaces = addresses.Assign(devices);
            far.push_back(interfaces.GetAddress(1));
            addresses.NewNetwork();
        }
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    }

    ~Chain()
    {
        Simulator::Destroy();
    }

    /** @return the host at the far end */
    Ipv4Address GetHost() const
    {
        return far.back();
    }

    /** @param probe to run from the near host @param at second @return the probe */
    template <typename T>
    Ptr<T> Run(Ptr<T> probe, double at = 1)
    {
        probe->SetAttribute("Remote", Ipv4AddressValue(GetHost()));
        Simulator::Schedule(Seconds(at), [this, probe]() {
            probe->Start(nodes.Get(0), MakeCallback(&Chain::Record, this));
        });
        return probe;
    }

    /** @param result of a probe */
    void Record(const MeasurementResult& result)
    {
        results.push_back(result);
    }

    /** @return an agent on the far host */
    Ptr<MeasurementAgent> AddAgent()
    {
        const auto agent = CreateObject<MeasurementAgent>();
        nodes.Get(nodes.GetN() - 1)->AddApplication(agent);
        return agent;
    }

    NodeContainer nodes;                    //!< in order
    std::vector<Ipv4Address> far;           //!< address of the far end of each link
    std::vector<MeasurementResult> results; //!< of all probes
};

/** @param data bytes of an echo request @param links on the way @return round trip in ns */
int64_t
GetRoundTrip(uint32_t data, uint32_t links)
{
    const int64_t bits = 8 * (data + 28 + 2); // IPv4 and ICMP, PPP
    return 2 * links * (bits * 1'000'000'000 / RATE + DELAY_US * 1000);
}

/** Round-trip times are those of the links, to the nanosecond. */
class PingTestCase : public TestCase
{
  public:
    PingTestCase()
        : TestCase("ping over three links")
    {
    }

  private:
    void DoRun() override
    {
        Chain chain(2);
        const auto probe = CreateObject<PingProbe>();
        probe->SetAttribute("Discard", UintegerValue(1));
        std::vector<Time> times;
        probe->TraceConnectWithoutContext(
            "Rtt",
            Callback<void, uint16_t, Time>(
                [&times](uint16_t, Time time) { times.push_back(time); }));
        chain.Run(probe);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(chain.results.size(), 1, "one result");
        const auto& result = chain.results[0];
        NS_TEST_ASSERT_MSG_EQ(ToText(result.status), "ok", "all replies came");
        NS_TEST_ASSERT_MSG_EQ(times.size(), 10, "requests that count");
        const int64_t expected = GetRoundTrip(100, 3);
        for (const auto& time : times)
        {
            NS_TEST_ASSERT_MSG_EQ(time.GetNanoSeconds(), expected, "three links both ways");
        }
        NS_TEST_ASSERT_MSG_EQ(result.Get("received"), 10, "replies");
        NS_TEST_ASSERT_MSG_EQ_TOL(result.Get("rtt_mean"), 1e-9 * expected, 1e-12, "mean");
        NS_TEST_ASSERT_MSG_EQ_TOL(result.Get("ipdv_mean"), 0, 1e-12, "no jitter");
        NS_TEST_ASSERT_MSG_EQ(result.bytes, 11 * 128, "data and headers of 11 requests");
        const Time last = Seconds(10) + NanoSeconds(expected);
        NS_TEST_ASSERT_MSG_EQ(result.end - result.begin, last, "the last reply ends it");
        NS_TEST_ASSERT_MSG_EQ(probe->GetExpectedDuration(RATE, NanoSeconds(expected)),
                              last,
                              "as predicted");
    }
};

/** What does not answer is lost, and not waited for beyond Wait. */
class PingLossTestCase : public TestCase
{
  public:
    PingLossTestCase()
        : TestCase("ping while a link is down")
    {
    }

  private:
    void DoRun() override
    {
        Chain chain(1);
        const auto ipv4 = chain.nodes.Get(1)->GetObject<Ipv4>();
        // Requests leave at 1, 2, .. 10 s; those of 4 to 6 s meet a link that is down.
        Simulator::Schedule(Seconds(3.5), [ipv4]() { ipv4->SetDown(2); });
        Simulator::Schedule(Seconds(6.5), [ipv4]() { ipv4->SetUp(2); });
        chain.Run(CreateObject<PingProbe>());
        chain.Run(CreateObject<PingProbe>(), 100);
        Simulator::Schedule(Seconds(99), [ipv4]() { ipv4->SetDown(2); });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(chain.results.size(), 2, "two results");
        const auto& partly = chain.results[0];
        NS_TEST_ASSERT_MSG_EQ(ToText(partly.status), "ok", "some replies came");
        NS_TEST_ASSERT_MSG_EQ_TOL(partly.Get("loss"), 0.3, 1e-12, "3 of 10");
        NS_TEST_ASSERT_MSG_EQ_TOL(partly.Get("conditional_loss"), 2.0 / 3, 1e-12, "2 of 3");
        const auto& none = chain.results[1];
        NS_TEST_ASSERT_MSG_EQ(ToText(none.status), "unreachable", "no reply");
        NS_TEST_ASSERT_MSG_EQ(none.end - none.begin, Seconds(9 + 20), "Wait after the last one");
        NS_TEST_ASSERT_MSG_EQ(none.Has("rtt_mean"), false, "no time without a reply");
    }
};

/** A ping whose Wait ends with Timeout ends by itself: 41 requests leave within 40 s of the 60. */
class PingLastWaitTestCase : public TestCase
{
  public:
    PingLastWaitTestCase()
        : TestCase("ping that waits until its timeout")
    {
    }

  private:
    void DoRun() override
    {
        Chain chain(1);
        const auto ipv4 = chain.nodes.Get(1)->GetObject<Ipv4>();
        Simulator::Schedule(Seconds(3.5), [ipv4]() { ipv4->SetDown(2); });
        Simulator::Schedule(Seconds(4.5), [ipv4]() { ipv4->SetUp(2); });
        const auto probe = CreateObject<PingProbe>();
        probe->SetAttribute("Count", UintegerValue(41));
        chain.Run(probe);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(chain.results.size(), 1, "one result");
        const auto& result = chain.results[0];
        NS_TEST_EXPECT_MSG_EQ(result.end - result.begin, Seconds(60), "Wait after the last one");
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "ok", "it ended by itself");
        NS_TEST_EXPECT_MSG_EQ(result.Get("received"), 40, "one was lost");
    }
};

/** What was not sent when a sample ended too early is neither sent nor lost. */
class PingCutTestCase : public TestCase
{
  public:
    PingCutTestCase()
        : TestCase("ping that ends before it has sent all")
    {
    }

  private:
    void DoRun() override
    {
        Chain chain(1);
        for (const uint32_t discard : {0, 2, 8})
        {
            const auto probe = CreateObject<PingProbe>();
            probe->SetAttribute("Discard", UintegerValue(discard));
            probe->SetAttribute("Timeout", TimeValue(Seconds(5.5)));
            chain.results.clear();
            chain.Run(probe);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(chain.results.size(), 1, "one result");
            const auto& result = chain.results[0];
            NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "timeout", "after 5.5 of 9 s or more");
            // Requests leave after 0, 1, .. 5 s, the first ones do not count.
            const uint32_t sent = discard < 6 ? 6 - discard : 0;
            NS_TEST_EXPECT_MSG_EQ(result.bytes, 6 * 128, "six requests");
            NS_TEST_EXPECT_MSG_EQ(result.Get("sent"), sent, "those that count");
            NS_TEST_EXPECT_MSG_EQ(result.Get("received"), sent, "all are answered");
            NS_TEST_EXPECT_MSG_EQ(result.Get("loss"), 0, "none is lost");
            NS_TEST_EXPECT_MSG_EQ(result.Has("conditional_loss"), false, "none is lost");
        }
    }
};

/** traceroute finds the near address of each router, then the host, with both kinds of packets. */
class TracerouteTestCase : public TestCase
{
  public:
    TracerouteTestCase()
        : TestCase("traceroute over four links")
    {
    }

  private:
    void DoRun() override
    {
        for (const char* kind : {"Udp", "Icmp"})
        {
            Chain chain(3);
            const auto probe = CreateObject<TracerouteProbe>();
            probe->SetAttribute("Kind", StringValue(kind));
            probe->SetAttribute("Probes", UintegerValue(2));
            chain.Run(probe);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(chain.results.size(), 1, "one result");
            NS_TEST_ASSERT_MSG_EQ(ToText(chain.results[0].status), "ok", kind);
            NS_TEST_ASSERT_MSG_EQ(probe->GetRoute().size(), 4, "hops");
            for (uint32_t i = 0; i < 4; ++i)
            {
                NS_TEST_ASSERT_MSG_EQ(probe->GetRoute()[i], chain.far[i], "hop " << i);
            }
            NS_TEST_ASSERT_MSG_EQ(chain.results[0].bytes, 8 * 60, "two packets a hop");
        }
    }
};

/** Two traceroutes of one node that send at the same time each hear the answers to their own. */
class TwoTraceroutesTestCase : public TestCase
{
  public:
    TwoTraceroutesTestCase()
        : TestCase("two traceroutes by UDP at the same time")
    {
    }

  private:
    void DoRun() override
    {
        Chain chain(3);
        const auto far = chain.Run(CreateObject<TracerouteProbe>());
        const auto near = chain.Run(CreateObject<TracerouteProbe>());
        near->SetAttribute("Remote", Ipv4AddressValue(chain.far[1])); // a router on the way
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(far->GetRoute().size(), 4, "all hops of the one");
        NS_TEST_ASSERT_MSG_EQ(near->GetRoute().size(), 2, "and two of the other");
        for (uint32_t i = 0; i < 4; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(far->GetRoute()[i], chain.far[i], "hop " << i);
        }
    }
};

/** A host behind a link that is down is not reached, and each hop is waited for. */
class TracerouteLossTestCase : public TestCase
{
  public:
    TracerouteLossTestCase()
        : TestCase("traceroute to a host that is gone")
    {
    }

  private:
    void DoRun() override
    {
        {
            Chain chain(1);
            chain.nodes.Get(1)->GetObject<Ipv4>()->SetDown(2);
            const auto probe = CreateObject<TracerouteProbe>();
            probe->SetAttribute("MaxHops", UintegerValue(4));
            chain.Run(probe);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(ToText(chain.results.at(0).status), "unreachable", "not reached");
            NS_TEST_ASSERT_MSG_EQ(chain.results[0].Get("answered"), 1, "the router alone");
            NS_TEST_ASSERT_MSG_EQ(probe->GetRoute()[0], chain.far[0], "the router");
            NS_TEST_ASSERT_MSG_EQ_TOL((chain.results[0].end - chain.results[0].begin).GetSeconds(),
                                      3 * 2,
                                      0.01,
                                      "three hops waited for, 2 s each");
        }
        Chain silent(1);
        silent.nodes.Get(1)->GetObject<Ipv4>()->SetDown(1);
        const auto late = CreateObject<TracerouteProbe>(); // 30 hops of 2 s, and Timeout is 60 s
        silent.Run(late);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(ToText(silent.results.at(0).status),
                              "unreachable",
                              "the last hop is waited for until the very time of Timeout");
    }
};

/** The agent starts a server, tells what it measured, and ends it with the measurement. */
class AgentTestCase : public TestCase
{
  public:
    AgentTestCase()
        : TestCase("a server for each measurement")
    {
    }

  private:
    void DoRun() override
    {
        FixedServer::started = 0;
        FixedServer::stopped = 0;
        Chain chain(1);
        const auto agent = chain.AddAgent();
        chain.Run(CreateObject<FixedProbe>());
        chain.Run(CreateObject<FixedProbe>()); // both at a time
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(chain.results.size(), 2, "two results");
        for (const auto& result : chain.results)
        {
            NS_TEST_ASSERT_MSG_EQ(ToText(result.status), "ok", result.note);
            NS_TEST_ASSERT_MSG_EQ(result.Get("number"), 3, "by the server's attribute");
            NS_TEST_ASSERT_MSG_EQ(result.Get("third"), 1.0 / 3, "all digits");
            NS_TEST_ASSERT_MSG_EQ(result.bytes, 77, "as the server says");
            // Connection, start, report: a round trip each; login 1 s; half a second of measuring.
            NS_TEST_ASSERT_MSG_EQ_TOL((result.end - result.begin).GetSeconds(),
                                      1.5 + 3 * 4 * 1e-6 * DELAY_US,
                                      2e-3,
                                      "three round trips of two links");
        }
        NS_TEST_ASSERT_MSG_EQ(chain.results[0].Get("port") + chain.results[1].Get("port"),
                              5001 + 5002,
                              "a port each");
        NS_TEST_ASSERT_MSG_EQ(FixedServer::started, 2, "servers");
        NS_TEST_ASSERT_MSG_EQ(FixedServer::stopped, 2, "none is left");
        NS_TEST_ASSERT_MSG_EQ(agent->GetServers(), 0, "none is left");
    }
};

/** Whatever goes wrong, there is one result with what went wrong. */
class FailureTestCase : public TestCase
{
  public:
    FailureTestCase()
        : TestCase("one result whatever happens")
    {
    }

  private:
    /** @param happens to the agent 1.2 s after the start, if any @param server text of it
     * @param agents on the host @param down whether the host cannot be reached @return the result
     */
    MeasurementResult Measure(void (MeasurementAgent::*happens)(),
                              const std::string& server = "ns3::TestFixedServer",
                              bool agents = true,
                              bool down = false)
    {
        Chain chain(1);
        if (agents)
        {
            const auto agent = chain.AddAgent();
            if (happens)
            {
                Simulator::Schedule(Seconds(2.2), happens, agent);
            }
        }
        if (down)
        {
            chain.nodes.Get(1)->GetObject<Ipv4>()->SetDown(2);
        }
        const auto probe = CreateObject<FixedProbe>();
        probe->SetAttribute("Server", StringValue(server));
        chain.Run(probe);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(chain.results.size(), 1, "one result");
        return chain.results.at(0);
    }

    void DoRun() override
    {
        auto result = Measure(&MeasurementAgent::Crash);
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "server-died", "a crash");
        result = Measure(&MeasurementAgent::Hang);
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "timeout", "a server that hangs");
        NS_TEST_EXPECT_MSG_EQ(result.end - result.begin, Seconds(60), "at the time-out");
        result = Measure(nullptr, "ns3::TestFixedServer[Number=12]");
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "blocked", "an attribute out of range");
        NS_TEST_EXPECT_MSG_NE(result.note.find("Number"), std::string::npos, result.note);
        result = Measure(nullptr, "ns3::PingProbe");
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "blocked", "that is no server");
        result = Measure(nullptr, "ns3::TestFixedServer", false);
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "blocked", "nobody listens");
        result = Measure(nullptr, "ns3::TestFixedServer", true, true);
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "unreachable", "a link is down");
        NS_TEST_EXPECT_MSG_EQ(result.end - result.begin, Seconds(10), "ConnectTimeout");
    }
};

/** A measurement every Interval, and what the end cuts short is recorded too. */
class ApplicationTestCase : public TestCase
{
  public:
    ApplicationTestCase()
        : TestCase("measurements again and again")
    {
    }

  private:
    void DoRun() override
    {
        Chain chain(1);
        const auto application = CreateObject<MeasurementApplication>();
        application->SetAttribute(
            "Probe",
            StringValue("ns3::PingProbe[Count=2|Remote=" + Print(chain.GetHost()) + "]"));
        application->SetAttribute("Interval", TimeValue(Seconds(10)));
        application->SetAttribute("Count", UintegerValue(0));
        application->SetStartTime(Seconds(5));
        application->SetStopTime(Seconds(35.5));
        application->TraceConnectWithoutContext("Result", MakeCallback(&Chain::Record, &chain));
        chain.nodes.Get(0)->AddApplication(application);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(chain.results.size(), 4, "at 5, 15, 25 and 35 s");
        for (uint32_t i = 0; i < 4; ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(chain.results[i].begin, Seconds(5 + 10 * i), "every Interval");
            NS_TEST_ASSERT_MSG_EQ(ToText(chain.results[i].status), (i < 3 ? "ok" : "skipped"), i);
        }
    }

    /** @param address any @return its text */
    static std::string Print(Ipv4Address address)
    {
        std::ostringstream text;
        text << address;
        return text.str();
    }
};

/** What makes no sense is refused. */
class WrongUseTestCase : public TestCase
{
  public:
    WrongUseTestCase()
        : TestCase("wrong use")
    {
    }

  private:
    void DoRun() override
    {
        Chain chain(1);
        const auto probe = CreateObject<PingProbe>();
        bool refused = false;
        try
        {
            probe->Start(chain.nodes.Get(0), MeasurementProbe::Done());
        }
        catch (const std::invalid_argument& error)
        {
            refused = std::string(error.what()).find("Remote") == 0;
        }
        NS_TEST_EXPECT_MSG_EQ(refused, true, "no remote host");
        chain.Run(probe);
        refused = false;
        Simulator::Schedule(Seconds(2), [&]() {
            try
            {
                probe->Start(chain.nodes.Get(0), MeasurementProbe::Done());
            }
            catch (const std::logic_error& error)
            {
                refused = true;
            }
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(refused, true, "it measures already");
        NS_TEST_EXPECT_MSG_EQ(probe->SetAttributeFailSafe("Dscp", UintegerValue(64)),
                              false,
                              "DSCP has 6 bits");
    }
};

/** The suite. */
class PathMeasurementProbeTestSuite : public TestSuite
{
  public:
    PathMeasurementProbeTestSuite()
        : TestSuite("path-measurement-probe", Type::UNIT)
    {
        AddTestCase(new PingTestCase);
        AddTestCase(new PingLossTestCase);
        AddTestCase(new PingLastWaitTestCase);
        AddTestCase(new PingCutTestCase);
        AddTestCase(new TracerouteTestCase);
        AddTestCase(new TwoTraceroutesTestCase);
        AddTestCase(new TracerouteLossTestCase);
        AddTestCase(new AgentTestCase);
        AddTestCase(new FailureTestCase);
        AddTestCase(new ApplicationTestCase);
        AddTestCase(new WrongUseTestCase);
    }
};

PathMeasurementProbeTestSuite g_pathMeasurementProbeTestSuite; //!< the suite

} // namespace
