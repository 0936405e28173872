/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../common/hosts.h"
#include "scenario.h"

#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/iepm-diurnal-forecaster.h"
#include "ns3/iepm-host-reader.h"
#include "ns3/log.h"
#include "ns3/path-measurement-copy-probe.h"
#include "ns3/path-measurement-window-search-probe.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PathMeasurementSteering");

NS_OBJECT_ENSURE_REGISTERED(PathMeasurementSteeringScenario);

namespace
{

constexpr int64_t GIVE_UP = 2;         //!< deadlines after which the run ends
const Time BETWEEN_SITES = Minutes(5); //!< from the test of a site to that of the next
const Time STARTING = Seconds(5);      //!< for the handshake of a copy

/** @param value any @return it, empty if it is no number */
std::string
Write(double value)
{
    return std::isfinite(value) ? burst::WriteDouble(value) : "";
}

/** @param window bytes @param scale of rates @return bytes of the scaled window */
uint64_t
DivideWindow(uint64_t window, double scale)
{
    constexpr uint64_t LEAST = 2920; // two segments
    return std::max(RateScale(scale).Divide(window), LEAST);
}

} // namespace

TypeId
PathMeasurementSteeringScenario::AddTransfer(TypeId type)
{
    using Self = PathMeasurementSteeringScenario;
    return type
        .AddAttribute("HostsFile",
                      "File of hosts, with the facts loss, use, diurnal and buffer of each.",
                      StringValue("scenarios/path-measurement/data/hosts-2002.txt"),
                      MakeStringAccessor(&Self::m_hostsFile),
                      burst::MakeFileChecker())
        .AddAttribute("Site",
                      "Host to which the data go.",
                      StringValue("IN2P3"),
                      MakeStringAccessor(&Self::m_site),
                      MakeStringChecker())
        .AddAttribute("Replica",
                      "Host to which they can go instead; empty: none.",
                      StringValue("CERN"),
                      MakeStringAccessor(&Self::m_replica),
                      MakeStringChecker())
        .AddAttribute("Volume",
                      "Bytes to send, before they are divided by Scale.",
                      UintegerValue(1'000'000'000'000),
                      MakeUintegerAccessor(&Self::m_volume),
                      MakeUintegerChecker<uint64_t>(1'000'000, 1'000'000'000'000'000))
        .AddAttribute("Scale",
                      "By how much rates, windows and volume are smaller, 1 or more. Times are "
                      "kept; results are those of full rates.",
                      DoubleValue(100),
                      MakeDoubleAccessor(&Self::m_scale),
                      MakeDoubleChecker<double>(1, 1000))
        .AddAttribute("Policy",
                      "How the transfer is steered: by the law; or not at all, as QBSS or as best "
                      "effort to Site, or as QBSS to Replica.",
                      EnumValue(STEERED),
                      MakeEnumAccessor<Policy>(&Self::m_policy),
                      MakeEnumChecker(STEERED,
                                      "Steered",
                                      SCAVENGER,
                                      "Scavenger",
                                      BEST_EFFORT,
                                      "BestEffort",
                                      OTHER_SITE,
                                      "OtherSite"))
        .AddAttribute("Deadline",
                      "After the start, by when all has to be there; after twice that the run "
                      "ends.",
                      TimeValue(Hours(36)),
                      MakeTimeAccessor(&Self::m_deadline),
                      MakeTimeChecker(Minutes(1), Days(100)))
        .AddAttribute(
            "Steering",
            "The law, with what is not as usual of it, as CheckInterval=1min. Copy, "
            "Policy, Volume and Deadline are those of the scenario; Floor is divided by "
            "Scale.",
            burst::ObjectTextValue(burst::ObjectText("ns3::SteeredCopy[CheckInterval=30min|Lately="
                                                     "90min|Floor=30Mb/s|Checks=2|Sample=0.02]",
                                                     SteeredCopy::GetTypeId())),
            burst::MakeObjectTextAccessor(&Self::m_steering),
            burst::MakeObjectTextChecker<SteeredCopy>())
        .AddAttribute("Copy",
                      "Tool that sends, also in tests; Window is divided by Scale.",
                      burst::ObjectTextValue(burst::ObjectText(
                          "ns3::BbcpProbe[Window=1048576|Streams=8|BlockSize=5840]",
                          CopyProbe::GetTypeId())),
                      burst::MakeObjectTextAccessor(&Self::m_copyText),
                      burst::MakeObjectTextChecker<CopyProbe>())
        .AddAttribute("Search",
                      "Search of windows and streams at each site before the transfer; Windows are "
                      "divided by Scale. None: those of Copy.",
                      burst::ObjectTextValue(burst::ObjectText()),
                      burst::MakeObjectTextAccessor(&Self::m_search),
                      burst::MakeObjectTextChecker<WindowSearchProbe>(true))
        .AddAttribute("LoginTime",
                      "Processing time of a login at a host.",
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&Self::m_login),
                      MakeTimeChecker(Time(0)));
}

TypeId
PathMeasurementSteeringScenario::AddMeasurements(TypeId type)
{
    using Self = PathMeasurementSteeringScenario;
    return type
        .AddAttribute("Stack",
                      "TCP of hosts, and queues of routers, in each class.",
                      EnumValue(PathMeasurementStack::Y2002),
                      MakeEnumAccessor<PathMeasurementStack::Year>(&Self::m_year),
                      PathMeasurementStack::MakeChecker())
        .AddAttribute(
            "CrossTraffic",
            "What others send over the narrowest link of each path: Mean, Diurnal and "
            "UtcOffset are those of the host, FlowMax is divided by Scale, but at least "
            "ten times FlowMin. None: nothing.",
            burst::ObjectTextValue(burst::ObjectText("ns3::CrossTraffic[DatagramSize=1000]",
                                                     CrossTraffic::GetTypeId())),
            burst::MakeObjectTextAccessor(&Self::m_cross),
            burst::MakeObjectTextChecker<CrossTraffic>(true))
        .AddAttribute("Events",
                      "What happens to the links to hosts and to hosts, both by their names, as "
                      "ns3::FaultInjector[Plan=76h 24h rate IN2P3 30%]; times are those of the "
                      "run, of which Training is the begin. None: nothing.",
                      burst::ObjectTextValue(burst::ObjectText()),
                      burst::MakeObjectTextAccessor(&Self::m_events),
                      burst::MakeObjectTextChecker<FaultInjector>(true))
        .AddAttribute(
            "Forecaster",
            "What forecasts the rate of the copy to each host from tests.",
            burst::ObjectTextValue(burst::ObjectText(DiurnalForecaster::GetTypeId().GetName(),
                                                     Forecaster::GetTypeId())),
            burst::MakeObjectTextAccessor(&Self::m_forecaster),
            burst::MakeObjectTextChecker<Forecaster>())
        .AddAttribute("Training",
                      "Before the start of the transfer, in which hosts are tested; the run "
                      "begins on a Monday at 0 o'clock UTC.",
                      TimeValue(Days(3)),
                      MakeTimeAccessor(&Self::m_training),
                      MakeTimeChecker(Hours(1), Days(100)))
        .AddAttribute("TestInterval",
                      "Between tests of a host, and how long a forecast is constant, 15 minutes "
                      "or more.",
                      TimeValue(Minutes(90)),
                      MakeTimeAccessor(&Self::m_testInterval),
                      MakeTimeChecker(Minutes(15), Days(1)))
        .AddAttribute("TestDuration",
                      "How long the copy of a test sends, up to 2 minutes.",
                      TimeValue(Seconds(10)),
                      MakeTimeAccessor(&Self::m_testDuration),
                      MakeTimeChecker(Seconds(1), Minutes(2)))
        .AddAttribute("PingInterval",
                      "Between pings of others while a piece is sent.",
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&Self::m_pingInterval),
                      MakeTimeChecker(MilliSeconds(100)))
        .AddAttribute(
            "Settle",
            "After each piece, in which others go on, and what they waited for still comes.",
            TimeValue(Seconds(10)),
            MakeTimeAccessor(&Self::m_settle),
            MakeTimeChecker(Time(0), Hours(1)));
}

