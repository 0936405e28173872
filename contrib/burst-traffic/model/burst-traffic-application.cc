/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-application.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/socket-factory.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ArrivalApplication");

uint64_t
ArrivalApplication::GetWaiting() const
{
    const bool present = m_left > 0 && (m_begun || m_handing);
    const uint64_t blocked = m_process ? m_process->CountBlocked(GetPastTicks()) : 0;
    return blocked + m_late + (present ? 1 : 0);
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
    m_late = GetWaiting();
    m_begun = false;
    if (m_blocked)
    {
        m_blocked = false;
        m_process->Resume(std::max(GetPastTicks(), m_process->GetHold()));
    }
    for (const auto& outlet : m_outlets)
    {
        if (outlet.socket)
        {
            outlet.socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
            outlet.socket->Close();
        }
    }
    DropLate();
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
    if (tick <= lastTick && (m_maxPackets == 0 || m_begunPackets < m_maxPackets))
    {
        m_sendEvent = Simulator::Schedule(m_start + m_tick * tick - Simulator::Now(),
                                          &ArrivalApplication::Send,
                                          this);
    }
}

int64_t
ArrivalApplication::GetPastTicks() const
{
    return (Simulator::Now() - m_start).GetTimeStep() / m_tick.GetTimeStep();
}

void
ArrivalApplication::Send()
{
    const int64_t tick = m_process->Peek();
    while (m_process->Peek() == tick && (m_maxPackets == 0 || m_begunPackets < m_maxPackets))
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
            ScheduleNext();
            throw;
        }
        m_handing = false;
        if (m_left == 0 || m_begun)
        {
            m_process->Next();
        }
        if (m_left > 0)
        {
            m_process->Hold(tick - 1);
            m_blocked = true;
            m_late = 0;
            return;
        }
    }
    ScheduleNext();
}

uint32_t
ArrivalApplication::DrawSize()
{
    if (!m_size)
    {
        return m_packetSize;
    }
    const double size = std::ceil(m_size->GetValue());
    if (!(size >= 1 && size <= std::numeric_limits<uint32_t>::max()))
    {
        Drop(0);
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
    m_left = DrawSize();
}

void
ArrivalApplication::Drop(uint32_t bytes)
{
    ++m_dropped;
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
            Drop(std::exchange(m_left, 0));
        }
    }
    catch (...)
    {
        if (m_left > 0)
        {
            Drop(std::exchange(m_left, 0));
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
    const int64_t elapsed = (Simulator::Now() - m_start).GetTimeStep();
    const int64_t tick = m_tick.GetTimeStep();
    const int64_t now = (elapsed + tick - 1) / tick;
    m_late = m_process->CountBlocked(GetPastTicks());
    const uint64_t early = m_process->Resume(now) - m_late; // due at that tick, which is to come
    ScheduleNext();
    if (m_process->Peek() != now) // the arrivals are dropped
    {
        if (early > 0)
        {
            Simulator::Schedule(m_start + m_tick * now - Simulator::Now(),
                                &ArrivalApplication::DropArrivals,
                                this,
                                early);
        }
        DropLate();
    }
}

void
ArrivalApplication::DropArrivals(uint64_t arrivals)
{
    m_late += arrivals;
    DropLate();
}

void
ArrivalApplication::DropLate()
{
    std::exception_ptr refused;
    while (m_late > 0)
    {
        --m_late;
        try
        {
            const uint32_t present = std::exchange(m_left, 0);
            Drop(present > 0 ? present : DrawSize());
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
