/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_FRACTIONAL_GAUSSIAN_H
#define BURST_TRAFFIC_FRACTIONAL_GAUSSIAN_H

#include "burst-traffic-rate-modulated.h"

#include <cstddef>
#include <vector>

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
