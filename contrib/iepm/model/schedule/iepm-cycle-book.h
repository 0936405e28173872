/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_CYCLE_BOOK_H
#define IEPM_CYCLE_BOOK_H

#include "iepm-record.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3::iepm
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
    /** @param divisor of the task; 0: it is never due
     * @param host its number */
    DueCycles(uint32_t divisor, uint32_t host);

    void SetDivisor(uint32_t divisor); //!< @param divisor from now on
    /** @return whether the task is due in a cycle
     * @param cycle its number
     * @param next the number of the next cycle, at most that one */
    bool IsDue(uint64_t cycle, uint64_t next) const;
    void Set(uint64_t cycle); //!< @param cycle that begins, in which the task is due

  private:
    int64_t m_divisor; //!< of the task
    int64_t m_latest;  //!< cycle in which it was due
};

/**
 * @ingroup iepm
 * @brief Counts the tests of each cycle until all have a record.
 */
class CycleBook
{
  public:
    /** @param due when the cycle was to begin
     * @param now when it begins
     * @param tests of it
     * @return its number, from 0 */
    uint64_t Begin(Time due, Time now, uint32_t tests);
    /** A test has a record.
     * @param cycle of it
     * @param status of it
     * @param now the time */
    void Count(uint64_t cycle, MeasurementResult::Status status, Time now);
    void Overrun(Time now); //!< @param now when a cycle is to begin: those before are to be over

    bool IsAnyRunning() const;       //!< @return whether a test of some cycle has no record
    uint64_t GetNext() const;        //!< @return number of the next cycle
    std::vector<CycleRecord> Take(); //!< @return cycles that are over, once each

  private:
    /** A cycle that is not over. */
    struct Page
    {
        CycleRecord record; //!< so far
        uint32_t left;      //!< tests without a record
        Time deadline;      //!< when the next cycle is to begin, if that is known
        bool over{false};   //!< whether it is known
    };

    uint64_t m_next{0};                //!< number of the next cycle
    std::map<uint64_t, Page> m_pages;  //!< by number
    std::vector<CycleRecord> m_closed; //!< to be taken
};

} // namespace ns3::iepm

#endif // IEPM_CYCLE_BOOK_H
