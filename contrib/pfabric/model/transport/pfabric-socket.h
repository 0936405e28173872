/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_SOCKET_H
#define PFABRIC_SOCKET_H

#include "pfabric-l4-protocol.h"
#include "pfabric-outgoing.h"
#include "pfabric-ranges.h"
#include "pfabric-receiver.h"

#include "ns3/inet-socket-address.h"
#include "ns3/node.h"
#include "ns3/socket.h"

#include <cstdint>
#include <list>
#include <map>
#include <unordered_map>
#include <utility>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief A socket of the pFabric transport: each Send is a message, which arrives whole or not yet.
 *
 * Messages are received in the order in which they are complete, a short one before a long one that
 * was sent earlier. Without a handshake, Connect only sets where Send goes to, and a socket
 * receives from everybody once it is bound. Send takes a message of any size while fewer than
 * SndBufSize bytes wait for acknowledgements, at most MAX_BYTES (else ERROR_MSGSIZE); the callback
 * of SetDataSentCallback is called when a message is acknowledged whole.
 */
class PFabricSocket : public Socket
{
  public:
    /** Of a message: Send returns its bytes as an int. */
    static constexpr uint32_t MAX_BYTES = 0x7fffffff;

    static TypeId GetTypeId(); //!< @return the TypeId
    PFabricSocket();

    /**
     * @param node of the socket
     * @param protocol of the node
     */
    void SetProtocol(Ptr<Node> node, Ptr<PFabricL4Protocol> protocol);

    /** @param deadline of the messages that are sent from now on, counted from Send; 0: none. For
     * PFabricDeadlineRank */
    void SetDeadline(Time deadline);

    /**
     * @param letter that has come
     * @param data of it, unless it is an acknowledgement
     */
    void Receive(const PFabricL4Protocol::Letter& letter, const PFabricIncoming::Data& data);

    /**
     * @param way of a message of this socket
     * @param header of a packet
     * @param message its content
     * @param bytes of that in the packet
     */
    void Send(const PFabricOutgoing::Way& way,
              const PFabricHeader& header,
              const Ptr<const Packet>& message,
              uint32_t bytes);

    uint16_t GetPort() const;        //!< @return of this socket, 0 if it is not bound
    uint32_t GetNextMessage() const; //!< @return number of the message that is sent next
    uint64_t GetWaiting() const;     //!< @return bytes of messages that are not acknowledged whole

    SocketErrno GetErrno() const override;
    SocketType GetSocketType() const override;
    Ptr<Node> GetNode() const override;
    int Bind(const Address& address) override;
    int Bind() override;
    int Bind6() override;
    int Close() override;
    int ShutdownSend() override;
    int ShutdownRecv() override;
    int Connect(const Address& address) override;
    int Listen() override;
    uint32_t GetTxAvailable() const override;
    int Send(Ptr<Packet> packet, uint32_t flags) override;
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& destination) override;
    uint32_t GetRxAvailable() const override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    Ptr<Packet> RecvFrom(uint32_t maxSize, uint32_t flags, Address& source) override;
    int GetSockName(Address& address) const override;
    int GetPeerName(Address& address) const override;
    bool SetAllowBroadcast(bool allow) override;
    bool GetAllowBroadcast() const override;

    using Socket::Recv;
    using Socket::RecvFrom;
    using Socket::Send;

  protected:
    void DoDispose() override;

  private:
    /** What came from a port of a host. */
    struct Peer
    {
        std::map<uint32_t, PFabricIncoming> messages; //!< that are not whole, by number
        PFabricRanges done;                           //!< numbers of those that were
    };

    /** What was sent last, and how often at that time. */
    struct Pieces
    {
        Time at;                       //!< when
        uint32_t bytes{0};             //!< of each
        InetSocketAddress destination; //!< of each
        uint32_t count{0};             //!< how many
    };

    /**
     * Say once in a simulation that stream applications make a message of each Send.
     * @param bytes that are sent
     * @param segment bytes of a whole packet
     * @param destination of them
     */
    void WarnOfPieces(uint32_t bytes, uint32_t segment, const InetSocketAddress& destination);
    Time GetDeadline() const;    //!< @return when a message that is sent now has to be acknowledged
    int Fail(SocketErrno error); //!< @param error that GetErrno says @return -1
    /**
     * @param letter that has come
     * @param data of it
     */
    void ReceiveData(const PFabricL4Protocol::Letter& letter, const PFabricIncoming::Data& data);
    /** @param letter that has come */
    void ReceiveAcknowledgement(const PFabricL4Protocol::Letter& letter);
    void Unbind(); //!< Give the port back.

    Ptr<Node> m_node;                    //!< of the socket
    Ptr<PFabricL4Protocol> m_protocol;   //!< of the node
    SocketErrno m_error{ERROR_NOTERROR}; //!< last one
    InetSocketAddress m_local;           //!< port 0: not bound
    InetSocketAddress m_peer;            //!< port 0: not connected
    Time m_deadline;                     //!< of messages
    bool m_mute{false};                  //!< nothing more is sent
    bool m_closed{false};                //!< the port is given back when all is acknowledged
    bool m_deaf{false};                  //!< nothing more is received
    uint64_t m_waiting{0};               //!< bytes of messages that are not acknowledged whole
    std::unordered_map<uint32_t, PFabricOutgoing::Owner> m_sent;     //!< by number
    std::unordered_map<uint64_t, Peer> m_peers;                      //!< by address and port
    std::list<std::pair<Ptr<Packet>, InetSocketAddress>> m_received; //!< whole messages
    uint64_t m_unread{0};                                            //!< bytes of these
    uint64_t m_sendBuffer;                                           //!< attribute SndBufSize
    Pieces m_pieces;                                                 //!< see WarnOfPieces
};

} // namespace ns3

#endif // PFABRIC_SOCKET_H
