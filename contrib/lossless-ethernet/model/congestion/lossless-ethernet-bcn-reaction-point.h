/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_BCN_REACTION_POINT_H
#define LOSSLESS_ETHERNET_BCN_REACTION_POINT_H

#include "lossless-ethernet-bcn-rate-limiter.h"
#include "lossless-ethernet-reaction-point.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

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
    std::unique_ptr<RateLimiter> DoMakeLimiter() override;

    DataRate m_initialRate;                    //!< attribute InitialRate
    DataRate m_minRate;                        //!< attribute MinRate
    DataRate m_rateUnit;                       //!< attribute RateUnit
    double m_decreaseGain;                     //!< attribute DecreaseGain
    double m_increaseGain;                     //!< attribute IncreaseGain
    double m_maxDecrease;                      //!< attribute MaxDecrease
    double m_maxIncrease;                      //!< attribute MaxIncrease
    Time m_driftInterval;                      //!< attribute DriftInterval
    double m_driftFactor;                      //!< attribute DriftFactor
    Time m_maxBackoff;                         //!< attribute MaxBackoff
    BcnRateLimiter::Association m_association; //!< attribute Association
    BcnRateLimiter::Parameters m_parameters;   //!< of all limiters, from the start on
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_BCN_REACTION_POINT_H
