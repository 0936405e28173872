/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_ROUND_TRIPS_H
#define PATH_MEASUREMENT_ROUND_TRIPS_H

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief The metrics of PingER, from a sample of pings.
 *
 * Definitions: SLAC's pages on PingER: loss, minimum, mean, inter-quartile range of
 * round-trip times and of their differences, duplicates, replies out of order, and the conditional
 * probability that a packet is lost after a lost one.
 */
class RoundTrips
{
  public:
    /** @param count of requests, of which none is answered so far */
    explicit RoundTrips(uint32_t count = 0);

    /** @param sequence of a request, from 0
     * @param time to the reply, any unit */
    void Add(uint32_t sequence, double time);
    /** The others will not be sent. @param count of requests that were, at most those before, with
     * all that are answered */
    void Shorten(uint32_t count);

    uint32_t GetSent() const;       //!< @return requests
    uint32_t GetReceived() const;   //!< @return requests that were answered
    uint32_t GetDuplicates() const; //!< @return replies to requests that were answered before
    uint32_t GetReordered() const; //!< @return first replies that came after one to a later request
    double GetLoss() const;        //!< @return fraction without answer, 0 without requests
    /** @return probability that a request after one that was lost is lost; none if none could be */
    std::optional<double> GetConditionalLoss() const;

    // All of the following: none if there are too few replies.
    std::optional<double> GetMin() const;       //!< @return least time
    std::optional<double> GetMean() const;      //!< @return mean time
    std::optional<double> GetMax() const;       //!< @return greatest time
    std::optional<double> GetDeviation() const; //!< @return standard deviation of a sample of them
    std::optional<double> GetIqr() const;       //!< @return inter-quartile range of the times
    /** @param part of the times below, 0 to 1 (std::invalid_argument) @return that quantile,
     * interpolated linearly between order statistics */
    std::optional<double> GetQuantile(double part) const;
    /** @return inter-quartile range of differences between replies to successive requests, IPDV */
    std::optional<double> GetIpdvIqr() const;
    /** @return mean of the absolute differences, as of RFC 3393 */
    std::optional<double> GetIpdvMean() const;

  private:
    std::vector<double> GetTimes() const;       //!< @return of answered requests, in their order
    std::vector<double> GetDifferences() const; //!< @return of successive requests

    std::vector<std::optional<double>> m_times; //!< by sequence
    uint32_t m_duplicates{0};                   //!< replies
    uint32_t m_reordered{0};                    //!< replies
    uint32_t m_next{0};                         //!< after the latest request that was answered
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_ROUND_TRIPS_H
