/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-marking.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-check.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <limits>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AbrMarking");

using burst::CheckParameter;

AbrThreshold::AbrThreshold(const Parameters& parameters)
    : m_parameters(parameters)
{
    CheckParameter(parameters.high >= 1, "the threshold Qt", parameters.high, "cells from 1 on");
    CheckParameter(parameters.low >= 0 && parameters.low <= parameters.high,
                   "the low threshold",
                   parameters.low,
                   "cells from 0 to the threshold Qt, " + std::to_string(parameters.high));
    if (parameters.noIncrease && parameters.low == parameters.high)
    {
        throw std::invalid_argument("NI is set between thresholds that are both " +
                                    std::to_string(parameters.low) +
                                    " cells; allowed is NI with a low threshold below Qt");
    }
}

NS_OBJECT_ENSURE_REGISTERED(AbrMarking);

TypeId
AbrMarking::GetTypeId()
{
    using Self = AbrMarking;
    static const auto untilStart = burst::MakeAccessorsUntil(&Self::IsStarted, "its port starts");
    static TypeId tid =
        TypeId("ns3::AbrMarking")
            .SetParent<Object>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute("Point",
                          "Which cells are marked: EfciDeparture or EfciArrival, data cells that "
                          "leave or arrive; BackwardRm or ForwardRm, CI of RM cells; Becn, "
                          "backward RM cells with CI that the switch makes when a forward one "
                          "joins.",
                          EnumValue(EFCI_DEPARTURE),
                          untilStart(burst::MakeEnumerationAccessor<Point>(&Self::m_point)),
                          MakeEnumChecker(EFCI_DEPARTURE,
                                          "EfciDeparture",
                                          EFCI_ARRIVAL,
                                          "EfciArrival",
                                          BACKWARD,
                                          "BackwardRm",
                                          FORWARD,
                                          "ForwardRm",
                                          BECN,
                                          "Becn"))
            .AddAttribute("Threshold",
                          "Qt, the cells in the queue above which cells are marked.",
                          UintegerValue(500),
                          untilStart(MakeUintegerAccessor(&Self::m_threshold)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Hysteresis",
                          "How many cells below Threshold the queue has to fall until marking "
                          "ends; at most Threshold.",
                          UintegerValue(0),
                          untilStart(MakeUintegerAccessor(&Self::m_hysteresis)),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("NoIncrease",
                          "Whether NI is set in RM cells while the queue is above Threshold - "
                          "Hysteresis and CI is not set.",
                          BooleanValue(false),
                          untilStart(MakeBooleanAccessor(&Self::m_noIncrease)),
                          MakeBooleanChecker())
            .AddAttribute("Intelligent",
                          "Whether only RM cells with a CCR above DownPressure times the share of "
                          "the switch algorithm are marked.",
                          BooleanValue(false),
                          untilStart(MakeBooleanAccessor(&Self::m_intelligent)),
                          MakeBooleanChecker())
            .AddAttribute("DownPressure",
                          "DPF, the part of the share above which intelligent marking marks.",
                          DoubleValue(7.0 / 8),
                          untilStart(MakeDoubleAccessor(&Self::m_downPressure)),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("BecnInterval",
                          "The least time between backward RM cells that the switch makes of a VC "
                          "at the point Becn, 0.1 s or more.",
                          TimeValue(PicoSeconds(AbrBecn::LEAST)),
                          untilStart(MakeTimeAccessor(&Self::m_becnInterval)),
                          MakeTimeChecker(PicoSeconds(AbrBecn::LEAST)));
    return tid;
}

AbrMarking::AbrMarking()
    : m_law(AbrThreshold::Parameters())
{
}

void
AbrMarking::Start(Ptr<const AbrSwitchAlgorithm> algorithm)
{
    NS_LOG_FUNCTION(this << algorithm);
    burst::CheckParameter(m_hysteresis <= m_threshold,
                          "the hysteresis of marking",
                          m_hysteresis,
                          "cells from 0 to the threshold Qt, " + std::to_string(m_threshold));
    if (m_noIncrease && m_point != BACKWARD && m_point != FORWARD)
    {
        throw std::invalid_argument("NI is asked for in " +
                                    std::string(m_point == BECN ? "BECN" : "data") +
                                    " cells; allowed are the points BackwardRm and ForwardRm");
    }
    if (m_intelligent && (m_point == EFCI_DEPARTURE || m_point == EFCI_ARRIVAL))
    {
        throw std::invalid_argument("intelligent marking is asked for in data cells; allowed are "
                                    "the points BackwardRm, ForwardRm and Becn");
    }
    if (m_intelligent && (!algorithm || !(algorithm->GetShare() > 0)))
    {
        throw std::invalid_argument("intelligent marking has a switch algorithm without a share; "
                                    "allowed are those with one, such as ns3::EprcaAlgorithm");
    }
    const AbrThreshold::Parameters parameters{m_threshold,
                                              m_threshold - m_hysteresis,
                                              m_noIncrease};
    m_law = AbrThreshold(parameters);
    m_algorithm = algorithm;
    m_becn.clear();
    m_becnTime = ToAtmTime(m_becnInterval, "BecnInterval");
    m_started = true;
}

bool
AbrMarking::IsStarted() const
{
    return m_started;
}

std::optional<AbrRmContent>
AbrMarking::MakeBecn(AtmTime now, uint32_t vc, int64_t queue, double ccr)
{
    AbrFeedback feedback{std::numeric_limits<double>::infinity()};
    MarkRm(queue, ccr, feedback);
    if (!feedback.ci)
    {
        return std::nullopt;
    }
    return m_becn.try_emplace(vc, m_becnTime).first->second.Make(now, feedback.er);
}

} // namespace ns3
