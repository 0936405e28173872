/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TWIN_SEQUENCE_H
#define BURST_TRAFFIC_TWIN_SEQUENCE_H

#include "burst-traffic-arrival-process.h"
#include "burst-traffic-random.h"

#include <cstdint>
#include <memory>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief The arrivals of a twin: as many as the original has in [0, length), at other ticks.
 */
class TwinSequence
{
  public:
    virtual ~TwinSequence() = default;

    /**
     * @param random generator, the same one in all calls
     * @return the tick of the next arrival, ArrivalProcess::NEVER after the last one
     */
    virtual int64_t Next(StreamRandom& random) = 0;
};

/**
 * @ingroup burst-traffic
 * Independent uniform positions in [0, length), floored to ticks: Poisson arrivals, given their
 * number. Counts the arrivals of the original once, and stores none of them.
 *
 * They are drawn in ascending order: with E_j independent exponentials, the i-th of n sorted
 * uniforms U has -ln(1 - U) = sum over j <= i of E_j / (n - j + 1) (A. Renyi, "On the theory of
 * order statistics", Acta Math. Acad. Sci. Hungar. 4, 1953).
 *
 * @param original at its start; belongs to the sequence from here on
 * @param length in ticks, at most 2^53
 * @return the sequence
 */
std::unique_ptr<TwinSequence> MakePoissonTwin(Ptr<ArrivalProcess> original, int64_t length);

/**
 * @ingroup burst-traffic
 * Blocks of the original's intervals in random order; the order within a block is kept. The first
 * arrival, and therefore the last, keeps its tick. The last block may be shorter. Takes eight bytes
 * of memory per arrival and eight per block.
 *
 * @param original at its start; belongs to the sequence from here on
 * @param length in ticks
 * @param block intervals in a block, at least 1
 * @return the sequence
 */
std::unique_ptr<TwinSequence> MakeBlockShuffledTwin(Ptr<ArrivalProcess> original,
                                                    int64_t length,
                                                    std::size_t block);

/**
 * @ingroup burst-traffic
 * The original's intervals in random order within each block; the arrivals at the ends of a block
 * keep their ticks. Holds one block in memory, eight bytes per interval.
 *
 * @param original at its start; belongs to the sequence from here on
 * @param length in ticks
 * @param block intervals in a block, at least 1
 * @return the sequence
 */
std::unique_ptr<TwinSequence> MakeInsideShuffledTwin(Ptr<ArrivalProcess> original,
                                                     int64_t length,
                                                     std::size_t block);

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_TWIN_SEQUENCE_H
