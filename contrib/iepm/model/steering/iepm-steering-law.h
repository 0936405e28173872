/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_STEERING_LAW_H
#define IEPM_STEERING_LAW_H

#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace ns3::iepm
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

    /** @param rate that is forecast
     * @param slot its length, above 0; std::invalid_argument */
    DurationForecast(Rate rate, Time slot);

    /** @param begin a time
     * @param end a later one
     * @return bits that are sent between them */
    double GetBits(Time begin, Time end) const;

    /** @param bits to send
     * @param begin when they begin
     * @param latest when one gives up
     * @param factor of all rates, by which it goes better or worse than was forecast
     * @return when they are sent; none: not by then */
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

/**
 * @ingroup iepm
 * @brief The decisions of a bulk transfer by its progress (IEPM-BW, slide 30).
 *
 * The transfer starts as a scavenger, QBSS. Its projected end follows from the forecasts of the
 * remaining time, with the time of day, times the ratio of the recent rate to its forecast. If the
 * projected end is after the deadline, the transfer changes to best effort; if it is within the
 * part `ahead` of the remaining time, the transfer is a scavenger again. If the rate is below a
 * floor for some checks in a row, other sites are considered too.
 */
class SteeringLaw
{
  public:
    /** When it does what. */
    struct Rule
    {
        Time deadline;        //!< by when all has to be sent
        double ahead{0.8};    //!< part of the time left; above 0, below 1
        double floor{0};      //!< bit/s; 0: other sites are never looked at
        uint32_t checks{3};   //!< in a row below the floor, at least 1
        Time lately;          //!< over which the rate is measured, above 0
        bool scavenger{true}; //!< whether it begins as QBSS
        bool steers{true};    //!< whether it decides; else it goes on as it began
    };

    /** What it does. */
    enum Action : uint8_t
    {
        GO_ON,       //!< as before
        BEST_EFFORT, //!< QBSS off
        SCAVENGER,   //!< QBSS on
        OTHER_SITE,  //!< look for another site
        DONE         //!< all is sent
    };

    /** A check, for the log of decisions. */
    struct Step
    {
        Time time;               //!< of it
        Action action;           //!< what is done
        bool scavenger;          //!< whether it is QBSS from then on
        double remaining;        //!< bits
        double rate;             //!< of late, bit/s
        double ratio;            //!< of the rate to what was forecast
        std::optional<Time> end; //!< projected; none: beyond twice the time to the deadline
        std::string reason;      //!< in words
    };

    /** @param rule of decisions; std::invalid_argument
     * @param bits to send
     * @param begin when the first is sent
     * @param forecast of the rate */
    SteeringLaw(const Rule& rule, double bits, Time begin, const DurationForecast& forecast);

    /** @param now later than the check before
     * @param sent bits of all so far
     * @return what is done */
    Step Check(Time now, double sent);
    /** The transfer goes on at another site.
     * @param now when
     * @param forecast of the rate there */
    void Move(Time now, const DurationForecast& forecast);

    static const char* GetWord(Action action); //!< @param action any @return its name

  private:
    Rule m_rule;                                //!< of decisions
    double m_bits;                              //!< to send
    DurationForecast m_forecast;                //!< of the rate
    std::deque<std::pair<Time, double>> m_sent; //!< bits by time, of late
    bool m_scavenger;                           //!< whether it is QBSS now
    uint32_t m_low{0};                          //!< checks in a row below the floor
};

} // namespace ns3::iepm

#endif // IEPM_STEERING_LAW_H
