/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../common/rows.h"
#include "world.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-application.h"
#include "ns3/ping.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/run-archive.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** PingER: many monitors ping many hosts of all regions of the world, every half hour. */
class PathMeasurementPingerScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    /** A host. */
    struct Host
    {
        Ptr<Node> node;      //!< it
        Ipv4Address address; //!< of it
        uint32_t region;     //!< its region
        std::string name;    //!< of it
    };

    /** What a region's hosts showed. */
    struct Tally
    {
        uint64_t samples{0};     //!< of pings of the smaller size
        uint64_t unreachable{0}; //!< samples without a reply
        uint64_t sent{0};        //!< pings in them
        uint64_t received{0};    //!< replies
        double least{0};         //!< sum of the least times of samples that have one, s
    };

    void DoBuild() override;
    void DoReport() override;

    void BuildRegion(uint32_t number); //!< @param number of a region
    void PlacePairs();                 //!< Choose pairs and begin to measure.
    /** @param monitor that pings @param host that is pinged @param small whether 100 bytes @param
     * begin of the first sample */
    void AddProbes(const Host& monitor, const Host& host, bool small, Time begin);
    /** The same by applications of ns-3, one for each sample. */
    void AddStockPings(const Host& monitor, const Host& host, bool small, Time begin);
    /** @param region of the remote host @param small whether it counts @param result of a sample */
    void Record(uint32_t region, bool small, const MeasurementResult& result);

    std::string m_world; //!< attribute World
    uint32_t m_pairs;    //!< attribute Pairs
    Time m_duration;     //!< attribute Duration
    bool m_rows;         //!< attribute Rows
    bool m_stock;        //!< attribute Stock

    std::vector<PingerWorld::Region> m_regions; //!< of the file
    Ptr<Node> m_core;                           //!< between the regions
    std::vector<Host> m_hosts;                  //!< of all regions
    std::vector<uint32_t> m_monitors;           //!< which of them measure
    std::vector<Tally> m_tallies;               //!< by region
    uint64_t m_bytes{0};                        //!< of echo requests, with headers
    uint64_t m_carried{0};                      //!< bytes of packets that hosts sent
    uint64_t m_requests{0};                     //!< of both sizes
    uint64_t m_results{0};                      //!< of both sizes
    int64_t m_stream{0};                        //!< next random stream
    MeasurementRows m_samples;                  //!< with attribute Rows
};

NS_OBJECT_ENSURE_REGISTERED(PathMeasurementPingerScenario);

namespace
{

/**
 * Spare a router the search through the addresses of all its interfaces for each packet: nobody
 * pings an address of a router through another of its interfaces.
 * @param ipv4 of a router
 */
void
AcceptOnOwnInterfacesOnly(Ptr<Ipv4> ipv4)
{
    if (!ipv4->SetAttributeFailSafe("StrongEndSystemModel", BooleanValue(true)))
    {
        ipv4->SetAttribute("WeakEsModel", BooleanValue(false)); // its name up to ns-3.40
    }
}

} // namespace

