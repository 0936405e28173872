/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-memory-dynamic-threshold.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DynamicThresholdMemory");

NS_OBJECT_ENSURE_REGISTERED(DynamicThresholdMemory);

TypeId
DynamicThresholdMemory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DynamicThresholdMemory")
            .SetParent<LosslessMemory>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<DynamicThresholdMemory>()
            .AddAttribute("Priorities",
                          "Those in use, a bit for each: 1 for priority 0, 128 for priority 7, "
                          "that of congestion messages.",
                          UintegerValue(UINT8_MAX),
                          burst::MakeAccessorUntil(
                              MakeUintegerAccessor(&DynamicThresholdMemory::m_priorities),
                              &LosslessMemory::IsConfigured,
                              "Configure"),
                          MakeUintegerChecker<uint8_t>(1))
            .AddAttribute(
                "Alpha",
                "Threshold over the free bytes of the pool.",
                DoubleValue(1),
                burst::MakeAccessorUntil(MakeDoubleAccessor(&DynamicThresholdMemory::m_alpha),
                                         &LosslessMemory::IsConfigured,
                                         "Configure"),
                MakeDoubleChecker<double>(1e-3, 1e3))
            .AddAttribute(
                "Reserve",
                "Bytes that are kept for each input and priority.",
                UintegerValue(3000),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&DynamicThresholdMemory::m_reserve),
                                         &LosslessMemory::IsConfigured,
                                         "Configure"),
                MakeUintegerChecker<uint64_t>(0, 1'000'000'000'000))
            .AddAttribute("Hysteresis",
                          "Bytes below the threshold at which a pause ends.",
                          UintegerValue(3000),
                          burst::MakeAccessorUntil(
                              MakeUintegerAccessor(&DynamicThresholdMemory::m_hysteresis),
                              &LosslessMemory::IsConfigured,
                              "Configure"),
                          MakeUintegerChecker<uint64_t>(0, 1'000'000'000'000));
    return tid;
}

uint64_t
DynamicThresholdMemory::GetPool() const
{
    return m_pool;
}

uint64_t
DynamicThresholdMemory::GetFree() const
{
    return m_free;
}

uint64_t
DynamicThresholdMemory::GetHeadroomUsed(uint32_t input, uint8_t priority) const
{
    return m_queues[std::size_t{input} * LosslessFrame::PRIORITIES + priority].headroom;
}

uint32_t
DynamicThresholdMemory::GetControlFrames() const
{
    return __builtin_popcount(m_priorities);
}

uint8_t
DynamicThresholdMemory::GetPriorities() const
{
    return m_priorities;
}

bool
DynamicThresholdMemory::PausesByPriority() const
{
    return true;
}

void
DynamicThresholdMemory::DoConfigure()
{
    const uint64_t all = GetPorts() * GetCapacity();
    uint64_t kept = 0; // fewer than 2^16 ports of 8 priorities and 2^41 bytes
    for (uint32_t input = 0; input < GetPorts(); ++input)
    {
        kept += __builtin_popcount(m_priorities) * (m_reserve + GetHeadroom(input));
    }
    if (kept >= all)
    {
        throw std::invalid_argument(
            "Reserve of ns3::DynamicThresholdMemory is " + std::to_string(m_reserve) +
            " bytes, and with the headroom " + std::to_string(kept) +
            " of all inputs and priorities; allowed is less than the whole memory, " +
            std::to_string(all) + " bytes");
    }
    m_pool = m_free = all - kept;
    m_queues.assign(std::size_t{GetPorts()} * LosslessFrame::PRIORITIES, {});
    NS_LOG_INFO("a pool of " << m_pool << " bytes");
}

uint64_t
DynamicThresholdMemory::GetPooled(uint64_t bytes) const
{
    return bytes > m_reserve ? bytes - m_reserve : 0;
}

uint64_t
DynamicThresholdMemory::GetRoom(const Queue& queue) const
{
    // What it takes from the pool, x, makes the threshold fall: pooled + x <= Alpha (free - x).
    const double pooled = GetPooled(queue.bytes);
    const double x = (m_alpha * static_cast<double>(m_free) - pooled) / (1 + m_alpha);
    return m_reserve - std::min(queue.bytes, m_reserve) + static_cast<uint64_t>(std::max(0.0, x));
}

bool
DynamicThresholdMemory::DoAdmit(uint32_t input, uint8_t priority, uint32_t bytes)
{
    if (!(m_priorities >> priority & 1))
    {
        return false;
    }
    Queue& queue = m_queues[std::size_t{input} * LosslessFrame::PRIORITIES + priority];
    const uint64_t taken = queue.paused ? 0 : std::min<uint64_t>(bytes, GetRoom(queue));
    const uint64_t rest = bytes - taken;
    const bool fits = queue.headroom + rest <= GetHeadroom(input);
    if (rest > 0 && !queue.paused && (fits || queue.bytes > 0))
    {
        queue.paused = true;
        Ask(input, 1 << priority, true);
    }
    if (fits)
    {
        m_free -= GetPooled(queue.bytes + taken) - GetPooled(queue.bytes);
        queue.bytes += taken;
        queue.headroom += rest;
    }
    return fits;
}

void
DynamicThresholdMemory::DoRelease(uint32_t input, uint8_t priority, uint32_t bytes)
{
    Queue& queue = m_queues[std::size_t{input} * LosslessFrame::PRIORITIES + priority];
    const uint64_t back = std::min<uint64_t>(bytes, queue.headroom);
    queue.headroom -= back;
    m_free += GetPooled(queue.bytes) - GetPooled(queue.bytes - (bytes - back));
    queue.bytes -= bytes - back;
    const double threshold = m_reserve + m_alpha * static_cast<double>(m_free);
    if (queue.paused && queue.headroom == 0 &&
        (queue.bytes == 0 || queue.bytes + m_hysteresis <= threshold))
    {
        queue.paused = false;
        Ask(input, 1 << priority, false);
    }
}

} // namespace ns3
