/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-traffic-empirical-size.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pfabric-flow-generator.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-latency-probe.h"
#include "ns3/pfabric-message-flows.h"
#include "ns3/pfabric-tcp-flows.h"
#include "ns3/pfabric-tiers.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/queue-size.h"
#include "ns3/run-archive.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PacketLatencyCellScenario");

/**
 * A packet from host 0 to each other host, one after the other, through a data centre with other
 * traffic: a cell of the document's figures.
 */
class PacketLatencyCellScenario : public burst::Scenario
{
  public:
    /** What carries everything. */
    enum Protocol
    {
        PFABRIC, //!< the pFabric transport, over ports that heed priorities
        TCP,     //!< ns-3's TCP, over drop-tail queues
    };

    /** Who runs ns-3's Ipv4L3Protocol. */
    enum Stack
    {
        LEAN, //!< as few nodes as can be: none for pFabric, hosts for TCP
        ALL,  //!< hosts and switches
    };

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
    std::vector<std::string> GetInputFiles() const override;

  private:
    void DoBuild() override;
    void DoReport() override;

    void AddLoad();              //!< The other traffic.
    void AddTestPackets();       //!< A packet to each host.
    double GetTotalRate() const; //!< @return bits per second on links of hosts, of all pairs
    void Receive(const PFabricFlow& flow); //!< @param flow that has come whole
    void ReportPackets();                  //!< What became of the test packets.
    /** @param table of packets that others sent before @param packet that waited for them */
    void AddDelays(uint32_t table, const PFabricLatencyProbe::Packet& packet);
    void ReportMoments(const std::vector<double>& latencies); //!< @param latencies us, not empty
    void ReportTiers(); //!< What was offered to the tiers of links, and carried.

    std::string m_topology;   //!< attribute Topology
    Protocol m_protocol;      //!< attribute Protocol
    Stack m_stack;            //!< attribute Stack
    bool m_equalLength;       //!< attribute EqualLength
    Background m_background;  //!< attribute Background
    double m_load;            //!< attribute Load
    Reference m_reference;    //!< attribute LoadReference
    bool m_overload;          //!< attribute Overload
    std::string m_sizes;      //!< attribute Sizes
    Time m_warmUp;            //!< attribute WarmUp
    Time m_window;            //!< attribute Window
    Time m_spacing;           //!< attribute Spacing
    Time m_drain;             //!< attribute Drain
    QueueSize m_queue;        //!< attribute Queue
    Time m_timeOut;           //!< attribute TimeOut
    uint32_t m_initialWindow; //!< attribute InitialWindow
    uint32_t m_maxWindow;     //!< attribute MaxWindow
    uint32_t m_probeAfter;    //!< attribute ProbeAfter
    Time m_minRto;            //!< attribute MinRto

    std::shared_ptr<const PFabricRoutes> m_routes; //!< of the topology
    std::optional<PFabricTiers> m_tiers;           //!< of these
    std::vector<Ptr<PFabricNetDevice>> m_devices;  //!< by channel, where it begins
    std::vector<double> m_rates;                   //!< by channel, bits per second
    NodeContainer m_hosts;                         //!< by number
    Ptr<PFabricFlowTransport> m_flows;             //!< carries everything
    Ptr<PFabricFlowGenerator> m_generator;         //!< the other traffic
    Ptr<PFabricLatencyProbe> m_probe;              //!< follows test packets
    uint64_t m_tests{0};                           //!< test packets that were announced
    uint64_t m_received{0};                        //!< flows of the other traffic that came
    uint64_t m_receivedBytes{0};                   //!< of these
};

NS_OBJECT_ENSURE_REGISTERED(PacketLatencyCellScenario);

namespace
{

constexpr uint32_t DATA = 1460;              //!< bytes of data in a packet
constexpr uint32_t PACKET = 1500;            //!< bytes of that packet
constexpr uint64_t TEST = uint64_t{1} << 40; //!< number of the first test flow
constexpr uint8_t SHORTEST = 5;              //!< code point of test packets by shortest ways
constexpr uint8_t DETOUR = 4;                //!< of those by ways of equal length

using Probe = PFabricLatencyProbe;

/** @param time any @return microseconds */
double
ToMicroseconds(Time time)
{
    return time.ToDouble(Time::US);
}

/** @param address of a host @return its number */
double
GetHost(uint32_t address)
{
    return static_cast<double>(address - PFabricForwarding::GetAddress(0).Get());
}

} // namespace

