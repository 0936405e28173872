/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-switch-algorithm.h"

#include "ns3/burst-core-check.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ns3
{

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
    CheckParameter(std::isfinite(capacity) && capacity > 0,
                   "the capacity of a port",
                   capacity,
                   "finite numbers of cells per second above 0");
    m_capacity = capacity;
    m_vcs = vcs;
    m_started = true;
    DoStart();
    BeginInterval(now);
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

void
AbrSwitchAlgorithm::DoStart()
{
}

void
AbrSwitchAlgorithm::DoForwardRm(AtmTime /* now */,
                                uint32_t /* vc */,
                                double /* ccr */,
                                double /* mcr */,
                                int64_t /* queue */)
{
}

void
AbrSwitchAlgorithm::DoBackwardRm(AtmTime /* now */,
                                 uint32_t /* vc */,
                                 double /* ccr */,
                                 int64_t /* queue */,
                                 AbrFeedback& /* feedback */)
{
}

void
AbrSwitchAlgorithm::DoEndInterval(AtmTime /* length */, const AbrIntervalCount& /* count */)
{
}

AbrInterval
AbrSwitchAlgorithm::DoGetInterval() const
{
    return {};
}

} // namespace ns3
