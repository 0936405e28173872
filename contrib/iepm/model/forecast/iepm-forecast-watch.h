/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_FORECAST_WATCH_H
#define IEPM_FORECAST_WATCH_H

#include "iepm-forecast-book.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/iepm-record.h"
#include "ns3/iepm-step-detector.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

class ScheduleController;

/**
 * @ingroup iepm
 * @brief Forecasts the tests of a monitor, so that predictable paths are tested less often.
 *
 * With each periodic test that has a forecast the watch reports to the monitor
 * (ScheduleController::Observe) whether the value was within the band, and whether light probes saw
 * a change since the previous test of that tool: the route of traceroute, or a step of the least
 * round trip of ping. The interval of the test grows if the Growth of the monitor is above 1.
 */
class ForecastWatch : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param monitor to listen to, once; std::logic_error if there is one already */
    void Watch(Ptr<ScheduleController> monitor);

    /** @param record of a test
     * @param row what was forecast of it */
    typedef void (*ForecastTracedCallback)(const iepm::MeasurementRecord& record,
                                           const iepm::ForecastBook::Row& row);

  protected:
    void DoDispose() override;

  private:
    bool IsWatching() const; //!< @return whether Watch was called

    /** What light probes know of a path. */
    struct Light
    {
        std::optional<double> route;                  //!< the last one
        std::optional<iepm::StepDetector> roundTrips; //!< of the least ones
        uint32_t changes{0};                          //!< so far
    };

    void Record(const iepm::MeasurementRecord& record);      //!< @param record of a test
    void UpdateLight(const iepm::MeasurementRecord& record); //!< @param record of a light probe

    burst::ObjectText m_forecaster; //!< attribute Forecaster
    double m_coverage;              //!< attribute Coverage
    double m_step;                  //!< attribute RoundTripStep
    Time m_least;                   //!< attribute MinRoundTripStep

    Ptr<ScheduleController> m_monitor;        //!< that it listens to, or null
    std::optional<iepm::ForecastBook> m_book; //!< since there is one
    std::map<std::string, Light> m_light;     //!< by host
    /// Changes of the path that were there at the last test, by host and tool.
    std::map<std::pair<std::string, std::string>, uint32_t> m_known;

    /// Trace source Forecast.
    TracedCallback<const iepm::MeasurementRecord&, const iepm::ForecastBook::Row&> m_forecastTrace;
};

} // namespace ns3

#endif // IEPM_FORECAST_WATCH_H
