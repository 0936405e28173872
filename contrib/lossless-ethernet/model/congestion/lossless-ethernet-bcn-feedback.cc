/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-bcn-feedback.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3::lossless
{

using burst::CheckParameter;

BcnFeedback::BcnFeedback(const Parameters& parameters)
    : m_parameters(parameters)
{
    CheckParameter(parameters.setPoint >= 1,
                   "the set point Qeq",
                   parameters.setPoint,
                   "bytes from 1 on");
    CheckParameter(std::isfinite(parameters.weight) && parameters.weight >= 0,
                   "the weight W",
                   parameters.weight,
                   "finite numbers from 0 on");
    CheckParameter(parameters.maximumThreshold >= 0,
                   "the threshold of BCN_MAX",
                   parameters.maximumThreshold,
                   "bytes from 0 on");
    CheckParameter(parameters.stopThreshold == 0 ||
                       parameters.stopThreshold > parameters.maximumThreshold,
                   "the threshold of BCN(0,0)",
                   parameters.stopThreshold,
                   "0 and bytes above the threshold of BCN_MAX, " +
                       std::to_string(parameters.maximumThreshold));
}

double
BcnFeedback::GetLimit() const
{
    return (2 * m_parameters.weight + 1) * m_parameters.setPoint;
}

double
BcnFeedback::GetFeedback(int64_t offset, int64_t delta) const
{
    const int64_t setPoint = m_parameters.setPoint;
    if (m_parameters.clamp == TERMS)
    {
        offset = std::clamp(offset, -setPoint, setPoint);
        delta = std::clamp(delta, -2 * setPoint, 2 * setPoint);
    }
    const double feedback = -(offset + m_parameters.weight * delta);
    return m_parameters.clamp == TOTAL ? std::clamp(feedback, -GetLimit(), GetLimit()) : feedback;
}

CongestionMessage
BcnFeedback::Sample(int64_t queue, bool tagged)
{
    CongestionMessage message;
    message.offset = queue - m_parameters.setPoint;
    message.delta = queue - m_queue;
    message.feedback = GetFeedback(message.offset, message.delta);
    m_queue = queue;
    if (m_parameters.stopThreshold > 0 && queue > m_parameters.stopThreshold)
    {
        message.kind = CongestionMessage::STOP;
    }
    else if (m_parameters.maximumThreshold > 0 && queue > m_parameters.maximumThreshold)
    {
        message.kind = CongestionMessage::MAXIMUM;
        message.feedback = -GetLimit();
    }
    else if (message.feedback < 0)
    {
        message.kind = CongestionMessage::NEGATIVE;
    }
    else if (message.feedback > 0 && tagged)
    {
        message.kind = CongestionMessage::POSITIVE;
    }
    return message;
}

} // namespace ns3::lossless
