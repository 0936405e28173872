/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_SLOPS_H
#define PATH_MEASUREMENT_SLOPS_H

#include "ns3/path-measurement-probe-train.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::measurement
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

    static constexpr uint32_t MIN_GROUPS = 5; //!< fewer are unclear: MIN_PARTITIONED_STREAM_LEN

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

/**
 * @ingroup path-measurement
 * @brief Looks for the rate from which on a stream fills a queue, by halving.
 *
 * It keeps the greatest rate known to be available, L, the least known not to be, H, and the rates
 * between where some streams filled a queue and others did not, the grey region G to G'. The next
 * rate is twice the last one, one and a half times after a grey one, until H is known; then the
 * middle of L and H, or with a grey region the middle of the wider of the two parts beside the
 * region. The search ends when L to H is narrower than the resolution, or L to G and G' to H than
 * the resolution of grey regions. It also ends at the least and the greatest rate. Method: Jain and
 * Dovrolis, SIGCOMM 2002; factors and ends: pathload 1.3.2, pathload_rcv_func.c.
 */
class SlopsSearch
{
  public:
    /** What streams of a rate told. */
    enum Answer : uint8_t
    {
        BELOW, //!< the rate is below what is available
        GREY,  //!< now below, now above
        ABOVE, //!< the rate is above what is available
    };

    /** Rates in bit/s, 0 < least <= first <= most. */
    struct Settings
    {
        double first;      //!< rate to begin with
        double least;      //!< lowest rate that can be sent
        double most;       //!< highest rate that can be sent
        double resolution; //!< width of L to H that is narrow enough, in bit/s, above 0
        double grey;       //!< the same of the parts beside a grey region
    };

    /** @param settings of it. @throw std::invalid_argument one is out of range */
    explicit SlopsSearch(const Settings& settings);

    double GetRate() const;     //!< @return rate that is to be tried next, in bit/s
    void Update(Answer answer); //!< @param answer of the streams of that rate

    bool IsDone() const;    //!< @return whether the range is known
    double GetLow() const;  //!< @return greatest rate known to be available in bit/s, 0: none
    double GetHigh() const; //!< @return least rate known not to be, or the highest that can be sent
    uint32_t GetRounds() const; //!< @return answers so far
    /** @return width of the grey region in bit/s, 0: none */
    double GetGrey() const;

  private:
    void Plan(bool grey); //!< Decide which rate is next. @param grey whether the last one was

    Settings m_settings;            //!< of it
    double m_rate;                  //!< to be tried next
    double m_low{0};                //!< L
    std::optional<double> m_high;   //!< H
    std::optional<double> m_grey;   //!< lower end of the grey region
    std::optional<double> m_greyTo; //!< upper end of it
    uint32_t m_rounds{0};           //!< answers
    bool m_done{false};             //!< whether the range is known
};

/**
 * @ingroup path-measurement
 * @brief The decision of several streams of one rate.
 *
 * The rate is above the available bandwidth if 0.6 of the streams have increasing delays, and below
 * if 0.6 have flat delays; otherwise the rate is grey. Losses decide too: if one stream lost
 * 15 % or more, or half of the streams 3 % or more, the rate is above. The four numbers are those
 * of the authors' program, pathload 1.3.2, pathload_rcv.h.
 */
class SlopsFleet
{
  public:
    /** @param streams that were sent
     * @param thresholds of their trends */
    SlopsFleet(uint32_t streams, const OneWayTrend::Thresholds& thresholds);

    void Add(const ProbeTrain& stream); //!< @param stream of which a packet came

    SlopsSearch::Answer GetAnswer() const; //!< @return what the streams tell

  private:
    OneWayTrend::Thresholds m_thresholds; //!< of trends
    uint32_t m_streams;                   //!< that were sent
    uint32_t m_came{0};                   //!< streams of which a packet came
    uint32_t m_flat{0};                   //!< streams
    uint32_t m_increasing{0};             //!< streams
    uint32_t m_lossy{0};                  //!< streams with 3 % lost or more
    bool m_broken{false};                 //!< whether a stream lost 15 % or more
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_SLOPS_H
