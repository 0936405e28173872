/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_VISIT_NOISE_H
#define PATH_MEASUREMENT_VISIT_NOISE_H

#include "ns3/path-measurement-cross-arrivals.h"
#include "ns3/path-measurement-traffic-level.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The random factor between the result of a tool and its expectation, at each visit of a
 * host.
 *
 * The product of two log-normal factors of mean 1: a factor that all tools share at a visit, with
 * the sequence of TrafficLevel, and a factor of the tool, independent from visit to visit. Visits
 * can be computed in any order, always with the same result.
 */
class VisitNoise
{
  public:
    /** The noise that tools share. */
    struct Shared
    {
        double cv{0.15};                   //!< deviation over mean, 0 to 2
        double correlation{0.3};           //!< of neighbouring visits, 0 to 0.99
        measurement::CounterRandom random; //!< draws, the same ones for all tools of a host
    };

    /**
     * @param cv deviation over mean of the product, from that of the shared noise to 2
     * @param shared noise of all tools
     * @param random draws of the tool; std::invalid_argument if a number is out of its range
     */
    VisitNoise(double cv, const Shared& shared, const measurement::CounterRandom& random);

    /** @param visit number of one @return the factor, above 0 */
    double Get(int64_t visit) const;

    /** @param lag in visits, not negative @return the correlation of the factor over it; 0 if there
     * is no noise */
    double GetCorrelation(int64_t lag) const;

    /** @param other tool of the same host @return the correlation of both factors at a visit */
    double GetCorrelation(const VisitNoise& other) const;

  private:
    double m_cv;                        //!< of the product
    double m_sharedCv;                  //!< of the shared noise
    measurement::TrafficLevel m_shared; //!< noise of all tools
    measurement::TrafficLevel m_own;    //!< noise of the tool
};

} // namespace ns3

#endif // PATH_MEASUREMENT_VISIT_NOISE_H
