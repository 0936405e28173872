/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-statistics.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::burst
{

namespace
{

/** @return the statistics of each type by its number */
std::map<uint16_t, std::vector<Statistic>>&
GetDeclared()
{
    static std::map<uint16_t, std::vector<Statistic>> declared; // there before any GetTypeId()
    return declared;
}

} // namespace

TypeId
AddStatistics(TypeId type, const std::vector<Statistic>& statistics)
{
    GetDeclared()[type.GetUid()] = statistics;
    return type;
}

std::vector<Statistic>
GetStatistics(TypeId type)
{
    std::vector<Statistic> all;
    for (;; type = type.GetParent())
    {
        const auto own = GetDeclared().find(type.GetUid());
        if (own != GetDeclared().end())
        {
            all.insert(all.end(), own->second.begin(), own->second.end());
        }
        if (!type.HasParent() || type == type.GetParent())
        {
            return all;
        }
    }
}

std::vector<Statistic>
FindStatistics(TypeId type, const std::vector<std::string>& names)
{
    const auto all = GetStatistics(type);
    if (all.empty())
    {
        throw std::invalid_argument(type.GetName() + " has no statistics");
    }
    if (names.empty())
    {
        return all;
    }
    std::vector<Statistic> found;
    for (const auto& name : names)
    {
        const auto statistic =
            std::find_if(all.begin(), all.end(), [&name](const auto& s) { return s.name == name; });
        if (statistic == all.end())
        {
            std::vector<std::string> known;
            for (const auto& other : all)
            {
                known.push_back(other.name);
            }
            throw std::invalid_argument(type.GetName() + " has no statistic '" + name + "', " +
                                        NearestNames(name, known));
        }
        found.push_back(*statistic);
    }
    return found;
}

} // namespace ns3::burst