TypeId
PathMeasurementSteeringScenario::GetTypeId()
{
    static TypeId tid = AddStreamBase(
        AddMeasurements(AddTransfer(TypeId("ns3::PathMeasurementSteeringScenario")
                                        .SetParent<scenario::Scenario>()
                                        .SetGroupName("path-measurement")
                                        .AddConstructor<PathMeasurementSteeringScenario>())));
    return tid;
}

std::string
PathMeasurementSteeringScenario::GetHelp() const
{
    return "Sends a TByte to a site or its replica, steered by forecasts from tests before, and "
           "reports when the transfer ended, when that was forecast, what was decided and what "
           "others lost.";
}

Time
PathMeasurementSteeringScenario::GetDuration() const
{
    return m_training + TimeStep(GIVE_UP * m_deadline.GetTimeStep()) + m_settle;
}

void
PathMeasurementSteeringScenario::CheckInput() const
{
    if (m_replica == m_site)
    {
        throw std::invalid_argument("Replica is '" + m_replica +
                                    "'; allowed are hosts other than Site, or none");
    }
    if (m_policy == OTHER_SITE && m_replica.empty())
    {
        throw std::invalid_argument(
            "Policy is OtherSite and Replica is ''; allowed is a host as Replica");
    }
    if (m_training < m_testInterval)
    {
        const auto write = [](Time time) { return burst::WriteDouble(time.GetSeconds()) + " s"; };
        throw std::invalid_argument("Training is " + write(m_training) +
                                    "; allowed is TestInterval or more, which is " +
                                    write(m_testInterval));
    }
}

