/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_CODE_HASH_H
#define RUN_ARCHIVE_CODE_HASH_H

#include <set>
#include <string>

namespace ns3::burst
{

/**
 * @ingroup run-archive
 *
 * @param address of code or static data
 * @return an address that stands for the object file (the program or a loaded library) that holds
 * it, the same for all addresses in it; null when none does
 */
const void* FindObjectFile(const void* address);

/**
 * @ingroup run-archive
 *
 * @param object as FindObjectFile() returned it
 * @return it and all it links to, itself or through others
 */
std::set<const void*> FindLinked(const void* object);

/**
 * @ingroup run-archive
 *
 * @param object as FindObjectFile() returned it
 * @return 16 digits, a hash of the object file and of all it links to: of the build ID that the
 * linker wrote, or of the bytes of a file without one. Neither paths nor times are in it.
 * @throws std::runtime_error when such a file cannot be read
 */
std::string HashObjectFile(const void* object);

/**
 * @ingroup run-archive
 *
 * @return 16 digits, a hash of the running program: its own file, the loaded libraries that stand
 * on ns-3, and all they link to
 * @throws std::runtime_error as HashObjectFile()
 */
std::string HashProgram();

} // namespace ns3::burst

#endif // RUN_ARCHIVE_CODE_HASH_H
