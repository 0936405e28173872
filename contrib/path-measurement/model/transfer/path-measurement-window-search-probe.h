/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_WINDOW_SEARCH_PROBE_H
#define PATH_MEASUREMENT_WINDOW_SEARCH_PROBE_H

#include "path-measurement-throughput-probe.h"

#include "ns3/path-measurement-probe.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief What so many streams with such a window carried.
 */
struct WindowTrial
{
    uint32_t window{0};  //!< of each stream, bytes
    uint32_t streams{0}; //!< in parallel
    double rate{0};      //!< bit/s
};

/**
 * Choose windows and streams by brute force (slide 18): the least windows times streams that carry
 * a part of the most. What is more fills queues. Of equal ones the fewest streams.
 *
 * @ingroup path-measurement
 * @param trials at least one
 * @param kept part of the most, above 0 to 1
 * @return index of the choice; std::invalid_argument without trials
 */
std::size_t ChooseWindow(const std::vector<WindowTrial>& trials, double kept);

} // namespace ns3::measurement

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

    const std::vector<measurement::WindowTrial>& GetTrials()
        const; //!< @return that have ended, in their order

    /** @param trial that has ended */
    typedef void (*TrialTracedCallback)(const measurement::WindowTrial& trial);

  protected:
    void DoDispose() override;

  private:
    void DoStart() override;
    void DoStop() override;

    /** @return all combinations; std::invalid_argument if Windows or Streams is no list of whole
     * numbers above 0 */
    std::vector<measurement::WindowTrial> Plan() const;
    /** @param trial to come @return a test of it */
    Ptr<ThroughputProbe> MakeTest(const measurement::WindowTrial& trial) const;
    void Next();                                  //!< Begin the next trial, or end.
    void Record(const MeasurementResult& result); //!< @param result of a trial

    std::string m_windows; //!< attribute Windows
    std::string m_numbers; //!< attribute Streams
    Time m_duration;       //!< attribute Duration
    double m_kept;         //!< attribute Kept

    std::vector<measurement::WindowTrial> m_plan;   //!< all trials
    std::vector<measurement::WindowTrial> m_trials; //!< that have ended
    Ptr<ThroughputProbe> m_test;                    //!< that runs, or null

    TracedCallback<const measurement::WindowTrial&> m_trialTrace; //!< trace source Trial
};

} // namespace ns3

#endif // PATH_MEASUREMENT_WINDOW_SEARCH_PROBE_H
