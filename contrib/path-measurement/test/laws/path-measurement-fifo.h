/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_FIFO_H
#define PATH_MEASUREMENT_FIFO_H

#include "ns3/path-measurement-probe-train.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

/** What of other traffic comes to a queue. */
struct CrossPacket
{
    double time; //!< in s
    double bits; //!< of the packet
};

/** @param rate in bit/s @param bits of a packet @param from time in s @param to time in s
 * @return packets at equal distances */
inline std::vector<CrossPacket>
MakeConstantTraffic(double rate, double bits, double from, double to)
{
    std::vector<CrossPacket> packets;
    for (int i = 0; from + i * bits / rate < to; ++i)
    {
        packets.push_back({from + i * bits / rate, bits});
    }
    return packets;
}

/** As MakeConstantTraffic, with exponential distances. @param random where from */
inline std::vector<CrossPacket>
MakePoissonTraffic(double rate, double bits, double from, double to, std::mt19937_64& random)
{
    std::exponential_distribution<double> gap(rate / bits);
    std::vector<CrossPacket> packets;
    for (double time = from + gap(random); time < to; time += gap(random))
    {
        packets.push_back({time, bits});
    }
    return packets;
}

/** One queue in order of arrival, packet by packet. @param capacity in bit/s @param times at which
 * probe packets come in s, in order @param bits of each @param cross other packets, in order
 * @return when the probe packets have left, in s */
inline std::vector<double>
PassQueue(double capacity,
          const std::vector<double>& times,
          double bits,
          const std::vector<CrossPacket>& cross)
{
    std::vector<double> left;
    double free = -1e9;
    std::size_t other = 0;
    for (const double time : times)
    {
        for (; other < cross.size() && cross[other].time <= time; ++other)
        {
            free = std::max(free, cross[other].time) + cross[other].bits / capacity;
        }
        free = std::max(free, time) + bits / capacity;
        left.push_back(free);
    }
    return left;
}

/** @param size in bytes @param sent in s @param received in s @return a train that came whole, with
 * time stamps rounded to ns */
inline ns3::measurement::ProbeTrain
MakeTrain(uint32_t size, const std::vector<double>& sent, const std::vector<double>& received)
{
    ns3::measurement::ProbeTrain train(size, static_cast<uint32_t>(sent.size()));
    for (uint32_t i = 0; i < sent.size(); ++i)
    {
        train.Add(i, std::llround(sent[i] * 1e9), std::llround(received[i] * 1e9));
    }
    return train;
}

/** @param begin in s @param gap in s @param count of packets @return times at equal distances */
inline std::vector<double>
MakeTimes(double begin, double gap, uint32_t count)
{
    std::vector<double> times;
    for (uint32_t i = 0; i < count; ++i)
    {
        times.push_back(begin + i * gap);
    }
    return times;
}

#endif // PATH_MEASUREMENT_FIFO_H
