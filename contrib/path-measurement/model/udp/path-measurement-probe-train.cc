/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-probe-train.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <string>

namespace ns3::measurement
{

void
TrainPlan::AddTrain(int64_t begin, uint32_t size, uint32_t packets, int64_t gap)
{
    std::vector<int64_t> times(packets);
    for (std::size_t i = 0; i < times.size(); ++i)
    {
        times[i] = begin + static_cast<int64_t>(i) * gap;
    }
    AddTrain(size, times);
}

void
TrainPlan::AddTrain(uint32_t size, const std::vector<int64_t>& times)
{
    burst::CheckParameter(size >= MIN_SIZE && size <= MAX_SIZE,
                          "the size of a packet",
                          size,
                          "sizes from " + std::to_string(MIN_SIZE) + " to " +
                              std::to_string(MAX_SIZE) + " bytes");
    const auto length = static_cast<uint32_t>(times.size());
    for (uint32_t number = 0; number < length; ++number)
    {
        burst::CheckParameter(times[number] >= GetDuration(),
                              "the time of a packet",
                              static_cast<double>(times[number]),
                              "times from that of the packet before on");
        m_packets.push_back({times[number], m_trains, number, length, size});
    }
    ++m_trains;
}

const std::vector<TrainPlan::Packet>&
TrainPlan::GetPackets() const
{
    return m_packets;
}

int64_t
TrainPlan::GetDuration() const
{
    return m_packets.empty() ? 0 : m_packets.back().time;
}

uint64_t
TrainPlan::GetBytes() const
{
    return std::accumulate(
        m_packets.begin(),
        m_packets.end(),
        uint64_t(0),
        [](uint64_t sum, const Packet& packet) { return sum + packet.size - HEADERS; });
}

ProbeTrain::ProbeTrain(uint32_t size, uint32_t packets)
    : m_size(size),
      m_seen(packets)
{
}

void
ProbeTrain::Add(uint32_t number, int64_t sent, int64_t received)
{
    burst::CheckParameter(number < m_seen.size(),
                          "the number of a packet",
                          number,
                          "numbers below " + std::to_string(m_seen.size()));
    if (m_seen[number])
    {
        ++m_duplicates;
        return;
    }
    m_seen[number] = true;
    m_arrivals.push_back({number, sent, received});
    m_reordered += number < m_next;
    m_next = std::max(m_next, number + 1);
}

uint32_t
ProbeTrain::GetSize() const
{
    return m_size;
}

uint32_t
ProbeTrain::GetPackets() const
{
    return m_seen.size();
}

uint32_t
ProbeTrain::GetReceived() const
{
    return m_arrivals.size();
}

uint32_t
ProbeTrain::GetLost() const
{
    return GetPackets() - GetReceived();
}

uint32_t
ProbeTrain::GetDuplicates() const
{
    return m_duplicates;
}

uint32_t
ProbeTrain::GetReordered() const
{
    return m_reordered;
}

bool
ProbeTrain::IsWhole() const
{
    return !GetLost() && !m_reordered;
}

const std::vector<ProbeTrain::Arrival>&
ProbeTrain::GetArrivals() const
{
    return m_arrivals;
}

std::optional<double>
ProbeTrain::GetRate() const
{
    if (m_arrivals.empty() || m_arrivals.back().received <= m_arrivals.front().received)
    {
        return std::nullopt;
    }
    const int64_t time = m_arrivals.back().received - m_arrivals.front().received;
    return (m_arrivals.size() - 1) * 8e9 * m_size / static_cast<double>(time);
}

burst::LogLinearHistogram
ProbeTrain::GetDelayVariation() const
{
    burst::LogLinearHistogram differences;
    for (std::size_t i = 1; i < m_arrivals.size(); ++i)
    {
        const auto& [number, sent, received] = m_arrivals[i];
        const auto& before = m_arrivals[i - 1];
        differences.Add(std::abs(received - sent - (before.received - before.sent)));
    }
    return differences;
}

} // namespace ns3::measurement
