/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-json.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace ns3
{

namespace
{

void
Append(std::string& json, const std::string& text)
{
    json += '"';
    for (const char c : text)
    {
        if (static_cast<unsigned char>(c) < 0x20)
        {
            char escaped[8];
            std::snprintf(escaped, sizeof(escaped), "\\u%04x", static_cast<unsigned>(c));
            json += escaped;
            continue;
        }
        if (c == '"' || c == '\\')
        {
            json += '\\';
        }
        json += c;
    }
    json += '"';
}

void
Append(std::string& json, double value)
{
    if (!std::isfinite(value))
    {
        json += "null";
        return;
    }
    char digits[32];
    json.append(digits, std::to_chars(digits, digits + sizeof(digits), value).ptr);
}

template <typename T>
std::string
ToJsonArray(const std::vector<T>& cells)
{
    std::string json = "[";
    for (const auto& cell : cells)
    {
        if (json.size() > 1)
        {
            json += ',';
        }
        Append(json, cell);
    }
    return json + ']';
}

} // namespace

std::string
ToJson(const std::string& text)
{
    std::string json;
    Append(json, text);
    return json;
}

std::string
ToJson(const std::vector<std::string>& cells)
{
    return ToJsonArray(cells);
}

std::string
ToJson(const std::vector<double>& cells)
{
    return ToJsonArray(cells);
}

} // namespace ns3
