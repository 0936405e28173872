/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_ROWS_H
#define PATH_MEASUREMENT_ROWS_H

#include "ns3/path-measurement-result.h"
#include "ns3/run-archive.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** Results of measurements on their way into the archive: one row each, and one for each value. */
class MeasurementRows
{
  public:
    /** @param tool text of the probe @param source name of the monitor @param destination name of
     * the host @param cycle of the schedule @param result of the measurement */
    void Add(const std::string& tool,
             const std::string& source,
             const std::string& destination,
             uint32_t cycle,
             const MeasurementResult& result);

    /** Also one table of notes, if there are any. @param archive that takes the rows */
    void Write(archive::RunArchive& archive) const;

  private:
    /** A result and what it is of. */
    using Row = std::pair<archive::MeasurementRecord, MeasurementResult>;

    std::vector<Row> m_rows; //!< in the order of their ends
};

} // namespace ns3

#endif // PATH_MEASUREMENT_ROWS_H
