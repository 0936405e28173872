/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-steered-copy.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/path-measurement-copy-probe.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SteeredCopy");

NS_OBJECT_ENSURE_REGISTERED(SteeredCopy);

namespace
{

constexpr uint8_t QBSS = 8;         //!< code point
const Time AGAIN = Seconds(10);     //!< after which a piece that failed is tried again
const Time CONNECTING = Minutes(5); //!< for login and handshake of a piece, at most
constexpr int64_t GIVE_UP = 2;      //!< deadlines, in which an end is looked for

} // namespace

TypeId
SteeredCopy::GetTypeId()
{
    using Self = SteeredCopy;
    const auto untilStart = burst::MakeAccessorsUntil(&Self::HasStarted, "the start");
    static TypeId tid =
        TypeId("ns3::SteeredCopy")
            .SetParent<Application>()
            .SetGroupName("Iepm")
            .AddConstructor<Self>()
            .AddAttribute(
                "Copy",
                "Tool that sends a piece; its Size, TimeLimit, Timeout, Remote and Dscp "
                "are set by the transfer.",
                burst::ObjectTextValue(burst::ObjectText("ns3::BbcpProbe", CopyProbe::GetTypeId())),
                burst::MakeObjectTextAccessor(&Self::m_text),
                burst::MakeObjectTextChecker<CopyProbe>())
            .AddAttribute("Search",
                          "Before the first piece, search of the windows and streams of Copy at "
                          "each site; its Remote and Dscp are set by the transfer. None: those of "
                          "Copy.",
                          burst::ObjectTextValue(burst::ObjectText()),
                          untilStart(burst::MakeObjectTextAccessor(&Self::m_search)),
                          burst::MakeObjectTextChecker<WindowSearchProbe>(true))
            .AddAttribute("Policy",
                          "Whether the transfer is steered, or goes on at its first site, always "
                          "as QBSS or never.",
                          EnumValue(STEERED),
                          untilStart(burst::MakeEnumerationAccessor<Policy>(&Self::m_policy)),
                          MakeEnumChecker(STEERED,
                                          "Steered",
                                          SCAVENGER,
                                          "Scavenger",
                                          BEST_EFFORT,
                                          "BestEffort"))
            .AddAttribute("Volume",
                          "Bytes to send, at least 1.",
                          UintegerValue(10'000'000'000),
                          untilStart(MakeUintegerAccessor(&Self::m_volume)),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("Deadline",
                          "By when all has to be there, after the start.",
                          TimeValue(Days(1)),
                          untilStart(MakeTimeAccessor(&Self::m_deadline)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("CheckInterval",
                          "How long a piece is, and so the time between checks of the progress.",
                          TimeValue(Minutes(10)),
                          untilStart(MakeTimeAccessor(&Self::m_check)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Sample",
                          "Part of each piece that is sent, above 0 and up to 1; the rest is taken "
                          "to go at the same rate, in time during which nothing is sent.",
                          DoubleValue(1),
                          untilStart(MakeDoubleAccessor(&Self::m_sample)),
                          MakeDoubleChecker<double>(0.001, 1))
            .AddAttribute("Lately",
                          "Over how long the rate is measured.",
                          TimeValue(Minutes(30)),
                          untilStart(MakeTimeAccessor(&Self::m_lately)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Ahead",
                          "Part of the time left in which the end has to be projected for the "
                          "transfer to be QBSS again, 0.001 to 0.999.",
                          DoubleValue(0.8),
                          untilStart(MakeDoubleAccessor(&Self::m_ahead)),
                          MakeDoubleChecker<double>(0.001, 0.999))
            .AddAttribute("Floor",
                          "Rate below which other sites are looked at; 0: never.",
                          DataRateValue(DataRate(0)),
                          untilStart(MakeDataRateAccessor(&Self::m_floor)),
                          MakeDataRateChecker())
            .AddAttribute("Checks",
                          "How many checks in a row have to be below Floor, at least 1.",
                          UintegerValue(3),
                          untilStart(MakeUintegerAccessor(&Self::m_checks)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("Search",
                            "A search has ended: the site, and its result.",
                            burst::MakeTraceSourceAccessor(&Self::m_searchTrace),
                            "ns3::SteeredCopy::SearchTracedCallback")
            .AddTraceSource("Begun",
                            "The first piece has begun, after all searches: the site.",
                            burst::MakeTraceSourceAccessor(&Self::m_begunTrace),
                            "ns3::SteeredCopy::BegunTracedCallback")
            .AddTraceSource("Piece",
                            "A piece begins: the site, and for how long it sends at most.",
                            burst::MakeTraceSourceAccessor(&Self::m_pieceTrace),
                            "ns3::SteeredCopy::PieceTracedCallback")
            .AddTraceSource("Step",
                            "A check of the progress, and what is done.",
                            burst::MakeTraceSourceAccessor(&Self::m_stepTrace),
                            "ns3::SteeredCopy::StepTracedCallback");
    return tid;
}

void
SteeredCopy::AddSite(const std::string& name,
                     Ipv4Address address,
                     const iepm::DurationForecast& forecast)
{
    NS_LOG_FUNCTION(this << name << address);
    m_sites.push_back({name, address, forecast, std::nullopt});
}

std::optional<Time>
SteeredCopy::GetPredictedEnd() const
{
    return m_predicted;
}

const std::string&
SteeredCopy::GetSite() const
{
    return m_sites.at(m_site).name;
}

const iepm::DurationForecast&
SteeredCopy::GetForecast() const
{
    return m_sites.at(m_site).forecast;
}

uint64_t
SteeredCopy::GetSent() const
{
    return m_sent;
}

std::optional<Time>
SteeredCopy::GetEnd() const
{
    return m_end;
}

bool
SteeredCopy::HasStarted() const
{
    return m_due.IsStrictlyPositive();
}

void
SteeredCopy::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_next.Cancel();
    if (const auto probe = std::exchange(m_probe, nullptr))
    {
        probe->Dispose();
    }
    if (const auto copy = std::exchange(m_copy, nullptr))
    {
        copy->Dispose();
    }
    Application::DoDispose();
}

void
SteeredCopy::StartApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_sites.empty())
    {
        throw std::invalid_argument("a SteeredCopy has 0 sites; allowed are 1 or more");
    }
    m_due = Simulator::Now() + m_deadline;
    m_scavenger = m_policy != BEST_EFFORT;
    if (m_search)
    {
        Search(0);
    }
    else
    {
        Choose();
    }
}

void
SteeredCopy::Search(std::size_t site)
{
    if (site == m_sites.size())
    {
        Choose();
        return;
    }
    m_probe = m_search.Create<WindowSearchProbe>();
    m_probe->SetAttribute("Remote", Ipv4AddressValue(m_sites[site].address));
    m_probe->SetAttribute("Dscp", UintegerValue(m_scavenger ? QBSS : 0));
    m_probe->Start(GetNode(), MakeCallback(&SteeredCopy::Searched, this).Bind(site));
}

void
SteeredCopy::Searched(std::size_t site, const MeasurementResult& result)
{
    auto& searched = m_sites[site];
    NS_LOG_FUNCTION(this << searched.name << ToText(result.status) << result.note);
    m_searchTrace(searched.name, result);
    if (!std::exchange(m_probe, nullptr))
    {
        return; // stopped
    }
    if (result.status == MeasurementResult::OK)
    {
        const double rate = result.Get("throughput");
        searched.best = {static_cast<uint32_t>(result.Get("window")),
                         static_cast<uint32_t>(result.Get("streams")),
                         rate};
        const Time now = Simulator::Now();
        const double forecast = searched.forecast.GetBits(now, now + Seconds(1));
        if (forecast > 0 && rate > 0)
        {
            searched.forecast = searched.forecast.Times(rate / forecast);
        }
    }
    Search(site + 1);
}

void
SteeredCopy::Choose()
{
    const Time now = Simulator::Now();
    const double bits = 8.0 * static_cast<double>(m_volume);
    std::tie(m_site, m_predicted) = FindSite(bits);
    iepm::SteeringLaw::Rule rule;
    rule.deadline = m_due;
    rule.ahead = m_ahead;
    rule.floor = static_cast<double>(m_floor.GetBitRate());
    rule.checks = m_checks;
    rule.lately = m_lately;
    rule.scavenger = m_scavenger;
    rule.steers = m_policy == STEERED;
    m_law.emplace(rule, bits, now, m_sites[m_site].forecast);
    Begin();
    m_begunTrace(m_sites[m_site].name);
}

void
SteeredCopy::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_next.Cancel();
    if (const auto probe = std::exchange(m_probe, nullptr))
    {
        probe->Cancel(MeasurementResult::SKIPPED, "the transfer was stopped");
    }
    if (const auto copy = std::exchange(m_copy, nullptr))
    {
        copy->Cancel(MeasurementResult::SKIPPED, "the transfer was stopped");
    }
}

void
SteeredCopy::Begin()
{
    const Time limit = Seconds(m_sample * m_check.GetSeconds());
    m_size = std::max<int64_t>(1, std::llround(m_sample * static_cast<double>(m_volume - m_sent)));
    m_copy = m_text.Create<CopyProbe>();
    m_copy->SetAttribute("Remote", Ipv4AddressValue(m_sites[m_site].address));
    if (const auto& best = m_sites[m_site].best)
    {
        m_copy->SetAttribute("Window", UintegerValue(best->window));
        m_copy->SetAttribute("Streams", UintegerValue(best->streams));
    }
    m_copy->SetAttribute("Size", UintegerValue(m_size));
    m_copy->SetAttribute("TimeLimit", TimeValue(limit));
    m_copy->SetAttribute("Timeout", TimeValue(limit + CONNECTING));
    m_copy->SetAttribute("Dscp", UintegerValue(m_scavenger ? QBSS : 0));
    m_pieceTrace(m_sites[m_site].name, limit);
    m_copy->Start(GetNode(), MakeCallback(&SteeredCopy::End, this));
}

void
SteeredCopy::End(const MeasurementResult& result)
{
    NS_LOG_FUNCTION(this << ToText(result.status) << result.note);
    if (result.Has("reached"))
    {
        const double reached = result.Get("reached");
        m_sent = reached < static_cast<double>(m_size)
                     ? std::min<uint64_t>(m_sent + std::llround(reached / m_sample), m_volume)
                     : m_volume;
    }
    if (!std::exchange(m_copy, nullptr))
    {
        return; // stopped
    }
    const bool well =
        result.status == MeasurementResult::OK || result.status == MeasurementResult::SELF_LIMITED;
    double sending = 0;
    if (result.Has("reached"))
    {
        sending = result.Has("wire_duration") ? result.Get("wire_duration")
                                              : (result.end - result.begin).GetSeconds();
    }
    const Time rest = std::min(Seconds((1 / m_sample - 1) * sending),
                               Seconds((1 - m_sample) * m_check.GetSeconds()));
    m_next = Simulator::Schedule(rest, &SteeredCopy::Check, this, well);
}

void
SteeredCopy::Check(bool well)
{
    const Time now = Simulator::Now();
    auto step = m_law->Check(now, 8.0 * static_cast<double>(m_sent));
    m_scavenger = step.scavenger;
    if (step.action == iepm::SteeringLaw::OTHER_SITE)
    {
        const auto [site, end] = FindSite(step.remaining, m_site);
        const auto sent = [this, now](uint32_t at) {
            return m_sites[at].forecast.GetBits(now, GetLatest());
        };
        const bool better = end ? !step.end || *end < *step.end
                                : !step.end && sent(site) > step.ratio * sent(m_site);
        if (site != m_site && better)
        {
            m_site = site;
            m_law->Move(now, m_sites[site].forecast);
            step.end = end;
        }
        else
        {
            step.action = iepm::SteeringLaw::GO_ON;
            step.reason += ", and no other site is better";
        }
    }
    m_stepTrace(step, m_sites[m_site].name);
    if (step.action == iepm::SteeringLaw::DONE)
    {
        m_end = now;
        return;
    }
    m_next = Simulator::Schedule(well ? Time(0) : AGAIN, &SteeredCopy::Begin, this);
}

Time
SteeredCopy::GetLatest() const
{
    return Simulator::Now() + TimeStep(GIVE_UP * m_deadline.GetTimeStep());
}

std::pair<uint32_t, std::optional<Time>>
SteeredCopy::FindSite(double bits, std::optional<uint32_t> other) const
{
    const Time now = Simulator::Now();
    const Time latest = GetLatest();
    std::pair<uint32_t, std::optional<Time>> found{m_site, std::nullopt};
    double most = -1; // bits until then, where no site has them all
    for (uint32_t i = 0; i < m_sites.size(); ++i)
    {
        if (i == other)
        {
            continue;
        }
        const auto end = m_sites[i].forecast.FindEnd(bits, now, latest);
        const double sent = m_sites[i].forecast.GetBits(now, latest);
        if (found.second ? end && *end < *found.second : end || sent > most)
        {
            found = {i, end};
            most = sent;
        }
    }
    return found;
}

} // namespace ns3
