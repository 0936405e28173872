/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-use-it-or-lose-it-time-out.h"

#include "atm-abr-time-out-rule.h"

#include "ns3/double.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AbrUseItOrLoseItTimeOut);

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
                                          MakeDoubleAccessor(&Self::m_timeOutFactor),
                                          MakeDoubleChecker<double>(1e-9, 1e9))
                            .AddAttribute("DecreaseFactor",
                                          "TDFF, a number: TDF in units of the smallest power of "
                                          "two from PCR on over the RDF of the draft.",
                                          DoubleValue(0.5),
                                          MakeDoubleAccessor(&Self::m_decreaseFactor),
                                          MakeDoubleChecker<double>(0, 1e9));
    return tid;
}

std::unique_ptr<AbrUseItOrLoseItRule>
AbrUseItOrLoseItTimeOut::DoMakeRule() const
{
    return std::make_unique<AbrTimeOutRule>(m_timeOutFactor, m_decreaseFactor);
}

} // namespace ns3
