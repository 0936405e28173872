/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../common/hosts.h"
#include "../common/stack.h"
#include "faults.h"
#include "flows.h"
#include "network.h"
#include "report.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/channel.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/event-id.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/faults-injector.h"
#include "ns3/iepm-forecast-watch.h"
#include "ns3/iepm-forecaster.h"
#include "ns3/iepm-host-reader.h"
#include "ns3/iepm-plan.h"
#include "ns3/iepm-schedule-controller.h"
#include "ns3/netflow-exporter.h"
#include "ns3/path-measurement-agent.h"
#include "ns3/path-measurement-cross-traffic.h"
#include "ns3/path-measurement-host-parts.h"
#include "ns3/path-measurement-remote-probe.h"
#include "ns3/path-measurement-window-search-probe.h"
#include "ns3/run-archive.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

/** A monitor that measures many hosts in cycles, over the network between them. */
class PathMeasurementCycleScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    /** What a remote host has. */
    struct Remote
    {
        Ptr<MeasurementAgent> agent; //!< starts servers
        Ptr<CrossTraffic> others;    //!< on the narrowest link of its path, or null
        EventId longer;              //!< next ScheduleOthers
    };

    void DoBuild() override;
    void DoReport() override;

    /** @return what the files say, with the chosen hosts and tools */
    iepm::HostDatabase ReadDatabase() const;
    void BuildRemotes(const iepm::HostDatabase& hosts); //!< @param hosts as in the file
    void BuildEvents();                                 //!< What happens to the network.
    /** @param hosts as in the file @param scaled the same, scaled */
    void BuildMonitor(const iepm::HostDatabase& hosts, const iepm::HostDatabase& scaled);
    /** Others use the path. @param remote host of a test @param time for which it goes on */
    void ScheduleOthers(Remote& remote, Time time);
    /** @param host of a test that begins @param tool of it @param number of it */
    void Begin(const std::string& host, const std::string& tool, uint64_t number);
    void Record(const iepm::MeasurementRecord& record); //!< @param record of a test

    std::string m_hostsFile;           //!< attribute HostsFile
    std::string m_topologyFile;        //!< attribute TopologyFile
    std::string m_monitor;             //!< attribute Monitor
    std::string m_hosts;               //!< attribute Hosts
    std::string m_tools;               //!< attribute Tools
    uint32_t m_cycles;                 //!< attribute Cycles
    burst::ObjectText m_schedule;      //!< attribute Schedule
    double m_scale;                    //!< attribute Scale
    PathMeasurementStack::Year m_year; //!< attribute Stack
    Time m_buffer;                     //!< attribute Buffer
    Time m_login;                      //!< attribute LoginTime
    burst::ObjectText m_cross;         //!< attribute CrossTraffic
    burst::ObjectText m_forecaster;    //!< attribute Forecaster
    burst::ObjectText m_events;        //!< attribute Events
    burst::ObjectText m_flowText;      //!< attribute Flows
    double m_crashes;                  //!< attribute Crashes
    double m_hangs;                    //!< attribute Hangs
    double m_blocks;                   //!< attribute Blocks

    std::unique_ptr<CycleNetwork> m_network;       //!< between monitor and hosts
    std::unique_ptr<CycleFaults> m_faults;         //!< of tests
    std::unique_ptr<CycleFlows> m_flows;           //!< at the border, or null
    Ptr<FaultInjector> m_injector;                 //!< of the network, or null
    std::unique_ptr<iepm::MeasurementPlan> m_plan; //!< the tests
    std::unique_ptr<CycleReport> m_report;         //!< what became of them
    Ptr<ForecastWatch> m_forecasts;                //!< what they were expected to give, or null
    std::map<std::string, Remote> m_remotes;       //!< by name of the host
    std::map<std::string, bool> m_served;          //!< whether a tool has a server, by name
};

NS_OBJECT_ENSURE_REGISTERED(PathMeasurementCycleScenario);

namespace
{

constexpr int64_t LOSS_STREAM = 1000;    //!< one for each host
constexpr int64_t OTHERS_STREAM = 2000;  //!< two for each host
constexpr int64_t EVENTS_STREAM = 3500;  //!< one for each link
constexpr int64_t FLOWS_STREAM = 3900;   //!< of sampling
constexpr int64_t MONITOR_STREAM = 4000; //!< of schedule and probes
const Time DRAIN = Minutes(10);          //!< at the end, in which packets come to rest
const Time LONGER = Seconds(5);          //!< by which others stay if a test takes longer

} // namespace

