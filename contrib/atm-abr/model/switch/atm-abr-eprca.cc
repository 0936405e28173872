/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-eprca.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-check.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace ns3
{

namespace atm
{

using burst::CheckParameter;

EprcaLaw::EprcaLaw(const Parameters& parameters, double macr)
    : m_parameters(parameters),
      m_macr(macr)
{
    CheckPart("the averaging factor AV", parameters.averaging);
    CheckParameter(parameters.separator >= 0 && parameters.separator <= 1,
                   "the separator VCS",
                   parameters.separator,
                   "numbers from 0 to 1");
    CheckPart("the down pressure factor DPF", parameters.downPressure);
    CheckPart("the explicit reduction factor ERF", parameters.explicitFactor);
    CheckPart("the major reduction factor MRF", parameters.majorFactor);
    CheckParameter(parameters.majorThreshold >= 0,
                   "the threshold DQT",
                   parameters.majorThreshold,
                   "cells from 0 on");
    CheckPositive("the first MACR", macr, "numbers of cells per second");
}

void
EprcaLaw::ForwardRm(bool congested, double ccr)
{
    if (congested ? ccr < m_macr : ccr > m_parameters.separator * m_macr)
    {
        m_macr += m_parameters.averaging * (ccr - m_macr);
    }
}

double
EprcaLaw::BackwardRm(bool congested, int64_t queue, double ccr) const
{
    if (queue > m_parameters.majorThreshold)
    {
        return m_parameters.majorFactor * m_macr;
    }
    if (congested && ccr > m_parameters.downPressure * m_macr)
    {
        return m_parameters.explicitFactor * m_macr;
    }
    return std::numeric_limits<double>::infinity();
}

double
EprcaLaw::GetMacr() const
{
    return m_macr;
}

} // namespace atm

NS_OBJECT_ENSURE_REGISTERED(EprcaFamilyAlgorithm);

TypeId
EprcaFamilyAlgorithm::GetTypeId()
{
    using Self = EprcaFamilyAlgorithm;
    static TypeId tid =
        TypeId("ns3::EprcaFamilyAlgorithm")
            .SetParent<AbrSwitchAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddAttribute("Averaging",
                          "AV, the part of its distance to MACR that a CCR moves MACR by.",
                          DoubleValue(1.0 / 16),
                          UntilStart(MakeDoubleAccessor(&Self::m_averaging)),
                          MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute("Separator",
                          "VCS, the part of MACR above which a CCR counts while the port is not "
                          "congested.",
                          DoubleValue(7.0 / 8),
                          UntilStart(MakeDoubleAccessor(&Self::m_separator)),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("DownPressure",
                          "DPF, the part of MACR above which a VC is slowed down by congestion.",
                          DoubleValue(7.0 / 8),
                          UntilStart(MakeDoubleAccessor(&Self::m_downPressure)),
                          MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute("ExplicitFactor",
                          "ERF, the part of MACR that such a VC gets.",
                          DoubleValue(15.0 / 16),
                          UntilStart(MakeDoubleAccessor(&Self::m_explicitFactor)),
                          MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute("MajorFactor",
                          "MRF, the part of MACR that every VC gets above MajorThreshold.",
                          DoubleValue(1.0 / 4),
                          UntilStart(MakeDoubleAccessor(&Self::m_majorFactor)),
                          MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute("MajorThreshold",
                          "DQT, the cells in the queue above which every VC is slowed down.",
                          UintegerValue(1000),
                          UntilStart(MakeUintegerAccessor(&Self::m_majorThreshold)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("InitialShare",
                          "MACR at the begin, as a part of the capacity of the port.",
                          DoubleValue(0.01),
                          UntilStart(MakeDoubleAccessor(&Self::m_initialShare)),
                          MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute("ExplicitRate",
                          "Whether ER is lowered; without it there is MACR alone, for intelligent "
                          "marking.",
                          BooleanValue(true),
                          UntilStart(MakeBooleanAccessor(&Self::m_explicitRate)),
                          MakeBooleanChecker());
    return tid;
}

void
EprcaFamilyAlgorithm::DoStart()
{
    const atm::EprcaLaw::Parameters parameters{m_averaging,
                                               m_separator,
                                               m_downPressure,
                                               m_explicitFactor,
                                               m_majorFactor,
                                               m_majorThreshold};
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

NS_OBJECT_ENSURE_REGISTERED(EprcaAlgorithm);

TypeId
EprcaAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EprcaAlgorithm")
            .SetParent<EprcaFamilyAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddConstructor<EprcaAlgorithm>()
            .AddAttribute("Threshold",
                          "QT, the cells in the queue above which the port is "
                          "congested; at most MajorThreshold.",
                          UintegerValue(500),
                          UntilStart(MakeUintegerAccessor(&EprcaAlgorithm::m_threshold)),
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

NS_OBJECT_ENSURE_REGISTERED(AprcAlgorithm);

TypeId
AprcAlgorithm::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AprcAlgorithm")
                            .SetParent<EprcaFamilyAlgorithm>()
                            .SetGroupName("AtmAbr")
                            .AddConstructor<AprcAlgorithm>()
                            .AddAttribute("GrowthCells",
                                          "K, the ABR cells from one look at the queue to the "
                                          "next, more than can arrive at once.",
                                          UintegerValue(100),
                                          UntilStart(MakeUintegerAccessor(&AprcAlgorithm::m_cells)),
                                          MakeUintegerChecker<uint32_t>(2));
    return tid;
}

void
AprcAlgorithm::DoStart()
{
    m_queue = 0;
    m_grown = false;
    EprcaFamilyAlgorithm::DoStart();
}

bool
AprcAlgorithm::IsCongested(int64_t /* queue */) const
{
    return m_grown;
}

void
AprcAlgorithm::DoEndInterval(AtmTime /* length */, const AbrIntervalCount& count)
{
    m_grown = count.queue > m_queue;
    m_queue = count.queue;
}

AbrInterval
AprcAlgorithm::DoGetInterval() const
{
    AbrInterval interval;
    interval.cells = m_cells;
    return interval;
}

} // namespace ns3
