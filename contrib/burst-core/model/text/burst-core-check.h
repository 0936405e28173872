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
#include <vector>

namespace ns3::burst
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

/**
 * @ingroup burst-core
 *
 * Finish the sentence that rejects a name.
 *
 * @param wrong The unknown name.
 * @param known The names that exist, in any order.
 * @return "nearest: a, b" with at most three names within an edit distance (insertions, deletions,
 * substitutions, without regard to case) of a third of the longer name; else "known: a, b, c" in
 * alphabetical order, cut after twenty; "none is known" when there is nothing to choose from.
 */
std::string NearestNames(const std::string& wrong, std::vector<std::string> known);

} // namespace ns3::burst

#endif // BURST_CORE_CHECK_H
