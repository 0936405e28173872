/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-bcn-reaction-point.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BcnReactionPoint");

NS_OBJECT_ENSURE_REGISTERED(BcnReactionPoint);

TypeId
BcnReactionPoint::GetTypeId()
{
    using Self = BcnReactionPoint;
    using Law = BcnRateLimiter;
    static TypeId tid =
        TypeId("ns3::BcnReactionPoint")
            .SetParent<ReactionPoint>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<BcnReactionPoint>()
            .AddAttribute("InitialRate",
                          "Ri, the rate to which the first message about a flow is applied; 0 for "
                          "the rate of the link.",
                          DataRateValue(DataRate(0)),
                          burst::MakeAccessorUntil(MakeDataRateAccessor(&Self::m_initialRate),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDataRateChecker())
            .AddAttribute("MinRate",
                          "Rmin, the lowest rate of a flow that is not stopped.",
                          DataRateValue(DataRate(10'000'000)),
                          burst::MakeAccessorUntil(MakeDataRateAccessor(&Self::m_minRate),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDataRateChecker())
            .AddAttribute("RateUnit",
                          "Ru, the unit in which the rate is increased.",
                          DataRateValue(DataRate(10'000'000)),
                          burst::MakeAccessorUntil(MakeDataRateAccessor(&Self::m_rateUnit),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDataRateChecker())
            .AddAttribute("DecreaseGain",
                          "Gd, per byte of feedback: a negative message multiplies the rate by 1 + "
                          "Gd Fb.",
                          DoubleValue(1.0 / 600e3),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&Self::m_decreaseGain),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDoubleChecker<double>(1e-30, 1e30))
            .AddAttribute("IncreaseGain",
                          "Gi, per byte of feedback: a positive message adds Gi Fb Ru to the rate.",
                          DoubleValue(1.0 / 1500),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&Self::m_increaseGain),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDoubleChecker<double>(0, 1e30))
            .AddAttribute(
                "MaxDecrease",
                "alpha, the largest part of its rate that a negative message takes from a "
                "flow.",
                DoubleValue(1),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&Self::m_maxDecrease),
                                         &ReactionPoint::IsStarted,
                                         "Start"),
                MakeDoubleChecker<double>(1e-15, 1))
            .AddAttribute("MaxIncrease",
                          "beta, the largest part of its rate that a positive message adds to a "
                          "flow; 0 for no limit.",
                          DoubleValue(0),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&Self::m_maxIncrease),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDoubleChecker<double>(0, 1e30))
            .AddAttribute("DriftInterval",
                          "Td, the time after which a limited flow gets faster by itself; 0 for "
                          "never.",
                          TimeValue(Seconds(0)),
                          burst::MakeAccessorUntil(MakeTimeAccessor(&Self::m_driftInterval),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("DriftFactor",
                          "Rd, by how many rate units it gets faster.",
                          DoubleValue(1),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&Self::m_driftFactor),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDoubleChecker<double>(0, 1e30))
            .AddAttribute("MaxBackoff",
                          "Tmax, the longest time for which the first BCN(0,0) stops a flow.",
                          TimeValue(MilliSeconds(1)),
                          burst::MakeAccessorUntil(MakeTimeAccessor(&Self::m_maxBackoff),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute(
                "Association",
                "Of several congestion points, whose positive messages a flow heeds: "
                "Steal, of the one that sent the last negative message; Lowest, of the one "
                "whose last negative message gave the lowest rate; Each, with a rate for "
                "each, of the one with the lowest.",
                EnumValue(Law::STEAL),
                burst::MakeAccessorUntil(
                    burst::MakeEnumerationAccessor<Law::Association>(&Self::m_association),
                    &ReactionPoint::IsStarted,
                    "Start"),
                MakeEnumChecker(Law::STEAL, "Steal", Law::LOWEST, "Lowest", Law::EACH, "Each"));
    return tid;
}

void
BcnReactionPoint::DoStart(double lineRate)
{
    NS_LOG_FUNCTION(this << lineRate);
    m_parameters.lineRate = lineRate;
    m_parameters.initialRate = static_cast<double>(m_initialRate.GetBitRate());
    m_parameters.minRate = static_cast<double>(m_minRate.GetBitRate());
    m_parameters.rateUnit = static_cast<double>(m_rateUnit.GetBitRate());
    m_parameters.decreaseGain = m_decreaseGain;
    m_parameters.increaseGain = m_increaseGain;
    m_parameters.maxDecrease = m_maxDecrease;
    m_parameters.maxIncrease = m_maxIncrease;
    m_parameters.driftInterval = m_driftInterval.GetNanoSeconds();
    m_parameters.driftFactor = m_driftFactor;
    m_parameters.maxBackoff = m_maxBackoff.GetNanoSeconds();
    m_parameters.association = m_association;
    BcnRateLimiter::Check(m_parameters);
}

std::unique_ptr<RateLimiter>
BcnReactionPoint::DoMakeLimiter()
{
    return std::make_unique<BcnRateLimiter>(m_parameters, GetRandom());
}

} // namespace ns3
