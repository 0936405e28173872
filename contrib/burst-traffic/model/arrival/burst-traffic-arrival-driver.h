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

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief Calls back when the arrivals of an ArrivalProcess are due in simulated time.
 *
 * Tick t is at start + t * duration of a tick. This is computed anew for each t, so that rounding
 * errors do not accumulate. A single event is pending, however many sources the process has; the
 * event object is reused from arrival to arrival.
 */
class ArrivalDriver
{
  public:
    /**
     * Called with the tick of the next arrival when the arrival is due. The callback consumes the
     * arrival with ArrivalProcess::Next, or holds the process. It may consume more arrivals of the
     * same tick. If it leaves some, or throws, it is called again in a new event.
     */
    using Callback = std::function<void(int64_t tick)>;

    ArrivalDriver() = default;
    ~ArrivalDriver(); //!< Stops.
    ArrivalDriver(const ArrivalDriver&) = delete;
    ArrivalDriver& operator=(const ArrivalDriver&) = delete;

    /**
     * Begin. The present simulated time is tick 0.
     * @param process the arrivals
     * @param tick duration of a tick
     * @param callback called for each arrival
     */
    void Start(Ptr<ArrivalProcess> process, const Time& tick, Callback callback);

    void Stop(); //!< Call back no more.

    /**
     * Resume a held process (ArrivalProcess::Resume) and go on. The tick of the resumption is the
     * present tick or, between two ticks, the next one.
     * @return number of arrivals dropped (Blocked = Drop) or deferred to that tick (Defer)
     */
    uint64_t Resume();

    int64_t GetPastTick() const; //!< @return the last tick that is not in the future
    int64_t GetNextTick() const; //!< @return the first tick that is not in the past

    /**
     * @param tick a tick that is not in the past
     * @return the time until the tick
     */
    Time GetDelay(int64_t tick) const;

  private:
    /** Cancel the event and schedule a new one for the next arrival. */
    void Renew();
    /** Schedule the event for the next arrival. @param now the present moment in time steps */
    void ScheduleNext(int64_t now);
    void Fire(); //!< What the event does.

    Ptr<ArrivalProcess> m_process; //!< the arrivals; null when nothing is driven
    Callback m_callback;           //!< called for each arrival
    int64_t m_start{0};            //!< tick 0, in time steps of the simulator
    int64_t m_tick{1};             //!< duration of a tick, in time steps of the simulator
    int64_t m_lastTick{0};         //!< last tick that ns3::Time can represent
    int64_t m_dueTick{0};          //!< tick of the pending event
    Ptr<EventImpl> m_event;        //!< calls Fire; null when nothing is driven
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_ARRIVAL_DRIVER_H
