/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_STEERING_FORECASTS_H
#define PATH_MEASUREMENT_STEERING_FORECASTS_H

#include "../common/rows.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/iepm-forecast-book.h"
#include "ns3/iepm-forecaster.h"
#include "ns3/iepm-steering-law.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-copy-probe.h"
#include "ns3/ptr.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** Tests of a copy to sites before a transfer begins, and what is forecast from them. */
class SteeringForecasts
{
  public:
    /** Of each test. */
    struct Settings
    {
        burst::ObjectText copy;       //!< CopyProbe
        burst::ObjectText forecaster; //!< Forecaster of each site
        Time length;                  //!< of a test
        Time slot;                    //!< in which a forecast is constant
        std::string monitor;          //!< name of it
    };

    /** @param settings of tests @param node from which they are made */
    SteeringForecasts(const Settings& settings, Ptr<Node> node);
    SteeringForecasts(const SteeringForecasts&) = delete;
    SteeringForecasts& operator=(const SteeringForecasts&) = delete;

    /** @param site name of it @param address of its host @return number of the site, from 0 */
    uint32_t AddSite(const std::string& site, Ipv4Address address);
    /** @param site number of it @param at when it is tested; not before the last test of it */
    void ScheduleTest(uint32_t site, Time at);

    /** @param site number of it @return forecasts of its rate, as long as this object lives, bit/s
     */
    iepm::DurationForecast GetForecast(uint32_t site) const;
    /** @param site number of it @return by which factors the rate may be lower or higher, with 80 %
     * of single tests between them; NaN: there are too few tests */
    std::pair<double, double> GetBand(uint32_t site) const;

    const MeasurementRows& GetRows() const; //!< @return results of all tests

  private:
    /** A site. */
    struct Site
    {
        std::string name;           //!< of it
        Ipv4Address address;        //!< of its host
        Ptr<Forecaster> forecaster; //!< of its rate
        iepm::ForecastBand band;    //!< of forecasts
        double last{0};             //!< time of the last test, s
        uint32_t tests{0};          //!< so far
    };

    /** @param site of a test that has ended @param result of it */
    void NotifyResult(Site& site, const MeasurementResult& result);

    Settings m_settings;                        //!< of tests
    Ptr<Node> m_node;                           //!< from which they are made
    std::vector<std::unique_ptr<Site>> m_sites; //!< where forecasts find them
    MeasurementRows m_rows;                     //!< of all tests
};

} // namespace ns3

#endif // PATH_MEASUREMENT_STEERING_FORECASTS_H
