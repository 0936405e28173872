/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive.h"

#include "run-archive-code-hash.h"
#include "run-archive-inserts.h"
#include "run-archive-json.h"
#include "run-archive-merge.h"
#include "run-archive-partial-file.h"
#include "run-archive-sqlite.h"

#include "ns3/hash.h"

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>

namespace ns3
{

namespace
{

/// Points held back, over all series (16 MB), to reach the clustered table in order.
constexpr std::size_t MAX_PENDING_POINTS = std::size_t{1} << 20;

struct Point
{
    int64_t t;
    double value;
};

/// A series with the points not yet in the table.
struct PendingSeries
{
    uint64_t written{0};
    std::vector<Point> points;
};

struct ResultTable
{
    std::size_t columns;
    uint64_t rows{0};
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

/** @param texts names and texts @return a JSON object with the names in order */
std::string
WriteObject(const RunIdentity::Texts& texts)
{
    std::string json;
    for (const auto& [name, text] : std::map<std::string, std::string>(texts.begin(), texts.end()))
    {
        json += (json.empty() ? "" : ",") + ToJson(name) + ":" + ToJson(text);
    }
    return "{" + json + "}";
}

} // namespace

std::string
RunIdentity::GetCodeVersion() const
{
    return codeVersion.empty() ? HashProgram() : codeVersion;
}

std::string
RunIdentity::GetNs3Version() const
{
    return ns3Version.empty() ? BURSTLAB_NS3_VERSION : ns3Version;
}

std::string
RunIdentity::GetKey() const
{
    return "{\"code_version\":" + ToJson(GetCodeVersion()) + ",\"inputs\":" + WriteObject(inputs) +
           ",\"ns3_version\":" + ToJson(GetNs3Version()) +
           ",\"parameters\":" + WriteObject(parameters) + ",\"run\":" + std::to_string(run) +
           ",\"scenario\":" + ToJson(scenario) + ",\"seed\":" + std::to_string(seed) + "}";
}

uint64_t
RunIdentity::GetId() const
{
    return Hash64(GetKey()) & ((uint64_t{1} << 52) - 1);
}

/// The state of a RunArchive.
class RunArchive::Impl
{
  public:
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

    /// Writes the points held back, series by series.
    void Flush()
    {
        ArchiveInserts& insert = Insert();
        insert.point.Bind(1, runId);
        insert.points.Bind(1, runId);
        for (std::size_t number = 0; number < series.size(); ++number)
        {
            auto& [written, points] = series[number];
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
        pendingPoints = 0;
    }

    /** @param number of the table. @param cells how many. @param json the cells */
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

    /// Puts the finished run where it belongs; what cannot be put there is kept beside it.
    void Store()
    {
        partial->Sync();
        try
        {
            if (!partial->Publish())
            {
                MergeRun(path, partial->GetName(), runId);
                partial.reset();
            }
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument(error.what() + Keep());
        }
        catch (const std::runtime_error& error)
        {
            throw std::runtime_error(error.what() + Keep());
        }
    }

    /** Keeps the file of the run. @return the end of a sentence that says where it is */
    std::string Keep()
    {
        const std::string file = partial->Keep(".run-" + std::to_string(runId));
        return "; the finished run is in " + file + ", which Archive('" + path + "').merge(['" +
               file + "']) of burstlab in Python adds to the archive";
    }

    std::string path;                               //!< of the archive
    std::optional<PartialFile> partial;             //!< none in memory
    std::optional<SqliteDatabase> database;         //!< none once the file is complete
    std::optional<ArchiveInserts> inserts;          //!< none after Commit()
    bool begun{false};                              //!< Begin() was called
    uint64_t runId{0};                              //!< key of all rows
    std::map<std::string, std::string> metricUnits; //!< unit by metric
    std::vector<PendingSeries> series;              //!< by number
    std::size_t pendingPoints{0};                   //!< over all series
    std::vector<ResultTable> tables;                //!< by number
    uint32_t histograms{0};                         //!< number written
    uint32_t measurements{0};                       //!< number written
    uint64_t flows{0};                              //!< number written
};

RunArchive::RunArchive(const std::string& path)
    : m_impl(std::make_unique<Impl>(path))
{
}

RunArchive::~RunArchive() = default;
RunArchive::RunArchive(RunArchive&& other) noexcept = default;
RunArchive& RunArchive::operator=(RunArchive&& other) noexcept = default;

void
RunArchive::Begin(const RunIdentity& identity)
{
    if (m_impl->begun)
    {
        throw std::logic_error("RunArchive::Begin is called twice for " + m_impl->path);
    }
    Require(identity.seed > 0, "seed is 0; allowed is 1 to 4294967295");
    Require(identity.run <= INT64_MAX,
            "run is " + std::to_string(identity.run) + "; allowed is 0 to 2^63 - 1");
    std::map<std::string, std::string> parameters;
    for (const auto& [name, value] : identity.parameters)
    {
        Require(parameters.emplace(name, value).second, "parameter '" + name + "' is given twice");
    }
    m_impl->begun = true;
    m_impl->runId = identity.GetId();
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
    SqliteStatement& insert = m_impl->Insert().metric;
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
    SqliteStatement& insert = m_impl->Insert().scalar;
    m_impl->RequireMetric(metric);
    Require(insert.Run(m_impl->runId, metric, object, value),
            "metric '" + metric + "' has a value for object '" + object + "' already");
}

uint32_t
RunArchive::AddSeries(const std::string& metric,
                      const std::string& object,
                      const std::string& timeUnit,
                      int64_t period)
{
    SqliteStatement& insert = m_impl->Insert().series;
    m_impl->RequireMetric(metric);
    Require(period >= 0,
            "period of the series of '" + metric + "' is " + std::to_string(period) +
                "; allowed is 0 and more");
    const auto number = static_cast<uint32_t>(m_impl->series.size());
    Require(insert.Run(m_impl->runId, number, metric, object, timeUnit, period),
            "metric '" + metric + "' has a series for object '" + object + "' already");
    m_impl->series.emplace_back();
    return number;
}

void
RunArchive::AddPoint(uint32_t series, int64_t t, double value)
{
    m_impl->RequireOpen();
    if (series >= m_impl->series.size())
    {
        throw std::invalid_argument("there is no series " + std::to_string(series));
    }
    m_impl->series[series].points.push_back({t, value});
    if (++m_impl->pendingPoints == MAX_PENDING_POINTS)
    {
        m_impl->Flush();
    }
}

void
RunArchive::AddHistogram(const std::string& metric,
                         const LogLinearHistogram& histogram,
                         const std::string& object)
{
    ArchiveInserts& insert = m_impl->Insert();
    m_impl->RequireMetric(metric);
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
    m_impl->Insert().flow.Run(m_impl->runId,
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
    Require(m_impl->Insert().measurement.Run(m_impl->runId,
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
    Require(m_impl->Insert().cost.Run(m_impl->runId,
                                      cost.wallSeconds,
                                      cost.cpuSeconds,
                                      cost.events,
                                      cost.peakRssKiB,
                                      cost.driver),
            "wallSeconds or cpuSeconds of a run is not a finite number");
    m_impl->Flush();
    m_impl->inserts.reset();
    m_impl->database->Execute("COMMIT");
    if (m_impl->partial)
    {
        m_impl->database.reset();
        m_impl->Store();
    }
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
        m_impl->Flush();
    }
    if (m_impl->database)
    {
        return read(*m_impl->database);
    }
    // Not for reading alone: what a killed process left half-written has to be undone first.
    return read({m_impl->path, SQLITE_OPEN_READWRITE, "read " + m_impl->path});
}

} // namespace ns3
