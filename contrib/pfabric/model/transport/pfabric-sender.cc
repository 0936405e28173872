/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-sender.h"

#include <algorithm>

namespace ns3
{

PFabricSender::PFabricSender(const Parameters& parameters, uint64_t size)
    : m_parameters(parameters),
      m_size(size),
      m_window(parameters.initialWindow),
      m_threshold(parameters.threshold)
{
}

std::optional<PFabricRange>
PFabricSender::Send()
{
    m_next = m_blocks.Find(m_next).end;
    const uint64_t limit = GetLimit();
    if (m_next >= limit)
    {
        return {};
    }
    const uint64_t begin = m_next;
    m_next = std::min({begin + (IsProbing() ? 1 : m_parameters.segment),
                       m_size,
                       m_blocks.GetNextBegin(begin, m_size)});
    return PFabricRange{begin, m_next};
}

bool
PFabricSender::Acknowledge(const PFabricAcknowledgement& acknowledgement)
{
    m_timeOuts = 0;
    for (const PFabricRange& block : acknowledgement.blocks)
    {
        if (block.end > m_cumulative)
        {
            m_blocks.Add({std::max(block.begin, m_cumulative), block.end});
        }
    }
    if (acknowledgement.cumulative <= m_cumulative)
    {
        return false;
    }
    m_cumulative = acknowledgement.cumulative;
    m_blocks.RemoveBefore(m_cumulative);
    m_next = std::max(m_next, m_cumulative);
    m_window += m_window < m_threshold ? 1 : 1 / m_window;
    m_window = std::min<double>(m_window, m_parameters.mostWindow);
    return true;
}

void
PFabricSender::TimeOut()
{
    m_threshold = std::max(2.0, m_window / 2);
    m_window = 1;
    m_next = m_cumulative;
    ++m_timeOuts;
}

uint64_t
PFabricSender::GetLimit() const
{
    const uint64_t packets = static_cast<uint64_t>(m_window) * m_parameters.segment;
    const uint64_t window =
        IsProbing() ? 1 : packets + (m_parameters.selective ? m_blocks.GetSize() : 0);
    return std::min(m_size, m_cumulative + window);
}

} // namespace ns3
