/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-erica-family.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EricaFamilyAlgorithm);

TypeId
EricaFamilyAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EricaFamilyAlgorithm")
            .SetParent<AbrIntervalAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddAttribute(
                "Delta",
                "How far the load may be above 1 for all VCs to be offered the highest "
                "rate of the last interval.",
                DoubleValue(0.1),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&EricaFamilyAlgorithm::m_delta),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(0, 100))
            .AddAttribute(
                "CountActiveVcs",
                "Whether the fair share is of the VCs that sent in the interval, or of "
                "all.",
                BooleanValue(true),
                burst::MakeAccessorUntil(MakeBooleanAccessor(&EricaFamilyAlgorithm::m_countVcs),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeBooleanChecker())
            .AddAttribute(
                "ActivityDecay",
                "The part of its count that a silent VC keeps in each further interval.",
                DoubleValue(0),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&EricaFamilyAlgorithm::m_activityDecay),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(0, 0.999))
            .AddAttribute(
                "LoadAveraging",
                "Weight of the last interval in the averages of input rate and target; 1 "
                "for no average.",
                DoubleValue(1),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&EricaFamilyAlgorithm::m_averaging),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute(
                "LimitRise",
                "Whether a VC below the fair share is offered no more than that.",
                BooleanValue(true),
                burst::MakeAccessorUntil(MakeBooleanAccessor(&EricaFamilyAlgorithm::m_limitRise),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeBooleanChecker())
            .AddAttribute("ImmediateFairShare",
                          "Whether the forward RM cell of a VC that was silent lowers the fair "
                          "share at once.",
                          BooleanValue(false),
                          burst::MakeAccessorUntil(
                              MakeBooleanAccessor(&EricaFamilyAlgorithm::m_immediateFairShare),
                              &AbrSwitchAlgorithm::IsStarted,
                              "its port starts"),
                          MakeBooleanChecker())
            .AddAttribute(
                "MeasureRates",
                "Whether the rate of a VC is measured, and not taken from its CCR.",
                BooleanValue(false),
                burst::MakeAccessorUntil(MakeBooleanAccessor(&EricaFamilyAlgorithm::m_measureRates),
                                         &AbrSwitchAlgorithm::IsStarted,
                                         "its port starts"),
                MakeBooleanChecker());
    return tid;
}

bool
EricaFamilyAlgorithm::CountsVcs() const
{
    return m_law && m_law->CountsVcs();
}

void
EricaFamilyAlgorithm::DoStart()
{
    AbrIntervalAlgorithm::DoStart();
    EricaLaw::Parameters parameters;
    parameters.delta = m_delta;
    parameters.countVcs = m_countVcs;
    parameters.activityDecay = m_activityDecay;
    parameters.averaging = m_averaging;
    parameters.limitRise = m_limitRise;
    parameters.immediateFairShare = m_immediateFairShare;
    parameters.measureRates = m_measureRates;
    m_law.emplace(parameters, GetCapacity(), GetVcs(), GetFraction(0));
    SetShare(m_law->GetFairShare());
}

void
EricaFamilyAlgorithm::DoForwardRm(AtmTime /* now */,
                                  uint32_t vc,
                                  double ccr,
                                  double /* mcr */,
                                  int64_t /* queue */)
{
    m_law->ForwardRm(vc, ccr);
    SetShare(m_law->GetFairShare());
}

void
EricaFamilyAlgorithm::DoBackwardRm(AtmTime /* now */,
                                   uint32_t vc,
                                   double /* ccr */,
                                   int64_t /* queue */,
                                   AbrFeedback& feedback)
{
    feedback.er = std::min(feedback.er, m_law->BackwardRm(vc));
}

void
EricaFamilyAlgorithm::DoEndInterval(AtmTime length, const AbrIntervalCount& count)
{
    m_law->EndInterval(length, count, GetFraction(count.queue));
    SetShare(m_law->GetFairShare());
}

} // namespace ns3
