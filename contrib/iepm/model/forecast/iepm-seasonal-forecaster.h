/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_SEASONAL_FORECASTER_H
#define IEPM_SEASONAL_FORECASTER_H

#include "iepm-forecaster.h"

#include <cstdint>
#include <map>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief The value of the same time of an earlier day; until there is one, the value before.
 */
class SeasonalForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Observe(const ForecastMoment& moment, double value) override;
    double Forecast(const ForecastMoment& moment) override;

  private:
    bool HasValues() const; //!< @return whether a value was observed
    /** @param moment any @return its slot of the day */
    int64_t GetPlace(const ForecastMoment& moment) const;

    uint32_t m_slots;                       //!< attribute Slots
    std::map<int64_t, double> m_values;     //!< the last ones, by slot of the day
    double m_last{ForecastMoment::UNKNOWN}; //!< value before
};

} // namespace ns3

#endif // IEPM_SEASONAL_FORECASTER_H
