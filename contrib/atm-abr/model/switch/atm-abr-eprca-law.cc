/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-eprca-law.h"

#include "ns3/burst-core-check.h"

#include <cmath>
#include <limits>
#include <string>

namespace ns3
{

using burst::CheckParameter;

EprcaLaw::EprcaLaw(const Parameters& parameters, double macr)
    : m_parameters(parameters),
      m_macr(macr)
{
    const auto factor = [](const std::string& what, double value) {
        CheckParameter(value > 0 && value <= 1, what, value, "numbers above 0, at most 1");
    };
    factor("the averaging factor AV", parameters.averaging);
    CheckParameter(parameters.separator >= 0 && parameters.separator <= 1,
                   "the separator VCS",
                   parameters.separator,
                   "numbers from 0 to 1");
    factor("the down pressure factor DPF", parameters.downPressure);
    factor("the explicit reduction factor ERF", parameters.explicitFactor);
    factor("the major reduction factor MRF", parameters.majorFactor);
    CheckParameter(parameters.majorThreshold >= 0,
                   "the threshold DQT",
                   parameters.majorThreshold,
                   "cells from 0 on");
    CheckParameter(std::isfinite(macr) && macr > 0,
                   "the first MACR",
                   macr,
                   "finite numbers of cells per second above 0");
}

void
EprcaLaw::ForwardRm(bool congested, double ccr)
{
    if (congested ? ccr < m_macr : ccr > m_parameters.separator * m_macr)
    {
        m_macr += m_parameters.averaging * (ccr - m_macr);
    }
}

double
EprcaLaw::BackwardRm(bool congested, int64_t queue, double ccr) const
{
    if (queue > m_parameters.majorThreshold)
    {
        return m_parameters.majorFactor * m_macr;
    }
    if (congested && ccr > m_parameters.downPressure * m_macr)
    {
        return m_parameters.explicitFactor * m_macr;
    }
    return std::numeric_limits<double>::infinity();
}

double
EprcaLaw::GetMacr() const
{
    return m_macr;
}

} // namespace ns3
