/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario.h"

#include "ns3/double.h"
#include "ns3/run-archive.h"

namespace ns3
{

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
