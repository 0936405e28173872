/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-traffic-pareto-ticks.h"

#include <boost/math/special_functions/polygamma.hpp>
#include <boost/math/special_functions/zeta.hpp>
#include <cmath>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr double EXPONENTS[] = {1 + 1e-9, 1.25, 1.9, 2, 3.5, 20};
constexpr double ERROR = 1e-14;

} // namespace

// zeta(s, 1) = zeta(s), zeta(s, 1/2) = (2^s - 1) zeta(s), zeta(2) = pi^2 / 6.
TEST(HurwitzZeta, IsRiemannsAtOneAndOneHalf)
{
    EXPECT_NEAR(traffic::HurwitzZeta(2, 1), M_PI * M_PI / 6, 2 * ERROR);
    for (const double s : EXPONENTS)
    {
        EXPECT_NEAR(traffic::HurwitzZeta(s, 1) / boost::math::zeta(s), 1, ERROR) << s;
        EXPECT_NEAR(traffic::HurwitzZeta(s, 0.5) / boost::math::zeta(s) / (std::pow(2, s) - 1),
                    1,
                    ERROR)
            << s;
    }
}

// zeta(n + 1, a) = |psi_n(a)| / n!, for all a > 0.
TEST(HurwitzZeta, IsThePolygammaFunctionAtWholeExponents)
{
    for (const double a : {1e-3, 0.3, 1.0, 7.7, 11.9, 15.0, 1e3, 1e9})
    {
        EXPECT_NEAR(traffic::HurwitzZeta(2, a) / boost::math::polygamma(1, a), 1, ERROR) << a;
        EXPECT_NEAR(traffic::HurwitzZeta(3, a) * 2 / -boost::math::polygamma(2, a), 1, ERROR) << a;
    }
}

// zeta(s, 2 a) = (zeta(s, a) + zeta(s, a + 1/2)) / 2^s: even and odd terms.
TEST(HurwitzZeta, FollowsTheMultiplicationTheorem)
{
    for (const double s : EXPONENTS)
    {
        for (const double a : {0.1, 1.0, 6.3, 13.0, 1e6})
        {
            const double halves =
                (traffic::HurwitzZeta(s, a) + traffic::HurwitzZeta(s, a + 0.5)) / std::pow(2, s);
            EXPECT_NEAR(traffic::HurwitzZeta(s, 2 * a) / halves, 1, 2 * ERROR) << s << " " << a;
        }
    }
}

// zeta(s, a) = a^(1-s) / (s - 1) + a^-s / 2 and less than 1e-18 of it at a = 1e9 and 1e18.
TEST(HurwitzZeta, IsAnIntegralFarOut)
{
    for (const double s : EXPONENTS)
    {
        for (const double a : {1e9, 0x1p60})
        {
            const double integral = std::pow(a, 1 - s) / (s - 1) + std::pow(a, -s) / 2;
            EXPECT_NEAR(traffic::HurwitzZeta(s, a), integral, ERROR * integral) << s << " " << a;
        }
    }
}
