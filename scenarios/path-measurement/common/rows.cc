/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rows.h"

namespace ns3
{

void
MeasurementRows::Add(const std::string& tool,
                     const std::string& source,
                     const std::string& destination,
                     uint32_t cycle,
                     const MeasurementResult& result)
{
    m_rows.emplace_back(archive::MeasurementRecord{tool,
                                                   source,
                                                   destination,
                                                   cycle,
                                                   result.begin.GetNanoSeconds(),
                                                   (result.end - result.begin).GetNanoSeconds(),
                                                   ToText(result.status)},
                        result);
}

void
MeasurementRows::Write(archive::RunArchive& archive) const
{
    archive.DefineMetric("measurement.bytes", "B", "bytes that a tool handed to sockets");
    std::vector<std::vector<std::string>> notes;
    for (const auto& [record, result] : m_rows)
    {
        const auto number = archive.AddMeasurement(record);
        if (!result.note.empty())
        {
            notes.push_back({std::to_string(number), result.note});
        }
        archive.AddMeasurementValue(number, "measurement.bytes", result.bytes);
        for (const auto& value : result.values)
        {
            const auto metric = "measurement." + value.name;
            archive.DefineMetric(metric, value.unit, "as the tool reports it");
            archive.AddMeasurementValue(number, metric, value.value);
        }
    }
    if (!notes.empty())
    {
        const auto table = archive.AddTable("notes", {{"measurement", "1"}, {"note", "1"}});
        for (const auto& note : notes)
        {
            archive.AddRow(table, note);
        }
    }
}

} // namespace ns3
