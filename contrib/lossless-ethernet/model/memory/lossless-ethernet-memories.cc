/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-memories.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PriorityMemory");

NS_OBJECT_ENSURE_REGISTERED(PartitionedMemory);

TypeId
PartitionedMemory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PartitionedMemory")
            .SetParent<LosslessMemory>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<PartitionedMemory>()
            .AddAttribute("Low",
                          "Low watermark over the high one.",
                          DoubleValue(0.5),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&PartitionedMemory::m_low),
                                                   &LosslessMemory::IsConfigured,
                                                   "Configure"),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

std::vector<LosslessMemory::Partition>
PartitionedMemory::GetPartitions() const
{
    std::vector<Partition> partitions;
    for (uint32_t input = 0; input < GetPorts(); ++input)
    {
        partitions.push_back({input, ALL, GetCapacity(), GetHighWater(input)});
    }
    return partitions;
}

void
PartitionedMemory::DoConfigure()
{
    m_lowMark.clear();
    for (uint32_t input = 0; input < GetPorts(); ++input)
    {
        const auto high = static_cast<double>(GetCapacity() - GetHeadroom(input));
        m_lowMark.push_back(static_cast<uint64_t>(m_low * high));
    }
    m_paused.assign(GetPorts(), false);
}

bool
PartitionedMemory::DoAdmit(uint32_t input, uint8_t priority, uint32_t bytes)
{
    if (GetUsed(input) > GetCapacity())
    {
        return false;
    }
    if (!m_paused[input] && GetUsed(input) > GetCapacity() - GetHeadroom(input))
    {
        m_paused[input] = true;
        Ask(input, UINT8_MAX, true);
    }
    return true;
}

void
PartitionedMemory::DoRelease(uint32_t input, uint8_t priority, uint32_t bytes)
{
    if (m_paused[input] && GetUsed(input) <= m_lowMark[input])
    {
        m_paused[input] = false;
        Ask(input, UINT8_MAX, false);
    }
}

NS_OBJECT_ENSURE_REGISTERED(SharedMemory);

TypeId
SharedMemory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SharedMemory")
            .SetParent<LosslessMemory>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<SharedMemory>()
            .AddAttribute("Low",
                          "Low watermark over the high one.",
                          DoubleValue(0.5),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&SharedMemory::m_low),
                                                   &LosslessMemory::IsConfigured,
                                                   "Configure"),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

bool
SharedMemory::JoinsInputs() const
{
    return true;
}

void
SharedMemory::DoConfigure()
{
    m_limit = m_highMark = 0;
    for (uint32_t input = 0; input < GetPorts(); ++input)
    {
        m_limit += GetCapacity();
        m_highMark += GetCapacity() - GetHeadroom(input);
    }
    m_lowMark = static_cast<uint64_t>(m_low * static_cast<double>(m_highMark));
    m_paused = false;
}

bool
SharedMemory::DoAdmit(uint32_t input, uint8_t priority, uint32_t bytes)
{
    if (GetUsed() > m_limit)
    {
        return false;
    }
    if (!m_paused && GetUsed() > m_highMark)
    {
        m_paused = true;
        for (uint32_t other = 0; other < GetPorts(); ++other)
        {
            Ask(other, UINT8_MAX, true);
        }
    }
    return true;
}

void
SharedMemory::DoRelease(uint32_t input, uint8_t priority, uint32_t bytes)
{
    if (m_paused && GetUsed() <= m_lowMark)
    {
        m_paused = false;
        for (uint32_t other = 0; other < GetPorts(); ++other)
        {
            Ask(other, UINT8_MAX, false);
        }
    }
}

NS_OBJECT_ENSURE_REGISTERED(PriorityMemory);

TypeId
PriorityMemory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PriorityMemory")
            .SetParent<LosslessMemory>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<PriorityMemory>()
            .AddAttribute(
                "Priorities",
                "Those in use, a bit for each: 1 for priority 0, 128 for priority 7, "
                "that of congestion messages.",
                UintegerValue(UINT8_MAX),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&PriorityMemory::m_priorities),
                                         &LosslessMemory::IsConfigured,
                                         "Configure"),
                MakeUintegerChecker<uint8_t>(1))
            .AddAttribute("Low",
                          "Low watermark over the high one.",
                          DoubleValue(0.5),
                          burst::MakeAccessorUntil(MakeDoubleAccessor(&PriorityMemory::m_low),
                                                   &LosslessMemory::IsConfigured,
                                                   "Configure"),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

std::vector<LosslessMemory::Partition>
PriorityMemory::GetPartitions() const
{
    std::vector<Partition> partitions;
    for (uint32_t input = 0; input < GetPorts(); ++input)
    {
        for (uint32_t priority = 0; priority < LosslessFrame::PRIORITIES; ++priority)
        {
            if (m_priorities >> priority & 1)
            {
                partitions.push_back(
                    {input,
                     priority,
                     m_share,
                     m_high[std::size_t{input} * LosslessFrame::PRIORITIES + priority]});
            }
        }
    }
    return partitions;
}

uint64_t
PriorityMemory::GetShare() const
{
    return m_share;
}

uint32_t
PriorityMemory::GetControlFrames() const
{
    return __builtin_popcount(m_priorities);
}

uint8_t
PriorityMemory::GetPriorities() const
{
    return m_priorities;
}

bool
PriorityMemory::PausesByPriority() const
{
    return true;
}

void
PriorityMemory::DoConfigure()
{
    m_share = GetCapacity() / __builtin_popcount(m_priorities);
    m_lowMark.clear();
    for (uint32_t input = 0; input < GetPorts(); ++input)
    {
        if (GetHeadroom(input) >= m_share)
        {
            throw std::invalid_argument(
                "Priorities of ns3::PriorityMemory is " + std::to_string(m_priorities) +
                ", which leaves " + std::to_string(m_share) +
                " bytes for each; allowed is more than the headroom of port " +
                std::to_string(input) + ", " + std::to_string(GetHeadroom(input)) + " bytes");
        }
        const auto high = static_cast<double>(m_share - GetHeadroom(input));
        m_lowMark.push_back(static_cast<uint64_t>(m_low * high));
    }
    m_high.assign(std::size_t{GetPorts()} * LosslessFrame::PRIORITIES, 0);
    m_paused.assign(GetPorts(), 0);
    NS_LOG_INFO(m_share << " bytes for each input and priority");
}

bool
PriorityMemory::DoAdmit(uint32_t input, uint8_t priority, uint32_t /* bytes */)
{
    const uint8_t bit = 1 << priority;
    const uint64_t used = GetUsed(input, priority);
    if (!(m_priorities & bit) || used > m_share)
    {
        return false;
    }
    uint64_t& high = m_high[std::size_t{input} * LosslessFrame::PRIORITIES + priority];
    high = std::max(high, used);
    if (!(m_paused[input] & bit) && used > m_share - GetHeadroom(input))
    {
        m_paused[input] |= bit;
        Ask(input, bit, true);
    }
    return true;
}

void
PriorityMemory::DoRelease(uint32_t input, uint8_t priority, uint32_t /* bytes */)
{
    const uint8_t bit = 1 << priority;
    if ((m_paused[input] & bit) && GetUsed(input, priority) <= m_lowMark[input])
    {
        m_paused[input] &= ~bit;
        Ask(input, bit, false);
    }
}

} // namespace ns3
