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

namespace ns3::archive
{

/**
 * @ingroup run-archive
 *
 * Refuses a file that is not an archive of this version of the schema, or that cannot be written.
 *
 * @param path an existing file
 * @throws std::invalid_argument when the file is not such an archive
 * @throws std::runtime_error when the file cannot be read or written
 */
void CheckArchive(const std::string& path);

/**
 * @ingroup run-archive
 *
 * Stores a finished run durably. Its file becomes the archive; if the archive exists, the run is
 * added to it in one transaction. A run that the archive already has stays as it is. The rules are
 * those of Archive.merge in Python. A run that cannot be stored is kept in a file beside the
 * archive, which the exception names.
 *
 * @param archive path of the archive
 * @param file complete file with the run
 * @param runId number of the run
 * @throws std::invalid_argument when CheckArchive() refuses the archive, or when the archive holds
 * a different run of that number, that run with other rows, or a metric in another unit
 * @throws std::runtime_error when the archive cannot be written, or stays locked for 30 s
 */
void StoreRun(const std::string& archive, PartialFile& file, uint64_t runId);

} // namespace ns3::archive

#endif // RUN_ARCHIVE_MERGE_H
