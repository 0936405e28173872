/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-bcn-congestion-point.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BcnCongestionPoint");

NS_OBJECT_ENSURE_REGISTERED(BcnCongestionPoint);

TypeId
BcnCongestionPoint::GetTypeId()
{
    using Clamp = BcnFeedback::Clamp;
    static TypeId tid =
        TypeId("ns3::BcnCongestionPoint")
            .SetParent<CongestionPoint>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<BcnCongestionPoint>()
            .AddAttribute(
                "SetPoint",
                "Qeq, the length that the queue shall have, in bytes.",
                UintegerValue(150'000),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&BcnCongestionPoint::m_setPoint),
                                         &CongestionPoint::IsStarted,
                                         "Start"),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "Weight",
                "W, the weight of the change of the queue in the feedback.",
                DoubleValue(2),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&BcnCongestionPoint::m_weight),
                                         &CongestionPoint::IsStarted,
                                         "Start"),
                MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute(
                "Clamp",
                "How the feedback Fb is limited: None; Terms, Qoff to +-Qeq and Qdelta to "
                "+-2 Qeq; Total, Fb to +-(2 W + 1) Qeq.",
                EnumValue(BcnFeedback::TOTAL),
                burst::MakeAccessorUntil(
                    burst::MakeEnumerationAccessor<Clamp>(&BcnCongestionPoint::m_clamp),
                    &CongestionPoint::IsStarted,
                    "Start"),
                MakeEnumChecker(BcnFeedback::NONE,
                                "None",
                                BcnFeedback::TERMS,
                                "Terms",
                                BcnFeedback::TOTAL,
                                "Total"))
            .AddAttribute("MaximumThreshold",
                          "Qmc, the length of the queue in bytes above which a message is BCN_MAX, "
                          "the largest negative feedback; 0 for never.",
                          UintegerValue(0),
                          burst::MakeAccessorUntil(
                              MakeUintegerAccessor(&BcnCongestionPoint::m_maximumThreshold),
                              &CongestionPoint::IsStarted,
                              "Start"),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "StopThreshold",
                "Qsc, the length of the queue in bytes above which a message is BCN(0,0), "
                "which stops the source; 0 for never, else above MaximumThreshold.",
                UintegerValue(0),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&BcnCongestionPoint::m_stopThreshold),
                                         &CongestionPoint::IsStarted,
                                         "Start"),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("Sampling",
                          "Which frames are sampled: Random, each with SampleProbability; "
                          "ByteInterval, one every SampleInterval bytes.",
                          EnumValue(RANDOM),
                          burst::MakeAccessorUntil(burst::MakeEnumerationAccessor<Sampling>(
                                                       &BcnCongestionPoint::m_sampling),
                                                   &CongestionPoint::IsStarted,
                                                   "Start"),
                          MakeEnumChecker(RANDOM, "Random", BYTE_INTERVAL, "ByteInterval"))
            .AddAttribute(
                "SampleProbability",
                "Probability with which a frame is sampled.",
                DoubleValue(0.02),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&BcnCongestionPoint::m_probability),
                                         &CongestionPoint::IsStarted,
                                         "Start"),
                MakeDoubleChecker<double>(1e-15, 1))
            .AddAttribute(
                "SampleInterval",
                "Bytes from one sampled frame to the next.",
                UintegerValue(75'000),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&BcnCongestionPoint::m_interval),
                                         &CongestionPoint::IsStarted,
                                         "Start"),
                MakeUintegerChecker<uint32_t>(1));
    return tid;
}

uint32_t
BcnCongestionPoint::GetSetPoint() const
{
    return m_setPoint;
}

void
BcnCongestionPoint::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_law.emplace(BcnFeedback::Parameters{m_setPoint,
                                          m_weight,
                                          m_clamp,
                                          m_maximumThreshold,
                                          m_stopThreshold});
    if (m_sampling == BYTE_INTERVAL)
    {
        GetSampler() = FrameSampler::ByBytes(m_interval);
    }
    else
    {
        GetSampler() = FrameSampler::AtRandom(m_probability);
        GetSampler().Next(GetRandom());
    }
}

CongestionMessage
BcnCongestionPoint::DoSample(int64_t queue, bool tagged)
{
    GetSampler().Next(GetRandom());
    return m_law->Sample(queue, tagged);
}

} // namespace ns3
