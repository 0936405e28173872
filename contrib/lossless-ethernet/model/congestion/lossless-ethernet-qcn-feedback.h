/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_QCN_FEEDBACK_H
#define LOSSLESS_ETHERNET_QCN_FEEDBACK_H

#include "lossless-ethernet-congestion-message.h"

#include "ns3/burst-traffic-random.h"

#include <cstdint>

namespace ns3::lossless
{

/**
 * @ingroup lossless-ethernet
 * @brief What a QCN congestion point (IEEE 802.1Qau) answers to a sampled frame.
 *
 * Fb = -(Qoff + W Qdelta) as in BCN, at least -(2 W + 1) Qeq. A negative Fb is quantized to six
 * bits, QntzFb = floor(63 |Fb| / ((2 W + 1) Qeq)), and sent if that is not 0. The higher QntzFb is,
 * the sooner comes the next sample. The distance is SampleBase divided by 1, 2, 3, 4, 5, 6, 6.98
 * and 8.11 for QntzFb from 0, 8, .. and 56 on, as in the table 150, 75, 50, 37.5, 30, 25, 21.5,
 * 18.5 KB of the proposals, times a uniform number in [1 - Jitter, 1 + Jitter].
 *
 * Defaults are those of IEEE8021-CN-MIB, but Jitter, which the MIB does not have. That Fb is
 * rounded down, and that a QntzFb of 0 is not sent, are assumptions.
 */
class QcnFeedback
{
  public:
    /** The numbers of a congestion point. */
    struct Parameters
    {
        int64_t setPoint{26'000};    //!< Qeq (cpQSp), bytes, at least 1
        double weight{2};            //!< W (cpW), not negative
        int64_t sampleBase{150'000}; //!< bytes between samples without congestion, at least 1
        double jitter{0.15};         //!< of that distance, in [0, 1)
    };

    /**
     * @param parameters the numbers
     * @throw std::invalid_argument one of them is not allowed
     */
    explicit QcnFeedback(const Parameters& parameters);

    /**
     * @param feedback Fb, bytes
     * @return QntzFb, 0 to 63
     */
    uint8_t Quantize(double feedback) const;

    /**
     * @param quantized QntzFb, 0 to 63
     * @return bytes to the next sample, before the jitter
     */
    double GetInterval(uint8_t quantized) const;

    /**
     * @param queue bytes of the queue, the sampled frame included
     * @return the message, without its sender
     */
    CongestionMessage Sample(int64_t queue);

    /**
     * @param quantized QntzFb of the last sample
     * @param random source of a draw
     * @return bytes to the next sample, at least 1
     */
    int64_t DrawInterval(uint8_t quantized, traffic::StreamRandom& random) const;

  private:
    Parameters m_parameters; //!< the numbers
    int64_t m_queue{0};      //!< bytes at the last sample
};

} // namespace ns3::lossless

#endif // LOSSLESS_ETHERNET_QCN_FEEDBACK_H
