/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-forecast-book.h"

#include "iepm-forecaster.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace ns3::iepm
{

ForecastBand::ForecastBand(double coverage, uint32_t length)
    : m_tail((1 - coverage) / 2),
      m_length(length)
{
    burst::CheckParameter(coverage > 0 && coverage < 1,
                          "coverage",
                          coverage,
                          "numbers above 0 and below 1");
    burst::CheckParameter(length > 0, "length", length, "1 or more");
}

void
ForecastBand::Observe(double forecast, double value)
{
    m_ratios.push_back(value / forecast);
    if (m_ratios.size() > m_length)
    {
        m_ratios.pop_front();
    }
}

std::pair<double, double>
ForecastBand::GetBounds(double forecast) const
{
    constexpr double ROUNDING = 1e-9; // of the product: 10 * (1 - 0.8) / 2 is less than 1
    const auto count = static_cast<double>(m_ratios.size() + 1);
    const auto rank = static_cast<std::size_t>(std::floor(count * m_tail + ROUNDING));
    if (rank < 1)
    {
        return {ForecastMoment::UNKNOWN, ForecastMoment::UNKNOWN};
    }
    std::vector<double> ratios(m_ratios.begin(), m_ratios.end());
    std::sort(ratios.begin(), ratios.end());
    return {forecast * ratios[rank - 1], forecast * ratios[ratios.size() - rank]};
}

ForecastBook::ForecastBook(const burst::ObjectText& forecaster, double coverage)
    : m_forecaster(forecaster),
      m_coverage(coverage)
{
}

std::optional<ForecastBook::Row>
ForecastBook::Add(const MeasurementRecord& record)
{
    const auto& result = record.result;
    if (result.status != MeasurementResult::OK && result.status != MeasurementResult::SELF_LIMITED)
    {
        return std::nullopt;
    }
    for (const char* name : {"throughput", "capacity", "available"})
    {
        if (!result.Has(name))
        {
            continue;
        }
        if (!(result.Get(name) > 0))
        {
            return std::nullopt; // nothing came
        }
        auto row = Predict(record.host, record.tool, result.begin);
        row.value = name;
        row.observed = result.Get(name);
        auto& series = GetSeries(record.host, record.tool);
        if (!std::isnan(row.forecast))
        {
            series.band.Observe(row.forecast, row.observed);
        }
        series.forecaster->Observe(GetMoment(record.host, result.begin), row.observed);
        return row;
    }
    auto& known = m_known[record.host];
    if (result.Has("route"))
    {
        known.route = std::to_string(static_cast<uint64_t>(result.Get("route")));
    }
    else if (result.Has("rtt_mean"))
    {
        known.rtt = result.Get("rtt_mean");
    }
    return std::nullopt;
}

ForecastBook::Row
ForecastBook::Predict(const std::string& host, const std::string& tool, Time at)
{
    auto& series = GetSeries(host, tool);
    const double forecast = series.forecaster->Forecast(GetMoment(host, at));
    const auto [low, high] = series.band.GetBounds(forecast);
    return {"", forecast, low, high, ForecastMoment::UNKNOWN};
}

ForecastMoment
ForecastBook::GetMoment(const std::string& host, Time at) const
{
    const auto known = m_known.find(host);
    auto moment = known == m_known.end() ? ForecastMoment() : known->second;
    moment.time = at.GetSeconds();
    return moment;
}

ForecastBook::Series&
ForecastBook::GetSeries(const std::string& host, const std::string& tool)
{
    auto found = m_series.find({host, tool});
    if (found == m_series.end())
    {
        Series series{m_forecaster.Create<Forecaster>(), ForecastBand(m_coverage)};
        found = m_series.emplace(std::make_pair(host, tool), std::move(series)).first;
    }
    return found->second;
}

} // namespace ns3::iepm
