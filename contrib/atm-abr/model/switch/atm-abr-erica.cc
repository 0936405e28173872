/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-erica.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-check.h"
#include "ns3/double.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

namespace atm
{

using burst::CheckParameter;

EricaLaw::EricaLaw(const Parameters& parameters, double capacity, uint32_t vcs, double fraction)
    : m_parameters(parameters),
      m_capacity(capacity),
      m_target(fraction * capacity),
      m_input(m_target),
      m_vcs(vcs)
{
    CheckParameter(std::isfinite(parameters.delta) && parameters.delta >= 0,
                   "the margin delta",
                   parameters.delta,
                   "finite numbers from 0 on");
    CheckParameter(parameters.activityDecay >= 0 && parameters.activityDecay < 1,
                   "the decay of activity",
                   parameters.activityDecay,
                   "numbers from 0 on, below 1");
    CheckPart("the weight of the last interval", parameters.averaging);
    CheckPositive("the capacity of a port", capacity, "numbers of cells per second");
    CheckPositive("the fraction of the capacity", fraction);
    for (Vc& vc : m_vcs)
    {
        vc.activity = 1;
    }
    m_active = vcs;
    ShareFairly();
    m_maxPrevious = m_fairShare;
    m_maxCurrent = m_fairShare;
}

bool
EricaLaw::CountsVcs() const
{
    return m_parameters.countVcs || m_parameters.measureRates;
}

void
EricaLaw::EndInterval(AtmTime length, const AbrIntervalCount& count, double fraction)
{
    const double seconds = static_cast<double>(length) / ATM_SECOND;
    const double weight = m_parameters.averaging;
    m_input += weight * (count.cells / seconds - m_input);
    m_target += weight * (fraction * m_capacity - m_target);
    if (m_parameters.countVcs)
    {
        m_active = 0;
    }
    for (std::size_t i = 0; i < m_vcs.size(); ++i)
    {
        Vc& vc = m_vcs[i];
        vc.seen = false;
        if (m_parameters.countVcs)
        {
            vc.activity = count.vcCells[i] > 0 ? 1 : vc.activity * m_parameters.activityDecay;
            m_active += vc.activity;
        }
        if (m_parameters.measureRates)
        {
            vc.ccr = count.vcCells[i] / seconds;
        }
    }
    ShareFairly();
    m_maxPrevious = m_maxCurrent;
    m_maxCurrent = m_fairShare;
}

void
EricaLaw::ShareFairly()
{
    m_fairShare = m_target / std::max(m_active, 1.0);
}

void
EricaLaw::ForwardRm(uint32_t number, double ccr)
{
    Vc& vc = m_vcs[number];
    if (!m_parameters.measureRates)
    {
        vc.ccr = ccr;
    }
    if (m_parameters.immediateFairShare && vc.activity < 1)
    {
        m_active += 1 - vc.activity;
        vc.activity = 1;
        ShareFairly();
    }
}

double
EricaLaw::BackwardRm(uint32_t number)
{
    Vc& vc = m_vcs[number];
    if (!vc.seen)
    {
        vc.seen = true;
        vc.given = Allocate(vc.ccr);
    }
    return std::min(vc.given, m_target);
}

double
EricaLaw::Allocate(double ccr)
{
    const double load = GetLoad();
    if (load == 0)
    {
        return m_fairShare;
    }
    double rate = std::max(m_fairShare, ccr / load);
    if (load <= 1 + m_parameters.delta)
    {
        rate = std::max(rate, m_maxPrevious);
    }
    m_maxCurrent = std::max(m_maxCurrent, rate);
    return m_parameters.limitRise && ccr < m_fairShare ? m_fairShare : rate;
}

double
EricaLaw::GetLoad() const
{
    return m_target > 0 ? m_input / m_target : std::numeric_limits<double>::infinity();
}

double
EricaLaw::GetFairShare() const
{
    return m_fairShare;
}

double
EricaLaw::GetTarget() const
{
    return m_target;
}

EricaQueueControl::EricaQueueControl(const Parameters& parameters)
    : m_parameters(parameters)
{
    CheckPositive("the delay T0", parameters.delay, "numbers of seconds");
    CheckParameter(std::isfinite(parameters.a) && parameters.a >= 1,
                   "the curve a",
                   parameters.a,
                   "finite numbers from 1 on");
    CheckParameter(std::isfinite(parameters.b) && parameters.b >= 1,
                   "the curve b",
                   parameters.b,
                   "finite numbers from 1 on");
    CheckPart("the limit QDLF", parameters.limit);
}

double
EricaQueueControl::GetFraction(double delay) const
{
    const auto curve = [&](double top) {
        return top * m_parameters.delay / ((top - 1) * delay + m_parameters.delay);
    };
    return delay > m_parameters.delay ? std::max(m_parameters.limit, curve(m_parameters.a))
                                      : curve(m_parameters.b);
}

} // namespace atm

