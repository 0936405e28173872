/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sc2001.h"

#include "ns3/run-archive.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

void
PathMeasurementSc2001Scenario::DoReport()
{
    ReportAggregate();
    ReportRates();
    ReportPings();
    Report("sc2001.damaged", m_books.GetDamaged(), "1", "packets that were lost by chance");
    Report("sc2001.dropped", m_books.GetDropped(), "1", "packets that queues dropped");
    Report("sc2001.queued", m_books.GetQueued(), "1", "packets that were in queues at the end");
    Report("sc2001.on_links", m_books.GetOnLinks(), "1", "packets that were on links at the end");
    m_books.Close(GetLedger(), "packets");
    const auto& stats = m_disc->GetStats();
    auto& ledger = GetLedger();
    const uint32_t account = ledger.AddAccount("packets at the trunk");
    ledger.Inject(account, stats.nTotalReceivedPackets);
    ledger.Deliver(account, stats.nTotalSentPackets);
    ledger.Drop(account, ledger.AddReason("queue disc"), stats.nTotalDroppedPackets);
    ledger.StateInFlight(account, m_disc->GetNPackets());
}

double
PathMeasurementSc2001Scenario::GetRate(const Site& site, Time from, Time until) const
{
    return site.streams->GetRate(from, until) * m_scale;
}

void
PathMeasurementSc2001Scenario::ReportAggregate()
{
    GetArchive().DefineMetric("sc2001.aggregate", "Mb/s", "payload of all sites, in 1 s");
    const uint32_t series =
        GetArchive().AddSeries("sc2001.aggregate", "", "ns", Seconds(1).GetNanoSeconds());
    std::vector<double> rates;
    for (Time time; time < m_duration; time += Seconds(1))
    {
        double all = 0;
        for (const auto& site : m_sites)
        {
            all += GetRate(site, time, time + Seconds(1));
        }
        rates.push_back(all);
        GetArchive().AddPoint(series, time.GetNanoSeconds(), all);
    }
    const auto length = static_cast<std::size_t>(std::min(m_best, m_duration).GetSeconds());
    double sum = std::accumulate(rates.begin(), rates.begin() + length, 0.0);
    double best = sum;
    for (std::size_t i = length; i < rates.size(); ++i)
    {
        sum += rates[i] - rates[i - length];
        best = std::max(best, sum);
    }
    Report("sc2001.best",
           best / static_cast<double>(length),
           "Mb/s",
           "payload of all sites, the best mean over Best");
}

void
PathMeasurementSc2001Scenario::ReportRates()
{
    std::array<double, NICS> nics{};
    std::array<double, QbssClass::COUNT> classes{};
    for (const auto& site : m_sites)
    {
        const double rate = GetRate(site, m_settle, m_duration);
        nics[site.nic] += rate;
        classes[site.number] += rate;
        const auto& name = site.host.name;
        Report("sc2001.site", rate, "Mb/s", "payload of a site", name);
        Report("sc2001.site_link", site.rate, "Mb/s", "what others leave of its link", name);
        Report("sc2001.site_class", site.number, "1", "0: QBSS, 1: BE, 2: Priority", name);
    }
    for (uint32_t i = 0; i < NICS; ++i)
    {
        const auto number = std::to_string(i + 1);
        Report("sc2001.nic", nics[i], "Mb/s", "payload of an interface", number);
    }
    for (uint32_t i = 0; i < QbssClass::COUNT; ++i)
    {
        const auto* name = QbssClass::NAMES[i];
        const auto& account = m_disc->GetAccount(i);
        Report("sc2001.class", classes[i], "Mb/s", "payload of a class", name);
        Report("sc2001.class_wait",
               account.waited.GetSeconds() * 1000 / std::max<uint64_t>(account.packets, 1),
               "ms",
               "mean time of its packets before the trunk, in the whole run",
               name);
        Report("sc2001.class_dropped", account.dropped, "1", "of its packets there", name);
    }
}

void
PathMeasurementSc2001Scenario::ReportPings()
{
    for (uint32_t i = 0; i < QbssClass::COUNT; ++i)
    {
        m_pings[i].Tell([&](const std::string& name, double value, const char* unit) {
            Report("sc2001.ping_" + name, value, unit, "of pings of a class", QbssClass::NAMES[i]);
        });
    }
}

} // namespace ns3
