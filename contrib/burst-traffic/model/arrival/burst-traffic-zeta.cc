/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-zeta.h"

#include <cmath>

namespace ns3::traffic
{

double
HurwitzZeta(double s, double a)
{
    // The Bernoulli numbers B_2, B_4, ... over (2 j)!.
    constexpr double COEFFICIENTS[] = {1.0 / 12,
                                       -1.0 / 720,
                                       1.0 / 30240,
                                       -1.0 / 1209600,
                                       1.0 / 47900160,
                                       -691.0 / 1307674368000,
                                       1.0 / 74724249600,
                                       -3617.0 / 10670622842880000};
    double sum = 0;
    for (; a < s + 12; ++a)
    {
        sum += std::pow(a, -s);
    }
    const double first = std::pow(a, -s);
    sum += first * (a / (s - 1) + 0.5);
    double power = first * s / a; // s (s + 1) ... (s + 2 j - 2) a^-(s + 2 j - 1)
    double order = s;
    for (const double coefficient : COEFFICIENTS)
    {
        sum += coefficient * power;
        power *= (order + 1) * (order + 2) / (a * a);
        order += 2;
    }
    return sum;
}

} // namespace ns3::traffic
