/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-faults.h"

#include "ns3/burst-core-check.h"

namespace ns3
{

RandomFaults::RandomFaults(const Chances& chances, const measurement::CounterRandom& random)
    : m_chances(chances),
      m_random(random)
{
    const auto check = [](double chance, const char* what) {
        burst::CheckParameter(chance >= 0 && chance <= 1, what, chance, "numbers from 0 to 1");
    };
    check(chances.crash, "the probability of a crash");
    check(chances.hang, "the probability of a hang");
    check(chances.blocked, "the probability of a blocked port");
    check(chances.crash + chances.hang + chances.blocked, "the probability of any fault");
}

RandomFaults::Outcome
RandomFaults::Draw(uint64_t task) const
{
    double left = 1 - measurement::CounterRandom::ToUniform(m_random.Draw(task, 0)[0]); // in [0, 1)
    if (left < m_chances.crash)
    {
        return CRASH;
    }
    left -= m_chances.crash;
    if (left < m_chances.hang)
    {
        return HANG;
    }
    left -= m_chances.hang;
    return left < m_chances.blocked ? BLOCKED : NONE;
}

} // namespace ns3
