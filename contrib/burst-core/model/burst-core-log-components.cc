/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-log-components.h"

#include "burst-core-nearest.h"

#include "ns3/log.h"

#include <cstdlib>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::burst
{

NS_LOG_COMPONENT_DEFINE("BurstCoreLogComponents");

void
CheckLogComponents()
{
    static const std::set<std::string> FLAGS{
        "none",       "error",       "warn",        "debug",       "info",        "function",
        "logic",      "all",         "func",        "time",        "node",        "level",
        "prefix_all", "level_error", "level_warn",  "level_debug", "level_info",  "level_function",
        "level_all",  "prefix_func", "level_logic", "prefix_time", "prefix_node", "prefix_level",
        "*",          "**"};
    const char* const wanted = std::getenv("NS_LOG");
    std::istringstream entries(wanted ? wanted : "");
    for (std::string entry; std::getline(entries, entry, ':');)
    {
        const auto equals = entry.find('=');
        const std::string name = entry.substr(0, equals);
        const auto* const components = LogComponent::GetComponentList();
        if (!name.empty() && name != "*" && name != "***" && !components->count(name))
        {
            std::vector<std::string> known;
            for (const auto& component : *components)
            {
                known.push_back(component.first);
            }
            throw std::invalid_argument("NS_LOG names no log component '" + name + "', " +
                                        NearestNames(name, known));
        }
        std::istringstream flags(equals == std::string::npos ? "" : entry.substr(equals + 1));
        for (std::string flag; std::getline(flags, flag, '|');)
        {
            if (!FLAGS.count(flag))
            {
                throw std::invalid_argument("NS_LOG knows no level '" + flag + "' of " + name +
                                            ", " +
                                            NearestNames(flag, {FLAGS.begin(), FLAGS.end()}));
            }
        }
    }
}

} // namespace ns3::burst
