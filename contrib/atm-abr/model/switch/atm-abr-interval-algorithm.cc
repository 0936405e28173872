/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-interval-algorithm.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AbrIntervalAlgorithm);

TypeId
AbrIntervalAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AbrIntervalAlgorithm")
            .SetParent<AbrSwitchAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddAttribute("Interval",
                          "Time that a measuring interval takes, at most a day; 0 if it ends by "
                          "cells alone.",
                          TimeValue(MilliSeconds(1)),
                          burst::MakeAccessorUntil(MakeTimeAccessor(&AbrIntervalAlgorithm::m_time),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeTimeChecker(Time(0), Days(1)))
            .AddAttribute(
                "IntervalCells",
                "ABR cells with which a measuring interval ends, more than can arrive at "
                "once; 0 if it ends by time alone.",
                UintegerValue(0),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&AbrIntervalAlgorithm::m_cells),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeUintegerChecker<uint32_t>());
    return tid;
}

void
AbrIntervalAlgorithm::DoStart()
{
    if (m_time.IsZero() && m_cells == 0)
    {
        throw std::invalid_argument(
            "a measuring interval has 0 s and 0 cells; allowed is an end by "
            "time, by cells or by both");
    }
}

AbrInterval
AbrIntervalAlgorithm::DoGetInterval() const
{
    AbrInterval interval;
    if (!m_time.IsZero())
    {
        interval.end = ToAtmTime(m_time, "Interval");
    }
    if (m_cells > 0)
    {
        interval.cells = m_cells;
    }
    return interval;
}

} // namespace ns3
