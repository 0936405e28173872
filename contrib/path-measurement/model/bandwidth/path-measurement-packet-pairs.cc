/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-packet-pairs.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cstddef>
#include <iterator>
#include <numeric>

namespace ns3::measurement
{

namespace
{

constexpr double MIN_SHARE = 0.02; //!< of the pairs, in a mode

/** @param values at least one @return median of them */
double
GetMedian(std::vector<double> values)
{
    return boost::math::statistics::median(values);
}

/** @param values any @return mean of them; none of none */
std::optional<double>
GetMean(const std::vector<double>& values)
{
    if (values.empty())
    {
        return std::nullopt;
    }
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/** Some of sorted rates. */
struct Range
{
    std::size_t begin; //!< the first
    std::size_t end;   //!< after the last

    /** @return how many */
    std::size_t GetCount() const
    {
        return end - begin;
    }
};

/** @param rates in order
 * @param range where to look
 * @param width of the window
 * @return the window that begins with a rate of the range and has most of them, the first of equal
 * ones */
Range
FindFullest(const std::vector<double>& rates, Range range, double width)
{
    Range best{range.begin, range.begin};
    std::size_t end = range.begin;
    for (std::size_t begin = range.begin; begin < range.end; ++begin)
    {
        while (end < range.end && rates[end] <= rates[begin] + width)
        {
            ++end;
        }
        if (end - begin > best.GetCount())
        {
            best = {begin, end};
        }
    }
    return best;
}

/** Find modes in a range of rates.
 * @param rates in order
 * @param range where to look
 * @param width of a window
 * @param least pairs of a mode
 * @param modes where they go */
void
FindModes(const std::vector<double>& rates,
          Range range,
          double width,
          double least,
          std::vector<PacketPairs::Mode>& modes)
{
    const Range top = FindFullest(rates, range, width);
    if (!top.GetCount() || top.GetCount() < least)
    {
        return;
    }
    Range bell = top;
    for (std::size_t count = top.GetCount(); bell.begin > range.begin;)
    {
        const auto from = std::lower_bound(rates.begin() + range.begin,
                                           rates.begin() + bell.begin,
                                           rates[bell.begin] - width);
        const auto begin = static_cast<std::size_t>(from - rates.begin());
        if (begin == bell.begin || bell.begin - begin > count)
        {
            break;
        }
        count = bell.begin - begin;
        bell.begin = begin;
    }
    for (std::size_t count = top.GetCount(); bell.end < range.end;)
    {
        const auto to = std::upper_bound(rates.begin() + bell.end,
                                         rates.begin() + range.end,
                                         rates[bell.end - 1] + width);
        const auto end = static_cast<std::size_t>(to - rates.begin());
        if (end == bell.end || end - bell.end > count)
        {
            break;
        }
        count = end - bell.end;
        bell.end = end;
    }
    FindModes(rates, {range.begin, bell.begin}, width, least, modes);
    modes.push_back({rates[top.begin],
                     rates[top.end - 1],
                     GetMedian({rates.begin() + top.begin, rates.begin() + top.end}),
                     static_cast<uint32_t>(top.GetCount())});
    FindModes(rates, {bell.end, range.end}, width, least, modes);
}

} // namespace

PacketPairs::PacketPairs(const std::vector<ProbeTrain>& trains)
{
    for (const auto& train : trains)
    {
        Add(train);
    }
}

void
PacketPairs::Add(const ProbeTrain& train)
{
    const auto& arrivals = train.GetArrivals();
    if (!train.IsWhole() || arrivals.size() < 2)
    {
        return;
    }
    const auto& first = arrivals.front();
    const auto& last = arrivals.back();
    Train taken{8.0 * train.GetSize(),
                static_cast<double>(last.sent - first.sent) * 1e-9,
                static_cast<double>(last.received - first.received) * 1e-9,
                {}};
    for (std::size_t i = 1; i < arrivals.size(); ++i)
    {
        const int64_t gap = arrivals[i].received - arrivals[i - 1].received;
        taken.gaps.push_back(static_cast<double>(gap) * 1e-9);
    }
    m_trains.push_back(taken);
}

uint32_t
PacketPairs::GetWhole() const
{
    return m_trains.size();
}

uint32_t
PacketPairs::GetUnresolved() const
{
    return std::count_if(m_trains.begin(), m_trains.end(), [](const Train& train) {
        return train.received <= 0;
    });
}

std::vector<PacketPairs::Mode>
PacketPairs::GetModes(double width) const
{
    burst::CheckParameter(width > 0, "the width of a window of rates", width, "numbers above 0");
    std::vector<double> rates;
    for (const auto* pair : GetPairs())
    {
        rates.push_back(pair->bits / pair->received);
    }
    std::vector<Mode> modes;
    if (!rates.empty())
    {
        std::sort(rates.begin(), rates.end());
        FindModes(rates,
                  {0, rates.size()},
                  width * GetMedian(rates),
                  MIN_SHARE * static_cast<double>(rates.size()),
                  modes);
    }
    return modes;
}

std::optional<double>
PacketPairs::GetDispersionRate() const
{
    std::vector<double> rates;
    for (const auto& train : m_trains)
    {
        if (train.gaps.size() > 1 && train.received > 0)
        {
            rates.push_back(static_cast<double>(train.gaps.size()) * train.bits / train.received);
        }
    }
    return GetMean(rates);
}

std::optional<double>
PacketPairs::GetCapacity(double width) const
{
    const double bound = GetDispersionRate().value_or(0);
    for (const auto& mode : GetModes(width))
    {
        if (mode.high >= bound)
        {
            return mode.median;
        }
    }
    return std::nullopt;
}

std::optional<double>
PacketPairs::GetMedianGapRate() const
{
    const auto rates = GetGapRates();
    return rates.empty() ? std::nullopt : std::optional(GetMedian(rates));
}

std::optional<double>
PacketPairs::GetMinGapRate() const
{
    const auto rates = GetGapRates();
    return rates.empty() ? std::nullopt
                         : std::optional(*std::min_element(rates.begin(), rates.end()));
}

std::optional<PacketPairs::Abwe>
PacketPairs::GetAbwe() const
{
    std::vector<double> times; // per bit
    for (const auto* pair : GetPairs())
    {
        times.push_back(pair->received / pair->bits);
    }
    if (times.empty())
    {
        return std::nullopt;
    }
    const double least = *std::min_element(times.begin(), times.end());
    return Abwe{1 / least, 1 / least - 1 / *GetMean(times)};
}

std::optional<double>
PacketPairs::GetAvailable() const
{
    std::vector<double> rates;
    std::vector<double> capacities;
    for (const auto* pair : GetPairs())
    {
        if (pair->sent > 0)
        {
            const double capacity = pair->bits / pair->sent;
            capacities.push_back(capacity);
            rates.push_back(capacity * (2 - pair->received / pair->sent));
        }
    }
    if (rates.empty())
    {
        return std::nullopt;
    }
    return std::clamp(*GetMean(rates), 0.0, *GetMean(capacities));
}

std::vector<const PacketPairs::Train*>
PacketPairs::GetPairs() const
{
    std::vector<const Train*> pairs;
    for (const auto& train : m_trains)
    {
        if (train.gaps.size() == 1 && train.received > 0)
        {
            pairs.push_back(&train);
        }
    }
    return pairs;
}

std::vector<double>
PacketPairs::GetGapRates() const
{
    std::vector<double> rates;
    for (const auto& train : m_trains)
    {
        std::vector<double> gaps;
        std::copy_if(train.gaps.begin(),
                     train.gaps.end(),
                     std::back_inserter(gaps),
                     [](double gap) { return gap > 0; });
        if (!gaps.empty())
        {
            rates.push_back(train.bits / GetMedian(gaps));
        }
    }
    return rates;
}

} // namespace ns3::measurement
