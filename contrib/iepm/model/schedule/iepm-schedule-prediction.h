/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_SCHEDULE_PREDICTION_H
#define IEPM_SCHEDULE_PREDICTION_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief What a cycle will be like, by ScheduleCalculator.
 */
struct SchedulePrediction
{
    /** What the tests of a cycle put on a shared link. */
    struct Load
    {
        std::string link;  //!< its name
        uint64_t bytes{0}; //!< in the cycle
        double share{0};   //!< of what the link carries in the length of a cycle
    };

    uint32_t tests{0};       //!< that are made
    Time busy;               //!< sum of their expected durations
    uint64_t bytes{0};       //!< sum of their expected bytes
    Time length;             //!< from its begin to its end, if tests take what is expected
    Time worst;              //!< the same at most, if all tests time out
    Time free;               //!< what the length leaves of the policy's; negative: too little
    uint32_t late{0};        //!< tests that begin when the next cycle is due or later
    double overrun{0};       //!< probability that the next cycle begins before the end
    std::vector<Load> loads; //!< of links, by name
};

/**
 * @ingroup iepm
 * @brief Heavy tests of several monitors in one group.
 */
struct ScheduleConflict
{
    std::string group;              //!< the shared bottleneck
    std::vector<uint32_t> monitors; //!< that test over it, by index
    double share{0};                //!< of the time, in which some heavy test has it if none wait
    double meetings{0};             //!< pairs of tests per cycle that would overlap without locks
};

} // namespace ns3

#endif // IEPM_SCHEDULE_PREDICTION_H
