/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-schedule-policy.h"

#include "ns3/burst-core-check.h"

#include <cmath>

namespace ns3
{

void
SchedulePolicy::Check() const
{
    using burst::CheckParameter;
    CheckParameter(length.IsStrictlyPositive(),
                   "the length of a cycle",
                   length.GetSeconds(),
                   "seconds above 0");
    CheckParameter(!jitter.IsStrictlyNegative() && jitter <= length,
                   "the jitter of its begin",
                   jitter.GetSeconds(),
                   "seconds from 0 to the length of a cycle");
    CheckParameter(sleep >= 0 && std::isfinite(sleep),
                   "the sleep after a test",
                   sleep,
                   "multiples of its duration from 0 on");
    CheckParameter(visits > 0, "the number of visits at a time", visits, "numbers from 1 on");
}

Time
SchedulePolicy::GetSleep(Time duration) const
{
    return TimeStep(std::llround(sleep * static_cast<double>(duration.GetTimeStep())));
}

} // namespace ns3
