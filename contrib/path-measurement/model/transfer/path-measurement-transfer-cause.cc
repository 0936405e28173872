/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-cause.h"

namespace ns3
{

namespace
{

/** @param host any @param processor cause @param disk cause @param other cause @return which of
 * them */
TransferCause::Cause
Which(const TransferCause::Host& host,
      TransferCause::Cause processor,
      TransferCause::Cause disk,
      TransferCause::Cause other)
{
    if (host.processor < TransferCause::BUSY && host.disk < TransferCause::BUSY)
    {
        return other;
    }
    return host.disk > host.processor ? disk : processor;
}

} // namespace

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
    if (sender > window && sender > path)
    {
        return Which(evidence.source,
                     SOURCE_PROCESSOR,
                     SOURCE_DISK,
                     evidence.limit >= BUSY ? RATE_LIMIT : APPLICATION);
    }
    if (window > path)
    {
        return Which(evidence.sink, SINK_PROCESSOR, SINK_DISK, WINDOW);
    }
    if (evidence.roundTrip >= STANDING * evidence.leastRoundTrip)
    {
        return BOTTLENECK;
    }
    return evidence.again ? LOSS : START;
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
