/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_SCHEDULE_APPLICATION_H
#define IEPM_SCHEDULE_APPLICATION_H

#include "iepm-schedule-policy.h"

#include "ns3/application.h"
#include "ns3/nstime.h"

#include <cstdint>

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

    SchedulePolicy GetPolicy() const; //!< @return the attributes

  protected:
    virtual bool IsInUse() const = 0; //!< @return whether the attributes are in use, and fixed

  private:
    Time m_length;                     //!< attribute CycleLength
    Time m_jitter;                     //!< attribute StartJitter
    double m_sleep;                    //!< attribute SleepFactor
    uint32_t m_visits;                 //!< attribute Visits
    SchedulePolicy::Overrun m_overrun; //!< attribute Overrun
    uint64_t m_dailyBytes;             //!< attribute DailyBytes
    uint32_t m_downAfter;              //!< attribute DownAfter
};

} // namespace ns3

#endif // IEPM_SCHEDULE_APPLICATION_H
