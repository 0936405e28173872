/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-program.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/faults-module.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/netflow-module.h"
#include "ns3/path-measurement-module.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/qbss-module.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace burstlab
{

using namespace ns3;
using namespace ns3::faults;

namespace
{

constexpr uint32_t HOSTS = 3; //!< at each end

/** Two routers with hosts, which measure the path between them. */
class Path : public World
{
  public:
    void Make(Program& program, uint32_t number) override;
    std::vector<Action> GetActions() override;
    std::vector<std::pair<std::string, Ptr<Object>>> GetObjects() const override;
    void Check() const override;

  private:
    /** What an application has told. */
    struct Told
    {
        Ptr<MeasurementApplication> application; //!< told it
        uint32_t count;                          //!< its attribute Count at first, 0: no limit
        uint32_t results{0};                     //!< so far
        Time end;                                //!< of the last one
    };

    void Measure(); //!< One more application.
    void Fault();   //!< One more plan of faults.
    void Export();  //!< Flow records of a router.

    Program* m_program{nullptr};                 //!< it is part of
    int64_t m_stream{0};                         //!< next one
    NodeContainer m_nodes;                       //!< two routers, then hosts of either in turn
    std::vector<NetDeviceContainer> m_links;     //!< between routers, then to each host
    std::vector<Ipv4Address> m_addresses;        //!< of the hosts
    std::vector<Ptr<Object>> m_objects;          //!< to listen to and to change
    std::vector<std::unique_ptr<Told>> m_told;   //!< by application
    std::vector<Ptr<FaultInjector>> m_faults;    //!< plans
    std::vector<Ptr<NetflowExporter>> m_netflow; //!< of routers
    std::vector<uint64_t> m_recorded;            //!< packets of the records of each
};

void
Path::Make(Program& program, uint32_t number)
{
    m_program = &program;
    m_stream = 1000 * (number + 1);
    m_nodes.Create(2 + 2 * HOSTS);
    InternetStackHelper stack;
    stack.Install(m_nodes);
    m_stream += stack.AssignStreams(m_nodes, m_stream);
    PointToPointHelper link;
    Ipv4AddressHelper addresses(Ipv4Address(0x0a000000 + (number << 20)),
                                Ipv4Mask("255.255.255.0"));
    for (uint32_t end = 1; end < m_nodes.GetN(); ++end)
    {
        link.SetDeviceAttribute("DataRate", StringValue(end == 1 ? "10Mbps" : "100Mbps"));
        link.SetChannelAttribute("Delay", StringValue(end == 1 ? "5ms" : "1ms"));
        const auto router = m_nodes.Get(end == 1 ? 0 : end % 2);
        m_links.push_back(link.Install(router, m_nodes.Get(end)));
        const auto interfaces = addresses.Assign(m_links.back());
        if (end > 1)
        {
            m_addresses.push_back(interfaces.GetAddress(1));
        }
        addresses.NewNetwork();
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    for (uint32_t host = 0; host < m_addresses.size(); ++host)
    {
        const auto agent = CreateObject<MeasurementAgent>();
        agent->SetAttribute("LoginTime",
                            TimeValue(program.GetDice().When(NanoSeconds(1), MilliSeconds(100))));
        m_nodes.Get(2 + host)->AddApplication(agent);
        m_objects.push_back(agent);
    }
}

void
Path::Measure()
{
    auto& dice = m_program->GetDice();
    static const std::vector<std::string> PROBES{
        "ns3::PingProbe[Count=5|Interval=20ms|Wait=100ms]",
        "ns3::TracerouteProbe[Wait=50ms]",
        "ns3::TracerouteProbe[Kind=Icmp|Probes=2|Wait=50ms]",
        "ns3::ThroughputProbe[Duration=300ms|Streams=2|Window=65536|Interval=50ms]",
        "ns3::WindowSearchProbe[Windows=16384,65536|Streams=1,2|Duration=100ms]",
        "ns3::BbcpProbe[Size=100000|StartUp=1ms]",
        "ns3::BbftpProbe[Size=50000|StartUp=1ms|TimeLimit=200ms]",
        "ns3::GridFtpProbe[Size=200000|StartUp=1ms|RateLimit=5Mbps]",
        "ns3::UdpMonitorProbe[Packets=50|Spacing=5ms]",
        "ns3::ChirpProbe[Chirps=2|LowRate=1Mbps|HighRate=10Mbps|AverageRate=500kbps]",
        "ns3::SlopsProbe[MinRate=100kbps|Streams=2|StreamLength=25|Idle=1]",
        "ns3::PacketPairProbe[Estimator=ns3::SpruceEstimator]",
        "ns3::PacketPairProbe[Estimator=ns3::AbweEstimator]",
        "ns3::PacketPairProbe[Estimator=ns3::PathrateEstimator]",
        "ns3::PipecharProbe[Trains=3|Wait=50ms]"};
    const uint32_t from = dice.Below(m_addresses.size());
    const uint32_t to = (from + 1 + dice.Below(m_addresses.size() - 1)) % m_addresses.size();
    const auto& text = dice.Pick(PROBES);
    m_told.push_back(std::make_unique<Told>());
    auto* const told = m_told.back().get();
    const auto application = CreateObject<MeasurementApplication>();
    told->application = application;
    told->count = dice.Below(4);
    application->SetAttribute("Probe", StringValue(text));
    application->SetAttribute("Count", UintegerValue(told->count));
    application->SetAttribute("Interval", TimeValue(dice.When(MilliSeconds(10), Seconds(1))));
    const auto probe = application->GetProbe();
    probe->SetAttribute("Remote", Ipv4AddressValue(m_addresses[to]));
    probe->SetAttribute("Timeout", TimeValue(dice.When(MilliSeconds(1), Seconds(2))));
    probe->SetAttribute("Dscp", UintegerValue(dice.Below(64)));
    m_stream += application->AssignStreams(m_stream);
    application->SetStartTime(dice.When(Time(0), m_program->GetHorizon() / 4));
    if (dice.Chance(0.5))
    {
        application->SetStopTime(dice.When(MilliSeconds(1), m_program->GetHorizon()));
    }
    application->TraceConnectWithoutContext(
        "Result",
        Callback<void, const MeasurementResult&>([this, told](const MeasurementResult& result) {
            m_program->GetJournal().Write("result " + ToText(result.status) + " " + result.note);
            for (const auto& value : result.values)
            {
                m_program->GetJournal().Write(value.name, value.value);
            }
            if (result.begin < told->end || result.end < result.begin ||
                result.end > Simulator::Now())
            {
                throw Finding("a result begins before the end of the one before");
            }
            told->end = result.end;
            ++told->results;
        }));
    const auto node = m_nodes.Get(2 + from);
    node->AddApplication(application);
    application->Initialize();
    m_objects.push_back(application);
    m_objects.push_back(probe);
    m_program->Call("MeasurementApplication with " + text.substr(0, text.find('[')));
}

void
Path::Fault()
{
    auto& dice = m_program->GetDice();
    static const std::vector<std::string> KINDS{"link-down L",
                                                "host-down H",
                                                "rate L 60%",
                                                "rate L 100kbps",
                                                "delay L +10ms",
                                                "delay L 1us",
                                                "loss L 0.3",
                                                "block H tcp any in",
                                                "block H udp any both reject",
                                                "block H icmp 8 in",
                                                "crash A",
                                                "hang A"};
    const auto injector = CreateObject<FaultInjector>();
    const uint32_t host = dice.Below(m_addresses.size());
    injector->AddLink("L", dice.Pick(m_links).Get(dice.Below(2)));
    injector->AddHost("H", m_nodes.Get(2 + host));
    injector->AddServer("A", m_nodes.Get(2 + host)->GetApplication(0));
    const auto now = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
    const auto last = static_cast<uint64_t>(m_program->GetHorizon().GetNanoSeconds());
    std::string plan;
    const uint64_t count = 1 + dice.Below(3);
    for (uint64_t i = 0; i < count; ++i)
    {
        plan += (i > 0 ? ";" : "") + std::to_string(now + dice.Below(last)) + "ns " +
                (dice.Chance(0.2) ? std::string("forever")
                                  : std::to_string(1 + dice.Below(last)) + "ns") +
                " " + dice.Pick(KINDS);
    }
    m_program->GetJournal().Write("plan " + plan);
    injector->SetAttribute("Plan", StringValue(plan));
    m_stream += injector->AssignStreams(m_stream);
    injector->Start();
    m_faults.push_back(injector);
    m_objects.push_back(injector);
    m_program->Call("FaultInjector::AddLink");
    m_program->Call("FaultInjector::AddHost");
    m_program->Call("FaultInjector::AddServer");
    m_program->Call("FaultInjector::AssignStreams");
    m_program->Call("FaultInjector::Start");
}

void
Path::Export()
{
    auto& dice = m_program->GetDice();
    const auto exporter = CreateObject<NetflowExporter>();
    exporter->SetAttribute("InactiveTimeout", TimeValue(dice.When(MilliSeconds(10), Seconds(1))));
    exporter->SetAttribute("MaxEntries", UintegerValue(1 + dice.Below(10)));
    exporter->SetAttribute("Sampling", UintegerValue(1 + dice.Below(3)));
    m_program->Call("NetflowExporter::Install");
    exporter->Install(m_nodes.Get(dice.Below(2))); // refused if the router has one
    m_stream += exporter->AssignStreams(m_stream);
    const std::size_t number = m_netflow.size();
    m_netflow.push_back(exporter);
    m_recorded.push_back(0);
    exporter->TraceConnectWithoutContext(
        "Record",
        Callback<void, const NetflowRecord&>(
            [this, number](const NetflowRecord& record) { m_recorded[number] += record.packets; }));
    m_objects.push_back(exporter);
    m_program->Call("NetflowExporter::AssignStreams");
}

std::vector<World::Action>
Path::GetActions()
{
    return {
        {8, "measure", [this] { Measure(); }},
        {2, "faults", [this] { Fault(); }},
        {1, "export", [this] { Export(); }},
        {3, "listen", [this] { m_program->Listen(*this); }},
        {2, "change", [this] { m_program->Change(*this); }},
        {1,
         "flush",
         [this] {
             for (std::size_t i = 0; i < m_netflow.size(); ++i)
             {
                 m_program->Call("NetflowExporter::Flush");
                 m_netflow[i]->Flush();
                 if (m_recorded[i] != m_netflow[i]->GetSampled())
                 {
                     throw Finding("records of " + std::to_string(m_recorded[i]) + " packets, of " +
                                   std::to_string(m_netflow[i]->GetSampled()) + " counted");
                 }
             }
         }},
        {1,
         "ask",
         [this] {
             for (const auto& faults : m_faults)
             {
                 m_program->Ask("FaultInjector::GetBegun", faults->GetBegun());
                 m_program->Ask("FaultInjector::GetFaults", faults->GetFaults().size());
             }
             for (const auto& told : m_told)
             {
                 const auto probe = told->application->GetProbe();
                 if (const auto ping = DynamicCast<PingProbe>(probe))
                 {
                     const auto& trips = ping->GetRoundTrips();
                     m_program->Ask("PingProbe::GetRoundTrips", trips.GetReceived());
                 }
                 if (const auto trace = DynamicCast<TracerouteProbe>(probe))
                 {
                     m_program->Ask("TracerouteProbe::GetRoute", trace->GetRoute().size());
                 }
                 if (const auto search = DynamicCast<WindowSearchProbe>(probe))
                 {
                     m_program->Ask("WindowSearchProbe::GetTrials", search->GetTrials().size());
                 }
                 if (probe)
                 {
                     m_program->Ask("MeasurementProbe::GetBytes", probe->GetBytes());
                     m_program->Ask("MeasurementProbe::IsHeavy", probe->IsHeavy());
                 }
             }
         }},
    };
}

std::vector<std::pair<std::string, Ptr<Object>>>
Path::GetObjects() const
{
    return NumberObjects(m_objects);
}

void
Path::Check() const
{
    for (const auto& told : m_told)
    {
        UintegerValue count; // as it is now: programs change attributes
        told->application->GetAttribute("Count", count);
        if (told->count > 0 && count.Get() == told->count && told->results > told->count)
        {
            throw Finding("more results than measurements");
        }
    }
    for (std::size_t i = 0; i < m_netflow.size(); ++i)
    {
        if (m_netflow[i]->GetSampled() > m_netflow[i]->GetPackets() ||
            m_recorded[i] > m_netflow[i]->GetSampled())
        {
            throw Finding("more packets in records than were heard");
        }
    }
}

} // namespace

std::unique_ptr<World>
MakePath()
{
    return std::make_unique<Path>();
}

} // namespace burstlab
