/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-rate-trace.h"

#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-line-reader.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <fstream>
#include <numeric>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RateTraceArrivals");

NS_OBJECT_ENSURE_REGISTERED(RateTraceArrivals);

namespace
{

constexpr std::size_t MOST_LINE = 4096; //!< characters

} // namespace

TypeId
RateTraceArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RateTraceArrivals")
            .SetParent<RateModulatedArrivals>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<RateTraceArrivals>()
            .AddAttribute("File",
                          "Path of a text file of rates, separated by blanks or ends of lines.",
                          StringValue(),
                          UntilFirstArrival(MakeStringAccessor(&RateTraceArrivals::m_file)),
                          burst::MakeFileChecker())
            .AddAttribute("Unit",
                          "Unit of the rates in the file, in arrivals per tick.",
                          DoubleValue(1),
                          UntilFirstArrival(MakeDoubleAccessor(&RateTraceArrivals::m_unit)),
                          MakeDoubleChecker<double>(1e-18, 1e9))
            .AddAttribute("Slot",
                          "Duration of each rate of the file in ticks.",
                          IntegerValue(50'000),
                          UntilFirstArrival(MakeIntegerAccessor(&RateTraceArrivals::m_slot)),
                          MakeIntegerChecker<int64_t>(1, int64_t{1} << 50));
    return tid;
}

std::vector<double>
RateTraceArrivals::Read() const
{
    auto input = burst::OpenText("rate trace", m_file);
    burst::LineReader reader(input, m_file, {MOST_LINE});
    std::vector<double> rates;
    while (reader.Next())
    {
        for (const double rate : reader.TakeNumbers())
        {
            if (rate < 0)
            {
                reader.Refuse("the rate is " + burst::WriteDouble(rate) +
                              "; allowed are numbers from 0 on");
            }
            rates.push_back(m_unit * rate);
        }
    }
    if (rates.empty())
    {
        reader.RefuseEnd("there is no rate; allowed is one or more");
    }
    return rates;
}

double
RateTraceArrivals::GetMeanRate() const
{
    const auto rates = Read();
    return std::accumulate(rates.begin(), rates.end(), 0.0) / static_cast<double>(rates.size());
}

std::vector<std::string>
RateTraceArrivals::GetInputFiles() const
{
    return m_file.empty() ? std::vector<std::string>{} : std::vector<std::string>{m_file};
}

void
RateTraceArrivals::DoStartRate()
{
    NS_LOG_FUNCTION(this << m_file);
    m_rates = Read();
    m_slotTicks = m_slot;
    m_next = 0;
}

RateModulatedArrivals::Segment
RateTraceArrivals::DoNextSegment()
{
    if (m_next == m_rates.size())
    {
        return {HORIZON, 0};
    }
    return {m_slotTicks, m_rates[m_next++]};
}

} // namespace ns3
