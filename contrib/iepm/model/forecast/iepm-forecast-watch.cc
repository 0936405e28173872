/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-forecast-watch.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/double.h"
#include "ns3/iepm-schedule-controller.h"
#include "ns3/log.h"

#include <cmath>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ForecastWatch");

NS_OBJECT_ENSURE_REGISTERED(ForecastWatch);

TypeId
ForecastWatch::GetTypeId()
{
    using Self = ForecastWatch;
    const auto untilWatch = burst::MakeAccessorsUntil(&ForecastWatch::IsWatching, "Watch");
    static TypeId tid =
        TypeId("ns3::ForecastWatch")
            .SetParent<Object>()
            .SetGroupName("Iepm")
            .AddConstructor<Self>()
            .AddAttribute("Forecaster",
                          "Forecaster of each tool at each host.",
                          burst::ObjectTextValue(
                              burst::ObjectText(MovingAverageForecaster::GetTypeId().GetName(),
                                                Forecaster::GetTypeId())),
                          untilWatch(burst::MakeObjectTextAccessor(&Self::m_forecaster)),
                          burst::MakeObjectTextChecker<Forecaster>())
            .AddAttribute("Coverage",
                          "Part of values that the band of a forecast is to hold, 0.001 to "
                          "0.999.",
                          DoubleValue(0.8),
                          untilWatch(MakeDoubleAccessor(&Self::m_coverage)),
                          MakeDoubleChecker<double>(0.001, 0.999))
            .AddAttribute("RoundTripStep",
                          "Part of the least round trip by which it has to change.",
                          DoubleValue(0.2),
                          untilWatch(MakeDoubleAccessor(&Self::m_step)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("MinRoundTripStep",
                          "Time by which the least round trip has to change at least.",
                          TimeValue(MilliSeconds(2)),
                          untilWatch(MakeTimeAccessor(&Self::m_least)),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Forecast",
                            "A test has ended of which something was forecast.",
                            burst::MakeTraceSourceAccessor(&Self::m_forecastTrace),
                            "ns3::ForecastWatch::ForecastTracedCallback");
    return tid;
}

bool
ForecastWatch::IsWatching() const
{
    return m_monitor != nullptr;
}

void
ForecastWatch::Watch(Ptr<ScheduleController> monitor)
{
    NS_LOG_FUNCTION(this);
    if (m_monitor)
    {
        throw std::logic_error("a forecast watches a monitor already");
    }
    m_book.emplace(m_forecaster, m_coverage);
    m_monitor = monitor;
    m_monitor->TraceConnectWithoutContext("Record", MakeCallback(&ForecastWatch::Record, this));
}

void
ForecastWatch::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_monitor)
    {
        m_monitor->TraceDisconnectWithoutContext("Record",
                                                 MakeCallback(&ForecastWatch::Record, this));
        m_monitor = nullptr;
    }
    m_book.reset();
    Object::DoDispose();
}

void
ForecastWatch::Record(const iepm::MeasurementRecord& record)
{
    NS_LOG_FUNCTION(this);
    const auto row = m_book->Add(record);
    if (!row)
    {
        UpdateLight(record);
        return;
    }
    NS_LOG_LOGIC(record.tool << " to " << record.host << ": " << row->forecast << " forecast, "
                             << row->observed << " observed");
    m_forecastTrace(record, *row);
    if (record.trigger != iepm::MeasurementTask::PERIODIC)
    {
        return;
    }
    const uint32_t changes = m_light[record.host].changes;
    auto& known = m_known.emplace(std::make_pair(record.host, record.tool), changes).first->second;
    const bool flat = known == changes;
    known = changes;
    const bool inside = row->low <= row->observed && row->observed <= row->high; // not with NaN
    m_monitor->Observe(record.host, record.tool, inside, flat);
}

void
ForecastWatch::UpdateLight(const iepm::MeasurementRecord& record)
{
    NS_LOG_FUNCTION(this);
    const auto& result = record.result;
    if (result.status != MeasurementResult::OK)
    {
        return;
    }
    auto& light = m_light[record.host];
    if (result.Has("route"))
    {
        const double route = result.Get("route");
        light.changes += light.route && *light.route != route;
        light.route = route;
    }
    else if (result.Has("rtt_min"))
    {
        if (!light.roundTrips)
        {
            light.roundTrips.emplace(iepm::StepDetector::Rule{m_step, m_least.GetSeconds()});
        }
        light.changes += light.roundTrips->Add(result.Get("rtt_min"));
    }
}

} // namespace ns3
