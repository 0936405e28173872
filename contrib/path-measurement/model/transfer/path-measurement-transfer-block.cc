/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-block.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BlockHeader);

TypeId
BlockHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BlockHeader")
                            .SetParent<Header>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<BlockHeader>();
    return tid;
}

TypeId
BlockHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
BlockHeader::Print(std::ostream& os) const
{
    os << "offset " << offset << " data " << data << " payload " << payload;
}

uint32_t
BlockHeader::GetSerializedSize() const
{
    return SIZE;
}

void
BlockHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU64(offset);
    start.WriteHtonU32(data);
    start.WriteHtonU32(payload);
}

uint32_t
BlockHeader::Deserialize(Buffer::Iterator start)
{
    offset = start.ReadNtohU64();
    data = start.ReadNtohU32();
    payload = start.ReadNtohU32();
    return SIZE;
}

} // namespace ns3

namespace ns3::measurement
{

WorkLine::~WorkLine()
{
    Stop();
}

void
WorkLine::Start(std::vector<Stage> stages, Done done)
{
    Stop();
    m_stages = std::move(stages);
    m_done = std::move(done);
}

void
WorkLine::Enter(const TransferBlock& block)
{
    const uint64_t number = m_number++;
    m_inside[number] = EventId();
    Go(block, 0, number);
}

uint32_t
WorkLine::GetInside() const
{
    return m_inside.size();
}

void
WorkLine::Stop()
{
    for (auto& [number, event] : m_inside)
    {
        event.Cancel();
    }
    m_inside.clear();
}

void
WorkLine::Go(const TransferBlock& block, uint32_t stage, uint64_t number)
{
    for (; stage < m_stages.size(); ++stage)
    {
        const Time wait = m_stages[stage](block) - Simulator::Now();
        if (wait.IsStrictlyPositive())
        {
            m_inside[number] =
                Simulator::Schedule(wait, &WorkLine::Go, this, block, stage + 1, number);
            return;
        }
    }
    m_inside.erase(number);
    m_done(block);
}

} // namespace ns3::measurement
