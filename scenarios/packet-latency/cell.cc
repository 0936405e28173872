/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "probes.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pfabric-flow-generator.h"
#include "ns3/pfabric-flow-network.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-latency-probe.h"
#include "ns3/pfabric-tcp-flows.h"
#include "ns3/pfabric-tiers.h"
#include "ns3/random-variable-stream.h"
#include "ns3/run-archive.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PacketLatencyCellScenario");

/**
 * A packet from host 0 to each other host, one after the other in random order, through a data
 * centre with other traffic: a cell of the document's figures.
 */
class PacketLatencyCellScenario : public scenario::Scenario, public PFabricFlowNetwork
{
  public:
    /** The other traffic. */
    enum Background
    {
        NONE,    //!< there is none
        POISSON, //!< a Poisson process of flows for each pair of hosts
        BURST,   //!< a flow of each pair at one time, the end of the warm-up
    };

    /** Whose rate a load of 1 is. */
    enum Reference
    {
        ACCESS, //!< the links of hosts, as in the public scripts of pFabric
        UPLINK, //!< those that leave the racks
        CORE,   //!< those of the core
    };

    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    void DoBuild() override;
    void DoReport() override;

    void AddLoad();              //!< The other traffic.
    void AddTestPackets();       //!< A packet to each host.
    void Sample();               //!< A row of the table of progress, now and later.
    double GetTotalRate() const; //!< @return bits per second on links of hosts, of all pairs
    void Receive(const PFabricFlow& flow); //!< @param flow that has come whole
    void ReportPackets();                  //!< What became of the test packets.
    /** @param table of packets that others sent before @param packet that waited for them */
    void AddDelays(uint32_t table, const PFabricLatencyProbe::Packet& packet);
    void ReportMoments(const std::vector<double>& latencies); //!< @param latencies us, not empty
    void ReportTiers(); //!< What was offered to the tiers of links, and carried.

    bool m_equalLength;      //!< attribute EqualLength
    Background m_background; //!< attribute Background
    Reference m_reference;   //!< attribute LoadReference
    Time m_warmUp;           //!< attribute WarmUp
    Time m_window;           //!< attribute Window
    Time m_spacing;          //!< attribute Spacing
    Time m_drain;            //!< attribute Drain

    std::optional<PFabricTiers> m_tiers;   //!< of the routes
    Ptr<PFabricFlowGenerator> m_generator; //!< the other traffic
    Ptr<PFabricLatencyProbe> m_probe;      //!< follows test packets
    uint64_t m_tests{0};                   //!< test packets that were announced
    uint64_t m_received{0};                //!< flows of the other traffic that came
    uint64_t m_receivedBytes{0};           //!< of these

    PacketLatencyProbes m_probes; //!< of pFabric
    uint32_t m_progress{0};       //!< table
};

NS_OBJECT_ENSURE_REGISTERED(PacketLatencyCellScenario);

namespace
{

constexpr uint64_t TEST = uint64_t{1} << 40; //!< number of the first test flow
constexpr uint8_t SHORTEST = 5;              //!< code point of test packets by shortest ways
constexpr uint8_t DETOUR = 4;                //!< of those by ways of equal length
constexpr int64_t SAMPLES = 50;              //!< of a run, in the table of progress

using Probe = PFabricLatencyProbe;

/** @param time any @return microseconds */
double
ToMicroseconds(Time time)
{
    return time.ToDouble(Time::US);
}

/** @param address of a host @return its number */
uint32_t
GetHost(uint32_t address)
{
    return address - PFabricForwarding::GetAddress(0).Get();
}

} // namespace

