/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-ethernet-device.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/channel.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricEthernetDevice");

NS_OBJECT_ENSURE_REGISTERED(EthernetDevice);

TypeId
EthernetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::fabric::EthernetDevice")
            .SetParent<fabric::Device>()
            .SetGroupName("Fabric")
            .AddAttribute(
                "TxQueue",
                "Packets of Send that are not begun yet. It can be set while no packet waits.",
                PointerValue(),
                burst::MakeRefusingAccessor(
                    MakePointerAccessor(&EthernetDevice::SetQueue,
                                        static_cast<Ptr<Queue<Packet>> (EthernetDevice::*)() const>(
                                            &EthernetDevice::GetQueue))),
                MakePointerChecker<Queue<Packet>>())
            .AddAttribute("ReceiveErrorModel",
                          "What corrupts packets on their way up, with their Ethernet header: they "
                          "are dropped.",
                          PointerValue(),
                          MakePointerAccessor(&EthernetDevice::m_errorModel),
                          MakePointerChecker<ErrorModel>())
            .AddTraceSource("MacTx",
                            "A packet of Send, with its Ethernet header of 14 bytes.",
                            burst::MakeSinkAccessor(&EthernetDevice::m_macTxTrace,
                                                    &EthernetDevice::ChangeSinks),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A packet of Send that is too long, is addressed to the device itself, "
                            "or finds no link or no space in the queue; see Drop.",
                            burst::MakeSinkAccessor(&EthernetDevice::m_macTxDropTrace,
                                                    &EthernetDevice::ChangeSinks),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet for this device, on its way up, with its Ethernet header of "
                            "14 bytes.",
                            burst::MakeSinkAccessor(&EthernetDevice::m_macRxTrace,
                                                    &EthernetDevice::ChangeSinks),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A packet, for whomever, on its way up, with its Ethernet header of 14 "
                            "bytes.",
                            burst::MakeSinkAccessor(&EthernetDevice::m_macPromiscRxTrace,
                                                    &EthernetDevice::ChangeSinks),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A packet that ReceiveErrorModel corrupts, with its Ethernet header; "
                            "see Drop.",
                            burst::MakeSinkAccessor(&EthernetDevice::m_phyRxDropTrace,
                                                    &EthernetDevice::ChangeSinks),
                            "ns3::Packet::TracedCallback");
    return tid;
}

EthernetDevice::EthernetDevice(std::size_t queues)
{
    for (std::size_t i = 0; i < queues; ++i)
    {
        m_queues.push_back(CreateObject<DropTailQueue<Packet>>());
    }
}

void
EthernetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_queues.clear();
    m_errorModel = nullptr;
    Device::DoDispose();
}

void
EthernetDevice::SetNumber(uint32_t number, uint8_t kind)
{
    m_number = number;
    if (!m_ownAddress)
    {
        Device::SetAddress(MakeAddress(kind, GetChannel()->GetId(), number));
    }
    GetAddresses().Set(number, Mac48Address::ConvertFrom(GetAddress()));
}

Mac48Address
EthernetDevice::MakeAddress(uint8_t kind, uint32_t channel, uint32_t number)
{
    if (channel > UINT16_MAX || number > UINT16_MAX)
    {
        throw std::invalid_argument("device " + std::to_string(number) + " of channel " +
                                    std::to_string(channel) +
                                    " has no address; allowed are numbers below 65536 of both");
    }
    const uint8_t bytes[] = {0x02, // locally administered
                             kind,
                             static_cast<uint8_t>(channel >> 8),
                             static_cast<uint8_t>(channel),
                             static_cast<uint8_t>(number >> 8),
                             static_cast<uint8_t>(number)};
    Mac48Address address;
    address.CopyFrom(bytes);
    return address;
}

uint32_t
EthernetDevice::GetNumber() const
{
    return m_number;
}

Ptr<Queue<Packet>>
EthernetDevice::GetQueue() const
{
    return m_queues.empty() ? nullptr : m_queues.front();
}

Ptr<Queue<Packet>>
EthernetDevice::GetQueue(std::size_t index) const
{
    return m_queues.at(index);
}

std::size_t
EthernetDevice::GetQueueCount() const
{
    return m_queues.size();
}

std::size_t
EthernetDevice::ChooseQueue(Ptr<const Packet> /* packet */) const
{
    return 0;
}

