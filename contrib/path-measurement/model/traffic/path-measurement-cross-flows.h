/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CROSS_FLOWS_H
#define PATH_MEASUREMENT_CROSS_FLOWS_H

#include "ns3/address.h"
#include "ns3/callback.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-abortable-tcp-socket.h"
#include "ns3/socket.h"

#include <cstdint>
#include <list>
#include <map>
#include <vector>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief Flows over TCP, each with a connection of its own, and datagrams, from one node to
 * another.
 */
class CrossFlows
{
  public:
    /**
     * @param source that sends
     * @param sink that receives
     * @param address of the sink
     * @param port of the sink, of TCP and UDP; std::invalid_argument if somebody else has it
     */
    CrossFlows(Ptr<Node> source, Ptr<Node> sink, Ipv4Address address, uint16_t port);

    /** Called when a flow ends by itself, both sides closed: payload, and time since Open. */
    using Ended = Callback<void, uint64_t, Time>;
    void SetEnded(Ended ended); //!< @param ended to call
    ~CrossFlows();              //!< Nothing is sent any more.
    CrossFlows(const CrossFlows&) = delete;
    CrossFlows& operator=(const CrossFlows&) = delete;

    /** Begin a flow. @param bytes of IP that it takes, headers included */
    void Start(uint64_t bytes);
    /** Send a datagram. @param bytes of it with its headers, at least 29 */
    void Send(uint64_t bytes);

    void Abort(); //!< End all flows at once.
    void Prune(); //!< Forget connections that are over.

    uint64_t GetDelivered() const; //!< @return payload that the sink received, bytes
    uint64_t GetAborted() const;   //!< @return flows that Abort or TCP ended before they were over
    std::vector<Time> GetActive() const; //!< @return when flows were opened that are not over

  private:
    /** A flow on its way. */
    struct Flow
    {
        Ptr<AbortableTcpSocket> socket; //!< of the source
        uint64_t left{0};               //!< bytes of payload that TCP has not taken
        uint64_t payload{0};            //!< bytes of all of it
        Time opened;                    //!< when
    };

    /** Give TCP what it takes.
     * @param number of a flow
     * @param socket of it
     * @param room unused */
    void Write(uint32_t number, Ptr<Socket> socket, uint32_t room);
    /** A flow has its connection.
     * @param number of the flow
     * @param socket of it */
    void Connected(uint32_t number, Ptr<Socket> socket);
    /** A flow is over.
     * @param number of the flow
     * @param socket of it */
    void Closed(uint32_t number, Ptr<Socket> socket);
    /** A flow has no connection any more.
     * @param number of the flow
     * @param socket of it */
    void Failed(uint32_t number, Ptr<Socket> socket);
    void Remove(uint32_t number); //!< @param number of a flow
    /** The sink has a connection.
     * @param socket of it
     * @param from whom */
    void Accept(Ptr<Socket> socket, const Address& from);
    void Read(Ptr<Socket> socket); //!< @param socket that has data

    Ptr<Node> m_source;                            //!< sends
    Address m_remote;                              //!< of the sink
    Ptr<AbortableTcpSocket> m_listener;            //!< at the sink
    Ptr<Socket> m_receiver;                        //!< of datagrams, at the sink
    Ptr<Socket> m_sender;                          //!< of datagrams
    uint32_t m_number{0};                          //!< of the next flow
    std::map<uint32_t, Flow> m_flows;              //!< by number
    std::list<Ptr<AbortableTcpSocket>> m_accepted; //!< at the sink
    uint64_t m_delivered{0};                       //!< see GetDelivered
    uint64_t m_aborted{0};                         //!< see GetAborted
    Ended m_ended;                                 //!< see SetEnded
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_CROSS_FLOWS_H
