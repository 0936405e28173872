/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cycle-hosts.h"
#include "steering-forecasts.h"
#include "steering-network.h"

#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/iepm-diurnal-forecaster.h"
#include "ns3/iepm-host-reader.h"
#include "ns3/iepm-steered-copy.h"
#include "ns3/path-measurement-copy-probe.h"
#include "ns3/path-measurement-window-search-probe.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/** A bulk transfer that is steered by forecasts from tests before it, and what others pay. */
class PathMeasurementSteeringScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    /** How the transfer is steered. */
    enum Policy
    {
        STEERED,     //!< by the law
        SCAVENGER,   //!< not: QBSS to the site
        BEST_EFFORT, //!< not: best effort to the site
        OTHER_SITE,  //!< not: QBSS to the replica
    };

    void DoBuild() override;
    void DoReport() override;

    static TypeId AddTransfer(TypeId type);        //!< @param type any @return it with the transfer
    static TypeId AddMeasurements(TypeId type);    //!< @param type any @return it with the tests
    void CheckInput() const;                       //!< What attributes alone cannot say.
    SteeringNetwork::Settings GetSettings() const; //!< @return attributes
    burst::ObjectText GetCopy() const;             //!< @return attribute Copy, scaled
    burst::ObjectText GetSearch() const;           //!< @return attribute Search, scaled
    void BuildTests();                             //!< Tests of both sites, before the transfer.
    void BuildTransfer();                          //!< The transfer.
    void UseWhileSearching();                      //!< Others go on during searches.
    void Begin();                                  //!< The transfer begins now.
    /** @param site that was searched @param result of it */
    void Searched(const std::string& site, const MeasurementResult& result);
    void Sample(); //!< Note the progress.
    /** @param step of the law @param site at which the transfer goes on */
    void Decide(const iepm::SteeringLaw::Step& step, const std::string& site);
    /** @param step of the law @param site where the transfer goes on @param action in words */
    void AddDecision(const iepm::SteeringLaw::Step& step,
                     const std::string& site,
                     const std::string& action);
    Time GetPeriod() const;   //!< @return between checks
    double GetFactor() const; //!< @return bytes of others that a byte stands for
    /** @param name of a site @return its number */
    uint32_t FindSite(const std::string& name) const;
    /** @param site to which a piece begins @param limit for how long it sends at most */
    void Piece(const std::string& site, Time limit);
    /** @param outcome of others @param object name of it @return the outcome */
    SteeringNetwork::Outcome ReportNetwork(const SteeringNetwork::Outcome& outcome,
                                           const std::string& object);
    void ReportTransfer(); //!< Forecast and what came.
    void ReportOthers();   //!< What others lost.
    void WriteDecisions(); //!< The log.
    void WriteProgress();  //!< The series.

    std::string m_hostsFile;           //!< attribute HostsFile
    std::string m_site;                //!< attribute Site
    std::string m_replica;             //!< attribute Replica
    uint64_t m_volume;                 //!< attribute Volume
    double m_scale;                    //!< attribute Scale
    Policy m_policy;                   //!< attribute Policy
    Time m_deadline;                   //!< attribute Deadline
    burst::ObjectText m_steering;      //!< attribute Steering
    burst::ObjectText m_copyText;      //!< attribute Copy
    burst::ObjectText m_search;        //!< attribute Search
    PathMeasurementStack::Year m_year; //!< attribute Stack
    burst::ObjectText m_cross;         //!< attribute CrossTraffic
    burst::ObjectText m_events;        //!< attribute Events
    burst::ObjectText m_forecaster;    //!< attribute Forecaster
    Time m_training;                   //!< attribute Training
    Time m_testInterval;               //!< attribute TestInterval
    Time m_testDuration;               //!< attribute TestDuration
    Time m_login;                      //!< attribute LoginTime
    Time m_pingInterval;               //!< attribute PingInterval
    Time m_settle;                     //!< attribute Settle

    std::unique_ptr<SteeringNetwork> m_network;        //!< with the transfer
    std::unique_ptr<SteeringNetwork> m_alone;          //!< without it
    std::unique_ptr<SteeringForecasts> m_forecasts;    //!< of sites
    Ptr<SteeredCopy> m_copy;                           //!< the transfer
    uint32_t m_first{0};                               //!< where it begins
    Time m_begin;                                      //!< of the first piece
    std::optional<iepm::DurationForecast> m_forecast;  //!< of the rate there, then
    std::optional<Time> m_soonest;                     //!< end by the band
    std::optional<Time> m_latest;                      //!< likewise
    std::vector<std::vector<std::string>> m_decisions; //!< rows
    std::vector<std::pair<double, double>> m_progress; //!< bytes that were sent, and forecast
};

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
                      StringValue("scenarios/path-measurement/hosts-2002.txt"),
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
           "says when it ended, when that was forecast, what was decided and what others lost.";
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
            m_forecasts->Test(site, at);
            m_network->Use(site, at, at + m_testDuration + m_login + STARTING);
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
        Simulator::Schedule(m_training, &PathMeasurementSteeringScenario::UseWhileSearching, this);
    }
    m_copy->SetAttribute("Volume", UintegerValue(scale.Divide(m_volume)));
    m_copy->SetAttribute("Deadline", TimeValue(m_deadline));
    m_copy->SetAttribute("Policy",
                         EnumValue(m_policy == STEERED       ? SteeredCopy::STEERED
                                   : m_policy == BEST_EFFORT ? SteeredCopy::BEST_EFFORT
                                                             : SteeredCopy::SCAVENGER));
    m_copy->TraceConnectWithoutContext(
        "Step",
        MakeCallback(&PathMeasurementSteeringScenario::Decide, this));
    m_copy->TraceConnectWithoutContext(
        "Search",
        MakeCallback(&PathMeasurementSteeringScenario::Searched, this));
    m_copy->TraceConnectWithoutContext(
        "Begun",
        Callback<void, const std::string&>([this](const std::string&) { Begin(); }));
    m_copy->TraceConnectWithoutContext("Piece",
                                       MakeCallback(&PathMeasurementSteeringScenario::Piece, this));
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
PathMeasurementSteeringScenario::UseWhileSearching()
{
    if (m_forecast)
    {
        return; // the transfer has begun
    }
    const Time now = Simulator::Now();
    for (uint32_t site = 0; site < m_network->GetCount(); ++site)
    {
        m_network->Use(site, now, now + STARTING);
    }
    Simulator::Schedule(STARTING, &PathMeasurementSteeringScenario::UseWhileSearching, this);
}

