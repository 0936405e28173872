/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-threshold.h"

#include "ns3/burst-core-check.h"

#include <stdexcept>
#include <string>

namespace ns3
{

using burst::CheckParameter;

AbrThreshold::AbrThreshold(const Parameters& parameters)
    : m_parameters(parameters)
{
    CheckParameter(parameters.high >= 1, "the threshold Qt", parameters.high, "cells from 1 on");
    CheckParameter(parameters.low >= 0 && parameters.low <= parameters.high,
                   "the low threshold",
                   parameters.low,
                   "cells from 0 to the threshold Qt, " + std::to_string(parameters.high));
    if (parameters.noIncrease && parameters.low == parameters.high)
    {
        throw std::invalid_argument("NI is set between thresholds that are both " +
                                    std::to_string(parameters.low) +
                                    " cells; allowed is NI with a low threshold below Qt");
    }
}

} // namespace ns3
