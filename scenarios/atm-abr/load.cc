/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "session-scenario.h"

#include "ns3/atm-abr-lazy-engine.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/run-archive.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace ns3
{

/**
 * Sessions whose sources obey ABR, some of which want more than the network has: rates, what waits
 * at edge devices and switches, and how it develops.
 */
class AtmAbrLoadScenario : public AtmAbrSessionScenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;

  private:
    /** What a session did. */
    struct Record
    {
        AtmSessionMeter::Counts step; //!< at the last step
        AtmSessionMeter::Counts row;  //!< at the last row
        double waiting{0};            //!< most cells at its source
        double waitingEarly{0};       //!< the same until EARLY
        double waitingLate{0};        //!< the same from LATE on
        double most{0};               //!< ACR, cells per second
        double bursts{0};             //!< steps in which more came than PCR
        double peak{0};               //!< most cells of a step
        double reached{std::numeric_limits<double>::quiet_NaN()}; //!< s, when ACR was NEARLY PCR
        double sumTime{0};                                        //!< of regression, s
        double sumTime2{0};                                       //!< s^2
        double sumWaiting{0};                                     //!< cells
        double sumBoth{0};                                        //!< cells s
    };

    void DoBuild() override;
    void DoReport() override;

    void Begin();          //!< The warm-up is over.
    void Step();           //!< A step is over.
    void WriteRow();       //!< Of the series.
    void ReportSessions(); //!< A row for each session.
    void ReportPorts();    //!< A row for each port of a switch.

    Time m_step;                      //!< attribute Step
    uint32_t m_stepsOfRow;            //!< attribute StepsOfRow
    std::vector<Record> m_records;    //!< by session
    std::vector<uint64_t> m_joined;   //!< at the warm-up's end, by port
    std::vector<uint32_t> m_trunks;   //!< ports from switch to switch that sessions pass
    std::vector<double> m_mostQueues; //!< since the last row, by trunk
    uint32_t m_steps{0};              //!< so far
    uint32_t m_series{0};             //!< number of the table
    uint32_t m_queues{0};             //!< number of the table
};

NS_OBJECT_ENSURE_REGISTERED(AtmAbrLoadScenario);

namespace
{

constexpr double NEARLY = 154.0 / 155; // of the peak cell rate
constexpr double EARLY = 0.3;          // s
constexpr double LATE = 0.2;           // s

} // namespace

