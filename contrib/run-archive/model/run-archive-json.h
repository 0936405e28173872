/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_JSON_H
#define RUN_ARCHIVE_JSON_H

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ns3::archive
{

/**
 * @ingroup run-archive
 *
 * @param json a value
 * @return JSON text of the value. Control characters are escaped as \\u000a, not \\n: the keys of
 * stored runs have this form.
 * @throws nlohmann::json::type_error when a string of the value is not UTF-8
 */
std::string WriteJson(const nlohmann::json& json);

/**
 * @ingroup run-archive
 *
 * @param what has the text
 * @param text that must be UTF-8
 * @throws std::invalid_argument when it is not
 */
void RequireUtf8(const std::string& what, const std::string& text);

} // namespace ns3::archive

#endif // RUN_ARCHIVE_JSON_H
