/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_RANDOM_FAULTS_H
#define PATH_MEASUREMENT_RANDOM_FAULTS_H

#include "ns3/path-measurement-cross-arrivals.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Which fault a measurement meets by chance: none or one, and the same for the same number
 * of a task, in whatever order tasks are asked for.
 */
class RandomFaults
{
  public:
    /** What a measurement meets. */
    enum Outcome
    {
        NONE,    //!< nothing
        CRASH,   //!< its server crashes
        HANG,    //!< its server hangs
        BLOCKED, //!< its port is blocked
    };

    /** How probable faults are, for each measurement. */
    struct Chances
    {
        double crash{0};   //!< 0 to 1
        double hang{0};    //!< 0 to 1
        double blocked{0}; //!< 0 to 1
    };

    /**
     * @param chances with a sum of at most 1 (std::invalid_argument)
     * @param random draws
     */
    RandomFaults(const Chances& chances, const measurement::CounterRandom& random);

    /** @param task number of a measurement @return what the measurement meets */
    Outcome Draw(uint64_t task) const;

  private:
    Chances m_chances;                   //!< how probable faults are
    measurement::CounterRandom m_random; //!< draws
};

} // namespace ns3

#endif // PATH_MEASUREMENT_RANDOM_FAULTS_H
