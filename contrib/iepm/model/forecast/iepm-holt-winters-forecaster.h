/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_HOLT_WINTERS_FORECASTER_H
#define IEPM_HOLT_WINTERS_FORECASTER_H

#include "iepm-forecaster.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief Level, trend and season, which multiplies (Winters, Management Science 6, 1960).
 *
 * S_t = a y_t / I_(t-L) + (1 - a)(S_(t-1) + b_(t-1)), b_t = g (S_t - S_(t-1)) + (1 - g) b_(t-1),
 * I_t = s y_t / S_t + (1 - s) I_(t-L); the forecast m slots on is (S_t + m b_t) I. A slot without a
 * value counts as one whose forecast was right. The first season gives the mean as level, no trend,
 * and value over mean as season; until it has passed the forecast is the mean so far. Of several
 * values in a slot the first is the one that counts.
 */
class HoltWintersForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Observe(const ForecastMoment& moment, double value) override;
    double Forecast(const ForecastMoment& moment) override;

  private:
    bool HasValues() const;             //!< @return whether a value was observed
    int64_t GetSlot(double time) const; //!< @param time s since midnight @return slots since then
    /** @param slot now @return the forecast of the first season alone, which may go on */
    double ForecastFromFirst(int64_t slot) const;
    /** @param slot now @return its place in the season */
    std::size_t GetPlace(int64_t slot) const;
    /** @param slot now @return whether the first season has passed; if so for the first time, it is
     * learned */
    bool HasStarted(int64_t slot);

    double m_levelGain;  //!< attribute Level
    double m_trendGain;  //!< attribute Trend
    double m_seasonGain; //!< attribute Season
    uint32_t m_slots;    //!< attribute Slots
    Time m_length;       //!< attribute SeasonLength

    std::map<int64_t, double> m_first; //!< values of the first season, by slot
    int64_t m_now{0};                  //!< slot of the last value
    double m_level{0};                 //!< S
    double m_trend{0};                 //!< b
    std::vector<double> m_season;      //!< I; empty: the first season has not passed
};

} // namespace ns3

#endif // IEPM_HOLT_WINTERS_FORECASTER_H
