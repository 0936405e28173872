/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-control-channel.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-base.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ControlChannel");

} // namespace ns3

namespace ns3::measurement
{

RefusalWatch::~RefusalWatch()
{
    Stop();
}

void
RefusalWatch::Watch(Ptr<Socket> socket, Callback<void> refused)
{
    NS_LOG_FUNCTION(this);
    Stop();
    m_socket = socket;
    m_refused = refused;
    socket->SetAttribute("Timestamp", BooleanValue(false));
    socket->TraceConnectWithoutContext("Rx", MakeCallback(&RefusalWatch::Receive, this));
}

void
RefusalWatch::Stop()
{
    NS_LOG_FUNCTION(this);
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
    NS_LOG_FUNCTION(this);
    if (header.GetFlags() & TcpHeader::RST && m_telling.IsExpired())
    {
        m_telling = Simulator::ScheduleNow([this]() { m_refused(); });
    }
}

} // namespace ns3::measurement

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ControlChannel);

TypeId
ControlChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ControlChannel")
                            .SetParent<Object>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<ControlChannel>();
    return tid;
}

void
ControlChannel::SetSocket(Ptr<Socket> socket, Received received, Ended ended)
{
    m_socket = socket;
    m_received = received;
    m_ended = ended;
    socket->SetRecvCallback(MakeCallback(&ControlChannel::Receive, this));
    socket->SetSendCallback(MakeCallback(&ControlChannel::Flush, this));
    socket->SetCloseCallbacks(MakeCallback(&ControlChannel::End, this),
                              MakeCallback(&ControlChannel::Break, this));
}

void
ControlChannel::SendLine(const std::string& line)
{
    NS_LOG_FUNCTION(this << line);
    m_out += line + "\n";
    if (m_socket)
    {
        Flush(m_socket, 0);
    }
}

void
ControlChannel::Close()
{
    NS_LOG_FUNCTION(this);
    m_received.Nullify();
    m_ended.Nullify();
    if (const auto socket = std::exchange(m_socket, nullptr))
    {
        socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                   MakeNullCallback<void, Ptr<Socket>>());
        socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                  MakeNullCallback<void, Ptr<Socket>>());
        socket->Close();
    }
}

bool
ControlChannel::IsBroken() const
{
    return m_broken;
}

void
ControlChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Close();
    Object::DoDispose();
}

void
ControlChannel::Receive(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this);
    const Ptr<ControlChannel> self = this;
    while (const auto packet = socket->Recv())
    {
        if (!packet->GetSize())
        {
            break;
        }
        std::string bytes(packet->GetSize(), '\0');
        packet->CopyData(reinterpret_cast<uint8_t*>(bytes.data()), packet->GetSize());
        m_in += bytes;
    }
    for (auto end = m_in.find('\n'); end != std::string::npos && m_socket; end = m_in.find('\n'))
    {
        const auto line = m_in.substr(0, end);
        m_in.erase(0, end + 1);
        m_received(self, line);
    }
}

void
ControlChannel::Flush(Ptr<Socket> socket, uint32_t room)
{
    NS_LOG_FUNCTION(this << room);
    while (!m_out.empty())
    {
        const auto size = std::min<uint32_t>(m_out.size(), socket->GetTxAvailable());
        if (!size)
        {
            return;
        }
        const int taken =
            socket->Send(Create<Packet>(reinterpret_cast<const uint8_t*>(m_out.data()), size));
        if (taken <= 0)
        {
            return; // not connected yet
        }
        m_out.erase(0, taken);
    }
}

void
ControlChannel::End(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this);
    const Ptr<ControlChannel> self = this;
    if (!m_ended.IsNull())
    {
        m_ended(self);
    }
}

void
ControlChannel::Break(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this);
    m_broken = true;
    End(socket);
}

} // namespace ns3