SteeringNetwork::Settings
PathMeasurementSteeringScenario::GetSettings() const
{
    const auto database = iepm::ReadHosts(m_hostsFile);
    std::vector<iepm::MeasurementHost> hosts{database.GetHost(m_site)};
    if (!m_replica.empty())
    {
        hosts.push_back(database.GetHost(m_replica));
    }
    return {hosts,
            RateScale(m_scale),
            m_year,
            m_cross,
            m_events,
            m_login,
            m_settle,
            m_pingInterval};
}

burst::ObjectText
PathMeasurementSteeringScenario::GetCopy() const
{
    const auto copy = m_copyText.Create<CopyProbe>();
    UintegerValue window;
    copy->GetAttribute("Window", window);
    copy->SetAttribute("Window", UintegerValue(DivideWindow(window.Get(), m_scale)));
    return {burst::WriteObject(*copy), CopyProbe::GetTypeId()};
}

burst::ObjectText
PathMeasurementSteeringScenario::GetSearch() const
{
    const auto search = m_search.Create<WindowSearchProbe>();
    StringValue windows;
    search->GetAttribute("Windows", windows);
    std::istringstream words(windows.Get());
    std::string divided;
    for (std::string word; std::getline(words, word, ',');)
    {
        const auto window = burst::ToUinteger(word);
        divided += (divided.empty() ? "" : ",") +
                   (window ? std::to_string(DivideWindow(*window, m_scale)) : word);
    }
    search->SetAttribute("Windows", StringValue(divided));
    search->GetExpectedBytes(0); // refuses what is no list now, not when the search begins
    return {burst::WriteObject(*search), WindowSearchProbe::GetTypeId()};
}

void
PathMeasurementSteeringScenario::DoBuild()
{
    CheckInput();
    PathMeasurementStack(m_year).SetDefaults(m_scale);
    const auto settings = GetSettings();
    m_network = std::make_unique<SteeringNetwork>(settings, 1, GetStreamBase());
    m_alone = std::make_unique<SteeringNetwork>(settings, 2, GetStreamBase());
    if (m_events)
    {
        GetRecorder().Statistics(m_network->GetEvents());
    }
    BuildTests();
    BuildTransfer();
}