TypeId
PacketLatencyCellScenario::GetTypeId()
{
    using Self = PacketLatencyCellScenario;
    static TypeId tid = AddStreamBase(
        AddTo(TypeId("ns3::PacketLatencyCellScenario")
                  .SetParent<scenario::Scenario>()
                  .SetGroupName("packet-latency")
                  .AddConstructor<Self>(),
              "tree")
            .AddAttribute("EqualLength",
                          "Whether the test packets take ways of equal length, by the core.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_equalLength),
                          MakeBooleanChecker())
            .AddAttribute("Background",
                          "Other traffic: none, a Poisson process of flows for each pair of "
                          "hosts, or one flow of each pair when the warm-up is over.",
                          EnumValue(POISSON),
                          burst::MakeEnumerationAccessor<Background>(&Self::m_background),
                          MakeEnumChecker(NONE, "None", POISSON, "Poisson", BURST, "Burst"))
            .AddAttribute("LoadReference",
                          "Links whose rate is a load of 1: those of hosts, those that leave "
                          "the racks, or those of the core.",
                          EnumValue(ACCESS),
                          burst::MakeEnumerationAccessor<Reference>(&Self::m_reference),
                          MakeEnumChecker(ACCESS, "Access", UPLINK, "TorUplink", CORE, "Core"))
            .AddAttribute("WarmUp",
                          "Before the first test packet.",
                          TimeValue(Seconds(0.2)),
                          MakeTimeAccessor(&Self::m_warmUp),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Window",
                          "In which the test packets are sent.",
                          TimeValue(Seconds(0.4)),
                          MakeTimeAccessor(&Self::m_window),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Spacing",
                          "Of the test packets; 0: the window over their number.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Self::m_spacing),
                          MakeTimeChecker(TimeStep(0)))
            .AddAttribute("Drain",
                          "After the window, for what is on its way.",
                          TimeValue(MilliSeconds(20)),
                          MakeTimeAccessor(&Self::m_drain),
                          MakeTimeChecker(MicroSeconds(1))));
    return tid;
}

std::string
PacketLatencyCellScenario::GetHelp() const
{
    return "Sends a packet to each host of a loaded data centre, over pFabric or TCP, and says how "
           "long each took and whom it waited for.";
}

Time
PacketLatencyCellScenario::GetDuration() const
{
    return m_warmUp + m_window + m_drain;
}

void
PacketLatencyCellScenario::DoBuild()
{
    if (m_background == POISSON)
    {
        CheckLoad("; no other traffic is Background=None");
    }
    const int64_t used = InstallNetwork(GetStreamBase() + 4);
    NS_LOG_LOGIC(used << " streams for spreading");
    m_tiers.emplace(GetRoutes());
    if (m_equalLength)
    {
        GetRoutes().GetEqualLength();
    }
    m_probe = CreateObject<PFabricLatencyProbe>();
    m_probe->SetAttribute("Dscp", UintegerValue(m_equalLength ? DETOUR : SHORTEST));
    m_probe->Install(GetNodes());
    GetFlowTransport()->TraceConnectWithoutContext(
        "Received",
        MakeCallback(&PacketLatencyCellScenario::Receive, this));
    AddLoad();
    AddTestPackets();
    UintegerValue probeAfter;
    GetAttribute("ProbeAfter", probeAfter);
    m_probes.Watch(GetRoutes(), GetHosts(), static_cast<uint32_t>(probeAfter.Get()));
    m_progress = GetArchive().AddTable("progress",
                                       {{"time", "ms"},
                                        {"waiting", "1"},
                                        {"probing", "1"},
                                        {"crossing", "1"},
                                        {"probes", "1"},
                                        {"dropped", "1"}});
    Sample();
}

double
PacketLatencyCellScenario::GetTotalRate() const
{
    const uint32_t last = m_tiers->GetCount() - 1;
    const uint32_t tier = m_reference == ACCESS ? 0
                          : m_reference == CORE ? last
                                                : std::min(1U, last);
    return GetLoad() * m_tiers->GetCapacity(tier, GetRates());
}

void
PacketLatencyCellScenario::AddLoad()
{
    if (m_background == NONE)
    {
        m_generator = CreateObject<PFabricFlowGenerator>();
        return;
    }
    m_generator = CreateGenerator(GetStreamBase());
    if (m_background == BURST)
    {
        m_generator->Burst(GetFlowTransport(), GetHosts().GetN(), m_warmUp);
        return;
    }
    m_generator->SetAttribute("Rate", DoubleValue(GetFlowRate(GetTotalRate())));
    m_generator->Start(GetFlowTransport(), GetHosts().GetN());
}

void
PacketLatencyCellScenario::AddTestPackets()
{
    const uint32_t others = GetHosts().GetN() - 1;
    const Time spacing = m_spacing.IsZero() ? TimeStep(m_window.GetTimeStep() / others) : m_spacing;
    if (spacing * (others - 1) > m_window)
    {
        throw std::invalid_argument(
            "Spacing is " + burst::WriteDouble(spacing.GetMicroSeconds()) +
            " us; allowed are at most " +
            burst::WriteDouble(m_window.GetMicroSeconds() / std::max(1U, others - 1)) +
            " us, for " + std::to_string(others) + " test packets in Window");
    }
    const uint8_t code = m_equalLength ? DETOUR : SHORTEST;
    std::vector<uint32_t> order(others);
    std::iota(order.begin(), order.end(), 1);
    auto draw = CreateObject<UniformRandomVariable>();
    draw->SetStream(GetStreamBase() + 3);
    for (uint32_t i = 0; i < others; ++i)
    {
        std::swap(order[i], order[draw->GetInteger(i, others - 1)]);
        const Time at = m_warmUp + spacing * i;
        const PFabricFlow flow{TEST + i, 0, order[i], DATA, at, static_cast<uint8_t>(code << 2)};
        GetFlowTransport()->Plan(flow);
    }
    m_tests = others;
}

