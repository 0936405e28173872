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
 * @brief A rate that is fractional Gaussian noise, slot by slot, cut off at 0: self-similar traffic
 *        of a given mean, deviation and Hurst parameter.
 *
 * The rate of slot k is ClippedGaussian(FractionalNoise), with mean Rate and standard deviation
 * RelativeDeviation Rate exactly, after the cut. The noise is drawn as a whole when the process
 * starts: Slots values, after which the process ends. Windows that begin with a slot are in
 * equilibrium; the slots themselves begin at tick 0.
 */
class FractionalGaussianArrivals : public RateModulatedArrivals
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return Rate, which holds until the end of the last slot */
    double GetMeanRate() const override;

    /**
     * @param m length of a window in ticks that begins with a slot; the cost grows with m / Slot
     * @return the exact variance for whole slots, not more than Slots, with Placement Poisson and
     *         the mean not normalised; else NaN
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
