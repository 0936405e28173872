/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-memory-shared.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"

#include <cstdint>

namespace ns3
{

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
                                                   &LosslessMemory::IsLaid,
                                                   "Lay"),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

bool
SharedMemory::JoinsInputs() const
{
    return true;
}

void
SharedMemory::DoLay()
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

} // namespace ns3
