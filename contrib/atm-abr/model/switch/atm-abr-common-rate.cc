/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-common-rate.h"

#include "ns3/burst-core-check.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CapcAlgorithm);
NS_OBJECT_ENSURE_REGISTERED(PhantomAlgorithm);

namespace atm
{

using burst::CheckParameter;

CapcLaw::CapcLaw(const Parameters& parameters, double capacity, double rate)
    : m_parameters(parameters),
      m_capacity(capacity),
      m_rate(rate)
{
    CheckPart("the target utilization", parameters.utilization);
    CheckPositive("the slope Rup", parameters.rise);
    CheckPositive("the slope Rdn", parameters.fall);
    CheckParameter(std::isfinite(parameters.maxRise) && parameters.maxRise > 1,
                   "the largest rise ERU",
                   parameters.maxRise,
                   "finite numbers above 1");
    CheckParameter(parameters.maxFall > 0 && parameters.maxFall < 1,
                   "the largest fall ERF",
                   parameters.maxFall,
                   "numbers above 0, below 1");
    CheckPositive("the capacity of a port", capacity, "numbers of cells per second");
    CheckPositive("the first ERS", rate, "numbers of cells per second");
}

void
CapcLaw::EndInterval(AtmTime length, const AbrIntervalCount& count)
{
    const double seconds = static_cast<double>(length) / ATM_SECOND;
    const double target = m_parameters.utilization * m_capacity;
    const double spare = 1 - count.cells / seconds / target;
    const double factor = spare > 0 ? std::min(m_parameters.maxRise, 1 + spare * m_parameters.rise)
                                    : std::max(m_parameters.maxFall, 1 + spare * m_parameters.fall);
    m_rate = std::max(std::min(m_rate * factor, target), 1.0);
}

double
CapcLaw::GetRate() const
{
    return m_rate;
}

PhantomLaw::PhantomLaw(const Parameters& parameters, double capacity, double macr)
    : m_parameters(parameters),
      m_capacity(capacity),
      m_macr(macr)
{
    CheckPositive("the factor u", parameters.factor);
    CheckPart("the gain of growth", parameters.rise);
    CheckPart("the gain of decrease", parameters.fall);
    CheckParameter(parameters.deviationGain >= 0 && parameters.deviationGain <= 1,
                   "the gain h of the deviation",
                   parameters.deviationGain,
                   "numbers from 0 to 1");
    CheckPositive("the capacity of a port", capacity, "numbers of cells per second");
    CheckPositive("the first MACR", macr, "numbers of cells per second");
}

void
PhantomLaw::EndInterval(AtmTime length, const AbrIntervalCount& count)
{
    const double seconds = static_cast<double>(length) / ATM_SECOND;
    const double error = m_capacity - count.cells / seconds - m_macr;
    m_deviation += m_parameters.deviationGain * (std::abs(error) - m_deviation);
    const double gain = error > 0 ? m_parameters.rise : m_parameters.fall;
    m_macr = std::max(m_macr + gain * m_macr / (m_macr + m_deviation) * error, 1.0);
}

double
PhantomLaw::GetMacr() const
{
    return m_macr;
}

double
PhantomLaw::GetRate() const
{
    return m_parameters.factor * m_macr;
}

} // namespace atm

