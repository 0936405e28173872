/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULTS_PORT_FILTER_H
#define FAULTS_PORT_FILTER_H

#include "faults-plan.h"

#include "ns3/address.h"
#include "ns3/ipv4-header.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>

namespace ns3
{

/**
 * @ingroup faults
 * @brief Drops IPv4 packets of a node between IP and the devices, by rules. It belongs to the node.
 *
 * Stock nodes of ns-3 hand packets that come in to their TrafficControlLayer, and those that go out
 * from IP to it: the filter is between them. Sockets, raw ones too, see nothing of what is dropped.
 * Packets over the loopback device pass.
 */
class PortFilter : public Object
{
  public:
    /** @param header of a packet that is dropped
     * @param packet without the header
     * @param device by which it came or would go */
    typedef void (*DropTracedCallback)(const Ipv4Header& header,
                                       Ptr<const Packet> packet,
                                       Ptr<const NetDevice> device);

    static TypeId GetTypeId(); //!< @return the TypeId
    PortFilter();
    ~PortFilter() override;

    /** @param node with an internet stack; std::invalid_argument without it @return its filter, a
     * new one if it has none */
    static Ptr<PortFilter> Of(Ptr<Node> node);

    /**
     * Drop more packets.
     * @param rule which ones
     * @param device only those that come or go by this one, with an IPv4 interface
     * (std::invalid_argument); null: by any
     * @return number of the rule
     */
    uint32_t Block(const faults::PortRule& rule, Ptr<NetDevice> device = nullptr);

    /** Drop packets no more. @param number of a rule */
    void Unblock(uint32_t number);

    uint64_t GetDropped() const; //!< @return packets that were dropped

  protected:
    void DoDispose() override;

  private:
    class Layer;

    /** A rule in force. */
    struct Entry
    {
        faults::PortRule rule; //!< which packets
        Ptr<NetDevice> device; //!< by which they come or go; null: by any
    };

    void Attach(); //!< Get between IP and those devices that have IPv4 interfaces.

    /** A packet comes in; the parameters are those of Node::ProtocolHandler. */
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType type);

    /**
     * @param header of a packet
     * @param packet without the header
     * @param device by which it comes or goes
     * @param comesIn whether it comes in
     * @return whether it passes
     */
    bool Passes(const Ipv4Header& header,
                Ptr<const Packet> packet,
                Ptr<NetDevice> device,
                bool comesIn);

    Ptr<Node> m_node;                  //!< whose packets they are
    Ptr<Layer> m_layer;                //!< what IP sends to
    uint32_t m_interfaces{0};          //!< of IPv4, when it was attached
    std::map<uint32_t, Entry> m_rules; //!< by number
    uint32_t m_number{0};              //!< of the next rule
    uint64_t m_dropped{0};             //!< see GetDropped

    /// trace source Drop
    TracedCallback<const Ipv4Header&, Ptr<const Packet>, Ptr<const NetDevice>> m_dropTrace;
};

} // namespace ns3

#endif // FAULTS_PORT_FILTER_H