void
EthernetDevice::SetQueue(Ptr<Queue<Packet>> queue)
{
    if (!queue)
    {
        return;
    }
    if (m_queues.empty())
    {
        throw std::invalid_argument("TxQueue of " + GetInstanceTypeId().GetName() +
                                    " is set after Dispose; allowed is before");
    }
    if (queue == m_queues.front())
    {
        return;
    }
    for (const auto& present : m_queues)
    {
        if (!present->IsEmpty())
        {
            throw std::invalid_argument("TxQueue of " + GetInstanceTypeId().GetName() +
                                        " is replaced while " +
                                        std::to_string(present->GetNPackets()) +
                                        " packets wait; allowed is that while none waits");
        }
    }
    m_queues.front() = queue;
    if (m_queues.size() > 1)
    {
        const burst::ObjectText like(burst::WriteObject(*queue), Queue<Packet>::GetTypeId());
        std::generate(m_queues.begin() + 1, m_queues.end(), [&like] {
            return like.Create<Queue<Packet>>();
        });
    }
    if (const auto interface = GetObject<NetDeviceQueueInterface>())
    {
        for (std::size_t index = 0; index < m_queues.size(); ++index)
        {
            interface->GetTxQueue(index)->ConnectQueueTraces(m_queues[index]);
        }
    }
}

AddressTable&
EthernetDevice::GetAddresses() const
{
    return PeekFabric()->GetAddresses();
}

void
EthernetDevice::SetAddress(Address address)
{
    Device::SetAddress(address);
    m_ownAddress = true;
    if (GetChannel())
    {
        GetAddresses().Set(m_number, Mac48Address::ConvertFrom(address));
    }
}

bool
EthernetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol)
{
    return SendFrom(packet, GetAddress(), dest, protocol);
}

bool
EthernetDevice::SendFrom(Ptr<Packet> packet,
                         const Address& source,
                         const Address& dest,
                         uint16_t protocol)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocol);
    const bool fits = packet->GetSize() <= GetMtu();
    EthernetHeader header(false);
    header.SetSource(Mac48Address::ConvertFrom(source));
    header.SetDestination(Mac48Address::ConvertFrom(dest));
    header.SetLengthType(protocol);
    packet->AddHeader(header);
    if (!GetChannel()) // not attached, or disposed of
    {
        DropMessage(packet, NO_LINK);
        return false;
    }
    GetBundle().CheckNotNotifying();
    GetBundle().Act([this, packet] { Notify(m_macTxTrace, packet); });
    const char* reason = nullptr;
    GetBundle().Act([this, packet, fits, &header, &reason] {
        reason = fits ? Enqueue(packet, header.GetDestination()) : TOO_LONG;
        if (reason)
        {
            DropMessage(packet, reason);
        }
        else
        {
            QueueFilled();
        }
    });
    return !reason;
}

const char*
EthernetDevice::Enqueue(Ptr<Packet> packet, const Mac48Address& destination)
{
    if (!HasWorkingLink())
    {
        return NO_LINK;
    }
    if (GetDestinations(destination).empty())
    {
        return OWN_ADDRESS;
    }
    return m_queues[ChooseQueue(packet)]->Enqueue(packet) ? nullptr : QUEUE_FULL;
}

void
EthernetDevice::DropMessage(Ptr<const Packet> packet, const char* reason)
{
    Notify(m_macTxDropTrace, packet);
    Drop(reason, packet->GetSize());
}

std::vector<uint32_t>
EthernetDevice::GetDestinations(const Mac48Address& address) const
{
    if (address == GetAddress())
    {
        return {};
    }
    return GetAddresses().GetDestinations(address, m_number, GetChannel()->GetNDevices());
}

void
EthernetDevice::PassUp(Ptr<Packet> packet)
{
    if (m_errorModel && m_errorModel->IsCorrupt(packet))
    {
        Notify(m_phyRxDropTrace, packet);
        Drop(CORRUPT, packet->GetSize());
        return;
    }
    // As in stock devices, sinks get a packet with all its headers.
    const bool traced = !m_macRxTrace.IsEmpty() || !m_macPromiscRxTrace.IsEmpty();
    const auto frame = traced ? packet->Copy() : packet;
    EthernetHeader header(false);
    packet->RemoveHeader(header);
    const Mac48Address destination = header.GetDestination();
    auto type = PACKET_OTHERHOST;
    if (destination == GetAddress())
    {
        type = PACKET_HOST;
    }
    else if (destination.IsBroadcast())
    {
        type = PACKET_BROADCAST;
    }
    else if (destination.IsGroup())
    {
        type = PACKET_MULTICAST;
    }
    const uint16_t protocol = header.GetLengthType();
    m_macPromiscRxTrace(frame);
    DeliverPromiscuous(packet, protocol, header.GetSource(), destination, type);
    if (type != PACKET_OTHERHOST)
    {
        m_macRxTrace(frame);
        Deliver(packet, protocol, header.GetSource());
    }
}

bool
EthernetDevice::NeedsArp() const
{
    return true;
}

bool
EthernetDevice::SupportsSendFrom() const
{
    return true;
}

} // namespace ns3::fabric
