/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_QCN_RATE_LIMITER_H
#define LOSSLESS_ETHERNET_QCN_RATE_LIMITER_H

#include "lossless-ethernet-rate-limiter.h"

#include "ns3/burst-traffic-random.h"

#include <cstdint>

namespace ns3::lossless
{

/**
 * @ingroup lossless-ethernet
 * @brief What a QCN reaction point (IEEE 802.1Qau) does with the rate of a flow.
 *
 * A flow has a current rate CR, at which it is sent, a target rate TR, and two counts of stages:
 * one rises when ByteReset bytes were sent, the other when TimeReset has passed. A free flow has CR
 * = TR = C.
 *
 *     CNM:    if the byte stage is not 0: TR = CR, and the bytes are counted anew.
 *             Both stages = 0, the time is counted anew,
 *             CR = max(Rmin, CR max(1 - Gd QntzFb, MinDecreaseFactor)).
 *     stage:  if one of the stages is 1 and TR > 10 CR: TR = TR / 8; else TR = TR + I.
 *             CR = (CR + TR) / 2, at most C; the flow is free at C.
 *
 * I is 0 while both stages are below Threshold (fast recovery), HyperIncrease (min(stages) -
 * Threshold + 1) if none is (hyper increase), and ActiveIncrease else (active increase); for other
 * readings of hyper increase see Hyper. A counter
 * whose stage is Threshold or more counts to half of its limit. Limits are multiplied by uniform
 * numbers in [1 - Jitter, 1 + Jitter].
 *
 * Names and defaults are those of the MIB of the standard (IEEE8021-CN-MIB), but for Jitter, which
 * the MIB does not have. The order of the steps is that of the pseudo-code of R. Pan (2007), of
 * which only the list of variables and a summary are public, and of a public simulator whose
 * functions are named like the states of the standard.
 */
class QcnRateLimiter : public RateLimiter
{
  public:
    /** When there is hyper increase, and by how many times HyperIncrease. */
    enum Hyper
    {
        FROM_THRESHOLD,  //!< min(stages) >= Threshold: min(stages) - Threshold + 1
        ABOVE_THRESHOLD, //!< min(stages) > Threshold: min(stages) - Threshold
        CONSTANT         //!< min(stages) > Threshold: 1
    };

    /** The numbers of a reaction point. Rates are in bits per second, times in ns. */
    struct Parameters
    {
        double lineRate{10e9};          //!< C (rpgMaxRate), above 0
        double minRate{5e6};            //!< Rmin (rpgMinRate), above 0, at most C
        int64_t timeReset{15'000'000};  //!< rpgTimeReset, 2 to 1e15
        int64_t byteReset{150'000};     //!< rpgByteReset, 2 to 1e15
        uint32_t threshold{5};          //!< rpgThreshold, at least 1
        double activeIncrease{5e6};     //!< rpgAiRate, not negative
        double hyperIncrease{50e6};     //!< rpgHaiRate, not negative
        double decreaseGain{1.0 / 128}; //!< Gd (2 to the power of -rpgGd), above 0
        double minDecreaseFactor{0.5};  //!< rpgMinDecFac, in (0, 1]
        double jitter{0.15};            //!< of bytes and times, in [0, 1)
        Hyper hyper{FROM_THRESHOLD};    //!< reading of hyper increase
    };

    /**
     * @param parameters the numbers
     * @throw std::invalid_argument one of them is not allowed
     */
    static void Check(const Parameters& parameters);

    /**
     * @param parameters the numbers, checked; they outlive the limiter
     * @param random source of the jitter; it outlives the limiter
     */
    QcnRateLimiter(const Parameters& parameters, traffic::StreamRandom& random);

    void Receive(int64_t now, const CongestionMessage& message) override;
    void Expire(int64_t now) override;

    /** @return TR, bits per second */
    double GetTargetRate() const;

    /** @return how often the byte counter has expired since the last message */
    uint32_t GetByteStage() const;

    /** @return how often the timer has expired since the last message */
    uint32_t GetTimeStage() const;

  private:
    void NotifyByteCounterExpired(int64_t now) override;

    /**
     * @param limit bytes or ns
     * @param stage of the counter
     * @return what the counter counts to next
     */
    int64_t Draw(int64_t limit, uint32_t stage);

    /** A stage has risen. @return the new CR, bits per second */
    double Raise();

    /**
     * @param rate CR, bits per second
     * @param nextTime when the timer expires, ns
     */
    void Settle(double rate, int64_t nextTime);

    const Parameters* m_parameters;  //!< the numbers
    traffic::StreamRandom* m_random; //!< source of the jitter
    double m_targetRate;             //!< TR, bits per second
    uint32_t m_byteStage{0};         //!< how often the byte counter has expired
    uint32_t m_timeStage{0};         //!< how often the timer has expired
};

} // namespace ns3::lossless

#endif // LOSSLESS_ETHERNET_QCN_RATE_LIMITER_H