void
PacketLatencyCellScenario::Sample()
{
    GetArchive().AddRow(m_progress,
                        {Simulator::Now().ToDouble(Time::MS),
                         static_cast<double>(m_generator->GetFlows() - m_received),
                         static_cast<double>(m_probes.GetProbing()),
                         static_cast<double>(m_probes.GetCrossing()),
                         static_cast<double>(m_probes.GetSent()),
                         static_cast<double>(GetDropped())});
    Simulator::Schedule(TimeStep(GetDuration().GetTimeStep() / SAMPLES),
                        &PacketLatencyCellScenario::Sample,
                        this);
}

void
PacketLatencyCellScenario::Receive(const PFabricFlow& flow)
{
    if (flow.number < TEST)
    {
        ++m_received;
        m_receivedBytes += flow.bytes;
    }
}

void
PacketLatencyCellScenario::DoReport()
{
    ReportPackets();
    ReportTiers();
    Report("latency.hops", GetHops(), "1", "packets on links, each once a link");
    Report("latency.dropped", GetDropped(), "1", "packets that queues dropped");
    Report("latency.flows", m_generator->GetFlows(), "1", "flows of the other traffic");
    Report("latency.finished", m_received, "1", "of these that came whole");
    Report("latency.backlog",
           m_generator->GetBytes() - m_receivedBytes,
           "B",
           "of flows that did not come whole");
    auto& ledger = GetLedger();
    const uint32_t flows = ledger.AddAccount("flows");
    ledger.Inject(flows, m_generator->GetFlows());
    ledger.Deliver(flows, m_received);
    uint64_t late = 0;
    if (const auto tcp = DynamicCast<PFabricTcpFlows>(GetFlowTransport()))
    {
        late = tcp->GetFailed();
        Report("latency.refused", late, "1", "flows without a connection, TCP");
    }
    ledger.StateInFlight(flows, m_generator->GetFlows() - m_received);
}

void
PacketLatencyCellScenario::ReportPackets()
{
    const uint32_t table = GetArchive().AddTable("packets",
                                                 {{"host", "1"},
                                                  {"sent", "ms"},
                                                  {"latency", "us"},
                                                  {"transmission", "us"},
                                                  {"propagation", "us"},
                                                  {"residual", "us"},
                                                  {"acknowledgement", "us"},
                                                  {"higher", "us"},
                                                  {"tie", "us"},
                                                  {"other", "us"},
                                                  {"bound", "us"},
                                                  {"hops", "1"},
                                                  {"lost", "1"},
                                                  {"copies", "1"}});
    const uint32_t delays = GetArchive().AddTable("delays",
                                                  {{"host", "1"},
                                                   {"hop", "1"},
                                                   {"cause", "1"},
                                                   {"time", "us"},
                                                   {"source", "1"},
                                                   {"destination", "1"},
                                                   {"priority", "1"},
                                                   {"size", "B"}});
    std::vector<double> latencies;
    uint64_t lost = 0;
    uint64_t beyond = 0;
    for (const auto& packet : m_probe->GetPackets())
    {
        const Time bound =
            packet.GetTransmission() + packet.GetPropagation() + packet.GetResidualBound();
        const bool came = !packet.received.IsZero();
        const double latency = came ? ToMicroseconds(packet.GetLatency()) : std::nan("");
        std::vector<double> row{static_cast<double>(GetHost(packet.destination)),
                                packet.hops.front().arrive.ToDouble(Time::MS),
                                latency,
                                ToMicroseconds(packet.GetTransmission()),
                                ToMicroseconds(packet.GetPropagation())};
        for (std::size_t cause = 0; cause < Probe::CAUSES; ++cause)
        {
            row.push_back(ToMicroseconds(packet.GetWaiting(static_cast<Probe::Cause>(cause))));
        }
        row.insert(row.end(),
                   {ToMicroseconds(bound),
                    static_cast<double>(packet.hops.size()),
                    packet.IsDropped() ? 1.0 : 0.0,
                    static_cast<double>(packet.copies)});
        GetArchive().AddRow(table, row);
        lost += packet.IsDropped() ? 1 : 0;
        if (came)
        {
            latencies.push_back(latency);
        }
        if (came && packet.GetLatency() > bound)
        {
            ++beyond;
            AddDelays(delays, packet);
        }
    }
    const uint64_t followed = m_probe->GetPackets().size();
    Report("latency.received", latencies.size(), "1", "test packets that came, copies left out");
    Report("latency.lost", lost, "1", "test packets that a queue dropped the first time");
    Report("latency.in_flight",
           followed - latencies.size() - lost,
           "1",
           "test packets on their way at the end");
    Report("latency.unsent",
           m_tests - followed,
           "1",
           "test packets that their transport had not sent");
    Report("latency.beyond_bound",
           beyond,
           "1",
           "test packets that waited longer than for a whole packet at each hop");
    if (!latencies.empty())
    {
        ReportMoments(latencies);
    }
}

