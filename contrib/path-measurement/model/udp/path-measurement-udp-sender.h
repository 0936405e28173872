/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_UDP_SENDER_H
#define PATH_MEASUREMENT_UDP_SENDER_H

#include "path-measurement-host-clock.h"
#include "path-measurement-probe-train.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/header.h"
#include "ns3/inet-socket-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstddef>
#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief What the tools write into their UDP packets: which packet, and when it was sent.
 */
class UdpProbeHeader : public Header
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    uint32_t round{0};  //!< of a tool that sends several times, from 1
    uint32_t train{0};  //!< number of the train within the round, from 0
    uint32_t number{0}; //!< of the packet within the train, from 0
    uint32_t length{0}; //!< of the train, in packets
    int64_t sent{0};    //!< by the clock of the sender, in ns

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;
};

} // namespace ns3

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief Sends the packets of plans over UDP, each at its time; those of one time are handed to the
 * socket at once.
 */
class UdpSender
{
  public:
    using Done = Callback<void>; //!< told that the last packet was sent

    /** @param node to send from
     * @param remote where to
     * @param tos byte of the packets */
    void Connect(Ptr<Node> node, const InetSocketAddress& remote, uint8_t tos);
    void Close(); //!< Send nothing any more. May be called twice.

    /** Begin a round.
     * @param plan what to send, from now on
     * @param done told of the end */
    void Send(const TrainPlan& plan, Done done);

    uint32_t GetRound() const;   //!< @return rounds begun
    uint32_t GetPackets() const; //!< @return packets sent since Connect()
    uint64_t TakeBytes();        //!< @return bytes handed to the socket since the last call

  private:
    void SendDue();                               //!< Send what is due now.
    void SendPacket(const TrainPlan::Packet& it); //!< @param it packet to send

    Ptr<Socket> m_socket;   //!< null when closed
    Ptr<HostClock> m_clock; //!< of the host
    TrainPlan m_plan;       //!< of the round
    Done m_done;            //!< told of the end
    Time m_begin;           //!< of the round
    std::size_t m_next{0};  //!< packet of the plan
    uint32_t m_round{0};    //!< rounds begun
    uint32_t m_packets{0};  //!< sent
    uint64_t m_bytes{0};    //!< handed to the socket
    EventId m_event;        //!< the next packet
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_UDP_SENDER_H
