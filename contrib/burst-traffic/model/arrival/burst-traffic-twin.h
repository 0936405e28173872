/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TWIN_H
#define BURST_TRAFFIC_TWIN_H

#include "burst-traffic-arrival-process.h"
#include "burst-traffic-random.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

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
