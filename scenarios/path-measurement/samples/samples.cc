/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../common/hosts.h"
#include "../laws/visit-noise.h"

#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/double.h"
#include "ns3/faults-plan.h"
#include "ns3/iepm-host-reader.h"
#include "ns3/path-measurement-traffic-level.h"
#include "ns3/run-archive.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** Series of test results as a model makes them, without a packet. */
class PathMeasurementSamplesScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;

  private:
    /** A change of the level of all results of a host. */
    struct Event
    {
        int64_t begin; //!< ns
        int64_t end;   //!< ns
    };

    void DoBuild() override; //!< Nothing is simulated.
    void DoReport() override;

    /** @return tools and the deviation of their results over the mean, as of the attribute */
    std::vector<std::pair<std::string, double>> ReadDeviations() const;
    /** @param random draws of a host @return its change */
    Event DrawEvent(const measurement::CounterRandom& random) const;
    /** @param host of the file @param tool of the file @param noise of the results @param event of
     * the host, or null */
    void WriteSeries(const iepm::MeasurementHost& host,
                     const iepm::MeasurementTool& tool,
                     const VisitNoise& noise,
                     const Event* event);

    std::string m_hostsFile;  //!< attribute HostsFile
    std::string m_hosts;      //!< attribute Hosts
    std::string m_deviations; //!< attribute Deviations
    uint32_t m_cycles;        //!< attribute Cycles
    Time m_length;            //!< attribute CycleLength
    double m_shared;          //!< attribute SharedDeviation
    double m_correlation;     //!< attribute Correlation
    double m_swing;           //!< attribute Swing
    double m_change;          //!< attribute Change
    Time m_earliest;          //!< attribute ChangeEarliest
    Time m_latest;            //!< attribute ChangeLatest
    Time m_changeLength;      //!< attribute ChangeLength
};

NS_OBJECT_ENSURE_REGISTERED(PathMeasurementSamplesScenario);

namespace
{

constexpr int64_t OF_HOST = 100; //!< streams of a host: noise of all tools, event, one each tool
constexpr double OWN_SWING = -1; //!< that of the facts of a host

} // namespace

