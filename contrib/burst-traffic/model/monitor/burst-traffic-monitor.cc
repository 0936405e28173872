/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-monitor.h"

#include "ns3/burst-core-compat.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BurstinessMonitor");

NS_OBJECT_ENSURE_REGISTERED(BurstinessMonitor);

/// Passes what it hears to the monitor.
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

    BurstinessMonitor& m_monitor; //!< to tell
};

TypeId
BurstinessMonitor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BurstinessMonitor")
            .SetParent<Object>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<BurstinessMonitor>()
            .AddAttribute("Slot",
                          "Length of a slot, the shortest time scale that is looked at.",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&BurstinessMonitor::m_slotTime),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Weight",
                          "What a firing adds to its slot: one, or its value, such as the bytes of "
                          "a packet.",
                          EnumValue(FIRINGS),
                          burst::MakeEnumerationAccessor<Weight>(&BurstinessMonitor::m_weight),
                          MakeEnumChecker(FIRINGS, "Firings", VALUE, "Value"))
            .AddTraceSource("Estimate",
                            "There are 2^10 slots, or twice as many as the last time: their number "
                            "and the Hurst parameter, told with the first firing or question after "
                            "that.",
                            MakeTraceSourceAccessor(&BurstinessMonitor::m_estimateTrace),
                            "ns3::BurstinessMonitor::EstimateTracedCallback");
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
    for (const auto& source : burst::TraceSource::Find(path))
    {
        source.Connect(m_listener);
    }
    Start();
}

void
BurstinessMonitor::Connect(Ptr<Object> object, const std::string& trace)
{
    NS_LOG_FUNCTION(this << object << trace);
    burst::TraceSource(object, trace).Connect(m_listener);
    Start();
}

void
BurstinessMonitor::Start()
{
    if (m_slot == 0)
    {
        m_slot = m_slotTime.GetTimeStep();
        m_begin = Simulator::Now().GetTimeStep();
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
    const int64_t open = m_slot == 0 ? 0 : (Simulator::Now().GetTimeStep() - m_begin) / m_slot;
    if (open > m_open)
    {
        // Who hears an estimate may ask for another one: all is in order before the first is told.
        const int64_t passed = open - m_open;
        const double sum = m_sum;
        m_open = open;
        m_sum = 0;
        Add(sum, 1);
        Add(0, passed - 1);
    }
}

void
BurstinessMonitor::Add(double sum, uint64_t times)
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

const burst::HaarPyramid&
BurstinessMonitor::GetPyramid()
{
    CloseSlots();
    return m_pyramid;
}

burst::HurstEstimate
BurstinessMonitor::GetEstimate(double level)
{
    return GetPyramid().Estimate(level);
}

double
BurstinessMonitor::GetDispersion(uint32_t octave)
{
    return GetPyramid().GetDispersion(octave);
}

} // namespace ns3
