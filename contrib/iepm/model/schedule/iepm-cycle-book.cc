/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-cycle-book.h"

#include <algorithm>
#include <utility>

namespace ns3::iepm
{

DueCycles::DueCycles(uint32_t divisor, uint32_t host)
    : m_divisor(divisor),
      m_latest(divisor ? -static_cast<int64_t>(host % divisor) : 0)
{
    m_latest -= m_latest == 0 ? m_divisor : 0;
}

void
DueCycles::SetDivisor(uint32_t divisor)
{
    m_divisor = divisor;
}

bool
DueCycles::IsDue(uint64_t cycle, uint64_t next) const
{
    const int64_t first = std::max(m_latest + m_divisor, static_cast<int64_t>(next));
    const int64_t after = static_cast<int64_t>(cycle) - first;
    return m_divisor && after >= 0 && after % m_divisor == 0;
}

void
DueCycles::Set(uint64_t cycle)
{
    m_latest = static_cast<int64_t>(cycle);
}

uint64_t
CycleBook::Begin(Time due, Time now, uint32_t tests)
{
    CycleRecord record;
    record.number = m_next++;
    record.due = due;
    record.begin = now;
    record.end = now;
    record.tests = tests;
    if (tests)
    {
        m_pages[record.number] = {record, tests, Time(), false};
    }
    else
    {
        m_closed.push_back(record);
    }
    return record.number;
}

void
CycleBook::Count(uint64_t cycle, MeasurementResult::Status status, Time now)
{
    Page& page = m_pages.at(cycle);
    ++page.record.ends.at(status);
    if (--page.left == 0)
    {
        page.record.end = now;
        if (page.over)
        {
            page.record.overrun = now - page.deadline;
        }
        m_closed.push_back(page.record);
        m_pages.erase(cycle);
    }
}

void
CycleBook::Overrun(Time now)
{
    for (auto& [number, page] : m_pages)
    {
        if (!std::exchange(page.over, true))
        {
            page.deadline = now;
        }
    }
}

bool
CycleBook::IsAnyRunning() const
{
    return !m_pages.empty();
}

uint64_t
CycleBook::GetNext() const
{
    return m_next;
}

std::vector<CycleRecord>
CycleBook::Take()
{
    return std::exchange(m_closed, {});
}

} // namespace ns3::iepm
