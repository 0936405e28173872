/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-eprca.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EprcaAlgorithm);

TypeId
EprcaAlgorithm::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EprcaAlgorithm")
                            .SetParent<EprcaFamilyAlgorithm>()
                            .SetGroupName("AtmAbr")
                            .AddConstructor<EprcaAlgorithm>()
                            .AddAttribute("Threshold",
                                          "QT, the cells in the queue above which the port is "
                                          "congested; at most MajorThreshold.",
                                          UintegerValue(500),
                                          burst::MakeAccessorUntil(
                                              MakeUintegerAccessor(&EprcaAlgorithm::m_threshold),
                                              &AbrSwitchAlgorithm::IsStarted,
                                              "its port starts"),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
EprcaAlgorithm::DoStart()
{
    burst::CheckParameter(m_threshold <= GetMajorThreshold(),
                          "the threshold QT",
                          m_threshold,
                          "cells up to the threshold DQT, " + std::to_string(GetMajorThreshold()));
    EprcaFamilyAlgorithm::DoStart();
}

bool
EprcaAlgorithm::IsCongested(int64_t queue) const
{
    return queue > m_threshold;
}

} // namespace ns3
