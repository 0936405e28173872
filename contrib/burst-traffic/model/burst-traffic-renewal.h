/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_RENEWAL_H
#define BURST_TRAFFIC_RENEWAL_H

#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 *
 * The exact autocovariance of an alternating renewal process in whole ticks and in equilibrium, as
 * the power series of its renewal equations: with the laws A of ON and B of OFF and P(ON at t | an
 * ON begins at 0) = H = Tail_A / (1 - A B), P(ON at t | an OFF begins at 0) = B H, and P(ON at t |
 * ON at 0) = Tail_R + R B H for the residual law P(R = k) = P(A >= k) / E[A].
 *
 * @param onTail P(A > k) for k = 0 .. n - 1
 * @param onMean E[A], ticks
 * @param offTail P(B > k) for k = 0 .. n - 1
 * @param offMean E[B], ticks
 * @return covariance of "ON at 0" and "ON at k", k = 0 .. n - 1, correct to about 1e-13
 */
std::vector<double> OnOffAutocovariance(const std::vector<double>& onTail,
                                        double onMean,
                                        const std::vector<double>& offTail,
                                        double offMean);

} // namespace ns3

#endif // BURST_TRAFFIC_RENEWAL_H
