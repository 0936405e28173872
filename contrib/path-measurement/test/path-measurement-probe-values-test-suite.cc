/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../burst-core/test/burst-core-test-chain.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/channel.h"
#include "ns3/faults-port-filter.h"
#include "ns3/ipv4-header.h"
#include "ns3/path-measurement-application.h"
#include "ns3/path-measurement-ping.h"
#include "ns3/path-measurement-throughput-probe.h"
#include "ns3/path-measurement-traceroute.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** Links of 10 Mb/s and 1 ms, and measurements from the first node. */
class ProbeRow
{
  public:
    /** @param count of nodes */
    explicit ProbeRow(uint32_t count)
        : chain(count, "10Mbps", MilliSeconds(1))
    {
    }

    ~ProbeRow()
    {
        Simulator::Destroy();
    }

    /** @param text of a probe without its Remote @return it, to the last node */
    Ptr<MeasurementProbe> Make(const std::string& text) const
    {
        const auto probe = burst::CreateFromText<MeasurementProbe>(text);
        probe->SetAttribute("Remote", Ipv4AddressValue(chain.GetLast()));
        return probe;
    }

    /** @param probe to run now, to its end @return its result */
    MeasurementResult Run(Ptr<MeasurementProbe> probe)
    {
        results.clear();
        Simulator::ScheduleNow(&MeasurementProbe::Start,
                               probe,
                               chain.nodes.Get(0),
                               MakeCallback(&ProbeRow::Record, this));
        Simulator::Run();
        return results.at(0);
    }

    /** @param result of a probe */
    void Record(const MeasurementResult& result)
    {
        results.push_back(result);
    }

    burst::TestChain chain;                 //!< nodes in a row
    std::vector<MeasurementResult> results; //!< so far
};

/** @param bytes of an IP packet @return time on a link, of which PPP takes 2 bytes more */
Time
GetHop(uint32_t bytes)
{
    return NanoSeconds(8 * (bytes + 2) * 100) + MilliSeconds(1);
}

} // namespace

/**
 * @ingroup path-measurement
 * @brief All packets of ping and of both kinds of traceroute have the code point of Dscp.
 */
class ProbeDscpTest : public TestCase
{
  public:
    ProbeDscpTest()
        : TestCase("code points of light probes")
    {
    }

  private:
    /** @param packet with its header of IP, which the first node sends */
    void Receive(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
    {
        Ipv4Header header;
        packet->PeekHeader(header);
        m_fields.insert(header.GetTos());
    }

    void DoRun() override
    {
        for (const std::string probe : {"ns3::PingProbe[Count=3",
                                        "ns3::TracerouteProbe[Kind=Udp",
                                        "ns3::TracerouteProbe[Kind=Icmp"})
        {
            for (const uint32_t dscp : {0, 8, 63})
            {
                ProbeRow row(3);
                m_fields.clear();
                row.chain.nodes.Get(0)->GetObject<Ipv4>()->TraceConnectWithoutContext(
                    "Tx",
                    MakeCallback(&ProbeDscpTest::Receive, this));
                const auto result =
                    row.Run(row.Make(probe + "|Dscp=" + std::to_string(dscp) + "]"));
                NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "ok", probe);
                NS_TEST_ASSERT_MSG_EQ(m_fields.size(), 1, probe << " sends, all with one field");
                NS_TEST_EXPECT_MSG_EQ(*m_fields.begin(), dscp << 2, probe);
            }
        }
    }

    std::set<uint32_t> m_fields; //!< of packets sent
};

/**
 * @ingroup path-measurement
 * @brief Size, Interval and Wait of ping: a reply that comes later than Wait is lost.
 */
