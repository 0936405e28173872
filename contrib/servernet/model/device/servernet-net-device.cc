/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-net-device.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/enum.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetNetDevice");

NS_OBJECT_ENSURE_REGISTERED(ServerNetNetDevice);

namespace
{

constexpr uint8_t ADDRESS_KIND = 0x53; //!< second byte of an address

} // namespace

TypeId
ServerNetNetDevice::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<ServerNetNetDevice>(
        TypeId("ns3::ServerNetNetDevice")
            .SetParent<fabric::EthernetDevice>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetNetDevice>()
            .AddAttribute("MaxOutstanding",
                          "Maximum number of outstanding requests, 1 to 16: the transaction ID of "
                          "the header has 4 bits.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&ServerNetNetDevice::SetMaxOutstanding,
                                               &ServerNetNetDevice::GetMaxOutstanding),
                          MakeUintegerChecker<uint32_t>(1, ServerNetTransactions::MOST))
            .AddAttribute(
                "LimitMode",
                "What happens to an offered request when MaxOutstanding requests are "
                "outstanding: Defer makes it after a response has come, Drop drops it.",
                EnumValue(DEFER),
                burst::MakeEnumerationAccessor<LimitMode>(&ServerNetNetDevice::m_limitMode),
                MakeEnumChecker(DEFER, "Defer", DROP, "Drop"))
            .AddAttribute("ServiceTime",
                          "Time from the delivery of a request until its response enters the send "
                          "queue.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&ServerNetNetDevice::m_serviceTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "Timeout",
                "Time after which a request without response is sent again; 0 for never. A "
                "change to 0 also applies to outstanding requests, any other change only to "
                "requests sent afterwards.",
                TimeValue(Time(0)),
                MakeTimeAccessor(&ServerNetNetDevice::SetTimeout, &ServerNetNetDevice::GetTimeout),
                MakeTimeChecker(Time(0)))
            .AddAttribute("Retries",
                          "Maximum number of retries of a request; then the transaction fails.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&ServerNetNetDevice::m_retries),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "Mtu",
                "Size of the largest packet that Send accepts, in bytes. A message with its "
                "header has at most 65535 bytes.",
                UintegerValue(1500),
                MakeUintegerAccessor(&ServerNetNetDevice::SetMtu, &ServerNetNetDevice::GetMtu),
                MakeUintegerChecker<uint16_t>(1, MOST_MTU))
            .AddTraceSource("Deferred",
                            "Number of requests that wait for room in the window.",
                            MakeTraceSourceAccessor(&ServerNetNetDevice::m_deferredTrace),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("RequestCreated",
                            "A transaction has begun.",
                            burst::MakeTraceSourceAccessor(&ServerNetNetDevice::m_createdTrace),
                            "ns3::ServerNetNetDevice::TransactionTracedCallback")
            .AddTraceSource("TransactionDone",
                            "The response has come, with the ticks since the transaction began.",
                            burst::MakeTraceSourceAccessor(&ServerNetNetDevice::m_doneTrace),
                            "ns3::ServerNetNetDevice::DoneTracedCallback")
            .AddTraceSource("TwoWayTime",
                            "The response has come: the time since the transaction began.",
                            MakeTraceSourceAccessor(&ServerNetNetDevice::m_twoWayTrace),
                            "ns3::Time::TracedCallback")
            .AddTraceSource("Timeout",
                            "No response has come in time.",
                            burst::MakeTraceSourceAccessor(&ServerNetNetDevice::m_timeoutTrace),
                            "ns3::ServerNetNetDevice::TransactionTracedCallback")
            .AddTraceSource("Failed",
                            "A transaction was given up after its last retry.",
                            burst::MakeTraceSourceAccessor(&ServerNetNetDevice::m_failedTrace),
                            "ns3::ServerNetNetDevice::TransactionTracedCallback")
            .AddTraceSource("LateResponse",
                            "A response has come whose transaction has ended.",
                            burst::MakeTraceSourceAccessor(&ServerNetNetDevice::m_lateTrace),
                            "ns3::ServerNetNetDevice::PacketTracedCallback"),
        {{"servernet.outstanding",
          "1",
          "requests without their response at the end",
          &ServerNetNetDevice::GetOutstanding},
         {"servernet.deferred",
          "1",
          "requests that wait for room at the end",
          &ServerNetNetDevice::GetDeferred},
         {"servernet.dropped",
          "1",
          "requests that were not made",
          [](const ServerNetNetDevice& device) { return device.GetDrops(WINDOW_FULL).number; }},
         {"servernet.failed",
          "1",
          "requests that were given up",
          [](const ServerNetNetDevice& device) { return device.GetDrops(NO_RESPONSE).number; }},
         {"servernet.messages_sent",
          "1",
          "messages begun to be sent, to one device each",
          &ServerNetNetDevice::GetMessagesSent},
         {"servernet.messages_received",
          "1",
          "messages received whole",
          &ServerNetNetDevice::GetMessagesReceived}});
    return tid;
}

void
ServerNetNetDevice::Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y)
{
    NS_LOG_FUNCTION(this << number << x << y);
    for (const auto& fabric : {x, y})
    {
        if (fabric)
        {
            fabric->CheckFree(number);
        }
    }
    if (y && (y->GetNDevices() != x->GetNDevices() || y->GetTickTime() != x->GetTickTime()))
    {
        throw std::invalid_argument(
            "fabric Y has " + std::to_string(y->GetNDevices()) + " devices and a tick of " +
            std::to_string(y->GetTickTime().GetNanoSeconds()) + " ns; allowed are those of X, " +
            std::to_string(x->GetNDevices()) + " and " +
            std::to_string(x->GetTickTime().GetNanoSeconds()) + " ns");
    }
    m_fabrics = {x, y};
    x->Attach(number, this);
    if (y)
    {
        y->Attach(number, this);
        m_paths.assign(y->GetNDevices(), 0);
        x->Join(y);
    }
    SetNumber(number, ADDRESS_KIND);
}

