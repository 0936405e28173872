/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-slops.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

namespace ns3::measurement
{

namespace
{

/** @param value of a test
 * @param threshold of it
 * @param margin around that
 * @return what it says */
OneWayTrend::Verdict
JudgeTest(double value, double threshold, double margin)
{
    if (value > (1 + margin) * threshold)
    {
        return OneWayTrend::INCREASING;
    }
    return value < (1 - margin) * threshold ? OneWayTrend::FLAT : OneWayTrend::UNCLEAR;
}

} // namespace

OneWayTrend::OneWayTrend(const std::vector<double>& delays)
{
    const auto size = static_cast<std::size_t>(std::sqrt(static_cast<double>(delays.size())));
    for (std::size_t begin = 0; begin < delays.size(); begin += size)
    {
        const std::size_t end = std::min(begin + size, delays.size());
        std::vector<double> group(delays.begin() + begin, delays.begin() + end);
        m_medians.push_back(boost::math::statistics::median(group));
    }
}

double
OneWayTrend::GetPct() const
{
    uint32_t increases = 0;
    for (std::size_t i = 1; i < m_medians.size(); ++i)
    {
        increases += m_medians[i] > m_medians[i - 1];
    }
    return m_medians.size() < 2 ? 0 : increases / static_cast<double>(m_medians.size() - 1);
}

double
OneWayTrend::GetPdt() const
{
    double sum = 0;
    for (std::size_t i = 1; i < m_medians.size(); ++i)
    {
        sum += std::abs(m_medians[i] - m_medians[i - 1]);
    }
    return sum > 0 ? (m_medians.back() - m_medians.front()) / sum : 0;
}

OneWayTrend::Verdict
OneWayTrend::Judge(const Thresholds& thresholds) const
{
    if (m_medians.size() < MIN_GROUPS)
    {
        return UNCLEAR;
    }
    const auto pct = JudgeTest(GetPct(), thresholds.pct, thresholds.margin);
    const auto pdt = JudgeTest(GetPdt(), thresholds.pdt, thresholds.margin);
    if (pct == UNCLEAR || pct == pdt)
    {
        return pdt;
    }
    return pdt == UNCLEAR ? pct : UNCLEAR;
}

SlopsSearch::SlopsSearch(const Settings& settings)
    : m_settings(settings),
      m_rate(settings.first)
{
    burst::CheckParameter(settings.least > 0, "the least rate", settings.least, "rates above 0");
    burst::CheckParameter(settings.most >= settings.least,
                          "the greatest rate",
                          settings.most,
                          "rates from " + burst::WriteDouble(settings.least) + " bit/s on");
    burst::CheckParameter(settings.first >= settings.least && settings.first <= settings.most,
                          "the first rate",
                          settings.first,
                          "rates from " + burst::WriteDouble(settings.least) + " to " +
                              burst::WriteDouble(settings.most) + " bit/s");
    for (const double width : {settings.resolution, settings.grey})
    {
        burst::CheckParameter(width > 0, "the resolution", width, "bit/s above 0");
    }
}

double
SlopsSearch::GetRate() const
{
    return m_rate;
}

void
SlopsSearch::Update(Answer answer)
{
    ++m_rounds;
    if (answer == BELOW)
    {
        m_low = m_rate;
    }
    else if (answer == ABOVE)
    {
        m_high = m_rate;
    }
    else
    {
        m_grey = std::min(m_grey.value_or(m_rate), m_rate);
        m_greyTo = std::max(m_greyTo.value_or(m_rate), m_rate);
    }
    // What is available changes: the latest answer is right, and a region that it contradicts is
    // not.
    if (answer != GREY && m_grey &&
        (m_low >= *m_grey || m_high.value_or(*m_greyTo + 1) <= *m_greyTo))
    {
        m_grey.reset();
        m_greyTo.reset();
    }
    Plan(answer == GREY);
}

bool
SlopsSearch::IsDone() const
{
    return m_done;
}

double
SlopsSearch::GetLow() const
{
    return m_low;
}

double
SlopsSearch::GetHigh() const
{
    return m_high.value_or(m_settings.most);
}

uint32_t
SlopsSearch::GetRounds() const
{
    return m_rounds;
}

double
SlopsSearch::GetGrey() const
{
    return m_grey ? *m_greyTo - *m_grey : 0;
}

void
SlopsSearch::Plan(bool grey)
{
    if (!m_high)
    {
        m_done = m_rate >= m_settings.most;
        m_rate = std::min((grey ? 1.5 : 2) * m_rate, m_settings.most);
        return;
    }
    const double bottom = m_grey.value_or(*m_high);
    // below the least rate nothing can be tried
    const double below = bottom <= m_settings.least ? 0 : bottom - m_low;
    const double above = m_grey ? *m_high - *m_greyTo : 0;
    const double enough = m_grey ? m_settings.grey : m_settings.resolution;
    m_done = below <= enough && above <= enough;
    m_rate = std::max(below >= above ? m_low + below / 2 : *m_high - above / 2, m_settings.least);
}

namespace
{

// AGGREGATE_THRESHOLD, MEDIUM_LOSS_RATE, HIGH_LOSS_RATE and MAX_LOSSY_STREAM_FRACTION of pathload
// 1.3.2, pathload_rcv.h.
constexpr double MANY = 0.6;    //!< share of the streams that decides
constexpr double LOSSY = 0.03;  //!< share of packets lost from which on a stream is lossy
constexpr double BROKEN = 0.15; //!< share of packets lost from which on a stream decides alone
constexpr double HALF_OF = 0.5; //!< share of lossy streams that decides

} // namespace

SlopsFleet::SlopsFleet(uint32_t streams, const OneWayTrend::Thresholds& thresholds)
    : m_thresholds(thresholds),
      m_streams(streams)
{
}

void
SlopsFleet::Add(const ProbeTrain& stream)
{
    ++m_came;
    const double loss = stream.GetLost() / static_cast<double>(stream.GetPackets());
    m_lossy += loss >= LOSSY;
    m_broken |= loss >= BROKEN;
    std::vector<double> delays;
    for (const auto& packet : stream.GetArrivals())
    {
        delays.push_back(static_cast<double>(packet.received - packet.sent));
    }
    const auto verdict = OneWayTrend(delays).Judge(m_thresholds);
    m_flat += verdict == OneWayTrend::FLAT;
    m_increasing += verdict == OneWayTrend::INCREASING;
}

SlopsSearch::Answer
SlopsFleet::GetAnswer() const
{
    if (m_broken || m_came < m_streams || m_lossy >= HALF_OF * m_streams ||
        m_increasing >= MANY * m_streams)
    {
        return SlopsSearch::ABOVE;
    }
    return m_flat >= MANY * m_streams ? SlopsSearch::BELOW : SlopsSearch::GREY;
}

} // namespace ns3::measurement
