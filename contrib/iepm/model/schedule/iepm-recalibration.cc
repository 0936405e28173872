/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-recalibration.h"

#include "iepm-schedule-controller.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Recalibration");

NS_OBJECT_ENSURE_REGISTERED(Recalibration);

TypeId
Recalibration::GetTypeId()
{
    using Self = Recalibration;
    const auto untilWatch = burst::MakeAccessorsUntil(&Self::IsWatching, "Watch");
    static TypeId tid =
        TypeId("ns3::Recalibration")
            .SetParent<Object>()
            .SetGroupName("Iepm")
            .AddConstructor<Self>()
            .AddAttribute("RoundTripStep",
                          "Part of the least round trip by which it has to change.",
                          DoubleValue(0.2),
                          untilWatch(MakeDoubleAccessor(&Self::m_roundTripStep)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("MinRoundTripStep",
                          "Time by which the least round trip has to change at least.",
                          TimeValue(MilliSeconds(2)),
                          untilWatch(MakeTimeAccessor(&Self::m_minRoundTripStep)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ThroughputStep",
                          "Part of the throughput of a tool by which it has to change.",
                          DoubleValue(0.5),
                          untilWatch(MakeDoubleAccessor(&Self::m_throughputStep)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Confirm",
                          "Results in a row that show a step of round trip or throughput; of hops "
                          "one does.",
                          UintegerValue(2),
                          untilWatch(MakeUintegerAccessor(&Self::m_confirm)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("Change",
                            "A path has changed.",
                            burst::MakeTraceSourceAccessor(&Self::m_changeTrace),
                            "ns3::Recalibration::ChangeTracedCallback")
            .AddTraceSource("Tune",
                            "Transfers to a host have another window and number of streams.",
                            burst::MakeTraceSourceAccessor(&Self::m_tuneTrace),
                            "ns3::Recalibration::TuneTracedCallback");
    return tid;
}

bool
Recalibration::IsWatching() const
{
    return m_monitor != nullptr;
}

void
Recalibration::Watch(Ptr<ScheduleController> monitor)
{
    NS_LOG_FUNCTION(this);
    if (m_monitor)
    {
        throw std::logic_error("a recalibration watches a monitor already");
    }
    m_monitor = monitor;
    m_monitor->TraceConnectWithoutContext("Record", MakeCallback(&Recalibration::Record, this));
}

void
Recalibration::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_monitor)
    {
        m_monitor->TraceDisconnectWithoutContext("Record",
                                                 MakeCallback(&Recalibration::Record, this));
        m_monitor = nullptr;
    }
    Object::DoDispose();
}

void
Recalibration::Record(const iepm::MeasurementRecord& record)
{
    NS_LOG_FUNCTION(this);
    const auto& result = record.result;
    if (result.status != MeasurementResult::OK)
    {
        if (record.trigger == iepm::MeasurementTask::EVENT)
        {
            m_failed.insert(record.host);
        }
        return;
    }
    if (record.trigger != iepm::MeasurementTask::EVENT && m_failed.erase(record.host))
    {
        m_monitor->Trigger(record.host, "the one before failed");
    }
    if (result.Has("window") && result.Has("streams") && result.Has("throughput"))
    {
        const auto window = static_cast<uint32_t>(result.Get("window"));
        const auto streams = static_cast<uint32_t>(result.Get("streams"));
        NS_LOG_LOGIC(record.host << ": " << streams << " streams of " << window << " bytes");
        m_monitor->Tune(record.host, window, streams);
        m_tuneTrace(record.host, window, streams);
        m_detectors.erase(record.host); // what it was tells no more
        return;
    }
    CheckStep(record, "hops", "hops", {0, 0.5, 1});
    CheckStep(record,
              "rtt_min",
              "s of round trip",
              {m_roundTripStep, m_minRoundTripStep.GetSeconds(), m_confirm});
    CheckStep(record, "throughput", "bit/s", {m_throughputStep, 0, m_confirm});
}

void
Recalibration::CheckStep(const iepm::MeasurementRecord& record,
                         const std::string& name,
                         const std::string& what,
                         const iepm::StepDetector::Rule& rule)
{
    NS_LOG_FUNCTION(this << name << what);
    if (!record.result.Has(name))
    {
        return;
    }
    const double value = record.result.Get(name);
    auto& detector = m_detectors[record.host].emplace(record.tool + " " + name, rule).first->second;
    if (detector.Add(value))
    {
        const auto reason = record.tool + ": " + burst::WriteDouble(value) + " instead of " +
                            burst::WriteDouble(detector.GetBefore()) + " " + what;
        m_changeTrace(record.host, reason);
        m_monitor->Trigger(record.host, reason);
    }
}

} // namespace ns3
