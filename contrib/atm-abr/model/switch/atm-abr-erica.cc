/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-erica.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EricaAlgorithm);

TypeId
EricaAlgorithm::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EricaAlgorithm")
                            .SetParent<EricaFamilyAlgorithm>()
                            .SetGroupName("AtmAbr")
                            .AddConstructor<EricaAlgorithm>()
                            .AddAttribute("TargetUtilization",
                                          "The part of the capacity that ABR cells shall take.",
                                          DoubleValue(0.9),
                                          burst::MakeAccessorUntil(
                                              MakeDoubleAccessor(&EricaAlgorithm::m_utilization),
                                              &AbrSwitchAlgorithm::IsStarted,
                                              "its port starts"),
                                          MakeDoubleChecker<double>(0.01, 1));
    return tid;
}

double
EricaAlgorithm::GetFraction(int64_t /* queue */) const
{
    return m_utilization;
}

} // namespace ns3
