/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../laws/ping-law.h"
#include "summary.h"
#include "world.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-traffic-random.h"
#include "ns3/double.h"
#include "ns3/faults-plan.h"
#include "ns3/nstime.h"
#include "ns3/run-archive.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

/** PingER's samples of many sites for months, drawn from a law of pings instead of packets. */
class PathMeasurementPingerSamplesScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;

  private:
    /** A remote site. */
    struct Site
    {
        std::string name;                       //!< of it
        const PingerWorld::Region* region;      //!< its region
        std::vector<const faults::Fault*> down; //!< when it is not there
    };

    void DoBuild() override;
    void DoReport() override;

    void PlaceSites();          //!< Deal the sites to the regions.
    void ReadOutages();         //!< Say which sites are down when.
    void Ping(uint32_t number); //!< @param number of a site, all samples of which are drawn
    /** @param region of a site @param size bytes of data of a ping @param time s @return its law */
    PingLaw MakeLaw(const PingerWorld::Region& region, uint32_t size, double time) const;

    std::string m_world;      //!< attribute World
    uint32_t m_number;        //!< attribute Sites
    Time m_duration;          //!< attribute Duration
    Time m_summary;           //!< attribute Summary
    double m_lossCorrelation; //!< attribute LossCorrelation
    double m_busy;            //!< attribute Busy
    double m_busyCorrelation; //!< attribute BusyCorrelation
    Time m_wait;              //!< attribute Wait
    double m_waitShape;       //!< attribute WaitShape
    double m_waitSpread;      //!< attribute WaitSpread
    double m_growth;          //!< attribute Growth
    std::string m_outages;    //!< attribute Outages
    bool m_raw;               //!< attribute Raw

    std::vector<PingerWorld::Region> m_regions; //!< of the file
    std::vector<Site> m_sites;                  //!< of all regions
    faults::FaultPlan m_plan;                   //!< of outages
    uint32_t m_summaryTable{0};                 //!< number in the archive
    uint32_t m_darkTable{0};                    //!< number in the archive
    uint32_t m_rawTable{0};                     //!< number in the archive, with attribute Raw
    uint64_t m_samples{0};                      //!< of both sizes
};

NS_OBJECT_ENSURE_REGISTERED(PathMeasurementPingerSamplesScenario);

namespace
{

constexpr double YEAR = 365.25 * 24 * 3600; //!< s
constexpr double TRUNK = 1e9;               //!< bit/s between a region and the core
constexpr double LAST_MILE = 1e-3;          //!< one-way delay of the link of a host, s
constexpr uint32_t PPP = 2;                 //!< bytes of a frame
constexpr uint64_t LEAST_DARK = 2;          //!< samples without reply in a row: not only lost pings

} // namespace

