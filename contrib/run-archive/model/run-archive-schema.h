/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_SCHEMA_H
#define RUN_ARCHIVE_SCHEMA_H

namespace ns3::archive
{

/**
 * @ingroup run-archive
 *
 * The text of `schema.sql`, in a source that CMake makes.
 */
extern const char* const RUN_ARCHIVE_SCHEMA;

} // namespace ns3::archive

#endif // RUN_ARCHIVE_SCHEMA_H
