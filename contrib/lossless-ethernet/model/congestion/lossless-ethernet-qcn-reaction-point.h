/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_QCN_REACTION_POINT_H
#define LOSSLESS_ETHERNET_QCN_REACTION_POINT_H

#include "lossless-ethernet-qcn-rate-limiter.h"
#include "lossless-ethernet-reaction-point.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * @brief Quantized congestion notification of IEEE 802.1Qau, the law of QcnRateLimiter.
 */
class QcnReactionPoint : public ReactionPoint
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoStart(double lineRate) override;
    std::unique_ptr<RateLimiter> DoMakeLimiter() override;

    DataRate m_minRate;                      //!< attribute MinRate
    Time m_timeReset;                        //!< attribute TimeReset
    uint32_t m_byteReset;                    //!< attribute ByteReset
    uint32_t m_threshold;                    //!< attribute Threshold
    DataRate m_activeIncrease;               //!< attribute ActiveIncrease
    DataRate m_hyperIncrease;                //!< attribute HyperIncrease
    double m_decreaseGain;                   //!< attribute DecreaseGain
    double m_minDecreaseFactor;              //!< attribute MinDecreaseFactor
    double m_jitter;                         //!< attribute Jitter
    QcnRateLimiter::Hyper m_hyper;           //!< attribute HyperIncreaseStages
    QcnRateLimiter::Parameters m_parameters; //!< of all limiters, from the start on
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_QCN_REACTION_POINT_H
