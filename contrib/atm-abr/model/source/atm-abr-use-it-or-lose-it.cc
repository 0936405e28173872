/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-use-it-or-lose-it.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AbrUseItOrLoseIt");

NS_OBJECT_ENSURE_REGISTERED(AbrUseItOrLoseIt);
NS_OBJECT_ENSURE_REGISTERED(AbrUseItOrLoseItAdtf);
NS_OBJECT_ENSURE_REGISTERED(AbrUseItOrLoseItTimeOut);
NS_OBJECT_ENSURE_REGISTERED(AbrUseItOrLoseItTimeBased);
NS_OBJECT_ENSURE_REGISTERED(AbrUseItOrLoseItCountBased);

namespace
{

double
ToSeconds(AtmTime time)
{
    return static_cast<double>(time) / ATM_SECOND;
}

} // namespace

TypeId
AbrUseItOrLoseIt::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AbrUseItOrLoseIt").SetParent<Object>().SetGroupName("AtmAbr");
    return tid;
}

bool
AbrUseItOrLoseIt::AllowIncrease(double /* acr */, double /* er */)
{
    return true;
}

TypeId
AbrUseItOrLoseItAdtf::GetTypeId()
{
    using Self = AbrUseItOrLoseItAdtf;
    static TypeId tid =
        TypeId("ns3::AbrUseItOrLoseItAdtf")
            .SetParent<AbrUseItOrLoseIt>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute(
                "Adtf",
                "ADTF, the time without a forward RM cell after which the rate falls to ICR.",
                TimeValue(MilliSeconds(500)),
                MakeTimeAccessor(&Self::m_adtf),
                MakeTimeChecker(NanoSeconds(1), Seconds(ATM_LONGEST)));
    return tid;
}

double
AbrUseItOrLoseItAdtf::UpdateRate(double acr, AtmTime idle, const AbrSourceParameters& p)
{
    NS_LOG_FUNCTION(this << acr << idle);
    return idle > m_adtf.GetPicoSeconds() ? std::min(acr, p.icr) : acr;
}

TypeId
AbrUseItOrLoseItTimeOut::GetTypeId()
{
    using Self = AbrUseItOrLoseItTimeOut;
    static TypeId tid = TypeId("ns3::AbrUseItOrLoseItTimeOut")
                            .SetParent<AbrUseItOrLoseIt>()
                            .SetGroupName("AtmAbr")
                            .AddConstructor<Self>()
                            .AddAttribute("TimeOutFactor",
                                          "TOF, a number: how many times the forward RM cells may "
                                          "be as far apart as the rate allows.",
                                          DoubleValue(2),
                                          MakeDoubleAccessor(&Self::m_tof),
                                          MakeDoubleChecker<double>(1e-9, 1e9))
                            .AddAttribute("DecreaseFactor",
                                          "TDFF, a number: TDF in units of the smallest power of "
                                          "two from PCR on over the RDF of the draft.",
                                          DoubleValue(0.5),
                                          MakeDoubleAccessor(&Self::m_tdff),
                                          MakeDoubleChecker<double>(0, 1e9));
    return tid;
}

double
AbrUseItOrLoseItTimeOut::GetDecreaseFactor(const AbrSourceParameters& p) const
{
    return m_tdff * p.rdf / p.nrm * std::exp2(std::ceil(std::log2(p.pcr)));
}

double
AbrUseItOrLoseItTimeOut::UpdateRate(double acr, AtmTime idle, const AbrSourceParameters& p)
{
    NS_LOG_FUNCTION(this << acr << idle);
    const double seconds = ToSeconds(idle);
    if (acr > p.icr && seconds > m_tof * p.nrm / acr)
    {
        m_skips = true;
        return std::max(p.icr, acr - acr * seconds * GetDecreaseFactor(p));
    }
    return acr;
}

bool
AbrUseItOrLoseItTimeOut::AllowIncrease(double /* acr */, double /* er */)
{
    const bool allowed = !m_skips;
    m_skips = false;
    return allowed;
}

TypeId
AbrUseItOrLoseItTimeBased::GetTypeId()
{
    using Self = AbrUseItOrLoseItTimeBased;
    static TypeId tid =
        TypeId("ns3::AbrUseItOrLoseItTimeBased")
            .SetParent<AbrUseItOrLoseIt>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute("TimeOutFactor",
                          "TOF, a number: how many times the forward RM cells may be as far apart "
                          "as the rate allows.",
                          DoubleValue(2),
                          MakeDoubleAccessor(&Self::m_tof),
                          MakeDoubleChecker<double>(1e-9, 1e9))
            .AddAttribute("DelayFactor",
                          "ADDF, a number: how many round trips the rate takes to fall to nothing.",
                          DoubleValue(2),
                          MakeDoubleAccessor(&Self::m_addf),
                          MakeDoubleChecker<double>(0, 1e9))
            .AddAttribute("Frtt",
                          "FRTT, the time of a round trip without queues.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&Self::m_frtt),
                          MakeTimeChecker(Seconds(0), Seconds(ATM_LONGEST)))
            .AddAttribute("Tbe",
                          "TBE, in cells: the rate takes at least the time of so many at PCR to "
                          "fall to nothing.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Self::m_tbe),
                          MakeUintegerChecker<uint32_t>(1, 16'777'215));
    return tid;
}

double
AbrUseItOrLoseItTimeBased::UpdateRate(double acr, AtmTime idle, const AbrSourceParameters& p)
{
    NS_LOG_FUNCTION(this << acr << idle);
    const double seconds = ToSeconds(idle);
    const double most = std::max(p.icr, m_tof * (p.nrm / seconds));
    const double delay =
        m_addf * static_cast<double>(m_frtt.GetPicoSeconds()) / ATM_SECOND; // ADDF FRTT
    const double constant = std::max(delay, m_tbe / p.pcr);
    return acr > most ? std::max(acr * (1 - seconds / constant), most) : acr;
}

TypeId
AbrUseItOrLoseItCountBased::GetTypeId()
{
    using Self = AbrUseItOrLoseItCountBased;
    static TypeId tid =
        TypeId("ns3::AbrUseItOrLoseItCountBased")
            .SetParent<AbrUseItOrLoseIt>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute(
                "DecreaseFactor",
                "TDF, the part of its rate that a source loses with each forward RM cell.",
                DoubleValue(1.0 / 16),
                MakeDoubleAccessor(&Self::m_tdf),
                MakeDoubleChecker<double>(0, 1))
            .AddAttribute(
                "Slack",
                "The part by which ACR may exceed the rate of the source and count as used.",
                DoubleValue(1.0 / 16),
                MakeDoubleAccessor(&Self::m_slack),
                MakeDoubleChecker<double>(0, 1e9));
    return tid;
}

double
AbrUseItOrLoseItCountBased::UpdateRate(double acr, AtmTime idle, const AbrSourceParameters& p)
{
    NS_LOG_FUNCTION(this << acr << idle);
    const double used = p.nrm * (static_cast<double>(ATM_SECOND) / idle);
    m_used = acr <= used * (1 + m_slack);
    const bool tested = !m_raised;
    m_raised = false;
    const double most = p.icr + used;
    return tested && acr > most ? std::max(acr * (1 - m_tdf), most) : acr;
}

bool
AbrUseItOrLoseItCountBased::AllowIncrease(double acr, double er)
{
    m_raised = m_used ? acr < er : m_raised;
    return m_used;
}

} // namespace ns3
