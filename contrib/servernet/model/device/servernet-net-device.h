/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_NET_DEVICE_H
#define SERVERNET_NET_DEVICE_H

#include "servernet-end-node.h"
#include "servernet-reassembly.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief An end node with the NetDevice interface, for the applications and protocols of ns-3.
 *
 * Send() makes a message: an Ethernet header (14 bytes) and the packet. The message is cut into
 * write requests of up to 64 bytes, which share the window with all other requests. A message to a
 * broadcast, multicast or unknown address is sent to every other device, one after the other.
 */
class ServerNetNetDevice : public ServerNetEndNode, private ServerNetRequestSource
{
  public:
    static constexpr uint32_t MOST_MTU = ServerNetReassembly::MOST_BYTES - FRAME_HEADER; //!< bytes

    /** Reason for which a message is dropped at its destination. */
    static constexpr const char* PIECES_MISSING = "pieces missing";

    static TypeId GetTypeId(); //!< @return the TypeId

    /** As in ServerNetEndNode. Also sets the MAC address: 02:53, two bytes of the id of the channel
     * X, and two bytes of the number. */
    void Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y = nullptr) override;

    uint64_t GetMessagesSent() const;     //!< @return messages begun, counted once per destination
    uint64_t GetMessagesReceived() const; //!< @return messages received completely

    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;

  protected:
    void DoDispose() override;

  private:
    /** A message on its way out. */
    struct Message
    {
        Ptr<Packet> packet;                 //!< the message; null: none
        std::vector<uint32_t> destinations; //!< devices, the present one at the back
        uint32_t offset{0};                 //!< bytes already sent to the present destination
    };

    Readiness GetReadiness() override;
    ServerNetRequest DrawRequest(uint32_t device) override;
    bool MakesMessages(const ServerNetRequestSource& source) const override;
    void ReceiveData(const ServerNetPacket& packet) override;
    void QueueFilled() override;

    uint16_t m_mtu{1500};                          //!< attribute Mtu
    Message m_message;                             //!< the one that is being sent
    std::vector<uint16_t> m_messageNumbers;        //!< last one used, by destination
    std::vector<ServerNetReassembly> m_reassembly; //!< by source
    uint64_t m_messagesSent{0};                    //!< see GetMessagesSent
    uint64_t m_messagesReceived{0};                //!< see GetMessagesReceived
};

} // namespace ns3

#endif // SERVERNET_NET_DEVICE_H
