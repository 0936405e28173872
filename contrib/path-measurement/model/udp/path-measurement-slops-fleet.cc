/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-slops-fleet.h"

#include <vector>

namespace ns3
{

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

} // namespace ns3
