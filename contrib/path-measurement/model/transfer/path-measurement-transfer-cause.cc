/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-cause.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

TransferCause::Cause
TransferCause::Judge(const Evidence& evidence)
{
    const auto window = evidence.limits.GetTime(SenderLimits::WINDOW);
    const auto path = evidence.limits.GetTime(SenderLimits::PATH);
    const auto sender = evidence.limits.GetTime(SenderLimits::SENDER);
    if (!window && !path && !sender)
    {
        return NOTHING;
    }
    const bool standing =
        evidence.roundTrip > 0 && evidence.roundTrip >= STANDING * evidence.leastRoundTrip;
    if (path >= window && path >= sender)
    {
        const auto random = evidence.again ? LOSS : START;
        return standing ? BOTTLENECK : random;
    }
    const std::array<std::pair<double, Cause>, 5> used{{
        {evidence.source.processor, SOURCE_PROCESSOR},
        {evidence.source.disk, SOURCE_DISK},
        {evidence.sink.processor, SINK_PROCESSOR},
        {evidence.sink.disk, SINK_DISK},
        {sender > window ? evidence.limit : 0, RATE_LIMIT},
    }};
    const auto most = std::max_element(used.begin(), used.end(), [](auto one, auto other) {
        return one.first < other.first;
    });
    if (most->first >= BUSY)
    {
        return most->second;
    }
    if (sender > window)
    {
        return APPLICATION;
    }
    return standing ? BOTTLENECK : WINDOW;
}

std::string
TransferCause::ToText(Cause cause)
{
    switch (cause)
    {
    case WINDOW:
        return "window";
    case LOSS:
        return "loss";
    case BOTTLENECK:
        return "share of the bottleneck";
    case START:
        return "slow start";
    case SOURCE_PROCESSOR:
        return "processor of the sender";
    case SOURCE_DISK:
        return "disk of the sender";
    case SINK_PROCESSOR:
        return "processor of the receiver";
    case SINK_DISK:
        return "disk of the receiver";
    case RATE_LIMIT:
        return "rate limit";
    case APPLICATION:
        return "application";
    case NOTHING:
        break;
    }
    return "nothing";
}

} // namespace ns3
