/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-fair-tags.h"

#include "ns3/burst-core-check.h"

#include <limits>
#include <numeric>

namespace ns3
{

namespace
{

constexpr uint64_t NONE = std::numeric_limits<uint64_t>::max(); //!< no packet, no tag

} // namespace

QbssFairTags::QbssFairTags(const std::vector<uint32_t>& weights)
    : m_tags(weights.size(), NONE)
{
    uint64_t common = 1;
    for (const uint32_t weight : weights)
    {
        burst::CheckParameter(weight > 0, "the weight", weight, "numbers above 0");
        common = std::lcm(common, weight);
    }
    for (const uint32_t weight : weights)
    {
        m_costs.push_back(common / weight);
    }
}

std::size_t
QbssFairTags::Serve(const std::vector<uint32_t>& heads)
{
    std::size_t first = 0;
    for (std::size_t i = 0; i < heads.size(); ++i)
    {
        if (heads[i] == 0)
        {
            m_tags[i] = NONE;
        }
        else if (m_tags[i] == NONE)
        {
            m_tags[i] = heads[i] * m_costs[i];
        }
        first = m_tags[i] <= m_tags[first] ? i : first;
    }
    const uint64_t now = m_tags[first];
    for (auto& tag : m_tags)
    {
        tag -= tag == NONE ? 0 : now;
    }
    m_tags[first] = NONE;
    return first;
}

} // namespace ns3
