/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "faults-port-filter.h"

#include "ns3/arp-l3-protocol.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/icmpv4.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/log.h"
#include "ns3/loopback-net-device.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-l4-protocol.h"

#include <array>
#include <optional>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PortFilter");

NS_OBJECT_ENSURE_REGISTERED(PortFilter);

/** Takes what IP sends, for the filter and then for the layer of the node. */
class PortFilter::Layer : public TrafficControlLayer
{
  public:
    /** @param filter whose layer it is
     * @param layer of the node */
    Layer(PortFilter& filter, Ptr<TrafficControlLayer> layer)
        : m_filter(filter),
          m_layer(layer)
    {
    }

    void Send(Ptr<NetDevice> device, Ptr<QueueDiscItem> item) override
    {
        const auto ip = DynamicCast<Ipv4QueueDiscItem>(item);
        if (!ip || m_filter.Passes(ip->GetHeader(), item->GetPacket(), device, false))
        {
            m_layer->Send(device, item);
        }
    }

    /** What IP sends to an address of its own. */
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType type) override
    {
        m_layer->Receive(device, packet, protocol, from, to, type);
    }

    /** @return the layer of the node */
    Ptr<TrafficControlLayer> Get() const
    {
        return m_layer;
    }

  protected:
    void DoDispose() override
    {
        m_layer = nullptr;
        TrafficControlLayer::DoDispose();
    }

  private:
    PortFilter& m_filter;             //!< whose layer it is
    Ptr<TrafficControlLayer> m_layer; //!< of the node
};

TypeId
PortFilter::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<PortFilter>(
        TypeId("ns3::PortFilter")
            .SetParent<Object>()
            .SetGroupName("Faults")
            .AddConstructor<PortFilter>()
            .AddTraceSource("Drop",
                            "A packet is dropped.",
                            burst::MakeTraceSourceAccessor(&PortFilter::m_dropTrace),
                            "ns3::PortFilter::DropTracedCallback"),
        {{"filter.dropped", "1", "packets that were dropped", &PortFilter::GetDropped}});
    return tid;
}

PortFilter::PortFilter() = default;

PortFilter::~PortFilter() = default;

Ptr<PortFilter>
PortFilter::Of(Ptr<Node> node)
{
    if (auto present = node->GetObject<PortFilter>())
    {
        return present;
    }
    const auto layer = node->GetObject<TrafficControlLayer>();
    if (!layer || !node->GetObject<Ipv4L3Protocol>())
    {
        throw std::invalid_argument("the node of a PortFilter is " + std::to_string(node->GetId()) +
                                    "; allowed are nodes with an internet stack: Ipv4L3Protocol "
                                    "and TrafficControlLayer");
    }
    auto filter = CreateObject<PortFilter>();
    filter->m_node = node;
    filter->m_layer = Ptr<Layer>(new Layer(*filter, layer), false);
    node->AggregateObject(filter);
    return filter;
}

void
PortFilter::Attach()
{
    const auto ipv4 = m_node->GetObject<Ipv4L3Protocol>();
    const auto ipv6 = m_node->GetObject<Ipv6L3Protocol>();
    if (ipv4->GetNInterfaces() == m_interfaces)
    {
        return;
    }
    m_interfaces = ipv4->GetNInterfaces();
    // A handler can only be taken away for all protocols and devices at once: those of IPv4, of ARP
    // and of IPv6 of each device are equal to each other.
    const auto layer = m_layer->Get();
    const auto theirs = MakeCallback(&TrafficControlLayer::Receive, layer);
    const auto ours = MakeCallback(&PortFilter::Receive, this);
    for (uint32_t i = 0; i < 3 * m_node->GetNDevices(); ++i)
    {
        m_node->UnregisterProtocolHandler(theirs);
        m_node->UnregisterProtocolHandler(ours);
    }
    for (uint32_t i = 0; i < m_node->GetNDevices(); ++i)
    {
        const auto device = m_node->GetDevice(i);
        if (DynamicCast<LoopbackNetDevice>(device))
        {
            continue;
        }
        const int32_t interface = ipv4->GetInterfaceForDevice(device);
        if (interface >= 0)
        {
            m_node->RegisterProtocolHandler(ours, Ipv4L3Protocol::PROT_NUMBER, device);
            m_node->RegisterProtocolHandler(theirs, ArpL3Protocol::PROT_NUMBER, device);
            ipv4->GetInterface(interface)->SetTrafficControl(m_layer);
        }
        if (ipv6 && ipv6->GetInterfaceForDevice(device) >= 0)
        {
            m_node->RegisterProtocolHandler(theirs, Ipv6L3Protocol::PROT_NUMBER, device);
        }
    }
}