TypeId
PacketLatencyCellScenario::GetTypeId()
{
    using Self = PacketLatencyCellScenario;
    static TypeId tid = AddStreamBase(
        TypeId("ns3::PacketLatencyCellScenario")
            .SetParent<burst::Scenario>()
            .SetGroupName("packet-latency")
            .AddConstructor<Self>()
            .AddAttribute("Topology",
                          "Name or file, see PFabricTopology.",
                          StringValue("tree"),
                          MakeStringAccessor(&Self::m_topology),
                          MakeStringChecker())
            .AddAttribute("Protocol",
                          "What carries everything: pFabric over ports with priorities, or "
                          "TCP over drop-tail queues.",
                          EnumValue(PFABRIC),
                          burst::MakeEnumerationAccessor<Protocol>(&Self::m_protocol),
                          MakeEnumChecker(PFABRIC, "PFabric", TCP, "Tcp"))
            .AddAttribute("Stack",
                          "Who runs Ipv4L3Protocol: as few nodes as can be, or all. It changes no "
                          "time, but the speed.",
                          EnumValue(LEAN),
                          burst::MakeEnumerationAccessor<Stack>(&Self::m_stack),
                          MakeEnumChecker(LEAN, "Lean", ALL, "All"))
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
            .AddAttribute("Load",
                          "Of Background=Poisson, as part of the rate of LoadReference, with "
                          "headers.",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&Self::m_load),
                          MakeDoubleChecker<double>())
            .AddAttribute("LoadReference",
                          "Links whose rate is a load of 1: those of hosts, those that leave "
                          "the racks, or those of the core.",
                          EnumValue(ACCESS),
                          burst::MakeEnumerationAccessor<Reference>(&Self::m_reference),
                          MakeEnumChecker(ACCESS, "Access", UPLINK, "TorUplink", CORE, "Core"))
            .AddAttribute("Overload",
                          "Whether a load above 1 is wanted.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_overload),
                          MakeBooleanChecker())
            .AddAttribute("Sizes",
                          "File of the flow sizes, bytes, see ns3::EmpiricalSizeVariable.",
                          StringValue("contrib/pfabric/examples/flow-sizes/web-search.txt"),
                          MakeStringAccessor(&Self::m_sizes),
                          MakeStringChecker())
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
                          MakeTimeChecker(MicroSeconds(1)))
            .AddAttribute("Queue",
                          "What there is room for at a port, packets or bytes.",
                          QueueSizeValue(QueueSize("36000B")),
                          MakeQueueSizeAccessor(&Self::m_queue),
                          MakeQueueSizeChecker())
            .AddAttribute("TimeOut",
                          "Of pFabric, constant; 45 us as shipped, three round trips are 260 "
                          "us on the tree of 1 Gb/s.",
                          TimeValue(MicroSeconds(45)),
                          MakeTimeAccessor(&Self::m_timeOut),
                          MakeTimeChecker(NanoSeconds(2)))
            .AddAttribute("InitialWindow",
                          "Of flows, packets.",
                          UintegerValue(12),
                          MakeUintegerAccessor(&Self::m_initialWindow),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("MaxWindow",
                          "Of pFabric, packets; of TCP it is 149.",
                          UintegerValue(23),
                          MakeUintegerAccessor(&Self::m_maxWindow),
                          MakeUintegerChecker<uint32_t>(1, 10000))
            .AddAttribute("ProbeAfter",
                          "Of pFabric: time-outs in a row before it sends single bytes; 0: never.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&Self::m_probeAfter),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("MinRto",
                          "Of TCP: the shortest time until packets are sent again.",
                          TimeValue(MicroSeconds(200)),
                          MakeTimeAccessor(&Self::m_minRto),
                          MakeTimeChecker(MicroSeconds(2))));
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

std::vector<std::string>
PacketLatencyCellScenario::GetInputFiles() const
{
    auto files = GetPFabricTopologyFiles(m_topology);
    if (m_background != NONE)
    {
        files.push_back(m_sizes);
    }
    return files;
}

