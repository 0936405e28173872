/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-ideal.h"

#include "ns3/burst-core-check.h"
#include "ns3/log.h"

#include <algorithm>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IdealAlgorithm");

NS_OBJECT_ENSURE_REGISTERED(IdealAlgorithm);

using burst::CheckParameter;

TypeId
IdealAlgorithm::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IdealAlgorithm")
                            .SetParent<AbrSwitchAlgorithm>()
                            .SetGroupName("AtmAbr")
                            .AddConstructor<IdealAlgorithm>();
    return tid;
}

void
IdealAlgorithm::SetRates(const std::vector<double>& rates)
{
    NS_LOG_FUNCTION(this << rates.size());
    CheckParameter(rates.size() == GetVcs(),
                   "the number of allocated rates",
                   rates.size(),
                   "as many as VCs pass the port, " + std::to_string(GetVcs()));
    for (const double rate : rates)
    {
        CheckParameter(rate >= 0, "an allocated rate", rate, "cells per second from 0 on");
    }
    m_rates = rates;
}

void
IdealAlgorithm::DoBackwardRm(AtmTime /* now */,
                             uint32_t vc,
                             double /* ccr */,
                             int64_t /* queue */,
                             AbrFeedback& feedback)
{
    if (!m_rates.empty())
    {
        feedback.er = std::min(feedback.er, m_rates[vc]);
    }
}

} // namespace ns3
