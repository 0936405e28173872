/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-erica-plus.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EricaPlusAlgorithm);

TypeId
EricaPlusAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EricaPlusAlgorithm")
            .SetParent<EricaFamilyAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddConstructor<EricaPlusAlgorithm>()
            .AddAttribute("TargetDelay",
                          "T0, the time that the queue shall take to drain.",
                          TimeValue(MicroSeconds(500)),
                          burst::MakeAccessorUntil(MakeTimeAccessor(&EricaPlusAlgorithm::m_delay),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("CurveA",
                          "a, how steeply the target falls above TargetDelay; 1 for not at all.",
                          DoubleValue(1.15),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&EricaPlusAlgorithm::m_a),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeDoubleChecker<double>(1, 100))
            .AddAttribute("CurveB",
                          "b, the part of the capacity that is aimed at with an empty queue.",
                          DoubleValue(1.05),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&EricaPlusAlgorithm::m_b),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeDoubleChecker<double>(1, 100))
            .AddAttribute("QueueDrainLimit",
                          "QDLF, the least part of the capacity that is aimed at.",
                          DoubleValue(0.5),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&EricaPlusAlgorithm::m_limit),
                                                   &AbrSwitchAlgorithm::IsStarted,
                                                   "its port starts"),
                          MakeDoubleChecker<double>(0.01, 1));
    return tid;
}

void
EricaPlusAlgorithm::DoStart()
{
    EricaQueueControl::Parameters parameters;
    parameters.delay = m_delay.GetSeconds();
    parameters.a = m_a;
    parameters.b = m_b;
    parameters.limit = m_limit;
    m_control.emplace(parameters);
    EricaFamilyAlgorithm::DoStart();
}

double
EricaPlusAlgorithm::GetFraction(int64_t queue) const
{
    return m_control->GetFraction(queue / GetCapacity());
}

} // namespace ns3