TypeId
PathMeasurementPingerScenario::GetTypeId()
{
    using Self = PathMeasurementPingerScenario;
    static TypeId tid = AddStreamBase(
        TypeId("ns3::PathMeasurementPingerScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("path-measurement")
            .AddConstructor<Self>()
            .AddAttribute("World",
                          "File of regions.",
                          StringValue("scenarios/path-measurement/data/pinger-world.txt"),
                          MakeStringAccessor(&Self::m_world),
                          burst::MakeFileChecker())
            .AddAttribute("Pairs",
                          "Pairs of monitor and host that are measured.",
                          UintegerValue(3300),
                          MakeUintegerAccessor(&Self::m_pairs),
                          MakeUintegerChecker<uint32_t>(1, 1'000'000))
            .AddAttribute("Duration",
                          "Simulated time.",
                          TimeValue(Hours(24)),
                          MakeTimeAccessor(&Self::m_duration),
                          MakeTimeChecker(Minutes(PingerWorld::PERIOD_MINUTES)))
            .AddAttribute("Rows",
                          "Whether each sample has a row among the measurements.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_rows),
                          MakeBooleanChecker())
            .AddAttribute("Stock",
                          "Whether ns3::Ping sends the same pings, to compare its "
                          "cost; regions are not reported then.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_stock),
                          MakeBooleanChecker()));
    return tid;
}

std::string
PathMeasurementPingerScenario::GetHelp() const
{
    return "Pings pairs of hosts all over the world every half hour, by packets, and reports what "
           "each "
           "region loses, how far away it is and what load that is.";
}

Time
PathMeasurementPingerScenario::GetDuration() const
{
    return m_duration;
}

void
PathMeasurementPingerScenario::DoBuild()
{
    m_regions = PingerWorld::Read(m_world);
    m_stream = GetStreamBase();
    m_core = CreateObject<Node>();
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
    stack.Install(m_core);
    AcceptOnOwnInterfacesOnly(m_core->GetObject<Ipv4>());
    for (uint32_t i = 0; i < m_regions.size(); ++i)
    {
        BuildRegion(i);
    }
    m_tallies.resize(m_regions.size());
    PlacePairs();
}

void
PathMeasurementPingerScenario::BuildRegion(uint32_t number)
{
    const auto& region = m_regions[number];
    const std::string prefix = "10." + std::to_string(number + 1) + ".";
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
    const auto router = CreateObject<Node>();
    stack.Install(router);
    AcceptOnOwnInterfacesOnly(router->GetObject<Ipv4>());
    PointToPointHelper link;
    link.DisableFlowControl(); // no queue above that of the device: pings hardly wait
    link.SetDeviceAttribute("DataRate", StringValue("1Gb/s"));
    link.SetChannelAttribute("Delay", TimeValue(Time::FromDouble(region.delay, Time::MS)));
    const auto trunk = link.Install(m_core, router);
    if (region.loss > 0)
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            const auto errors = CreateObject<RateErrorModel>();
            errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            errors->SetRate(1 - std::sqrt(1 - region.loss)); // there and back
            m_stream += errors->AssignStreams(m_stream);
            trunk.Get(end)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        }
    }
    Ipv4AddressHelper addresses((prefix + "0.0").c_str(), "255.255.255.252");
    const auto ends = addresses.Assign(trunk);
    const Ipv4StaticRoutingHelper routes;
    routes.GetStaticRouting(m_core->GetObject<Ipv4>())
        ->AddNetworkRouteTo((prefix + "0.0").c_str(),
                            "255.255.0.0",
                            ends.GetAddress(1),
                            ends.Get(0).second);
    routes.GetStaticRouting(router->GetObject<Ipv4>())
        ->SetDefaultRoute(ends.GetAddress(0), ends.Get(1).second);
    link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(uint64_t(1e6 * region.rate))));
    link.SetChannelAttribute("Delay", TimeValue(MilliSeconds(1)));
    for (uint32_t i = 0; i < region.hosts; ++i)
    {
        const auto node = CreateObject<Node>();
        stack.Install(node);
        addresses.NewNetwork();
        const auto access = addresses.Assign(link.Install(router, node));
        routes.GetStaticRouting(node->GetObject<Ipv4>())
            ->SetDefaultRoute(access.GetAddress(0), access.Get(1).second);
        if (i < region.monitors)
        {
            m_monitors.push_back(m_hosts.size());
        }
        node->GetObject<Ipv4>()->TraceConnectWithoutContext(
            "Tx",
            Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t>(
                [this](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
                    m_carried += packet->GetSize();
                }));
        m_hosts.push_back(
            {node, access.GetAddress(1), number, PingerWorld::GetName(region, i + 1)});
    }
}

void
PathMeasurementPingerScenario::PlacePairs()
{
    const uint64_t most = static_cast<uint64_t>(m_monitors.size()) * (m_hosts.size() - 1);
    if (m_pairs > most)
    {
        throw std::invalid_argument("Pairs is " + std::to_string(m_pairs) + "; allowed are 1 to " +
                                    std::to_string(most) + ", the pairs of World");
    }
    const auto variable = CreateObject<UniformRandomVariable>();
    variable->SetStream(m_stream);
    std::set<std::pair<uint32_t, uint32_t>> chosen;
    for (uint32_t i = 0; i < m_pairs; ++i)
    {
        // Monitors take turns; each takes hosts that it has not yet.
        const uint32_t monitor = m_monitors[i % m_monitors.size()];
        uint32_t host;
        do
        {
            host = variable->GetInteger(0, m_hosts.size() - 1);
        } while (host == monitor || !chosen.emplace(monitor, host).second);
        const Time begin =
            Time::FromDouble(variable->GetValue(0, PingerWorld::SPREAD_SECONDS), Time::S);
        for (const bool small : {true, false})
        {
            const Time first = small ? begin : begin + Seconds(PingerWorld::SECOND_SAMPLE_S);
            const auto add = m_stock ? &PathMeasurementPingerScenario::AddStockPings
                                     : &PathMeasurementPingerScenario::AddProbes;
            (this->*add)(m_hosts[monitor], m_hosts[host], small, first);
        }
    }
}

