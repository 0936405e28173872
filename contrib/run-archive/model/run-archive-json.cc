/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-json.h"

#include <map>
#include <nlohmann/json.hpp>

namespace ns3::burst
{

std::string
WriteJson(const nlohmann::json& json)
{
    static const std::map<char, std::string> NUMBERS{
        {'b', "u0008"},
        {'f', "u000c"},
        {'n', "u000a"},
        {'r', "u000d"},
        {'t', "u0009"},
    };
    std::string written;
    bool escaped = false;
    for (const char c : json.dump())
    {
        const auto number = escaped ? NUMBERS.find(c) : NUMBERS.end();
        if (number == NUMBERS.end())
        {
            written += c;
        }
        else
        {
            written += number->second;
        }
        escaped = c == '\\' && !escaped;
    }
    return written;
}

} // namespace ns3::burst
