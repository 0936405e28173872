/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TWIN_H
#define BURST_TRAFFIC_TWIN_H

#include "burst-traffic-arrival-process.h"
#include "burst-traffic-twin-sequence.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief The same load as another process with less of its order: tells apart what long-range
 * dependence does to a network and what bursts of any other kind do.
 *
 * A twin has exactly as many arrivals in [0, Length) as the original has in this very run; then it
 * ends. Kinds:
 * - Poisson: independent uniform positions; nothing but the number is kept.
 * - ShuffledBlocks: blocks of Block intervals are permuted. Intervals keep their law and their
 * order up to a block; dependence beyond a block is destroyed.
 * - ShuffledWithin: the intervals inside each block are permuted. Dependence up to a block is
 *   destroyed, what is beyond it is kept.
 *
 * Shuffles are those of A. Erramilli, O. Narayan and W. Willinger, "Experimental queueing analysis
 * with long-range dependent packet traffic", IEEE/ACM ToN 4(2), 1996. Poisson runs through the
 * original before the first arrival, ShuffledBlocks holds it in memory, see TwinSequence.
 *
 * The original draws from the stream of the twin as it would without it, so that a network with the
 * twin and one with the original run on common random numbers; streams have to be assigned for
 * that. The twin draws from the same stream 2^128 words further on, and that far again for each
 * twin inside of it.
 */
class TwinArrivals : public ArrivalProcess
{
  public:
    /** What is kept of the original. */
    enum Kind
    {
        POISSON,         //!< the number of arrivals
        SHUFFLED_BLOCKS, //!< the intervals, in their order inside of blocks
        SHUFFLED_WITHIN, //!< the intervals, in their order of blocks
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return that of the original; std::invalid_argument if Process is not set */
    double GetMeanRate() const override;

    std::vector<std::string> GetInputFiles() const override;

  private:
    void DoStart() override;
    int64_t DoNext() override;

    /** @return the original (std::invalid_argument if there is none) */
    const ArrivalProcess& GetOriginal() const;

    Ptr<ArrivalProcess> m_process; //!< attribute Process, never asked for arrivals
    Kind m_kind;                   //!< attribute Kind
    uint32_t m_block;              //!< attribute Block
    int64_t m_length;              //!< attribute Length

    std::unique_ptr<burst::TwinSequence> m_sequence; //!< the arrivals
};

} // namespace ns3

#endif // BURST_TRAFFIC_TWIN_H
