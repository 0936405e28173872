/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-deficits.h"

#include "ns3/burst-core-check.h"

namespace ns3
{

QbssDeficits::QbssDeficits(const std::vector<uint32_t>& weights,
                           uint32_t quantum,
                           uint32_t reference)
    : m_cost(reference),
      m_deficits(weights.size(), 0)
{
    burst::CheckParameter(quantum > 0, "the quantum", quantum, "bytes above 0");
    burst::CheckParameter(reference > 0, "the weight", reference, "numbers above 0");
    for (const uint32_t weight : weights)
    {
        burst::CheckParameter(weight > 0, "the weight", weight, "numbers above 0");
        m_quanta.push_back(uint64_t{quantum} * weight);
    }
}

std::size_t
QbssDeficits::Serve(const std::vector<uint32_t>& heads)
{
    for (;; m_turn = (m_turn + 1) % heads.size(), m_given = false)
    {
        auto& deficit = m_deficits[m_turn];
        if (heads[m_turn] == 0)
        {
            deficit = 0;
            continue;
        }
        deficit += m_given ? 0 : m_quanta[m_turn];
        m_given = true;
        if (const uint64_t price = heads[m_turn] * m_cost; price <= deficit)
        {
            deficit -= price;
            return m_turn;
        }
    }
}

} // namespace ns3