class PingValuesTest : public TestCase
{
  public:
    PingValuesTest()
        : TestCase("size, interval and wait of ping")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t size : {0, 1000})
        {
            ProbeRow row(3);
            const auto probe = row.Make("ns3::PingProbe[Count=3|Interval=250ms]");
            probe->SetAttribute("Size", UintegerValue(size));
            const auto result = row.Run(probe);
            const Time roundTrip = 4 * GetHop(size + 28);
            NS_TEST_EXPECT_MSG_EQ(result.bytes, 3 * (size + 28), "with headers of IP and ICMP");
            NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("rtt_min"), roundTrip.GetSeconds(), 1e-12, size);
            NS_TEST_EXPECT_MSG_EQ((result.end - result.begin), MilliSeconds(500) + roundTrip, size);
        }
        // A request of 100 bytes takes 4.416 ms there and back.
        for (const auto& [wait, status] : {std::pair("4415us", "unreachable"), {"4417us", "ok"}})
        {
            ProbeRow row(3);
            const auto result =
                row.Run(row.Make(std::string("ns3::PingProbe[Count=3|Wait=") + wait + "]"));
            NS_TEST_EXPECT_MSG_EQ(ToText(result.status), status, wait);
            NS_TEST_EXPECT_MSG_EQ(result.Get("received"), (result.Get("loss") > 0 ? 0 : 3), wait);
        }
        // With 4 ms more each way it takes 12.416 ms: requests of 300, 400, 500 and 600 ms.
        ProbeRow row(3);
        const auto channel = row.chain.links[1].Get(0)->GetChannel();
        for (const auto& [at, delay] : {std::pair(250, 5), {650, 1}})
        {
            Simulator::Schedule(MilliSeconds(at), [channel, delay = delay] {
                channel->SetAttribute("Delay", TimeValue(MilliSeconds(delay)));
            });
        }
        const auto late = row.Run(row.Make("ns3::PingProbe[Interval=100ms|Wait=10ms]"));
        NS_TEST_EXPECT_MSG_EQ(ToText(late.status), "ok", "some are in time");
        NS_TEST_EXPECT_MSG_EQ(late.Get("received"), 6, "those in time");
        NS_TEST_EXPECT_MSG_EQ_TOL(late.Get("loss"), 0.4, 1e-12, "those that are late");
        NS_TEST_EXPECT_MSG_EQ_TOL(late.Get("conditional_loss"), 0.75, 1e-12, "3 of 4 after a loss");
        NS_TEST_EXPECT_MSG_EQ_TOL(late.Get("rtt_max"), 4.416e-3, 1e-12, "late ones do not count");
        NS_TEST_EXPECT_MSG_EQ(late.Get("duplicates"), 0, "nor are they duplicates");
    }
};

/**
 * @ingroup path-measurement
 * @brief Trace Hop has each hop with its time; a hop that is silent has no address, and its route
 * has no number.
 */
class TracerouteHopsTest : public TestCase
{
  public:
    TracerouteHopsTest()
        : TestCase("hops and numbers of routes")
    {
    }

  private:
    using Hop = std::tuple<uint32_t, Ipv4Address, Time>; //!< TTL, address, time

    /** @param row of nodes @param to number of a node @return the result to the far end of the link
     * before that node, with its hops */
    MeasurementResult Trace(ProbeRow& row, uint32_t to)
    {
        m_hops.clear();
        const auto probe = row.Make("ns3::TracerouteProbe[Wait=500ms]");
        probe->SetAttribute("Remote", Ipv4AddressValue(row.chain.addresses[to - 1].GetAddress(1)));
        probe->TraceConnectWithoutContext("Hop", MakeCallback(&TracerouteHopsTest::Receive, this));
        return row.Run(probe);
    }

    /** As TracerouteProbe::HopTracedCallback. */
    void Receive(uint8_t ttl, Ipv4Address address, Time time)
    {
        m_hops.emplace_back(ttl, address, time);
    }

    void DoRun() override
    {
        ProbeRow row(4);
        const auto& chain = row.chain;
        const auto first = Trace(row, 3);
        NS_TEST_ASSERT_MSG_EQ(m_hops.size(), 3, "three hops");
        for (uint32_t i = 0; i < 3; ++i)
        {
            const auto& [ttl, address, time] = m_hops.at(i);
            NS_TEST_EXPECT_MSG_EQ(ttl, i + 1, "in order");
            NS_TEST_EXPECT_MSG_EQ(address, chain.addresses[i].GetAddress(1), "the near address");
            // 60 bytes go, and IP, ICMP, the header of IP and 8 bytes of what it is about come.
            NS_TEST_EXPECT_MSG_EQ(time, (i + 1) * (GetHop(60) + GetHop(56)), "hop " << ttl);
        }
        NS_TEST_EXPECT_MSG_EQ(first.Get("arrived"), 1, "at the host");
        const double number = first.Get("route");
        NS_TEST_EXPECT_MSG_LT(number, 9.007199254740992e15, "below 2^53");
        NS_TEST_EXPECT_MSG_EQ(Trace(row, 3).Get("route"), number, "the same route");
        NS_TEST_EXPECT_MSG_NE(Trace(row, 2).Get("route"), number, "another one");

        const auto router = PortFilter::Of(chain.nodes.Get(2));
        const auto rule = router->Block({1, 11, false, true, false}); // its "time exceeded"
        const auto silent = Trace(row, 3);
        NS_TEST_EXPECT_MSG_EQ(ToText(silent.status), "ok", "the host answers");
        NS_TEST_EXPECT_MSG_EQ(silent.Get("hops"), 3, "hops");
        NS_TEST_EXPECT_MSG_EQ(silent.Get("answered"), 2, "but one");
        NS_TEST_EXPECT_MSG_EQ(silent.Has("route"), false, "not known");
        NS_TEST_ASSERT_MSG_EQ(m_hops.size(), 3, "each is told of");
        NS_TEST_EXPECT_MSG_EQ(std::get<1>(m_hops.at(1)), Ipv4Address(), "nobody");
        NS_TEST_EXPECT_MSG_EQ(std::get<2>(m_hops.at(1)), MilliSeconds(500), "Wait");
        router->Unblock(rule);

        // A router that says "port unreachable" ends it, as a host does.
        PortFilter::Of(chain.nodes.Get(1))->Block({17, std::nullopt, true, false, true});
        const auto refused = Trace(row, 3);
        NS_TEST_EXPECT_MSG_EQ(ToText(refused.status), "ok", "of any node");
        NS_TEST_EXPECT_MSG_EQ(refused.Get("hops"), 1, "the first router");
    }

