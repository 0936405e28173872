/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-check.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace ns3::burst
{

namespace
{

std::size_t
GetEditDistance(const std::string& a, const std::string& b)
{
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            const std::size_t substituted = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

std::string
Join(const std::vector<std::string>& names, std::size_t limit)
{
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < limit; ++i)
    {
        text += (i ? ", " : "") + names[i];
    }
    return text + (names.size() > limit ? ", ..." : "");
}

} // namespace

std::string
NearestNames(const std::string& wrong, std::vector<std::string> known)
{
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    if (known.empty())
    {
        return "none is known";
    }

    // A name is seldom longer than a line; what is, is no misspelling.
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const auto& name : known)
    {
        const std::size_t longer = std::max(name.size(), wrong.size());
        const std::size_t distance = longer > 200 ? longer : GetEditDistance(wrong, name);
        if (3 * distance <= longer)
        {
            near.emplace_back(distance, name);
        }
    }
    if (near.empty())
    {
        return "known: " + Join(known, 20);
    }
    std::sort(near.begin(), near.end());
    near.resize(std::min<std::size_t>(near.size(), 3));
    std::vector<std::string> names;
    for (const auto& [distance, name] : near)
    {
        names.push_back(name);
    }
    return "nearest: " + Join(names, names.size());
}

} // namespace ns3::burst
