/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-net-device.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/lossless-ethernet-mac-frame.h"
#include "ns3/node.h"
#include "ns3/object-vector.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LosslessEthernetNetDevice");

NS_OBJECT_ENSURE_REGISTERED(LosslessEthernetNetDevice);

namespace
{

constexpr uint32_t FCS = 4;                                      //!< bytes
constexpr uint8_t MOST_PRIORITY = LosslessFrame::PRIORITIES - 1; //!< highest one

} // namespace

TypeId
LosslessEthernetNetDevice::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<LosslessEthernetNetDevice>(
        TypeId("ns3::LosslessEthernetNetDevice")
            .SetParent<fabric::BoundedDevice>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<LosslessEthernetNetDevice>()
            .AddAttribute(
                "Mtu",
                "Longest packet that Send takes, in bytes; with 18 more it is at most "
                "LargestFrame of the fabric.",
                UintegerValue(1500),
                burst::MakeRefusingAccessor(
                    MakeUintegerAccessor(&LosslessEthernetNetDevice::SetMtu,
                                         &LosslessEthernetNetDevice::GetMtu)),
                MakeUintegerChecker<uint16_t>(1, UINT16_MAX - lossless::MacFrame::OVERHEAD))
            .AddAttribute(
                "Priority",
                "Priority of packets without a SocketPriorityTag, or with one that the "
                "memory of the switches does not have, also of those that wait; a tag above 7 "
                "is 7.",
                UintegerValue(0),
                burst::MakeRefusingAccessor(
                    MakeUintegerAccessor(&LosslessEthernetNetDevice::SetPriority,
                                         &LosslessEthernetNetDevice::GetPriority)),
                MakeUintegerChecker<uint8_t>(0, MOST_PRIORITY))
            .AddAttribute("NicMemory",
                          "Bytes of frames in the virtual output queue of a priority and "
                          "destination from which on packets wait in the queue of the priority.",
                          UintegerValue(100'000),
                          MakeUintegerAccessor(&LosslessEthernetNetDevice::SetNicMemory,
                                               &LosslessEthernetNetDevice::GetNicMemory),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute(
                "TxQueues",
                "Packets that wait, by priority; TxQueue is that of priority 0, and when "
                "it is set each other one becomes a queue like it.",
                TypeId::ATTR_GET,
                ObjectVectorValue(),
                MakeObjectVectorAccessor(
                    static_cast<Ptr<Queue<Packet>> (fabric::EthernetDevice::*)(std::size_t) const>(
                        &fabric::EthernetDevice::GetQueue),
                    &fabric::EthernetDevice::GetQueueCount),
                MakeObjectVectorChecker<Queue<Packet>>())
            .AddTraceSource("Paused",
                            "The station is told not to send: when that takes effect, a bit for "
                            "each priority, and for how long at most; 0: it may go on.",
                            burst::MakeSinkAccessor(&LosslessEthernetNetDevice::m_pausedTrace,
                                                    &LosslessEthernetNetDevice::ChangeSinks),
                            "ns3::LosslessEthernetSwitchPort::PauseTracedCallback")
            .AddTraceSource("RateChanged",
                            "A flow may send at another rate: destination, priority, bits per "
                            "second; infinity: it is not limited.",
                            burst::MakeSinkAccessor(&LosslessEthernetNetDevice::m_rateTrace,
                                                    &LosslessEthernetNetDevice::ChangeSinks),
                            "ns3::LosslessEthernetNetDevice::RateTracedCallback"),
        {{"lossless.frames_sent",
          "1",
          "frames with packets that left the station",
          &LosslessEthernetNetDevice::GetFramesSent},
         {"lossless.frames_received",
          "1",
          "frames with packets that came to the station",
          &LosslessEthernetNetDevice::GetFramesReceived}});
    return tid;
}

LosslessEthernetNetDevice::LosslessEthernetNetDevice()
    : BoundedDevice(LosslessFrame::PRIORITIES)
{
}

void
LosslessEthernetNetDevice::Attach(uint32_t number, Ptr<LosslessEthernetFabric> fabric)
{
    NS_LOG_FUNCTION(this << number << fabric);
    if (m_fabric || !fabric || fabric->IsDisposed())
    {
        throw std::invalid_argument("a LosslessEthernetNetDevice is attached to " +
                                    std::string(m_fabric ? "another" : "no") +
                                    " fabric; allowed is one, that is built");
    }
    m_port = fabric->GetNetwork().GetStationPorts().at(number);
    fabric->Attach(number, this);
    m_fabric = fabric;
    SetNumber(number, ADDRESS_KIND);
    if (!SetMtu(m_mtu))
    {
        throw std::invalid_argument(
            "Mtu of station " + std::to_string(number) + " is " + std::to_string(m_mtu) +
            " bytes; allowed is up to " + std::to_string(lossless::MacFrame::OVERHEAD) +
            " less than LargestFrame of the fabric, " + std::to_string(fabric->GetLargestFrame()));
    }
    SetPriority(m_priority);
}

void
LosslessEthernetNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Settle();
    if (m_fabric)
    {
        m_fabric->Detach(m_port);
        m_fabric = nullptr;
    }
    BoundedDevice::DoDispose();
}

