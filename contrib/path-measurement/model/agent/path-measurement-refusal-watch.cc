/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-refusal-watch.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-base.h"

#include <utility>

namespace ns3
{

RefusalWatch::~RefusalWatch()
{
    Stop();
}

void
RefusalWatch::Watch(Ptr<Socket> socket, Callback<void> refused)
{
    Stop();
    m_socket = socket;
    m_refused = refused;
    socket->SetAttribute("Timestamp", BooleanValue(false));
    socket->TraceConnectWithoutContext("Rx", MakeCallback(&RefusalWatch::Receive, this));
}

void
RefusalWatch::Stop()
{
    m_telling.Cancel();
    if (const auto socket = std::exchange(m_socket, nullptr))
    {
        socket->TraceDisconnectWithoutContext("Rx", MakeCallback(&RefusalWatch::Receive, this));
    }
}

void
RefusalWatch::Receive(Ptr<const Packet> packet,
                      const TcpHeader& header,
                      Ptr<const TcpSocketBase> socket)
{
    if (header.GetFlags() & TcpHeader::RST && m_telling.IsExpired())
    {
        m_telling = Simulator::ScheduleNow([this]() { m_refused(); });
    }
}

} // namespace ns3
