/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_RECORD_H
#define IEPM_RECORD_H

#include "ns3/nstime.h"
#include "ns3/path-measurement-result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::iepm
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

/**
 * @ingroup iepm
 * @brief What became of a test that was due. Each has exactly one, with status SKIPPED and the
 * reason as note if the test was not made.
 */
struct MeasurementRecord
{
    uint64_t number{0}; //!< of the test, from 0, in the order in which they became due
    uint64_t cycle{0};  //!< that it belongs to, from 0; of requests the latest one
    std::string host;   //!< to which
    std::string tool;   //!< with which
    MeasurementTask::Trigger trigger{MeasurementTask::PERIODIC}; //!< what made it due
    std::string reason;                                          //!< of a request, as it was given
    Time due;                                                    //!< when it became due
    MeasurementResult result;                                    //!< what it gave
};

/**
 * @ingroup iepm
 * @brief What became of a cycle, when all its tests have a record.
 */
struct CycleRecord
{
    uint64_t number{0};             //!< from 0
    Time due;                       //!< when it was to begin
    Time begin;                     //!< when it began
    Time end;                       //!< when its last test had a record
    std::optional<Time> overrun;    //!< from the planned begin of the next one to the end
    uint32_t tests{0};              //!< that were due
    std::array<uint32_t, 7> ends{}; //!< tests by MeasurementResult::Status
    Time predicted;                 //!< from begin to end, by ScheduleCalculator
};

} // namespace ns3::iepm

#endif // IEPM_RECORD_H
