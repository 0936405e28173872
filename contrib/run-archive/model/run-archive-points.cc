/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-points.h"

#include "ns3/log.h"

namespace ns3::archive
{

NS_LOG_COMPONENT_DEFINE("RunArchivePoints");

void
PendingPoints::AddSeries()
{
    NS_LOG_FUNCTION(this << m_series.size());
    m_series.emplace_back();
}

uint32_t
PendingPoints::GetSeriesCount() const
{
    return static_cast<uint32_t>(m_series.size());
}

void
PendingPoints::Write(ArchiveInserts& insert, uint64_t runId)
{
    NS_LOG_FUNCTION(this << runId);
    NS_LOG_LOGIC(m_count << " points of " << m_series.size() << " series are written");
    insert.point.Bind(1, runId);
    insert.points.Bind(1, runId);
    for (std::size_t number = 0; number < m_series.size(); ++number)
    {
        auto& [written, points] = m_series[number];
        insert.point.Bind(2, number);
        insert.points.Bind(2, number);
        for (std::size_t i = 0; i < points.size();)
        {
            const bool many = points.size() - i >= ArchiveInserts::POINTS_A_STATEMENT;
            SqliteStatement& statement = many ? insert.points : insert.point;
            const std::size_t end = i + (many ? ArchiveInserts::POINTS_A_STATEMENT : 1);
            for (int parameter = 2; i < end; ++i)
            {
                statement.Bind(++parameter, written++);
                statement.Bind(++parameter, points[i].t);
                statement.Bind(++parameter, points[i].value);
            }
            statement.Step();
        }
        points.clear();
    }
    m_count = 0;
}

} // namespace ns3::archive
