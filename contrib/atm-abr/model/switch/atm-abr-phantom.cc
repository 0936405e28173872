/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-phantom.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PhantomAlgorithm);

TypeId
PhantomAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PhantomAlgorithm")
            .SetParent<AbrIntervalAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddConstructor<PhantomAlgorithm>()
            .AddAttribute("Factor",
                          "u, how many times as much as the phantom a VC gets.",
                          DoubleValue(5),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&PhantomAlgorithm::m_factor),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeDoubleChecker<double>(0.01, 1000))
            .AddAttribute("Rise",
                          "Gain of the rate of the phantom while more is left than that.",
                          DoubleValue(1.0 / 64),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&PhantomAlgorithm::m_rise),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute("Fall",
                          "Gain of the rate of the phantom while less is left than that.",
                          DoubleValue(1.0 / 32),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&PhantomAlgorithm::m_fall),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute(
                "DeviationGain",
                "h, gain of the mean deviation, which lowers the other gains; 0 for "
                "none of it.",
                DoubleValue(0.25),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&PhantomAlgorithm::m_deviationGain),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(0, 1))
            .AddAttribute(
                "InitialShare",
                "The rate of the phantom at the begin, as a part of the capacity of the "
                "port.",
                DoubleValue(0.01),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&PhantomAlgorithm::m_initialShare),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(1e-9, 1));
    return tid;
}

void
PhantomAlgorithm::DoStart()
{
    AbrIntervalAlgorithm::DoStart();
    PhantomLaw::Parameters parameters;
    parameters.factor = m_factor;
    parameters.rise = m_rise;
    parameters.fall = m_fall;
    parameters.deviationGain = m_deviationGain;
    m_law.emplace(parameters, GetCapacity(), m_initialShare * GetCapacity());
    SetShare(m_law->GetRate());
}

void
PhantomAlgorithm::DoBackwardRm(AtmTime /* now */,
                               uint32_t /* vc */,
                               double /* ccr */,
                               int64_t /* queue */,
                               AbrFeedback& feedback)
{
    feedback.er = std::min(feedback.er, m_law->GetRate());
}

void
PhantomAlgorithm::DoEndInterval(AtmTime length, const AbrIntervalCount& count)
{
    m_law->EndInterval(length, count);
    SetShare(m_law->GetRate());
}

} // namespace ns3
