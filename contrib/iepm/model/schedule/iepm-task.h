/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_TASK_H
#define IEPM_TASK_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief A tool that a monitor runs to a host again and again, or on request.
 *
 * Tasks of a host run one at a time, in the order of the list they are in.
 */
struct MeasurementTask
{
    /** What makes a test due. */
    enum Trigger : uint8_t
    {
        PERIODIC, //!< its cycle
        ONE_OFF,  //!< somebody asked for it
        EVENT,    //!< something happened to the path
    };

    std::string host;                //!< to which
    std::string tool;                //!< with which
    uint32_t divisor{1};             //!< due in every divisor-th cycle; 0: on request alone
    bool onEvent{false};             //!< whether it recalibrates after an event
    Time timeout;                    //!< it has ended then
    Time duration;                   //!< expected
    uint64_t bytes{0};               //!< expected
    bool heavy{false};               //!< whether it may fill the path
    std::vector<std::string> groups; //!< shared bottlenecks that it takes if it is heavy
    std::vector<std::string> route;  //!< shared links that its bytes cross
    std::string disabled;            //!< why it may not run; empty: it may
};

/** @ingroup iepm @param trigger any @return its name in small letters */
std::string ToText(MeasurementTask::Trigger trigger);

} // namespace ns3

#endif // IEPM_TASK_H