uint32_t
PortFilter::Block(const faults::PortRule& rule, Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    if (device && m_node->GetObject<Ipv4L3Protocol>()->GetInterfaceForDevice(device) < 0)
    {
        throw std::invalid_argument("the device of a rule is " +
                                    std::to_string(device->GetIfIndex()) + " of node " +
                                    std::to_string(device->GetNode()->GetId()) +
                                    "; allowed are those with an IPv4 interface of node " +
                                    std::to_string(m_node->GetId()));
    }
    Attach();
    m_rules[m_number] = {rule, device};
    return m_number++;
}

void
PortFilter::Unblock(uint32_t number)
{
    NS_LOG_FUNCTION(this << number);
    m_rules.erase(number);
}

uint64_t
PortFilter::GetDropped() const
{
    return m_dropped;
}

void
PortFilter::Receive(Ptr<NetDevice> device,
                    Ptr<const Packet> packet,
                    uint16_t protocol,
                    const Address& from,
                    const Address& to,
                    NetDevice::PacketType type)
{
    if (!m_rules.empty())
    {
        Ipv4Header header;
        const auto payload = packet->Copy();
        payload->RemoveHeader(header);
        if (!Passes(header, payload, device, true))
        {
            return;
        }
    }
    m_layer->Get()->Receive(device, packet, protocol, from, to, type);
}

namespace
{

/** @return the port of TCP or UDP, or the type of ICMP; none of a later fragment or of another
 * protocol */
std::optional<uint16_t>
DestinationPort(const Ipv4Header& header, Ptr<const Packet> payload)
{
    std::array<uint8_t, 4> bytes{};
    if (header.GetFragmentOffset() != 0)
    {
        return std::nullopt;
    }
    const auto size = payload->CopyData(bytes.data(), bytes.size());
    const uint8_t protocol = header.GetProtocol();
    if (protocol == TcpL4Protocol::PROT_NUMBER || protocol == UdpL4Protocol::PROT_NUMBER)
    {
        return size < 4 ? std::nullopt : std::optional<uint16_t>(bytes[2] << 8 | bytes[3]);
    }
    if (protocol == Icmpv4L4Protocol::PROT_NUMBER)
    {
        return size < 2 ? std::nullopt : std::optional<uint16_t>(bytes[0]);
    }
    return std::nullopt;
}

} // namespace

bool
PortFilter::Passes(const Ipv4Header& header,
                   Ptr<const Packet> packet,
                   Ptr<NetDevice> device,
                   bool comesIn)
{
    if (m_rules.empty())
    {
        return true;
    }
    const uint8_t protocol = header.GetProtocol();
    const bool icmp = protocol == Icmpv4L4Protocol::PROT_NUMBER;
    const auto port = DestinationPort(header, packet);
    for (const auto& [number, entry] : m_rules)
    {
        if ((!entry.device || entry.device == device) &&
            entry.rule.Matches(protocol, port, comesIn))
        {
            NS_LOG_LOGIC("rule " << number << " drops a packet");
            ++m_dropped;
            m_dropTrace(header, packet, device);
            // RFC 1122: no error about an error.
            const bool error = icmp && port && *port != Icmpv4Header::ICMPV4_ECHO;
            if (comesIn && entry.rule.reject && port && !error)
            {
                m_node->GetObject<Icmpv4L4Protocol>()->SendDestUnreachPort(header, packet);
            }
            return false;
        }
    }
    return true;
}

void
PortFilter::DoDispose()
{
    m_rules.clear();
    m_node = nullptr;
    if (m_layer)
    {
        m_layer->Dispose();
        m_layer = nullptr;
    }
    Object::DoDispose();
}

} // namespace ns3
