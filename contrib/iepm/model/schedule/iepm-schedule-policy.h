/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_SCHEDULE_POLICY_H
#define IEPM_SCHEDULE_POLICY_H

#include "iepm-schedule-policy.h"

#include "ns3/application.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::iepm
{

/**
 * @ingroup iepm
 * @brief How a monitor spreads its tests over time.
 *
 * The values of IEPM-BW: a cycle every 90 minutes, whose begin is random within 15, and as much
 * sleep after a test as the test took (SLAC's page on the methodology of IEPM-BW).
 */
struct SchedulePolicy
{
    /** What becomes of tests that have not begun when the next cycle is to begin. */
    enum Overrun
    {
        SKIP,     //!< they are skipped
        LATE,     //!< the next cycle waits for them
        CARRY_ON, //!< they come before those of the next cycle
    };

    Time length{Minutes(90)}; //!< of a cycle
    Time jitter{Minutes(15)}; //!< a cycle begins at a random time within it
    double sleep{1};          //!< after a test, as a multiple of its duration
    uint32_t visits{1};       //!< hosts that are visited at a time
    Overrun overrun{SKIP};    //!< what becomes of tests that are late
    uint64_t dailyBytes{0};   //!< that may go to a host in a day; 0: any number
    uint32_t downAfter{3};    //!< UNREACHABLE in a row that end a visit; 0: none do

    void Check() const; //!< std::invalid_argument if a value makes no sense

    /** @param duration of a test @return how long its monitor sleeps then */
    Time GetSleep(Time duration) const;
};

} // namespace ns3::iepm

namespace ns3
{

/**
 * @ingroup iepm
 * @brief An application whose attributes are a SchedulePolicy.
 */
class ScheduleApplication : public Application
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    iepm::SchedulePolicy GetPolicy() const; //!< @return the attributes

  protected:
    virtual bool IsInUse() const = 0; //!< @return whether the attributes are in use, and fixed

  private:
    Time m_length;                           //!< attribute CycleLength
    Time m_jitter;                           //!< attribute StartJitter
    double m_sleep;                          //!< attribute SleepFactor
    uint32_t m_visits;                       //!< attribute Visits
    iepm::SchedulePolicy::Overrun m_overrun; //!< attribute Overrun
    uint64_t m_dailyBytes;                   //!< attribute DailyBytes
    uint32_t m_downAfter;                    //!< attribute DownAfter
};

} // namespace ns3

#endif // IEPM_SCHEDULE_POLICY_H