TypeId
CapcAlgorithm::GetTypeId()
{
    using Self = CapcAlgorithm;
    static TypeId tid =
        TypeId("ns3::CapcAlgorithm")
            .SetParent<AbrIntervalAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute("TargetUtilization",
                          "The part of the capacity that ABR cells shall take.",
                          DoubleValue(0.95),
                          UntilStart(MakeDoubleAccessor(&Self::m_utilization)),
                          MakeDoubleChecker<double>(0.01, 1))
            .AddAttribute("Rise",
                          "Rup, how the rise of the rate follows what the load lacks to 1.",
                          DoubleValue(0.1),
                          UntilStart(MakeDoubleAccessor(&Self::m_rise)),
                          MakeDoubleChecker<double>(1e-9, 100))
            .AddAttribute("Fall",
                          "Rdn, how the fall of the rate follows what the load has above 1.",
                          DoubleValue(0.8),
                          UntilStart(MakeDoubleAccessor(&Self::m_fall)),
                          MakeDoubleChecker<double>(1e-9, 100))
            .AddAttribute("MaxRise",
                          "ERU, the largest factor by which the rate rises in an interval.",
                          DoubleValue(1.5),
                          UntilStart(MakeDoubleAccessor(&Self::m_maxRise)),
                          MakeDoubleChecker<double>(1.001, 1000))
            .AddAttribute("MaxFall",
                          "ERF, the least factor by which the rate falls in an interval.",
                          DoubleValue(0.5),
                          UntilStart(MakeDoubleAccessor(&Self::m_maxFall)),
                          MakeDoubleChecker<double>(0.001, 0.999))
            .AddAttribute("Threshold",
                          "The cells in the queue above which CI is set in backward RM cells.",
                          UintegerValue(50),
                          UntilStart(MakeUintegerAccessor(&Self::m_threshold)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("InitialShare",
                          "The rate at the begin, as a part of the capacity of the port.",
                          DoubleValue(0.01),
                          UntilStart(MakeDoubleAccessor(&Self::m_initialShare)),
                          MakeDoubleChecker<double>(1e-9, 1));
    return tid;
}

void
CapcAlgorithm::DoStart()
{
    AbrIntervalAlgorithm::DoStart();
    StartLaw({m_utilization, m_rise, m_fall, m_maxRise, m_maxFall}, m_initialShare);
}

void
CapcAlgorithm::DoBackwardRm(AtmTime now,
                            uint32_t vc,
                            double ccr,
                            int64_t queue,
                            AbrFeedback& feedback)
{
    AbrCommonRateAlgorithm::DoBackwardRm(now, vc, ccr, queue, feedback);
    feedback.ci = feedback.ci || queue > m_threshold;
}

TypeId
PhantomAlgorithm::GetTypeId()
{
    using Self = PhantomAlgorithm;
    static TypeId tid =
        TypeId("ns3::PhantomAlgorithm")
            .SetParent<AbrIntervalAlgorithm>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute("Factor",
                          "u, how many times as much as the phantom a VC gets.",
                          DoubleValue(5),
                          UntilStart(MakeDoubleAccessor(&Self::m_factor)),
                          MakeDoubleChecker<double>(0.01, 1000))
            .AddAttribute("Rise",
                          "Gain of the rate of the phantom while more is left than that.",
                          DoubleValue(1.0 / 64),
                          UntilStart(MakeDoubleAccessor(&Self::m_rise)),
                          MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute("Fall",
                          "Gain of the rate of the phantom while less is left than that.",
                          DoubleValue(1.0 / 32),
                          UntilStart(MakeDoubleAccessor(&Self::m_fall)),
                          MakeDoubleChecker<double>(1e-9, 1))
            .AddAttribute("DeviationGain",
                          "h, gain of the mean deviation, which lowers the other gains; 0 for "
                          "none of it.",
                          DoubleValue(0.25),
                          UntilStart(MakeDoubleAccessor(&Self::m_deviationGain)),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("InitialShare",
                          "The rate of the phantom at the begin, as a part of the capacity of the "
                          "port.",
                          DoubleValue(0.01),
                          UntilStart(MakeDoubleAccessor(&Self::m_initialShare)),
                          MakeDoubleChecker<double>(1e-9, 1));
    return tid;
}

void
PhantomAlgorithm::DoStart()
{
    AbrIntervalAlgorithm::DoStart();
    StartLaw({m_factor, m_rise, m_fall, m_deviationGain}, m_initialShare);
}

} // namespace ns3
