/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-json.h"

#include "ns3/burst-core-line-reader.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ns3::archive
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

void
RequireUtf8(const std::string& what, const std::string& text)
{
    if (std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 128; }))
    {
        return;
    }
    try
    {
        WriteJson(text);
    }
    catch (const nlohmann::json::type_error&)
    {
        constexpr std::size_t MAX_SHOWN = 100;
        throw std::invalid_argument(what + " cannot be " + burst::QuoteWord(text, MAX_SHOWN) +
                                    ": it takes UTF-8 text");
    }
}

} // namespace ns3::archive
