/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_BOTTLENECK_LOCKS_H
#define IEPM_BOTTLENECK_LOCKS_H

#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief Which shared bottlenecks a heavy test has for itself at present.
 *
 * A test takes all of its groups or none, so that tests cannot wait for each other in a circle.
 */
class BottleneckLocks
{
  public:
    /** @param groups names of shared bottlenecks @return whether no test has any of them */
    bool AreFree(const std::vector<std::string>& groups) const;
    /** @param groups that are free; std::logic_error if one is not */
    void Take(const std::vector<std::string>& groups);
    /** @param groups that were taken; std::logic_error if one was not */
    void Release(const std::vector<std::string>& groups);

  private:
    std::set<std::string> m_taken; //!< groups of tests that run
};

} // namespace ns3

#endif // IEPM_BOTTLENECK_LOCKS_H
