/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-bcn-congestion-point.h"

#include "lossless-ethernet-parameter-accessor.h"

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
    using Self = BcnCongestionPoint;
    using Numbers = lossless::BcnFeedback::Parameters;
    const Numbers defaults;
    const auto until = burst::MakeAccessorsUntil(&CongestionPoint::IsStarted, "Start");
    static TypeId tid =
        TypeId("ns3::BcnCongestionPoint")
            .SetParent<CongestionPoint>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<BcnCongestionPoint>()
            .AddAttribute("SetPoint",
                          "Qeq, the length that the queue shall have, in bytes.",
                          UintegerValue(defaults.setPoint),
                          until(lossless::MakeParameterAccessor<UintegerValue>(&Self::m_parameters,
                                                                               &Numbers::setPoint)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Weight",
                          "W, the weight of the change of the queue in the feedback.",
                          DoubleValue(defaults.weight),
                          until(lossless::MakeParameterAccessor<DoubleValue>(&Self::m_parameters,
                                                                             &Numbers::weight)),
                          MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute(
                "Clamp",
                "How the feedback Fb is limited: None; Terms, Qoff to +-Qeq and Qdelta to "
                "+-2 Qeq; Total, Fb to +-(2 W + 1) Qeq.",
                EnumValue(defaults.clamp),
                until(lossless::MakeParameterAccessor<
                      lossless::EnumerationValue<decltype(Numbers::clamp)>>(&Self::m_parameters,
                                                                            &Numbers::clamp)),
                MakeEnumChecker(lossless::BcnFeedback::NONE,
                                "None",
                                lossless::BcnFeedback::TERMS,
                                "Terms",
                                lossless::BcnFeedback::TOTAL,
                                "Total"))
            .AddAttribute(
                "MaximumThreshold",
                "Qmc, the length of the queue in bytes above which a message is BCN_MAX, "
                "the largest negative feedback; 0 for never.",
                UintegerValue(defaults.maximumThreshold),
                until(lossless::MakeParameterAccessor<UintegerValue>(&Self::m_parameters,
                                                                     &Numbers::maximumThreshold)),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "StopThreshold",
                "Qsc, the length of the queue in bytes above which a message is BCN(0,0), "
                "which stops the source; 0 for never, else above MaximumThreshold.",
                UintegerValue(defaults.stopThreshold),
                until(lossless::MakeParameterAccessor<UintegerValue>(&Self::m_parameters,
                                                                     &Numbers::stopThreshold)),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "Sampling",
                "Which frames are sampled: Random, each with SampleProbability; "
                "ByteInterval, one every SampleInterval bytes.",
                EnumValue(RANDOM),
                until(burst::MakeEnumerationAccessor<Sampling>(&BcnCongestionPoint::m_sampling)),
                MakeEnumChecker(RANDOM, "Random", BYTE_INTERVAL, "ByteInterval"))
            .AddAttribute("SampleProbability",
                          "Probability with which a frame is sampled.",
                          DoubleValue(0.02),
                          until(MakeDoubleAccessor(&BcnCongestionPoint::m_probability)),
                          MakeDoubleChecker<double>(1e-15, 1))
            .AddAttribute("SampleInterval",
                          "Bytes from one sampled frame to the next.",
                          UintegerValue(75'000),
                          until(MakeUintegerAccessor(&BcnCongestionPoint::m_interval)),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

uint32_t
BcnCongestionPoint::GetSetPoint() const
{
    return static_cast<uint32_t>(m_parameters.setPoint);
}

void
BcnCongestionPoint::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_law.emplace(m_parameters);
    if (m_sampling == BYTE_INTERVAL)
    {
        GetSampler() = lossless::FrameSampler::ByBytes(m_interval);
    }
    else
    {
        GetSampler() = lossless::FrameSampler::AtRandom(m_probability);
        GetSampler().Next(GetRandom());
    }
}

lossless::CongestionMessage
BcnCongestionPoint::DoSample(int64_t queue, bool tagged)
{
    GetSampler().Next(GetRandom());
    return m_law->Sample(queue, tagged);
}

} // namespace ns3
