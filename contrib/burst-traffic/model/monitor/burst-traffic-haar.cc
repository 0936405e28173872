/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-haar.h"

#include <algorithm>
#include <cmath>

namespace ns3::traffic
{

namespace
{

constexpr double NONE = HurstEstimate::NONE;

/**
 * Pool two samples (T. Chan, G. Golub and R. LeVeque, "Algorithms for computing the sample
 * variance", The American Statistician 37(3), 1983).
 *
 * @tparam Octave has blocks, sum and squares
 * @param octave the sample to extend
 * @param blocks size of the other, above 0
 * @param sum of the other
 * @param squares of the other
 */
template <typename Octave>
void
Pool(Octave& octave, uint64_t blocks, double sum, double squares)
{
    const auto before = static_cast<double>(octave.blocks);
    const auto added = static_cast<double>(blocks);
    octave.squares += squares;
    if (before > 0)
    {
        const double step = sum / added - octave.sum / before;
        octave.squares += step * step * before * added / (before + added);
    }
    octave.blocks += blocks;
    octave.sum += sum;
}

} // namespace

void
HaarPyramid::Add(double value, uint64_t times)
{
    AddBlocks(0, value, times);
}

void
HaarPyramid::AddBlocks(uint32_t octave, double sum, uint64_t times)
{
    if (times == 0)
    {
        return;
    }
    if (octave == m_octaves.size())
    {
        m_octaves.emplace_back();
    }
    Pool(m_octaves[octave], times, sum * static_cast<double>(times), 0);
    if (const auto waiting = m_octaves[octave].waiting)
    {
        m_octaves[octave].waiting.reset();
        AddBlocks(octave + 1, *waiting + sum, 1);
        Octave& above = m_octaves[octave + 1];
        above.differences += (sum - *waiting) * (sum - *waiting);
        above.different += sum != *waiting;
        above.filled += sum != 0 && *waiting != 0;
        --times;
    }
    AddBlocks(octave + 1, 2 * sum, times / 2);
    if (times > 1 && sum != 0)
    {
        m_octaves[octave + 1].filled += times / 2;
    }
    if (times % 2 == 1)
    {
        m_octaves[octave].waiting = sum;
    }
}

void
HaarPyramid::Merge(const HaarPyramid& other)
{
    if (m_octaves.size() < other.m_octaves.size())
    {
        m_octaves.resize(other.m_octaves.size());
    }
    for (std::size_t i = 0; i < other.m_octaves.size(); ++i)
    {
        const Octave& added = other.m_octaves[i];
        Pool(m_octaves[i], added.blocks, added.sum, added.squares);
        m_octaves[i].differences += added.differences;
        m_octaves[i].different += added.different;
        m_octaves[i].filled += added.filled;
    }
}

const HaarPyramid::Octave&
HaarPyramid::Get(uint32_t octave) const
{
    static const Octave EMPTY;
    return octave < m_octaves.size() ? m_octaves[octave] : EMPTY;
}

uint32_t
HaarPyramid::GetLastOctave() const
{
    return m_octaves.empty() ? 0 : static_cast<uint32_t>(m_octaves.size() - 1);
}

uint64_t
HaarPyramid::GetBlocks(uint32_t octave) const
{
    return Get(octave).blocks;
}

double
HaarPyramid::GetMean(uint32_t octave) const
{
    const auto blocks = static_cast<double>(GetBlocks(octave));
    return blocks > 0 ? Get(octave).sum / blocks : NONE;
}

double
HaarPyramid::GetVariance(uint32_t octave) const
{
    const auto blocks = static_cast<double>(GetBlocks(octave));
    return blocks > 1 ? Get(octave).squares / (blocks - 1) : NONE;
}

double
HaarPyramid::GetDispersion(uint32_t octave) const
{
    const double mean = GetMean(octave);
    return mean != 0 ? GetVariance(octave) / mean : NONE;
}

double
HaarPyramid::GetEnergy(uint32_t octave) const
{
    const auto blocks = static_cast<double>(GetBlocks(octave));
    return octave > 0 && blocks > 0
               ? std::ldexp(Get(octave).differences / blocks, -static_cast<int>(octave))
               : NONE;
}

uint64_t
HaarPyramid::GetOccupied(uint32_t octave) const
{
    return std::min(Get(octave).different, Get(octave).filled);
}

HurstEstimate
HaarPyramid::Estimate(double level, uint32_t first, uint32_t last) const
{
    std::vector<HaarOctave> octaves;
    for (uint32_t octave = 1; octave <= GetLastOctave(); ++octave)
    {
        octaves.push_back({GetBlocks(octave), GetEnergy(octave), GetOccupied(octave)});
    }
    return EstimateHurst(octaves, level, first, last);
}

} // namespace ns3::traffic
