/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-application.h"

#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/packet-socket-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket-factory.h"
#include "ns3/uinteger.h"

#include <limits>
#include <sstream>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ArrivalApplication");

NS_OBJECT_ENSURE_REGISTERED(ArrivalApplication);

TypeId
ArrivalApplication::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ArrivalApplication")
            .SetParent<Application>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<ArrivalApplication>()
            .AddAttribute("Process",
                          "The ArrivalProcess that says when packets are sent. Each application "
                          "needs its own: through a helper use ArrivalHelper::SetProcess.",
                          PointerValue(),
                          MakePointerAccessor(&ArrivalApplication::SetProcess,
                                              &ArrivalApplication::GetProcess),
                          MakePointerChecker<ArrivalProcess>())
            .AddAttribute("Remote",
                          "The address to send to.",
                          AddressValue(),
                          MakeAddressAccessor(&ArrivalApplication::m_remote),
                          MakeAddressChecker())
            .AddAttribute("Protocol",
                          "The socket factory to use, as ns3::UdpSocketFactory.",
                          TypeIdValue(PacketSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&ArrivalApplication::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("PacketSize",
                          "Payload of a packet in bytes.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&ArrivalApplication::m_packetSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Tick",
                          "Duration of a tick of the process.",
                          TimeValue(NanoSeconds(20)),
                          MakeTimeAccessor(&ArrivalApplication::m_tick),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("MaxPackets",
                          "Number of packets after which nothing is sent, 0 for no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ArrivalApplication::m_maxPackets),
                          MakeUintegerChecker<uint64_t>())
            .AddTraceSource("Tx",
                            "A packet was handed to the socket.",
                            MakeTraceSourceAccessor(&ArrivalApplication::m_txTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Drop",
                            "The socket refused a packet, and not because it was full.",
                            MakeTraceSourceAccessor(&ArrivalApplication::m_dropTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

Ptr<ArrivalProcess>
ArrivalApplication::GetProcess() const
{
    return m_process;
}

void
ArrivalApplication::SetProcess(Ptr<ArrivalProcess> process)
{
    if (process)
    {
        m_process = process;
    }
}

int64_t
ArrivalApplication::AssignStreams(int64_t stream)
{
    return m_process ? m_process->AssignStreams(stream) : 0;
}

void
ArrivalApplication::DoDispose()
{
    m_sendEvent.Cancel();
    m_socket = nullptr;
    m_process = nullptr;
    Application::DoDispose();
}

void
ArrivalApplication::StartApplication()
{
    NS_LOG_FUNCTION(this);
    if (!m_process)
    {
        throw std::invalid_argument(
            "Process of ns3::ArrivalApplication is not set; it takes an ns3::ArrivalProcess");
    }
    m_start = Simulator::Now();
    OpenSocket();
    ScheduleNext();
}

void
ArrivalApplication::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_sendEvent.Cancel();
    if (m_socket)
    {
        m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        m_socket->Close();
    }
}

void
ArrivalApplication::OpenSocket()
{
    m_socket = Socket::CreateSocket(GetNode(), m_protocol);
    const bool ipv6 = Inet6SocketAddress::IsMatchingType(m_remote);
    if ((ipv6 ? m_socket->Bind6() : m_socket->Bind()) == -1 || m_socket->Connect(m_remote) == -1)
    {
        std::ostringstream message;
        message << "Remote of " << GetInstanceTypeId().GetName() << " is " << m_remote
                << ", to which a socket of " << m_protocol.GetName() << " cannot connect";
        throw std::invalid_argument(message.str());
    }
    m_socket->ShutdownRecv();
    m_socket->SetSendCallback(MakeCallback(&ArrivalApplication::Unblock, this));
}

void
ArrivalApplication::ScheduleNext()
{
    const int64_t tick = m_process->Peek();
    const int64_t lastTick =
        (std::numeric_limits<int64_t>::max() - m_start.GetTimeStep()) / m_tick.GetTimeStep();
    if (tick <= lastTick && (m_maxPackets == 0 || m_sent < m_maxPackets))
    {
        m_sendEvent = Simulator::Schedule(m_start + m_tick * tick - Simulator::Now(),
                                          &ArrivalApplication::Send,
                                          this);
    }
}

void
ArrivalApplication::Send()
{
    const int64_t tick = m_process->Peek();
    while (m_process->Peek() == tick && (m_maxPackets == 0 || m_sent < m_maxPackets))
    {
        auto packet = Create<Packet>(m_packetSize);
        // Layers below write into what they get.
        if (m_socket->Send(packet->Copy()) >= 0)
        {
            ++m_sent;
            m_txTrace(packet);
        }
        else if (IsSocketFull())
        {
            m_process->Hold(tick - 1);
            m_blocked = true;
            return;
        }
        else
        {
            m_dropTrace(packet);
        }
        m_process->Next();
    }
    ScheduleNext();
}

bool
ArrivalApplication::IsSocketFull() const
{
    const auto error = m_socket->GetErrno();
    // A stream takes any size sooner or later, a datagram that is too long never fits.
    return error == Socket::ERROR_AGAIN ||
           (error == Socket::ERROR_MSGSIZE && m_socket->GetSocketType() == Socket::NS3_SOCK_STREAM);
}

void
ArrivalApplication::Unblock(Ptr<Socket> socket, uint32_t available)
{
    if (m_blocked && available >= m_packetSize)
    {
        m_blocked = false;
        const int64_t elapsed = (Simulator::Now() - m_start).GetTimeStep();
        const int64_t tick = m_tick.GetTimeStep();
        m_process->Resume((elapsed + tick - 1) / tick);
        ScheduleNext();
    }
}

} // namespace ns3
