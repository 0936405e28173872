/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-frame-sampler.h"

#include "ns3/burst-core-check.h"

#include <cmath>

namespace ns3::lossless
{

using burst::CheckParameter;

FrameSampler
FrameSampler::AtRandom(double probability)
{
    CheckParameter(probability >= 1e-15 && probability <= 1,
                   "the probability to sample a frame",
                   probability,
                   "numbers from 1e-15 to 1");
    FrameSampler sampler;
    sampler.m_scale = 1 / std::log1p(-probability); // -0 for a probability of 1
    return sampler;
}

FrameSampler
FrameSampler::ByBytes(int64_t interval)
{
    CheckParameter(interval >= 1, "the interval of samples", interval, "bytes from 1 on");
    FrameSampler sampler;
    sampler.Restart(interval);
    return sampler;
}

void
FrameSampler::Next(traffic::StreamRandom& random)
{
    if (m_interval > 0)
    {
        m_left += m_interval;
    }
    else
    {
        m_left = 1 + static_cast<int64_t>(std::log(random.Uniform()) * m_scale);
    }
}

void
FrameSampler::Restart(int64_t interval)
{
    m_interval = interval;
    m_left = interval;
}

} // namespace ns3::lossless