TypeId
PathMeasurementSamplesScenario::GetTypeId()
{
    using Self = PathMeasurementSamplesScenario;
    static TypeId tid = AddStreamBase(
        TypeId("ns3::PathMeasurementSamplesScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("path-measurement")
            .AddConstructor<Self>()
            .AddAttribute("HostsFile",
                          "File of remote hosts and tools, with the facts loss, use and diurnal of "
                          "each host.",
                          StringValue("scenarios/path-measurement/data/hosts-2002.txt"),
                          MakeStringAccessor(&Self::m_hostsFile),
                          burst::MakeFileChecker())
            .AddAttribute("Hosts",
                          "Names of the hosts that are measured, with commas; empty: all of the "
                          "file.",
                          StringValue(""),
                          MakeStringAccessor(&Self::m_hosts),
                          MakeStringChecker())
            .AddAttribute("Deviations",
                          "Tools with the deviation of their results over the mean, from "
                          "SharedDeviation to 2, with commas: TOOL=NUMBER.",
                          StringValue("iperf=0.15,bbcp-memory=0.25,bbcp-disk=0.17,bbftp=0.16,"
                                      "pipechar=0.15"),
                          MakeStringAccessor(&Self::m_deviations),
                          MakeStringChecker())
            .AddAttribute("Cycles",
                          "How many cycles there are: how often each host is visited.",
                          UintegerValue(448),
                          MakeUintegerAccessor(&Self::m_cycles),
                          MakeUintegerChecker<uint32_t>(1, 100'000))
            .AddAttribute("CycleLength",
                          "How often hosts are visited, whole seconds. A visit takes no time; the "
                          "first one is on Monday at 0 o'clock UTC.",
                          TimeValue(Minutes(90)),
                          MakeTimeAccessor(&Self::m_length),
                          MakeTimeChecker(Seconds(1), Days(1)))
            .AddAttribute("SharedDeviation",
                          "Deviation over its mean of the noise that all tools have in common at a "
                          "visit, 0 to 2.",
                          DoubleValue(0.15),
                          MakeDoubleAccessor(&Self::m_shared),
                          MakeDoubleChecker<double>(0, 2))
            .AddAttribute("Correlation",
                          "Of that noise at neighbouring visits, 0 to 0.99.",
                          DoubleValue(0.3),
                          MakeDoubleAccessor(&Self::m_correlation),
                          MakeDoubleChecker<double>(0, 0.99))
            .AddAttribute("Swing",
                          "By which part of the night's throughput is less at 14 o'clock of a "
                          "working day, 0 to 0.95; -1: as use and diurnal of the host have it.",
                          DoubleValue(OWN_SWING),
                          MakeDoubleAccessor(&Self::m_swing),
                          MakeDoubleChecker<double>(OWN_SWING, 0.95))
            .AddAttribute("Change",
                          "By which part of it the level of all tools changes once at each host, "
                          "-0.99 to 10, below 0 if the level falls; 0: nothing happens.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Self::m_change),
                          MakeDoubleChecker<double>(-0.99, 10))
            .AddAttribute("ChangeEarliest",
                          "From when on the change begins, at random until ChangeLatest.",
                          TimeValue(Days(7)),
                          MakeTimeAccessor(&Self::m_earliest),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ChangeLatest",
                          "Until when the change has begun, not before ChangeEarliest.",
                          TimeValue(Days(24)),
                          MakeTimeAccessor(&Self::m_latest),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ChangeLength",
                          "How long the change lasts.",
                          TimeValue(Days(3)),
                          MakeTimeAccessor(&Self::m_changeLength),
                          MakeTimeChecker(TimeStep(1))));
    return tid;
}

std::string
PathMeasurementSamplesScenario::GetHelp() const
{
    return "Results of tests of hosts as a model makes them, without packets: closed form, time of "
           "day, noise of a visit and of a tool, and a change of level that is known.";
}

void
PathMeasurementSamplesScenario::DoBuild()
{
    if (m_swing < 0 && m_swing != OWN_SWING)
    {
        throw std::invalid_argument("Swing is " + burst::WriteDouble(m_swing) +
                                    "; allowed are 0 to 0.95, and -1 for that of each host");
    }
    if (m_length.GetNanoSeconds() % Seconds(1).GetNanoSeconds())
    {
        throw std::invalid_argument("CycleLength is " + burst::WriteTime(m_length) +
                                    "; allowed are whole seconds");
    }
    if (m_latest < m_earliest)
    {
        throw std::invalid_argument("ChangeLatest is " + burst::WriteTime(m_latest) +
                                    "; allowed are times from ChangeEarliest on, " +
                                    burst::WriteTime(m_earliest));
    }
}

std::vector<std::pair<std::string, double>>
PathMeasurementSamplesScenario::ReadDeviations() const
{
    std::vector<std::pair<std::string, double>> deviations;
    std::set<std::string> names;
    for (const auto& word : ReadNames(m_deviations))
    {
        const auto mark = word.find('=');
        const auto name = word.substr(0, mark);
        const auto value =
            mark == std::string::npos ? std::nullopt : burst::ToDouble(word.substr(mark + 1));
        if (!value || !(*value >= m_shared && *value <= 2) || !names.insert(name).second)
        {
            throw std::invalid_argument("Deviations has '" + word +
                                        "'; allowed are TOOL=NUMBER, each tool once, with numbers "
                                        "from SharedDeviation, " +
                                        burst::WriteDouble(m_shared) + ", to 2");
        }
        deviations.emplace_back(name, *value);
    }
    if (deviations.empty())
    {
        throw std::invalid_argument("Deviations is empty; allowed are one or more tools");
    }
    return deviations;
}

void
PathMeasurementSamplesScenario::DoReport()
{
    const auto all = iepm::ReadHosts(m_hostsFile);
    const auto deviations = ReadDeviations();
    std::vector<std::string> names;
    for (const auto& [name, cv] : deviations)
    {
        names.push_back(name);
    }
    const auto chosen = SelectHosts(all, ReadNames(m_hosts), names);
    GetArchive().DefineMetric("samples.throughput", "bit/s", "payload of a test over its time");
    GetArchive().DefineMetric("samples.capacity", "bit/s", "result of a tool for a link");
    const uint32_t truth = GetArchive().AddTable("fault.truth",
                                                 {{"kind", ""},
                                                  {"target", ""},
                                                  {"begin", "s"},
                                                  {"end", "s"},
                                                  {"value", ""},
                                                  {"relative", ""}});
    for (std::size_t h = 0; h < all.GetHosts().size(); ++h)
    {
        const auto& host = all.GetHosts()[h];
        const auto& kept = chosen.GetHosts();
        if (std::none_of(kept.begin(), kept.end(), [&host](const auto& one) {
                return one.name == host.name;
            }))
        {
            continue;
        }
        // By its place in the file a host has the same numbers whatever others are measured.
        const int64_t stream = GetStreamBase() + static_cast<int64_t>(h) * OF_HOST;
        const VisitNoise::Shared shared{m_shared,
                                        m_correlation,
                                        measurement::CounterRandom::Assigned(stream)};
        const auto event = DrawEvent(measurement::CounterRandom::Assigned(stream + 1));
        if (m_change != 0)
        {
            GetArchive().AddRow(
                truth,
                std::vector<std::string>{faults::Fault::GetWord(faults::Fault::RATE),
                                         host.name,
                                         burst::WriteDouble(TimeStep(event.begin).GetSeconds()),
                                         burst::WriteDouble(TimeStep(event.end).GetSeconds()),
                                         burst::WriteDouble(1 + m_change),
                                         "1"});
        }
        for (std::size_t t = 0; t < all.GetTools().size(); ++t)
        {
            const auto& tool = all.GetTools()[t];
            for (const auto& [name, cv] : deviations)
            {
                if (name == tool.name)
                {
                    const auto own =
                        measurement::CounterRandom::Assigned(stream + 2 + static_cast<int64_t>(t));
                    WriteSeries(host, tool, {cv, shared, own}, m_change != 0 ? &event : nullptr);
                }
            }
        }
    }
}

PathMeasurementSamplesScenario::Event
PathMeasurementSamplesScenario::DrawEvent(const measurement::CounterRandom& random) const
{
    const double part = measurement::CounterRandom::ToUniform(random.Draw(0, 0)[0]);
    const auto wait = (m_latest - m_earliest).GetDouble() * part;
    const int64_t begin = m_earliest.GetTimeStep() + std::llround(wait);
    return {begin, begin + m_changeLength.GetTimeStep()};
}

void
PathMeasurementSamplesScenario::WriteSeries(const iepm::MeasurementHost& host,
                                            const iepm::MeasurementTool& tool,
                                            const VisitNoise& noise,
                                            const Event* event)
{
    const auto expected = GetExpectedValue(host, tool, true);
    if (!expected || expected->unit != "bit/s" || tool.divisor == 0)
    {
        throw std::invalid_argument("Deviations has the tool '" + tool.name +
                                    "'; allowed are tools of the file that run in cycles and have "
                                    "a closed form in bit/s");
    }
    const double use = host.GetFact("use");
    const double own = use * host.GetFact("diurnal") / (1 - use);
    // Others take nothing off the capacity of a link.
    const bool varies = expected->name == "throughput";
    const double swing = varies ? (m_swing == OWN_SWING ? own : m_swing) : 0;
    const measurement::TrafficLevel level(
        use,
        {0, std::llround(host.utcOffset * measurement::TrafficLevel::HOUR)},
        {},
        measurement::CounterRandom(0));
    const int64_t period = m_length.GetTimeStep() * tool.divisor;
    const int64_t second = Seconds(1).GetTimeStep();
    const uint32_t series = GetArchive().AddSeries("samples." + expected->name,
                                                   host.name + "/" + tool.name,
                                                   "s",
                                                   period / second);
    for (int64_t visit = 0; visit < m_cycles; visit += tool.divisor)
    {
        const int64_t t = visit * m_length.GetTimeStep();
        const bool changed = event && event->begin <= t && t < event->end;
        GetArchive().AddPoint(series,
                              t / second,
                              expected->value * (1 - swing * level.GetDiurnal(t)) *
                                  noise.Get(visit) * (changed ? 1 + m_change : 1));
    }
}

} // namespace ns3
