/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-recorder.h"

#include "ns3/log.h"
#include "ns3/run-archive.h"

#include <stdexcept>

namespace ns3::archive
{

NS_LOG_COMPONENT_DEFINE("RunArchiveTraceRecorder");

namespace
{

/**
 * @param kind what is kept
 * @return the table it goes to
 */
std::string
GetTable(TraceSinkSpec::Kind kind)
{
    switch (kind)
    {
    case TraceSinkSpec::COUNT:
    case TraceSinkSpec::TOTAL:
        return "scalar";
    case TraceSinkSpec::HISTOGRAM:
        return "histogram";
    default:
        return "series";
    }
}

} // namespace

TraceRecorder::TraceRecorder(RunArchive& archive)
    : m_archive(archive)
{
}

TraceRecorder::~TraceRecorder()
{
    for (const auto& sink : m_sinks)
    {
        sink->Stop();
    }
}

void
TraceRecorder::Record(const TraceSinkSpec& spec, Text path)
{
    NS_LOG_FUNCTION(this << spec.metric << spec.unit << path);
    for (const auto& source : burst::TraceSource::Find(path))
    {
        const auto sink = Open(spec, source, source.GetPlace());
        source.Connect(sink);
        Start(spec, source.GetPlace(), sink);
    }
}

void
TraceRecorder::Record(const TraceSinkSpec& spec, Ptr<Object> object, Text trace, Text name)
{
    NS_LOG_FUNCTION(this << spec.metric << spec.unit << object << trace << name);
    const burst::TraceSource source(object, trace);
    const auto sink = Open(spec, source, name);
    source.Connect(sink);
    Start(spec, name, sink);
}

std::shared_ptr<TraceSink>
TraceRecorder::Open(const TraceSinkSpec& spec, const burst::TraceSource& source, Text name)
{
    RequireOpen(spec.metric);
    auto sink = TraceSink::Create(m_archive, spec, name);
    m_archive.DefineMetric(spec.metric, spec.unit, source.GetHelp());
    return sink;
}

void
TraceRecorder::Start(const TraceSinkSpec& spec, Text name, const std::shared_ptr<TraceSink>& sink)
{
    Claim(GetTable(spec.kind), spec.metric, name);
    NS_LOG_INFO("'" << spec.metric << "' of '" << name << "' is recorded as "
                    << GetTable(spec.kind));
    sink->Start();
    m_sinks.push_back(sink);
}

void
TraceRecorder::RequireOpen(Text metric) const
{
    if (m_finished)
    {
        throw std::logic_error("'" + metric +
                               "' is recorded after TraceRecorder::Finish; nothing can be");
    }
}

void
TraceRecorder::Claim(Text table, Text metric, Text name)
{
    if (!m_recorded.emplace(table, metric, name).second)
    {
        throw std::invalid_argument("metric '" + metric + "' of object '" + name +
                                    "' is recorded already");
    }
}

void
TraceRecorder::Statistics(Ptr<Object> object, Text name, const std::vector<std::string>& only)
{
    NS_LOG_FUNCTION(this << object << name << only.size());
    for (const auto& statistic : burst::FindStatistics(object->GetInstanceTypeId(), only))
    {
        RequireOpen(statistic.name);
        if (!statistic.unit.empty())
        {
            m_archive.DefineMetric(statistic.name, statistic.unit, statistic.description);
        }
        Claim("statistic", statistic.name, name);
        m_statistics.push_back({statistic, object, name});
    }
}

void
TraceRecorder::Statistics(Text path, const std::vector<std::string>& only)
{
    NS_LOG_FUNCTION(this << path << only.size());
    const auto objects = burst::FindObjects(path);
    bool found = false;
    for (const auto& [object, place] : objects)
    {
        if (!burst::GetStatistics(object->GetInstanceTypeId()).empty())
        {
            Statistics(object, place, only);
            found = true;
        }
    }
    if (!found)
    {
        Statistics(objects.front().first, "", only); // which says that it has none
    }
}

void
TraceRecorder::Write(const Declared& declared)
{
    const auto& [statistic, object, name] = declared;
    const auto value = statistic.get(*object);
    if (const auto* number = std::get_if<double>(&value))
    {
        m_archive.AddScalar(statistic.name, *number, name);
    }
    else if (const auto* parts = std::get_if<burst::Statistic::Parts>(&value))
    {
        for (const auto& [part, number] : *parts)
        {
            const std::string between = name.empty() || part.empty() ? "" : "/";
            m_archive.AddScalar(statistic.name, number, name + between + part);
        }
    }
    else if (const auto* histogram = std::get_if<burst::LogLinearHistogram>(&value))
    {
        if (histogram->GetCount() > 0)
        {
            m_archive.AddHistogram(statistic.name, *histogram, name);
        }
    }
    else if (const auto& table = std::get<burst::Statistic::Table>(value); !table.columns.empty())
    {
        const std::string title = statistic.name + (name.empty() ? "" : "[" + name + "]");
        const uint32_t number = m_archive.AddTable(title, table.columns);
        for (const auto& row : table.rows)
        {
            std::visit([&](const auto& cells) { m_archive.AddRow(number, cells); }, row);
        }
    }
}

void
TraceRecorder::Finish()
{
    NS_LOG_FUNCTION(this);
    if (!m_finished && m_end.IsOver())
    {
        throw std::logic_error(
            "TraceRecorder::Finish() was called after Simulator::Destroy(), when "
            "what it asks is gone: it has to be called before");
    }
    m_finished = true;
    for (const auto& sink : m_sinks)
    {
        sink->Finish();
    }
    for (const auto& declared : m_statistics)
    {
        Write(declared);
    }
    m_statistics.clear();
}

void
TraceRecorder::Series(Text metric, Text unit, Text path)
{
    Record(TraceSinkSpec::Series(metric, unit), path);
}

void
TraceRecorder::Series(Text metric, Text unit, Ptr<Object> object, Text trace, Text name)
{
    Record(TraceSinkSpec::Series(metric, unit), object, trace, name);
}

void
TraceRecorder::Count(Text metric, Text unit, Text path)
{
    Record(TraceSinkSpec::Count(metric, unit), path);
}

void
TraceRecorder::Count(Text metric, Text unit, Ptr<Object> object, Text trace, Text name)
{
    Record(TraceSinkSpec::Count(metric, unit), object, trace, name);
}

void
TraceRecorder::Total(Text metric, Text unit, Text path)
{
    Record(TraceSinkSpec::Total(metric, unit), path);
}

void
TraceRecorder::Total(Text metric, Text unit, Ptr<Object> object, Text trace, Text name)
{
    Record(TraceSinkSpec::Total(metric, unit), object, trace, name);
}

void
TraceRecorder::Histogram(Text metric, Text unit, Text path)
{
    Record(TraceSinkSpec::Histogram(metric, unit), path);
}

void
TraceRecorder::Histogram(Text metric, Text unit, Ptr<Object> object, Text trace, Text name)
{
    Record(TraceSinkSpec::Histogram(metric, unit), object, trace, name);
}

void
TraceRecorder::Binned(Text metric, Text unit, Text path, Time period)
{
    Record(TraceSinkSpec::Binned(metric, unit, period), path);
}

void
TraceRecorder::Binned(Text metric,
                      Text unit,
                      Ptr<Object> object,
                      Text trace,
                      Text name,
                      Time period)
{
    Record(TraceSinkSpec::Binned(metric, unit, period), object, trace, name);
}

} // namespace ns3::archive