void
ServerNetNetDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    EthernetDevice::DoInitialize();
    if (m_fabrics[1])
    {
        m_fabrics[1]->Initialize();
    }
}

void
ServerNetNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Settle();
    m_message = Message();
    m_reassembly.clear();
    m_timeoutEvent.Cancel();
    m_transactions.Close();
    for (const auto& fabric : m_fabrics) // they are kept: packets for the device may be under way
    {
        if (fabric)
        {
            fabric->Detach(GetNumber());
        }
    }
    Settle();
    m_disposed = true;
    EthernetDevice::DoDispose();
}

fabric::EngineChannel*
ServerNetNetDevice::PeekFabric() const
{
    return PeekPointer(m_fabrics[0]);
}

Ptr<ServerNetFabric>
ServerNetNetDevice::GetFabric(uint32_t path) const
{
    return m_fabrics.at(path);
}

bool
ServerNetNetDevice::HasWorkingLink() const
{
    return !IsDisposed() &&
           std::any_of(m_fabrics.begin(), m_fabrics.end(), [this](const auto& fabric) {
               return fabric &&
                      !fabric->IsDown(fabric->GetNetwork().GetInjectionChannels()[GetNumber()]);
           });
}

bool
ServerNetNetDevice::IsDisposed() const
{
    return m_disposed || m_fabrics[0]->IsDisposed();
}

void
ServerNetNetDevice::ChangeSinks(const burst::SinkChange& change)
{
    EthernetDevice::ChangeSinks(change);
    if (m_fabrics[1])
    {
        m_fabrics[1]->UpdateSinks();
    }
}

uint64_t
ServerNetNetDevice::GetMessagesSent() const
{
    return m_messagesSent;
}

uint64_t
ServerNetNetDevice::GetMessagesReceived() const
{
    return m_messagesReceived;
}

void
ServerNetNetDevice::QueueFilled()
{
    m_transactions.DeferTurn(*this);
    Fill();
}

ServerNetRequestSource::Readiness
ServerNetNetDevice::GetReadiness()
{
    if (m_message.destinations.empty() && !GetQueue()->IsEmpty() && !IsInContext())
    {
        return LATER; // the queue has listeners, such as the queue discs of the node
    }
    while (m_message.destinations.empty())
    {
        m_message.packet = GetQueue()->Dequeue();
        if (!m_message.packet)
        {
            return GONE; // other code has taken it out of the queue
        }
        EthernetHeader header(false);
        m_message.packet->PeekHeader(header);
        m_message.destinations = GetDestinations(header.GetDestination());
        if (m_message.destinations.empty()) // the device has got that address meanwhile
        {
            DropMessage(m_message.packet, OWN_ADDRESS);
        }
    }
    return READY;
}

ServerNetRequest
ServerNetNetDevice::DrawRequest(uint32_t /* device */)
{
    m_messageNumbers.resize(GetFabric()->GetNDevices());
    const uint32_t destination = m_message.destinations.back();
    uint16_t& number = m_messageNumbers[destination];
    if (m_message.offset == 0)
    {
        number = number % ServerNetReassembly::MOST_NUMBER + 1;
        ++m_messagesSent;
    }
    const uint32_t left = m_message.packet->GetSize() - m_message.offset;
    const uint32_t bytes = std::min(left, ServerNetPacket::MOST_DATA);
    ServerNetRequest request;
    request.destination = destination;
    request.type = SERVERNET_WRITE_REQUEST;
    request.bytes = static_cast<uint16_t>(bytes);
    request.address = ServerNetReassembly::GetAddress(number, m_message.offset, bytes == left);
    request.data = m_message.packet->CreateFragment(m_message.offset, bytes);
    m_message.offset += bytes;
    if (bytes == left)
    {
        m_message.offset = 0;
        m_message.destinations.pop_back();
    }
    if (m_message.destinations.empty())
    {
        m_transactions.EndTurn();
    }
    return request;
}

void
ServerNetNetDevice::ReceiveData(const ServerNetPacket& piece)
{
    m_reassembly.resize(GetFabric()->GetNDevices());
    ServerNetReassembly& reassembly = m_reassembly[piece.source];
    const uint64_t lost = reassembly.GetGivenUp();
    const auto message = reassembly.Add(piece.address, piece.data);
    if (reassembly.GetGivenUp() > lost)
    {
        NS_LOG_WARN("device " << GetNumber() << " gives up a message of device " << piece.source);
        Drop(PIECES_MISSING, reassembly.GetLastGivenUp());
    }
    if (message)
    {
        NS_LOG_LOGIC("device " << GetNumber() << " has a message of device " << piece.source
                               << " with " << message->GetSize() << " bytes");
        ++m_messagesReceived;
        NotifyLater([this, message] { PassUp(message); });
    }
}

bool
ServerNetNetDevice::SetMtu(const uint16_t mtu)
{
    const bool fits = mtu > 0 && mtu <= MOST_MTU;
    m_mtu = fits ? mtu : m_mtu;
    return fits;
}

uint16_t
ServerNetNetDevice::GetMtu() const
{
    return m_mtu;
}

} // namespace ns3
