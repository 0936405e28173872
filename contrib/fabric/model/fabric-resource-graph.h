/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_RESOURCE_GRAPH_H
#define FABRIC_RESOURCE_GRAPH_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * Named resources and their wait-for relation; a cycle is a deadlock, or a possible deadlock.
 *
 * Before a run the resources are the channels of a fabric and a wait is a dependency some route
 * makes (Dally and Seitz, IEEE Trans. Computers C-36(5), 1987, theorem 1: no cycle, no deadlock);
 * during a run they are buffers and a wait is a packet that is held up.
 */
class ResourceGraph
{
  public:
    /// @return the handle of the new resource; names need not differ
    uint32_t AddResource(const std::string& name);

    /// The holder of @p from waits for @p to. Handles that were never given out throw
    /// std::invalid_argument.
    void AddWait(uint32_t from, uint32_t to);

    uint64_t GetWaitCount() const; ///< how many were added

    /**
     * Of all resources on a cycle the one added first is taken, and a shortest cycle through it;
     * among equals the waits added first win. Linear in resources and waits.
     *
     * @return the handles in waiting order, each waiting for the next and the last for the first;
     * empty without a cycle.
     */
    std::vector<uint32_t> FindCycleHandles() const;

    /// @return the names of FindCycleHandles
    std::vector<std::string> FindCycle() const;

  private:
    std::vector<std::string> m_names;
    std::vector<std::pair<uint32_t, uint32_t>> m_waits;
};

} // namespace ns3::fabric

#endif // FABRIC_RESOURCE_GRAPH_H
