/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_MERGE_H
#define RUN_ARCHIVE_MERGE_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * Refuses a file that is not an archive of this very schema, or that cannot be written.
 *
 * @param path an existing file
 * @throws std::invalid_argument when it is no such archive
 * @throws std::runtime_error when it cannot be read or written
 */
void CheckArchive(const std::string& path);

/**
 * Adds the run of a file to an archive, in one transaction that is durable at the end. A run that
 * is there already stays as it is. The rules are those of Archive.merge in Python.
 *
 * @param archive that takes the run in
 * @param file of one run
 * @param runId the run
 * @throws std::invalid_argument when CheckArchive() refuses the archive, when it holds another run
 * of that number, that run with other rows, or a metric in another unit
 * @throws std::runtime_error when the archive cannot be written, or is locked for half a minute
 */
void MergeRun(const std::string& archive, const std::string& file, uint64_t runId);

} // namespace ns3

#endif // RUN_ARCHIVE_MERGE_H
