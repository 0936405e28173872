/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-source-behavior-tm40.h"

#include "atm-abr-tm40-source-rules.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{

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
AbrSourceBehaviorTm40::DoMakeRules(AbrSourceParameters& p,
                                   std::unique_ptr<AbrUseItOrLoseItRule> rule) const
{
    p.rif = m_rif;
    p.rdf = m_rdf;
    p.cdf = m_cdf;
    p.SetExposure(m_tbe, ToAtmTime(m_frtt, "Frtt"));
    return std::make_unique<AbrTm40SourceRules>(p, std::move(rule));
}

} // namespace ns3
