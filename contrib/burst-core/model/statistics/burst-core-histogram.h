/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_HISTOGRAM_H
#define BURST_CORE_HISTOGRAM_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * Counts of integers >= 0 in bins whose width grows with the value, so that every quantile is known
 * to a relative error of 2^-precisionBits at a few kilobytes whatever the range.
 *
 * With p = precisionBits, each value below 2^(p+1) has a bin of its own. An octave [2^e, 2^(e+1))
 * above that is cut into 2^p bins of width 2^(e-p). All arithmetic is in integers: merging two
 * histograms gives exactly the histogram of both samples together.
 */
class LogLinearHistogram
{
  public:
    /// The values low, low + 1, .., low + width - 1 and how often they came.
    struct Bin
    {
        int64_t low;    //!< smallest value of the bin
        int64_t width;  //!< number of values in the bin
        uint64_t count; //!< number of samples in the bin
    };

    /**
     * @param precisionBits p of the class description, in [0, 16]
     * @throws std::invalid_argument when precisionBits is out of range
     */
    explicit LogLinearHistogram(uint32_t precisionBits = 8);

    /**
     * @param value the sample, in [0, 2^63)
     * @param count how often it came
     * @throws std::invalid_argument when value is negative
     */
    void Add(int64_t value, uint64_t count = 1);

    /**
     * Adds the samples of another histogram.
     *
     * @param other a histogram of the same precision
     * @throws std::invalid_argument when the precisions differ
     */
    void Merge(const LogLinearHistogram& other);

    /** @return p of the class description */
    uint32_t GetPrecisionBits() const;
    /** @return the number of samples */
    uint64_t GetCount() const;
    /** @return the sum of the samples; kept exactly, rounded once to a double here */
    double GetSum() const;
    /**
     * @return the smallest sample, exact
     * @throws std::invalid_argument when there is no sample
     */
    int64_t GetMin() const;
    /**
     * @return the largest sample, exact
     * @throws std::invalid_argument when there is no sample
     */
    int64_t GetMax() const;

    /**
     * The sample of rank max(1, ceil(q * count)) in increasing order, rounded up to the largest
     * value of its bin, but never beyond GetMax(). So the result is exact below 2^(p+1), and x
     * above that is reported in [x, x (1 + 2^-p)).
     *
     * @param q in [0, 1]
     * @return the quantile
     * @throws std::invalid_argument when q is out of range or there is no sample
     */
    int64_t GetQuantile(double q) const;

    /** @return the bins that hold samples, in increasing order of value */
    std::vector<Bin> GetBins() const;

  private:
    __extension__ using WideInteger = unsigned __int128; ///< holds 2^64 samples of 2^63

    /**
     * @param value in [0, 2^63)
     * @return the index of its bin
     */
    std::size_t GetIndex(int64_t value) const;
    /**
     * @param index of a bin
     * @return that bin
     */
    Bin GetBin(std::size_t index) const;
    /** @throws std::invalid_argument when there is no sample */
    void RequireSamples() const;

    uint32_t m_precisionBits;       //!< p of the class description
    std::vector<uint64_t> m_counts; //!< by bin index, as far as the largest sample
    uint64_t m_count{0};            //!< number of samples
    WideInteger m_sum{0};           //!< sum of the samples
    int64_t m_min{INT64_MAX};       //!< smallest sample
    int64_t m_max{-1};              //!< largest sample
};

} // namespace ns3::burst

#endif // BURST_CORE_HISTOGRAM_H