NS_OBJECT_ENSURE_REGISTERED(EricaFamilyAlgorithm);

TypeId
EricaFamilyAlgorithm::GetTypeId()
{
    using Self = EricaFamilyAlgorithm;
    static TypeId tid =
        TypeId("ns3::EricaFamilyAlgorithm")
            .SetParent<AbrIntervalAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddAttribute("Delta",
                          "How far the load may be above 1 for all VCs to be offered the highest "
                          "rate of the last interval.",
                          DoubleValue(0.1),
                          UntilStart(MakeDoubleAccessor(&Self::m_delta)),
                          MakeDoubleChecker<double>(0, 100))
            .AddAttribute("CountActiveVcs",
                          "Whether the fair share is of the VCs that sent in the interval, or of "
                          "all.",
                          BooleanValue(true),
                          UntilStart(MakeBooleanAccessor(&Self::m_countVcs)),
                          MakeBooleanChecker())
            .AddAttribute("ActivityDecay",
                          "The part of its count that a silent VC keeps in each further interval.",
                          DoubleValue(0),
                          UntilStart(MakeDoubleAccessor(&Self::m_activityDecay)),
                          MakeDoubleChecker<double>(0, 0.999))
            .AddAttribute("LoadAveraging",
                          "Weight of the last interval in the averages of input rate and target; 1 "
                          "for no average.",
                          DoubleValue(1),
                          UntilStart(MakeDoubleAccessor(&Self::m_averaging)),
                          MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute("LimitRise",
                          "Whether a VC below the fair share is offered no more than that.",
                          BooleanValue(true),
                          UntilStart(MakeBooleanAccessor(&Self::m_limitRise)),
                          MakeBooleanChecker())
            .AddAttribute("ImmediateFairShare",
                          "Whether the forward RM cell of a VC that was silent lowers the fair "
                          "share at once.",
                          BooleanValue(false),
                          UntilStart(MakeBooleanAccessor(&Self::m_immediateFairShare)),
                          MakeBooleanChecker())
            .AddAttribute("MeasureRates",
                          "Whether the rate of a VC is measured, and not taken from its CCR.",
                          BooleanValue(false),
                          UntilStart(MakeBooleanAccessor(&Self::m_measureRates)),
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
    const atm::EricaLaw::Parameters parameters{m_delta,
                                               m_countVcs,
                                               m_activityDecay,
                                               m_averaging,
                                               m_limitRise,
                                               m_immediateFairShare,
                                               m_measureRates};
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

NS_OBJECT_ENSURE_REGISTERED(EricaAlgorithm);

TypeId
EricaAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EricaAlgorithm")
            .SetParent<EricaFamilyAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddConstructor<EricaAlgorithm>()
            .AddAttribute("TargetUtilization",
                          "The part of the capacity that ABR cells shall take.",
                          DoubleValue(0.9),
                          UntilStart(MakeDoubleAccessor(&EricaAlgorithm::m_utilization)),
                          MakeDoubleChecker<double>(0.01, 1));
    return tid;
}

double
EricaAlgorithm::GetFraction(int64_t /* queue */) const
{
    return m_utilization;
}

NS_OBJECT_ENSURE_REGISTERED(EricaPlusAlgorithm);

TypeId
EricaPlusAlgorithm::GetTypeId()
{
    using Self = EricaPlusAlgorithm;
    static TypeId tid =
        TypeId("ns3::EricaPlusAlgorithm")
            .SetParent<EricaFamilyAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute("TargetDelay",
                          "T0, the time that the queue shall take to drain.",
                          TimeValue(MicroSeconds(500)),
                          UntilStart(MakeTimeAccessor(&Self::m_delay)),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("CurveA",
                          "a, how steeply the target falls above TargetDelay; 1 for not at all.",
                          DoubleValue(1.15),
                          UntilStart(MakeDoubleAccessor(&Self::m_a)),
                          MakeDoubleChecker<double>(1, 100))
            .AddAttribute("CurveB",
                          "b, the part of the capacity that is aimed at with an empty queue.",
                          DoubleValue(1.05),
                          UntilStart(MakeDoubleAccessor(&Self::m_b)),
                          MakeDoubleChecker<double>(1, 100))
            .AddAttribute("QueueDrainLimit",
                          "QDLF, the least part of the capacity that is aimed at.",
                          DoubleValue(0.5),
                          UntilStart(MakeDoubleAccessor(&Self::m_limit)),
                          MakeDoubleChecker<double>(0.01, 1));
    return tid;
}

void
EricaPlusAlgorithm::DoStart()
{
    atm::EricaQueueControl::Parameters parameters;
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
