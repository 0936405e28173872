/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_BCN_FEEDBACK_H
#define LOSSLESS_ETHERNET_BCN_FEEDBACK_H

#include "lossless-ethernet-congestion-message.h"

#include <cstdint>

namespace ns3::lossless
{

/**
 * @ingroup lossless-ethernet
 * @brief What a BCN congestion point answers to a sampled frame.
 *
 * With q the bytes of the queue, the sampled frame included, and qOld those at the sample before
 * (at first 0):
 *
 *     Qoff = q - Qeq,  Qdelta = q - qOld,  Fb = -(Qoff + W Qdelta)
 *
 *     q > Qsc:                      BCN(0,0)
 *     else q > Qmc:                 BCN_MAX, Fb = -(2 W + 1) Qeq
 *     else Fb < 0:                  BCN-
 *     else Fb > 0 and tagged:       BCN+, if the frame names this congestion point in its tag
 *     else:                         nothing
 *
 * The formula is that of the Zurich Hotspot Benchmark (C. Minkenberg, M. Gusat, 2007); the
 * separate fields, the tag and both degrees of congestion are in US patents 7,961,621 and
 * 8,792,352. No public source says how Fb is limited; see Clamp.
 */
class BcnFeedback
{
  public:
    /** How Fb is limited. */
    enum Clamp
    {
        NONE,  //!< not at all
        TERMS, //!< Qoff to +-Qeq and Qdelta to +-2 Qeq
        TOTAL, //!< Fb to +-(2 W + 1) Qeq
    };

    /** The numbers of a congestion point. */
    struct Parameters
    {
        int64_t setPoint{150'000};   //!< Qeq, bytes, at least 1
        double weight{2};            //!< W, not negative
        Clamp clamp{TOTAL};          //!< how Fb is limited
        int64_t maximumThreshold{0}; //!< Qmc, bytes; 0: there is no BCN_MAX
        int64_t stopThreshold{0};    //!< Qsc, bytes, above Qmc; 0: there is no BCN(0,0)
    };

    /**
     * @param parameters the numbers
     * @throw std::invalid_argument one of them is not allowed
     */
    explicit BcnFeedback(const Parameters& parameters);

    /**
     * @param offset Qoff, bytes
     * @param delta Qdelta, bytes
     * @return Fb, limited, bytes
     */
    double GetFeedback(int64_t offset, int64_t delta) const;

    /** @return (2 W + 1) Qeq, bytes */
    double GetLimit() const;

    /**
     * @param queue bytes of the queue, the sampled frame included
     * @param tagged whether the frame names this congestion point
     * @return the message, without its sender
     */
    CongestionMessage Sample(int64_t queue, bool tagged);

  private:
    Parameters m_parameters; //!< the numbers
    int64_t m_queue{0};      //!< bytes at the last sample
};

} // namespace ns3::lossless

#endif // LOSSLESS_ETHERNET_BCN_FEEDBACK_H