void
PacketLatencyCellScenario::AddDelays(uint32_t table, const Probe::Packet& packet)
{
    static const std::array<const char*, Probe::CAUSES> causes{"residual",
                                                               "acknowledgement",
                                                               "higher",
                                                               "tie",
                                                               "other"};
    using burst::WriteDouble;
    for (std::size_t hop = 0; hop < packet.hops.size(); ++hop)
    {
        for (const auto& delay : packet.hops[hop].delays)
        {
            GetArchive().AddRow(
                table,
                std::vector<std::string>{std::to_string(GetHost(packet.destination)),
                                         std::to_string(hop),
                                         causes[delay.cause],
                                         WriteDouble(ToMicroseconds(delay.time)),
                                         std::to_string(GetHost(delay.source)),
                                         std::to_string(GetHost(delay.destination)),
                                         std::to_string(delay.priority),
                                         std::to_string(delay.size)});
        }
    }
}

void
PacketLatencyCellScenario::ReportMoments(const std::vector<double>& latencies)
{
    double mean = 0;
    for (const double latency : latencies)
    {
        mean += latency / latencies.size();
    }
    double square = 0;
    for (const double latency : latencies)
    {
        square += (latency - mean) * (latency - mean) / latencies.size();
    }
    const auto [least, most] = std::minmax_element(latencies.begin(), latencies.end());
    Report("latency.mean", mean, "us", "mean latency of the test packets that came");
    Report("latency.deviation", std::sqrt(square), "us", "their population standard deviation");
    Report("latency.least", *least, "us", "the shortest");
    Report("latency.most", *most, "us", "the longest");
}

void
PacketLatencyCellScenario::ReportTiers()
{
    const auto& ports = GetPorts();
    const auto rates = GetRates();
    double most = 0;
    for (uint32_t tier = 0; tier < m_tiers->GetCount(); ++tier)
    {
        double capacity = 0;
        double offered = 0;
        double carried = 0;
        double busiest = 0;
        uint32_t count = 0;
        for (uint32_t channel = 0; channel < ports.size(); ++channel)
        {
            if (m_tiers->GetTier(channel) != tier)
            {
                continue;
            }
            const double share = m_tiers->GetShare(channel) / rates[channel];
            offered = std::max(offered, m_background == POISSON ? GetTotalRate() * share : 0.0);
            const double use =
                ports[channel]->GetSentBytes() * 8.0 / rates[channel] / GetDuration().GetSeconds();
            carried += use;
            busiest = std::max(busiest, use);
            capacity += rates[channel] / 2e9;
            ++count;
        }
        most = std::max(most, offered);
        const std::string name = tier == 0                         ? "access"
                                 : tier + 1 == m_tiers->GetCount() ? "core"
                                                                   : "uplink";
        Report("latency.links", count / 2, "1", "links of a tier", name);
        Report("latency.capacity", capacity, "Gb/s", "of them together, each way", name);
        Report("latency.offered", offered, "1", "load that is offered to links", name);
        Report("latency.carried",
               carried / count,
               "1",
               "part of the time that links are busy",
               name);
        Report("latency.busiest", busiest, "1", "likewise, of the busiest link", name);
    }
    if (most > 1)
    {
        std::cerr << "links are offered " << burst::WriteDouble(std::round(most * 100) / 100)
                  << " times what they carry: queues grow as long as the run lasts" << std::endl;
    }
}

} // namespace ns3
