/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive.h"

#include "run-archive-inserts.h"
#include "run-archive-json.h"
#include "run-archive-merge.h"

#include "ns3/burst-core-input-files.h"
#include "ns3/log.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

namespace ns3::archive
{

NS_LOG_COMPONENT_DEFINE("RunArchive");

namespace
{

/// A table of a scenario's own shape.
struct ResultTable
{
    std::size_t columns; //!< of a row
    uint64_t rows{0};    //!< number written
};

/**
 * @param accepted whether the input is right
 * @param sentence that says what is wrong when it is not
 */
void
Require(bool accepted, const std::string& sentence)
{
    if (!accepted)
    {
        throw std::invalid_argument(sentence);
    }
}

/** @param cells texts @return a JSON array */
std::string
ToJson(const std::vector<std::string>& cells)
{
    try
    {
        return WriteJson(cells);
    }
    catch (const nlohmann::json::type_error&)
    {
        throw std::invalid_argument("a text of a table holds bytes that are no UTF-8 text");
    }
}

/** @param cells numbers @return a JSON array of them, each in the fewest characters that read back
 * (nlohmann writes 12 as 12.0), null for what is not finite */
std::string
ToJson(const std::vector<double>& cells)
{
    std::string json;
    for (const double cell : cells)
    {
        char digits[32];
        const std::string text(digits, std::to_chars(digits, digits + sizeof(digits), cell).ptr);
        json += (json.empty() ? "" : ",") + (std::isfinite(cell) ? text : "null");
    }
    return "[" + json + "]";
}

} // namespace

/// The state of a RunArchive.
class RunArchive::Impl
{
  public:
    /** @param path of the archive */
    explicit Impl(const std::string& path)
        : path(path)
    {
        if (path != ":memory:")
        {
            Require(!path.empty(), "the archive has no name; allowed is that of a file");
            if (std::filesystem::exists(std::filesystem::symlink_status(path)))
            {
                CheckArchive(path);
            }
            partial.emplace(path);
        }
        database.emplace(partial ? partial->GetName() : path,
                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                         "write " + path);
        CreateTables(*database);
        inserts.emplace(*database);
    }

    /** @throws std::logic_error before Begin() and after Commit() */
    void RequireOpen() const
    {
        if (!begun || !inserts)
        {
            throw std::logic_error("rows are added to " + path +
                                   " outside of RunArchive::Begin .. RunArchive::Commit");
        }
    }

    /** @return the statements. @throws std::logic_error as RequireOpen() */
    ArchiveInserts& Insert()
    {
        RequireOpen();
        return *inserts;
    }

    /** @param metric that must be defined. @throws std::invalid_argument when it is not */
    void RequireMetric(const std::string& metric) const
    {
        Require(metricUnits.count(metric) > 0,
                "metric '" + metric + "' is not defined; RunArchive::DefineMetric comes first");
    }

    /** Makes the files that were read since Begin() a part of the identity. */
    void TakeInputs()
    {
        if (given.complete)
        {
            return;
        }
        burst::CheckUsedInputs();
        RunIdentity whole = identity;
        whole.inputs = given.GetComplete().inputs;
        const uint64_t former = std::exchange(runId, whole.GetId());
        if (runId == former)
        {
            return;
        }
        NS_LOG_INFO("run " << former << " is " << runId << " with all it has read");
        SqliteStatement tables(*database,
                               "SELECT m.name FROM sqlite_schema AS m JOIN "
                               "pragma_table_info(m.name) AS c "
                               "WHERE m.type = 'table' AND c.name = 'run_id'");
        for (const auto& table : tables.QueryColumn())
        {
            database->Execute(
                ("UPDATE " + table + " SET run_id = " + std::to_string(runId)).c_str());
        }
        SqliteStatement(*database, "UPDATE run SET key = ?").Run(whole.GetKey());
    }

