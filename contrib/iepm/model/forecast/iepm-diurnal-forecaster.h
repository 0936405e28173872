/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_DIURNAL_FORECASTER_H
#define IEPM_DIURNAL_FORECASTER_H

#include "iepm-forecaster.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace ns3::iepm
{

/**
 * @ingroup iepm
 * @brief What the time of day does to a series of positive numbers, as far as is known by now.
 *
 * Of each slot of the day the median is taken, over the last days, of its value over the mean of
 * the 24 hours up to it. The factor of a slot is the mean of its own median, twice, and of those of
 * its two neighbours; 1 until all three are known of two days. Saturdays and Sundays are
 * learned apart from the other days.
 */
class TimeOfDay
{
  public:
    /** @param slots into which a day is cut, at least 1
     * @param days of which the median is taken, at least 2
     * @param weekStart how long ago Monday 0 o'clock was at time 0, s */
    TimeOfDay(uint32_t slots, uint32_t days, double weekStart);

    double GetFactor(double time) const; //!< @param time s since midnight @return its factor
    /** @param time ascending, s
     * @param value above 0 */
    void Observe(double time, double value);

    /** @param time s since midnight
     * @param slots a day
     * @return slots since then */
    static int64_t GetSlot(double time, uint32_t slots);

  private:
    using Ratios = std::vector<std::deque<double>>; //!< of the last days, by slot

    uint32_t GetIndex(double time) const; //!< @param time s since midnight @return its slot
    bool IsWeekend(double time) const;    //!< @param time s @return whether it is one

    uint32_t m_slots;                            //!< a day
    uint32_t m_days;                             //!< that are kept
    double m_weekStart;                          //!< s of the week that are over at time 0
    std::array<Ratios, 2> m_ratios;              //!< of working days, and of weekends
    std::deque<std::pair<double, double>> m_day; //!< times and values of the last 24 hours
    double m_begin;                              //!< time of the first value; NaN before
};

} // namespace ns3::iepm

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

    void Observe(const iepm::ForecastMoment& moment, double value) override;
    double Forecast(const iepm::ForecastMoment& moment) override;

  private:
    bool HasBegun() const; //!< @return whether the attributes were used
    void DoDispose() override;
    void Begin(); //!< Make what the attributes say, once.

    burst::ObjectText m_text;               //!< attribute Inner
    uint32_t m_slots;                       //!< attribute Slots
    uint32_t m_days;                        //!< attribute Days
    Time m_weekStart;                       //!< attribute WeekStart
    Ptr<Forecaster> m_inner;                //!< of what is left; null before the first call
    std::optional<iepm::TimeOfDay> m_clock; //!< what is divided out
};

} // namespace ns3

#endif // IEPM_DIURNAL_FORECASTER_H