void
PathMeasurementSteeringScenario::BuildTests()
{
    m_forecasts = std::make_unique<SteeringForecasts>(SteeringForecasts::Settings{GetCopy(),
                                                                                  m_forecaster,
                                                                                  m_testDuration,
                                                                                  m_testInterval,
                                                                                  "SLAC"},
                                                      m_network->GetMonitor());
    for (uint32_t site = 0; site < m_network->GetCount(); ++site)
    {
        m_forecasts->AddSite(m_network->GetName(site), m_network->GetAddress(site));
        for (Time slot; slot + m_testInterval <= m_training; slot += m_testInterval)
        {
            const Time at = slot + static_cast<int64_t>(site) * BETWEEN_SITES;
            m_forecasts->ScheduleTest(site, at);
            m_network->ScheduleOthers(site, at, at + m_testDuration + m_login + STARTING);
        }
    }
}

void
PathMeasurementSteeringScenario::BuildTransfer()
{
    m_copy = m_steering.Create<SteeredCopy>();
    DataRateValue floor;
    m_copy->GetAttribute("Floor", floor);
    const RateScale scale(m_scale);
    m_copy->SetAttribute("Floor", DataRateValue(DataRate(scale.Divide(floor.Get().GetBitRate()))));
    m_copy->SetAttribute("Copy", burst::ObjectTextValue(GetCopy()));
    if (m_search)
    {
        m_copy->SetAttribute("Search", burst::ObjectTextValue(GetSearch()));
        Simulator::Schedule(m_training,
                            &PathMeasurementSteeringScenario::ScheduleOthersInSearch,
                            this);
    }
    m_copy->SetAttribute("Volume", UintegerValue(scale.Divide(m_volume)));
    m_copy->SetAttribute("Deadline", TimeValue(m_deadline));
    m_copy->SetAttribute("Policy",
                         EnumValue(m_policy == STEERED       ? SteeredCopy::STEERED
                                   : m_policy == BEST_EFFORT ? SteeredCopy::BEST_EFFORT
                                                             : SteeredCopy::SCAVENGER));
    m_copy->TraceConnectWithoutContext(
        "Step",
        MakeCallback(&PathMeasurementSteeringScenario::NotifyStep, this));
    m_copy->TraceConnectWithoutContext(
        "Search",
        MakeCallback(&PathMeasurementSteeringScenario::NotifySearch, this));
    m_copy->TraceConnectWithoutContext(
        "Begun",
        Callback<void, const std::string&>([this](const std::string&) { StartTransfer(); }));
    m_copy->TraceConnectWithoutContext(
        "Piece",
        MakeCallback(&PathMeasurementSteeringScenario::NotifyPiece, this));
    for (uint32_t site = 0; site < m_network->GetCount(); ++site)
    {
        if (m_policy == STEERED || (site > 0) == (m_policy == OTHER_SITE))
        {
            m_copy->AddSite(m_network->GetName(site),
                            m_network->GetAddress(site),
                            m_forecasts->GetForecast(site));
        }
    }
    m_copy->SetStartTime(m_training);
    m_network->GetMonitor()->AddApplication(m_copy);
}

void
PathMeasurementSteeringScenario::ScheduleOthersInSearch()
{
    if (m_forecast)
    {
        return; // the transfer has begun
    }
    const Time now = Simulator::Now();
    for (uint32_t site = 0; site < m_network->GetCount(); ++site)
    {
        m_network->ScheduleOthers(site, now, now + STARTING);
    }
    Simulator::Schedule(STARTING, &PathMeasurementSteeringScenario::ScheduleOthersInSearch, this);
}

