/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-crossbar.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t WORD = 64; //!< bits

} // namespace

LosslessCrossbar::LosslessCrossbar(Ptr<SwitchScheduler> scheduler)
    : m_scheduler(scheduler),
      m_ports(scheduler->GetPorts()),
      m_words((m_ports + WORD - 1) / WORD),
      m_queues(GetFirst(m_ports, 0)),
      m_bits(GetFirstWord(m_ports, 0)),
      m_free(m_words, ~uint64_t{0}),
      m_waiting(m_ports),
      m_chosen(m_ports),
      m_requests(m_ports, std::vector<uint64_t>(m_words))
{
}

void
LosslessCrossbar::Put(LosslessFramePool& pool, uint32_t input, uint32_t output, uint32_t number)
{
    const uint8_t priority = pool.Get(number).priority;
    pool.Put(m_queues[GetFirst(output, priority) + input], number);
    m_bits[GetFirstWord(output, priority) + input / WORD] |= uint64_t{1} << input % WORD;
    m_waiting[output] |= 1 << priority;
}

const std::vector<uint32_t>&
LosslessCrossbar::Match(const std::vector<uint8_t>& open)
{
    for (uint32_t output = 0; output < m_ports; ++output)
    {
        auto& requests = m_requests[output];
        std::fill(requests.begin(), requests.end(), 0);
        bool any = false;
        for (uint8_t rest = m_waiting[output] & open[output]; rest != 0 && !any;)
        {
            const uint8_t priority = 31 - __builtin_clz(rest);
            rest &= ~(1 << priority);
            const uint64_t* bits = &m_bits[GetFirstWord(output, priority)];
            for (uint32_t word = 0; word < m_words; ++word)
            {
                requests[word] = bits[word] & m_free[word];
                any = any || requests[word] != 0;
            }
            m_chosen[output] = priority;
        }
    }
    return m_scheduler->Match(m_requests);
}

uint32_t
LosslessCrossbar::Take(LosslessFramePool& pool, uint32_t input, uint32_t output)
{
    const uint8_t priority = m_chosen[output];
    auto& queue = m_queues[GetFirst(output, priority) + input];
    const uint32_t number = pool.Take(queue);
    m_free[input / WORD] &= ~(uint64_t{1} << input % WORD);
    if (queue.head == LosslessFramePool::NONE)
    {
        auto bits = m_bits.begin() + GetFirstWord(output, priority);
        bits[input / WORD] &= ~(uint64_t{1} << input % WORD);
        if (std::all_of(bits, bits + m_words, [](uint64_t word) { return word == 0; }))
        {
            m_waiting[output] &= ~(1 << priority);
        }
    }
    return number;
}

bool
LosslessCrossbar::CanBegin(uint32_t output) const
{
    for (uint32_t word = 0; word < m_words; ++word)
    {
        if (m_requests[output][word] & m_free[word])
        {
            return true;
        }
    }
    return false;
}

void
LosslessCrossbar::Free(uint32_t input)
{
    m_free[input / WORD] |= uint64_t{1} << input % WORD;
}

const LosslessFramePool::List&
LosslessCrossbar::GetQueue(uint32_t output, uint8_t priority, uint32_t input) const
{
    return m_queues[GetFirst(output, priority) + input];
}

uint8_t
LosslessCrossbar::GetWaiting(uint32_t output) const
{
    return m_waiting[output];
}

} // namespace ns3
