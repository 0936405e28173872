/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-cycle-book.h"

#include <utility>

namespace ns3
{

uint64_t
CycleBook::Open(Time due, Time now, uint32_t tests)
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
CycleBook::IsAnyOpen() const
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

} // namespace ns3
