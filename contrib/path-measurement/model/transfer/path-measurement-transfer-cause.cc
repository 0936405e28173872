/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-cause.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace ns3::measurement
{

SenderLimits::State
SenderLimits::Judge(const Moment& moment)
{
    if (moment.repairing)
    {
        return PATH;
    }
    if (!moment.unsent)
    {
        return moment.room < moment.segment ? WINDOW : SENDER;
    }
    return moment.window <= moment.congestion ? WINDOW : PATH;
}

void
SenderLimits::Add(State state, int64_t time)
{
    m_times[state] += time;
}

void
SenderLimits::Add(const SenderLimits& other)
{
    for (uint32_t state = 0; state < STATES; ++state)
    {
        m_times[state] += other.m_times[state];
    }
}

int64_t
SenderLimits::GetTime(State state) const
{
    return m_times[state];
}

double
SenderLimits::GetShare(State state) const
{
    const auto all = std::accumulate(m_times.begin(), m_times.end(), int64_t(0));
    return all ? static_cast<double>(m_times[state]) / static_cast<double>(all) : 0;
}

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

} // namespace ns3::measurement
