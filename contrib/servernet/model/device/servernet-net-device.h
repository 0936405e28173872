/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_NET_DEVICE_H
#define SERVERNET_NET_DEVICE_H

#include "servernet-end-node.h"
#include "servernet-reassembly.h"

#include "ns3/mac48-address.h"
#include "ns3/queue.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief An end node for stock applications and protocols.
 *
 * A packet that is sent through it is a message, an Ethernet header (14 bytes) with the packet
 * behind it, cut into write requests of up to 64 bytes, which share the window with all others.
 * Broadcast, multicast and addresses that no device has go to each other device in turn.
 */
class ServerNetNetDevice : public ServerNetEndNode, private ServerNetRequestSource
{
  public:
    static constexpr uint32_t FRAME_HEADER = 14; //!< bytes in front of the packet in a message
    static constexpr uint32_t MOST_MTU = ServerNetReassembly::MOST_BYTES - FRAME_HEADER; //!< bytes

    // Why a message is thrown away.
    static constexpr const char* TOO_LONG = "longer than Mtu";      //!< by Send
    static constexpr const char* NO_LINK = "no link";               //!< by Send
    static constexpr const char* OWN_ADDRESS = "own address";       //!< by Send, or out of TxQueue
    static constexpr const char* QUEUE_FULL = "queue full";         //!< by Send
    static constexpr const char* PIECES_MISSING = "pieces missing"; //!< at its destination

    static TypeId GetTypeId(); //!< @return the TypeId
    ServerNetNetDevice();

    /** As of ServerNetEndNode. The address becomes 02:53, two bytes of the id of the channel X and
     * two of the number. */
    void Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y = nullptr) override;

    Ptr<Queue<Packet>> GetQueue() const;     //!< @return attribute TxQueue
    void SetQueue(Ptr<Queue<Packet>> queue); //!< @param queue attribute TxQueue; null is ignored

    uint64_t GetMessagesSent() const;     //!< @return those begun to be sent, to one device each
    uint64_t GetMessagesReceived() const; //!< @return those received whole

    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address group) const override;
    Address GetMulticast(Ipv6Address group) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocol) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback callback) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback callback) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

  private:
    /** A message on its way out. */
    struct Message
    {
        Ptr<Packet> packet;                 //!< null: none
        std::vector<uint32_t> destinations; //!< devices, the present one at the back
        uint32_t offset{0};                 //!< bytes already sent to the present one
    };

    Readiness GetReadiness() override;
    ServerNetRequest DrawRequest(uint32_t device) override;
    void ReceiveData(const ServerNetPacket& packet) override;
    void PassUp(Ptr<Packet> packet); //!< @param packet a message, to the protocols of the node

    /** @param packet a message @param destination of it @return why it is thrown away, or null */
    const char* Enqueue(Ptr<Packet> packet, const Mac48Address& destination);
    /** @param packet a message that is thrown away @param reason why */
    void DropMessage(Ptr<const Packet> packet, const char* reason);
    /** @param address of a frame @return devices it goes to, none if it is this device's own */
    std::vector<uint32_t> GetDestinations(const Mac48Address& address) const;

    uint16_t m_mtu{1500};                          //!< attribute Mtu
    Mac48Address m_address;                        //!< of the device
    Ptr<Queue<Packet>> m_queue;                    //!< attribute TxQueue, of whole messages
    Message m_message;                             //!< the one that is being sent
    std::vector<uint16_t> m_messageNumbers;        //!< last one used, by destination
    std::vector<ServerNetReassembly> m_reassembly; //!< by source
    uint64_t m_messagesSent{0};                    //!< see GetMessagesSent
    uint64_t m_messagesReceived{0};                //!< see GetMessagesReceived
    ReceiveCallback m_receive;                     //!< of SetReceiveCallback
    PromiscReceiveCallback m_promiscReceive;       //!< of SetPromiscReceiveCallback

    TracedCallback<Ptr<const Packet>> m_macTxTrace;        //!< MacTx
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;    //!< MacTxDrop
    TracedCallback<Ptr<const Packet>> m_macRxTrace;        //!< MacRx
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace; //!< MacPromiscRx
};

} // namespace ns3

#endif // SERVERNET_NET_DEVICE_H
