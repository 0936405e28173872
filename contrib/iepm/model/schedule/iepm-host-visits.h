/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_HOST_VISITS_H
#define IEPM_HOST_VISITS_H

#include "iepm-record.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3::iepm
{

/**
 * @ingroup iepm
 * @brief The visits of a monitor to hosts: those that wait, and as many at a time as there are
 * visitors, none of them to the same host.
 */
class HostVisits
{
  public:
    /** A test that is due. */
    struct Test
    {
        uint32_t task;            //!< by index
        MeasurementRecord record; //!< without its result
    };

    /** The tests of a cycle at a host. */
    struct Visit
    {
        uint32_t host;           //!< by index
        std::deque<Test> tests;  //!< that have not begun
        uint32_t unreachable{0}; //!< results in a row
    };

    /** Makes visits, one at a time. */
    struct Visitor
    {
        std::optional<Visit> visit; //!< at present
        uint64_t rank{0};           //!< of the visit, in the order in which visits begin
        bool busy{false};           //!< whether a test of it runs
        Time asleep;                //!< until then
    };

    explicit HostVisits(uint32_t visitors); //!< @param visitors how many visits there are at a time

    std::vector<Visitor>& GetVisitors(); //!< @return by index
    void Add(Visit visit);               //!< @param visit that waits from now on
    /** @param visitor without a visit, who takes the first one to a host where nobody is */
    void Take(Visitor& visitor);
    std::deque<Test> Clear(); //!< @return all tests that have not begun, which are not here any
                              //!< more
    /** @param now the time @return when the next sleep of a visitor ends, if there is one */
    std::optional<Time> GetWake(Time now) const;
    bool IsEmpty() const; //!< @return whether all tests have begun

  private:
    std::vector<Visitor> m_visitors; //!< by index
    std::deque<Visit> m_waiting;     //!< visits that have not begun
    uint64_t m_begun{0};             //!< visits that have begun
};

} // namespace ns3::iepm

#endif // IEPM_HOST_VISITS_H
