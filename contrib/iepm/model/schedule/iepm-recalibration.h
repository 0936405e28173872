/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_RECALIBRATION_H
#define IEPM_RECALIBRATION_H

#include "iepm-record.h"
#include "iepm-step-detector.h"

#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <map>
#include <set>
#include <string>

namespace ns3
{

class ScheduleController;

/**
 * @ingroup iepm
 * @brief Searches windows and streams anew when a path has changed, and lets transfers use them
 * (slide 18).
 *
 * The records of a monitor tell of a path: hops of traceroute, least round trip of ping, and
 * throughput of each tool, each watched by a StepDetector. After a step the monitor runs its tools
 * that recalibrate (ScheduleController::Trigger); if one fails, again after the next test that does
 * not. A result with window, streams and throughput, as WindowSearchProbe has it, is used by all
 * transfers to that host from then on (ScheduleController::Tune).
 */
class Recalibration : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param monitor to listen to, once; std::logic_error if there is one already */
    void Watch(Ptr<ScheduleController> monitor);

    /** @param host whose path has changed
     * @param reason in words */
    typedef void (*ChangeTracedCallback)(const std::string& host, const std::string& reason);
    /** @param host of the transfers
     * @param window of each stream, bytes
     * @param streams of each */
    typedef void (*TuneTracedCallback)(const std::string& host, uint32_t window, uint32_t streams);

  protected:
    void DoDispose() override;

  private:
    bool IsWatching() const;                            //!< @return whether Watch was called
    void Record(const iepm::MeasurementRecord& record); //!< @param record of a test
    /** @param record of a test
     * @param name of a value of its result
     * @param what it is of, in words
     * @param rule of its steps */
    void CheckStep(const iepm::MeasurementRecord& record,
                   const std::string& name,
                   const std::string& what,
                   const iepm::StepDetector::Rule& rule);

    double m_roundTripStep;  //!< attribute RoundTripStep
    Time m_minRoundTripStep; //!< attribute MinRoundTripStep
    double m_throughputStep; //!< attribute ThroughputStep
    uint32_t m_confirm;      //!< attribute Confirm

    Ptr<ScheduleController> m_monitor; //!< that it listens to, or null
    /// By host, and by tool and value within it.
    std::map<std::string, std::map<std::string, iepm::StepDetector>> m_detectors;
    std::set<std::string> m_failed; //!< hosts whose last search failed

    TracedCallback<const std::string&, const std::string&> m_changeTrace; //!< Change
    TracedCallback<const std::string&, uint32_t, uint32_t> m_tuneTrace;   //!< Tune
};

} // namespace ns3

#endif // IEPM_RECALIBRATION_H
