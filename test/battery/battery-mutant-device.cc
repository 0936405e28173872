/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-mutant-device.h"

#include "battery-bed.h"

#include "ns3/data-rate.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/error-model.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/simple-channel.h"
#include "ns3/string.h"

namespace battery
{

namespace
{

uint32_t g_made = 0; //!< devices of the process

/** A kind of broken devices. */
class Mutant : public DeviceUnderTest
{
  public:
    /** @param fault of its devices */
    explicit Mutant(MutantDevice::Fault fault)
        : DeviceUnderTest("Mutant", "ns3::battery::MutantDevice"),
          m_fault(fault)
    {
    }

    Ptr<NetDevice> Create() const override
    {
        auto device = CreateObject<MutantDevice>();
        device->SetFault(m_fault);
        return device;
    }

    void Connect(const NetDeviceContainer& devices) const override
    {
        ConnectOn(NodeContainer(devices.GetN()), devices);
    }

    /** @param nodes of the devices @param devices of Create */
    void ConnectOn(const NodeContainer& nodes, const NetDeviceContainer& devices) const
    {
        const auto channel = CreateObject<SimpleChannel>();
        channel->SetAttribute("Delay", StringValue("2us"));
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const auto device = DynamicCast<MutantDevice>(devices.Get(i));
            device->SetAttribute("DataRate", DataRateValue(DataRate(GetRate())));
            if (device->GetAddress() == Address(Mac48Address()))
            {
                device->SetAddress(Mac48Address::Allocate());
            }
            nodes.Get(i)->AddDevice(device);
            device->SetChannel(channel);
            const auto interface = CreateObject<NetDeviceQueueInterface>();
            if (m_fault != MutantDevice::QUEUE_UNTOLD)
            {
                interface->GetTxQueue(0)->ConnectQueueTraces(device->GetQueue());
            }
            device->AggregateObject(interface);
        }
    }

    NetDeviceContainer InstallOn(const NodeContainer& nodes) const override
    {
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < nodes.GetN(); ++i)
        {
            devices.Add(Create());
        }
        ConnectOn(nodes, devices);
        return devices;
    }

    NetDeviceContainer Install(uint32_t stations) const override
    {
        return InstallOn(NodeContainer(stations));
    }

    NetDeviceContainer InstallQueues(uint32_t stations,
                                     const std::string& queue,
                                     const std::string& size) const override
    {
        const auto devices = Install(stations);
        Ptr<Queue<Packet>> made;
        for (uint32_t i = 0; i < stations; ++i)
        {
            if (i == 0 || m_fault != MutantDevice::SHARED_QUEUE)
            {
                made = CreateObject<DropTailQueue<Packet>>();
                made->SetAttribute("MaxSize", StringValue(size));
            }
            DynamicCast<MutantDevice>(devices.Get(i))->SetQueue(made);
        }
        return devices;
    }

    uint32_t GetHearers() const override
    {
        return GetStations() - 1;
    }

    double GetRate() const override
    {
        return 100e6;
    }

  private:
    MutantDevice::Fault m_fault; //!< of its devices
};

} // namespace

TypeId
MutantDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::battery::MutantDevice")
                            .SetParent<SimpleNetDevice>()
                            .AddConstructor<MutantDevice>()
                            .AddTraceSource("MacTx",
                                            "A packet of Send.",
                                            MakeTraceSourceAccessor(&MutantDevice::m_macTx),
                                            "ns3::Packet::TracedCallback")
                            .AddTraceSource("MacRx",
                                            "A packet that has come.",
                                            MakeTraceSourceAccessor(&MutantDevice::m_macRx),
                                            "ns3::Packet::TracedCallback")
                            .AddTraceSource("PhyTxBegin",
                                            "A packet that begins on the link.",
                                            MakeTraceSourceAccessor(&MutantDevice::m_phyTxBegin),
                                            "ns3::Packet::TracedCallback")
                            .AddTraceSource("PhyRxEnd",
                                            "A packet that has come, for whomever.",
                                            MakeTraceSourceAccessor(&MutantDevice::m_phyRxEnd),
                                            "ns3::Packet::TracedCallback");
    return tid;
}

MutantDevice::MutantDevice()
{
    ++g_made;
    SetReceiveCallback(ReceiveCallback());
    SetPromiscReceiveCallback(PromiscReceiveCallback());
}

void
MutantDevice::SetFault(Fault fault)
{
    m_fault = fault;
}

