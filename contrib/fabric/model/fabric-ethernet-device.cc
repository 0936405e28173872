/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-ethernet-device.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/channel.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/pointer.h"

#include <algorithm>

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
                "Packets of Send that are not begun yet.",
                PointerValue(),
                MakePointerAccessor(&EthernetDevice::SetQueue,
                                    static_cast<Ptr<Queue<Packet>> (EthernetDevice::*)() const>(
                                        &EthernetDevice::GetQueue)),
                MakePointerChecker<Queue<Packet>>())
            .AddTraceSource("MacTx",
                            "A packet of Send, with its Ethernet header.",
                            MakeTraceSourceAccessor(&EthernetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A packet of Send that is too long, is addressed to the device itself, "
                            "or finds no link or no space in the queue; see Drop.",
                            MakeTraceSourceAccessor(&EthernetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet for this device, on its way up.",
                            MakeTraceSourceAccessor(&EthernetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A packet, for whomever, on its way up.",
                            MakeTraceSourceAccessor(&EthernetDevice::m_macPromiscRxTrace),
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
    Device::DoDispose();
}

void
EthernetDevice::SetNumber(uint32_t number, uint8_t kind)
{
    m_number = number;
    SetAddress(MakeAddress(kind, GetChannel()->GetId(), number));
}

Mac48Address
EthernetDevice::MakeAddress(uint8_t kind, uint32_t channel, uint32_t number)
{
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
    if (!queue || m_queues.empty())
    {
        return;
    }
    m_queues.front() = queue;
    if (m_queues.size() > 1)
    {
        const burst::ObjectText like(burst::WriteObject(*queue), Queue<Packet>::GetTypeId());
        std::generate(m_queues.begin() + 1, m_queues.end(), [&like] {
            return like.Create<Queue<Packet>>();
        });
    }
}

void
EthernetDevice::SetAddress(Address address)
{
    Device::SetAddress(address);
    GetAddresses().Set(m_number, Mac48Address::ConvertFrom(address));
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
    GetBundle().CheckNotTelling();
    const bool fits = packet->GetSize() <= GetMtu();
    EthernetHeader header(false);
    header.SetSource(Mac48Address::ConvertFrom(source));
    header.SetDestination(Mac48Address::ConvertFrom(dest));
    header.SetLengthType(protocol);
    packet->AddHeader(header);
    GetBundle().Act([this, packet] { Tell(m_macTxTrace, packet); });
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
    Tell(m_macTxDropTrace, packet);
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
    m_macPromiscRxTrace(packet);
    DeliverPromiscuous(packet, protocol, header.GetSource(), destination, type);
    if (type != PACKET_OTHERHOST)
    {
        m_macRxTrace(packet);
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
