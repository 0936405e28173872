/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-erica-queue-control.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

using burst::CheckParameter;

EricaQueueControl::EricaQueueControl(const Parameters& parameters)
    : m_parameters(parameters)
{
    CheckParameter(std::isfinite(parameters.delay) && parameters.delay > 0,
                   "the delay T0",
                   parameters.delay,
                   "finite numbers of seconds above 0");
    CheckParameter(std::isfinite(parameters.a) && parameters.a >= 1,
                   "the curve a",
                   parameters.a,
                   "finite numbers from 1 on");
    CheckParameter(std::isfinite(parameters.b) && parameters.b >= 1,
                   "the curve b",
                   parameters.b,
                   "finite numbers from 1 on");
    CheckParameter(parameters.limit > 0 && parameters.limit <= 1,
                   "the limit QDLF",
                   parameters.limit,
                   "numbers above 0, at most 1");
}

double
EricaQueueControl::GetFraction(double delay) const
{
    const auto curve = [&](double top) {
        return top * m_parameters.delay / ((top - 1) * delay + m_parameters.delay);
    };
    return delay > m_parameters.delay ? std::max(m_parameters.limit, curve(m_parameters.a))
                                      : curve(m_parameters.b);
}

} // namespace ns3
