/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_TCP_FLOWS_H
#define PFABRIC_TCP_FLOWS_H

#include "pfabric-flow-transport.h"

#include "ns3/attribute.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/sequence-number.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief Makes sockets of ns-3's TCP that are like a TCP of ns-2, without any default of Config.
 *
 *     name       what it is
 *     ns-3       what the attributes of ns-3 say, TcpL4Protocol::SocketType included
 *     library    Agent/TCP/FullTcp with the values of ns-2's library (ns-default.tcl), and with
 *                packets of 1,500 bytes instead of 576
 *     authors    Agent/TCP/FullTcp/Sack as in the scripts of pFabric's authors
 *     dctcp      the same with DCTCP: ports have to mark (PFabricNetDevice::MarkingThreshold)
 *
 * All but ns-3 are NewReno with classic recovery. What of ns-2 they do not have is in the chapter.
 */
class PFabricTcpPreset
{
  public:
    /** @param name see above; std::invalid_argument if there is no such preset */
    explicit PFabricTcpPreset(const std::string& name = "ns-3");

    /**
     * @param name attribute of TcpSocketBase
     * @param value its value; std::invalid_argument if there is no such attribute or it does not
     * take the value
     */
    void SetSocketAttribute(const std::string& name, const AttributeValue& value);

    /** @param node any @return a new socket of it, not bound; std::invalid_argument without TCP */
    Ptr<TcpSocketBase> CreateSocket(Ptr<Node> node) const;

  private:
    ObjectFactory m_sockets;     //!< makes sockets
    ObjectFactory m_estimators;  //!< makes their RttEstimator, if it has a type
    ObjectFactory m_congestions; //!< makes their TcpCongestionOps, if it has a type
    ObjectFactory m_recoveries;  //!< makes their TcpRecoveryOps, if it has a type
};

/**
 * @ingroup pfabric
 * @brief Flows over ns-3's TCP, each with a connection of its own.
 *
 * A connection is opened before its flow starts, so that no handshake is a part of the flow, and
 * closed when it is acknowledged. A flow whose connection is not there in time starts when it is.
 *
 * TCP of ns-3.44 may end the program if an acknowledgement with blocks comes after the one of the
 * last byte: let no packet overtake another one (Spreading=Flow of PFabricForwarding).
 */
class PFabricTcpFlows : public PFabricFlowTransport
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param preset of the sockets, before Install; "ns-3" unless it is set */
    void SetPreset(const PFabricTcpPreset& preset);

    Time GetAhead() const override;

  protected:
    Ptr<Socket> MakeReceiver(Ptr<Node> host) override;
    void DoAnnounce(const PFabricFlow& flow) override;
    void DoDispose() override;

  private:
    /** A flow on its way. */
    struct Connection
    {
        PFabricFlow flow;     //!< it
        Ptr<Socket> socket;   //!< at its source
        uint64_t sent{0};     //!< bytes that TCP has taken
        uint64_t received{0}; //!< bytes at its destination
        bool open{false};     //!< the connection is there
        uint16_t port{0};     //!< of socket
    };

    using Key = std::pair<Ipv4Address, uint16_t>; //!< source and its port

    /** @param connection of a flow @return what it is found by */
    static Key GetKey(const Connection& connection);
    /**
     * @param number of a flow
     * @param socket of it
     */
    void Open(uint64_t number, Ptr<Socket> socket);
    /**
     * @param number of a flow
     * @param socket of it
     */
    void Fail(uint64_t number, Ptr<Socket> socket);
    /** Send what TCP takes, once the flow has started and its connection is there. */
    void Write(uint64_t number, Ptr<Socket> socket, uint32_t room);
    void Acknowledge(uint64_t number,
                     SequenceNumber32 former,
                     SequenceNumber32 next); //!< Progress.
    void Accept(Ptr<Socket> socket,
                /**
                 * @param socket new
                 * @param source of it
                 */
                const Address& source);
    void Read(uint64_t number,
              /**
               * @param number of a flow
               * @param socket has data
               */
              Ptr<Socket> socket);

    PFabricTcpPreset m_preset;                        //!< makes sockets
    std::unordered_map<uint64_t, Connection> m_flows; //!< by number
    std::map<Key, uint64_t> m_numbers;                //!< of flows
    Time m_ahead;                                     //!< attribute OpenAhead
};

} // namespace ns3

#endif // PFABRIC_TCP_FLOWS_H