TypeId
PathMeasurementCycleScenario::GetTypeId()
{
    using Self = PathMeasurementCycleScenario;
    static TypeId tid = AddStreamBase(
        TypeId("ns3::PathMeasurementCycleScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("path-measurement")
            .AddConstructor<Self>()
            .AddAttribute("HostsFile",
                          "File of remote hosts and tools, with the facts loss, use, diurnal and "
                          "buffer of each host.",
                          StringValue("scenarios/path-measurement/data/hosts-2002.txt"),
                          MakeStringAccessor(&Self::m_hostsFile),
                          burst::MakeFileChecker())
            .AddAttribute("TopologyFile",
                          "File of the network, with the hosts by their names.",
                          StringValue("scenarios/path-measurement/data/wan-2002.topology"),
                          MakeStringAccessor(&Self::m_topologyFile),
                          burst::MakeFileChecker())
            .AddAttribute("Monitor",
                          "Name of the device in the network that measures.",
                          StringValue("slac"),
                          MakeStringAccessor(&Self::m_monitor),
                          MakeStringChecker())
            .AddAttribute("Hosts",
                          "Names of the hosts that are measured, with commas; empty: all of the "
                          "file.",
                          StringValue(""),
                          MakeStringAccessor(&Self::m_hosts),
                          MakeStringChecker())
            .AddAttribute("Tools",
                          "Names of the tools, with commas; empty: all of the file.",
                          StringValue(""),
                          MakeStringAccessor(&Self::m_tools),
                          MakeStringChecker())
            .AddAttribute(
                "Cycles",
                "How many cycles there are. The monitor ends a CycleLength after the last one.",
                UintegerValue(1),
                MakeUintegerAccessor(&Self::m_cycles),
                MakeUintegerChecker<uint32_t>(1, 100'000))
            .AddAttribute(
                "Schedule",
                "The monitor, with what is not as usual of its schedule, as "
                "CycleLength=30min.",
                burst::ObjectTextValue(burst::ObjectText(ScheduleController::GetTypeId().GetName(),
                                                         ScheduleController::GetTypeId())),
                burst::MakeObjectTextAccessor(&Self::m_schedule),
                burst::MakeObjectTextChecker<ScheduleController>())
            .AddAttribute(
                "Scale",
                "By how much all rates, windows and copies are smaller, at least 1. Times "
                "are kept.",
                DoubleValue(10),
                MakeDoubleAccessor(&Self::m_scale),
                MakeDoubleChecker<double>(1, 1000))
            .AddAttribute("Stack",
                          "TCP of hosts and queues of routers.",
                          EnumValue(PathMeasurementStack::Y2002),
                          MakeEnumAccessor<PathMeasurementStack::Year>(&Self::m_year),
                          PathMeasurementStack::MakeChecker())
            .AddAttribute("Buffer",
                          "FIFO queues of routers before links that are not the narrowest of a "
                          "path, as the time in which they are sent; of Stack 2002.",
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&Self::m_buffer),
                          MakeTimeChecker(Time(0), Seconds(10)))
            .AddAttribute("LoginTime",
                          "Processing time of a login at a host.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&Self::m_login),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "CrossTraffic",
                "What others send over the narrowest link of a path while it is "
                "measured: Mean, Diurnal and UtcOffset are those of the host, sizes of "
                "flows are scaled. None: nothing.",
                burst::ObjectTextValue(burst::ObjectText(CrossTraffic::GetTypeId().GetName(),
                                                         CrossTraffic::GetTypeId())),
                burst::MakeObjectTextAccessor(&Self::m_cross),
                burst::MakeObjectTextChecker<CrossTraffic>(true))
            .AddAttribute("Forecaster",
                          "What forecasts the next result of each tool at each host; with "
                          "Growth above 1 in Schedule, what is well forecast is tested less often. "
                          "None: nothing.",
                          burst::ObjectTextValue(
                              burst::ObjectText(MovingAverageForecaster::GetTypeId().GetName(),
                                                Forecaster::GetTypeId())),
                          burst::MakeObjectTextAccessor(&Self::m_forecaster),
                          burst::MakeObjectTextChecker<Forecaster>(true))
            .AddAttribute("Events",
                          "What happens to hosts and to the narrowest links of their paths, both "
                          "by the names of the hosts, as ns3::FaultInjector[PlanFile=FILE]. A rate "
                          "that is not a share is that of the scaled link. None: nothing.",
                          burst::ObjectTextValue(burst::ObjectText()),
                          burst::MakeObjectTextAccessor(&Self::m_events),
                          burst::MakeObjectTextChecker<FaultInjector>(true))
            .AddAttribute("Flows",
                          "NetFlow of the router behind the monitor, which makes a row flow of "
                          "each transfer to a host with more than 10 MB over Scale. None: nothing.",
                          burst::ObjectTextValue(burst::ObjectText()),
                          burst::MakeObjectTextAccessor(&Self::m_flowText),
                          burst::MakeObjectTextChecker<NetflowExporter>(true))
            .AddAttribute("Crashes",
                          "Probability that the server of a test crashes.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Self::m_crashes),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Hangs",
                          "Probability that the server of a test hangs.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Self::m_hangs),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Blocks",
                          "Probability that the port of a test is blocked.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Self::m_blocks),
                          MakeDoubleChecker<double>(0, 1)));
    return tid;
}

std::string
PathMeasurementCycleScenario::GetHelp() const
{
    return "A monitor measures remote hosts with its tools in cycles: each test that is due has a "
           "row, and cycles, loads of links and results stand beside what was predicted.";
}

Time
PathMeasurementCycleScenario::GetDuration() const
{
    const Time length = m_schedule.Create<ScheduleController>()->GetPolicy().length;
    return TimeStep((m_cycles + 1) * length.GetTimeStep()) + DRAIN;
}

iepm::HostDatabase
PathMeasurementCycleScenario::ReadDatabase() const
{
    auto hosts = SelectHosts(iepm::ReadHosts(m_hostsFile), ReadNames(m_hosts), ReadNames(m_tools));
    if (hosts.GetHosts().empty() || hosts.GetTools().empty())
    {
        throw std::invalid_argument("HostsFile is " + m_hostsFile + ", which has " +
                                    std::to_string(hosts.GetHosts().size()) + " hosts and " +
                                    std::to_string(hosts.GetTools().size()) +
                                    " tools; allowed are 1 or more of each");
    }
    return hosts;
}

void
PathMeasurementCycleScenario::DoBuild()
{
    const RateScale scale(m_scale);
    PathMeasurementStack(m_year).SetDefaults(scale.GetFactor());
    Config::SetDefault("ns3::RemoteProbe::ExpectedLogin", TimeValue(m_login));
    auto hosts = ReadDatabase();
    m_network = std::make_unique<CycleNetwork>(
        fabric::ReadTopology(m_topologyFile),
        hosts,
        CycleNetwork::Options{m_monitor, m_year, scale, m_buffer, GetStreamBase() + LOSS_STREAM},
        GetLedger());
    for (const auto& site : m_network->GetSites())
    {
        std::ostringstream address;
        address << site.address;
        hosts.GetHost(site.name).address = address.str();
    }
    BuildRemotes(hosts);
    BuildEvents();
    if (m_flowText)
    {
        m_flows = std::make_unique<CycleFlows>(*m_network,
                                               m_flowText.Create<NetflowExporter>(),
                                               GetStreamBase() + FLOWS_STREAM);
    }
    BuildMonitor(hosts, ScaleHosts(hosts, scale, bool(m_cross)));
}

void
PathMeasurementCycleScenario::BuildRemotes(const iepm::HostDatabase& hosts)
{
    const RateScale scale(m_scale);
    int64_t stream = GetStreamBase() + OTHERS_STREAM;
    for (const auto& site : m_network->GetSites())
    {
        const auto& host = hosts.GetHost(site.name);
        auto& remote = m_remotes[site.name];
        remote.agent = CreateObject<MeasurementAgent>();
        remote.agent->SetAttribute("LoginTime", TimeValue(m_login));
        site.node->AddApplication(remote.agent);
        if (host.disk)
        {
            const auto disk = CreateObject<HostDisk>();
            disk->SetAttribute("Rate", DataRateValue(DataRate(scale.Divide(host.disk))));
            site.node->AggregateObject(disk);
        }
        if (!m_cross)
        {
            continue;
        }
        remote.others = m_cross.Create<CrossTraffic>();
        remote.others->SetAttribute("Mean", DoubleValue(host.GetFact("use")));
        remote.others->SetAttribute("Diurnal", DoubleValue(host.GetFact("diurnal")));
        remote.others->SetAttribute("UtcOffset", DoubleValue(host.utcOffset));
        for (const char* size : {"FlowMin", "FlowMax"})
        {
            DoubleValue bytes;
            remote.others->GetAttribute(size, bytes);
            remote.others->SetAttribute(size, DoubleValue(bytes.Get() / scale.GetFactor()));
        }
        remote.others->SetLink(site.narrow);
        remote.others->SetPath(site.narrow->GetNode(), site.behind, site.behindAt);
        stream += remote.others->AssignStreams(stream);
    }
}

void
PathMeasurementCycleScenario::BuildEvents()
{
    if (!m_events)
    {
        return;
    }
    m_injector = m_events.Create<FaultInjector>();
    for (const auto& site : m_network->GetSites())
    {
        const auto channel = site.narrow->GetChannel();
        m_injector->AddLink(site.name, channel->GetDevice(channel->GetDevice(0) == site.narrow));
        m_injector->AddHost(site.name, site.node);
    }
    m_injector->AssignStreams(GetStreamBase() + EVENTS_STREAM);
    m_injector->Start();
    GetRecorder().Statistics(m_injector);
}

void
PathMeasurementCycleScenario::BuildMonitor(const iepm::HostDatabase& hosts,
                                           const iepm::HostDatabase& scaled)
{
    const auto monitor = m_schedule.Create<ScheduleController>();
    UintegerValue own;
    monitor->GetAttribute("Cycles", own);
    if (own.Get())
    {
        throw std::invalid_argument("Schedule has Cycles=" + std::to_string(own.Get()) +
                                    "; allowed is the attribute Cycles of the scenario");
    }
    monitor->SetAttribute("Cycles", UintegerValue(m_cycles));
    monitor->SetDatabase(scaled);
    const auto wrong = monitor->Check();
    if (!wrong.empty())
    {
        throw std::invalid_argument(wrong.front());
    }
    for (const auto& tool : scaled.GetTools())
    {
        const auto probe = burst::CreateFromText<MeasurementProbe>(tool.probe);
        m_served[tool.name] =
            DynamicCast<RemoteProbe>(probe) || DynamicCast<WindowSearchProbe>(probe);
    }
    m_plan = std::make_unique<iepm::MeasurementPlan>(scaled);
    DoubleValue growth;
    monitor->GetAttribute("Growth", growth);
    m_report = std::make_unique<CycleReport>(*m_plan,
                                             monitor->GetPolicy(),
                                             m_cycles,
                                             m_monitor,
                                             m_forecaster && growth.Get() > 1);
    for (const auto& host : hosts.GetHosts())
    {
        const auto path = GetExpectedPath(host, bool(m_cross));
        Report("path.one_stream",
               path.oneStream / m_scale,
               "bit/s",
               "closed form of a stream with a window of 64 KB",
               host.name);
        Report("path.best",
               path.best / m_scale,
               "bit/s",
               "closed form of 40 streams with windows of 1 MB",
               host.name);
        for (const auto& tool : hosts.GetTools())
        {
            if (const auto expected = GetExpectedValue(host, tool, bool(m_cross)))
            {
                m_report->Expect(host.name,
                                 tool.name,
                                 expected->name,
                                 expected->unit == "bit/s" ? expected->value / m_scale
                                                           : expected->value);
            }
        }
    }
    m_faults = std::make_unique<CycleFaults>(RandomFaults::Chances{m_crashes, m_hangs, m_blocks},
                                             GetStreamBase());
    monitor->AssignStreams(GetStreamBase() + MONITOR_STREAM);
    monitor->TraceConnectWithoutContext("Begin",
                                        MakeCallback(&PathMeasurementCycleScenario::Begin, this));
    monitor->TraceConnectWithoutContext("Record",
                                        MakeCallback(&PathMeasurementCycleScenario::Record, this));
    monitor->TraceConnectWithoutContext("Cycle",
                                        MakeCallback(&CycleReport::AddCycle, m_report.get()));
    if (m_forecaster)
    {
        m_forecasts = CreateObject<ForecastWatch>();
        m_forecasts->SetAttribute("Forecaster", burst::ObjectTextValue(m_forecaster));
        m_forecasts->TraceConnectWithoutContext(
            "Forecast",
            MakeCallback(&CycleReport::AddForecast, m_report.get()));
        m_forecasts->Watch(monitor);
    }
    monitor->SetStopTime(GetDuration() - DRAIN);
    m_network->GetMonitor()->AddApplication(monitor);
}

void
PathMeasurementCycleScenario::ScheduleOthers(Remote& remote, Time time)
{
    remote.others->Announce(Simulator::Now(), Simulator::Now() + time);
    remote.longer = Simulator::Schedule(time, [this, &remote] { ScheduleOthers(remote, LONGER); });
}

void
PathMeasurementCycleScenario::Begin(const std::string& host,
                                    const std::string& tool,
                                    uint64_t number)
{
    auto& remote = m_remotes.at(host);
    const Time expected = m_plan->GetTasks()[m_plan->Find(host, tool)].duration;
    m_faults->Begin(number, remote.agent, m_served.at(tool), expected);
    if (remote.others)
    {
        ScheduleOthers(remote, std::max(expected, LONGER));
    }
}

void
PathMeasurementCycleScenario::Record(const iepm::MeasurementRecord& record)
{
    m_remotes.at(record.host).longer.Cancel();
    m_report->AddTest(record, m_faults->End(record.number));
}

void
PathMeasurementCycleScenario::DoReport()
{
    m_report->CheckThatNothingVanished();
    std::vector<CycleReport::Link> links;
    for (const auto& [category, shared] : m_network->GetShared())
    {
        links.push_back({shared.name, shared.rate, shared.bytes});
    }
    m_report->Write(GetArchive(), links);
    if (m_flows)
    {
        m_flows->Write(GetArchive(), m_monitor, RateScale(m_scale));
    }
}

} // namespace ns3
