/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rate-scale.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-number-text.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ns3
{

RateScale::RateScale(double factor)
    : m_factor(factor)
{
    burst::CheckParameter(factor >= 1 && std::isfinite(factor),
                          "the scale of rates",
                          factor,
                          "numbers from 1 on");
}

double
RateScale::GetFactor() const
{
    return m_factor;
}

uint64_t
RateScale::Divide(uint64_t amount) const
{
    const auto scaled = static_cast<uint64_t>(std::llround(static_cast<double>(amount) / m_factor));
    return amount ? std::max<uint64_t>(1, scaled) : 0;
}

double
RateScale::GetLoss(double loss, Time roundTrip) const
{
    if (loss <= 0 || m_factor == 1)
    {
        return loss;
    }
    const double packets = GetPackets(loss, roundTrip) / m_factor;
    if (loss > MOST_LOSS || GetPackets(MOST_LOSS, roundTrip) > packets)
    {
        throw std::invalid_argument("the scale of rates is " + burst::WriteDouble(m_factor) +
                                    ", with which a loss of " + burst::WriteDouble(loss) +
                                    " would become more than " + burst::WriteDouble(MOST_LOSS) +
                                    "; allowed are smaller ones");
    }
    // GetPackets falls with the loss; halves of the interval of logarithms.
    double low = std::log(loss);
    double high = std::log(MOST_LOSS);
    for (int step = 0; step < 60; ++step)
    {
        const double middle = (low + high) / 2;
        (GetPackets(std::exp(middle), roundTrip) > packets ? low : high) = middle;
    }
    return std::exp((low + high) / 2);
}

double
RateScale::GetPackets(double loss, Time roundTrip)
{
    constexpr double ACKNOWLEDGED = 2;    // packets, by one acknowledgement
    constexpr double LEAST_TIMEOUT = 0.2; // s
    const double timeout = std::max(1.0, LEAST_TIMEOUT / roundTrip.GetSeconds()); // round trips
    const double sawtooth = std::sqrt(2 * ACKNOWLEDGED * loss / 3);
    const double probability = std::min(1.0, 3 * std::sqrt(3 * ACKNOWLEDGED * loss / 8));
    return 1 / (sawtooth + timeout * probability * loss * (1 + 32 * loss * loss));
}

ExpectedRate::ExpectedRate(double rate, Time roundTrip, double loss, double use)
    : m_free(0.95 * (1 - use) * rate),
      m_roundTrip(roundTrip.GetSeconds()),
      m_byLoss(0.93 * 8 * SEGMENT / m_roundTrip / std::sqrt(loss))
{
}

double
ExpectedRate::Get(uint32_t streams, double window) const
{
    const double byWindow = 8 * window / m_roundTrip;
    const double stream = 1 / std::hypot(1 / byWindow, 1 / m_byLoss);
    return std::min(streams * stream, m_free * (1 - 1 / (1 + 3.0 * streams)));
}

} // namespace ns3