void
PathMeasurementPingerScenario::AddProbes(const Host& monitor,
                                         const Host& host,
                                         bool small,
                                         Time begin)
{
    const auto application = CreateObject<MeasurementApplication>();
    application->SetAttribute("Probe", StringValue("ns3::PingProbe"));
    const auto probe = application->GetProbe();
    probe->SetAttribute("Count", UintegerValue(PingerWorld::COUNT));
    probe->SetAttribute("Discard", UintegerValue(small ? 1 : 0));
    probe->SetAttribute("Size", UintegerValue(small ? PingerWorld::SMALL : PingerWorld::LARGE));
    probe->SetAttribute("Remote", Ipv4AddressValue(host.address));
    application->SetAttribute("Interval", TimeValue(Minutes(PingerWorld::PERIOD_MINUTES)));
    application->SetAttribute("Count", UintegerValue(0));
    application->SetStartTime(begin);
    application->SetStopTime(m_duration);
    application->TraceConnectWithoutContext(
        "Result",
        Callback<void, const MeasurementResult&>(
            [this, from = monitor.name, &host, small](const MeasurementResult& result) {
                Record(host.region, small, result);
                if (m_rows)
                {
                    m_samples.Add(small ? "ping" : "ping of 1000 bytes",
                                  from,
                                  host.name,
                                  Div(result.begin, Minutes(PingerWorld::PERIOD_MINUTES)),
                                  result);
                }
            }));
    monitor.node->AddApplication(application);
}

void
PathMeasurementPingerScenario::AddStockPings(const Host& monitor,
                                             const Host& host,
                                             bool small,
                                             Time begin)
{
    const uint32_t size = small ? PingerWorld::SMALL : PingerWorld::LARGE;
    for (Time time = begin; time < m_duration; time += Minutes(PingerWorld::PERIOD_MINUTES))
    {
        const auto ping = CreateObject<Ping>();
        ping->SetAttribute("Destination", AddressValue(host.address));
        ping->SetAttribute("Count",
                           UintegerValue(small ? PingerWorld::COUNT + 1 : PingerWorld::COUNT));
        ping->SetAttribute("Size", UintegerValue(size));
        ping->SetAttribute("Timeout", TimeValue(Seconds(20)));
        ping->SetAttribute("VerboseMode", StringValue("Silent"));
        ping->SetStartTime(time);
        ping->TraceConnectWithoutContext(
            "Tx",
            Callback<void, uint16_t, Ptr<Packet>>([this, size](uint16_t, Ptr<Packet>) {
                ++m_requests;
                m_bytes += size + PingerWorld::HEADERS;
            }));
        monitor.node->AddApplication(ping);
    }
}

void
PathMeasurementPingerScenario::Record(uint32_t region, bool small, const MeasurementResult& result)
{
    ++m_results;
    m_bytes += result.bytes;
    m_requests +=
        result.bytes / ((small ? PingerWorld::SMALL : PingerWorld::LARGE) + PingerWorld::HEADERS);
    if (!small)
    {
        return;
    }
    auto& tally = m_tallies[region];
    ++tally.samples;
    tally.sent += result.Get("sent");
    tally.received += result.Get("received");
    if (result.Has("rtt_min"))
    {
        tally.least += result.Get("rtt_min");
    }
    else
    {
        ++tally.unreachable;
    }
}

void
PathMeasurementPingerScenario::DoReport()
{
    for (uint32_t i = 0; i < m_regions.size() && !m_stock; ++i)
    {
        const auto& tally = m_tallies[i];
        const auto& name = m_regions[i].name;
        Report("pinger.samples", tally.samples, "1", "samples of 10 pings of 100 bytes", name);
        if (tally.samples)
        {
            Report("pinger.loss",
                   1 - static_cast<double>(tally.received) / tally.sent,
                   "1",
                   "fraction of pings of 100 bytes without a reply",
                   name);
            Report("pinger.unreachable",
                   static_cast<double>(tally.unreachable) / tally.samples,
                   "1",
                   "fraction of samples without any reply",
                   name);
        }
        if (tally.samples > tally.unreachable)
        {
            Report("pinger.rtt_min",
                   tally.least / (tally.samples - tally.unreachable),
                   "s",
                   "mean of the least round-trip times of samples",
                   name);
        }
    }
    if (m_rows)
    {
        m_samples.Write(GetArchive());
    }
    Report("pinger.requests", m_requests, "1", "echo requests");
    Report("pinger.results", m_results, "1", "samples of both sizes that have ended");
    Report("pinger.load",
           8.0 * m_bytes / (m_pairs * m_duration.GetSeconds()),
           "bit/s",
           "bits of echo requests with headers, of a pair");
    Report("pinger.carried",
           8.0 * m_carried / (m_pairs * m_duration.GetSeconds()),
           "bit/s",
           "bits of echo requests and replies with headers, of a pair");
}

} // namespace ns3
