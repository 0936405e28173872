/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_CHECK_H
#define BURST_CORE_CHECK_H

#include "burst-core-number-text.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace burst
{

/**
 * @ingroup burst-core
 * @param allowed whether the value is allowed
 * @param what the parameter, as "the weight"
 * @param value of the parameter
 * @param range what is allowed, as "numbers from 0 on"
 * @throw std::invalid_argument it is not
 */
inline void
CheckParameter(bool allowed, const std::string& what, double value, const std::string& range)
{
    if (!allowed)
    {
        throw std::invalid_argument(what + " is " + WriteDouble(value) + "; allowed are " + range);
    }
}

} // namespace burst
} // namespace ns3

#endif // BURST_CORE_CHECK_H
