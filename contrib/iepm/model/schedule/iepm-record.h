/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_RECORD_H
#define IEPM_RECORD_H

#include "iepm-task.h"

#include "ns3/nstime.h"
#include "ns3/path-measurement-result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

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

} // namespace ns3

#endif // IEPM_RECORD_H
