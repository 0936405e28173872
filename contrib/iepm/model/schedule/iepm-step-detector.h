/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_STEP_DETECTOR_H
#define IEPM_STEP_DETECTOR_H

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3::iepm
{

/**
 * @ingroup iepm
 * @brief Detects a step of a value: several values in a row on one side of the level.
 *
 * The level is the median of the last values near it. A value is off if its distance from the level
 * exceeds a part of the level and a least distance. `confirm` values in a row that are off to the
 * same side are a step; their median is the new level.
 */
class StepDetector
{
  public:
    /** What is a step. */
    struct Rule
    {
        double part;         //!< of the median, from 0 on
        double least;        //!< distance, from 0 on
        uint32_t confirm{1}; //!< values in a row, at least 1
        uint32_t memory{5};  //!< values of the median, at least 1
    };

    explicit StepDetector(const Rule& rule); //!< @param rule of steps; std::invalid_argument

    bool Add(double value);   //!< @param value that is new @return whether with it a step is seen
    double GetLevel() const;  //!< @return the median; NaN before the first value
    double GetBefore() const; //!< @return the median before the last step; NaN if there was none

  private:
    Rule m_rule;                //!< of steps
    std::deque<double> m_level; //!< values near the median
    std::vector<double> m_off;  //!< values in a row that are off to one side
    double m_before;            //!< median before the last step
};

} // namespace ns3::iepm

#endif // IEPM_STEP_DETECTOR_H
