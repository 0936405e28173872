/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_TRACE_SINK_H
#define RUN_ARCHIVE_TRACE_SINK_H

#include "ns3/burst-core-trace-listener.h"
#include "ns3/nstime.h"

#include <memory>
#include <string>

namespace ns3::archive
{

class RunArchive;

/**
 * @ingroup run-archive
 *
 * What to keep of the firings of a trace source. Each firing has one value.
 */
struct TraceSinkSpec
{
    /// What is kept.
    enum Kind
    {
        SERIES,    //!< every value with its time
        COUNT,     //!< the number of firings
        TOTAL,     //!< the sum of the values
        HISTOGRAM, //!< how often each value came
        BINNED     //!< the sum of the values in each period of time
    };

    /**
     * Every value with its time.
     * @param metric name
     * @param unit of the metric
     * @return the specification
     */
    static TraceSinkSpec Series(const std::string& metric, const std::string& unit);
    /**
     * The number of firings.
     * @param metric name
     * @param unit of the metric
     * @return the specification
     */
    static TraceSinkSpec Count(const std::string& metric, const std::string& unit);
    /**
     * The sum of the values.
     * @param metric name
     * @param unit of the metric
     * @return the specification
     */
    static TraceSinkSpec Total(const std::string& metric, const std::string& unit);
    /**
     * How often each value came.
     * @param metric name
     * @param unit of the metric
     * @return the specification
     */
    static TraceSinkSpec Histogram(const std::string& metric, const std::string& unit);
    /**
     * The sum of the values in each period of time.
     *
     * @param metric name
     * @param unit of the metric
     * @param period width of a bin, a positive number of whole ns
     * @return the specification
     */
    static TraceSinkSpec Binned(const std::string& metric, const std::string& unit, Time period);

    Kind kind;          //!< what is kept
    std::string metric; //!< name
    std::string unit;   //!< unit of the metric
    Time period;        //!< width of a bin; only for BINNED
};

/**
 * @ingroup run-archive
 *
 * Keeps the values of one trace source of one object between Start() and Finish() or Stop().
 */
class TraceSink : public burst::TraceListener
{
  public:
    /**
     * @param archive to write to; not used after Finish() or Stop()
     * @param spec what to keep
     * @param object name under which it is kept
     * @return a sink that has not started
     * @throws std::invalid_argument when the period is not a positive number of whole ns
     */
    static std::shared_ptr<TraceSink> Create(RunArchive& archive,
                                             const TraceSinkSpec& spec,
                                             const std::string& object);
    /** The arguments are those of Create(). */
    TraceSink(RunArchive& archive, const TraceSinkSpec& spec, const std::string& object);

    /// Begins to keep values, from the present simulated time.
    void Start();

    /// Writes what is not in the archive yet and stops.
    void Finish();

  protected:
    RunArchive& m_archive;      //!< to write to
    const TraceSinkSpec m_spec; //!< what to keep
    const std::string m_object; //!< name under which it is kept

  private:
    /// What Start() does.
    virtual void DoStart();
    /// What Finish() does.
    virtual void DoFinish() = 0;
};

} // namespace ns3::archive

#endif // RUN_ARCHIVE_TRACE_SINK_H
