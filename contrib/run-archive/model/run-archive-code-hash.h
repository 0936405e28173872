/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_CODE_HASH_H
#define RUN_ARCHIVE_CODE_HASH_H

#include <set>
#include <string>

namespace ns3::archive
{

/**
 * @ingroup run-archive
 *
 * @param address of code or static data
 * @return an address that identifies the object file (the program or a loaded library) with this
 * address; null when there is no such object file
 */
const void* FindObjectFile(const void* address);

/**
 * @ingroup run-archive
 *
 * @param object as FindObjectFile() returned it
 * @return the object file and all object files it links to, directly or indirectly
 */
std::set<const void*> FindLinked(const void* object);

/**
 * @ingroup run-archive
 *
 * @param object as FindObjectFile() returned it
 * @return 16 digits, a hash of the object file and of all object files it links to. It covers the
 * build ID that the linker wrote, or the bytes of a file without build ID, but no paths or times.
 * @throws std::runtime_error when an object file cannot be read
 */
std::string HashObjectFile(const void* object);

/**
 * @ingroup run-archive
 *
 * @return 16 digits, a hash of the running program: its own file, the loaded libraries that depend
 * on ns-3, and all object files that these link to
 * @throws std::runtime_error as HashObjectFile()
 */
std::string HashProgram();

} // namespace ns3::archive

#endif // RUN_ARCHIVE_CODE_HASH_H
