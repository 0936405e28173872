/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-bottleneck-locks.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

bool
BottleneckLocks::AreFree(const std::vector<std::string>& groups) const
{
    return std::none_of(groups.begin(), groups.end(), [this](const std::string& group) {
        return m_taken.count(group);
    });
}

void
BottleneckLocks::Take(const std::vector<std::string>& groups)
{
    if (!AreFree(groups))
    {
        throw std::logic_error("a test took a bottleneck that another one has");
    }
    m_taken.insert(groups.begin(), groups.end());
}

void
BottleneckLocks::Release(const std::vector<std::string>& groups)
{
    for (const auto& group : groups)
    {
        if (!m_taken.erase(group))
        {
            throw std::logic_error("a test released the bottleneck " + group +
                                   ", which it did not have");
        }
    }
}

} // namespace ns3
