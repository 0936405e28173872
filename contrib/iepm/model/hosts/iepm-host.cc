/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-host.h"

#include "ns3/burst-core-check.h"

#include <stdexcept>

namespace ns3
{

double
MeasurementHost::GetFact(const std::string& fact) const
{
    const auto found = facts.find(fact);
    if (found == facts.end())
    {
        std::vector<std::string> known;
        for (const auto& [other, value] : facts)
        {
            known.push_back(other);
        }
        throw std::invalid_argument("the host " + name + " has no fact '" + fact + "', " +
                                    burst::NearestNames(fact, known));
    }
    return found->second;
}

} // namespace ns3
