/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_DIURNAL_FORECASTER_H
#define IEPM_DIURNAL_FORECASTER_H

#include "iepm-forecaster.h"
#include "iepm-time-of-day.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief A forecaster of values from which the time of day is divided out.
 */
class DiurnalForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Observe(const ForecastMoment& moment, double value) override;
    double Forecast(const ForecastMoment& moment) override;

  private:
    bool HasBegun() const; //!< @return whether the attributes were used
    void DoDispose() override;
    void Begin(); //!< Make what the attributes say, once.

    burst::ObjectText m_text;         //!< attribute Inner
    uint32_t m_slots;                 //!< attribute Slots
    uint32_t m_days;                  //!< attribute Days
    Time m_weekStart;                 //!< attribute WeekStart
    Ptr<Forecaster> m_inner;          //!< of what is left; null before the first call
    std::optional<TimeOfDay> m_clock; //!< what is divided out
};

} // namespace ns3

#endif // IEPM_DIURNAL_FORECASTER_H
