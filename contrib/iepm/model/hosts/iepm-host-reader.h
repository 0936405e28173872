/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_HOST_READER_H
#define IEPM_HOST_READER_H

#include "iepm-host-database.h"

#include <istream>
#include <string>

namespace ns3::iepm
{

/**
 * @ingroup iepm
 * Reads a host database in the text format of the module's chapter.
 *
 * @param input the text
 * @param name what messages call the text, usually its path
 * @return the database
 * @throw std::invalid_argument "NAME, line N: what is wrong and what is allowed". Lines hold at
 * most 4096 characters, a file 16 MiB.
 */
HostDatabase ReadHosts(std::istream& input, const std::string& name);

/** @ingroup iepm @param path of a file @return as above; std::invalid_argument also
 * when the file cannot be read */
HostDatabase ReadHosts(const std::string& path);

} // namespace ns3::iepm

#endif // IEPM_HOST_READER_H
