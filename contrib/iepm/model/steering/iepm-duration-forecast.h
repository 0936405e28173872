/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_DURATION_FORECAST_H
#define IEPM_DURATION_FORECAST_H

#include "ns3/nstime.h"

#include <functional>
#include <optional>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief The duration of a transfer, by forecasts of its rate over the time of day.
 *
 * The rate is that of the forecast within each slot of time, so what is sent from one time to
 * another is a sum. A forecast that is not above 0 counts as 0.
 */
class DurationForecast
{
  public:
    /** @param time begin of a slot @return the rate in it, bit/s */
    using Rate = std::function<double(Time time)>;

    /** @param rate that is forecast @param slot its length, above 0; std::invalid_argument */
    DurationForecast(Rate rate, Time slot);

    /** @param begin a time @param end a later one @return bits that are sent between them */
    double GetBits(Time begin, Time end) const;

    /** @param bits to send @param begin when they begin @param latest when one gives up @param
     * factor of all rates, by which it goes better or worse than was forecast @return when they are
     * sent; none: not by then */
    std::optional<Time> FindEnd(double bits, Time begin, Time latest, double factor = 1) const;

    /** @param factor of all rates, above 0 @return a forecast of so many times the rate */
    DurationForecast Times(double factor) const;

  private:
    Time GetSlotEnd(Time time) const; //!< @param time any @return end of its slot
    /** @param time any @return rate of its slot, 0 or more */
    double GetRate(Time time) const;

    Rate m_rate; //!< that is forecast
    Time m_slot; //!< its length
};

} // namespace ns3

#endif // IEPM_DURATION_FORECAST_H
