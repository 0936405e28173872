/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-source-rules.h"

#include <utility>

namespace ns3
{

AbrSourceRules::AbrSourceRules(const AbrSourceParameters& parameters, Ptr<AbrUseItOrLoseIt> rule)
    : m_parameters(parameters),
      m_rule(rule),
      m_rate(parameters.icr)
{
    parameters.Check();
    SetRate(parameters.icr);
}

void
AbrSourceRules::SetRate(double rate)
{
    m_rate = rate;
    m_cells = 0;
    m_outOfRate = rate < m_parameters.tcr;
    m_gap = ToGap(rate);
}

AbrRmContent
AbrSourceRules::SendForward(AtmTime now)
{
    AbrRmContent cell{{m_parameters.pcr}, GetRate(), m_parameters.mcr};
    if (m_outOfRate)
    {
        m_last = now;
        m_next = now + m_gap;
        return cell;
    }
    if (m_begun && m_rule)
    {
        const double rate = m_rule->UpdateRate(cell.ccr, now - m_lastForward, m_parameters);
        cell.ccr = std::max(m_parameters.mcr, std::min(cell.ccr, rate));
    }
    cell.ccr = DoSendForward(cell.ccr);
    SetRate(cell.ccr);
    ++m_unanswered;
    m_begun = true;
    m_turned = false;
    m_sent = 0;
    m_lastForward = now;
    Pace(1, now);
    return cell;
}

void
AbrSourceRules::ReceiveBackward(const AbrRmContent& cell)
{
    if (!cell.bn)
    {
        m_unanswered = 0;
    }
    const AbrFeedback& feedback = cell.feedback;
    const double before = GetRate();
    const bool increase =
        !feedback.ci && !feedback.ni && (!m_rule || m_rule->AllowIncrease(before, feedback.er));
    const double rate = DoReceiveBackward(before, feedback.ci, increase);
    SetRate(std::max(m_parameters.mcr, std::min({rate, feedback.er, m_parameters.pcr})));
    if (m_parameters.reschedules)
    {
        m_next = std::min(m_next, m_last + GetGap());
    }
}

} // namespace ns3
