/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-use-it-or-lose-it-time-based.h"

#include "atm-abr-time-based-rule.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AbrUseItOrLoseItTimeBased);

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
                          MakeDoubleAccessor(&Self::m_timeOutFactor),
                          MakeDoubleChecker<double>(1e-9, 1e9))
            .AddAttribute("DelayFactor",
                          "ADDF, a number: how many round trips the rate takes to fall to nothing.",
                          DoubleValue(2),
                          MakeDoubleAccessor(&Self::m_delayFactor),
                          MakeDoubleChecker<double>(0, 1e9))
            .AddAttribute("Frtt",
                          "FRTT, the time of a round trip without queues.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&Self::m_frtt),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("Tbe",
                          "TBE, in cells: the rate takes at least the time of so many at PCR to "
                          "fall to nothing.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Self::m_tbe),
                          MakeUintegerChecker<uint32_t>(1, 16'777'215));
    return tid;
}

std::unique_ptr<AbrUseItOrLoseItRule>
AbrUseItOrLoseItTimeBased::DoMakeRule() const
{
    return std::make_unique<AbrTimeBasedRule>(m_timeOutFactor,
                                              m_delayFactor,
                                              ToAtmTime(m_frtt, "Frtt"),
                                              m_tbe);
}

} // namespace ns3
