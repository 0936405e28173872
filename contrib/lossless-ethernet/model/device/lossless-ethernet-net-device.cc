/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-net-device.h"

#include "ns3/burst-core-statistics.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/lossless-ethernet-mac-frame.h"
#include "ns3/node.h"
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
            .AddAttribute("Mtu",
                          "Longest packet that Send takes, in bytes; with 18 more it is at most "
                          "LargestFrame of the fabric.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&LosslessEthernetNetDevice::SetMtu,
                                               &LosslessEthernetNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>(1, UINT16_MAX - MacFrame::OVERHEAD))
            .AddAttribute("Priority",
                          "Priority of packets without a SocketPriorityTag; a tag above 7 is 7.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LosslessEthernetNetDevice::m_priority),
                          MakeUintegerChecker<uint8_t>(0, MOST_PRIORITY))
            .AddAttribute("NicMemory",
                          "Bytes of frames in the virtual output queues from which on packets wait "
                          "in TxQueue, in their order.",
                          UintegerValue(100'000),
                          MakeUintegerAccessor(&LosslessEthernetNetDevice::m_nicMemory),
                          MakeUintegerChecker<uint64_t>(1))
            .AddTraceSource("Paused",
                            "The station is told not to send: when that takes effect, a bit for "
                            "each priority, and for how long at most; 0: it may go on.",
                            MakeTraceSourceAccessor(&LosslessEthernetNetDevice::m_pausedTrace),
                            "ns3::LosslessEthernetPort::PauseTracedCallback")
            .AddTraceSource("RateChanged",
                            "A flow may send at another rate: destination, priority, bits per "
                            "second; infinity: it is not limited.",
                            MakeTraceSourceAccessor(&LosslessEthernetNetDevice::m_rateTrace),
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

void
LosslessEthernetNetDevice::Attach(uint32_t number, Ptr<LosslessEthernetFabric> fabric)
{
    NS_LOG_FUNCTION(this << number << fabric);
    fabric->Attach(number, this);
    m_fabric = fabric;
    SetNumber(number, ADDRESS_KIND);
    if (!SetMtu(m_mtu))
    {
        throw std::invalid_argument(
            "Mtu of station " + std::to_string(number) + " is " + std::to_string(m_mtu) +
            " bytes; allowed is up to " + std::to_string(MacFrame::OVERHEAD) +
            " less than LargestFrame of the fabric, " + std::to_string(fabric->GetLargestFrame()));
    }
}

void
LosslessEthernetNetDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    if (m_fabric)
    {
        m_fabric->Initialize();
    }
    BoundedDevice::DoInitialize();
}

void
LosslessEthernetNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_fabric = nullptr;
    BoundedDevice::DoDispose();
}

Ptr<LosslessEthernetFabric>
LosslessEthernetNetDevice::GetFabric() const
{
    return m_fabric;
}

uint32_t
LosslessEthernetNetDevice::GetPort() const
{
    return m_fabric->GetNetwork().GetStationPorts()[GetNumber()];
}

uint64_t
LosslessEthernetNetDevice::GetFramesSent() const
{
    return m_sent;
}

uint64_t
LosslessEthernetNetDevice::GetFramesReceived() const
{
    return m_received;
}

uint64_t
LosslessEthernetNetDevice::GetFramesWaiting() const
{
    return m_waiting;
}

fabric::Bundle&
LosslessEthernetNetDevice::GetBundle() const
{
    return m_fabric->GetBundle();
}

fabric::AddressTable&
LosslessEthernetNetDevice::GetAddresses() const
{
    return m_fabric->GetAddresses();
}

bool
LosslessEthernetNetDevice::HasRoom() const
{
    return m_waitingBytes < m_nicMemory;
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
    LosslessFrame frame{GetNumber(), 0, std::max(MacFrame::SHORTEST, packet->GetSize() + FCS)};
    frame.priority = ChoosePriority(packet);
    for (; !destinations.empty(); destinations.pop_back())
    {
        frame.destination = destinations.back();
        m_waitingBytes += frame.bytes;
        ++m_waiting;
        m_fabric->Send(frame, packet);
    }
}

uint8_t
LosslessEthernetNetDevice::ChoosePriority(Ptr<const Packet> packet) const
{
    SocketPriorityTag tag;
    return packet->PeekPacketTag(tag) ? std::min(MOST_PRIORITY, tag.GetPriority()) : m_priority;
}

void
LosslessEthernetNetDevice::Left(uint32_t bytes)
{
    m_waitingBytes -= bytes;
    --m_waiting;
    ++m_sent;
    if (HasRoom())
    {
        FillLater();
    }
}

void
LosslessEthernetNetDevice::Receive(Ptr<const Packet> packet)
{
    ++m_received;
    TellAction([this, packet] { PassUp(packet->Copy()); });
}

void
LosslessEthernetNetDevice::Limited(uint32_t destination, uint8_t priority, double rate)
{
    Tell(m_rateTrace, destination, priority, rate);
}

bool
LosslessEthernetNetDevice::HasListeners() const
{
    return WantsStarted() || WantsReceived() || !m_pausedTrace.IsEmpty() || !m_rateTrace.IsEmpty();
}

bool
LosslessEthernetNetDevice::WantsStarted() const
{
    return WantsSent();
}

bool
LosslessEthernetNetDevice::WantsReceived() const
{
    return Device::WantsReceived();
}

void
LosslessEthernetNetDevice::Started(Ptr<const Packet> bytes)
{
    TellSent(bytes);
}

void
LosslessEthernetNetDevice::Received(Ptr<const Packet> bytes)
{
    TellReceived(bytes);
}

void
LosslessEthernetNetDevice::Paused(const Time& begin, uint8_t priorities, const Time& duration)
{
    Tell(m_pausedTrace, begin, priorities, duration);
}

Ptr<Channel>
LosslessEthernetNetDevice::GetChannel() const
{
    return m_fabric;
}

bool
LosslessEthernetNetDevice::SetMtu(const uint16_t mtu)
{
    const bool fits =
        mtu > 0 && (!m_fabric || mtu + MacFrame::OVERHEAD <= m_fabric->GetLargestFrame());
    m_mtu = fits ? mtu : m_mtu;
    return fits;
}

uint16_t
LosslessEthernetNetDevice::GetMtu() const
{
    return m_mtu;
}

} // namespace ns3
