/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_RENEWAL_H
#define BURST_TRAFFIC_RENEWAL_H

#include <cstddef>
#include <vector>

namespace ns3::traffic
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

/**
 * @ingroup burst-traffic
 *
 * The exact autocovariance of the requests of a source that makes a request at the ages first,
 * first + spacing, first + 2 spacing, ... of each ON. Let S(j) = sum over these ages a of
 * P(A > a + j). A request at 0 is followed by a request of the same ON at t = spacing, 2 spacing,
 * ... with probability S(t) / S(0); its ON ends at t with probability (S(t - 1) - S(t)) / S(0).
 * After that end the renewal equations hold: if an ON begins at 0, a request at t has probability
 * g / (1 - A B), where g(t) is P(A > t) at the ages and 0 elsewhere.
 *
 * @param onTail P(A > k) for k = 0 .. n - 1
 * @param requestTail S(j) for j = 0 .. n - 1
 * @param offTail P(B > k) for k = 0 .. n - 1
 * @param cycle E[A] + E[B], ticks
 * @param first age of the first request, ticks
 * @param spacing between requests, ticks
 * @return covariance of "request at 0" and "request at k", k = 0 .. n - 1
 */
std::vector<double> RequestAutocovariance(const std::vector<double>& onTail,
                                          const std::vector<double>& requestTail,
                                          const std::vector<double>& offTail,
                                          double cycle,
                                          std::size_t first,
                                          std::size_t spacing);

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_RENEWAL_H