void
PacketLatencyCellScenario::DoBuild()
{
    if (m_background == POISSON && !(m_load > 0 && (m_load <= 1 || m_overload)))
    {
        throw std::invalid_argument("Load is " + burst::WriteDouble(m_load) +
                                    "; allowed are numbers above 0" +
                                    (m_overload ? "" : " to 1, with Overload also above") +
                                    (m_load == 0 ? "; no other traffic is Background=None" : ""));
    }
    const auto topology = PFabricTopology(m_topology);
    PFabricHelper helper;
    const bool tcp = m_protocol == TCP;
    helper.SetStack(m_stack == ALL ? PFabricHelper::ALL
                    : tcp          ? PFabricHelper::LEAN_TCP
                                   : PFabricHelper::LEAN);
    helper.SetDeviceAttribute("MaxSize", QueueSizeValue(m_queue));
    helper.SetDeviceAttribute("DropByPriority", BooleanValue(!tcp));
    helper.SetDeviceAttribute("ServeByPriority", BooleanValue(!tcp));
    helper.SetForwardingAttribute("EqualLengthDscp", UintegerValue(DETOUR));
    helper.SetForwardingAttribute("Spreading", StringValue(tcp ? "Flow" : "RoundRobin"));
    helper.SetTransportAttribute("TimeOut", TimeValue(m_timeOut));
    helper.SetTransportAttribute("InitialWindow", UintegerValue(m_initialWindow));
    helper.SetTransportAttribute("MaxWindow", UintegerValue(m_maxWindow));
    helper.SetTransportAttribute("ProbeAfter", UintegerValue(m_probeAfter));
    m_hosts = helper.Install(topology);
    m_routes = helper.GetRoutes();
    m_tiers.emplace(*m_routes);
    if (m_equalLength)
    {
        m_routes->GetEqualLength();
    }
    const NodeContainer nodes(m_hosts, helper.GetSwitches());
    m_devices = helper.GetDevices();
    for (const auto& device : m_devices)
    {
        m_rates.push_back(static_cast<double>(device->GetDataRate().GetBitRate()));
    }
    const int64_t used = PFabricHelper::AssignStreams(nodes, GetStreamBase() + 3);
    NS_LOG_LOGIC(used << " streams for spreading");
    m_probe = CreateObject<PFabricLatencyProbe>();
    m_probe->SetAttribute("Dscp", UintegerValue(m_equalLength ? DETOUR : SHORTEST));
    m_probe->Install(nodes);
    if (tcp)
    {
        PFabricTcpPreset preset("authors");
        preset.SetSocketAttribute("InitialCwnd", UintegerValue(m_initialWindow));
        preset.SetSocketAttribute("MinRto", TimeValue(m_minRto));
        auto flows = CreateObject<PFabricTcpFlows>();
        flows->SetPreset(preset);
        m_flows = flows;
    }
    else
    {
        m_flows = CreateObject<PFabricMessageFlows>();
    }
    m_flows->Install(m_hosts);
    m_flows->TraceConnectWithoutContext("Received",
                                        MakeCallback(&PacketLatencyCellScenario::Receive, this));
    AddLoad();
    AddTestPackets();
}

double
PacketLatencyCellScenario::GetTotalRate() const
{
    const uint32_t last = m_tiers->GetCount() - 1;
    const uint32_t tier = m_reference == ACCESS ? 0
                          : m_reference == CORE ? last
                                                : std::min(1U, last);
    return m_load * m_tiers->GetCapacity(tier, m_rates);
}

void
PacketLatencyCellScenario::AddLoad()
{
    m_generator = CreateObject<PFabricFlowGenerator>();
    if (m_background == NONE)
    {
        return;
    }
    const std::string text = "ns3::EmpiricalSizeVariable[File=" + m_sizes +
                             "|Interpolate=true|Unit=" + std::to_string(DATA) + "]";
    burst::SetAttributeOrThrow(m_generator, "Sizes", text);
    m_generator->AssignStreams(GetStreamBase());
    if (m_background == BURST)
    {
        m_generator->Burst(m_flows, m_hosts.GetN(), m_warmUp);
        return;
    }
    const auto sizes = burst::CreateFromText<EmpiricalSizeVariable>(text);
    const double bits = sizes->GetMean() * 8 * PACKET / DATA;
    m_generator->SetAttribute("Rate", DoubleValue(GetTotalRate() / bits));
    m_generator->Start(m_flows, m_hosts.GetN());
}

void
PacketLatencyCellScenario::AddTestPackets()
{
    const uint32_t others = m_hosts.GetN() - 1;
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
    for (uint32_t i = 0; i < others; ++i)
    {
        const Time at = m_warmUp + spacing * i;
        const PFabricFlow flow{TEST + i, 0, i + 1, DATA, at, static_cast<uint8_t>(code << 2)};
        m_flows->Plan(flow);
    }
    m_tests = others;
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
    uint64_t hops = 0;
    uint64_t dropped = 0;
    for (const auto& device : m_devices)
    {
        hops += device->GetSent();
        dropped += device->GetDropped();
    }
    Report("latency.hops", hops, "1", "packets on links, each once a link");
    Report("latency.dropped", dropped, "1", "packets that queues dropped");
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
    if (const auto tcp = DynamicCast<PFabricTcpFlows>(m_flows))
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
        std::vector<double> row{GetHost(packet.destination),
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
            GetArchive().AddRow(table,
                                std::vector<std::string>{WriteDouble(GetHost(packet.destination)),
                                                         std::to_string(hop),
                                                         causes[delay.cause],
                                                         WriteDouble(ToMicroseconds(delay.time)),
                                                         WriteDouble(GetHost(delay.source)),
                                                         WriteDouble(GetHost(delay.destination)),
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
    double most = 0;
    for (uint32_t tier = 0; tier < m_tiers->GetCount(); ++tier)
    {
        double capacity = 0;
        double offered = 0;
        double carried = 0;
        double busiest = 0;
        uint32_t count = 0;
        for (uint32_t channel = 0; channel < m_devices.size(); ++channel)
        {
            if (m_tiers->GetTier(channel) != tier)
            {
                continue;
            }
            const double share = m_tiers->GetShare(channel) / m_rates[channel];
            offered = std::max(offered, m_background == POISSON ? GetTotalRate() * share : 0.0);
            const double use = m_devices[channel]->GetSentBytes() * 8.0 / m_rates[channel] /
                               GetDuration().GetSeconds();
            carried += use;
            busiest = std::max(busiest, use);
            capacity += m_rates[channel] / 2e9;
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
