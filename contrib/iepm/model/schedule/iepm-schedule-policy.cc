/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-schedule-policy.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3::iepm
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

} // namespace ns3::iepm

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ScheduleApplication);

TypeId
ScheduleApplication::GetTypeId()
{
    using Self = ScheduleApplication;
    const auto untilUse =
        burst::MakeAccessorsUntil(&ScheduleApplication::IsInUse, "the start and the first request");
    static TypeId tid =
        TypeId("ns3::ScheduleApplication")
            .SetParent<Application>()
            .SetGroupName("Iepm")
            .AddAttribute("CycleLength",
                          "Time from one cycle to the next, without StartJitter.",
                          TimeValue(Minutes(90)),
                          untilUse(MakeTimeAccessor(&Self::m_length)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("StartJitter",
                          "A cycle begins at a random time within it, 0 to CycleLength.",
                          TimeValue(Minutes(15)),
                          untilUse(MakeTimeAccessor(&Self::m_jitter)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SleepFactor",
                          "Time after a test in which nothing begins, as a multiple of the "
                          "duration of the test.",
                          DoubleValue(1),
                          untilUse(MakeDoubleAccessor(&Self::m_sleep)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Visits",
                          "Hosts that are visited at a time. At most one heavy test runs.",
                          UintegerValue(1),
                          untilUse(MakeUintegerAccessor(&Self::m_visits)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Overrun",
                          "What becomes of tests that have not begun when the next cycle is to "
                          "begin: they are skipped, it waits for them, or they come first.",
                          EnumValue(iepm::SchedulePolicy::SKIP),
                          untilUse(burst::MakeEnumerationAccessor<iepm::SchedulePolicy::Overrun>(
                              &Self::m_overrun)),
                          MakeEnumChecker(iepm::SchedulePolicy::SKIP,
                                          "Skip",
                                          iepm::SchedulePolicy::LATE,
                                          "Late",
                                          iepm::SchedulePolicy::CARRY_ON,
                                          "CarryOn"))
            .AddAttribute("DailyBytes",
                          "Bytes that may be sent to a host in a day; 0: any number.",
                          UintegerValue(0),
                          untilUse(MakeUintegerAccessor(&Self::m_dailyBytes)),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("DownAfter",
                          "Tests in a row that reach nobody, after which the rest of a visit is "
                          "skipped; 0: nothing is.",
                          UintegerValue(3),
                          untilUse(MakeUintegerAccessor(&Self::m_downAfter)),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

iepm::SchedulePolicy
ScheduleApplication::GetPolicy() const
{
    iepm::SchedulePolicy policy;
    policy.length = m_length;
    policy.jitter = m_jitter;
    policy.sleep = m_sleep;
    policy.visits = m_visits;
    policy.overrun = m_overrun;
    policy.dailyBytes = m_dailyBytes;
    policy.downAfter = m_downAfter;
    return policy;
}

} // namespace ns3
