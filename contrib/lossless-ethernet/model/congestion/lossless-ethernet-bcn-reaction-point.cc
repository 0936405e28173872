/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-bcn-reaction-point.h"

#include "lossless-ethernet-parameter-accessor.h"

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
    using Numbers = lossless::BcnRateLimiter::Parameters;
    const Numbers defaults;
    const auto until = burst::MakeAccessorsUntil(&ReactionPoint::IsStarted, "Start");
    const auto rate = [](double value) {
        return DataRateValue(DataRate(static_cast<uint64_t>(value)));
    };
    using Law = lossless::BcnRateLimiter;
    static TypeId tid =
        TypeId("ns3::BcnReactionPoint")
            .SetParent<ReactionPoint>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<BcnReactionPoint>()
            .AddAttribute(
                "InitialRate",
                "Ri, the rate to which the first message about a flow is applied; 0 for "
                "the rate of the link.",
                rate(defaults.initialRate),
                until(lossless::MakeParameterAccessor<DataRateValue>(&Self::m_parameters,
                                                                     &Numbers::initialRate)),
                MakeDataRateChecker())
            .AddAttribute("MinRate",
                          "Rmin, the lowest rate of a flow that is not stopped.",
                          rate(defaults.minRate),
                          until(lossless::MakeParameterAccessor<DataRateValue>(&Self::m_parameters,
                                                                               &Numbers::minRate)),
                          MakeDataRateChecker())
            .AddAttribute("RateUnit",
                          "Ru, the unit in which the rate is increased.",
                          rate(defaults.rateUnit),
                          until(lossless::MakeParameterAccessor<DataRateValue>(&Self::m_parameters,
                                                                               &Numbers::rateUnit)),
                          MakeDataRateChecker())
            .AddAttribute(
                "DecreaseGain",
                "Gd, per byte of feedback: a negative message multiplies the rate by 1 + "
                "Gd Fb.",
                DoubleValue(defaults.decreaseGain),
                until(lossless::MakeParameterAccessor<DoubleValue>(&Self::m_parameters,
                                                                   &Numbers::decreaseGain)),
                MakeDoubleChecker<double>(1e-30, 1e30))
            .AddAttribute(
                "IncreaseGain",
                "Gi, per byte of feedback: a positive message adds Gi Fb Ru to the rate.",
                DoubleValue(defaults.increaseGain),
                until(lossless::MakeParameterAccessor<DoubleValue>(&Self::m_parameters,
                                                                   &Numbers::increaseGain)),
                MakeDoubleChecker<double>(0, 1e30))
            .AddAttribute(
                "MaxDecrease",
                "alpha, the largest part of its rate that a negative message takes from a "
                "flow.",
                DoubleValue(defaults.maxDecrease),
                until(lossless::MakeParameterAccessor<DoubleValue>(&Self::m_parameters,
                                                                   &Numbers::maxDecrease)),
                MakeDoubleChecker<double>(1e-15, 1))
            .AddAttribute(
                "MaxIncrease",
                "beta, the largest part of its rate that a positive message adds to a "
                "flow; 0 for no limit.",
                DoubleValue(defaults.maxIncrease),
                until(lossless::MakeParameterAccessor<DoubleValue>(&Self::m_parameters,
                                                                   &Numbers::maxIncrease)),
                MakeDoubleChecker<double>(0, 1e30))
            .AddAttribute(
                "DriftInterval",
                "Td, the time after which a limited flow gets faster by itself; 0 for "
                "never.",
                TimeValue(NanoSeconds(defaults.driftInterval)),
                until(lossless::MakeParameterAccessor<TimeValue>(&Self::m_parameters,
                                                                 &Numbers::driftInterval)),
                MakeTimeChecker(Seconds(0)))
            .AddAttribute(
                "DriftFactor",
                "Rd, by how many rate units it gets faster.",
                DoubleValue(defaults.driftFactor),
                until(lossless::MakeParameterAccessor<DoubleValue>(&Self::m_parameters,
                                                                   &Numbers::driftFactor)),
                MakeDoubleChecker<double>(0, 1e30))
            .AddAttribute("MaxBackoff",
                          "Tmax, the longest time for which the first BCN(0,0) stops a flow.",
                          TimeValue(NanoSeconds(defaults.maxBackoff)),
                          until(lossless::MakeParameterAccessor<TimeValue>(&Self::m_parameters,
                                                                           &Numbers::maxBackoff)),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute(
                "Association",
                "Of several congestion points, whose positive messages a flow heeds: "
                "Steal, of the one that sent the last negative message; Lowest, of the one "
                "whose last negative message gave the lowest rate; Each, with a rate for "
                "each, of the one with the lowest.",
                EnumValue(defaults.association),
                until(lossless::MakeParameterAccessor<
                      lossless::EnumerationValue<decltype(Numbers::association)>>(
                    &Self::m_parameters,
                    &Numbers::association)),
                MakeEnumChecker(Law::STEAL, "Steal", Law::LOWEST, "Lowest", Law::EACH, "Each"));
    return tid;
}

void
BcnReactionPoint::DoStart(double lineRate)
{
    NS_LOG_FUNCTION(this << lineRate);
    m_parameters.lineRate = lineRate;
    lossless::BcnRateLimiter::Check(m_parameters);
}

std::unique_ptr<lossless::RateLimiter>
BcnReactionPoint::DoMakeLimiter()
{
    return std::make_unique<lossless::BcnRateLimiter>(m_parameters, GetRandom());
}

} // namespace ns3
