/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "visit-noise.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/** @param cv of a product of two noises of mean 1 @param shared that of one @return that of the
 * other: 1 + cv^2 is the product of both 1 + cv^2; std::invalid_argument if there is none */
double
GetOwn(double cv, double shared)
{
    burst::CheckParameter(cv >= shared && cv <= 2,
                          "the deviation of a tool over its mean",
                          cv,
                          "numbers from that of the shared noise, " + burst::WriteDouble(shared) +
                              ", to 2");
    return std::sqrt(std::max(0.0, (1 + cv * cv) / (1 + shared * shared) - 1));
}

} // namespace

VisitNoise::VisitNoise(double cv, const Shared& shared, const measurement::CounterRandom& random)
    : m_cv(cv),
      m_sharedCv(shared.cv),
      m_shared(1, {}, {shared.cv, shared.correlation, 1}, shared.random),
      m_own(1, {}, {GetOwn(cv, shared.cv), 0, 1}, random)
{
}

double
VisitNoise::Get(int64_t visit) const
{
    return m_shared.GetNoise(visit) * m_own.GetNoise(visit);
}

double
VisitNoise::GetCorrelation(int64_t lag) const
{
    if (lag == 0)
    {
        return 1;
    }
    return m_cv > 0 ? std::pow(m_sharedCv / m_cv, 2) * m_shared.GetNoiseCorrelation(lag) : 0;
}

double
VisitNoise::GetCorrelation(const VisitNoise& other) const
{
    return m_sharedCv > 0 ? m_sharedCv / m_cv * m_sharedCv / other.m_cv : 0;
}

} // namespace ns3
