/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-trace-arrivals.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-traffic-sizes.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <limits>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TraceArrivals");

NS_OBJECT_ENSURE_REGISTERED(TraceArrivals);

TypeId
TraceArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TraceArrivals")
            .SetParent<ArrivalProcess>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<TraceArrivals>()
            .AddAttribute("File",
                          "Path of the trace.",
                          StringValue(),
                          UntilFirstArrival(MakeStringAccessor(&TraceArrivals::m_file)),
                          burst::MakeFileChecker())
            .AddAttribute(
                "Format",
                "Format of the file; Auto detects the format from the first bytes.",
                EnumValue(traffic::TraceReader::AUTO),
                UntilFirstArrival(burst::MakeEnumerationAccessor<traffic::TraceReader::Format>(
                    &TraceArrivals::m_format)),
                traffic::TraceReader::MakeFormatChecker())
            .AddAttribute("Tick",
                          "Duration of a tick, whole nanoseconds; used for Pcap only. 0: that of "
                          "the application that sends the arrivals, 20 ns without one.",
                          TimeValue(Time(0)),
                          UntilFirstArrival(MakeTimeAccessor(&TraceArrivals::m_tick)),
                          MakeTimeChecker(Time(0)));
    return tid;
}

double
TraceArrivals::GetMeanRate() const
{
    const auto reader = Open();
    uint64_t arrivals = 0;
    int64_t last = 0;
    while (const auto record = reader->Read())
    {
        ++arrivals;
        last = record->tick;
    }
    return arrivals == 0 ? std::numeric_limits<double>::quiet_NaN()
                         : static_cast<double>(arrivals) / static_cast<double>(last + 1);
}

std::vector<std::string>
TraceArrivals::GetInputFiles() const
{
    return m_file.empty() ? std::vector<std::string>{} : std::vector<std::string>{m_file};
}

void
TraceArrivals::DoStart()
{
    m_reader = Open();
}

int64_t
TraceArrivals::DoNext()
{
    const auto record = m_reader->Read();
    return record ? record->tick : NEVER;
}

std::unique_ptr<traffic::TraceReader>
TraceArrivals::Open() const
{
    NS_LOG_FUNCTION(this << m_file);
    return traffic::OpenTrace(m_file, m_format, m_tick.IsZero() ? NanoSeconds(20) : m_tick);
}

void
TraceArrivals::UseTick(const Time& tick)
{
    NS_LOG_FUNCTION(this << tick);
    if (!m_tick.IsZero() && m_tick != tick)
    {
        throw std::invalid_argument("Tick of ns3::TraceArrivals is " + burst::WriteTime(m_tick) +
                                    ", that of its application " + burst::WriteTime(tick) +
                                    "; allowed is one tick, or 0 here");
    }
    const Time used = m_tick.IsZero() ? NanoSeconds(20) : m_tick; // see Open
    if (IsStarted() && tick != used)
    {
        throw std::invalid_argument(
            "UseTick() of ns3::TraceArrivals after the first arrival; allowed "
            "is it before");
    }
    m_tick = tick;
}

Ptr<RandomVariableStream>
TraceArrivals::MakeSizes() const
{
    const auto first = Open()->Read();
    if (!first || !first->size)
    {
        return nullptr;
    }
    auto sizes = CreateObject<TraceSizeVariable>();
    sizes->SetAttribute("File", StringValue(m_file));
    sizes->SetAttribute("Format", EnumValue(m_format));
    return sizes;
}

} // namespace ns3
