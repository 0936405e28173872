/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_FORECAST_BOOK_H
#define IEPM_FORECAST_BOOK_H

#include "iepm-forecaster.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/iepm-record.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ns3::iepm
{

/**
 * @ingroup iepm
 * @brief Bounds of a forecast from how far off the last ones were, whatever their distribution.
 *
 * Observed over forecast is taken of the last ones; the bounds are the forecast times those of them
 * that have equal ranks from below and above (split conformal prediction: Vovk, Gammerman and
 * Shafer, 2005, ch. 2). If errors are exchangeable, at least the part coverage of values lies
 * within.
 */
class ForecastBand
{
  public:
    /** @param coverage above 0 and below 1
     * @param length ratios that are kept, at least 1; std::invalid_argument */
    explicit ForecastBand(double coverage = 0.8, uint32_t length = 80);

    /** @param forecast above 0
     * @param value that came */
    void Observe(double forecast, double value);
    /** @param forecast above 0 @return its bounds; NaN: there are too few ratios */
    std::pair<double, double> GetBounds(double forecast) const;

  private:
    double m_tail;               //!< part of values on either side
    uint32_t m_length;           //!< ratios that are kept
    std::deque<double> m_ratios; //!< the last ones
};

/**
 * @ingroup iepm
 * @brief Forecasts the results of a monitor, a series for each host and tool.
 *
 * The forecast value of a tool is its throughput, capacity or available bandwidth, bit/s. At the
 * start of a test the mean round trip of the last ping and the route of the last traceroute are
 * known. Failures do not count.
 */
class ForecastBook
{
  public:
    /** What was forecast, and what came. */
    struct Row
    {
        std::string value; //!< name of it in the result
        double forecast;   //!< bit/s; NaN: nothing was known yet
        double low;        //!< bound of the band; NaN: too little was known
        double high;       //!< likewise
        double observed;   //!< bit/s
    };

    /** @param forecaster of each series
     * @param coverage of the band, above 0 and below 1 */
    explicit ForecastBook(const burst::ObjectText& forecaster, double coverage = 0.8);

    /** @param record of a test that has ended, in the order of their ends @return what was forecast
     * of it; none: it failed, or its tool has no such number */
    std::optional<Row> Add(const MeasurementRecord& record);

    /** @param host any
     * @param tool any
     * @param at not before the last test
     * @return what a test then is expected to give; observed and value are empty */
    Row Predict(const std::string& host, const std::string& tool, Time at);

  private:
    /** Of a host and a tool. */
    struct Series
    {
        Ptr<Forecaster> forecaster; //!< of values
        ForecastBand band;          //!< of forecasts
    };

    /** @param host any
     * @param at when
     * @return what is known of the path then */
    ForecastMoment GetMoment(const std::string& host, Time at) const;
    /** @param host any
     * @param tool any
     * @return its series, which is made with the first call */
    Series& GetSeries(const std::string& host, const std::string& tool);

    burst::ObjectText m_forecaster;                                 //!< of each series
    double m_coverage;                                              //!< of the band
    std::map<std::pair<std::string, std::string>, Series> m_series; //!< by host and tool
    std::map<std::string, ForecastMoment> m_known;                  //!< by host, but for the time
};

} // namespace ns3::iepm

#endif // IEPM_FORECAST_BOOK_H
