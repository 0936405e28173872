/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_BCN_RATE_LIMITER_H
#define LOSSLESS_ETHERNET_BCN_RATE_LIMITER_H

#include "lossless-ethernet-rate-limiter.h"

#include "ns3/burst-traffic-random.h"

#include <cstdint>
#include <vector>

namespace ns3::lossless
{

/**
 * @ingroup lossless-ethernet
 * @brief What a BCN reaction point does with the rate R of a flow.
 *
 *     BCN-, BCN_MAX:  R = max(Rmin, R (1 + Gd Fb)), not below (1 - alpha) R
 *     BCN+:           R = R + Gi Fb Ru, not above (1 + beta) R; free at C
 *     BCN(0,0):       R = 0 for a random time in [0, Tmax], then Rmin
 *     drift:          R = R + Rd Ru every Td; free at C
 *
 * The first message other than BCN+ sets R to Ri before it is applied. BCN+ acts only if it comes
 * from the associated congestion point, see Association; frames name this point in their tag. While
 * a flow is stopped, no message changes anything. Each stop before the flow is free again doubles
 * Tmax, ten times at most.
 *
 * The two laws of R are those of the Zurich Hotspot Benchmark, which uses no limit, no stop and no
 * drift. Their parameters, with the meaning of each in a few words, are in the headers of Intel's
 * LLDP agent (lldpad); what exactly alpha, beta, Rd and a second stop do no public source says.
 */
class BcnRateLimiter : public RateLimiter
{
  public:
    /** The congestion point that a flow is associated with, if several send messages. */
    enum Association
    {
        STEAL,  //!< to the one that sent the last negative message
        LOWEST, //!< to the one whose last negative message gave the lowest rate; a lower one takes
                //!< it
        EACH, //!< to each, with a rate for each; the lowest rate counts, and its frames are tagged
    };

    /** Where a flow is. */
    enum State
    {
        FREE,    //!< no message came, or the rate is at C again
        LIMITED, //!< it is sent at a rate
        STOPPED, //!< it is not sent, after BCN(0,0)
    };

    /** The numbers of a reaction point. Rates are in bits per second, times in ns. */
    struct Parameters
    {
        double lineRate{10e9};            //!< C, above 0
        double initialRate{0};            //!< Ri, Rmin to C; 0: C
        double minRate{10e6};             //!< Rmin, above 0, at most C
        double rateUnit{10e6};            //!< Ru, above 0
        double decreaseGain{1.0 / 600e3}; //!< Gd, 1/byte, above 0
        double increaseGain{1.0 / 1500};  //!< Gi, 1/byte, not negative
        double maxDecrease{1};            //!< alpha, in (0, 1]
        double maxIncrease{0};            //!< beta, not negative; 0: no limit
        int64_t driftInterval{0};         //!< Td, not negative; 0: no drift
        double driftFactor{1};            //!< Rd, not negative
        int64_t maxBackoff{1'000'000};    //!< Tmax, 0 to 1e15
        Association association{STEAL};   //!< association of a flow
    };

    /**
     * @param parameters the numbers
     * @throw std::invalid_argument one of them is not allowed
     */
    static void Check(const Parameters& parameters);

    /**
     * @param parameters the numbers, checked; they outlive the limiter
     * @param random source of the times of stops; it outlives the limiter
     */
    BcnRateLimiter(const Parameters& parameters, traffic::StreamRandom& random);

    void Receive(int64_t now, const CongestionMessage& message) override;
    void Expire(int64_t now) override;

    /** @return where the flow is */
    State GetState() const;

  private:
    /** What one congestion point makes of the flow; of all but EACH there is one at most. */
    struct Entry
    {
        uint64_t congestionPoint; //!< the associated one
        double rate;              //!< R, bits per second
        double given;             //!< R after its last negative message
        int64_t resume{NEVER};    //!< end of the stop, ns; NEVER: it is not stopped
        uint32_t stops{0};        //!< how often it was stopped
    };

    /**
     * @param congestionPoint who sent a message
     * @return the entry that the message concerns, the end if there is none
     */
    std::vector<Entry>::iterator Find(uint64_t congestionPoint);

    /**
     * @param congestionPoint who sent a message that is not positive
     * @return the entry that the message concerns, a new one if there was none
     */
    Entry& Take(uint64_t congestionPoint);

    /**
     * A message has given a rate.
     * @param entry the entry
     * @param congestionPoint who sent the message
     * @param rate the rate, bits per second
     */
    void Associate(Entry& entry, uint64_t congestionPoint, double rate) const;

    /** Delete what is at the rate of the link, and tell what is left. @param now ns */
    void Settle(int64_t now);

    const Parameters* m_parameters;  //!< the numbers
    traffic::StreamRandom* m_random; //!< source of the times of stops
    std::vector<Entry> m_entries;    //!< in the order in which they were made
    int64_t m_drift{NEVER};          //!< time of the next drift, ns
};

} // namespace ns3::lossless

#endif // LOSSLESS_ETHERNET_BCN_RATE_LIMITER_H
