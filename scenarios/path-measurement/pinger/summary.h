/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PINGER_SUMMARY_H
#define PATH_MEASUREMENT_PINGER_SUMMARY_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * What samples of a site were, as counts, sums and extremes of which all metrics of PingER can be
 * computed, also of several summaries together.
 */
class PingerSummary
{
  public:
    /** A sample of pings: round trips, s; none of a lost ping. */
    using Sample = std::vector<std::optional<double>>;

    static const std::vector<std::pair<std::string, std::string>> COLUMNS; //!< names and units

    /** @param small sample of pings of 100 bytes @param large sample of pings of 1000 bytes */
    void Add(const Sample& small, const Sample& large);

    bool IsEmpty() const;               //!< @return whether there was no sample
    std::vector<double> GetRow() const; //!< @return by COLUMNS; NaN where there was no reply

  private:
    uint64_t m_samples{0};   //!< of pings of the smaller size, as all but the last two
    uint64_t m_dark{0};      //!< without any reply
    uint64_t m_quiet{0};     //!< without loss
    uint64_t m_sent{0};      //!< pings
    uint64_t m_lost{0};      //!< pings
    uint64_t m_after{0};     //!< pings behind a lost one
    uint64_t m_lostAfter{0}; //!< of these lost
    double m_min{0};         //!< least round trip, s
    double m_sum{0};         //!< of round trips, s
    double m_max{0};         //!< greatest round trip, s
    uint64_t m_iqrs{0};      //!< samples that have one
    double m_iqr{0};         //!< sum of their interquartile ranges, s
    uint64_t m_ipdvs{0};     //!< samples that have one
    double m_ipdv{0};        //!< sum of their interquartile ranges of differences, s
    double m_rate{0};        //!< sum of the inverse mean round trips of samples, 1/s
    double m_maxRate{0};     //!< greatest of them, 1/s
    double m_maxSuccess{0};  //!< greatest share of replies of a sample
    uint64_t m_largeLost{0}; //!< pings of 1000 bytes
    double m_largeSum{0};    //!< of their round trips, s
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PINGER_SUMMARY_H
