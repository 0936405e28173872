/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-qcn-congestion-point.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("QcnCongestionPoint");

NS_OBJECT_ENSURE_REGISTERED(QcnCongestionPoint);

TypeId
QcnCongestionPoint::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::QcnCongestionPoint")
            .SetParent<CongestionPoint>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<QcnCongestionPoint>()
            .AddAttribute(
                "SetPoint",
                "Qeq, the length that the queue shall have, in bytes.",
                UintegerValue(26'000),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&QcnCongestionPoint::m_setPoint),
                                         &CongestionPoint::IsStarted,
                                         "Start"),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "Weight",
                "W, the weight of the change of the queue in the feedback.",
                DoubleValue(2),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&QcnCongestionPoint::m_weight),
                                         &CongestionPoint::IsStarted,
                                         "Start"),
                MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute(
                "SampleBase",
                "Bytes from one sampled frame to the next while nothing is congested; "
                "down to an eighth in congestion.",
                UintegerValue(150'000),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&QcnCongestionPoint::m_sampleBase),
                                         &CongestionPoint::IsStarted,
                                         "Start"),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "Jitter",
                "Distances of samples are multiplied by a uniform number in [1 - Jitter, "
                "1 + Jitter].",
                DoubleValue(0.15),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&QcnCongestionPoint::m_jitter),
                                         &CongestionPoint::IsStarted,
                                         "Start"),
                MakeDoubleChecker<double>(0, 0.99));
    return tid;
}

uint32_t
QcnCongestionPoint::GetSetPoint() const
{
    return m_setPoint;
}

void
QcnCongestionPoint::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_law.emplace(QcnFeedback::Parameters{m_setPoint, m_weight, m_sampleBase, m_jitter});
    GetSampler().Restart(m_law->DrawInterval(0, GetRandom()));
}

CongestionMessage
QcnCongestionPoint::DoSample(int64_t queue, bool /* tagged */)
{
    const CongestionMessage message = m_law->Sample(queue);
    GetSampler().Restart(m_law->DrawInterval(message.quantized, GetRandom()));
    return message;
}

} // namespace ns3
