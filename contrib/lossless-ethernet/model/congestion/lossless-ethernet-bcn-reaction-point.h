/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_BCN_REACTION_POINT_H
#define LOSSLESS_ETHERNET_BCN_REACTION_POINT_H

#include "lossless-ethernet-bcn-rate-limiter.h"
#include "lossless-ethernet-reaction-point.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * @brief Backward congestion notification, the law of BcnRateLimiter.
 */
class BcnReactionPoint : public ReactionPoint
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoStart(double lineRate) override;
    std::unique_ptr<lossless::RateLimiter> DoMakeLimiter() override;

    lossless::BcnRateLimiter::Parameters
        m_parameters; //!< of all limiters: the attributes, and the line rate
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_BCN_REACTION_POINT_H
