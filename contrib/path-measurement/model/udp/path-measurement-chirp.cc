/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-chirp.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

std::vector<int64_t>
Chirp::GetTimes(double least, double most, double spread, uint32_t size)
{
    burst::CheckParameter(least > 0, "the least rate of a chirp", least, "rates above 0");
    burst::CheckParameter(most >= least,
                          "the greatest rate of a chirp",
                          most,
                          "rates from the least one on, " + burst::WriteDouble(least) + " bit/s");
    burst::CheckParameter(spread > 1, "the spread factor of a chirp", spread, "numbers above 1");
    std::vector<int64_t> times{0};
    double rate = least;
    double time = 0;
    for (bool last = false; !last; rate *= spread)
    {
        last = rate >= most;
        time += 8e9 * size / rate;
        times.push_back(std::llround(time));
    }
    return times;
}

Chirp::Chirp(const Settings& settings)
    : m_settings(settings)
{
    burst::CheckParameter(settings.decreaseFactor > 1,
                          "the decrease factor of excursions",
                          settings.decreaseFactor,
                          "numbers above 1");
    burst::CheckParameter(settings.busyPeriod >= 1,
                          "the length of a busy period",
                          settings.busyPeriod,
                          "numbers from 1 on");
}

std::optional<double>
Chirp::GetAvailable(const ProbeTrain& chirp) const
{
    const auto& packets = chirp.GetArrivals();
    if (!chirp.IsWhole() || packets.size() < 2)
    {
        return std::nullopt;
    }
    std::vector<double> delays;
    std::vector<double> gaps;  // in s
    std::vector<double> rates; // of gaps, in bit/s
    for (std::size_t k = 0; k < packets.size(); ++k)
    {
        delays.push_back(static_cast<double>(packets[k].received - packets[k].sent));
        if (k)
        {
            gaps.push_back(static_cast<double>(packets[k].sent - packets[k - 1].sent) * 1e-9);
            rates.push_back(8 * chirp.GetSize() / gaps.back());
            if (gaps.back() <= 0)
            {
                return std::nullopt;
            }
        }
    }
    std::vector<double> estimates(gaps.size());
    double rest = rates.back();
    for (std::size_t begin = 0; begin < gaps.size();)
    {
        if (delays[begin] >= delays[begin + 1])
        {
            ++begin;
            continue;
        }
        const std::size_t end = FindEnd(delays, begin);
        if (end == delays.size())
        {
            rest = rates[begin];
            break;
        }
        if (end - begin >= m_settings.busyPeriod)
        {
            for (std::size_t k = begin; k < end; ++k)
            {
                estimates[k] = delays[k] < delays[k + 1] ? rates[k] : 0;
            }
        }
        begin = end;
    }
    double sum = 0;
    double time = 0;
    for (std::size_t k = 0; k < gaps.size(); ++k)
    {
        sum += (estimates[k] > 0 ? estimates[k] : rest) * gaps[k];
        time += gaps[k];
    }
    return sum / time;
}

std::size_t
Chirp::FindEnd(const std::vector<double>& delays, std::size_t begin) const
{
    double greatest = 0;
    std::size_t end = begin + 1;
    for (; end < delays.size(); ++end)
    {
        const double rise = delays[end] - delays[begin];
        greatest = std::max(greatest, rise);
        if (rise < greatest / m_settings.decreaseFactor)
        {
            break;
        }
    }
    return end;
}

} // namespace ns3