void
MutantDevice::HearQueue()
{
    if (m_fault == QUEUE_IGNORED)
    {
        SetQueue(CreateObject<DropTailQueue<Packet>>());
    }
    if (GetQueue() != m_heardQueue)
    {
        m_heardQueue = GetQueue();
        m_heardQueue->TraceConnectWithoutContext(
            m_fault == PHY_AT_ONCE ? "Enqueue" : "Dequeue",
            Callback<void, Ptr<const Packet>>(
                [this](Ptr<const Packet> packet) { m_phyTxBegin(packet); }));
    }
}

void
MutantDevice::SetAddress(Address address)
{
    m_first = m_first.IsInvalid() ? address : m_first;
    SimpleNetDevice::SetAddress(address);
}

bool
MutantDevice::SetMtu(const uint16_t mtu)
{
    return (mtu > 0 || m_fault == MTU_OF_ZERO) && SimpleNetDevice::SetMtu(mtu);
}

bool
MutantDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol)
{
    return SendFrom(packet, m_fault == OLD_ADDRESS ? m_first : GetAddress(), dest, protocol);
}

bool
MutantDevice::SendFrom(Ptr<Packet> packet,
                       const Address& source,
                       const Address& dest,
                       uint16_t protocol)
{
    if (m_disposed)
    {
        return m_fault == SEND_DISPOSED;
    }
    if (!GetChannel())
    {
        return m_fault == SEND_UNATTACHED;
    }
    HearQueue();
    if (m_fault == SECOND_RUN && g_made > 3 && m_sent == 0)
    {
        ++m_sent;
        return false;
    }
    m_listening = m_sent++ == 0 ? !m_macTx.IsEmpty() : m_listening;
    if (m_listening || m_fault != DEAF)
    {
        m_macTx(packet);
    }
    const auto to = Mac48Address::ConvertFrom(dest);
    if ((to.IsBroadcast() && m_fault == NO_BROADCAST) ||
        (to.IsGroup() && !to.IsBroadcast() && m_fault == NO_MULTICAST))
    {
        return true;
    }
    for (std::size_t i = 0; m_fault == ERRORS_IGNORED && i < GetChannel()->GetNDevices(); ++i)
    {
        DynamicCast<SimpleNetDevice>(GetChannel()->GetDevice(i))->SetReceiveErrorModel(nullptr);
    }
    if (m_fault == OTHER_BYTES)
    {
        packet->RemoveAtEnd(1);
    }
    if (m_fault == TAGS_LOST)
    {
        packet->RemoveAllPacketTags();
    }
    if (m_fault == TWICE)
    {
        SimpleNetDevice::SendFrom(packet->Copy(), source, dest, protocol);
    }
    const uint16_t mtu = GetMtu();
    if (m_fault == LONG_PACKETS)
    {
        SimpleNetDevice::SetMtu(UINT16_MAX);
    }
    const bool sent = SimpleNetDevice::SendFrom(packet,
                                                m_fault == OWN_SOURCE ? GetAddress() : source,
                                                dest,
                                                protocol);
    SimpleNetDevice::SetMtu(mtu);
    return sent;
}

bool
MutantDevice::SupportsSendFrom() const
{
    return true;
}

void
MutantDevice::SetReceiveCallback(ReceiveCallback callback)
{
    SimpleNetDevice::SetReceiveCallback(ReceiveCallback([this, callback](Ptr<NetDevice> device,
                                                                         Ptr<const Packet> packet,
                                                                         uint16_t protocol,
                                                                         const Address& source) {
        const auto told = packet->Copy();
        told->RemoveAtEnd(m_fault == MAC_RX_BYTES ? 14 : 0);
        m_macRx(told);
        return callback.IsNull() || callback(device, packet, protocol, source);
    }));
}

void
MutantDevice::SetPromiscReceiveCallback(PromiscReceiveCallback callback)
{
    SimpleNetDevice::SetPromiscReceiveCallback(
        PromiscReceiveCallback([this, callback](Ptr<NetDevice> device,
                                                Ptr<const Packet> packet,
                                                uint16_t protocol,
                                                const Address& source,
                                                const Address& destination,
                                                PacketType type) {
            m_phyRxEnd(packet);
            return callback.IsNull() || callback(device,
                                                 packet,
                                                 protocol,
                                                 source,
                                                 destination,
                                                 m_fault == PROMISCUOUS_HOST ? PACKET_HOST : type);
        }));
}

void
MutantDevice::DoDispose()
{
    m_disposed = true;
    m_heardQueue = nullptr;
    SimpleNetDevice::DoDispose();
}

std::unique_ptr<const DeviceUnderTest>
MakeMutant(MutantDevice::Fault fault)
{
    return std::make_unique<Mutant>(fault);
}

} // namespace battery
