/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario.h"

#include "ns3/run-archive.h"

#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>

namespace ns3
{

namespace
{

const Time BIN = MilliSeconds(QbssBins::LENGTH_MS); //!< of throughput

} // namespace

void
PathMeasurementQbssScenario::DoReport()
{
    ReportSeries();
    ReportRates();
    ReportPolicy();
    ReportPings();
    ReportMedia();
    const auto& stats = m_disc->GetStats();
    Report("qbss.drops",
           stats.nTotalDroppedPackets,
           "1",
           "packets that were dropped at the bottleneck, towards the receivers");
    auto& ledger = GetLedger();
    const uint32_t account = ledger.AddAccount("packets at the bottleneck");
    ledger.Inject(account, stats.nTotalReceivedPackets);
    ledger.Deliver(account, stats.nTotalSentPackets);
    ledger.Drop(account, ledger.AddReason("queue disc"), stats.nTotalDroppedPackets);
    ledger.StateInFlight(account, m_disc->GetNPackets());
}

void
PathMeasurementQbssScenario::ReportSeries()
{
    GetArchive().DefineMetric("qbss.throughput", "Mb/s", "payload that came, in 100 ms");
    for (uint32_t number = 0; number < QbssClass::COUNT; ++number)
    {
        const uint32_t series = GetArchive().AddSeries("qbss.throughput",
                                                       QbssClass::NAMES[number],
                                                       "ns",
                                                       BIN.GetNanoSeconds());
        for (Time time; time + BIN <= GetDuration(); time += BIN)
        {
            GetArchive().AddPoint(series,
                                  time.GetNanoSeconds(),
                                  m_tcps[number]->GetRate(time, time + BIN));
        }
    }
}

void
PathMeasurementQbssScenario::ReportRates()
{
    const auto phases = GetScript().GetPhases(GetDuration());
    std::array<double, QbssClass::COUNT> before{};
    for (std::size_t i = 0; i < phases.size(); ++i)
    {
        const auto& phase = phases[i];
        std::array<double, QbssClass::COUNT> rates{};
        double all = 0;
        for (uint32_t number = 0; number < QbssClass::COUNT; ++number)
        {
            rates[number] = m_tcps[number]->GetRate(phase.start + m_settle, phase.stop);
            all += rates[number];
        }
        for (uint32_t number = 0; number < QbssClass::COUNT; ++number)
        {
            const auto object = std::to_string(i + 1) + "/" + QbssClass::NAMES[number];
            Report("qbss.rate", rates[number], "Mb/s", "payload of a class in a phase", object);
            if (all > 0)
            {
                Report("qbss.share",
                       rates[number] / all,
                       "1",
                       "part of the payload that a class had in a phase",
                       object);
            }
            const double change = rates[number] - before[number];
            if (std::abs(change) < 0.05 * m_rate.GetBitRate() / 1e6)
            {
                continue;
            }
            Time time = TimeStep(phase.start.GetTimeStep() / BIN.GetTimeStep() * BIN.GetTimeStep());
            do
            {
                time += BIN;
            } while (time < phase.stop &&
                     (m_tcps[number]->GetRate(time - BIN, time) - before[number]) / change < 0.9);
            Report("qbss.reaction",
                   (time - phase.start).GetSeconds(),
                   "s",
                   "from a change until a class has 90 % of what that changes, in bins of 100 ms",
                   object);
        }
        before = rates;
    }
}

void
PathMeasurementQbssScenario::ReportPolicy()
{
    const auto phases = GetScript().GetPhases(GetDuration());
    for (std::size_t i = 0; i < phases.size(); ++i)
    {
        const auto& phase = phases[i];
        const auto share = [&](const auto& bins, const char* name, const char* text) {
            std::array<double, QbssClass::COUNT> rates{};
            double all = 0;
            for (uint32_t number = 0; number < QbssClass::COUNT; ++number)
            {
                rates[number] = bins[number].GetRate(phase.start + m_settle, phase.stop);
                all += rates[number];
            }
            for (uint32_t number = 0; number < QbssClass::COUNT && all > 0; ++number)
            {
                Report(name,
                       rates[number] / all,
                       "1",
                       text,
                       std::to_string(i + 1) + "/" + QbssClass::NAMES[number]);
            }
        };
        share(m_chosen,
              "qbss.chosen",
              "part of the bytes of a class among those that left while packets of all other "
              "classes waited, in a phase");
        share(m_left,
              "qbss.left",
              "part of the bytes of a class among those that left the queue, in a phase");
    }
}

void
PathMeasurementQbssScenario::ReportMedia()
{
    for (const auto& media : m_media)
    {
        const auto outcome = media->GetOutcome();
        const auto report =
            [&](const char* name, double value, const char* unit, const char* text) {
                Report(std::string("qbss.media_") + name, value, unit, text, media->GetKind().name);
            };
        const auto& delays = outcome.delays;
        report("packets", outcome.packets, "1", "packets of a kind of calls that came");
        if (delays.empty())
        {
            continue;
        }
        report("delay", boost::math::statistics::mean(delays), "ms", "their mean delay, one way");
        report("delay_99",
               delays[(99 * delays.size() + 99) / 100 - 1],
               "ms",
               "delay that 99 % of them do not exceed");
        report("delay_most", delays.back(), "ms", "the longest");
        report("jitter",
               outcome.jitter,
               "ms",
               "mean change of the delay from packet to packet of a call");
        report("loss",
               static_cast<double>(outcome.lost) / (outcome.lost + outcome.packets),
               "1",
               "part of the packets that did not come, by gaps in their numbers");
    }
}

void
PathMeasurementQbssScenario::ReportPings()
{
    const auto phases = GetScript().GetPhases(GetDuration());
    for (std::size_t i = 0; i < phases.size(); ++i)
    {
        for (std::size_t ping = 0; ping < m_dscps.size(); ++ping)
        {
            std::vector<double> us;
            for (const auto& echo : m_echoes)
            {
                if (echo.ping == ping && echo.sent >= phases[i].start + m_settle &&
                    echo.sent < phases[i].stop)
                {
                    us.push_back(echo.rtt.ToDouble(Time::US));
                }
            }
            const auto object = std::to_string(i + 1) + "/" + std::to_string(m_dscps[ping]);
            Report("qbss.pings", us.size(), "1", "pings of a phase that came back", object);
            if (us.empty())
            {
                continue;
            }
            const double mean = boost::math::statistics::mean(us);
            const double deviation = std::sqrt(boost::math::statistics::variance(us));
            const auto [least, most] = std::minmax_element(us.begin(), us.end());
            Report("qbss.ping_mean", mean, "us", "mean round trip of pings in a phase", object);
            Report("qbss.ping_least", *least, "us", "the shortest", object);
            Report("qbss.ping_most", *most, "us", "the longest", object);
            Report("qbss.ping_deviation",
                   deviation,
                   "us",
                   "their population standard deviation",
                   object);
        }
    }
    Report("qbss.requests", m_requests, "1", "pings that were sent");
    Report("qbss.replies", m_echoes.size(), "1", "of these that came back");
}

} // namespace ns3
