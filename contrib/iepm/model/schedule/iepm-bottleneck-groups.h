/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_BOTTLENECK_GROUPS_H
#define IEPM_BOTTLENECK_GROUPS_H

#include "ns3/callback.h"
#include "ns3/object.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ns3::iepm
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

} // namespace ns3::iepm

namespace ns3
{

/**
 * @ingroup iepm
 * @brief The shared bottlenecks that several monitors know by the same names.
 *
 * Monitors that have the same groups never run two heavy tests over one bottleneck. When a test has
 * ended all monitors are notified in round-robin order, starting after its own, so that no monitor
 * starves.
 */
class BottleneckGroups : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    using Changed = Callback<void>; //!< told that bottlenecks have become free

    /** @param changed of a monitor @return its number */
    uint32_t AddMonitor(Changed changed);
    void RemoveMonitor(uint32_t monitor); //!< @param monitor that is not told any more
    iepm::BottleneckLocks& GetLocks();    //!< @return who has what
    void NotifyAll(uint32_t monitor);     //!< @param monitor whose test gave bottlenecks back

  private:
    iepm::BottleneckLocks m_locks;   //!< who has what
    std::vector<Changed> m_monitors; //!< by number, null if removed
};

} // namespace ns3

#endif // IEPM_BOTTLENECK_GROUPS_H
