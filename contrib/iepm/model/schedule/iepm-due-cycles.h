/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_DUE_CYCLES_H
#define IEPM_DUE_CYCLES_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief The cycles in which a task is due: every k-th one.
 *
 * The first one of a task of host h is the first cycle c with (c + h) mod k = 0, which spreads a
 * slow tool over the cycles.
 */
class DueCycles
{
  public:
    /** @param divisor of the task; 0: it is never due @param host its number */
    DueCycles(uint32_t divisor, uint32_t host);

    void SetDivisor(uint32_t divisor); //!< @param divisor from now on
    /** @return whether the task is due in a cycle @param cycle its number @param next the number of
     * the next cycle, at most that one */
    bool IsDue(uint64_t cycle, uint64_t next) const;
    void Set(uint64_t cycle); //!< @param cycle that begins, in which the task is due

  private:
    int64_t m_divisor; //!< of the task
    int64_t m_latest;  //!< cycle in which it was due
};

} // namespace ns3

#endif // IEPM_DUE_CYCLES_H
