/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-source-behavior.h"

#include "atm-abr-use-it-or-lose-it.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AbrSourceBehavior");

NS_OBJECT_ENSURE_REGISTERED(AbrSourceBehavior);

TypeId
AbrSourceBehavior::GetTypeId()
{
    using Self = AbrSourceBehavior;
    static TypeId tid =
        TypeId("ns3::AbrSourceBehavior")
            .SetParent<Object>()
            .SetGroupName("AtmAbr")
            .AddAttribute("PeakCellRate",
                          "PCR, the highest rate, in bits per second of whole cells.",
                          DataRateValue(DataRate(155'000'000)),
                          MakeDataRateAccessor(&Self::m_pcr),
                          MakeDataRateChecker())
            .AddAttribute("Nrm",
                          "Nrm, in cells: one of so many is a forward RM cell.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&Self::m_nrm),
                          MakeUintegerChecker<uint32_t>(2, 256))
            .AddAttribute("Mrm",
                          "Mrm, in cells: after so many, Trm may ask for a forward RM cell.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&Self::m_mrm),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute(
                "Trm",
                "Trm, the time after which a forward RM cell is sent even if Nrm cells were not.",
                TimeValue(MilliSeconds(100)),
                MakeTimeAccessor(&Self::m_trm),
                MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("TaggedCellRate",
                          "TCR, in cells per second: below this rate a source sends out-of-rate RM "
                          "cells alone, so many of them.",
                          DoubleValue(10),
                          MakeDoubleAccessor(&Self::m_tcr),
                          MakeDoubleChecker<double>(1e-3, AbrSourceParameters::HIGHEST))
            .AddAttribute("Reschedules",
                          "Whether a raised rate shortens the wait for the next cell.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_reschedules),
                          MakeBooleanChecker());
    return tid;
}

TypeId
AbrSourceBehavior::AddOwn(TypeId type, const Own& defaults)
{
    using Self = AbrSourceBehavior;
    return type
        .AddAttribute("MinimumCellRate",
                      "MCR, the lowest rate, in bits per second of whole cells.",
                      DataRateValue(defaults.mcr),
                      MakeDataRateAccessor(&Self::m_mcr),
                      MakeDataRateChecker())
        .AddAttribute("InitialCellRate",
                      "ICR, the first rate, in bits per second of whole cells; 0: PCR.",
                      DataRateValue(defaults.icr),
                      MakeDataRateAccessor(&Self::m_icr),
                      MakeDataRateChecker())
        .AddAttribute("UseItOrLoseIt",
                      "The AbrUseItOrLoseIt that says what a rate which is not used becomes, "
                      "as ns3::AbrUseItOrLoseItTimeOut[TimeOutFactor=2]; empty for no rule.",
                      StringValue(defaults.unused),
                      burst::MakeObjectTextAccessor(&Self::m_rule),
                      burst::MakeObjectTextChecker<AbrUseItOrLoseIt>(true));
}

std::unique_ptr<AbrSourceRules>
AbrSourceBehavior::MakeRules() const
{
    NS_LOG_FUNCTION(this);
    const auto cells = [](const DataRate& rate) {
        return static_cast<double>(rate.GetBitRate()) / AbrSourceParameters::CELL_BITS;
    };
    AbrSourceParameters p;
    p.pcr = cells(m_pcr);
    p.mcr = cells(m_mcr);
    p.icr = m_icr.GetBitRate() == 0 ? p.pcr : cells(m_icr);
    p.nrm = m_nrm;
    p.mrm = m_mrm;
    p.trm = ToAtmTime(m_trm, "Trm");
    p.tcr = m_tcr;
    p.reschedules = m_reschedules;
    return DoMakeRules(p, m_rule ? m_rule.Create<AbrUseItOrLoseIt>() : nullptr);
}

} // namespace ns3
