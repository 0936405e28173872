/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-qcn-feedback.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ns3::lossless
{

using burst::CheckParameter;

QcnFeedback::QcnFeedback(const Parameters& parameters)
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
    CheckParameter(parameters.sampleBase >= 1,
                   "the sample base",
                   parameters.sampleBase,
                   "bytes from 1 on");
    CheckParameter(parameters.jitter >= 0 && parameters.jitter < 1,
                   "the jitter of the sample interval",
                   parameters.jitter,
                   "numbers from 0 to below 1");
}

uint8_t
QcnFeedback::Quantize(double feedback) const
{
    constexpr double MOST = 63;
    const double limit = (2 * m_parameters.weight + 1) * m_parameters.setPoint;
    return static_cast<uint8_t>(std::clamp(-feedback * MOST / limit, 0.0, MOST));
}

double
QcnFeedback::GetInterval(uint8_t quantized) const
{
    constexpr std::array<double, 8> KILOBYTES{150, 75, 50, 37.5, 30, 25, 21.5, 18.5};
    return m_parameters.sampleBase * (KILOBYTES[quantized >> 3] / KILOBYTES[0]);
}

CongestionMessage
QcnFeedback::Sample(int64_t queue)
{
    CongestionMessage message;
    message.offset = queue - m_parameters.setPoint;
    message.delta = queue - m_queue;
    message.feedback = std::max(-(message.offset + m_parameters.weight * message.delta),
                                -(2 * m_parameters.weight + 1) * m_parameters.setPoint);
    message.quantized = Quantize(message.feedback);
    message.kind =
        message.quantized > 0 ? CongestionMessage::QUANTIZED : CongestionMessage::NOTHING;
    m_queue = queue;
    return message;
}

int64_t
QcnFeedback::DrawInterval(uint8_t quantized, traffic::StreamRandom& random) const
{
    const double factor = 1 + m_parameters.jitter * (2 * random.Uniform() - 1);
    return std::max<int64_t>(std::llround(GetInterval(quantized) * factor), 1);
}

} // namespace ns3::lossless
