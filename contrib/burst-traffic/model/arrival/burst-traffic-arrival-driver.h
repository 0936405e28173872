/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_ARRIVAL_DRIVER_H
#define BURST_TRAFFIC_ARRIVAL_DRIVER_H

#include "burst-traffic-arrival-process.h"

#include "ns3/event-impl.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>

namespace ns3::burst
{

/**
 * @ingroup burst-traffic
 * @brief Calls back when the arrivals of an ArrivalProcess are due in simulated time.
 *
 * Tick t is at start + t * the duration of a tick, computed from t each time, so that no rounding
 * adds up. One event is pending, whatever the process consists of, and the same object serves one
 * arrival after the other.
 */
class ArrivalDriver
{
  public:
    /**
     * Is called with the tick of the next arrival, when that is due. It consumes the arrival, and
     * as many of the same tick as it likes, with ArrivalProcess::Next, or holds the process. For
     * those that are left, and after an exception, it is called again in an event of its own.
     */
    using Callback = std::function<void(int64_t tick)>;

    ArrivalDriver() = default;
    ~ArrivalDriver(); //!< Stops.
    ArrivalDriver(const ArrivalDriver&) = delete;
    ArrivalDriver& operator=(const ArrivalDriver&) = delete;

    /**
     * Begin: the present moment is tick 0.
     * @param process the arrivals
     * @param tick duration of a tick
     * @param callback what is called
     */
    void Start(Ptr<ArrivalProcess> process, const Time& tick, Callback callback);

    void Stop(); //!< Call back no more.

    /**
     * Free a held process (ArrivalProcess::Resume) at the present tick or, between two ticks, at
     * the next one, and go on.
     * @return the number of arrivals that were dropped, or arrive at that tick
     */
    uint64_t Resume();

    int64_t GetPastTick() const; //!< @return the last tick up to the present moment
    int64_t GetNextTick() const; //!< @return the first tick from the present moment on

    /**
     * @param tick a tick that is not over
     * @return the time until then
     */
    Time GetDelay(int64_t tick) const;

  private:
    /** Cancel the event and schedule a new one for the next arrival. */
    void Renew();
    /** Schedule the event for the next arrival. @param now the present moment in time steps */
    void ScheduleNext(int64_t now);
    void Fire(); //!< What the event does.

    Ptr<ArrivalProcess> m_process; //!< the arrivals; null when nothing is driven
    Callback m_callback;           //!< what is called
    int64_t m_start{0};            //!< tick 0, in time steps of the simulator
    int64_t m_tick{1};             //!< duration of a tick, likewise
    int64_t m_lastTick{0};         //!< the last one before the end of time
    int64_t m_dueTick{0};          //!< the one the event is scheduled for
    Ptr<EventImpl> m_event;        //!< calls Fire; null when nothing is driven
};

} // namespace ns3::burst

#endif // BURST_TRAFFIC_ARRIVAL_DRIVER_H