void
LosslessEthernetNetDevice::SetPriority(uint8_t priority)
{
    if (m_fabric && !m_fabric->HasPriority(priority))
    {
        throw std::invalid_argument("Priority of station " + std::to_string(GetNumber()) + " is " +
                                    std::to_string(priority) +
                                    "; allowed are those that Memory of the fabric has");
    }
    m_priority = priority;
}

uint8_t
LosslessEthernetNetDevice::GetPriority() const
{
    return m_priority;
}

Ptr<LosslessEthernetFabric>
LosslessEthernetNetDevice::GetFabric() const
{
    return m_fabric;
}

uint32_t
LosslessEthernetNetDevice::GetPort() const
{
    return m_port;
}

uint64_t
LosslessEthernetNetDevice::GetFramesSent() const
{
    CatchUp();
    return m_sent;
}

uint64_t
LosslessEthernetNetDevice::GetFramesReceived() const
{
    CatchUp();
    return m_received;
}

uint64_t
LosslessEthernetNetDevice::GetFramesWaiting() const
{
    CatchUp();
    return m_waiting;
}

void
LosslessEthernetNetDevice::CatchUp() const
{
    if (m_fabric)
    {
        m_fabric->CatchUp();
    }
}

fabric::EngineChannel*
LosslessEthernetNetDevice::PeekFabric() const
{
    return PeekPointer(m_fabric);
}

bool
LosslessEthernetNetDevice::IsFull(uint8_t priority, uint32_t destination) const
{
    const auto& flows = m_flows[priority];
    return !flows.empty() && flows[destination].bytes >= m_nicMemory;
}

bool
LosslessEthernetNetDevice::IsOver(uint8_t priority, uint32_t destination) const
{
    const Waiting& flow = m_flows[priority][destination];
    const QueueSize most = GetQueue(priority)->GetMaxSize();
    return (most.GetUnit() == QueueSizeUnit::BYTES ? flow.bytes : flow.frames) >= most.GetValue();
}

bool
LosslessEthernetNetDevice::HasRoom(Ptr<const Packet> packet) const
{
    if (!HasWorkingLink())
    {
        return false;
    }
    if (m_waitingBytes < m_nicMemory)
    {
        return true; // and so no flow is full
    }
    EthernetHeader header(false);
    packet->PeekHeader(header);
    const auto destinations = GetDestinations(header.GetDestination());
    const auto priority = static_cast<uint8_t>(ChooseQueue(packet));
    return std::none_of(destinations.begin(), destinations.end(), [&](uint32_t destination) {
        return IsFull(priority, destination) &&
               !m_fabric->IsLimited(GetNumber(), destination, priority);
    });
}

bool
LosslessEthernetNetDevice::HasWorkingLink() const
{
    return m_fabric && !m_fabric->IsDisposed();
}

