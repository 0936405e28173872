/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_RECORDER_H
#define RUN_ARCHIVE_RECORDER_H

#include "run-archive-trace-sink.h"

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

namespace ns3::burst
{

class RunArchive;

/**
 * @ingroup run-archive
 *
 * Records trace sources of any object into a RunArchive, without a line in the object's module, and
 * the statistics that a model declares.
 *
 * A source is named by a Config path that ends in its name and may hold wildcards, or by an object
 * and its name. With a path, each object that matches and has the source is recorded by itself,
 * under the name of its place: the matched path without "$", "ns3::" and the slashes at its ends,
 * such as `NodeList/0/DeviceList/1/PointToPointNetDevice/TxQueue`.
 *
 * A firing has one value: a traced value its new value, a packet, queue item or burst its size in
 * bytes, a Time its nanoseconds, a DataRate its bit/s, a number itself, and no argument at all 1.
 * Sources with other arguments are recorded by Connect(). The metric is defined with the unit given
 * here, and the source's help as its description unless RunArchive::DefineMetric gave one.
 *
 * The recorder may go before the objects it records; it must go before the archive.
 */
class TraceRecorder
{
  public:
    using Text = const std::string&; //!< a text that is only read

    /** @param archive to record into, after RunArchive::Begin */
    explicit TraceRecorder(RunArchive& archive);
    ~TraceRecorder();
    TraceRecorder(const TraceRecorder&) = delete;
    TraceRecorder& operator=(const TraceRecorder&) = delete;

    /**
     * @name Sources of a known signature
     * What is kept is said at the fields of TraceSinkSpec::Kind.
     *
     * @param metric name
     * @param unit of the metric
     * @param path Config path of the source
     * @param object that has the source
     * @param trace name of the source
     * @param name of the object in the archive; empty for the run as a whole
     * @param period width of a bin, a positive number of whole ns
     * @throws std::invalid_argument when nothing matches, no match has the source, its signature is
     * not known, or the metric has another unit or is recorded for that object already
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
        const TraceSource source(object, trace);
        const auto sink = Open(spec, source, name);
        source.ConnectAs<Args...>(sink, value);
        Start(spec, name, sink);
    }

    /**
     * @name Statistics
     * What Finish() finds of what the models declare, see Statistic. A part of a model is the
     * object `name/part`, or `part` without a name; the tables of a named object are `table[name]`.
     *
     * @param object the model
     * @param path Config path of models, each recorded under the name of its place
     * @param name of the object in the archive; empty for the run as a whole
     * @param only names of the statistics that are recorded; none: all
     * @throws std::invalid_argument when nothing matches, no match has statistics, there is none of
     * a name, or the metric has another unit or is recorded for that object already
     */
    ///@{
    /// Of one model.
    void Statistics(Ptr<Object> object, Text name = "", const std::vector<std::string>& only = {});
    /// Of all models that match and have statistics.
    void Statistics(Text path, const std::vector<std::string>& only = {});

    ///@}

    /// Writes what is known only at the end, and records nothing after: to ask for more is a
    /// std::logic_error. Before RunArchive::Commit.
    void Finish();

  private:
    /** A statistic that Finish() asks for. */
    struct Declared
    {
        Statistic statistic; //!< which
        Ptr<Object> object;  //!< of what
        std::string name;    //!< of the object in the archive
    };

    /** @param metric that is to be recorded; refuses to after Finish() */
    void RequireOpen(Text metric) const;

    /** Refuses to record twice. @param table for it @param metric name @param name of the object */
    void Claim(Text table, Text metric, Text name);

    /** Writes the rows of a statistic. @param declared which */
    void Write(const Declared& declared);

    /** Records the source at a path. @param spec what is kept @param path of the source */
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

    /** @return a sink that has not started, its metric defined; the arguments as in Record */
    std::shared_ptr<TraceSink> Open(const TraceSinkSpec& spec,
                                    const TraceSource& source,
                                    Text name);

    /** Starts a sink, unless there is one of its metric and object; the arguments as in Open */
    void Start(const TraceSinkSpec& spec, Text name, const std::shared_ptr<TraceSink>& sink);

    RunArchive& m_archive;                           //!< to record into
    std::vector<std::shared_ptr<TraceSink>> m_sinks; //!< in order of connection
    std::vector<Declared> m_statistics;              //!< in order of the calls
    /// Table, metric and object of each sink.
    std::set<std::tuple<std::string, std::string, std::string>> m_recorded;
    bool m_finished{false}; //!< Finish() was called
};

} // namespace ns3::burst

#endif // RUN_ARCHIVE_RECORDER_H
