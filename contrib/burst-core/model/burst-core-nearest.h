/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_NEAREST_H
#define BURST_CORE_NEAREST_H

#include <string>
#include <vector>

namespace ns3::burst
{

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

#endif /* BURST_CORE_NEAREST_H */
