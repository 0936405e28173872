/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-source-documents.h"

#include "ns3/burst-core-check.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

double
AbrTm40SourceRules::DoSendForward(double rate)
{
    const auto& p = GetParameters();
    return GetUnanswered() >= p.crm ? std::max(p.mcr, rate - rate * p.cdf) : rate;
}

double
AbrTm40SourceRules::DoReceiveBackward(double rate, bool decrease, bool increase)
{
    const auto& p = GetParameters();
    return decrease ? rate - rate * p.rdf : increase ? rate + p.rif * p.pcr : rate;
}

double
AbrEprca94SourceRules::DoSendForward(double rate)
{
    m_perCell = rate * GetParameters().rdf / GetParameters().nrm;
    SetDecrease(m_perCell);
    return rate;
}

double
AbrEprca94SourceRules::DoReceiveBackward(double rate, bool /* decrease */, bool increase)
{
    const auto& p = GetParameters();
    return increase ? rate + p.nrm * m_perCell + p.rif * p.pcr : rate;
}

NS_OBJECT_ENSURE_REGISTERED(AbrSourceBehaviorTm40);

TypeId
AbrSourceBehaviorTm40::GetTypeId()
{
    using Self = AbrSourceBehaviorTm40;
    static TypeId tid = AddOwn(
        TypeId("ns3::AbrSourceBehaviorTm40")
            .SetParent<AbrSourceBehavior>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute("Rif",
                          "RIF, the part of PCR that an answer without congestion adds.",
                          DoubleValue(1.0 / 16),
                          MakeDoubleAccessor(&Self::m_rif),
                          MakeDoubleChecker<double>(1.0 / 32768, 1))
            .AddAttribute("Rdf",
                          "RDF, the part of its rate that a source loses with an answer that tells "
                          "congestion.",
                          DoubleValue(1.0 / 16),
                          MakeDoubleAccessor(&Self::m_rdf),
                          MakeDoubleChecker<double>(1.0 / 32768, 1))
            .AddAttribute("Cdf",
                          "CDF, the part of its rate that a source without answers loses with each "
                          "forward RM cell; 0 for none.",
                          DoubleValue(1.0 / 16),
                          MakeDoubleAccessor(&Self::m_cdf),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Tbe",
                          "TBE, in cells: how many a source may send before the first answer; CRM "
                          "= TBE / Nrm.",
                          UintegerValue(16'777'215),
                          MakeUintegerAccessor(&Self::m_tbe),
                          MakeUintegerChecker<uint32_t>(1, 16'777'215))
            .AddAttribute("Frtt",
                          "FRTT, the time of a round trip without queues, for ICR = min(ICR, TBE / "
                          "FRTT); 0 for ICR as it is.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Self::m_frtt),
                          MakeTimeChecker(Seconds(0))),
        {DataRate(0), DataRate(0), "ns3::AbrUseItOrLoseItAdtf"});
    return tid;
}

std::unique_ptr<AbrSourceRules>
AbrSourceBehaviorTm40::DoMakeRules(AbrSourceParameters& p, Ptr<AbrUseItOrLoseIt> rule) const
{
    p.rif = m_rif;
    p.rdf = m_rdf;
    p.cdf = m_cdf;
    p.SetExposure(m_tbe, ToAtmTime(m_frtt, "Frtt"));
    return std::make_unique<AbrTm40SourceRules>(p, rule);
}

NS_OBJECT_ENSURE_REGISTERED(AbrSourceBehaviorDraft);

TypeId
AbrSourceBehaviorDraft::GetTypeId()
{
    using Self = AbrSourceBehaviorDraft;
    static TypeId tid =
        TypeId("ns3::AbrSourceBehaviorDraft")
            .SetParent<AbrSourceBehavior>()
            .SetGroupName("AtmAbr")
            .AddAttribute(
                "IncreaseFactor",
                "AIRF = AIR Nrm / PCR, the part of PCR that an answer without congestion adds.",
                DoubleValue(1.0 / 256),
                MakeDoubleAccessor(&Self::m_airf),
                MakeDoubleChecker<double>(1.0 / 32768, 1))
            .AddAttribute("DecreaseFactor",
                          "RDF of the drafts, a number: Nrm / RDF of the rate goes with an answer "
                          "that tells congestion (1995), or 1 / RDF with each cell (1994).",
                          DoubleValue(512),
                          MakeDoubleAccessor(&Self::m_rdf),
                          MakeDoubleChecker<double>(2, 1e9));
    return tid;
}

void
AbrSourceBehaviorDraft::TakeFactors(AbrSourceParameters& p) const
{
    burst::CheckParameter(m_rdf >= p.nrm,
                          "the rate decrease factor RDF of the drafts",
                          m_rdf,
                          "numbers from Nrm on, " + burst::WriteDouble(p.nrm));
    p.rif = m_airf;
    p.rdf = p.nrm / m_rdf;
}

NS_OBJECT_ENSURE_REGISTERED(AbrSourceBehaviorDraft95);

TypeId
AbrSourceBehaviorDraft95::GetTypeId()
{
    using Self = AbrSourceBehaviorDraft95;
    static TypeId tid = AddOwn(
        TypeId("ns3::AbrSourceBehaviorDraft95")
            .SetParent<AbrSourceBehaviorDraft>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute("Xrm",
                          "Xrm, in forward RM cells: how many may be without an answer.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&Self::m_xrm),
                          MakeUintegerChecker<uint32_t>(1, 16'777'215))
            .AddAttribute("Xdf",
                          "Xdf, the part of its rate that a source without answers loses with each "
                          "further one.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&Self::m_xdf),
                          MakeDoubleChecker<double>(0, 1)),
        {DataRate(500'000), DataRate(10'000'000), "ns3::AbrUseItOrLoseItTimeOut"});
    return tid;
}

std::unique_ptr<AbrSourceRules>
AbrSourceBehaviorDraft95::DoMakeRules(AbrSourceParameters& p, Ptr<AbrUseItOrLoseIt> rule) const
{
    TakeFactors(p);
    p.crm = m_xrm;
    p.cdf = m_xdf;
    return std::make_unique<AbrTm40SourceRules>(p, rule);
}

NS_OBJECT_ENSURE_REGISTERED(AbrSourceBehaviorEprca94);

TypeId
AbrSourceBehaviorEprca94::GetTypeId()
{
    static TypeId tid = AddOwn(TypeId("ns3::AbrSourceBehaviorEprca94")
                                   .SetParent<AbrSourceBehaviorDraft>()
                                   .SetGroupName("AtmAbr")
                                   .AddConstructor<AbrSourceBehaviorEprca94>(),
                               {DataRate(500'000), DataRate(10'000'000), ""});
    return tid;
}

std::unique_ptr<AbrSourceRules>
AbrSourceBehaviorEprca94::DoMakeRules(AbrSourceParameters& p, Ptr<AbrUseItOrLoseIt> rule) const
{
    TakeFactors(p);
    return std::make_unique<AbrEprca94SourceRules>(p, rule);
}

} // namespace ns3
