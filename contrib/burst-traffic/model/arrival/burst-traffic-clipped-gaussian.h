/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_CLIPPED_GAUSSIAN_H
#define BURST_TRAFFIC_CLIPPED_GAUSSIAN_H

#include <algorithm>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief Gaussian values clipped at 0, with a given mean and standard deviation after clipping.
 *
 * The value is scale max(0, a + g) for a standard Gaussian number g. With the normal law Phi and
 * its density phi, max(0, a + g) has the mean e(a) = a Phi(a) + phi(a) and the variance Phi(a) +
 * a^2 Phi(a) Phi(-a) - a phi(a) (Phi(a) - Phi(-a)) - phi(a)^2. The number a is chosen for the given
 * ratio of standard deviation to mean; then scale = mean / e(a).
 */
class ClippedGaussian
{
  public:
    /**
     * @param mean of the values, above 0
     * @param relativeDeviation standard deviation of the values over their mean, in [1e-3, 10]
     */
    ClippedGaussian(double mean, double relativeDeviation);

    /** @param g a standard Gaussian number @return the value, not negative */
    double operator()(double g) const
    {
        return m_scale * std::max(0.0, m_offset + g);
    }

    /**
     * From two facts: the derivative of E[f(g) f(g')] in the correlation of g and g' is
     * E[f'(g) f'(g')] (R. Price, IRE Trans. Information Theory 4(2), 1958), and f'' is a point mass
     * at -a. With the density phi2 of two Gaussian numbers of correlation r that leaves rho
     * Phi(a)^2 plus the integral of (rho - r) phi2(a, a; r) over r from 0 to rho.
     *
     * @param correlation rho of two Gaussian numbers, in [-1, 1]
     * @return the covariance of their values, to about 1e-13 of their variance
     */
    double GetCovariance(double correlation) const;

  private:
    double m_offset; //!< a
    double m_scale;  //!< value of one standard deviation
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_CLIPPED_GAUSSIAN_H
