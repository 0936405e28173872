/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-qcn-congestion-point.h"

#include "lossless-ethernet-parameter-accessor.h"

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
    using Self = QcnCongestionPoint;
    using Numbers = lossless::QcnFeedback::Parameters;
    const Numbers defaults;
    const auto until = burst::MakeAccessorsUntil(&CongestionPoint::IsStarted, "Start");
    static TypeId tid =
        TypeId("ns3::QcnCongestionPoint")
            .SetParent<CongestionPoint>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<QcnCongestionPoint>()
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
                "SampleBase",
                "Bytes from one sampled frame to the next while nothing is congested; "
                "down to an eighth in congestion.",
                UintegerValue(defaults.sampleBase),
                until(lossless::MakeParameterAccessor<UintegerValue>(&Self::m_parameters,
                                                                     &Numbers::sampleBase)),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Jitter",
                          "Distances of samples are multiplied by a uniform number in [1 - Jitter, "
                          "1 + Jitter].",
                          DoubleValue(defaults.jitter),
                          until(lossless::MakeParameterAccessor<DoubleValue>(&Self::m_parameters,
                                                                             &Numbers::jitter)),
                          MakeDoubleChecker<double>(0, 0.99));
    return tid;
}

uint32_t
QcnCongestionPoint::GetSetPoint() const
{
    return static_cast<uint32_t>(m_parameters.setPoint);
}

void
QcnCongestionPoint::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_law.emplace(m_parameters);
    GetSampler().Restart(m_law->DrawInterval(0, GetRandom()));
}

lossless::CongestionMessage
QcnCongestionPoint::DoSample(int64_t queue, bool /* tagged */)
{
    const lossless::CongestionMessage message = m_law->Sample(queue);
    GetSampler().Restart(m_law->DrawInterval(message.quantized, GetRandom()));
    return message;
}

NS_OBJECT_ENSURE_REGISTERED(QcnOccupancyCongestionPoint);

TypeId
QcnOccupancyCongestionPoint::GetTypeId()
{
    static TypeId tid = TypeId("ns3::QcnOccupancyCongestionPoint")
                            .SetParent<QcnCongestionPoint>()
                            .SetGroupName("LosslessEthernet")
                            .AddConstructor<QcnOccupancyCongestionPoint>();
    return tid;
}

int64_t
QcnOccupancyCongestionPoint::DoChoose(int64_t queue)
{
    const auto place = static_cast<int64_t>(GetRandom().Below(queue));
    NS_LOG_LOGIC("byte " << place << " of " << queue);
    return place;
}

} // namespace ns3
