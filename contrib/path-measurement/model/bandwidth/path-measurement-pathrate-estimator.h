/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PATHRATE_ESTIMATOR_H
#define PATH_MEASUREMENT_PATHRATE_ESTIMATOR_H

#include "path-measurement-pair-estimator.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Capacity as pathrate finds it: the first mode of packet pairs that is not below the
 * dispersion rate of long trains.
 *
 * Numbers: "capacity", "dispersion_rate" in bit/s, and "modes". If no mode is found, as with a
 * clock that does not resolve pairs, there is the dispersion rate alone, a lower bound of the
 * capacity. The authors' program pathrate 2.4.1 sends 1000 pairs of different sizes, so that modes
 * below the capacity get weak, then 500 trains of up to 50 packets, and takes 15 minutes; the
 * defaults here are 100 trains and 40 s. It chooses the narrowest and strongest mode; here the
 * first one is chosen, as in its paper of 2001.
 */
class PathrateEstimator : public PairEstimator
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    TrainPlan MakePlan(const UdpProbe::Draw& draw) const override;
    UdpProbe::Values Estimate(const PacketPairs& pairs) const override;

  private:
    uint32_t m_pairs;     //!< attribute Pairs
    uint32_t m_trains;    //!< attribute Trains
    uint32_t m_length;    //!< attribute TrainLength
    uint32_t m_size;      //!< attribute PacketSize
    uint32_t m_leastSize; //!< attribute LeastPacketSize
    Time m_pairInterval;  //!< attribute PairInterval
    Time m_interval;      //!< attribute TrainInterval
    double m_width;       //!< attribute ModeWidth
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PATHRATE_ESTIMATOR_H
