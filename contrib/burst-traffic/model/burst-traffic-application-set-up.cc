/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-application.h"

#include "ns3/packet-socket-factory.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

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
                            "A packet, or what is left of it, is not sent: a socket refused it, "
                            "and not because it was full; it arrived while a socket was full and "
                            "Blocked of the process is Drop; it waited when the application "
                            "stopped; or, with no bytes, its size could not be drawn.",
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

uint64_t
ArrivalApplication::GetSent() const
{
    return m_sent;
}

uint64_t
ArrivalApplication::GetDropped() const
{
    return m_dropped;
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

} // namespace ns3
