/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-monitor.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BurstinessMonitor");

NS_OBJECT_ENSURE_REGISTERED(BurstinessMonitor);

/// Passes the values of a trace source to the monitor.
class BurstinessMonitor::Listener final : public burst::TraceListener
{
  public:
    /** @param monitor that stops it before it goes */
    explicit Listener(BurstinessMonitor& monitor)
        : burst::TraceListener(true),
          m_monitor(monitor)
    {
    }

  private:
    void DoFire(double value) override
    {
        m_monitor.Fire(value);
    }

    BurstinessMonitor& m_monitor; //!< that receives them
};

TypeId
BurstinessMonitor::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<BurstinessMonitor>(
        TypeId("ns3::BurstinessMonitor")
            .SetParent<Object>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<BurstinessMonitor>()
            .AddAttribute("Slot",
                          "Length of a slot, the shortest time scale of the analysis.",
                          TimeValue(MicroSeconds(10)),
                          burst::MakeAccessorUntil(MakeTimeAccessor(&BurstinessMonitor::m_slotTime),
                                                   &BurstinessMonitor::IsStarted,
                                                   "Connect"),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Weight",
                          "What a firing adds to its slot: one, or its value, such as the bytes of "
                          "a packet.",
                          EnumValue(FIRINGS),
                          burst::MakeEnumerationAccessor<Weight>(&BurstinessMonitor::m_weight),
                          MakeEnumChecker(FIRINGS, "Firings", VALUE, "Value"))
            .AddTraceSource("Estimate",
                            "Number of slots and their Hurst estimate: after 2^10 slots and each "
                            "time that number has doubled, at the next firing or query.",
                            burst::MakeTraceSourceAccessor(&BurstinessMonitor::m_estimateTrace),
                            "ns3::BurstinessMonitor::EstimateTracedCallback"),
        {{"hurst",
          "1",
          "H by the Haar wavelet; none if there is no single one",
          [](BurstinessMonitor& monitor) { return monitor.GetEstimate().hurst; }},
         {"hurst_low",
          "1",
          "lower end of its 95 % interval",
          [](BurstinessMonitor& monitor) { return monitor.GetEstimate().low; }},
         {"hurst_high",
          "1",
          "upper end of its 95 % interval",
          [](BurstinessMonitor& monitor) { return monitor.GetEstimate().high; }},
         {"hurst_p_value",
          "1",
          "goodness of its fit: p-value of the chi-square",
          [](BurstinessMonitor& monitor) { return monitor.GetEstimate().pValue; }},
         {"hurst_first_octave",
          "1",
          "its scales begin at 2^this slots, 0: none",
          [](BurstinessMonitor& monitor) { return monitor.GetEstimate().first; }},
         {"hurst_last_octave",
          "1",
          "its scales end at 2^this slots, 0: none",
          [](BurstinessMonitor& monitor) { return monitor.GetEstimate().last; }},
         {"haar",
          "",
          "blocks of 2^octave slots: their number, mean, energy of the Haar wavelet, variance over "
          "mean",
          &BurstinessMonitor::GetTable}});
    return tid;
}

BurstinessMonitor::BurstinessMonitor()
    : m_listener(std::make_shared<Listener>(*this)),
      m_nextReport(1 << 10)
{
}

BurstinessMonitor::~BurstinessMonitor()
{
    m_listener->Stop();
}

void
BurstinessMonitor::Connect(const std::string& path)
{
    NS_LOG_FUNCTION(this << path);
    const auto sources = burst::TraceSource::Find(path);
    Start();
    for (const auto& source : sources)
    {
        source.Connect(m_listener);
    }
}

void
BurstinessMonitor::Connect(Ptr<Object> object, const std::string& trace)
{
    NS_LOG_FUNCTION(this << object << trace);
    const burst::TraceSource source(object, trace);
    Start();
    source.Connect(m_listener);
}

bool
BurstinessMonitor::IsStarted() const
{
    return m_slot > 0;
}

void
BurstinessMonitor::Start()
{
    if (!IsStarted())
    {
        if (m_slotTime < TimeStep(1)) // as of nanoseconds at a resolution of microseconds
        {
            throw std::invalid_argument(
                "Slot of a BurstinessMonitor is 0 at the resolution of Time; "
                "allowed is at least one step");
        }
        m_slot = m_slotTime.GetTimeStep();
        m_end.emplace();
        m_begin = m_end->Now().GetTimeStep();
    }
}

void
BurstinessMonitor::Fire(double value)
{
    CloseSlots();
    m_sum += m_weight == FIRINGS ? 1 : value;
}

void
BurstinessMonitor::CloseSlots()
{
    const int64_t open = m_slot == 0 ? 0 : (m_end->Now().GetTimeStep() - m_begin) / m_slot;
    if (open > m_open)
    {
        // A sink may request another estimate: all state is updated before the first trace fires.
        const int64_t passed = open - m_open;
        const double sum = m_sum;
        m_open = open;
        m_sum = 0;
        AddSlots(sum);
        AddSlots(0, passed - 1);
    }
}

void
BurstinessMonitor::AddSlots(double sum, uint64_t times)
{
    while (times > 0)
    {
        const uint64_t now = std::min(times, m_nextReport - m_pyramid.GetBlocks(0));
        m_pyramid.Add(sum, now);
        times -= now;
        if (m_pyramid.GetBlocks(0) == m_nextReport)
        {
            m_nextReport *= 2;
            const auto estimate = m_pyramid.Estimate();
            NS_LOG_INFO(m_pyramid.GetBlocks(0)
                        << " slots: H = " << estimate.hurst << " " << estimate.reason);
            m_estimateTrace(m_pyramid.GetBlocks(0), estimate);
        }
    }
}

const traffic::HaarPyramid&
BurstinessMonitor::GetPyramid()
{
    CloseSlots();
    return m_pyramid;
}

traffic::HurstEstimate
BurstinessMonitor::GetEstimate(double level)
{
    return GetPyramid().Estimate(level);
}

double
BurstinessMonitor::GetDispersion(uint32_t octave)
{
    return GetPyramid().GetDispersion(octave);
}

burst::Statistic::Table
BurstinessMonitor::GetTable()
{
    const traffic::HaarPyramid& pyramid = GetPyramid();
    const double slot = (m_slot ? TimeStep(m_slot) : m_slotTime).ToDouble(Time::NS);
    burst::Statistic::Table table{{{"octave", "1"},
                                   {"slots", "1"},
                                   {"time", "ns"},
                                   {"blocks", "1"},
                                   {"mean", "1"},
                                   {"energy", "1"},
                                   {"dispersion", "1"}},
                                  {}};
    for (uint32_t octave = 0; octave <= pyramid.GetLastOctave(); ++octave)
    {
        const double slots = std::ldexp(1.0, static_cast<int>(octave));
        table.rows.emplace_back(std::vector<double>{static_cast<double>(octave),
                                                    slots,
                                                    slots * slot,
                                                    static_cast<double>(pyramid.GetBlocks(octave)),
                                                    pyramid.GetMean(octave),
                                                    pyramid.GetEnergy(octave),
                                                    pyramid.GetDispersion(octave)});
    }
    return table;
}

} // namespace ns3
