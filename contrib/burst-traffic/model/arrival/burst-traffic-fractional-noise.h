/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_FRACTIONAL_NOISE_H
#define BURST_TRAFFIC_FRACTIONAL_NOISE_H

#include "burst-traffic-random.h"

#include <cstddef>
#include <vector>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief Fractional Gaussian noise of mean 0 and variance 1, exact at any length.
 *
 * The increments of fractional Brownian motion (B. Mandelbrot and J. van Ness, SIAM Review 10(4),
 * 1968): autocovariance (|k + 1|^2H - 2 |k|^2H + |k - 1|^2H) / 2, so that the sum of n values has
 * the variance n^2H. It is drawn by circulant embedding (R. Davies and D. Harte, "Tests for Hurst
 * effect", Biometrika 74(1), 1987): the autocovariance to lag n and back is the first row of a
 * circulant matrix, the Fourier transform of that row has its eigenvalues, none of them negative
 * (P. Craigmile, "Simulating a class of stationary Gaussian processes using the Davies-Harte
 * algorithm", J. Time Series Analysis 24(5), 2003), and the transform of Gaussian numbers of these
 * variances has exactly that autocovariance. Time O(n log n), about 70 bytes a value while it is
 * drawn.
 */
class FractionalNoise
{
  public:
    /**
     * @param n number of values, at least 1
     * @param hurst Hurst parameter H, in (0, 1)
     */
    FractionalNoise(std::size_t n, double hurst);

    /**
     * @param random generator; at most four words are drawn per value
     * @return n values; another call gives values independent of these
     */
    std::vector<double> Draw(StreamRandom& random) const;

    /** @return the eigenvalues of the circulant embedding; their number is a power of two, at least
     * 2 n */
    const std::vector<double>& GetEigenvalues() const;

    /**
     * @param hurst Hurst parameter, in (0, 1)
     * @param lag not negative
     * @return the autocovariance, without the cancellation of its closed form at long lags
     */
    static double GetAutocovariance(double hurst, std::size_t lag);

  private:
    std::size_t m_n;                   //!< number of values
    std::vector<double> m_eigenvalues; //!< of the embedding
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_FRACTIONAL_NOISE_H
