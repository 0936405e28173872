/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-server.h"

#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TransferServer");

NS_OBJECT_ENSURE_REGISTERED(TransferServer);

namespace
{

constexpr uint32_t MAX_READ = 65'536; //!< bytes that are read at a time

} // namespace

TypeId
TransferServer::GetTypeId()
{
    using Self = TransferServer;
    static TypeId tid = TypeId("ns3::TransferServer")
                            .SetParent<MeasurementServer>()
                            .SetGroupName("PathMeasurement")
                            .AddAttribute("Window",
                                          "Socket buffers of each stream, in bytes.",
                                          UintegerValue(65'536),
                                          UntilStart(MakeUintegerAccessor(&Self::m_window)),
                                          MakeUintegerChecker<uint32_t>(1460, 1 << 30))
                            .AddAttribute("ProcessorFactor",
                                          "Cycles of the processor over those that TCP takes.",
                                          DoubleValue(1),
                                          UntilStart(MakeDoubleAccessor(&Self::m_factor)),
                                          MakeDoubleChecker<double>(0));
    return tid;
}

uint32_t
TransferServer::GetWindow() const
{
    return m_window;
}

uint32_t
TransferServer::GetStreams() const
{
    return m_streams.size();
}

Ptr<TransferSocket>
TransferServer::Get(uint32_t stream) const
{
    return m_streams[stream].socket;
}

Ptr<HostProcessor>
TransferServer::GetProcessor() const
{
    return m_processor;
}

double
TransferServer::GetCycles() const
{
    return m_cycles;
}

void
TransferServer::Resume()
{
    NS_LOG_FUNCTION(this);
    const uint32_t size = m_streams.size();
    for (uint32_t i = 0; i < size && MayRead(); ++i)
    {
        Work(m_turn++ % size);
    }
}

void
TransferServer::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_processor = GetNode()->GetObject<HostProcessor>();
    m_listener = TransferSocket::Create(GetNode(), m_window);
    if (m_processor)
    {
        m_perByte =
            m_factor * m_processor->GetCost().GetPerByte(m_listener->GetSegment(), m_window);
    }
    if (m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), GetPort())) != 0 ||
        m_listener->Listen() != 0)
    {
        throw std::invalid_argument("the TCP port of a server is " + std::to_string(GetPort()) +
                                    ", which something else on the node has");
    }
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&TransferServer::Accept, Ptr<TransferServer>(this)));
}

void
TransferServer::DoStop()
{
    NS_LOG_FUNCTION(this);
    if (const auto listener = std::exchange(m_listener, nullptr))
    {
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeNullCallback<void, Ptr<Socket>, const Address&>());
        listener->Abort();
    }
    for (auto& stream : m_streams)
    {
        stream.reading.Cancel();
        stream.socket->Abort();
    }
    m_streams.clear();
}

void
TransferServer::DoHang()
{
    for (auto& stream : m_streams)
    {
        stream.reading.Cancel();
    }
}

bool
TransferServer::MayRead() const
{
    return true;
}

void
TransferServer::Accept(Ptr<Socket> socket, const Address& from)
{
    NS_LOG_FUNCTION(this);
    if (!m_listener)
    {
        // The handshake went on, and has ended after the server.
        Simulator::ScheduleNow([late = DynamicCast<TransferSocket>(socket)]() { late->Abort(); });
        return;
    }
    const uint32_t stream = m_streams.size();
    m_streams.push_back({DynamicCast<TransferSocket>(socket), EventId()});
    socket->SetRecvCallback(MakeCallback(&TransferServer::Come, this).Bind(stream));
}

void
TransferServer::Come(uint32_t stream, Ptr<Socket> socket)
{
    Work(stream);
}

void
TransferServer::Work(uint32_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    while (m_listener && !IsHanging() && m_streams[stream].reading.IsExpired() && MayRead())
    {
        const auto bytes = std::min(m_streams[stream].socket->GetRxAvailable(), MAX_READ);
        if (!bytes)
        {
            return;
        }
        if (m_processor)
        {
            const double cycles = bytes * m_perByte;
            m_cycles += cycles;
            m_streams[stream].reading =
                Simulator::Schedule(m_processor->Work(cycles) - Simulator::Now(),
                                    &TransferServer::Take,
                                    this,
                                    stream,
                                    bytes);
            return;
        }
        Read(stream, m_streams[stream].socket->Recv(bytes, 0));
    }
}

void
TransferServer::Take(uint32_t stream, uint32_t bytes)
{
    Read(stream, m_streams[stream].socket->Recv(bytes, 0));
    Work(stream);
}

} // namespace ns3
