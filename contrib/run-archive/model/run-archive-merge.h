/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_MERGE_H
#define RUN_ARCHIVE_MERGE_H

#include "run-archive-partial-file.h"

#include <cstdint>
#include <string>

namespace ns3::burst
{

/**
 * @ingroup run-archive
 *
 * Refuses a file that is not an archive of this very schema, or that cannot be written.
 *
 * @param path an existing file
 * @throws std::invalid_argument when it is no such archive
 * @throws std::runtime_error when it cannot be read or written
 */
void CheckArchive(const std::string& path);

/**
 * @ingroup run-archive
 *
 * Puts a finished run where it belongs, durably: its file becomes the archive, or where there is
 * one the run is added to that, in one transaction. A run that is there already stays as it is. The
 * rules are those of Archive.merge in Python. What cannot be put there is kept beside the archive,
 * and the exception says where.
 *
 * @param archive that takes the run in
 * @param file of the run
 * @param runId the run
 * @throws std::invalid_argument when CheckArchive() refuses the archive, when it holds another run
 * of that number, that run with other rows, or a metric in another unit
 * @throws std::runtime_error when the archive cannot be written, or is locked for half a minute
 */
void StoreRun(const std::string& archive, PartialFile& file, uint64_t runId);

} // namespace ns3::burst

#endif // RUN_ARCHIVE_MERGE_H
