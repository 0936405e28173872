/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_RECORDER_H
#define RUN_ARCHIVE_RECORDER_H

#include "run-archive-trace-sink.h"

#include "ns3/burst-core-simulation-end.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-source.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace ns3::archive
{

class RunArchive;

/**
 * @ingroup run-archive
 *
 * Records trace sources of any object, and the statistics that a model declares, into a RunArchive.
 * The module of the object needs no code for that.
 *
 * A source is given by a Config path that ends in the name of the source and may contain wildcards,
 * or by an object and the name. With a path, each matching object that has the source is recorded
 * separately. Its name in the archive is the matched path without "$", "ns3::" and the slashes at
 * both ends, such as `NodeList/0/DeviceList/1/PointToPointNetDevice/TxQueue`.
 *
 * Each firing has one value: the new value of a traced value, the size of a packet, queue item or
 * burst in bytes, a Time in nanoseconds, a DataRate in bit/s, a number as such, and 1 if there is
 * no argument. Sources of burst::MakeTraceSourceAccessor() have the value of FiringValue. Sources
 * with other arguments are recorded by Connect(). The recorder defines the
 * metric with the given unit; its description is the help of the source, unless
 * RunArchive::DefineMetric gave another.
 *
 * The recorder may be destroyed before the objects, but must be destroyed before the archive.
 */
class TraceRecorder
{
  public:
    using Text = const std::string&; //!< parameter type of a text

    /** @param archive to record into, after RunArchive::Begin */
    explicit TraceRecorder(RunArchive& archive);
    ~TraceRecorder();
    TraceRecorder(const TraceRecorder&) = delete;
    TraceRecorder& operator=(const TraceRecorder&) = delete;

    /**
     * @name Sources of a known signature
     * Each function keeps what TraceSinkSpec::Kind says of the value with its name.
     *
     * @param metric name
     * @param unit of the metric
     * @param path Config path of the source
     * @param object that has the source
     * @param trace name of the source
     * @param name of the object in the archive; empty for the run as a whole
     * @param period width of a bin, a positive number of whole ns
     * @throws std::invalid_argument when nothing matches, no matching object has the source, its
     * signature is not known, the metric has another unit, or the metric is already recorded for
     * that object
     */
    ///@{
    /// Every value with its time.
    void Series(Text metric, Text unit, Text path);
    /// The number of firings.
    void Count(Text metric, Text unit, Text path);
    /// The sum of the values.
    void Total(Text metric, Text unit, Text path);
    /// How often each value came.
    void Histogram(Text metric, Text unit, Text path);
    /// The sum of the values in each period.
    void Binned(Text metric, Text unit, Text path, Time period);
    /// Every value with its time.
    void Series(Text metric, Text unit, Ptr<Object> object, Text trace, Text name = "");
    /// The number of firings.
    void Count(Text metric, Text unit, Ptr<Object> object, Text trace, Text name = "");
    /// The sum of the values.
    void Total(Text metric, Text unit, Ptr<Object> object, Text trace, Text name = "");
    /// How often each value came.
    void Histogram(Text metric, Text unit, Ptr<Object> object, Text trace, Text name = "");
    /// The sum of the values in each period.
    void Binned(Text metric, Text unit, Ptr<Object> object, Text trace, Text name, Time period);

    ///@}

    /**
     * Records a source of any signature.
     *
     * @tparam Args arguments of the source, exactly as it declares them
     * @param spec what is kept
     * @param object that has the source
     * @param trace name of the source
     * @param value gives the value of a firing
     * @param name of the object in the archive; empty for the run as a whole
     * @throws std::invalid_argument when the object has no such source or it has other arguments
     */
    template <typename... Args>
    void Connect(const TraceSinkSpec& spec,
                 Ptr<Object> object,
                 Text trace,
                 std::common_type_t<std::function<double(Args...)>> value,
                 Text name = "")
    {
        const burst::TraceSource source(object, trace);
        const auto sink = Open(spec, source, name);
        source.ConnectAs<Args...>(sink, value);
        Start(spec, name, sink);
    }

    /**
     * @name Statistics
     * Statistics that models declare (see Statistic), with their values at Finish(). A part of a
     * model is the object `name/part`, or `part` if the model has no name; the tables of a named
     * object are `table[name]`.
     *
     * @param object the model
     * @param path Config path of models, each recorded under the name of its place
     * @param name of the object in the archive; empty for the run as a whole
     * @param only names of the statistics to record; empty for all
     * @throws std::invalid_argument when nothing matches, no matching model has statistics, no
     * statistic has one of the names, the metric has another unit, or the metric is already
     * recorded for that object
     */
    ///@{
    /// Statistics of one model.
    void Statistics(Ptr<Object> object, Text name = "", const std::vector<std::string>& only = {});
    /// Statistics of all matching models that have any.
    void Statistics(Text path, const std::vector<std::string>& only = {});

    ///@}

    /**
     * Writes totals, histograms, statistics and pending values, and stops recording. Call it
     * before Simulator::Destroy(), which takes what is asked with the simulation, and before
     * RunArchive::Commit(). Later requests to record throw std::logic_error.
     *
     * @throws std::logic_error after Simulator::Destroy()
     */
    void Finish();

  private:
    /** A statistic that Finish() asks for. */
    struct Declared
    {
        burst::Statistic statistic; //!< the statistic
        Ptr<Object> object;         //!< the model that declares it
        std::string name;           //!< name of the object in the archive
    };

    /** Throw std::logic_error after Finish(). @param metric that was to be recorded */
    void RequireOpen(Text metric) const;

    /**
     * Refuses to record twice.
     * @param table for it
     * @param metric name
     * @param name of the object
     */
    void Claim(Text table, Text metric, Text name);

    /** Writes the rows of a statistic. @param declared the statistic */
    void Write(const Declared& declared);

    /**
     * Records the source at a path.
     * @param spec what is kept
     * @param path of the source
     */
    void Record(const TraceSinkSpec& spec, Text path);

    /**
     * Records the source of an object.
     *
     * @param spec what is kept
     * @param object that has the source
     * @param trace name of the source
     * @param name of the object in the archive
     */
    void Record(const TraceSinkSpec& spec, Ptr<Object> object, Text trace, Text name);

    /** Defines the metric; arguments as in Record. @return a sink that has not started */
    std::shared_ptr<TraceSink> Open(const TraceSinkSpec& spec,
                                    const burst::TraceSource& source,
                                    Text name);

    /** Starts a sink; std::invalid_argument if its metric is already recorded for the object. The
     * arguments are those of Open. */
    void Start(const TraceSinkSpec& spec, Text name, const std::shared_ptr<TraceSink>& sink);

    RunArchive& m_archive;                           //!< to record into
    std::vector<std::shared_ptr<TraceSink>> m_sinks; //!< in order of connection
    std::vector<Declared> m_statistics;              //!< in order of the calls
    /// Table, metric and object of each sink.
    std::set<std::tuple<std::string, std::string, std::string>> m_recorded;
    bool m_finished{false};     //!< Finish() was called
    burst::SimulationEnd m_end; //!< of the simulation that is recorded
};

} // namespace ns3::archive

#endif // RUN_ARCHIVE_RECORDER_H
