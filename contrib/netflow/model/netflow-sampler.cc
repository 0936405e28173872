/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "netflow-sampler.h"

#include "ns3/burst-core-check.h"

#include <utility>

namespace ns3
{

NetflowSampler::NetflowSampler(uint64_t n, std::optional<traffic::StreamRandom> random)
    : m_n(n),
      m_random(std::move(random)),
      m_taken(n - 1)
{
    burst::CheckParameter(n >= 1,
                          "the number of packets of which one is taken",
                          0,
                          "numbers from 1 on");
}

bool
NetflowSampler::Take()
{
    if (m_place == 0 && m_random)
    {
        m_taken = m_random->Below(m_n);
    }
    const bool taken = m_place == m_taken;
    m_place = m_place + 1 == m_n ? 0 : m_place + 1;
    return taken;
}

} // namespace ns3
