/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_SLOPS_SEARCH_H
#define PATH_MEASUREMENT_SLOPS_SEARCH_H

#include <cstdint>
#include <optional>

namespace ns3
{

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

    double GetRate() const;   //!< @return rate that is to be tried next, in bit/s
    void Hear(Answer answer); //!< @param answer of the streams of that rate

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

} // namespace ns3

#endif // PATH_MEASUREMENT_SLOPS_SEARCH_H