TypeId
AtmAbrLoadScenario::GetTypeId()
{
    using Self = AtmAbrLoadScenario;
    static TypeId tid =
        AddCells(AddProcess(AddNetwork(TypeId("ns3::AtmAbrLoadScenario").AddConstructor<Self>(),
                                       Defaults()),
                            TRACE))
            .AddAttribute("Step",
                          "Time between two looks at rates and queues.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&Self::m_step),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("StepsOfRow",
                          "Steps of a row of the time series; 0: there is none.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&Self::m_stepsOfRow),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

std::string
AtmAbrLoadScenario::GetHelp() const
{
    return "Sends cells of self-similar or other traffic through ATM switches by ABR, and measures "
           "allowed cell rates, egress rates, and queues at edge devices and switches.";
}

void
AtmAbrLoadScenario::DoBuild()
{
    BuildNetwork();
    m_records.resize(m_sessions.size());
    const auto& channels = m_fabric->GetNetwork().GetChannels();
    for (const auto& vc : m_fabric->GetNetwork().GetVcs())
    {
        for (const uint32_t port : vc.forward)
        {
            if (!channels[port].fromDevice && !channels[port].toDevice)
            {
                m_trunks.push_back(port);
            }
        }
    }
    std::sort(m_trunks.begin(), m_trunks.end());
    m_trunks.erase(std::unique(m_trunks.begin(), m_trunks.end()), m_trunks.end());
    m_mostQueues.resize(m_trunks.size());
    if (m_stepsOfRow > 0)
    {
        m_series = GetArchive().AddTable("series",
                                         {{"time", "s"},
                                          {"session", "1"},
                                          {"arrived", "Mb/s"},
                                          {"acr", "Mb/s"},
                                          {"egress", "Mb/s"},
                                          {"waiting", "1"}});
        m_queues = GetArchive().AddTable("queues", {{"time", "s"}, {"trunk", "1"}, {"most", "1"}});
    }
    Simulator::Schedule(m_warmUp, &AtmAbrLoadScenario::Begin, this);
    Simulator::Schedule(m_step, &AtmAbrLoadScenario::Step, this);
}

void
AtmAbrLoadScenario::Begin()
{
    AtmEngine& engine = m_fabric->GetEngine();
    m_meter->Begin();
    for (uint32_t port = 0; port < m_fabric->GetNetwork().GetChannels().size(); ++port)
    {
        m_joined.push_back(engine.GetPortCounts(port).joined);
    }
}

void
AtmAbrLoadScenario::Step()
{
    AtmEngine& engine = m_fabric->GetEngine();
    const double now = Simulator::Now().GetSeconds();
    const double room = m_step.GetSeconds() * GetPcr(); // cells of a step
    const bool measuring = Simulator::Now() > m_warmUp;
    ++m_steps;
    if (measuring)
    {
        m_meter->SampleRates();
    }
    for (uint32_t i = 0; i < m_records.size(); ++i)
    {
        Record& record = m_records[i];
        const auto counts = m_meter->GetCounts(i);
        const double rate = engine.GetRate(i);
        record.peak = std::max(record.peak, counts.all - record.step.all);
        record.most = std::max(record.most, rate);
        record.bursts += counts.arrived - record.step.arrived > room;
        record.step = counts;
        record.waiting = std::max(record.waiting, counts.waiting);
        record.waitingEarly = now <= EARLY ? record.waiting : record.waitingEarly;
        record.waitingLate = now > LATE ? std::max(record.waitingLate, counts.waiting) : 0;
        if (std::isnan(record.reached) && rate >= NEARLY * GetPcr())
        {
            record.reached = now;
        }
        if (measuring)
        {
            record.sumTime += now;
            record.sumTime2 += now * now;
            record.sumWaiting += counts.waiting;
            record.sumBoth += now * counts.waiting;
        }
    }
    for (uint32_t i = 0; i < m_trunks.size(); ++i)
    {
        m_mostQueues[i] =
            std::max(m_mostQueues[i], static_cast<double>(engine.GetQueue(m_trunks[i])));
    }
    if (m_stepsOfRow > 0 && m_steps % m_stepsOfRow == 0)
    {
        WriteRow();
    }
    if (Simulator::Now() + m_step <= m_duration)
    {
        Simulator::Schedule(m_step, &AtmAbrLoadScenario::Step, this);
    }
}

void
AtmAbrLoadScenario::WriteRow()
{
    AtmEngine& engine = m_fabric->GetEngine();
    const double now = Simulator::Now().GetSeconds();
    const double seconds = m_stepsOfRow * m_step.GetSeconds();
    for (uint32_t i = 0; i < m_records.size(); ++i)
    {
        Record& record = m_records[i];
        GetArchive().AddRow(
            m_series,
            std::vector<double>{now,
                                static_cast<double>(i),
                                GetMbps(record.step.arrived - record.row.arrived, seconds),
                                GetMbps(engine.GetRate(i), 1),
                                GetMbps(record.step.all - record.row.all, seconds),
                                record.step.waiting});
        record.row = record.step;
    }
    for (uint32_t i = 0; i < m_trunks.size(); ++i)
    {
        GetArchive().AddRow(m_queues,
                            std::vector<double>{now, static_cast<double>(i), m_mostQueues[i]});
        m_mostQueues[i] = 0;
    }
}

void
AtmAbrLoadScenario::DoReport()
{
    if ((m_steps + 1) * m_step == m_duration)
    {
        Step(); // what falls on the end of the run is no event of it
    }
    AtmEngine& engine = m_fabric->GetEngine();
    double cells = 0;
    double most = 0;
    for (uint32_t i = 0; i < m_sessions.size(); ++i)
    {
        cells += m_meter->GetCounts(i).all;
    }
    for (const uint32_t port : m_trunks)
    {
        most = std::max(most, static_cast<double>(engine.GetPortCounts(port).mostQueue));
    }
    Report("atm.cells", cells, "1", "cells that came to destinations, the warm-up included");
    Report("atm.queue_max", most, "1", "most cells at a port from switch to switch");
    Report("atm.lost", m_fabric->GetLost(), "1", "cells that a full buffer refused");
    ReportSessions();
    ReportPorts();
    m_meter->Report(GetLedger());
}

void
AtmAbrLoadScenario::ReportSessions()
{
    const uint32_t table = GetArchive().AddTable("session",
                                                 {{"session", "1"},
                                                  {"name", "1"},
                                                  {"demand", "Mb/s"},
                                                  {"fair", "Mb/s"},
                                                  {"arrived", "Mb/s"},
                                                  {"acr", "Mb/s"},
                                                  {"egress", "Mb/s"},
                                                  {"data", "Mb/s"},
                                                  {"acr_max", "Mb/s"},
                                                  {"bursts", "1"},
                                                  {"peak", "Mb/s"},
                                                  {"reached", "s"},
                                                  {"waiting", "1"},
                                                  {"waiting_max", "1"},
                                                  {"waiting_early", "1"},
                                                  {"waiting_late", "1"},
                                                  {"slope", "1/s"}});
    for (uint32_t i = 0; i < m_records.size(); ++i)
    {
        const Record& record = m_records[i];
        const auto means = m_meter->GetMeans(i);
        const double n = m_meter->GetSamples();
        const double slope = (n * record.sumBoth - record.sumTime * record.sumWaiting) /
                             (n * record.sumTime2 - record.sumTime * record.sumTime);
        const auto write = [](double value) { return burst::WriteDouble(value); };
        GetArchive().AddRow(
            table,
            std::vector<std::string>{std::to_string(i),
                                     m_sessions[i].source,
                                     write(m_sessions[i].demand * 1e-6),
                                     write(GetMbps(m_fair[i], 1)),
                                     write(means.arrived),
                                     write(means.acr),
                                     write(means.all),
                                     write(means.data),
                                     write(GetMbps(record.most, 1)),
                                     write(record.bursts / m_steps),
                                     write(GetMbps(record.peak, m_step.GetSeconds())),
                                     write(record.reached),
                                     write(m_meter->GetCounts(i).waiting),
                                     write(record.waiting),
                                     write(record.waitingEarly),
                                     write(record.waitingLate),
                                     write(slope)});
    }
}

void
AtmAbrLoadScenario::ReportPorts()
{
    AtmEngine& engine = m_fabric->GetEngine();
    const auto& network = m_fabric->GetNetwork();
    const double seconds = (m_duration - m_warmUp).GetSeconds();
    const uint32_t table = GetArchive().AddTable(
        "port",
        {{"trunk", "1"}, {"name", "1"}, {"utilisation", "1"}, {"queue_max", "1"}, {"lost", "1"}});
    for (uint32_t i = 0; i < m_trunks.size(); ++i)
    {
        const uint32_t port = m_trunks[i];
        const auto& counts = engine.GetPortCounts(port);
        const auto joined = static_cast<double>(counts.joined - m_joined[port]);
        GetArchive().AddRow(
            table,
            std::vector<std::string>{
                std::to_string(i),
                network.GetTopology().GetChannelName(port),
                burst::WriteDouble(joined / seconds / network.GetChannels()[port].rate),
                std::to_string(counts.mostQueue),
                std::to_string(counts.lost)});
    }
}

} // namespace ns3
