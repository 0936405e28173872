/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_L4_PROTOCOL_H
#define PFABRIC_L4_PROTOCOL_H

#include "pfabric-header.h"
#include "pfabric-outgoing.h"
#include "pfabric-receiver.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/node.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <unordered_map>

namespace ns3
{

class PFabricFrame;
class PFabricLeanIp;
class PFabricSocket;
class Socket;

/**
 * @ingroup pfabric
 * @brief The pFabric transport of a host: MinTCP with priorities, as IP protocol 253.
 *
 * Messages, not a stream: each has its own window (PFabricSender), each data packet is acknowledged
 * (PFabricReceiver), and there is no handshake. It runs over Ipv4L3Protocol or PFabricLeanIp,
 * whichever its node has. Packets have the priority in a PFabricTag and in their header.
 */
class PFabricL4Protocol : public IpL4Protocol, public PFabricMessageTraces
{
  public:
    static constexpr uint8_t PROTOCOL = 253; //!< number, for experiments (RFC 3692, RFC 4727)

    static TypeId GetTypeId(); //!< @return the TypeId

    Ptr<Socket> CreateSocket(); //!< @return a new socket of the host

    /** @return numbers, time-out and priorities of a message of the host that begins now;
     * std::invalid_argument if SegmentSize is beyond the Mtu of a device of this module */
    PFabricOutgoing::Transport GetTransport() const;

    /** @param mtu of a device, at least the headers; std::invalid_argument if SegmentSize is beyond
     * it */
    void CheckMtu(uint32_t mtu) const;

    /**
     * @param socket that gets what comes for a port
     * @param port of it, 0: any that is free
     * @return the port, 0 if it is taken
     */
    uint16_t Bind(Ptr<PFabricSocket> socket, uint16_t port);
    void Unbind(uint16_t port); //!< @param port that is free from now on

    /** @param port of this host @return number of the next message from it: receivers remember what
     * they had, also when another socket has the port */
    uint32_t GetNextMessage(uint16_t port) const;
    void CountMessage(uint16_t port); //!< @param port from which a message is sent

    /** @param destination address @return the address that this host uses towards it; any if there
     * is no way */
    Ipv4Address GetSource(Ipv4Address destination) const;

    /** A packet, without its data. */
    struct Letter
    {
        PFabricHeader header;    //!< of the transport
        Ipv4Address source;      //!< address
        Ipv4Address destination; //!< address
        uint8_t tos{0};          //!< octet of IP
    };

    /**
     * @param letter that is sent
     * @param message whose bytes it has, or null
     * @param bytes how many, from the one on that the header names
     */
    void Send(const Letter& letter, Ptr<const Packet> message, uint32_t bytes);

    void Receive(const PFabricFrame& frame); //!< @param frame for this host, of its PFabricLeanIp

    void NotifyAcknowledged(const PFabricMessageRecord& record); //!< @param record for the trace
    void NotifyReceived(const PFabricMessageRecord& record);     //!< @param record for the trace

    int GetProtocolNumber() const override;
    RxStatus Receive(Ptr<Packet> packet,
                     const Ipv4Header& header,
                     Ptr<Ipv4Interface> interface) override;
    RxStatus Receive(Ptr<Packet> packet,
                     const Ipv6Header& header,
                     Ptr<Ipv6Interface> interface) override;
    void SetDownTarget(DownTargetCallback target) override;
    void SetDownTarget6(DownTargetCallback6 target) override;
    DownTargetCallback GetDownTarget() const override;
    DownTargetCallback6 GetDownTarget6() const override;

    /** Of MessageAcknowledged and MessageReceived. */
    using MessageTracedCallback = void (*)(const PFabricMessageRecord&);
    /** Of Window: packets before and now. */
    using WindowTracedCallback = void (*)(const PFabricMessageRecord&, double, double);
    /** Of RetransmissionTimeOut: how many in a row. */
    using TimeOutTracedCallback = void (*)(const PFabricMessageRecord&, uint32_t);
    /** Of Probing: whether it does now. */
    using ProbingTracedCallback = void (*)(const PFabricMessageRecord&, bool);
    /** Of Priority: before and now. */
    using PriorityTracedCallback = void (*)(const PFabricMessageRecord&, uint32_t, uint32_t);

  protected:
    void NotifyNewAggregate() override;
    void DoDispose() override;

  private:
    /**
     * @param letter that has come
     * @param data of it, unless it is an acknowledgement
     * @return whether there is a socket for it
     */
    bool Deliver(const Letter& letter, const PFabricIncoming::Data& data);
    /** @param segment bytes; std::invalid_argument if they are beyond the Mtu of a device */
    void CheckSegment(uint32_t segment) const;
    void SetSegment(uint32_t segment); //!< @param segment see CheckSegment
    uint32_t GetSegment() const;       //!< @return see SetSegment
    void SetTimeOut(Time timeOut);     //!< @param timeOut std::invalid_argument below a tick
    Time GetTimeOut() const;           //!< @return see SetTimeOut
    void SetRank(const burst::ObjectText& rank); //!< @param rank of the messages
    burst::ObjectText GetRank() const;           //!< @return see SetRank

    Ptr<PFabricLeanIp> m_lean;                                  //!< of the node, or null
    Ptr<Node> m_node;                                           //!< whose transport it is
    uint32_t m_segment;                                         //!< attribute SegmentSize
    uint32_t m_initialWindow;                                   //!< attribute InitialWindow
    uint32_t m_mostWindow;                                      //!< attribute MaxWindow
    double m_threshold;                                         //!< attribute InitialThreshold
    Time m_timeOut;                                             //!< attribute TimeOut
    uint32_t m_probeAfter;                                      //!< attribute ProbeAfter
    bool m_selective;                                           //!< attribute SelectiveWindow
    burst::ObjectText m_rankText;                               //!< attribute Rank
    Ptr<PFabricRank> m_rank;                                    //!< of that
    std::unordered_map<uint16_t, Ptr<PFabricSocket>> m_sockets; //!< by port
    std::unordered_map<uint16_t, uint32_t> m_messages;          //!< that were sent, by port
    uint32_t m_nextAny{0};     //!< how many ports were tried for sockets that take any
    DownTargetCallback m_down; //!< sends packets
    TracedCallback<const PFabricMessageRecord&> m_acknowledgedTrace; //!< MessageAcknowledged
    TracedCallback<const PFabricMessageRecord&> m_receivedTrace;     //!< MessageReceived
};

} // namespace ns3

#endif // PFABRIC_L4_PROTOCOL_H
