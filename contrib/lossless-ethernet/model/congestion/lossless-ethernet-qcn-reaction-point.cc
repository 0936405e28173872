/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-qcn-reaction-point.h"

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
    static TypeId tid =
        TypeId("ns3::QcnReactionPoint")
            .SetParent<ReactionPoint>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<QcnReactionPoint>()
            .AddAttribute("MinRate",
                          "Rmin, the lowest rate of a flow.",
                          DataRateValue(DataRate(5'000'000)),
                          burst::MakeAccessorUntil(MakeDataRateAccessor(&Self::m_minRate),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDataRateChecker())
            .AddAttribute("TimeReset",
                          "Time without a message after which the time stage of a flow rises.",
                          TimeValue(MilliSeconds(15)),
                          burst::MakeAccessorUntil(MakeTimeAccessor(&Self::m_timeReset),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeTimeChecker(NanoSeconds(2)))
            .AddAttribute(
                "ByteReset",
                "Bytes sent without a message after which the byte stage of a flow rises.",
                UintegerValue(150'000),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&Self::m_byteReset),
                                         &ReactionPoint::IsStarted,
                                         "Start"),
                MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("Threshold",
                          "The stage at which fast recovery ends.",
                          UintegerValue(5),
                          burst::MakeAccessorUntil(MakeUintegerAccessor(&Self::m_threshold),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ActiveIncrease",
                          "What a stage of active increase adds to the target rate.",
                          DataRateValue(DataRate(5'000'000)),
                          burst::MakeAccessorUntil(MakeDataRateAccessor(&Self::m_activeIncrease),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDataRateChecker())
            .AddAttribute("HyperIncrease",
                          "What the first stage of hyper increase adds to the target rate; see "
                          "HyperIncreaseStages.",
                          DataRateValue(DataRate(50'000'000)),
                          burst::MakeAccessorUntil(MakeDataRateAccessor(&Self::m_hyperIncrease),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDataRateChecker())
            .AddAttribute(
                "HyperIncreaseStages",
                "Stages of hyper increase, and how often a stage adds HyperIncrease, with m the "
                "lower of the two stages. FromThreshold: m >= Threshold, m - Threshold + 1 times; "
                "AboveThreshold: m > Threshold, m - Threshold times; Constant: m > Threshold, "
                "once.",
                EnumValue(QcnRateLimiter::FROM_THRESHOLD),
                burst::MakeAccessorUntil(
                    burst::MakeEnumerationAccessor<QcnRateLimiter::Hyper>(&Self::m_hyper),
                    &ReactionPoint::IsStarted,
                    "Start"),
                MakeEnumChecker(QcnRateLimiter::FROM_THRESHOLD,
                                "FromThreshold",
                                QcnRateLimiter::ABOVE_THRESHOLD,
                                "AboveThreshold",
                                QcnRateLimiter::CONSTANT,
                                "Constant"))
            .AddAttribute("DecreaseGain",
                          "Gd: a message multiplies the rate by 1 - Gd QntzFb.",
                          DoubleValue(0.0078125),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&Self::m_decreaseGain),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDoubleChecker<double>(1e-15, 1))
            .AddAttribute("MinDecreaseFactor",
                          "The smallest factor by which a message multiplies the rate.",
                          DoubleValue(0.5),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&Self::m_minDecreaseFactor),
                                                   &ReactionPoint::IsStarted,
                                                   "Start"),
                          MakeDoubleChecker<double>(1e-15, 1))
            .AddAttribute(
                "Jitter",
                "TimeReset and ByteReset are multiplied by uniform numbers in [1 - Jitter, "
                "1 + Jitter].",
                DoubleValue(0.15),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&Self::m_jitter),
                                         &ReactionPoint::IsStarted,
                                         "Start"),
                MakeDoubleChecker<double>(0, 0.99));
    return tid;
}

void
QcnReactionPoint::DoStart(double lineRate)
{
    NS_LOG_FUNCTION(this << lineRate);
    m_parameters.lineRate = lineRate;
    m_parameters.minRate = static_cast<double>(m_minRate.GetBitRate());
    m_parameters.timeReset = m_timeReset.GetNanoSeconds();
    m_parameters.byteReset = m_byteReset;
    m_parameters.threshold = m_threshold;
    m_parameters.activeIncrease = static_cast<double>(m_activeIncrease.GetBitRate());
    m_parameters.hyperIncrease = static_cast<double>(m_hyperIncrease.GetBitRate());
    m_parameters.decreaseGain = m_decreaseGain;
    m_parameters.minDecreaseFactor = m_minDecreaseFactor;
    m_parameters.jitter = m_jitter;
    m_parameters.hyper = m_hyper;
    QcnRateLimiter::Check(m_parameters);
}

std::unique_ptr<RateLimiter>
QcnReactionPoint::DoMakeLimiter()
{
    return std::make_unique<QcnRateLimiter>(m_parameters, GetRandom());
}

} // namespace ns3
