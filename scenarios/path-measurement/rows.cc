/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rows.h"

#include <algorithm>

namespace ns3
{

void
MeasurementRows::Add(const std::string& tool,
                     const std::string& source,
                     const std::string& destination,
                     uint32_t cycle,
                     const MeasurementResult& result)
{
    m_rows.emplace_back(burst::MeasurementRecord{tool,
                                                 source,
                                                 destination,
                                                 cycle,
                                                 result.begin.GetNanoSeconds(),
                                                 (result.end - result.begin).GetNanoSeconds(),
                                                 ToText(result.status)},
                        result);
}

void
MeasurementRows::Write(burst::RunArchive& archive) const
{
    archive.DefineMetric("measurement.bytes", "B", "bytes that a tool handed to sockets");
    for (const auto& [record, result] : m_rows)
    {
        const auto number = archive.AddMeasurement(record);
        archive.AddMeasurementValue(number, "measurement.bytes", result.bytes);
        for (const auto& value : result.values)
        {
            const auto metric = "measurement." + value.name;
            archive.DefineMetric(metric, value.unit, "as the tool reports it");
            archive.AddMeasurementValue(number, metric, value.value);
        }
    }
    if (std::any_of(m_rows.begin(), m_rows.end(), [](const Row& row) {
            return !row.second.note.empty();
        }))
    {
        const auto table = archive.AddTable("notes", {{"measurement", "1"}, {"note", "1"}});
        for (std::size_t i = 0; i < m_rows.size(); ++i)
        {
            if (!m_rows[i].second.note.empty())
            {
                archive.AddRow(table,
                               std::vector<std::string>{std::to_string(i), m_rows[i].second.note});
            }
        }
    }
}

uint64_t
MeasurementRows::GetN() const
{
    return m_rows.size();
}

} // namespace ns3
