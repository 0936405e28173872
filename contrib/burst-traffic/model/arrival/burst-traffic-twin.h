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
 * @brief The same load as another process, without part of its correlations: separates the effect
 * of long-range dependence on a network from that of short-range burstiness.
 *
 * A twin has exactly as many arrivals in [0, Length) as the original in the same run; then the twin
 * ends. Kinds:
 * - Poisson: independent uniform positions; only the number of arrivals is kept.
 * - ShuffledBlocks: blocks of Block intervals are permuted. The marginal distribution and the
 *   correlations within a block are kept; correlations beyond a block are destroyed.
 * - ShuffledWithin: the intervals inside each block are permuted. Correlations within a block are
 *   destroyed; correlations beyond a block are kept.
 *
 * Shuffles are those of A. Erramilli, O. Narayan and W. Willinger, "Experimental queueing analysis
 * with long-range dependent packet traffic", IEEE/ACM ToN 4(2), 1996. Poisson runs through the
 * original before the first arrival; ShuffledBlocks holds all its intervals in memory (see
 * TwinSequence).
 *
 * The original uses the stream of the twin, and draws the same numbers as it would without the
 * twin. So, with assigned streams, a network with the twin and one with the original have common
 * random numbers. The twin draws from the same stream 2^128 words later; nested twins are another
 * 2^128 words apart each.
 */
class TwinArrivals : public ArrivalProcess
{
  public:
    /** What is kept of the original. */
    enum Kind
    {
        POISSON,         //!< the number of arrivals
        SHUFFLED_BLOCKS, //!< the intervals, and their order within a block
        SHUFFLED_WITHIN, //!< the intervals, and the order of the blocks
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return the mean rate of the original; std::invalid_argument if Process is not set */
    double GetMeanRate() const override;

    std::vector<std::string> GetInputFiles() const override;

  private:
    void DoStart() override;
    int64_t DoNext() override;

    /** @return the original (std::invalid_argument if there is none) */
    const ArrivalProcess& GetOriginal() const;

    Ptr<ArrivalProcess> m_process;  //!< attribute Process, never asked for arrivals
    Ptr<ArrivalProcess> m_original; //!< as it was at the first arrival; null before
    Kind m_kind;                    //!< attribute Kind
    uint32_t m_block;               //!< attribute Block
    int64_t m_length;               //!< attribute Length

    std::unique_ptr<traffic::TwinSequence> m_sequence; //!< the arrivals
};

} // namespace ns3

#endif // BURST_TRAFFIC_TWIN_H
