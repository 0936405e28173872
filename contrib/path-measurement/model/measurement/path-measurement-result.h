/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_RESULT_H
#define PATH_MEASUREMENT_RESULT_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @defgroup path-measurement Path measurement
 *
 * Probes of Internet paths, their hosts and schedule, and what else a site that measures needs.
 */

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief What a measurement gave. Each measurement has exactly one.
 */
struct MeasurementResult
{
    /** How it ended. */
    enum Status : uint8_t
    {
        OK,           //!< with what was to be measured
        TIMED_OUT,    //!< not within its time, or TCP gave up first
        BLOCKED,      //!< a port of a host that is there did not take a connection
        UNREACHABLE,  //!< nobody answered
        SERVER_DIED,  //!< the remote server ended before it should
        SKIPPED,      //!< not begun
        SELF_LIMITED, //!< ended by its own limit before its time
    };

    /** A number. */
    struct Value
    {
        std::string name; //!< as "throughput"
        double value;     //!< in its unit
        std::string unit; //!< as "bit/s"; "1" for a pure number
    };

    Status status{OK};         //!< how it ended
    Time begin;                //!< when it was started
    Time end;                  //!< when it ended
    uint64_t bytes{0};         //!< that its probe and its server handed to sockets
    std::vector<Value> values; //!< what was measured; may be partial without OK
    std::string note;          //!< why, in words, if the status does not tell all

    /** @param name of a value @return whether it is there */
    bool Has(const std::string& name) const;
    /** @param name of a value @return it; std::invalid_argument if there is none */
    double Get(const std::string& name) const;
};

/** @ingroup path-measurement @param status any @return its name, one of ok, timeout, blocked,
 * unreachable, server-died, skipped and self-limited */
std::string ToText(MeasurementResult::Status status);

} // namespace ns3

#endif // PATH_MEASUREMENT_RESULT_H
