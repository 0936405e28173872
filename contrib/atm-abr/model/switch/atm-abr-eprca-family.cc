/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-eprca-family.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EprcaFamilyAlgorithm);

TypeId
EprcaFamilyAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EprcaFamilyAlgorithm")
            .SetParent<AbrSwitchAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddAttribute(
                "Averaging",
                "AV, the part of its distance to MACR that a CCR moves MACR by.",
                DoubleValue(1.0 / 16),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&EprcaFamilyAlgorithm::m_averaging),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute(
                "Separator",
                "VCS, the part of MACR above which a CCR counts while the port is not "
                "congested.",
                DoubleValue(7.0 / 8),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&EprcaFamilyAlgorithm::m_separator),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(0, 1))
            .AddAttribute(
                "DownPressure",
                "DPF, the part of MACR above which a VC is slowed down by congestion.",
                DoubleValue(7.0 / 8),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&EprcaFamilyAlgorithm::m_downPressure),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute("ExplicitFactor",
                          "ERF, the part of MACR that such a VC gets.",
                          DoubleValue(15.0 / 16),
                          burst::MakeAccessorUntil(
                              MakeDoubleAccessor(&EprcaFamilyAlgorithm::m_explicitFactor),
                              &AbrSwitchAlgorithm::IsStarted,
                              "its port starts"),
                          MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute(
                "MajorFactor",
                "MRF, the part of MACR that every VC gets above MajorThreshold.",
                DoubleValue(1.0 / 4),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&EprcaFamilyAlgorithm::m_majorFactor),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute("MajorThreshold",
                          "DQT, the cells in the queue above which every VC is slowed down.",
                          UintegerValue(1000),
                          burst::MakeAccessorUntil(
                              MakeUintegerAccessor(&EprcaFamilyAlgorithm::m_majorThreshold),
                              &AbrSwitchAlgorithm::IsStarted,
                              "its port starts"),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "InitialShare",
                "MACR at the begin, as a part of the capacity of the port.",
                DoubleValue(0.01),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&EprcaFamilyAlgorithm::m_initialShare),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute(
                "ExplicitRate",
                "Whether ER is lowered; without it there is MACR alone, for intelligent "
                "marking.",
                BooleanValue(true),
                burst::MakeAccessorUntil(MakeBooleanAccessor(&EprcaFamilyAlgorithm::m_explicitRate),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeBooleanChecker());
    return tid;
}

void
EprcaFamilyAlgorithm::DoStart()
{
    EprcaLaw::Parameters parameters;
    parameters.averaging = m_averaging;
    parameters.separator = m_separator;
    parameters.downPressure = m_downPressure;
    parameters.explicitFactor = m_explicitFactor;
    parameters.majorFactor = m_majorFactor;
    parameters.majorThreshold = m_majorThreshold;
    m_law.emplace(parameters, m_initialShare * GetCapacity());
    SetShare(m_law->GetMacr());
}

uint32_t
EprcaFamilyAlgorithm::GetMajorThreshold() const
{
    return m_majorThreshold;
}

void
EprcaFamilyAlgorithm::DoForwardRm(AtmTime /* now */,
                                  uint32_t /* vc */,
                                  double ccr,
                                  double /* mcr */,
                                  int64_t queue)
{
    m_law->ForwardRm(IsCongested(queue), ccr);
    SetShare(m_law->GetMacr());
}

void
EprcaFamilyAlgorithm::DoBackwardRm(AtmTime /* now */,
                                   uint32_t /* vc */,
                                   double ccr,
                                   int64_t queue,
                                   AbrFeedback& feedback)
{
    if (m_explicitRate)
    {
        feedback.er = std::min(feedback.er, m_law->BackwardRm(IsCongested(queue), queue, ccr));
    }
}

} // namespace ns3