    std::vector<Hop> m_hops; //!< told
};

/**
 * @ingroup path-measurement
 * @brief The result comes once, after Start, to the callback and the trace; then the probe measures
 * again.
 */
class ProbeResultTest : public TestCase
{
  public:
    ProbeResultTest()
        : TestCase("a result, once and later")
    {
    }

  private:
    void DoRun() override
    {
        ProbeRow row(3);
        const auto node = row.chain.nodes.Get(1); // nodes with one link have a default route
        const auto probe = row.Make("ns3::ThroughputProbe");
        probe->SetAttribute("Remote", Ipv4AddressValue("99.0.0.1"));
        uint32_t traced = 0;
        probe->TraceConnectWithoutContext("Result",
                                          Callback<void, const MeasurementResult&>(
                                              [&traced](const MeasurementResult&) { ++traced; }));
        probe->Cancel(MeasurementResult::SKIPPED, "it does not measure");
        probe->Start(node, MakeCallback(&ProbeRow::Record, &row));
        NS_TEST_EXPECT_MSG_EQ(row.results.size(), 0, "after Start");
        NS_TEST_EXPECT_MSG_EQ(probe->IsRunning(), true, "a result is to come");
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(row.results.size(), 1, "once");
        NS_TEST_EXPECT_MSG_EQ(traced, 1, "once");
        NS_TEST_EXPECT_MSG_EQ(probe->IsRunning(), false, "it came");
        NS_TEST_EXPECT_MSG_EQ(ToText(row.results.at(0).status), "unreachable", "without a route");
        NS_TEST_EXPECT_MSG_EQ(row.results.at(0).note, "no route to the host", "why");
        NS_TEST_EXPECT_MSG_EQ((row.results.at(0).end == row.results.at(0).begin), true, "at once");

        // Ended twice: the first end counts. And who is told may begin the next measurement.
        const auto ping = row.Make("ns3::PingProbe[Count=1]");
        std::vector<std::string> notes;
        MeasurementProbe::Done again([&](const MeasurementResult& result) {
            notes.push_back(ToText(result.status) + result.note);
            if (notes.size() == 1)
            {
                ping->Start(node, again);
            }
        });
        Simulator::ScheduleNow([&] {
            ping->Start(node, again);
            ping->Cancel(MeasurementResult::SELF_LIMITED, " a limit");
            ping->Cancel(MeasurementResult::SKIPPED, " too late");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((notes == std::vector<std::string>{"self-limited a limit", "ok"}),
                              true,
                              "both results");
    }
};

/**
 * @ingroup path-measurement
 * @brief Count measurements, each Interval after the begin of the one before, or when that ends.
 */
class MeasurementCountTest : public TestCase
{
  public:
    MeasurementCountTest()
        : TestCase("count and interval of an application")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& [count, interval] : {std::pair(1, 60), {3, 60}, {3, 1}})
        {
            ProbeRow row(2);
            const auto application = CreateObject<MeasurementApplication>();
            application->SetAttribute("Probe",
                                      StringValue("ns3::PingProbe[Count=3|Remote=10.0.0.2]"));
            application->SetAttribute("Interval", TimeValue(Seconds(interval)));
            if (count > 1) // 1 is what it is
            {
                application->SetAttribute("Count", UintegerValue(count));
            }
            application->TraceConnectWithoutContext("Result",
                                                    MakeCallback(&ProbeRow::Record, &row));
            row.chain.nodes.Get(0)->AddApplication(application);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(static_cast<int>(row.results.size()), count, "Count");
            for (int i = 1; i < count; ++i)
            {
                // Three requests take two seconds and a round trip.
                const auto& before = row.results.at(i - 1);
                const Time next = std::max(before.begin + Seconds(interval), before.end);
                NS_TEST_EXPECT_MSG_EQ(row.results.at(i).begin, next, interval);
            }
        }
        std::string refusal;
        try
        {
            CreateObject<MeasurementApplication>()->GetProbe();
        }
        catch (const std::invalid_argument& error)
        {
            refusal = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(refusal.find("Probe is empty"), 0, refusal);
    }
};

/**
 * @ingroup path-measurement
 * @brief What attributes of light probes and of applications say.
 */
class ProbeValuesTestSuite : public TestSuite
{
  public:
    ProbeValuesTestSuite()
        : TestSuite("path-measurement-probe-values", Type::UNIT)
    {
        AddTestCase(new ProbeDscpTest);
        AddTestCase(new PingValuesTest);
        AddTestCase(new TracerouteHopsTest);
        AddTestCase(new ProbeResultTest);
        AddTestCase(new MeasurementCountTest);
    }
};

static ProbeValuesTestSuite g_probeValuesTestSuite; //!< registers itself