void
PathMeasurementSteeringScenario::NotifySearch(const std::string& site,
                                              const MeasurementResult& result)
{
    const auto report = [&](const char* name, double value, const char* unit, const char* text) {
        Report(std::string("steering.search_") + name, value, unit, text, site);
    };
    report("time",
           (result.end - result.begin).GetSeconds(),
           "s",
           "duration of the search at a site");
    report("bytes",
           m_scale * static_cast<double>(result.bytes),
           "B",
           "payload that the search sent");
    if (result.status == MeasurementResult::OK)
    {
        report("window", m_scale * result.Get("window"), "B", "window that was chosen");
        report("streams", result.Get("streams"), "1", "streams that were chosen");
        report("rate",
               m_scale * result.Get("throughput"),
               "bit/s",
               "that these carried in a trial");
    }
}

void
PathMeasurementSteeringScenario::StartTransfer()
{
    // After the first piece, which begins at the same time.
    Simulator::ScheduleNow([this]() {
        m_first = FindSite(m_copy->GetSite());
        const auto [low, high] = m_forecasts->GetBand(m_first);
        m_begin = Simulator::Now();
        m_forecast = m_copy->GetForecast();
        const auto find = [&](double factor) {
            return m_forecast->FindEnd(8.0 * RateScale(m_scale).Divide(m_volume),
                                       m_begin,
                                       GetDuration(),
                                       factor);
        };
        if (std::isfinite(low))
        {
            m_latest = find(low);
            m_soonest = find(high);
        }
        iepm::SteeringLaw::Step step{Simulator::Now(),
                                     iepm::SteeringLaw::GO_ON,
                                     m_policy != BEST_EFFORT,
                                     8.0 * RateScale(m_scale).Divide(m_volume),
                                     NAN,
                                     NAN,
                                     m_copy->GetPredictedEnd(),
                                     m_search ? "the search" : "the forecast"};
        AddDecision(step, m_copy->GetSite(), "begin");
        RecordProgress();
    });
}

uint32_t
PathMeasurementSteeringScenario::FindSite(const std::string& name) const
{
    return m_network->GetName(0) == name ? 0 : 1;
}

void
PathMeasurementSteeringScenario::NotifyPiece(const std::string& site, Time limit)
{
    for (const auto& network : {m_network.get(), m_alone.get()})
    {
        network->Watch(FindSite(site), m_login + STARTING + limit);
    }
}

void
PathMeasurementSteeringScenario::RecordProgress()
{
    const auto volume = static_cast<double>(m_volume);
    m_progress.emplace_back(
        m_scale * static_cast<double>(m_copy->GetSent()),
        std::min(volume, m_scale * m_forecast->GetBits(m_begin, Simulator::Now()) / 8));
    if (!m_copy->GetEnd())
    {
        Simulator::Schedule(GetPeriod(), &PathMeasurementSteeringScenario::RecordProgress, this);
    }
}

Time
PathMeasurementSteeringScenario::GetPeriod() const
{
    TimeValue period;
    m_copy->GetAttribute("CheckInterval", period);
    return period.Get();
}

void
PathMeasurementSteeringScenario::NotifyStep(const iepm::SteeringLaw::Step& step,
                                            const std::string& site)
{
    AddDecision(step, site, iepm::SteeringLaw::GetWord(step.action));
    if (step.action == iepm::SteeringLaw::DONE)
    {
        Simulator::Stop(m_settle + STARTING + m_login + GetPeriod());
    }
}

void
PathMeasurementSteeringScenario::AddDecision(const iepm::SteeringLaw::Step& step,
                                             const std::string& site,
                                             const std::string& action)
{
    NS_LOG_INFO(action << " at " << site << ": " << step.reason);
    const auto since = [this](Time time) { return (time - m_training).GetSeconds(); };
    m_decisions.push_back({Write(since(step.time)),
                           site,
                           action,
                           step.scavenger ? "QBSS" : "BE",
                           Write(m_scale * std::max(step.remaining, 0.0) / 8),
                           Write(m_scale * step.rate),
                           Write(step.ratio),
                           step.end ? Write(since(*step.end)) : "",
                           step.reason});
}

} // namespace ns3