TypeId
PathMeasurementPingerSamplesScenario::GetTypeId()
{
    using Self = PathMeasurementPingerSamplesScenario;
    static TypeId tid = AddStreamBase(
        TypeId("ns3::PathMeasurementPingerSamplesScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("path-measurement")
            .AddConstructor<Self>()
            .AddAttribute("World",
                          "File of regions.",
                          StringValue("scenarios/path-measurement/data/pinger-world.txt"),
                          MakeStringAccessor(&Self::m_world),
                          burst::MakeFileChecker())
            .AddAttribute("Sites",
                          "Remote sites, shared out to the regions as hosts are.",
                          UintegerValue(200),
                          MakeUintegerAccessor(&Self::m_number),
                          MakeUintegerChecker<uint32_t>(1, 10'000))
            .AddAttribute("Duration",
                          "How long sites are pinged every half hour.",
                          TimeValue(Days(28)),
                          MakeTimeAccessor(&Self::m_duration),
                          MakeTimeChecker(Minutes(PingerWorld::PERIOD_MINUTES), Days(3653)))
            .AddAttribute("Summary",
                          "Of which time samples of a site are summed up in a row.",
                          TimeValue(Days(1)),
                          MakeTimeAccessor(&Self::m_summary),
                          MakeTimeChecker(Minutes(PingerWorld::PERIOD_MINUTES)))
            .AddAttribute("LossCorrelation",
                          "Correlation of the losses of neighbouring pings, 0 to 0.99.",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&Self::m_lossCorrelation),
                          MakeDoubleChecker<double>(0, 0.99))
            .AddAttribute("Busy",
                          "Share of pings that wait for others, 0 to 1.",
                          DoubleValue(0.4),
                          MakeDoubleAccessor(&Self::m_busy),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("BusyCorrelation",
                          "Correlation of whether neighbouring pings wait, 0 to 0.99.",
                          DoubleValue(0.3),
                          MakeDoubleAccessor(&Self::m_busyCorrelation),
                          MakeDoubleChecker<double>(0, 0.99))
            .AddAttribute("Wait",
                          "Mean wait of those that do.",
                          TimeValue(MilliSeconds(30)),
                          MakeTimeAccessor(&Self::m_wait),
                          MakeTimeChecker(Time(0), Seconds(20)))
            .AddAttribute("WaitShape",
                          "Shape of the Weibull law of waits, 0.2 to 10; 1: exponential.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&Self::m_waitShape),
                          MakeDoubleChecker<double>(0.2, 10))
            .AddAttribute("WaitSpread",
                          "Deviation over mean of the mean waits of samples, 0 to 2.",
                          DoubleValue(0.3),
                          MakeDoubleAccessor(&Self::m_waitSpread),
                          MakeDoubleChecker<double>(0, 2))
            .AddAttribute("Growth",
                          "By which share MSS / (RTT sqrt(loss)) grows in a year, as loss becomes "
                          "less, 0 to 10.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Self::m_growth),
                          MakeDoubleChecker<double>(0, 10))
            .AddAttribute("Outages",
                          "File of faults host-down, whose hosts are sites as africa-1; empty: "
                          "none.",
                          StringValue(""),
                          MakeStringAccessor(&Self::m_outages),
                          burst::MakeFileChecker())
            .AddAttribute("Raw",
                          "Whether each sample of pings of 100 bytes has a row in the table pings.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_raw),
                          MakeBooleanChecker()));
    return tid;
}

std::string
PathMeasurementPingerSamplesScenario::GetHelp() const
{
    return "Draws PingER's samples of remote sites for months from a law of pings, and sums them "
           "up by site and day; reports which sites were dark when, beside the outages that there "
           "were.";
}

void
PathMeasurementPingerSamplesScenario::DoBuild()
{
    m_regions = PingerWorld::Read(m_world);
    PlaceSites();
    ReadOutages();
}

void
PathMeasurementPingerSamplesScenario::PlaceSites()
{
    uint64_t hosts = 0;
    for (const auto& region : m_regions)
    {
        hosts += region.hosts;
    }
    if (hosts == 0)
    {
        throw std::invalid_argument("World is " + m_world + ", which has no hosts");
    }
    uint64_t before = 0;
    for (const auto& region : m_regions)
    {
        const uint64_t first = m_sites.size();
        before += region.hosts;
        while (m_sites.size() < (m_number * before + hosts / 2) / hosts)
        {
            const auto name = PingerWorld::GetName(region, m_sites.size() - first + 1);
            m_sites.push_back({name, &region, {}});
        }
    }
}

void
PathMeasurementPingerSamplesScenario::ReadOutages()
{
    if (m_outages.empty())
    {
        return;
    }
    m_plan = faults::FaultPlan::ReadFile(m_outages);
    std::map<std::string, Site*> sites;
    for (auto& site : m_sites)
    {
        sites[site.name] = &site;
    }
    for (const auto& fault : m_plan.GetFaults())
    {
        const auto site = sites.find(fault.target);
        if (fault.kind != faults::Fault::HOST_DOWN || site == sites.end())
        {
            throw std::invalid_argument(
                "Outages is " + m_outages + ", where fault " + std::to_string(fault.number + 1) +
                " is " + faults::Fault::GetWord(fault.kind) + " of " + fault.target +
                "; allowed is host-down of a site, as " + m_sites.front().name);
        }
        site->second->down.push_back(&fault);
    }
}

PingLaw
PathMeasurementPingerSamplesScenario::MakeLaw(const PingerWorld::Region& region,
                                              uint32_t size,
                                              double time) const
{
    const double bits = 8 * (size + PingerWorld::HEADERS + PPP);
    const double base =
        2 * (region.delay / 1e3 + LAST_MILE + bits / TRUNK + bits / (1e6 * region.rate));
    const double loss = region.loss * std::pow(1 + m_growth, -2 * time / YEAR);
    return PingLaw(base,
                   TwoStateLaw(loss, m_lossCorrelation),
                   TwoStateLaw(m_busy, m_busyCorrelation),
                   {m_wait.GetSeconds(), m_waitShape, m_waitSpread});
}

void
PathMeasurementPingerSamplesScenario::DoReport()
{
    auto& archive = GetArchive();
    const auto sites = archive.AddTable("sites", {{"site", "1"}, {"name", "1"}, {"region", "1"}});
    for (uint32_t i = 0; i < m_sites.size(); ++i)
    {
        archive.AddRow(sites, {std::to_string(i), m_sites[i].name, m_sites[i].region->name});
    }
    std::vector<std::pair<std::string, std::string>> columns{{"site", "1"}, {"begin", "s"}};
    columns.insert(columns.end(), PingerSummary::COLUMNS.begin(), PingerSummary::COLUMNS.end());
    m_summaryTable = archive.AddTable("summaries", columns);
    m_darkTable =
        archive.AddTable("dark", {{"site", "1"}, {"begin", "s"}, {"end", "s"}, {"samples", "1"}});
    if (m_raw)
    {
        columns = {{"site", "1"}, {"begin", "s"}};
        for (uint32_t i = 0; i < PingerWorld::COUNT; ++i)
        {
            columns.emplace_back("rtt_" + std::to_string(i), "s");
        }
        m_rawTable = archive.AddTable("pings", columns);
    }
    const auto outages = archive.AddTable("outages", {{"site", "1"}, {"begin", "s"}, {"end", "s"}});
    for (uint32_t i = 0; i < m_sites.size(); ++i)
    {
        for (const auto* fault : m_sites[i].down)
        {
            const double end =
                fault->end ? fault->end->GetSeconds() : std::numeric_limits<double>::quiet_NaN();
            archive.AddRow(outages, {double(i), fault->begin.GetSeconds(), end});
        }
        Ping(i);
    }
    Report("pinger.samples", m_samples, "1", "samples of 10 pings of both sizes");
}

void
PathMeasurementPingerSamplesScenario::Ping(uint32_t number)
{
    const auto& site = m_sites[number];
    auto random = traffic::StreamRandom::Assigned(GetStreamBase() + number);
    const double period = 60.0 * PingerWorld::PERIOD_MINUTES;
    const double first = random.Uniform() * PingerWorld::SPREAD_SECONDS;
    const double day = m_summary.GetSeconds();
    auto small = MakeLaw(*site.region, PingerWorld::SMALL, first);
    auto large = MakeLaw(*site.region, PingerWorld::LARGE, first);
    const PingerSummary::Sample silence(PingerWorld::COUNT);
    PingerSummary summary;
    uint64_t row = 0;
    uint64_t dark = 0;
    double darkSince = 0;
    const auto sumUp = [&] {
        if (!summary.IsEmpty())
        {
            std::vector<double> cells{double(number), row * day};
            const auto more = summary.GetRow();
            cells.insert(cells.end(), more.begin(), more.end());
            GetArchive().AddRow(m_summaryTable, cells);
        }
        summary = {};
    };
    const auto endDark = [&](double end) {
        if (dark >= LEAST_DARK)
        {
            GetArchive().AddRow(m_darkTable, {double(number), darkSince, end, double(dark)});
        }
        dark = 0;
    };
    for (uint64_t i = 0; first + i * period < m_duration.GetSeconds(); ++i)
    {
        const double time = first + i * period;
        if (const auto now = static_cast<uint64_t>(time / day); now != row)
        {
            sumUp();
            row = now;
        }
        if (m_growth > 0)
        {
            small = MakeLaw(*site.region, PingerWorld::SMALL, time);
            large = MakeLaw(*site.region, PingerWorld::LARGE, time);
        }
        const bool down =
            std::any_of(site.down.begin(), site.down.end(), [&](const faults::Fault* fault) {
                return time >= fault->begin.GetSeconds() &&
                       (!fault->end || time < fault->end->GetSeconds());
            });
        const auto sample = down ? silence : small.Draw(PingerWorld::COUNT, random);
        summary.Add(sample, down ? silence : large.Draw(PingerWorld::COUNT, random));
        m_samples += 2;
        const bool silent = std::none_of(sample.begin(), sample.end(), [](const auto& time) {
            return time.has_value();
        });
        if (silent && dark++ == 0)
        {
            darkSince = time;
        }
        else if (!silent)
        {
            endDark(time);
        }
        if (m_raw)
        {
            std::vector<double> cells{double(number), time};
            for (const auto& rtt : sample)
            {
                cells.push_back(rtt.value_or(std::numeric_limits<double>::quiet_NaN()));
            }
            GetArchive().AddRow(m_rawTable, cells);
        }
    }
    sumUp();
    endDark(std::numeric_limits<double>::quiet_NaN());
}

} // namespace ns3
