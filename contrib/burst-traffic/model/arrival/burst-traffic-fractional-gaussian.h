/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_FRACTIONAL_GAUSSIAN_H
#define BURST_TRAFFIC_FRACTIONAL_GAUSSIAN_H

#include "burst-traffic-rate-modulated.h"

#include <algorithm>
#include <cstddef>
#include <vector>

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

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Self-similar traffic whose rate is fractional Gaussian noise, slot by slot, clipped at 0:
 *        with a given mean, deviation and Hurst parameter.
 *
 * The rate of a slot is ClippedGaussian of FractionalNoise. After clipping, its mean is exactly
 * Rate and its standard deviation exactly RelativeDeviation * Rate. The rates of all Slots slots
 * are drawn when the process starts; after the last slot the process ends. Slots begin at tick 0.
 * Counts are stationary over windows that begin with a slot.
 */
class FractionalGaussianArrivals : public RateModulatedArrivals
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return Rate, the mean until the end of the last slot */
    double GetMeanRate() const override;

    /**
     * @param m length of a window in ticks that begins with a slot; the cost grows with m / Slot
     * @return the exact variance for 1 to Slots whole slots with Placement Poisson and without
     *         NormalisedMean; else NaN
     */
    double GetCountVariance(int64_t m) const override;

  private:
    void DoStartRate() override;
    Segment DoNextSegment() override;

    double m_rate;         //!< attribute Rate
    double m_hurst;        //!< attribute Hurst
    double m_deviation;    //!< attribute RelativeDeviation
    int64_t m_slot;        //!< attribute Slot
    uint32_t m_slots;      //!< attribute Slots
    bool m_normalisedMean; //!< attribute NormalisedMean

    int64_t m_slotTicks;         //!< Slot when the process started
    std::vector<double> m_rates; //!< rate of each slot
    std::size_t m_next;          //!< number of the next slot, from 0
};

} // namespace ns3

#endif // BURST_TRAFFIC_FRACTIONAL_GAUSSIAN_H
