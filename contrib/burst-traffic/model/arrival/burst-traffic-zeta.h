/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_ZETA_H
#define BURST_TRAFFIC_ZETA_H

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 *
 * The Hurwitz zeta function, the sum of (k + a)^-s over k = 0, 1, ...: the tail sums and the mean
 * of a discrete Pareto law. Terms up to k + a = s + 12, the rest by the formula of Euler and
 * Maclaurin (NIST Digital Library of Mathematical Functions, 25.11.28). Relative error below 1e-14.
 *
 * @param s exponent, above 1; the cost grows with it
 * @param a first base, above 0
 * @return the sum
 */
double HurwitzZeta(double s, double a);

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_ZETA_H
