/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_WINDOW_SEARCH_PROBE_H
#define PATH_MEASUREMENT_WINDOW_SEARCH_PROBE_H

#include "path-measurement-throughput-probe.h"
#include "path-measurement-window-trial.h"

#include "ns3/path-measurement-probe.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Finds windows and streams for a path by trying all combinations of some, one after another
 * (slide 18).
 *
 * The result has window, streams and throughput of the choice (ChooseWindow), the most throughput
 * of all, and the number of trials. A trial that fails ends the search with its status.
 */
class WindowSearchProbe : public MeasurementProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    Time GetExpectedDuration(double rate, Time roundTrip) const override;
    double GetExpectedBytes(double rate) const override;
    bool IsHeavy() const override;

    const std::vector<WindowTrial>& GetTrials() const; //!< @return that have ended, in their order

    /** @param trial that has ended */
    typedef void (*TrialTracedCallback)(const WindowTrial& trial);

  protected:
    void DoDispose() override;

  private:
    void DoStart() override;
    void DoStop() override;

    /** @return all combinations; std::invalid_argument if Windows or Streams is no list of whole
     * numbers above 0 */
    std::vector<WindowTrial> Plan() const;
    /** @param trial to come @return a test of it */
    Ptr<ThroughputProbe> MakeTest(const WindowTrial& trial) const;
    void Next();                                  //!< Begin the next trial, or end.
    void Record(const MeasurementResult& result); //!< @param result of a trial

    std::string m_windows; //!< attribute Windows
    std::string m_numbers; //!< attribute Streams
    Time m_duration;       //!< attribute Duration
    double m_kept;         //!< attribute Kept

    std::vector<WindowTrial> m_plan;   //!< all trials
    std::vector<WindowTrial> m_trials; //!< that have ended
    Ptr<ThroughputProbe> m_test;       //!< that runs, or null

    TracedCallback<const WindowTrial&> m_trialTrace; //!< trace source Trial
};

} // namespace ns3

#endif // PATH_MEASUREMENT_WINDOW_SEARCH_PROBE_H
