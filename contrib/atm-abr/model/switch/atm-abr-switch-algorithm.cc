/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-switch-algorithm.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ns3
{

namespace atm
{

void
CheckPositive(const std::string& what, double value, const std::string& unit)
{
    burst::CheckParameter(std::isfinite(value) && value > 0,
                          what,
                          value,
                          "finite " + unit + " above 0");
}

void
CheckPart(const std::string& what, double value)
{
    burst::CheckParameter(value > 0 && value <= 1, what, value, "numbers above 0, at most 1");
}

} // namespace atm

NS_LOG_COMPONENT_DEFINE("AbrSwitchAlgorithm");

NS_OBJECT_ENSURE_REGISTERED(AbrSwitchAlgorithm);

using burst::CheckParameter;

TypeId
AbrSwitchAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AbrSwitchAlgorithm")
            .SetParent<Object>()
            .SetGroupName("AtmAbr")
            .AddConstructor<AbrSwitchAlgorithm>()
            .AddTraceSource("Share",
                            "What the algorithm holds for the fair rate of a VC, in cells per "
                            "second: MACR, fair share or ERS.",
                            MakeTraceSourceAccessor(&AbrSwitchAlgorithm::m_share),
                            "ns3::TracedValueCallback::Double");
    return tid;
}

void
AbrSwitchAlgorithm::Start(AtmTime now, double capacity, uint32_t vcs)
{
    NS_LOG_FUNCTION(this << now << capacity << vcs);
    atm::CheckPositive("the capacity of a port", capacity, "numbers of cells per second");
    m_capacity = capacity;
    m_vcs = vcs;
    m_started = true;
    DoStart();
    BeginInterval(now);
}

Ptr<const AttributeAccessor>
AbrSwitchAlgorithm::UntilStart(Ptr<const AttributeAccessor> accessor)
{
    return burst::MakeAccessorUntil(accessor, &AbrSwitchAlgorithm::IsStarted, "its port starts");
}

bool
AbrSwitchAlgorithm::IsStarted() const
{
    return m_started;
}

bool
AbrSwitchAlgorithm::CountsVcs() const
{
    return false;
}

void
AbrSwitchAlgorithm::EndInterval(AtmTime now, const AbrIntervalCount& count)
{
    if (now <= m_begin)
    {
        throw std::invalid_argument("the end of an interval is " + std::to_string(now) +
                                    " ps; allowed are times after its begin, " +
                                    std::to_string(m_begin) + " ps");
    }
    CheckParameter(!CountsVcs() || count.vcCells.size() == m_vcs,
                   "the number of VCs whose cells were counted",
                   count.vcCells.size(),
                   "as many as pass the port, " + std::to_string(m_vcs));
    DoEndInterval(now - m_begin, count);
    NS_LOG_LOGIC(count.cells << " cells in " << now - m_begin << " ps: share " << m_share);
    BeginInterval(now);
}

void
AbrSwitchAlgorithm::BeginInterval(AtmTime now)
{
    m_begin = now;
    m_interval = DoGetInterval();
    if (m_interval.end != AbrInterval::NEVER)
    {
        m_interval.end += now;
    }
}

double
AbrSwitchAlgorithm::GetCapacity() const
{
    return m_capacity;
}

uint32_t
AbrSwitchAlgorithm::GetVcs() const
{
    return m_vcs;
}

NS_OBJECT_ENSURE_REGISTERED(AbrIntervalAlgorithm);

TypeId
AbrIntervalAlgorithm::GetTypeId()
{
    using Self = AbrIntervalAlgorithm;
    static TypeId tid =
        TypeId("ns3::AbrIntervalAlgorithm")
            .SetParent<AbrSwitchAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddAttribute("Interval",
                          "Time that a measuring interval takes, at most a day; 0 if it ends by "
                          "cells alone.",
                          TimeValue(MilliSeconds(1)),
                          UntilStart(MakeTimeAccessor(&Self::m_time)),
                          MakeTimeChecker(Time(0), Days(1)))
            .AddAttribute("IntervalCells",
                          "ABR cells with which a measuring interval ends, more than can arrive at "
                          "once; 0 if it ends by time alone.",
                          UintegerValue(0),
                          UntilStart(MakeUintegerAccessor(&Self::m_cells)),
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

NS_OBJECT_ENSURE_REGISTERED(IdealAlgorithm);

TypeId
IdealAlgorithm::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IdealAlgorithm")
                            .SetParent<AbrSwitchAlgorithm>()
                            .SetGroupName("AtmAbr")
                            .AddConstructor<IdealAlgorithm>();
    return tid;
}

void
IdealAlgorithm::SetRates(const std::vector<double>& rates)
{
    NS_LOG_FUNCTION(this << rates.size());
    CheckParameter(rates.size() == GetVcs(),
                   "the number of allocated rates",
                   rates.size(),
                   "as many as VCs pass the port, " + std::to_string(GetVcs()));
    for (const double rate : rates)
    {
        CheckParameter(rate >= 0, "an allocated rate", rate, "cells per second from 0 on");
    }
    m_rates = rates;
}

void
IdealAlgorithm::DoBackwardRm(AtmTime /* now */,
                             uint32_t vc,
                             double /* ccr */,
                             int64_t /* queue */,
                             AbrFeedback& feedback)
{
    if (!m_rates.empty())
    {
        feedback.er = std::min(feedback.er, m_rates[vc]);
    }
}

} // namespace ns3
