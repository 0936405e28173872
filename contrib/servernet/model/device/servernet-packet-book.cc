/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-packet-book.h"

#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetPacketBook");

namespace
{

/** Bits of an id that say in which slot the packet is; the others count packets. */
constexpr uint32_t SLOT_BITS = 24;

/** @param id of a packet @return its slot */
uint32_t
GetSlot(uint64_t id)
{
    return id & ((1U << SLOT_BITS) - 1);
}

} // namespace

uint64_t
ServerNetPacketBook::GetNextId() const
{
    return m_injected << SLOT_BITS | (m_freeSlots.empty() ? m_slots.size() : m_freeSlots.back());
}

const ServerNetPacket&
ServerNetPacketBook::Get(uint64_t id) const
{
    return m_slots[GetSlot(id)];
}

void
ServerNetPacketBook::Add(ServerNetPacket packet)
{
    ++m_injected;
    if (m_freeSlots.empty())
    {
        m_slots.push_back(std::move(packet));
        NS_LOG_LOGIC("room for " << m_slots.size() << " packets at a time");
    }
    else
    {
        m_slots[m_freeSlots.back()] = std::move(packet);
        m_freeSlots.pop_back();
    }
}

void
ServerNetPacketBook::Finish(uint64_t id, int64_t tick, const char* reason)
{
    m_ends.push_back({id, tick, reason});
    if (reason)
    {
        NS_LOG_DEBUG("packet " << id << " ends at tick " << tick << ": " << reason);
        m_drops.Add(reason, m_slots[GetSlot(id)].GetFlits());
    }
    else
    {
        ++m_delivered;
    }
}

bool
ServerNetPacketBook::HasEnds() const
{
    return !m_ends.empty();
}

ServerNetPacketBook::End
ServerNetPacketBook::TakeEnd()
{
    const Finished end = m_ends.front();
    m_ends.pop_front();
    m_freeSlots.push_back(GetSlot(end.id));
    return {std::move(m_slots[GetSlot(end.id)]), end.tick, end.reason};
}

uint64_t
ServerNetPacketBook::GetInjected() const
{
    return m_injected;
}

uint64_t
ServerNetPacketBook::GetDelivered() const
{
    return m_delivered;
}

const burst::DropCounter&
ServerNetPacketBook::GetDrops() const
{
    return m_drops;
}

void
ServerNetPacketBook::Clear()
{
    NS_LOG_FUNCTION(this << m_injected << m_delivered);
    m_slots.clear();
    m_freeSlots.clear();
    m_ends.clear();
}

} // namespace ns3
