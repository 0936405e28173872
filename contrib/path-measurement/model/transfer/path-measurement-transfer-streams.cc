/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-streams.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::measurement
{

NS_LOG_COMPONENT_DEFINE("TransferStreams");

TransferStreams::~TransferStreams()
{
    Abort();
}

void
TransferStreams::Connect(Ptr<Node> node,
                         const Address& server,
                         const Settings& settings,
                         std::function<void()> opened,
                         std::function<void(const std::string&)> failed)
{
    NS_LOG_FUNCTION(this);
    Abort();
    m_opened = std::move(opened);
    m_failed = std::move(failed);
    m_patience = Simulator::Schedule(settings.patience, &TransferStreams::Expire, this);
    m_streams.resize(settings.streams);
    for (uint32_t i = 0; i < settings.streams; ++i)
    {
        const auto socket = TransferSocket::Create(node, settings.window);
        m_streams[i].socket = socket;
        socket->SetIpTos(settings.tos);
        socket->SetConnectCallback(MakeCallback(&TransferStreams::Connected, this).Bind(i),
                                   MakeCallback(&TransferStreams::Ended, this).Bind(i));
        socket->SetCloseCallbacks(MakeCallback(&TransferStreams::Ended, this).Bind(i),
                                  MakeCallback(&TransferStreams::Unanswered, this).Bind(i));
        socket->SetResetCallback(MakeCallback(&TransferStreams::NotifyEnd, this).Bind(i));
        socket->SetSendCallback(MakeCallback(&TransferStreams::Room, this).Bind(i));
        socket->SetRecvCallback(MakeCallback(&TransferStreams::Data, this).Bind(i));
        if (socket->Bind() != 0 || socket->Connect(server) != 0)
        {
            Fail("no route to the host");
            return;
        }
        socket->SetIpTos(settings.tos); // once more: Connect of ns-3.37 sets it too
    }
}

void
TransferStreams::SetBroken(std::function<void(uint32_t)> broken)
{
    m_broken = std::move(broken);
}

void
TransferStreams::SetRoom(std::function<void(uint32_t)> room)
{
    m_room = std::move(room);
}

void
TransferStreams::SetData(std::function<void(uint32_t)> data)
{
    m_data = std::move(data);
}

void
TransferStreams::Abort()
{
    NS_LOG_FUNCTION(this);
    m_patience.Cancel();
    for (auto& stream : m_streams)
    {
        stream.losing.Cancel();
        if (stream.socket)
        {
            stream.socket->Abort();
        }
    }
    m_streams.clear();
    m_connected = 0;
}

uint32_t
TransferStreams::GetSize() const
{
    return m_streams.size();
}

uint32_t
TransferStreams::GetAlive() const
{
    return std::count_if(m_streams.begin(), m_streams.end(), [](const auto& stream) {
        return stream.alive;
    });
}

bool
TransferStreams::IsAlive(uint32_t stream) const
{
    return m_streams[stream].alive;
}

bool
TransferStreams::IsUnanswered(uint32_t stream) const
{
    return m_streams[stream].unanswered;
}

Ptr<TransferSocket>
TransferStreams::Get(uint32_t stream) const
{
    return m_streams[stream].socket;
}

uint64_t
TransferStreams::GetAcknowledged() const
{
    uint64_t bytes = 0;
    for (const auto& stream : m_streams)
    {
        bytes += stream.socket->GetAcknowledged();
    }
    return bytes;
}

void
TransferStreams::BeginAccount()
{
    for (const auto& stream : m_streams)
    {
        stream.socket->BeginAccount();
    }
}

void
TransferStreams::EndAccount()
{
    for (const auto& stream : m_streams)
    {
        stream.socket->EndAccount();
    }
}

TransferSocket::Account
TransferStreams::GetAccount() const
{
    TransferSocket::Account all;
    for (const auto& stream : m_streams)
    {
        const auto& one = stream.socket->GetAccount();
        all.limits.Add(one.limits);
        all.segments += one.segments;
        all.again += one.again;
        all.samples += one.samples;
        all.roundTrips += one.roundTrips;
        all.leastRoundTrip = all.leastRoundTrip ? std::min(all.leastRoundTrip, one.leastRoundTrip)
                                                : one.leastRoundTrip;
    }
    return all;
}

void
TransferStreams::Connected(uint32_t stream, Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << stream);
    m_streams[stream].connected = true;
    if (++m_connected == m_streams.size())
    {
        m_patience.Cancel();
        m_opened();
    }
}

void
TransferStreams::Ended(uint32_t stream, Ptr<Socket> socket)
{
    m_streams[stream].losing = Simulator::ScheduleNow(&TransferStreams::NotifyEnd, this, stream);
}

void
TransferStreams::Unanswered(uint32_t stream, Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << stream);
    m_streams[stream].unanswered = true;
    Ended(stream, socket);
}

void
TransferStreams::NotifyEnd(uint32_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    if (!std::exchange(m_streams[stream].alive, false))
    {
        return;
    }
    if (m_patience.IsExpired())
    {
        m_streams[stream].socket->Abort();
        m_broken(stream);
    }
    else
    {
        Fail("the server refused a stream");
    }
}

void
TransferStreams::Expire()
{
    Fail(std::to_string(m_streams.size() - m_connected) + " of " +
         std::to_string(m_streams.size()) + " streams were not accepted");
}

void
TransferStreams::Room(uint32_t stream, Ptr<Socket> socket, uint32_t room)
{
    if (m_room && room && m_patience.IsExpired())
    {
        m_room(stream);
    }
}

void
TransferStreams::Data(uint32_t stream, Ptr<Socket> socket)
{
    if (m_data)
    {
        m_data(stream);
    }
}

void
TransferStreams::Fail(const std::string& why)
{
    NS_LOG_FUNCTION(this << why);
    const auto failed = m_failed;
    Abort();
    failed(why);
}

} // namespace ns3::measurement