void
PathMeasurementSteeringScenario::Searched(const std::string& site, const MeasurementResult& result)
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
PathMeasurementSteeringScenario::Begin()
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
        Sample();
    });
}

uint32_t
PathMeasurementSteeringScenario::FindSite(const std::string& name) const
{
    return m_network->GetName(0) == name ? 0 : 1;
}

void
PathMeasurementSteeringScenario::Piece(const std::string& site, Time limit)
{
    for (const auto& network : {m_network.get(), m_alone.get()})
    {
        network->Watch(FindSite(site), m_login + STARTING + limit);
    }
}

void
PathMeasurementSteeringScenario::Sample()
{
    const auto volume = static_cast<double>(m_volume);
    m_progress.emplace_back(
        m_scale * static_cast<double>(m_copy->GetSent()),
        std::min(volume, m_scale * m_forecast->GetBits(m_begin, Simulator::Now()) / 8));
    if (!m_copy->GetEnd())
    {
        Simulator::Schedule(GetPeriod(), &PathMeasurementSteeringScenario::Sample, this);
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
PathMeasurementSteeringScenario::Decide(const iepm::SteeringLaw::Step& step,
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

void
PathMeasurementSteeringScenario::ReportTransfer()
{
    const auto report = [this](const char* name, double value, const char* unit, const char* text) {
        Report(std::string("steering.") + name, value, unit, text);
    };
    const auto since = [this](Time time) { return (time - m_training).GetSeconds(); };
    const auto predicted = m_copy->GetPredictedEnd();
    const auto end = m_copy->GetEnd();
    report("start", m_training.GetSeconds(), "s", "when the transfer began");
    report("payload",
           m_scale * static_cast<double>(m_copy->GetSent()),
           "B",
           "payload that the transfer brought");
    report("ended", end ? 1 : 0, "1", "whether all is there");
    if (predicted)
    {
        report("predicted", since(*predicted), "s", "duration that was forecast at the start");
    }
    if (m_soonest)
    {
        report("predicted_low", since(*m_soonest), "s", "the same by the upper bound of tests");
    }
    if (m_latest)
    {
        report("predicted_high", since(*m_latest), "s", "the same by the lower bound of tests");
    }
    if (end)
    {
        const double took = since(*end);
        report("duration", took, "s", "duration of the transfer");
        report("in_time", *end <= m_training + m_deadline ? 1 : 0, "1", "whether in the deadline");
        if (predicted)
        {
            report("error", since(*predicted) / took - 1, "1", "forecast over duration, less 1");
        }
    }
    double moves = 0;
    double seconds = 0; // as best effort
    for (std::size_t i = 1; i < m_decisions.size(); ++i)
    {
        moves += m_decisions[i][1] != m_decisions[i - 1][1];
        seconds += m_decisions[i - 1][3] == "BE"
                       ? std::stod(m_decisions[i][0]) - std::stod(m_decisions[i - 1][0])
                       : 0;
    }
    report("moves", moves, "1", "how often the transfer went to another site");
    report("best_effort", seconds, "s", "how long it was best effort");
}

double
PathMeasurementSteeringScenario::GetFactor() const
{
    DoubleValue sample;
    m_copy->GetAttribute("Sample", sample);
    return m_scale / sample.Get();
}

SteeringNetwork::Outcome
PathMeasurementSteeringScenario::ReportNetwork(const SteeringNetwork::Outcome& outcome,
                                               const std::string& object)
{
    const auto report = [&](const char* name, double value, const char* unit, const char* text) {
        Report(std::string("steering.") + name, value, unit, text, object);
    };
    report("others", GetFactor() * outcome.payload, "B", "payload that others had meanwhile");
    report("datagrams", GetFactor() * outcome.datagrams, "B", "of these, in datagrams");
    report("flows", outcome.flows, "1", "flows of others that arrived while pieces were sent");
    report("pings", outcome.pings, "1", "pings of others that were answered");
    if (outcome.flowTime)
    {
        report("flow_time", *outcome.flowTime, "s", "mean time of flows of others that ended");
    }
    if (outcome.ping)
    {
        report("ping_mean", 1000 * *outcome.ping, "ms", "mean round trip of pings of others");
    }
    return outcome;
}

void
PathMeasurementSteeringScenario::ReportOthers()
{
    double lost = 0;
    for (uint32_t site = 0; site < m_network->GetCount(); ++site)
    {
        const auto& name = m_network->GetName(site);
        const auto with = ReportNetwork(m_network->GetOutcome(site), "with/" + name);
        const auto alone = ReportNetwork(m_alone->GetOutcome(site), "alone/" + name);
        lost += GetFactor() *
                (static_cast<double>(alone.datagrams) - static_cast<double>(with.datagrams));
        if (with.flowTime && alone.flowTime)
        {
            Report("steering.flow_stretch",
                   *with.flowTime / *alone.flowTime,
                   "1",
                   "time of flows of others over that without the transfer",
                   name);
        }
        if (with.ping && alone.ping)
        {
            Report("steering.ping_rise",
                   1000 * (*with.ping - *alone.ping),
                   "ms",
                   "mean round trip of pings of others less that without the transfer",
                   name);
        }
    }
    Report(
        "steering.lost",
        lost,
        "B",
        "payload in datagrams of others that came less than without the transfer: what flows wait "
        "for is late, and not lost");
    if (m_copy->GetSent() > 0)
    {
        Report("steering.harm",
               lost / (m_scale * static_cast<double>(m_copy->GetSent())),
               "1",
               "that, over the payload of the transfer");
    }
}

void
PathMeasurementSteeringScenario::WriteDecisions()
{
    const auto table = GetArchive().AddTable("decisions",
                                             {{"time", "s"},
                                              {"site", "1"},
                                              {"action", "1"},
                                              {"class", "1"},
                                              {"remaining", "B"},
                                              {"rate", "bit/s"},
                                              {"ratio", "1"},
                                              {"end", "s"},
                                              {"reason", "1"}});
    for (const auto& row : m_decisions)
    {
        GetArchive().AddRow(table, row);
    }
}

void
PathMeasurementSteeringScenario::WriteProgress()
{
    auto& archive = GetArchive();
    archive.DefineMetric("steering.progress", "B", "payload that the transfer has brought");
    const int64_t period = GetPeriod().GetNanoSeconds();
    for (const char* object : {"sent", "forecast"})
    {
        const auto series = archive.AddSeries("steering.progress", object, "ns", period);
        int64_t time = 0;
        for (const auto& [sent, forecast] : m_progress)
        {
            archive.AddPoint(series, time, *object == 's' ? sent : forecast);
            time += period;
        }
    }
}

void
PathMeasurementSteeringScenario::DoReport()
{
    ReportTransfer();
    ReportOthers();
    WriteDecisions();
    WriteProgress();
    m_forecasts->GetRows().Write(GetArchive());
    m_network->Close(GetLedger(), "with");
    m_alone->Close(GetLedger(), "alone");
}

} // namespace ns3
