/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-outgoing.h"

#include "pfabric-socket.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricOutgoing");

PFabricOutgoing::PFabricOutgoing(const Transport& transport,
                                 PFabricSocket& socket,
                                 const Way& way,
                                 Ptr<const Packet> content,
                                 Time deadline)
    : m_timeOut(transport.timeOut),
      m_socket(socket),
      m_traces(*transport.traces),
      m_rank(transport.rank),
      m_way(way),
      m_content(std::move(content)),
      m_sender(transport.sender, m_content->GetSize())
{
    NS_LOG_FUNCTION(this << m_content->GetSize() << deadline);
    m_state.size = m_content->GetSize();
    m_state.start = Simulator::Now();
    m_state.deadline = deadline;
    StartTimer();
    NotifyChanges(0, false);
}

PFabricMessageRecord
PFabricOutgoing::GetRecord() const
{
    return {{m_way.source, m_way.sourcePort},
            {m_way.destination, m_way.destinationPort},
            m_way.number,
            m_state.size,
            m_state.start};
}

void
PFabricOutgoing::NotifyChanges(double window, bool probing) const
{
    if (!m_traces.window.IsEmpty() && m_sender.GetWindow() != window)
    {
        m_traces.window(GetRecord(), window, m_sender.GetWindow());
    }
    if (!m_traces.probing.IsEmpty() && m_sender.IsProbing() != probing)
    {
        m_traces.probing(GetRecord(), m_sender.IsProbing());
    }
}

void
PFabricOutgoing::Send()
{
    m_state.remaining = m_sender.GetRemaining();
    const uint32_t priority = m_rank->GetPriority(m_state);
    if (priority != m_priority)
    {
        if (!m_traces.priority.IsEmpty())
        {
            m_traces.priority(GetRecord(), m_priority, priority);
        }
        m_priority = priority;
    }
    while (const auto range = m_sender.Send())
    {
        PFabricHeader header;
        header.SetPorts(m_way.sourcePort, m_way.destinationPort);
        header.SetMessage(m_way.number);
        header.SetData(range->begin, range->end == m_state.size);
        header.SetPriority(priority);
        m_state.sent = std::max(m_state.sent, range->end);
        m_socket.Send(m_way, header, m_content, range->end - range->begin);
    }
}

bool
PFabricOutgoing::Acknowledge(const PFabricAcknowledgement& acknowledgement)
{
    PFabricAcknowledgement within = acknowledgement;
    within.cumulative = std::min(within.cumulative, m_state.size);
    const double window = m_sender.GetWindow();
    const bool probing = m_sender.IsProbing();
    if (m_sender.Acknowledge(within))
    {
        StartTimer();
    }
    NotifyChanges(window, probing);
    if (m_sender.IsDone())
    {
        Cancel();
        return true;
    }
    Send();
    return false;
}

void
PFabricOutgoing::StartTimer()
{
    if (m_timeOut >= Time::Max() - Simulator::Now())
    {
        return; // never
    }
    m_expires = Simulator::Now() + m_timeOut;
    if (!m_pending)
    {
        Schedule(m_timeOut);
    }
}

void
PFabricOutgoing::Schedule(Time delay)
{
    m_pending = true;
    Simulator::Schedule(delay, Ptr<EventImpl>(this));
}

void
PFabricOutgoing::Notify()
{
    m_pending = false;
    if (Simulator::Now() < m_expires)
    {
        Schedule(m_expires - Simulator::Now());
        return;
    }
    NS_LOG_LOGIC("time-out with " << m_sender.GetRemaining() << " bytes to go");
    const double window = m_sender.GetWindow();
    const bool probing = m_sender.IsProbing();
    m_sender.TimeOut();
    m_traces.timeOut(GetRecord(), m_sender.GetTimeOuts());
    NotifyChanges(window, probing);
    StartTimer();
    Send();
}

} // namespace ns3
