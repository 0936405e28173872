/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-outgoing.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricOutgoing");

PFabricOutgoing::PFabricOutgoing(const Transport& transport,
                                 Ptr<const Packet> content,
                                 Time deadline,
                                 Sink sink)
    : m_timeOut(transport.timeOut),
      m_rank(transport.rank),
      m_sender(transport.sender, content->GetSize()),
      m_content(std::move(content)),
      m_sink(std::move(sink))
{
    NS_LOG_FUNCTION(this << m_content->GetSize() << deadline);
    m_state.size = m_content->GetSize();
    m_state.start = Simulator::Now();
    m_state.deadline = deadline;
    StartTimer();
}

PFabricOutgoing::~PFabricOutgoing()
{
    m_timer.Cancel();
}

void
PFabricOutgoing::Send()
{
    m_state.remaining = m_sender.GetRemaining();
    const uint32_t priority = m_rank->GetPriority(m_state);
    while (const auto range = m_sender.Send())
    {
        PFabricHeader header;
        header.SetData(range->begin, range->end == m_state.size);
        header.SetPriority(priority);
        m_state.sent = std::max(m_state.sent, range->end);
        m_sink(m_content, *range, header);
    }
}

bool
PFabricOutgoing::Acknowledge(const PFabricAcknowledgement& said)
{
    PFabricAcknowledgement within = said;
    within.cumulative = std::min(within.cumulative, m_state.size);
    if (m_sender.Acknowledge(within))
    {
        StartTimer();
    }
    if (m_sender.IsDone())
    {
        m_timer.Cancel();
        return true;
    }
    Send();
    return false;
}

void
PFabricOutgoing::StartTimer()
{
    m_expires = Simulator::Now() + m_timeOut;
    if (m_timer.IsExpired())
    {
        m_timer = Simulator::Schedule(m_timeOut, &PFabricOutgoing::Expire, this);
    }
}

void
PFabricOutgoing::Expire()
{
    if (Simulator::Now() < m_expires)
    {
        m_timer = Simulator::Schedule(m_expires - Simulator::Now(), &PFabricOutgoing::Expire, this);
        return;
    }
    NS_LOG_LOGIC("time-out with " << m_sender.GetRemaining() << " bytes to go");
    m_sender.TimeOut();
    StartTimer();
    Send();
}

} // namespace ns3
