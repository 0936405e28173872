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
 * @brief An end node for stock applications and protocols.
 *
 * A packet that is sent through it is a message, an Ethernet header (14 bytes) with the packet
 * behind it, cut into write requests of up to 64 bytes, which share the window with all others.
 * Broadcast, multicast and addresses that no device has go to each other device in turn.
 */
class ServerNetNetDevice : public ServerNetEndNode, private ServerNetRequestSource
{
  public:
    static constexpr uint32_t MOST_MTU = ServerNetReassembly::MOST_BYTES - FRAME_HEADER; //!< bytes

    /** Why a message is thrown away at its destination. */
    static constexpr const char* PIECES_MISSING = "pieces missing";

    static TypeId GetTypeId(); //!< @return the TypeId

    /** As of ServerNetEndNode. The address becomes 02:53, two bytes of the id of the channel X and
     * two of the number. */
    void Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y = nullptr) override;

    uint64_t GetMessagesSent() const;     //!< @return those begun to be sent, to one device each
    uint64_t GetMessagesReceived() const; //!< @return those received whole

    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;

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
