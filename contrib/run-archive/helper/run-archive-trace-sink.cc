/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-trace-sink.h"

#include "ns3/log.h"
#include "ns3/run-archive.h"
#include "ns3/simulator.h"

#include <cmath>
#include <stdexcept>

namespace ns3::archive
{

NS_LOG_COMPONENT_DEFINE("RunArchiveTraceSink");

TraceSinkSpec
TraceSinkSpec::Series(const std::string& metric, const std::string& unit)
{
    return {SERIES, metric, unit, Time()};
}

TraceSinkSpec
TraceSinkSpec::Count(const std::string& metric, const std::string& unit)
{
    return {COUNT, metric, unit, Time()};
}

TraceSinkSpec
TraceSinkSpec::Total(const std::string& metric, const std::string& unit)
{
    return {TOTAL, metric, unit, Time()};
}

TraceSinkSpec
TraceSinkSpec::Histogram(const std::string& metric, const std::string& unit)
{
    return {HISTOGRAM, metric, unit, Time()};
}

TraceSinkSpec
TraceSinkSpec::Binned(const std::string& metric, const std::string& unit, Time period)
{
    return {BINNED, metric, unit, period};
}

namespace
{

/** @return the present simulated time in ns */
int64_t
GetNow()
{
    return Simulator::Now().GetNanoSeconds();
}

/**
 * Every value with its time. A traced value is known from its first change on, which also tells
 * what it was before: so its series begins at the start of recording and is repeated at the end,
 * and its integral over that time can be taken.
 */
class SeriesSink final : public TraceSink
{
  public:
    using TraceSink::TraceSink;

  private:
    void DoStart() override
    {
        m_series = m_archive.AddSeries(m_spec.metric, m_object);
        m_start = GetNow();
    }

    void DoFire(double value) override
    {
        m_archive.AddPoint(m_series, GetNow(), value);
    }

    void DoChange(double oldValue, double newValue) override
    {
        if (!m_changed)
        {
            m_archive.AddPoint(m_series, m_start, oldValue);
            m_changed = true;
        }
        m_last = newValue;
        m_archive.AddPoint(m_series, GetNow(), newValue);
    }

    void DoFinish() override
    {
        if (m_changed)
        {
            m_archive.AddPoint(m_series, GetNow(), m_last);
        }
    }

    uint32_t m_series{0};  //!< in the archive
    int64_t m_start{0};    //!< start of recording, ns
    double m_last{0};      //!< traced value after the last change
    bool m_changed{false}; //!< a traced value changed
};

/// The number of firings.
class CountSink final : public TraceSink
{
  public:
    using TraceSink::TraceSink;

  private:
    void DoFire(double value) override
    {
        ++m_count;
    }

    void DoFinish() override
    {
        m_archive.AddScalar(m_spec.metric, static_cast<double>(m_count), m_object);
    }

    uint64_t m_count{0}; //!< firings
};

/// The sum of the values.
class TotalSink final : public TraceSink
{
  public:
    using TraceSink::TraceSink;

  private:
    void DoFire(double value) override
    {
        m_total += value;
    }

    void DoFinish() override
    {
        m_archive.AddScalar(m_spec.metric, m_total, m_object);
    }

    double m_total{0}; //!< sum of the values
};

/// How often each value came. Fractions are cut off.
class HistogramSink final : public TraceSink
{
  public:
    using TraceSink::TraceSink;

  private:
    void DoFire(double value) override
    {
        if (!(value >= 0 && value < 0x1p63))
        {
            throw std::invalid_argument("the histogram of '" + m_spec.metric + "' was given " +
                                        std::to_string(value) + "; allowed is 0 to 2^63 - 1");
        }
        m_histogram.Add(static_cast<int64_t>(value));
    }

    void DoFinish() override
    {
        m_archive.AddHistogram(m_spec.metric, m_histogram, m_object);
    }

    burst::LogLinearHistogram m_histogram; //!< of the values
};

/// The sum of the values in each period, from the one that holds the start of recording; empty
/// periods are written.
class BinnedSink final : public TraceSink
{
  public:
    BinnedSink(RunArchive& archive, const TraceSinkSpec& spec, const std::string& object)
        : TraceSink(archive, spec, object),
          m_period(spec.period.GetNanoSeconds())
    {
        if (m_period <= 0 || NanoSeconds(m_period) != spec.period)
        {
            throw std::invalid_argument("period of '" + spec.metric + "' is " +
                                        std::to_string(spec.period.GetSeconds()) +
                                        " s; allowed is a positive number of whole nanoseconds");
        }
    }

  private:
    void DoStart() override
    {
        m_series = m_archive.AddSeries(m_spec.metric, m_object, "ns", m_period);
        m_begin = GetNow() / m_period * m_period;
    }

    void DoFire(double value) override
    {
        CloseBinsBefore(GetNow());
        m_sum += value;
        m_hit = true;
    }

    void DoFinish() override
    {
        const int64_t now = GetNow();
        CloseBinsBefore(now);
        if (m_hit || m_begin < now)
        {
            m_archive.AddPoint(m_series, m_begin, m_sum);
        }
    }

    /** Writes the bins that end at t or earlier. @param t ns */
    void CloseBinsBefore(int64_t t)
    {
        while (t - m_begin >= m_period)
        {
            m_archive.AddPoint(m_series, m_begin, m_sum);
            m_begin += m_period;
            m_sum = 0;
            m_hit = false;
        }
    }

    const int64_t m_period; //!< width of a bin, ns
    uint32_t m_series{0};   //!< in the archive
    int64_t m_begin{0};     //!< start of the open bin, ns
    double m_sum{0};        //!< sum of the values in the open bin
    bool m_hit{false};      //!< the open bin has a value
};

} // namespace

TraceSink::TraceSink(RunArchive& archive, const TraceSinkSpec& spec, const std::string& object)
    : burst::TraceListener(false),
      m_archive(archive),
      m_spec(spec),
      m_object(object)
{
}

std::shared_ptr<TraceSink>
TraceSink::Create(RunArchive& archive, const TraceSinkSpec& spec, const std::string& object)
{
    switch (spec.kind)
    {
    case TraceSinkSpec::SERIES:
        return std::make_shared<SeriesSink>(archive, spec, object);
    case TraceSinkSpec::COUNT:
        return std::make_shared<CountSink>(archive, spec, object);
    case TraceSinkSpec::TOTAL:
        return std::make_shared<TotalSink>(archive, spec, object);
    case TraceSinkSpec::HISTOGRAM:
        return std::make_shared<HistogramSink>(archive, spec, object);
    default:
        return std::make_shared<BinnedSink>(archive, spec, object);
    }
}

void
TraceSink::Start()
{
    NS_LOG_FUNCTION(this << m_spec.metric << m_object);
    DoStart();
    Activate();
}

void
TraceSink::Finish()
{
    NS_LOG_FUNCTION(this << m_spec.metric << m_object);
    if (IsActive())
    {
        Stop();
        DoFinish();
    }
}

void
TraceSink::DoStart()
{
}

} // namespace ns3::archive
