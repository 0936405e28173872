/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_NODE_DEVICE_H
#define FABRIC_NODE_DEVICE_H

#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * @brief What any device has to be on a node: its index, an address of 48 bits, broadcast and
 * multicast, and the callbacks by which packets go up.
 */
class NodeDevice : public NetDevice
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address group) const override;
    Address GetMulticast(Ipv6Address group) const override;
    bool IsBridge() const override;
    void SetReceiveCallback(ReceiveCallback callback) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback callback) override;

  protected:
    void DoDispose() override;

    uint32_t GetContext() const; //!< @return of events of its node, Simulator::NO_CONTEXT of none
    /** @param packet for this device, to the protocols @param protocol number @param source address
     */
    void Deliver(Ptr<const Packet> packet, uint16_t protocol, const Address& source);
    /** @param packet for any device, to promiscuous callbacks @param protocol number @param source
     * address @param destination address @param type of that */
    void DeliverPromiscuous(Ptr<const Packet> packet,
                            uint16_t protocol,
                            const Address& source,
                            const Address& destination,
                            PacketType type);

  private:
    Ptr<Node> m_node;                        //!< that it is on, or null
    uint32_t m_ifIndex{0};                   //!< on the node
    Mac48Address m_address;                  //!< of the device
    ReceiveCallback m_receive;               //!< of the node
    PromiscReceiveCallback m_promiscReceive; //!< of the node
};

} // namespace ns3::fabric

#endif // FABRIC_NODE_DEVICE_H
