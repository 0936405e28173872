/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-capc.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CapcAlgorithm);

TypeId
CapcAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CapcAlgorithm")
            .SetParent<AbrIntervalAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddConstructor<CapcAlgorithm>()
            .AddAttribute(
                "TargetUtilization",
                "The part of the capacity that ABR cells shall take.",
                DoubleValue(0.95),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&CapcAlgorithm::m_utilization),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(0.01, 1))
            .AddAttribute("Rise",
                          "Rup, how the rise of the rate follows what the load lacks to 1.",
                          DoubleValue(0.1),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&CapcAlgorithm::m_rise),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeDoubleChecker<double>(1e-9, 100))
            .AddAttribute("Fall",
                          "Rdn, how the fall of the rate follows what the load has above 1.",
                          DoubleValue(0.8),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&CapcAlgorithm::m_fall),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeDoubleChecker<double>(1e-9, 100))
            .AddAttribute("MaxRise",
                          "ERU, the largest factor by which the rate rises in an interval.",
                          DoubleValue(1.5),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&CapcAlgorithm::m_maxRise),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeDoubleChecker<double>(1.001, 1000))
            .AddAttribute("MaxFall",
                          "ERF, the least factor by which the rate falls in an interval.",
                          DoubleValue(0.5),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&CapcAlgorithm::m_maxFall),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeDoubleChecker<double>(0.001, 0.999))
            .AddAttribute(
                "Threshold",
                "The cells in the queue above which CI is set in backward RM cells.",
                UintegerValue(50),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&CapcAlgorithm::m_threshold),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "InitialShare",
                "The rate at the begin, as a part of the capacity of the port.",
                DoubleValue(0.01),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&CapcAlgorithm::m_initialShare),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(1e-9, 1));
    return tid;
}

void
CapcAlgorithm::DoStart()
{
    AbrIntervalAlgorithm::DoStart();
    CapcLaw::Parameters parameters;
    parameters.utilization = m_utilization;
    parameters.rise = m_rise;
    parameters.fall = m_fall;
    parameters.maxRise = m_maxRise;
    parameters.maxFall = m_maxFall;
    m_law.emplace(parameters, GetCapacity(), m_initialShare * GetCapacity());
    SetShare(m_law->GetRate());
}

void
CapcAlgorithm::DoBackwardRm(AtmTime /* now */,
                            uint32_t /* vc */,
                            double /* ccr */,
                            int64_t queue,
                            AbrFeedback& feedback)
{
    feedback.er = std::min(feedback.er, m_law->GetRate());
    feedback.ci = feedback.ci || queue > m_threshold;
}

void
CapcAlgorithm::DoEndInterval(AtmTime length, const AbrIntervalCount& count)
{
    m_law->EndInterval(length, count);
    SetShare(m_law->GetRate());
}

} // namespace ns3
