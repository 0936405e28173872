/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-modulated-arrivals.h"

#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-line-reader.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ModulatedArrivals");

NS_OBJECT_ENSURE_REGISTERED(RateTraceArrivals);

namespace
{

constexpr std::size_t MAX_LINE = 4096; //!< characters

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
    burst::LineReader reader(input, m_file, {MAX_LINE});
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

NS_OBJECT_ENSURE_REGISTERED(MarkovModulatedArrivals);

namespace
{

/**
 * @param e 1 - r, in (0, 2]
 * @param m number of terms
 * @return sum over i, j in [0, m) of r^|i - j|
 */
double
SumOfPowers(double e, double m)
{
    // 2 ((1 - e)^(m + 1) - 1 + (m + 1) e) / e^2 - m, as a binomial series where that cancels.
    const double n = m + 1;
    if (n * e > 1)
    {
        const double power = e < 1 ? std::expm1(n * std::log1p(-e)) : std::pow(1 - e, n) - 1;
        return 2 * (power + n * e) / (e * e) - m;
    }
    double sum = 0;
    double term = n * m / 2;
    for (double j = 2; std::abs(term) > 1e-17 * sum; ++j)
    {
        sum += term;
        term *= -e * (n - j) / (j + 1);
    }
    return 2 * sum - m;
}

} // namespace

TypeId
MarkovModulatedArrivals::GetTypeId()
{
    // One for each attribute: ObjectFactory tells attributes apart by their checkers.
    const auto duration = [] { return MakeDoubleChecker<double>(1, 1e15); };
    static TypeId tid =
        TypeId("ns3::MarkovModulatedArrivals")
            .SetParent<RateModulatedArrivals>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<MarkovModulatedArrivals>()
            .AddAttribute(
                "HighRate",
                "Arrivals per tick in the high state.",
                DoubleValue(0.1),
                UntilFirstArrival(MakeDoubleAccessor(&MarkovModulatedArrivals::m_highRate)),
                MakeDoubleChecker<double>(1e-15, 1e9))
            .AddAttribute(
                "LowRate",
                "Arrivals per tick in the low state.",
                DoubleValue(0),
                UntilFirstArrival(MakeDoubleAccessor(&MarkovModulatedArrivals::m_lowRate)),
                MakeDoubleChecker<double>(0, 1e9))
            .AddAttribute(
                "HighDuration",
                "Mean of the geometric duration of the high state, ticks.",
                DoubleValue(1000),
                UntilFirstArrival(MakeDoubleAccessor(&MarkovModulatedArrivals::m_highDuration)),
                duration())
            .AddAttribute(
                "LowDuration",
                "Mean of the geometric duration of the low state, ticks.",
                DoubleValue(1000),
                UntilFirstArrival(MakeDoubleAccessor(&MarkovModulatedArrivals::m_lowDuration)),
                duration());
    return tid;
}

double
MarkovModulatedArrivals::GetHighProbability() const
{
    return m_highDuration / (m_highDuration + m_lowDuration);
}

double
MarkovModulatedArrivals::GetMeanRate() const
{
    const double high = GetHighProbability();
    return high * m_highRate + (1 - high) * m_lowRate;
}

double
MarkovModulatedArrivals::GetCountVariance(int64_t m) const
{
    if (GetPlacement() != POISSON)
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const double high = GetHighProbability();
    const double step = m_highRate - m_lowRate;
    const auto ticks = static_cast<double>(m);
    return GetMeanRate() * ticks + step * step * high * (1 - high) *
                                       SumOfPowers(1 / m_highDuration + 1 / m_lowDuration, ticks);
}

void
MarkovModulatedArrivals::DoStartRate()
{
    CheckSteps(1 / (GetMeanRate() * (m_highDuration + m_lowDuration)),
               "pairs of a high and a low state, by rates and durations");
    m_now = {m_highRate, 1 / std::log1p(-1 / m_highDuration)};
    m_then = {m_lowRate, 1 / std::log1p(-1 / m_lowDuration)};
    if (GetRandom().Uniform() > GetHighProbability())
    {
        std::swap(m_now, m_then);
    }
    NS_LOG_LOGIC("begins with " << m_now.rate << " arrivals per tick");
}

RateModulatedArrivals::Segment
MarkovModulatedArrivals::DoNextSegment()
{
    const auto ticks = 1 + static_cast<int64_t>(std::log(GetRandom().Uniform()) * m_now.scale);
    const Segment segment{ticks, m_now.rate};
    std::swap(m_now, m_then);
    return segment;
}

} // namespace ns3
