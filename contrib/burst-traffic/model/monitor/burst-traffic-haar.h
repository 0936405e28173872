/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_HAAR_H
#define BURST_TRAFFIC_HAAR_H

#include "burst-traffic-hurst.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief Burstiness of a sequence of counts at all scales at once, in one pass.
 *
 * Octave j consists of consecutive disjoint blocks of 2^j slots, from the first slot on; an
 * incomplete last block is ignored. For each octave the pyramid keeps the number of blocks, the
 * mean and variance of their sums, and the energy of their Haar coefficients, 2^(-j/2) (sum of the
 * first half - sum of the second half). A slot takes two steps on average, a run of equal slots a
 * few steps per octave. Memory is 64 octaves at most.
 */
class HaarPyramid
{
  public:
    /**
     * @param value of a slot, such as the number of packets in it
     * @param times number of consecutive slots of this value
     */
    void Add(double value, uint64_t times = 1);

    /**
     * Pool the blocks of another sequence, such as a replication, with those of this sequence.
     * Slots added later continue this sequence.
     *
     * @param other the other sequence; only its complete blocks are used
     */
    void Merge(const HaarPyramid& other);

    /** @return the largest octave with a complete block; 0 without slots */
    uint32_t GetLastOctave() const;

    /** @param octave from 0 on @return number of complete blocks; for octave 0, of slots */
    uint64_t GetBlocks(uint32_t octave) const;

    /** @param octave from 0 on @return the mean of a block's sum, NaN without blocks */
    double GetMean(uint32_t octave) const;

    /** @param octave from 0 on @return the sample variance of a block's sum, NaN below two blocks
     */
    double GetVariance(uint32_t octave) const;

    /**
     * The index of dispersion for counts: 1 at all scales for Poisson arrivals, and growing with
     * the scale for bursts of all scales.
     *
     * @param octave from 0 on
     * @return variance over mean of a block's sum; NaN below two blocks or for mean 0
     */
    double GetDispersion(uint32_t octave) const;

    /**
     * Coefficients that tell how the sequence varies. A block with something in one half alone has
     * a coefficient that only counts what is there, and a coefficient of 0 tells of no variation.
     *
     * @param octave from 1 on
     * @return the lesser of two numbers: coefficients that are not 0, and blocks with a sum other
     *         than 0 in either half
     */
    uint64_t GetOccupied(uint32_t octave) const;

    /** @param octave from 1 on @return the mean square of the coefficients, NaN without any */
    double GetEnergy(uint32_t octave) const;

    /**
     * @param level of the confidence interval, in (0, 1)
     * @param first octave of the fit, 0 to choose it
     * @param last octave of the fit, 0 to choose it
     * @return the estimate of EstimateHurst() from the energies and the occupied coefficients
     * @throws std::invalid_argument as EstimateHurst() does
     */
    HurstEstimate Estimate(double level = 0.95, uint32_t first = 0, uint32_t last = 0) const;

  private:
    /** Blocks of 2^j slots. */
    struct Octave
    {
        uint64_t blocks{0};    //!< number of blocks
        double sum{0};         //!< of their sums
        double squares{0};     //!< sum of the squared deviations of their sums from the mean
        double differences{0}; //!< sum of (second half - first half)^2
        uint64_t different{0}; //!< number of blocks with halves that differ
        uint64_t filled{0};    //!< number of blocks with halves that are both not 0
        std::optional<double> waiting; //!< sum of the block that waits for its neighbour
    };

    /**
     * Add blocks of equal sums and pair them.
     *
     * @param octave of the blocks
     * @param sum of each
     * @param times number of blocks
     */
    void AddBlocks(uint32_t octave, double sum, uint64_t times);

    /** @param octave any @return data of the octave; empty if it has no block */
    const Octave& Get(uint32_t octave) const;

    std::vector<Octave> m_octaves; //!< from octave 0 on
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_HAAR_H
