/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-streams.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

void
QbssBins::Add(uint64_t bytes)
{
    const std::size_t bin = Simulator::Now().GetMilliSeconds() / LENGTH_MS;
    m_bytes.resize(std::max(m_bytes.size(), bin + 1));
    m_bytes[bin] += bytes;
}

double
QbssBins::GetRate(Time from, Time until) const
{
    const int64_t length = MilliSeconds(LENGTH_MS).GetTimeStep();
    const int64_t first = (from.GetTimeStep() + length - 1) / length;
    const int64_t end = until.GetTimeStep() / length;
    uint64_t bytes = 0;
    for (int64_t bin = first; bin < std::min<int64_t>(end, m_bytes.size()); ++bin)
    {
        bytes += m_bytes[bin];
    }
    return 8e3 * bytes / ((end - first) * LENGTH_MS);
}

QbssStreams::QbssStreams(Ptr<Node> sender, Ptr<Node> receiver, const Settings& settings)
    : m_sender(sender),
      m_to(receiver->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal()),
      m_settings(settings),
      m_listener(CreateSocket(receiver))
{
    m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    m_listener->Listen();
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&QbssStreams::Accept, this));
}

Ptr<Socket>
QbssStreams::CreateSocket(Ptr<Node> node) const
{
    const auto socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
    socket->SetAttribute("SegmentSize", UintegerValue(GetSegment()));
    socket->SetAttribute("SndBufSize", UintegerValue(m_settings.window));
    socket->SetAttribute("RcvBufSize", UintegerValue(m_settings.window));
    socket->SetAttribute("InitialCwnd", UintegerValue(m_settings.initialWindow));
    socket->SetAttribute("DelAckCount", UintegerValue(2));
    socket->SetAttribute("Sack", BooleanValue(true));
    socket->SetAttribute("Timestamp", BooleanValue(m_settings.timestamps));
    // Those of Linux. With ns-3's 200 ms of delay a window of one segment always times out: the
    // acknowledgement is as late as that, and the window stays at one.
    socket->SetAttribute("MinRto", TimeValue(MilliSeconds(200)));
    socket->SetAttribute("DelAckTimeout", TimeValue(MilliSeconds(40)));
    return socket;
}

void
QbssStreams::Start()
{
    const auto socket = CreateSocket(m_sender);
    DynamicCast<TcpSocketBase>(socket)->SetCongestionControlAlgorithm(
        m_settings.congestion.Create<TcpCongestionOps>());
    socket->SetIpTos(static_cast<uint8_t>(m_settings.dscp << 2));
    socket->SetConnectCallback(MakeCallback(&QbssStreams::NotifyConnected, this),
                               MakeNullCallback<void, Ptr<Socket>>());
    socket->Bind();
    socket->Connect(InetSocketAddress(m_to, PORT));
    m_open.push_back(socket);
}

void
QbssStreams::Stop()
{
    m_pace.Cancel();
    for (const auto& socket : m_open)
    {
        socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        socket->Close();
    }
    m_open.clear();
}

uint32_t
QbssStreams::GetSegment() const
{
    return SEGMENT - (m_settings.timestamps ? OPTION : 0);
}

void
QbssStreams::SetActive(uint32_t count)
{
    m_active = count;
    for (const auto& socket : m_open)
    {
        Fill(socket, 0);
    }
}

void
QbssStreams::SetRate(double rate)
{
    m_rate = rate;
    if (rate > 0 && !m_pace.IsPending())
    {
        Pace();
    }
}

void
QbssStreams::Pace()
{
    if (m_rate <= 0)
    {
        return;
    }
    m_pace = Simulator::Schedule(Seconds(8 * GetSegment() / m_rate), &QbssStreams::Pace, this);
    const uint32_t count = std::min<uint32_t>(m_open.size(), m_active);
    for (uint32_t i = 0; i < count; ++i)
    {
        const auto& socket = m_open[m_turn++ % count];
        if (socket->GetTxAvailable() >= GetSegment() &&
            socket->Send(Create<Packet>(GetSegment())) > 0)
        {
            return;
        }
    }
}

void
QbssStreams::NotifyConnected(Ptr<Socket> socket)
{
    if (std::count(m_open.begin(), m_open.end(), socket) > 0)
    {
        socket->SetSendCallback(MakeCallback(&QbssStreams::Fill, this));
        Fill(socket, socket->GetTxAvailable());
    }
}

void
QbssStreams::Fill(Ptr<Socket> socket, uint32_t /* room */)
{
    const auto number = std::find(m_open.begin(), m_open.end(), socket) - m_open.begin();
    if (m_rate > 0 || number >= m_active)
    {
        return;
    }
    for (uint32_t room = socket->GetTxAvailable(); room > 0; room = socket->GetTxAvailable())
    {
        if (socket->Send(Create<Packet>(std::min(room, GetSegment()))) <= 0)
        {
            return;
        }
    }
}

void
QbssStreams::Accept(Ptr<Socket> socket, const Address& /* from */)
{
    socket->SetRecvCallback(MakeCallback(&QbssStreams::Receive, this));
}

void
QbssStreams::Receive(Ptr<Socket> socket)
{
    while (const auto packet = socket->Recv())
    {
        if (packet->GetSize() == 0)
        {
            return; // the end of the stream
        }
        m_bytes.Add(packet->GetSize());
    }
}

double
QbssStreams::GetRate(Time from, Time until) const
{
    return m_bytes.GetRate(from, until) / 1e6;
}

} // namespace ns3
