/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-application.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-traffic-trace-arrivals.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/packet-socket-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ArrivalApplication");

NS_OBJECT_ENSURE_REGISTERED(ArrivalApplication);

namespace
{

constexpr uint32_t DEFAULT_SIZE = 64; //!< bytes of a packet

/** @param address any @return 4 or 6, or 0 if it is none of IP with a port */
int
GetIpVersion(const Address& address)
{
    return InetSocketAddress::IsMatchingType(address)    ? 4
           : Inet6SocketAddress::IsMatchingType(address) ? 6
                                                         : 0;
}

} // namespace

TypeId
ArrivalApplication::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<ArrivalApplication>(
        TypeId("ns3::ArrivalApplication")
            .SetParent<Application>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<ArrivalApplication>()
            .AddAttribute(
                "Process",
                "The ArrivalProcess that says when packets are sent. Each application "
                "needs its own: through a helper use ArrivalHelper::SetProcess.",
                PointerValue(),
                burst::MakeAccessorUntil(MakePointerAccessor(&ArrivalApplication::SetProcess,
                                                             &ArrivalApplication::GetProcess),
                                         &ArrivalApplication::IsStarted,
                                         "the start"),
                MakePointerChecker<ArrivalProcess>())
            .AddAttribute(
                "Remote",
                "Destination address, if Destinations is not set.",
                AddressValue(),
                burst::MakeAccessorUntil(MakeAddressAccessor(&ArrivalApplication::m_remote),
                                         &ArrivalApplication::IsStarted,
                                         "the start"),
                MakeAddressChecker())
            .AddAttribute(
                "Local",
                "Address that the sockets are bound to; if it is not set, they choose "
                "one.",
                AddressValue(),
                burst::MakeAccessorUntil(MakeAddressAccessor(&ArrivalApplication::m_local),
                                         &ArrivalApplication::IsStarted,
                                         "the start"),
                MakeAddressChecker())
            .AddAttribute(
                "Tos",
                "Type of service of IPv4 packets, all 8 bits; traffic class of IPv6 "
                "packets. Sockets of another kind take 0 only.",
                UintegerValue(0),
                burst::MakeRefusingAccessor(
                    MakeUintegerAccessor(&ArrivalApplication::SetTos, &ArrivalApplication::GetTos)),
                MakeUintegerChecker<uint8_t>())
            .AddAttribute(
                "Protocol",
                "The socket factory to use, as ns3::UdpSocketFactory.",
                TypeIdValue(PacketSocketFactory::GetTypeId()),
                burst::MakeAccessorUntil(MakeTypeIdAccessor(&ArrivalApplication::m_protocol),
                                         &ArrivalApplication::IsStarted,
                                         "the start"),
                MakeTypeIdChecker())
            .AddAttribute("PacketSize",
                          "Payload of each packet in bytes, if Size is not set. 0: the sizes of "
                          "the trace that Process reads, 64 without sizes.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ArrivalApplication::m_packetSize),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Size",
                          "Random variable of the payload in bytes, drawn for each packet and "
                          "rounded up to whole bytes, 1 to 4294967295. If not set, every payload "
                          "is PacketSize. Through a helper use ArrivalHelper::SetSize.",
                          PointerValue(),
                          MakePointerAccessor(&ArrivalApplication::m_size),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute(
                "Destinations",
                "The DestinationPattern that says to which device of SetRemotes a packet "
                "is sent. Through a helper use ArrivalHelper::SetDestinations.",
                PointerValue(),
                burst::MakeAccessorUntil(MakePointerAccessor(&ArrivalApplication::m_destinations),
                                         &ArrivalApplication::IsStarted,
                                         "the start"),
                MakePointerChecker<DestinationPattern>())
            .AddAttribute("Tick",
                          "Duration of a tick of the process, more than 0.",
                          TimeValue(NanoSeconds(20)),
                          burst::MakeAccessorUntil(MakeTimeAccessor(&ArrivalApplication::m_tick),
                                                   &ArrivalApplication::IsStarted,
                                                   "the start"),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute(
                "MaxPackets",
                "Maximum number of packets to send, 0 for no limit.",
                UintegerValue(0),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&ArrivalApplication::m_maxPackets),
                                         &ArrivalApplication::IsOver,
                                         "the limit is reached"),
                MakeUintegerChecker<uint64_t>())
            .AddTraceSource("Tx",
                            "A packet, or a piece of one longer than the send buffer of a stream, "
                            "was handed to a socket.",
                            MakeTraceSourceAccessor(&ArrivalApplication::m_txTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Drop",
                            "A packet, or what is left of it, is not sent: a socket refused it, "
                            "and not because it was full; it arrived while a socket was full and "
                            "Blocked of the process is Drop; it waited when the application "
                            "stopped; or, with no bytes, its size could not be drawn.",
                            MakeTraceSourceAccessor(&ArrivalApplication::m_dropTrace),
                            "ns3::Packet::TracedCallback"),
        {{"traffic.sent", "1", "packets handed to a socket, whole", &ArrivalApplication::GetSent},
         {"traffic.dropped", "1", "packets that were not sent", &ArrivalApplication::GetDropped},
         {"traffic.waiting",
          "1",
          "arrivals that wait for space at the end",
          &ArrivalApplication::GetWaiting}});
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
    if (process && process != m_process)
    {
        CheckNotStarted("SetProcess");
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

uint64_t
ArrivalApplication::GetSent() const
{
    return m_sent;
}

uint64_t
ArrivalApplication::GetDropped() const
{
    return m_drops.GetTotal().number;
}

const burst::DropCounter&
ArrivalApplication::GetDrops() const
{
    return m_drops;
}

void
ArrivalApplication::SetRemotes(uint32_t self, std::vector<Address> remotes)
{
    CheckNotStarted("SetRemotes");
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

uint64_t
ArrivalApplication::GetWaiting() const
{
    const bool present = m_left > 0 && (m_begun || m_handing);
    const uint64_t blocked = m_process ? m_process->CountBlocked(m_driver.GetPastTick()) : 0;
    return blocked + m_late + (present ? 1 : 0);
}

void
ArrivalApplication::DoDispose()
{
    m_late += m_process ? m_process->CountBlocked(m_driver.GetPastTick()) : 0; // they go on to wait
    m_driver.Stop();
    DetachSockets();
    m_outlets.clear();
    m_process = nullptr;
    m_size = nullptr;
    m_traceSizes = nullptr;
    m_destinations = nullptr;
    Application::DoDispose();
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
    CheckLocal();
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

void
ArrivalApplication::CheckLocal() const
{
    const std::string name = GetInstanceTypeId().GetName();
    const auto remotes = m_destinations ? m_remotes : std::vector<Address>{m_remote};
    CheckTos(m_tos, remotes);
    for (const auto& remote : remotes)
    {
        if (!m_local.IsInvalid() && GetIpVersion(m_local) != GetIpVersion(remote))
        {
            throw std::invalid_argument("Local of " + name +
                                        " is an address of another kind than a remote; allowed "
                                        "are both IPv4, both IPv6 or neither");
        }
    }
    const int kind = GetIpVersion(m_local);
    const uint16_t port = kind == 4   ? InetSocketAddress::ConvertFrom(m_local).GetPort()
                          : kind == 6 ? Inet6SocketAddress::ConvertFrom(m_local).GetPort()
                                      : 0;
    if (remotes.size() > 2 && port != 0)
    {
        throw std::invalid_argument("Local of " + name + " has port " + std::to_string(port) +
                                    " beside Destinations, each with a socket of its own; allowed "
                                    "is port 0");
    }
}

void
ArrivalApplication::UseTrace()
{
    if (const auto trace = DynamicCast<TraceArrivals>(m_process))
    {
        trace->UseTick(m_tick);
        m_traceSizes = trace->MakeSizes();
    }
}

bool
ArrivalApplication::IsStarted() const
{
    return !m_outlets.empty();
}

void
ArrivalApplication::CheckNotStarted(const std::string& function) const
{
    if (IsStarted())
    {
        throw std::invalid_argument(function + " of " + GetInstanceTypeId().GetName() +
                                    " that has started; allowed is it before the start");
    }
}

void
ArrivalApplication::CheckTos(uint8_t tos, const std::vector<Address>& remotes) const
{
    const bool marked = std::all_of(remotes.begin(), remotes.end(), GetIpVersion);
    if (tos != 0 && !marked)
    {
        throw std::invalid_argument("Tos of " + GetInstanceTypeId().GetName() + " is " +
                                    std::to_string(tos) +
                                    " and a remote is no IP address; allowed is 0 then");
    }
}

bool
ArrivalApplication::IsOver() const
{
    return IsStarted() && IsAtLimit();
}

void
ArrivalApplication::SetTos(uint8_t tos)
{
    CheckTos(tos, IsStarted() ? m_remotes : std::vector<Address>());
    m_tos = tos;
    for (std::size_t i = 0; i < m_outlets.size(); ++i)
    {
        if (m_outlets[i].socket)
        {
            MarkSocket(m_outlets[i].socket, m_remotes[i]);
        }
    }
}

uint8_t
ArrivalApplication::GetTos() const
{
    return m_tos;
}

void
ArrivalApplication::MarkSocket(Ptr<Socket> socket, const Address& remote) const
{
    if (InetSocketAddress::IsMatchingType(remote))
    {
        socket->SetIpTos(m_tos);
    }
    else if (Inet6SocketAddress::IsMatchingType(remote))
    {
        socket->SetIpv6Tclass(m_tos);
    }
}

void
ArrivalApplication::StartApplication()
{
    NS_LOG_FUNCTION(this);
    CheckAttributes();
    UseTrace();
    m_outlets.resize(m_remotes.size());
    if (!m_destinations)
    {
        Open(0);
    }
    m_driver.Start(m_process, m_tick, [this](int64_t tick) { Send(tick); });
}

void
ArrivalApplication::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_driver.Stop();
    m_late = GetWaiting();
    m_begun = false;
    if (m_blocked)
    {
        m_blocked = false;
        m_process->Resume(std::max(m_driver.GetPastTick(), m_process->GetHold()));
    }
    DetachSockets();
    for (const auto& outlet : m_outlets)
    {
        if (outlet.socket)
        {
            outlet.socket->Close();
        }
    }
    DropLate(STOPPED);
}

void
ArrivalApplication::DetachSockets()
{
    for (const auto& outlet : m_outlets)
    {
        if (outlet.socket)
        {
            outlet.socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        }
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
    const int bound = !m_local.IsInvalid() ? socket->Bind(m_local)
                      : ipv6               ? socket->Bind6()
                                           : socket->Bind();
    if (bound == -1 && !m_local.IsInvalid())
    {
        std::ostringstream message;
        message << "Local of " << GetInstanceTypeId().GetName() << " is " << m_local
                << ", to which a socket of " << m_protocol.GetName() << " cannot be bound";
        throw std::invalid_argument(message.str());
    }
    if (m_tos != 0)
    {
        MarkSocket(socket, remote); // for what Connect sends
    }
    if (bound == -1 || socket->Connect(remote) == -1)
    {
        std::ostringstream message;
        message << "Remote " << (m_destinations ? std::to_string(destination) + " " : "") << "of "
                << GetInstanceTypeId().GetName() << " is " << remote << ", to which a socket of "
                << m_protocol.GetName() << " cannot connect";
        throw std::invalid_argument(message.str());
    }
    if (m_tos != 0)
    {
        MarkSocket(socket, remote); // before ns-3.44, Connect sets the TOS of the address
    }
    socket->SetAllowBroadcast(true);
    socket->ShutdownRecv();
    socket->SetSendCallback(MakeCallback(&ArrivalApplication::Unblock, this));
    NS_LOG_LOGIC("opened a socket to device " << destination << ", " << remote);
    outlet = {socket, std::numeric_limits<uint32_t>::max()};
    if (socket->GetSocketType() == Socket::NS3_SOCK_STREAM)
    {
        constexpr uint32_t MAX = std::numeric_limits<int>::max(); // Send returns an int
        outlet.capacity = std::min(socket->GetTxAvailable(), MAX);
    }
    return outlet;
}

void
ArrivalApplication::Send(int64_t tick)
{
    NS_LOG_FUNCTION(this << tick);
    while (m_process->Peek() == tick && !IsAtLimit())
    {
        m_late -= m_late > 0 ? 1 : 0;
        m_handing = true;
        try
        {
            if (m_left == 0)
            {
                DrawPacket();
            }
            HandOver();
        }
        catch (...)
        {
            m_handing = false;
            m_process->Next();
            throw;
        }
        m_handing = false;
        if (m_left == 0 || m_begun)
        {
            m_process->Next();
        }
        if (m_left > 0)
        {
            NS_LOG_LOGIC("the socket to device " << m_destination << " is full");
            m_process->Hold(tick - 1);
            m_blocked = true;
            m_late = 0;
            return;
        }
    }
    if (IsAtLimit())
    {
        m_driver.Stop();
    }
}

bool
ArrivalApplication::IsAtLimit() const
{
    return m_maxPackets > 0 && m_begunPackets >= m_maxPackets;
}

uint32_t
ArrivalApplication::DrawSize()
{
    const auto& sizes = m_size || m_packetSize > 0 ? m_size : m_traceSizes;
    if (!sizes)
    {
        return m_packetSize > 0 ? m_packetSize : DEFAULT_SIZE;
    }
    const double size = std::ceil(sizes->GetValue());
    if (!(size >= 1 && size <= std::numeric_limits<uint32_t>::max()))
    {
        Drop(0, NO_SIZE);
        throw std::invalid_argument("Size of " + GetInstanceTypeId().GetName() + " drew " +
                                    burst::WriteDouble(size) +
                                    " bytes; allowed are 1 to 4294967295");
    }
    return static_cast<uint32_t>(size);
}

void
ArrivalApplication::DrawPacket()
{
    m_begun = false;
    m_destination = m_destinations ? m_destinations->Draw(m_self) : 0;
    if (m_destination >= m_outlets.size())
    {
        Drop(0, NO_DESTINATION);
        throw std::invalid_argument("Destinations of " + GetInstanceTypeId().GetName() + " drew " +
                                    std::to_string(m_destination) +
                                    " after another SetDevices; allowed are the devices of the "
                                    "start, " +
                                    std::to_string(m_outlets.size()));
    }
    m_left = DrawSize();
}

void
ArrivalApplication::Drop(uint32_t bytes, const char* reason)
{
    NS_LOG_FUNCTION(this << bytes << reason);
    m_drops.Add(reason, bytes);
    m_dropTrace(Create<Packet>(bytes));
}

void
ArrivalApplication::HandOver()
{
    try
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
                m_begunPackets += m_begun ? 0 : 1;
                m_begun = true;
                m_left -= size;
                m_sent += m_left == 0 ? 1 : 0;
                NS_LOG_DEBUG(size << " bytes to device " << m_destination);
                m_txTrace(packet);
                continue;
            }
            // A stream takes any size sooner or later, a datagram that is too long never fits.
            const auto error = socket->GetErrno();
            if (error == Socket::ERROR_AGAIN ||
                (error == Socket::ERROR_MSGSIZE &&
                 socket->GetSocketType() == Socket::NS3_SOCK_STREAM))
            {
                return;
            }
            NS_LOG_WARN("the socket to device " << m_destination << " refuses " << m_left
                                                << " bytes with error " << error);
            Drop(std::exchange(m_left, 0), REFUSED);
        }
    }
    catch (...)
    {
        if (m_left > 0)
        {
            Drop(std::exchange(m_left, 0), FAILED);
        }
        throw;
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
        try
        {
            HandOver();
        }
        catch (...)
        {
            FreeProcess();
            throw;
        }
        m_blocked = m_left > 0;
        if (m_blocked)
        {
            return;
        }
    }
    FreeProcess();
}

void
ArrivalApplication::FreeProcess()
{
    NS_LOG_FUNCTION(this);
    const int64_t now = m_driver.GetNextTick();
    m_late = m_process->CountBlocked(m_driver.GetPastTick());
    const uint64_t early = m_driver.Resume() - m_late; // due at that tick, which is to come
    if (IsAtLimit())
    {
        m_driver.Stop();
    }
    if (m_process->Peek() != now) // the arrivals are dropped
    {
        if (early > 0)
        {
            Simulator::Schedule(m_driver.GetDelay(now),
                                &ArrivalApplication::DropArrivals,
                                this,
                                early);
        }
        DropLate(LATE);
    }
}

void
ArrivalApplication::DropArrivals(uint64_t arrivals)
{
    m_late += arrivals;
    DropLate(LATE);
}

void
ArrivalApplication::DropLate(const char* reason)
{
    std::exception_ptr refused;
    while (m_late > 0)
    {
        --m_late;
        try
        {
            const uint32_t present = std::exchange(m_left, 0);
            Drop(present > 0 ? present : DrawSize(), reason);
        }
        catch (...)
        {
            refused = refused ? refused : std::current_exception();
        }
    }
    if (refused)
    {
        std::rethrow_exception(refused);
    }
}

} // namespace ns3
