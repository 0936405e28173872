/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_JSON_H
#define RUN_ARCHIVE_JSON_H

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ns3::burst
{

/**
 * @ingroup run-archive
 *
 * @param json a value
 * @return its text, with \\u000a for \\n and so on, as keys and rows were always written
 * @throws nlohmann::json::type_error when it holds bytes that are no UTF-8 text
 */
std::string WriteJson(const nlohmann::json& json);

} // namespace ns3::burst

#endif // RUN_ARCHIVE_JSON_H
