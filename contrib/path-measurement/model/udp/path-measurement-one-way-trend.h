/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_ONE_WAY_TREND_H
#define PATH_MEASUREMENT_ONE_WAY_TREND_H

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Whether the one-way delays of a stream of packets increase: SLoPS.
 *
 * The n delays in their order are cut into groups of sqrt(n), rounded down, the last one as long as
 * the rest. Of the medians m_1 to m_k of the groups the pairwise comparison test counts increases,
 * PCT = #(m_i > m_(i-1)) / (k - 1), and the pairwise difference test compares
 * PDT = (m_k - m_1) / sum |m_i - m_(i-1)|, 0 if all are equal (Jain and Dovrolis, SIGCOMM 2002).
 */
class OneWayTrend
{
  public:
    /** What the tests say. */
    enum Verdict : uint8_t
    {
        FLAT,       //!< no trend: the rate of the stream is available
        INCREASING, //!< the stream fills a queue
        UNCLEAR,    //!< neither, or too few delays
    };

    /** From which values on there is a trend: PCT_THRESHOLD and PDT_THRESHOLD of the authors'
     * program, pathload 1.3.2, pathload_rcv.h, and the margins of its pathload_rcv_func.c. */
    struct Thresholds
    {
        double pct{0.55};   //!< of the comparison test, above 0
        double pdt{0.4};    //!< of the difference test, above 0
        double margin{0.1}; //!< share of a threshold by which a test is unclear around it
    };

    static constexpr uint32_t LEAST_GROUPS = 5; //!< fewer are unclear: MIN_PARTITIONED_STREAM_LEN

    /** @param delays of a stream in order of sending, any unit and any offset */
    explicit OneWayTrend(const std::vector<double>& delays);

    double GetPct() const; //!< @return pairwise comparison test, 0 to 1; 0 with one group
    double GetPdt() const; //!< @return pairwise difference test, -1 to 1; 0 with one group

    /** @param thresholds of the tests @return what both say together: INCREASING or FLAT if one
     * says so and the other one the same or nothing clear */
    Verdict Judge(const Thresholds& thresholds) const;

  private:
    std::vector<double> m_medians; //!< of groups
};

} // namespace ns3

#endif // PATH_MEASUREMENT_ONE_WAY_TREND_H
