/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "load-report.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/servernet-net-device.h"

namespace ns3
{

ServernetLoadReport::ServernetLoadReport(const ServernetLoad& load,
                                         burst::RunArchive& archive,
                                         fabric::ConservationLedger& ledger)
    : m_load(load),
      m_network(load.fabric->GetNetwork()),
      m_archive(archive),
      m_ledger(ledger)
{
}

void
ServernetLoadReport::Write()
{
    ReportRates();
    ReportTimes();
    ReportLinks();
    ReportBlame();
    ReportConservation();
}

void
ServernetLoadReport::ReportRates()
{
    constexpr double TICKS_PER_MS = 50'000;
    const auto ticks = static_cast<double>(m_load.end - m_load.begin);
    const double devices = m_load.devices.GetN();
    Report("measured_ticks", "tick", "ticks that were measured", ticks);
    Report("nominal_load",
           "1/ms",
           "requests of a device in the long run",
           m_load.rate * TICKS_PER_MS);
    Report("offered_load",
           "1/ms",
           "requests of a device that came, made at once or not",
           static_cast<double>(m_load.offered) / devices / ticks * TICKS_PER_MS);

    uint64_t transactions = 0;
    for (const auto& kind : m_load.kinds)
    {
        transactions += kind.transactions;
    }
    int64_t consumed = 0;
    std::vector<int64_t> sent(m_load.kinds.size(), 0);
    const auto& channels = m_network.GetChannels();
    for (uint32_t channel = 0; channel < channels.size(); ++channel)
    {
        const int64_t flits = m_load.monitor->GetState(channel).transmitting;
        consumed += channels[channel].toDevice ? flits : 0;
        if (channels[channel].fromDevice)
        {
            sent[m_load.kind[channels[channel].device]] += flits;
        }
    }
    Report("generation_rate",
           "flit/tick",
           "flits of the transactions generated",
           static_cast<double>(transactions) * (m_load.requestFlits + m_load.responseFlits) /
               ticks);
    Report("throughput", "flit/tick", "flits consumed", static_cast<double>(consumed) / ticks);
    for (std::size_t i = 0; i < m_load.kinds.size(); ++i)
    {
        const auto& kind = m_load.kinds[i];
        const double each = kind.devices * ticks;
        Report("sent",
               "flit/tick",
               "flits a device of the kind sent",
               static_cast<double>(sent[i]) / each,
               kind.name);
        Report("requested",
               "flit/tick",
               "flits of the requests a device of the kind generated",
               static_cast<double>(kind.requestFlits) / each,
               kind.name);
    }
}

void
ServernetLoadReport::ReportTimes()
{
    burst::LogLinearHistogram all;
    for (const auto& kind : m_load.kinds)
    {
        all.Merge(kind.twoWay);
        if (kind.twoWay.GetCount())
        {
            Report("two_way",
                   "tick",
                   "mean time from a request to its response",
                   kind.twoWay.GetSum() / static_cast<double>(kind.twoWay.GetCount()),
                   kind.name);
        }
    }
    const auto samples = static_cast<double>(all.GetCount());
    Report("samples", "1", "transactions that ended", samples);
    if (all.GetCount())
    {
        Report("two_way", "tick", "", all.GetSum() / samples);
        Report("two_way_max",
               "tick",
               "longest time from a request to its response",
               static_cast<double>(all.GetMax()));
        Report("routers",
               "1",
               "routers that a packet visits, mean",
               static_cast<double>(m_load.routers) / 2 / samples);
        m_archive.DefineMetric("servernet.two_way_times",
                               "tick",
                               "times from a request to its response");
        m_archive.AddHistogram("servernet.two_way_times", all);
    }

    const double flits = m_load.requestFlits + m_load.responseFlits;
    const uint32_t devices = m_load.devices.GetN();
    double empty = 0;
    for (uint32_t source = 0; source < devices; ++source)
    {
        for (uint32_t destination = 0; destination < devices; ++destination)
        {
            const double share = m_load.destinations->GetProbability(source, destination);
            if (share > 0)
            {
                empty += share * (m_network.GetEmptyTicks(source, destination, 0) +
                                  m_network.GetEmptyTicks(destination, source, 0) + flits);
            }
        }
    }
    Report("empty_two_way", "tick", "two_way of an empty network, closed form", empty / devices);
}

void
ServernetLoadReport::ReportLinks()
{
    const auto ticks = static_cast<double>(m_load.end - m_load.begin);
    const auto& channels = m_network.GetChannels();
    int64_t stalled = 0;
    for (uint32_t channel = 0; channel < channels.size(); ++channel)
    {
        stalled += m_load.monitor->GetState(channel).stalled;
    }
    Report("stalled",
           "1",
           "share of stalled ticks, mean of all channels",
           static_cast<double>(stalled) / ticks / static_cast<double>(channels.size()));

    const auto& categories = m_network.GetTopology().GetCategories();
    std::vector<uint32_t> count(2 * categories.size(), 0);
    std::vector<double> load(2 * categories.size(), 0);
    for (uint32_t channel = 0; channel < channels.size(); ++channel)
    {
        if (channels[channel].category != fabric::Topology::NONE)
        {
            const uint32_t row = 2 * channels[channel].category + channel % 2;
            ++count[row];
            load[row] += m_load.expected->GetChannels()[channel] * m_load.rate;
        }
    }
    const uint32_t table = m_archive.AddTable("links",
                                              {{"category", ""},
                                               {"direction", "1"},
                                               {"channels", "1"},
                                               {"transmitting", "1"},
                                               {"stalled", "1"},
                                               {"idle", "1"},
                                               {"expected", "1"}});
    for (uint32_t row = 0; row < count.size(); ++row)
    {
        if (count[row])
        {
            const auto state = m_load.monitor->GetCategoryState(row / 2, row % 2);
            const double all = ticks * count[row];
            m_archive.AddRow(table,
                             std::vector<std::string>{categories[row / 2].name,
                                                      std::to_string(row % 2),
                                                      std::to_string(count[row]),
                                                      burst::WriteDouble(state.transmitting / all),
                                                      burst::WriteDouble(state.stalled / all),
                                                      burst::WriteDouble(state.idle / all),
                                                      burst::WriteDouble(load[row] / count[row])});
        }
    }
}

void
ServernetLoadReport::ReportBlame()
{
    const auto& blame = m_load.monitor->GetBlame();
    if (blame.empty())
    {
        return;
    }
    const uint32_t table = m_archive.AddTable("blame",
                                              {{"category", ""},
                                               {"direction", "1"},
                                               {"blamed_category", ""},
                                               {"blamed_direction", "1"},
                                               {"ticks", "tick"}});
    const auto& categories = m_network.GetTopology().GetCategories();
    const auto name = [&categories](std::size_t group) { // none for the last two
        return group / 2 < categories.size() ? categories[group / 2].name : "";
    };
    for (std::size_t row = 0; row < blame.size(); ++row)
    {
        for (std::size_t column = 0; column < blame[row].size(); ++column)
        {
            if (blame[row][column])
            {
                m_archive.AddRow(table,
                                 std::vector<std::string>{name(row),
                                                          std::to_string(row % 2),
                                                          name(column),
                                                          std::to_string(column % 2),
                                                          std::to_string(blame[row][column])});
            }
        }
    }
}

void
ServernetLoadReport::ReportConservation()
{
    const uint32_t packets = m_load.fabric->Report(m_ledger, "fabric");
    const uint32_t requests = m_ledger.AddAccount("requests");
    uint64_t waiting = 0;
    for (uint32_t i = 0; i < m_load.devices.GetN(); ++i)
    {
        const auto device = DynamicCast<ServerNetNetDevice>(m_load.devices.Get(i));
        device->Report(m_ledger, requests);
        waiting += device->GetDeferred();
    }
    const auto report = [this](const std::string& metric, const std::string& help, auto count) {
        Report(metric, "1", help, static_cast<double>(count));
    };
    const uint32_t notMade = m_ledger.AddReason(ServerNetEndNode::WINDOW_FULL);
    report("packets", "packets put into the network", m_ledger.GetInjected(packets));
    report("dropped", "requests that were not made", m_ledger.GetDropped(requests, notMade));
    report("discarded", "packets the network threw away", m_ledger.GetDropped(packets));
    report("missing",
           "packets put in, not delivered and not in flight",
           m_ledger.GetMissing(packets));
    report("deferred", "requests that wait for room at the end", waiting);
    report("engine_events", "steps of the engine", m_load.fabric->GetEngineEvents());
}

void
ServernetLoadReport::Report(const std::string& metric,
                            const std::string& unit,
                            const std::string& help,
                            double value,
                            const std::string& object)
{
    m_archive.DefineMetric("servernet." + metric, unit, help);
    m_archive.AddScalar("servernet." + metric, value, object);
}

} // namespace ns3
