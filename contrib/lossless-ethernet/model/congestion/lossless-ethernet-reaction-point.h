/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_REACTION_POINT_H
#define LOSSLESS_ETHERNET_REACTION_POINT_H

#include "lossless-ethernet-rate-limiter.h"

#include "ns3/burst-traffic-random.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * @brief Makes the rate limiters of a station, one for each flow with messages.
 *
 * A station has one reaction point, or none if it heeds no message. It makes a limiter when the
 * first message about a flow (a destination and a priority) comes, and may throw it away when it is
 * free. Attributes and streams are set before Start.
 */
class ReactionPoint : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    ReactionPoint();

    /**
     * Take the attributes.
     * @param lineRate of the link, bits per second
     * @throw std::invalid_argument that, or an attribute, is not allowed
     */
    void Start(double lineRate);

    bool IsStarted() const; //!< @return whether Start was called

    /** @return a limiter that is free; this reaction point has to outlive it, and was started */
    std::unique_ptr<lossless::RateLimiter> MakeLimiter();

    /**
     * @param stream index of the random stream, -1 for one that ns-3 allocates
     * @return the number of streams used, 1
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    /** @return source of all draws */
    traffic::StreamRandom& GetRandom();

  private:
    /** Take the attributes. @param lineRate of the link, bits per second */
    virtual void DoStart(double lineRate) = 0;

    /** @return a limiter that is free */
    virtual std::unique_ptr<lossless::RateLimiter> DoMakeLimiter() = 0;

    traffic::StreamRandom m_random; //!< source of all draws
    bool m_started;                 //!< whether Start was called
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_REACTION_POINT_H
