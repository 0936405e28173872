/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-net-device.h"

#include "ns3/drop-tail-queue.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ServerNetNetDevice);

TypeId
ServerNetNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ServerNetNetDevice")
            .SetParent<ServerNetEndNode>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetNetDevice>()
            .AddAttribute(
                "Mtu",
                "Longest packet that Send takes, in bytes: a message has up to 65535 "
                "with its header.",
                UintegerValue(1500),
                MakeUintegerAccessor(&ServerNetNetDevice::SetMtu, &ServerNetNetDevice::GetMtu),
                MakeUintegerChecker<uint16_t>(1, MOST_MTU))
            .AddAttribute(
                "TxQueue",
                "Packets of Send that are not begun yet.",
                PointerValue(),
                MakePointerAccessor(&ServerNetNetDevice::SetQueue, &ServerNetNetDevice::GetQueue),
                MakePointerChecker<Queue<Packet>>())
            .AddTraceSource("MacTx",
                            "A packet of Send, with its Ethernet header.",
                            MakeTraceSourceAccessor(&ServerNetNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A packet of Send that is too long, is addressed to the device itself, "
                            "or finds no link or no space in the queue.",
                            MakeTraceSourceAccessor(&ServerNetNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet for this device, on its way up.",
                            MakeTraceSourceAccessor(&ServerNetNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A packet, for whomever, on its way up.",
                            MakeTraceSourceAccessor(&ServerNetNetDevice::m_macPromiscRxTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

ServerNetNetDevice::ServerNetNetDevice()
    : m_queue(CreateObject<DropTailQueue<Packet>>())
{
}

void
ServerNetNetDevice::Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y)
{
    ServerNetEndNode::Attach(number, x, y);
    const uint32_t fabric = x->GetId();
    const uint8_t bytes[] = {0x02, // locally administered
                             0x53,
                             static_cast<uint8_t>(fabric >> 8),
                             static_cast<uint8_t>(fabric),
                             static_cast<uint8_t>(number >> 8),
                             static_cast<uint8_t>(number)};
    Mac48Address address;
    address.CopyFrom(bytes);
    SetAddress(address);
}

void
ServerNetNetDevice::DoDispose()
{
    m_node = nullptr;
    m_message = Message();
    m_reassembly.clear();
    m_receive = ReceiveCallback();
    m_promiscReceive = PromiscReceiveCallback();
    m_queue = nullptr;
    ServerNetEndNode::DoDispose();
}

Ptr<Queue<Packet>>
ServerNetNetDevice::GetQueue() const
{
    return m_queue;
}

void
ServerNetNetDevice::SetQueue(Ptr<Queue<Packet>> queue)
{
    if (queue)
    {
        m_queue = queue;
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

} // namespace ns3
