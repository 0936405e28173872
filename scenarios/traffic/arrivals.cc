/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "process-scenario.h"

#include "ns3/boolean.h"
#include "ns3/burst-traffic-monitor.h"
#include "ns3/run-archive.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

/**
 * The numbers of arrivals of one process in slots of equal length: the traces behind the figures of
 * the study. There is no network. Time passes in windows of many slots, each counted by one event.
 */
class TrafficArrivalsScenario : public TrafficProcessScenario
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    void DoBuild() override;
    void DoReport() override;

    /** Record the slots of the window that begins now, and schedule the next one. */
    void RecordWindow();

    /**
     * @param slot number of a slot, from 0
     * @return its first tick
     */
    int64_t GetBegin(uint32_t slot) const
    {
        return int64_t{m_slotTicks} * slot;
    }

    uint32_t m_slotTicks; //!< attribute Slot
    uint32_t m_slots;     //!< attribute Slots
    Time m_tick;          //!< attribute Tick
    bool m_trace;         //!< attribute Trace

    Ptr<ArrivalProcess> m_process;    //!< the process
    Ptr<BurstinessMonitor> m_monitor; //!< the slots at all scales
    uint32_t m_series;                //!< number of the series
    uint32_t m_recorded{0};           //!< slots recorded
    uint64_t m_count{0};              //!< arrivals in all slots
};

NS_OBJECT_ENSURE_REGISTERED(TrafficArrivalsScenario);

TypeId
TrafficArrivalsScenario::GetTypeId()
{
    static TypeId tid = AddStreamBase(
        AddProcess(TypeId("ns3::TrafficArrivalsScenario")
                       .SetParent<scenario::Scenario>()
                       .SetGroupName("traffic")
                       .AddConstructor<TrafficArrivalsScenario>(),
                   "ns3::ParetoOnOffArrivals[Sources=43]")
            .AddAttribute("Slot",
                          "Length of a slot in ticks.",
                          UintegerValue(100),
                          MakeUintegerAccessor(&TrafficArrivalsScenario::m_slotTicks),
                          MakeUintegerChecker<uint32_t>(1, 1'000'000'000))
            .AddAttribute("Slots",
                          "Number of slots; with Slot and Tick they set the simulated time.",
                          UintegerValue(100'000),
                          MakeUintegerAccessor(&TrafficArrivalsScenario::m_slots),
                          MakeUintegerChecker<uint32_t>(2, 1'000'000'000))
            .AddAttribute("Tick",
                          "Duration of a tick.",
                          TimeValue(NanoSeconds(20)),
                          MakeTimeAccessor(&TrafficArrivalsScenario::m_tick),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("Trace",
                          "Whether the number of arrivals in each slot is recorded.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TrafficArrivalsScenario::m_trace),
                          MakeBooleanChecker()));
    return tid;
}

std::string
TrafficArrivalsScenario::GetHelp() const
{
    return "Counts the arrivals of a process in slots of equal length, without a network, and "
           "looks at their burstiness on all scales.";
}

Time
TrafficArrivalsScenario::GetDuration() const
{
    const int64_t ticks = GetBegin(m_slots);
    if (ticks > std::numeric_limits<int64_t>::max() / m_tick.GetTimeStep())
    {
        throw std::invalid_argument("Slots is " + std::to_string(m_slots) +
                                    ", too many: Slots * Slot * Tick has to stay below 292 years");
    }
    return m_tick * ticks;
}

void
TrafficArrivalsScenario::DoBuild()
{
    m_process = CreateProcess();
    m_process->AssignStreams(GetStreamBase());

    GetRecorder().Statistics(m_process);
    m_monitor = CreateObject<BurstinessMonitor>();
    GetRecorder().Statistics(m_monitor,
                             "",
                             {"hurst", "hurst_low", "hurst_high", "hurst_first_octave"});
    if (m_trace)
    {
        GetArchive().DefineMetric("arrivals", "1", "number of arrivals in a slot");
        m_series = GetArchive().AddSeries("arrivals", "", "tick", m_slotTicks);
    }
    Simulator::ScheduleNow(&TrafficArrivalsScenario::RecordWindow, this);
}

void
TrafficArrivalsScenario::RecordWindow()
{
    constexpr uint32_t WINDOW = 1000;
    const uint32_t end = m_recorded + std::min(WINDOW, m_slots - m_recorded);
    for (; m_recorded < end; ++m_recorded)
    {
        const uint64_t before = m_count;
        while (m_process->Peek() < GetBegin(m_recorded + 1))
        {
            m_process->Next();
            ++m_count;
        }
        const auto arrivals = static_cast<double>(m_count - before);
        m_monitor->AddSlots(arrivals);
        if (m_trace)
        {
            GetArchive().AddPoint(m_series, GetBegin(m_recorded), arrivals);
        }
    }
    if (end < m_slots)
    {
        Simulator::Schedule(m_tick * GetBegin(end) - Simulator::Now(),
                            &TrafficArrivalsScenario::RecordWindow,
                            this);
    }
}

void
TrafficArrivalsScenario::DoReport()
{
    const double mean = static_cast<double>(m_count) / m_recorded;
    const traffic::HaarPyramid& pyramid = m_monitor->GetPyramid();
    Report("count", m_count, "1", "number of arrivals in all slots");
    Report("realised_rate", mean / m_slotTicks, "1/tick", "arrivals per tick in this run");
    Report("slot_variance",
           pyramid.GetVariance(0),
           "1",
           "variance of the number of arrivals in a slot");
    Report("exact_slot_variance",
           m_process->GetCountVariance(m_slotTicks),
           "1",
           "the same, exact from the law of the process");
    Report("dispersion",
           pyramid.GetDispersion(0),
           "1",
           "slot_variance over the mean number in a slot");

    auto& archive = GetArchive();
    const uint32_t table = archive.AddTable("scales",
                                            {{"octave", "1"},
                                             {"ticks", "tick"},
                                             {"blocks", "1"},
                                             {"mean", "1"},
                                             {"variance", "1"},
                                             {"energy", "1"}});
    for (uint32_t octave = 0; octave <= pyramid.GetLastOctave(); ++octave)
    {
        archive.AddRow(table,
                       std::vector<double>{static_cast<double>(octave),
                                           static_cast<double>(int64_t{m_slotTicks} << octave),
                                           static_cast<double>(pyramid.GetBlocks(octave)),
                                           pyramid.GetMean(octave),
                                           pyramid.GetVariance(octave),
                                           pyramid.GetEnergy(octave)});
    }
}

} // namespace ns3