void
LosslessEthernetNetDevice::Transmit(Ptr<Packet> packet)
{
    EthernetHeader header(false);
    packet->PeekHeader(header);
    auto destinations = GetDestinations(header.GetDestination());
    if (destinations.empty()) // the device has got that address meanwhile
    {
        DropMessage(packet, OWN_ADDRESS);
    }
    LosslessFrame frame{GetNumber(),
                        0,
                        std::max(lossless::MacFrame::SHORTEST, packet->GetSize() + FCS)};
    frame.priority = static_cast<uint8_t>(ChooseQueue(packet));
    auto& flows = m_flows[frame.priority];
    flows.resize(m_fabric->GetNDevices());
    for (; !destinations.empty(); destinations.pop_back())
    {
        frame.destination = destinations.back();
        if (IsFull(frame.priority, frame.destination) && IsOver(frame.priority, frame.destination))
        {
            DropMessage(packet, FLOW_FULL);
            continue;
        }
        m_waitingBytes += frame.bytes;
        flows[frame.destination].bytes += frame.bytes;
        ++flows[frame.destination].frames;
        ++m_waiting;
        m_fabric->Send(frame, packet);
    }
}

std::size_t
LosslessEthernetNetDevice::ChooseQueue(Ptr<const Packet> packet) const
{
    SocketPriorityTag tag;
    if (!packet->PeekPacketTag(tag))
    {
        return m_priority;
    }
    const uint8_t priority = std::min(MOST_PRIORITY, tag.GetPriority());
    return !m_fabric || m_fabric->HasPriority(priority) ? priority : m_priority;
}

void
LosslessEthernetNetDevice::NotifyTxStart(const LosslessFrame& frame)
{
    const bool full = IsFull(frame.priority, frame.destination);
    m_waitingBytes -= frame.bytes;
    m_flows[frame.priority][frame.destination].bytes -= frame.bytes;
    --m_flows[frame.priority][frame.destination].frames;
    --m_waiting;
    ++m_sent;
    if (full && HasWorkingLink() && !IsFull(frame.priority, frame.destination))
    {
        FillLater();
    }
}

void
LosslessEthernetNetDevice::Receive(Ptr<const Packet> packet)
{
    ++m_received;
    NotifyLater([this, packet] { PassUp(packet->Copy()); });
}

void
LosslessEthernetNetDevice::NotifyRate(uint32_t destination, uint8_t priority, double rate)
{
    Notify(m_rateTrace, destination, priority, rate);
    if (IsFull(priority, destination))
    {
        FillLater(); // it may hold up others no longer, or has to wait from now on
    }
}

void
LosslessEthernetNetDevice::ChangeSinks(const burst::SinkChange& change)
{
    if (m_fabric)
    {
        m_fabric->ChangeSinksOf(GetPort(), change);
    }
    else
    {
        change();
    }
}

bool
LosslessEthernetNetDevice::HasSinks() const
{
    return HasTxSinks() || HasRxSinks() || !m_pausedTrace.IsEmpty() || !m_rateTrace.IsEmpty();
}

void
LosslessEthernetNetDevice::NotifyPause(const Time& begin, uint8_t priorities, const Time& duration)
{
    Notify(m_pausedTrace, begin, priorities, duration);
}

bool
LosslessEthernetNetDevice::IsLinkUp() const
{
    return HasWorkingLink() && BoundedDevice::IsLinkUp();
}

bool
LosslessEthernetNetDevice::SetMtu(const uint16_t mtu)
{
    const bool fits =
        mtu > 0 && (!m_fabric || mtu + lossless::MacFrame::OVERHEAD <= m_fabric->GetLargestFrame());
    m_mtu = fits ? mtu : m_mtu;
    return fits;
}

void
LosslessEthernetNetDevice::SetNicMemory(uint64_t bytes)
{
    m_nicMemory = bytes;
    if (HasWorkingLink())
    {
        FillLater();
    }
}

uint64_t
LosslessEthernetNetDevice::GetNicMemory() const
{
    return m_nicMemory;
}

uint16_t
LosslessEthernetNetDevice::GetMtu() const
{
    return m_mtu;
}

} // namespace ns3
