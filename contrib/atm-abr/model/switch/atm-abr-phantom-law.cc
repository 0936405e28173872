/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-phantom-law.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{

using burst::CheckParameter;

PhantomLaw::PhantomLaw(const Parameters& parameters, double capacity, double macr)
    : m_parameters(parameters),
      m_capacity(capacity),
      m_macr(macr)
{
    CheckParameter(std::isfinite(parameters.factor) && parameters.factor > 0,
                   "the factor u",
                   parameters.factor,
                   "finite numbers above 0");
    CheckParameter(parameters.rise > 0 && parameters.rise <= 1,
                   "the gain of growth",
                   parameters.rise,
                   "numbers above 0, at most 1");
    CheckParameter(parameters.fall > 0 && parameters.fall <= 1,
                   "the gain of decrease",
                   parameters.fall,
                   "numbers above 0, at most 1");
    CheckParameter(parameters.deviationGain >= 0 && parameters.deviationGain <= 1,
                   "the gain h of the deviation",
                   parameters.deviationGain,
                   "numbers from 0 to 1");
    CheckParameter(std::isfinite(capacity) && capacity > 0,
                   "the capacity of a port",
                   capacity,
                   "finite numbers of cells per second above 0");
    CheckParameter(std::isfinite(macr) && macr > 0,
                   "the first MACR",
                   macr,
                   "finite numbers of cells per second above 0");
}

void
PhantomLaw::EndInterval(AtmTime length, const AbrIntervalCount& count)
{
    const double seconds = static_cast<double>(length) / ATM_SECOND;
    const double error = m_capacity - count.cells / seconds - m_macr;
    m_deviation += m_parameters.deviationGain * (std::abs(error) - m_deviation);
    const double gain = error > 0 ? m_parameters.rise : m_parameters.fall;
    m_macr = std::max(m_macr + gain * m_macr / (m_macr + m_deviation) * error, 1.0);
}

double
PhantomLaw::GetMacr() const
{
    return m_macr;
}

double
PhantomLaw::GetRate() const
{
    return m_parameters.factor * m_macr;
}

} // namespace ns3
