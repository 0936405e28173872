/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "process-scenario.h"

#include "ns3/boolean.h"
#include "ns3/burst-traffic-haar.h"
#include "ns3/integer.h"
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

    /** Write what the pyramid knows about each octave, and the H it sees. */
    void ReportScales();

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
    int64_t m_stream;     //!< attribute StreamBase

    Ptr<ArrivalProcess> m_process; //!< the process
    uint32_t m_series;             //!< number of the series
    uint32_t m_recorded{0};        //!< slots recorded
    uint64_t m_count{0};           //!< arrivals in all slots
    burst::HaarPyramid m_pyramid;  //!< the slots at all scales
};

NS_OBJECT_ENSURE_REGISTERED(TrafficArrivalsScenario);

TypeId
TrafficArrivalsScenario::GetTypeId()
{
    static TypeId tid =
        AddProcess(TypeId("ns3::TrafficArrivalsScenario")
                       .SetParent<burst::Scenario>()
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
                          MakeBooleanChecker())
            .AddAttribute("StreamBase",
                          "Random stream of the process.",
                          IntegerValue(0),
                          MakeIntegerAccessor(&TrafficArrivalsScenario::m_stream),
                          MakeIntegerChecker<int64_t>(0));
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
    m_process->AssignStreams(m_stream);

    auto& archive = GetArchive();
    archive.DefineMetric("arrivals", "1", "number of arrivals in a slot");
    archive.DefineMetric("count", "1", "number of arrivals in all slots");
    archive.DefineMetric("nominal_rate", "1/tick", "arrivals per tick in the long run");
    archive.DefineMetric("realised_rate", "1/tick", "arrivals per tick in this run");
    archive.DefineMetric("slot_variance", "1", "variance of the number of arrivals in a slot");
    archive.DefineMetric("exact_slot_variance", "1", "the same, exact from the law of the process");
    archive.DefineMetric("dispersion", "1", "slot_variance over the mean number in a slot");
    archive.DefineMetric("hurst", "1", "H by the Haar wavelet; none if there is no single one");
    archive.DefineMetric("hurst_low", "1", "lower end of its 95 % interval");
    archive.DefineMetric("hurst_high", "1", "upper end of its 95 % interval");
    archive.DefineMetric("hurst_first_octave", "1", "its scales begin at 2^this slots, 0: none");
    if (m_trace)
    {
        m_series = archive.AddSeries("arrivals", "", "tick", m_slotTicks);
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
        m_pyramid.Add(arrivals);
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
    auto& archive = GetArchive();
    archive.AddScalar("count", static_cast<double>(m_count));
    archive.AddScalar("nominal_rate", m_process->GetMeanRate());
    archive.AddScalar("realised_rate", mean / m_slotTicks);
    archive.AddScalar("slot_variance", m_pyramid.GetVariance(0));
    archive.AddScalar("exact_slot_variance", m_process->GetCountVariance(m_slotTicks));
    archive.AddScalar("dispersion", m_pyramid.GetDispersion(0));
    ReportScales();
}

void
TrafficArrivalsScenario::ReportScales()
{
    auto& archive = GetArchive();
    const auto estimate = m_pyramid.Estimate();
    archive.AddScalar("hurst", estimate.hurst);
    archive.AddScalar("hurst_low", estimate.low);
    archive.AddScalar("hurst_high", estimate.high);
    archive.AddScalar("hurst_first_octave", estimate.first);
    const uint32_t table = archive.AddTable("scales",
                                            {{"octave", "1"},
                                             {"ticks", "tick"},
                                             {"blocks", "1"},
                                             {"mean", "1"},
                                             {"variance", "1"},
                                             {"energy", "1"}});
    for (uint32_t octave = 0; octave <= m_pyramid.GetLastOctave(); ++octave)
    {
        archive.AddRow(table,
                       std::vector<double>{static_cast<double>(octave),
                                           static_cast<double>(int64_t{m_slotTicks} << octave),
                                           static_cast<double>(m_pyramid.GetBlocks(octave)),
                                           m_pyramid.GetMean(octave),
                                           m_pyramid.GetVariance(octave),
                                           m_pyramid.GetEnergy(octave)});
    }
}

} // namespace ns3
