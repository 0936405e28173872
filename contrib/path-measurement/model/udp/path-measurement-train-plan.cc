/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-train-plan.h"

#include "ns3/burst-core-check.h"

#include <cstddef>
#include <numeric>
#include <string>

namespace ns3
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
    burst::CheckParameter(size >= LEAST_SIZE && size <= MOST_SIZE,
                          "the size of a packet",
                          size,
                          "sizes from " + std::to_string(LEAST_SIZE) + " to " +
                              std::to_string(MOST_SIZE) + " bytes");
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

} // namespace ns3
