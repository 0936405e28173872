/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-application.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/packet-socket-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>

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
                          "The address to send to; without Destinations.",
                          AddressValue(),
                          MakeAddressAccessor(&ArrivalApplication::m_remote),
                          MakeAddressChecker())
            .AddAttribute("Protocol",
                          "The socket factory to use, as ns3::UdpSocketFactory.",
                          TypeIdValue(PacketSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&ArrivalApplication::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("PacketSize",
                          "Payload of a packet in bytes, at least 1; without Size.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&ArrivalApplication::m_packetSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Size",
                          "The law of the payload of a packet in bytes, drawn for each and rounded "
                          "up to whole bytes, 1 to 4294967295; PacketSize counts without it. "
                          "Through a helper use ArrivalHelper::SetSize.",
                          PointerValue(),
                          MakePointerAccessor(&ArrivalApplication::m_size),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Destinations",
                          "The DestinationPattern that says to which device of SetRemotes a packet "
                          "is sent. Through a helper use ArrivalHelper::SetDestinations.",
                          PointerValue(),
                          MakePointerAccessor(&ArrivalApplication::m_destinations),
                          MakePointerChecker<DestinationPattern>())
            .AddAttribute("Tick",
                          "Duration of a tick of the process, more than 0.",
                          TimeValue(NanoSeconds(20)),
                          MakeTimeAccessor(&ArrivalApplication::m_tick),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("MaxPackets",
                          "Number of packets after which nothing is sent, 0 for no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ArrivalApplication::m_maxPackets),
                          MakeUintegerChecker<uint64_t>())
            .AddTraceSource("Tx",
                            "A packet, or a piece of one longer than the send buffer of a stream, "
                            "was handed to a socket.",
                            MakeTraceSourceAccessor(&ArrivalApplication::m_txTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Drop",
                            "A socket refused a packet, and not because it was full.",
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

Ptr<RandomVariableStream>
ArrivalApplication::GetSize() const
{
    return m_size;
}

Ptr<DestinationPattern>
ArrivalApplication::GetDestinations() const
{
    return m_destinations;
}

void
ArrivalApplication::SetRemotes(uint32_t self, std::vector<Address> remotes)
{
    m_self = self;
    m_remotes = std::move(remotes);
}

int64_t
ArrivalApplication::AssignStreams(int64_t stream)
{
    const int64_t first = stream;
    if (m_process)
    {
        stream += m_process->AssignStreams(stream);
    }
    if (m_size)
    {
        m_size->SetStream(stream++);
    }
    if (m_destinations)
    {
        stream += m_destinations->AssignStreams(stream);
    }
    return stream - first;
}

void
ArrivalApplication::DoDispose()
{
    m_sendEvent.Cancel();
    m_outlets.clear();
    m_process = nullptr;
    m_size = nullptr;
    m_destinations = nullptr;
    Application::DoDispose();
}

void
ArrivalApplication::StartApplication()
{
    NS_LOG_FUNCTION(this);
    CheckAttributes();
    m_outlets.resize(m_remotes.size());
    m_start = Simulator::Now();
    if (!m_destinations)
    {
        Open(0);
    }
    ScheduleNext();
}

void
ArrivalApplication::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_sendEvent.Cancel();
    for (const auto& outlet : m_outlets)
    {
        if (outlet.socket)
        {
            outlet.socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
            outlet.socket->Close();
        }
    }
}

void
ArrivalApplication::CheckAttributes()
{
    const std::string name = GetInstanceTypeId().GetName();
    if (!m_process)
    {
        throw std::invalid_argument("Process of " + name +
                                    " is not set; it takes an ns3::ArrivalProcess");
    }
    if (!m_destinations)
    {
        if (!m_remotes.empty())
        {
            throw std::invalid_argument("Destinations of " + name +
                                        " is not set, but SetRemotes was called; it takes an "
                                        "ns3::DestinationPattern");
        }
        m_remotes = {m_remote};
        return;
    }
    if (!m_remote.IsInvalid())
    {
        throw std::invalid_argument("Remote of " + name +
                                    " is set beside Destinations; allowed is one of them");
    }
    if (m_self >= m_remotes.size())
    {
        throw std::invalid_argument(
            "SetRemotes of " + name + " has " + std::to_string(m_remotes.size()) +
            " addresses for Destinations and the device " + std::to_string(m_self) +
            "; allowed is a number below that of the addresses");
    }
    if (m_destinations->GetDevices() == 0)
    {
        m_destinations->SetDevices(static_cast<uint32_t>(m_remotes.size()));
    }
    if (m_destinations->GetDevices() != m_remotes.size())
    {
        throw std::invalid_argument("Destinations of " + name + " is a pattern of " +
                                    std::to_string(m_destinations->GetDevices()) +
                                    " devices; allowed are as many as the " +
                                    std::to_string(m_remotes.size()) + " addresses of SetRemotes");
    }
}

ArrivalApplication::Outlet&
ArrivalApplication::Open(uint32_t destination)
{
    auto& outlet = m_outlets[destination];
    if (outlet.socket)
    {
        return outlet;
    }
    const auto& remote = m_remotes[destination];
    const auto socket = Socket::CreateSocket(GetNode(), m_protocol);
    const bool ipv6 = Inet6SocketAddress::IsMatchingType(remote);
    if ((ipv6 ? socket->Bind6() : socket->Bind()) == -1 || socket->Connect(remote) == -1)
    {
        std::ostringstream message;
        message << "Remote " << (m_destinations ? std::to_string(destination) + " " : "") << "of "
                << GetInstanceTypeId().GetName() << " is " << remote << ", to which a socket of "
                << m_protocol.GetName() << " cannot connect";
        throw std::invalid_argument(message.str());
    }
    socket->ShutdownRecv();
    socket->SetSendCallback(MakeCallback(&ArrivalApplication::Unblock, this));
    outlet = {socket, std::numeric_limits<uint32_t>::max()};
    if (socket->GetSocketType() == Socket::NS3_SOCK_STREAM)
    {
        constexpr uint32_t MOST = std::numeric_limits<int>::max(); // Send returns an int
        outlet.capacity = std::min(socket->GetTxAvailable(), MOST);
    }
    return outlet;
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
        if (m_left == 0)
        {
            DrawPacket();
        }
        HandOver();
        if (m_left == 0 || m_begun)
        {
            m_process->Next();
        }
        if (m_left > 0)
        {
            m_process->Hold(tick - 1);
            m_blocked = true;
            return;
        }
    }
    ScheduleNext();
}

void
ArrivalApplication::DrawPacket()
{
    m_begun = false;
    m_destination = m_destinations ? m_destinations->Draw(m_self) : 0;
    m_left = m_packetSize;
    if (m_size)
    {
        const double size = std::ceil(m_size->GetValue());
        if (!(size >= 1 && size <= std::numeric_limits<uint32_t>::max()))
        {
            throw std::invalid_argument("Size of " + GetInstanceTypeId().GetName() + " drew " +
                                        WriteDouble(size) + " bytes; allowed are 1 to 4294967295");
        }
        m_left = static_cast<uint32_t>(size);
    }
}

void
ArrivalApplication::HandOver()
{
    const auto& [socket, capacity] = Open(m_destination);
    while (m_left > 0)
    {
        const uint32_t size =
            m_left <= capacity ? m_left : std::min(capacity, socket->GetTxAvailable());
        if (size == 0)
        {
            return;
        }
        auto packet = Create<Packet>(size);
        // Layers below write into what they get.
        if (socket->Send(packet->Copy()) >= 0)
        {
            m_sent += m_begun ? 0 : 1;
            m_begun = true;
            m_left -= size;
            m_txTrace(packet);
            continue;
        }
        // A stream takes any size sooner or later, a datagram that is too long never fits.
        const auto error = socket->GetErrno();
        if (error == Socket::ERROR_AGAIN ||
            (error == Socket::ERROR_MSGSIZE && socket->GetSocketType() == Socket::NS3_SOCK_STREAM))
        {
            return;
        }
        m_dropTrace(m_left == size ? packet : Create<Packet>(m_left));
        m_left = 0;
    }
}

void
ArrivalApplication::Unblock(Ptr<Socket> socket, uint32_t available)
{
    if (!m_blocked || socket != m_outlets[m_destination].socket)
    {
        return;
    }
    const bool whole = m_left <= m_outlets[m_destination].capacity;
    if (available < (whole ? m_left : 1))
    {
        return;
    }
    m_blocked = false;
    if (m_begun)
    {
        HandOver();
        m_blocked = m_left > 0;
        if (m_blocked)
        {
            return;
        }
    }
    const int64_t elapsed = (Simulator::Now() - m_start).GetTimeStep();
    const int64_t tick = m_tick.GetTimeStep();
    const int64_t now = (elapsed + tick - 1) / tick;
    m_process->Resume(now);
    if (m_process->Peek() != now)
    {
        m_left = 0; // the arrival was dropped, and its packet with it
    }
    ScheduleNext();
}

} // namespace ns3
