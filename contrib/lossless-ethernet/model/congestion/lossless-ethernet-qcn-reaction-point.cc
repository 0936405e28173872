/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-qcn-reaction-point.h"

#include "lossless-ethernet-parameter-accessor.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("QcnReactionPoint");

NS_OBJECT_ENSURE_REGISTERED(QcnReactionPoint);

TypeId
QcnReactionPoint::GetTypeId()
{
    using Self = QcnReactionPoint;
    using Numbers = lossless::QcnRateLimiter::Parameters;
    const Numbers defaults;
    const auto until = burst::MakeAccessorsUntil(&ReactionPoint::IsStarted, "Start");
    const auto rate = [](double value) {
        return DataRateValue(DataRate(static_cast<uint64_t>(value)));
    };
    static TypeId tid =
        TypeId("ns3::QcnReactionPoint")
            .SetParent<ReactionPoint>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<QcnReactionPoint>()
            .AddAttribute("MinRate",
                          "Rmin, the lowest rate of a flow.",
                          rate(defaults.minRate),
                          until(lossless::MakeParameterAccessor<DataRateValue>(&Self::m_parameters,
                                                                               &Numbers::minRate)),
                          MakeDataRateChecker())
            .AddAttribute("TimeReset",
                          "Time without a message after which the time stage of a flow rises.",
                          TimeValue(NanoSeconds(defaults.timeReset)),
                          until(lossless::MakeParameterAccessor<TimeValue>(&Self::m_parameters,
                                                                           &Numbers::timeReset)),
                          MakeTimeChecker(NanoSeconds(2)))
            .AddAttribute(
                "ByteReset",
                "Bytes sent without a message after which the byte stage of a flow rises.",
                UintegerValue(defaults.byteReset),
                until(lossless::MakeParameterAccessor<UintegerValue>(&Self::m_parameters,
                                                                     &Numbers::byteReset)),
                MakeUintegerChecker<uint32_t>(2))
            .AddAttribute(
                "Threshold",
                "The stage at which fast recovery ends.",
                UintegerValue(defaults.threshold),
                until(lossless::MakeParameterAccessor<UintegerValue>(&Self::m_parameters,
                                                                     &Numbers::threshold)),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "ActiveIncrease",
                "What a stage of active increase adds to the target rate.",
                rate(defaults.activeIncrease),
                until(lossless::MakeParameterAccessor<DataRateValue>(&Self::m_parameters,
                                                                     &Numbers::activeIncrease)),
                MakeDataRateChecker())
            .AddAttribute(
                "HyperIncrease",
                "What the first stage of hyper increase adds to the target rate; see "
                "HyperIncreaseStages.",
                rate(defaults.hyperIncrease),
                until(lossless::MakeParameterAccessor<DataRateValue>(&Self::m_parameters,
                                                                     &Numbers::hyperIncrease)),
                MakeDataRateChecker())
            .AddAttribute(
                "HyperIncreaseStages",
                "Stages of hyper increase, and how often a stage adds HyperIncrease, with m the "
                "lower of the two stages. FromThreshold: m >= Threshold, m - Threshold + 1 times; "
                "AboveThreshold: m > Threshold, m - Threshold times; Constant: m > Threshold, "
                "once.",
                EnumValue(defaults.hyper),
                until(lossless::MakeParameterAccessor<
                      lossless::EnumerationValue<decltype(Numbers::hyper)>>(&Self::m_parameters,
                                                                            &Numbers::hyper)),
                MakeEnumChecker(lossless::QcnRateLimiter::FROM_THRESHOLD,
                                "FromThreshold",
                                lossless::QcnRateLimiter::ABOVE_THRESHOLD,
                                "AboveThreshold",
                                lossless::QcnRateLimiter::CONSTANT,
                                "Constant"))
            .AddAttribute(
                "DecreaseGain",
                "Gd: a message multiplies the rate by 1 - Gd QntzFb.",
                DoubleValue(defaults.decreaseGain),
                until(lossless::MakeParameterAccessor<DoubleValue>(&Self::m_parameters,
                                                                   &Numbers::decreaseGain)),
                MakeDoubleChecker<double>(1e-15, 1))
            .AddAttribute(
                "MinDecreaseFactor",
                "The smallest factor by which a message multiplies the rate.",
                DoubleValue(defaults.minDecreaseFactor),
                until(lossless::MakeParameterAccessor<DoubleValue>(&Self::m_parameters,
                                                                   &Numbers::minDecreaseFactor)),
                MakeDoubleChecker<double>(1e-15, 1))
            .AddAttribute(
                "Jitter",
                "TimeReset and ByteReset are multiplied by uniform numbers in [1 - Jitter, "
                "1 + Jitter].",
                DoubleValue(defaults.jitter),
                until(lossless::MakeParameterAccessor<DoubleValue>(&Self::m_parameters,
                                                                   &Numbers::jitter)),
                MakeDoubleChecker<double>(0, 0.99));
    return tid;
}

void
QcnReactionPoint::DoStart(double lineRate)
{
    NS_LOG_FUNCTION(this << lineRate);
    m_parameters.lineRate = lineRate;
    lossless::QcnRateLimiter::Check(m_parameters);
}

std::unique_ptr<lossless::RateLimiter>
QcnReactionPoint::DoMakeLimiter()
{
    return std::make_unique<lossless::QcnRateLimiter>(m_parameters, GetRandom());
}

} // namespace ns3
