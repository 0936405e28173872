/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_JSON_H
#define RUN_ARCHIVE_JSON_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @param text in UTF-8
 * @return a JSON string
 */
std::string ToJson(const std::string& text);

/**
 * @param cells texts in UTF-8
 * @return a JSON array of strings
 */
std::string ToJson(const std::vector<std::string>& cells);

/**
 * @param cells numbers
 * @return a JSON array: for each cell the shortest number that reads back as the same double, null
 * when not finite
 */
std::string ToJson(const std::vector<double>& cells);

} // namespace ns3

#endif // RUN_ARCHIVE_JSON_H