    /**
     * @param number of the table.
     * @param cells how many.
     * @param json the cells
     */
    void AddRow(uint32_t number, std::size_t cells, const std::string& json)
    {
        RequireOpen();
        Require(number < tables.size(), "there is no table " + std::to_string(number));
        ResultTable& table = tables[number];
        Require(cells == table.columns,
                "a row of " + std::to_string(cells) + " cells was given to a table of " +
                    std::to_string(table.columns) + " columns");
        Insert().row.Run(runId, number, table.rows++, json);
    }

    std::string path;                               //!< of the archive
    std::optional<PartialFile> partial;             //!< none in memory
    std::optional<SqliteDatabase> database;         //!< none once the file is complete
    std::optional<ArchiveInserts> inserts;          //!< none after Commit()
    bool begun{false};                              //!< Begin() was called
    RunIdentity given;                              //!< as Begin() was given it
    RunIdentity identity;                           //!< with what the process had added then
    uint64_t runId{0};                              //!< key of all rows
    std::map<std::string, std::string> metricUnits; //!< unit by metric
    PendingPoints points;                           //!< not yet in their table
    std::vector<ResultTable> tables;                //!< by number
    uint32_t histograms{0};                         //!< number written
    uint32_t measurements{0};                       //!< number written
    uint64_t flows{0};                              //!< number written
};

RunArchive::RunArchive(const std::string& path)
    : m_impl(std::make_unique<Impl>(path))
{
    NS_LOG_FUNCTION(this << path);
}

RunArchive::~RunArchive() = default;
RunArchive::RunArchive(RunArchive&& other) noexcept = default;
RunArchive& RunArchive::operator=(RunArchive&& other) noexcept = default;

void
RunArchive::Begin(const RunIdentity& given)
{
    if (m_impl->begun)
    {
        throw std::logic_error("RunArchive::Begin is called twice for " + m_impl->path);
    }
    Require(given.seed > 0, "seed is 0; allowed is 1 to 4294967295");
    RequireUtf8("study", given.study);
    Require(given.run <= INT64_MAX,
            "run is " + std::to_string(given.run) + "; allowed is 0 to 2^63 - 1");
    Require(given.complete || given.seed == RngSeedManager::GetSeed(),
            "seed is " + std::to_string(given.seed) + ", but random numbers follow RngSeed " +
                std::to_string(RngSeedManager::GetSeed()) +
                "; allowed is this one, or another after RngSeedManager::SetSeed");
    Require(given.complete || given.run == RngSeedManager::GetRun(),
            "run is " + std::to_string(given.run) + ", but random numbers follow RngRun " +
                std::to_string(RngSeedManager::GetRun()) +
                "; allowed is this one, or another after RngSeedManager::SetRun");
    m_impl->given = given;
    const RunIdentity identity = given.GetComplete();
    std::map<std::string, std::string> parameters;
    for (const auto& [name, value] : identity.parameters)
    {
        Require(parameters.emplace(name, value).second, "parameter '" + name + "' is given twice");
    }
    m_impl->runId = identity.GetId();
    m_impl->identity = identity;
    m_impl->begun = true;
    NS_LOG_INFO("run " << m_impl->runId << " begins: " << identity.GetKey());
    m_impl->Insert().run.Run(m_impl->runId,
                             identity.GetKey(),
                             identity.study,
                             identity.scenario,
                             identity.seed,
                             identity.run,
                             identity.GetCodeVersion(),
                             identity.GetNs3Version());
    for (const auto& [name, value] : parameters)
    {
        m_impl->Insert().parameter.Run(m_impl->runId, name, value);
    }
}

void
RunArchive::DefineMetric(const std::string& name,
                         const std::string& unit,
                         const std::string& description)
{
    NS_LOG_FUNCTION(this << name << unit << description);
    SqliteStatement& insert = m_impl->Insert().metric;
    RequireUtf8("metric", name);
    RequireUtf8("unit of '" + name + "'", unit);
    RequireUtf8("description of '" + name + "'", description);
    const auto [metric, isNew] = m_impl->metricUnits.emplace(name, unit);
    Require(metric->second == unit,
            "metric '" + name + "' is defined in " + metric->second + " and cannot be in " + unit);
    if (isNew)
    {
        insert.Run(name, unit, description);
    }
}

void
RunArchive::AddScalar(const std::string& metric, double value, const std::string& object)
{
    NS_LOG_FUNCTION(this << metric << value << object);
    SqliteStatement& insert = m_impl->Insert().scalar;
    m_impl->RequireMetric(metric);
    RequireUtf8("object", object);
    Require(insert.Run(m_impl->runId, metric, object, value),
            "metric '" + metric + "' has a value for object '" + object + "' already");
}

uint32_t
RunArchive::AddSeries(const std::string& metric,
                      const std::string& object,
                      const std::string& timeUnit,
                      int64_t period)
{
    NS_LOG_FUNCTION(this << metric << object << timeUnit << period);
    SqliteStatement& insert = m_impl->Insert().series;
    m_impl->RequireMetric(metric);
    RequireUtf8("object", object);
    RequireUtf8("timeUnit", timeUnit);
    Require(period >= 0,
            "period of the series of '" + metric + "' is " + std::to_string(period) +
                "; allowed is 0 and more");
    const uint32_t number = m_impl->points.GetSeriesCount();
    Require(insert.Run(m_impl->runId, number, metric, object, timeUnit, period),
            "metric '" + metric + "' has a series for object '" + object + "' already");
    m_impl->points.AddSeries();
    return number;
}

void
RunArchive::AddPoint(uint32_t series, int64_t t, double value)
{
    m_impl->RequireOpen();
    if (m_impl->points.Add(series, t, value))
    {
        m_impl->points.Write(m_impl->Insert(), m_impl->runId);
    }
}

void
RunArchive::AddHistogram(const std::string& metric,
                         const burst::LogLinearHistogram& histogram,
                         const std::string& object)
{
    NS_LOG_FUNCTION(this << metric << object);
    ArchiveInserts& insert = m_impl->Insert();
    m_impl->RequireMetric(metric);
    RequireUtf8("object", object);
    const bool empty = histogram.GetCount() == 0;
    Require(insert.histogram.Run(m_impl->runId,
                                 m_impl->histograms,
                                 metric,
                                 object,
                                 histogram.GetPrecisionBits(),
                                 histogram.GetCount(),
                                 histogram.GetSum(),
                                 empty ? std::optional<int64_t>() : histogram.GetMin(),
                                 empty ? std::optional<int64_t>() : histogram.GetMax()),
            "metric '" + metric + "' has a histogram for object '" + object + "' already");
    for (const auto& bin : histogram.GetBins())
    {
        insert.bin.Run(m_impl->runId, m_impl->histograms, bin.low, bin.width, bin.count);
    }
    ++m_impl->histograms;
}

void
RunArchive::AddFlow(const FlowRecord& flow)
{
    NS_LOG_FUNCTION(this << flow.source << flow.destination << flow.bytes);
    SqliteStatement& insert = m_impl->Insert().flow;
    RequireUtf8("observer", flow.observer);
    RequireUtf8("source", flow.source);
    RequireUtf8("destination", flow.destination);
    RequireUtf8("protocol", flow.protocol);
    insert.Run(m_impl->runId,
               m_impl->flows++,
               flow.observer,
               flow.source,
               flow.destination,
               flow.protocol,
               flow.sourcePort,
               flow.destinationPort,
               flow.dscp,
               flow.startNs,
               flow.endNs,
               flow.bytes,
               flow.packets,
               flow.lostPackets);
}

uint32_t
RunArchive::AddMeasurement(const MeasurementRecord& m)
{
    NS_LOG_FUNCTION(this << m.tool << m.source << m.destination << m.status);
    SqliteStatement& insert = m_impl->Insert().measurement;
    RequireUtf8("tool", m.tool);
    RequireUtf8("source", m.source);
    RequireUtf8("destination", m.destination);
    Require(insert.Run(m_impl->runId,
                       m_impl->measurements,
                       m.tool,
                       m.source,
                       m.destination,
                       m.cycle,
                       m.startNs,
                       m.durationNs,
                       m.status),
            "status of a measurement is '" + m.status +
                "'; allowed is ok, timeout, blocked, unreachable, server-died, skipped or "
                "self-limited");
    return m_impl->measurements++;
}

void
RunArchive::AddMeasurementValue(uint32_t measurement, const std::string& metric, double value)
{
    NS_LOG_FUNCTION(this << measurement << metric << value);
    SqliteStatement& insert = m_impl->Insert().measurementValue;
    m_impl->RequireMetric(metric);
    Require(measurement < m_impl->measurements,
            "there is no measurement " + std::to_string(measurement));
    Require(insert.Run(m_impl->runId, measurement, metric, value),
            "metric '" + metric + "' has a value for measurement " + std::to_string(measurement) +
                " already");
}

uint32_t
RunArchive::AddTable(const std::string& name,
                     const std::vector<std::pair<std::string, std::string>>& columnsAndUnits)
{
    NS_LOG_FUNCTION(this << name);
    RequireUtf8("name of a table", name);
    Require(!columnsAndUnits.empty(), "table '" + name + "' has no column");
    std::vector<std::string> columns;
    std::vector<std::string> units;
    for (const auto& [column, unit] : columnsAndUnits)
    {
        columns.push_back(column);
        units.push_back(unit);
    }
    const auto number = static_cast<uint32_t>(m_impl->tables.size());
    const std::string columnsJson = ToJson(columns);
    const std::string unitsJson = ToJson(units);
    Require(m_impl->Insert().table.Run(m_impl->runId, number, name, columnsJson, unitsJson),
            "there is a table '" + name + "' already");
    m_impl->tables.push_back({columns.size()});
    return number;
}

void
RunArchive::AddRow(uint32_t table, const std::vector<double>& cells)
{
    m_impl->AddRow(table, cells.size(), ToJson(cells));
}

void
RunArchive::AddRow(uint32_t table, const std::vector<std::string>& cells)
{
    m_impl->AddRow(table, cells.size(), ToJson(cells));
}

void
RunArchive::Commit(const RunCost& cost)
{
    NS_LOG_FUNCTION(this << cost.wallSeconds << cost.events);
    RequireUtf8("driver", cost.driver);
    Require(m_impl->Insert().cost.Run(m_impl->runId,
                                      cost.wallSeconds,
                                      cost.cpuSeconds,
                                      cost.events,
                                      cost.peakRssKiB,
                                      cost.driver),
            "wallSeconds or cpuSeconds of a run is not a finite number");
    m_impl->points.Write(m_impl->Insert(), m_impl->runId);
    m_impl->inserts.reset();
    m_impl->TakeInputs();
    m_impl->database->Execute("COMMIT");
    if (m_impl->partial)
    {
        m_impl->database.reset();
        StoreRun(m_impl->path, *m_impl->partial, m_impl->runId);
        m_impl->partial.reset();
    }
}

uint64_t
RunArchive::GetRunId() const
{
    return m_impl->runId;
}

std::string
RunArchive::GetDocument() const
{
    const auto read = [this](const SqliteDatabase& file) {
        SqliteStatement query(file, "SELECT document FROM run_document WHERE run_id = ?");
        query.Bind(1, m_impl->runId);
        return query.Query();
    };
    if (m_impl->inserts)
    {
        m_impl->points.Write(m_impl->Insert(), m_impl->runId);
    }
    if (m_impl->database)
    {
        return read(*m_impl->database);
    }
    // Not for reading alone: what a killed process left half-written has to be undone first.
    return read({m_impl->path, SQLITE_OPEN_READWRITE, "read " + m_impl->path});
}

} // namespace ns3::archive
