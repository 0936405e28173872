/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_WATCHDOG_H
#define FABRIC_WATCHDOG_H

#include "fabric-resource-graph.h"

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * Ends a run in which packets are held and nothing moves, and names the resources that wait for
 * each other.
 *
 * While its owner is busy, the watchdog wakes every Interval. It throws std::runtime_error out of
 * Simulator::Run if packets were held at the last wake, packets are held now and the progress
 * counter has not changed, or if packets are held and no event is left, not even one that the owner
 * schedules when it is asked. All watchdogs of a process
 * share one pending event, which exists only while an owner is busy: a run without held packets
 * ends with its last other event, as without a watchdog.
 */
class ProgressWatchdog : public Object
{
  public:
    using Counter = std::function<uint64_t()>;        ///< tells a number
    using WaitGraph = std::function<ResourceGraph()>; ///< tells who waits for whom

    /** @return the TypeId */
    static TypeId GetTypeId();

    ~ProgressWatchdog() override;

    /**
     * Starts to watch, whenever the owner is busy.
     *
     * @param progress a number that changes whenever something held moves on.
     * @param held how many things wait for a resource at the moment; what travels on a wire is not
     * held.
     * @param waits the wait-for relation; queried only before the end.
     */
    void Start(Counter progress, Counter held, WaitGraph waits);

    /**
     * Call this at every change; further calls are allowed.
     *
     * @param busy whether anything is held or under way to where it may be held. An owner that is
     * busy at the end of a run, with nothing held, prolongs it.
     */
    void SetBusy(bool busy)
    {
        if (busy != m_busy && m_progress)
        {
            ChangeBusy(busy);
        }
    }

    /// Ends watching. Nothing of the past is judged.
    void Stop();

  protected:
    void DoDispose() override;

  private:
    friend class WatchdogRota;

    void ChangeBusy(bool busy);
    void Check(bool nothingElsePending);

    Time m_interval;
    Time m_nextWake;
    Counter m_progress;
    Counter m_held;
    WaitGraph m_waits;
    uint64_t m_lastProgress{0};
    uint64_t m_lastHeld{0};
    bool m_busy{false}; ///< is in the rota
};

} // namespace ns3::fabric

#endif // FABRIC_WATCHDOG_H
