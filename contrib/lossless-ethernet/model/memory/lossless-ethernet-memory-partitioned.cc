/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-memory-partitioned.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"

#include <cstdint>

namespace ns3
{

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
                                                   &LosslessMemory::IsLaid,
                                                   "Lay"),
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
PartitionedMemory::DoLay()
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

} // namespace ns3
