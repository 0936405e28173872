/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-memory.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LosslessMemory");

NS_OBJECT_ENSURE_REGISTERED(LosslessMemory);

TypeId
LosslessMemory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LosslessMemory")
                            .SetParent<Object>()
                            .SetGroupName("LosslessEthernet")
                            .AddAttribute("Capacity",
                                          "Bytes of memory for each port.",
                                          UintegerValue(600'000),
                                          burst::MakeAccessorUntil(
                                              MakeUintegerAccessor(&LosslessMemory::m_capacity),
                                              &LosslessMemory::IsConfigured,
                                              "Configure"),
                                          MakeUintegerChecker<uint64_t>(1, 1'000'000'000'000));
    return tid;
}

void
LosslessMemory::Configure(uint32_t ports, const std::vector<uint64_t>& headroom)
{
    NS_LOG_FUNCTION(this << ports);
    if (headroom.size() != ports)
    {
        throw std::invalid_argument("headroom has " + std::to_string(headroom.size()) +
                                    " numbers; allowed is one for each of " +
                                    std::to_string(ports) + " ports");
    }
    m_inputs.clear();
    for (uint32_t port = 0; port < ports; ++port)
    {
        if (headroom[port] >= m_capacity)
        {
            throw std::invalid_argument(
                "Capacity of " + GetInstanceTypeId().GetName() + " is " +
                std::to_string(m_capacity) + " bytes; allowed is more than the headroom of port " +
                std::to_string(port) + ", " + std::to_string(headroom[port]) + " bytes");
        }
        m_inputs.push_back({headroom[port]});
    }
    m_used = m_high = 0;
    m_changes.clear();
    DoConfigure();
}

bool
LosslessMemory::Admit(uint32_t input, uint8_t priority, uint32_t bytes)
{
    Input& books = m_inputs[input];
    m_used += bytes;
    books.used += bytes;
    books.byPriority[priority] += bytes;
    if (!DoAdmit(input, priority, bytes))
    {
        m_used -= bytes;
        books.used -= bytes;
        books.byPriority[priority] -= bytes;
        return false;
    }
    m_high = std::max(m_high, m_used);
    books.high = std::max(books.high, books.used);
    return true;
}

void
LosslessMemory::Release(uint32_t input, uint8_t priority, uint32_t bytes)
{
    Input& books = m_inputs[input];
    m_used -= bytes;
    books.used -= bytes;
    books.byPriority[priority] -= bytes;
    DoRelease(input, priority, bytes);
}

bool
LosslessMemory::IsConfigured() const
{
    return !m_inputs.empty();
}

uint32_t
LosslessMemory::GetPorts() const
{
    return m_inputs.size();
}

uint64_t
LosslessMemory::GetCapacity() const
{
    return m_capacity;
}

uint64_t
LosslessMemory::GetUsed() const
{
    return m_used;
}

uint64_t
LosslessMemory::GetUsed(uint32_t input) const
{
    return m_inputs[input].used;
}

uint64_t
LosslessMemory::GetUsed(uint32_t input, uint8_t priority) const
{
    return m_inputs[input].byPriority[priority];
}

uint64_t
LosslessMemory::GetHighWater() const
{
    return m_high;
}

uint64_t
LosslessMemory::GetHighWater(uint32_t input) const
{
    return m_inputs[input].high;
}

uint32_t
LosslessMemory::GetControlFrames() const
{
    return 1;
}

uint8_t
LosslessMemory::GetPriorities() const
{
    return UINT8_MAX;
}

bool
LosslessMemory::PausesByPriority() const
{
    return false;
}

bool
LosslessMemory::JoinsInputs() const
{
    return false;
}

uint64_t
LosslessMemory::GetHeadroom(uint32_t input) const
{
    return m_inputs[input].headroom;
}

std::vector<LosslessMemory::Partition>
LosslessMemory::GetPartitions() const
{
    return {{ALL, ALL, GetPorts() * GetCapacity(), GetHighWater()}};
}

void
LosslessMemory::Ask(uint32_t input, uint8_t priorities, bool pause)
{
    m_changes.push_back({input, priorities, pause});
}

} // namespace ns3
