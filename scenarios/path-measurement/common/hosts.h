/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_HOSTS_H
#define PATH_MEASUREMENT_HOSTS_H

#include "../laws/rate-scale.h"

#include "ns3/iepm-host-database.h"
#include "ns3/path-measurement-result.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** @param text names with commas between them @return the names, without blanks around them */
std::vector<std::string> ReadNames(const std::string& text);

/** @param database of a file @param hosts names of those that are kept, in this order; empty: all
 * @param tools likewise, in the order of the file @return what is kept; std::invalid_argument: a
 * name is unknown or there twice */
iepm::HostDatabase SelectHosts(const iepm::HostDatabase& database,
                               const std::vector<std::string>& hosts,
                               const std::vector<std::string>& tools);

/** @param database whose facts have "loss" and "use" @param scale of rates @param others whether
 * others use the paths @return the same with rates divided, of links, disks and probes, windows and
 * copies. The rate of a host, by which tools predict what they send, is the best of its closed
 * form. */
iepm::HostDatabase ScaleHosts(const iepm::HostDatabase& database,
                              const RateScale& scale,
                              bool others);

/** Closed form of a path, bit/s as it is without a scale. */
struct ExpectedPath
{
    double oneStream;  //!< with a window of 64 KB
    double best;       //!< of 40 streams with windows of 1 MB
    double bbcpMemory; //!< 0.75 of the best, by the digest of the study
    double bbcpDisk;   //!< at most the rate of the disk
};

/** @param host with facts "loss" and "use" @param others whether others use the path @return the
 * closed form */
ExpectedPath GetExpectedPath(const iepm::MeasurementHost& host, bool others);

/** @param host as above @param tool any @param others as above @return expected result of the tool:
 * round trip, rate of the narrowest link, throughput with its windows and streams, bbcp's; none:
 * the closed form does not know it */
std::optional<MeasurementResult::Value> GetExpectedValue(const iepm::MeasurementHost& host,
                                                         const iepm::MeasurementTool& tool,
                                                         bool others);

} // namespace ns3

#endif // PATH_MEASUREMENT_HOSTS_H
