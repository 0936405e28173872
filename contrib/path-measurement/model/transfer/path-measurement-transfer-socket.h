/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TRANSFER_SOCKET_H
#define PATH_MEASUREMENT_TRANSFER_SOCKET_H

#include "path-measurement-abortable-tcp-socket.h"
#include "path-measurement-transfer-cause.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A TCP socket that reports the limits of its sending and resets, and advertises a window
 * that reading has opened.
 *
 * The TCP of ns-3 ignores resets of connections with timestamps and of connections not yet
 * established. Before ns-3.48 its receiver advertises a window that reading has opened only with
 * the next segment, for which a sender waits 6 s if the window was closed. Its retransmission timer
 * runs on when all data are acknowledged but more are to be sent, and expires soon after a closed
 * window opens, before an acknowledgement can arrive. RFC 6298 stops the timer (5.2), and so does
 * this socket.
 */
class TransferSocket : public AbortableTcpSocket
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    TransferSocket() = default;

    /** @param other listens, and this one will have a connection */
    TransferSocket(const TransferSocket& other);

    /** What a sender has done since BeginAccount(). */
    struct Account
    {
        measurement::SenderLimits limits; //!< what it waited for
        uint64_t segments{0};             //!< sent
        uint64_t again{0};                //!< of these, sent again
        uint64_t samples{0};              //!< of the smoothed round trip
        int64_t roundTrips{0};            //!< their sum, ns
        int64_t leastRoundTrip{0};        //!< since the connection is there, ns
    };

    /** @param node with TCP
     * @param window bytes of both buffers
     * @return a new socket */
    static Ptr<TransferSocket> Create(Ptr<Node> node, uint32_t window);

    void SetResetCallback(Callback<void> reset); //!< @param reset told in an event of its own
    void BeginAccount();                         //!< Count from now on.
    void EndAccount();                           //!< Count no more.
    const Account& GetAccount() const;           //!< @return counted so far

    void Write(Ptr<Packet> packet);   //!< @param packet that the send buffer has room for
    uint32_t GetSegment() const;      //!< @return bytes of a full segment
    uint64_t GetAcknowledged() const; //!< @return bytes of the application that have arrived
    void Abort();                     //!< As AbortableTcpSocket, and resets are not told.

    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    using Socket::Recv;

  protected:
    void DoForwardUp(Ptr<Packet> packet,
                     const Address& fromAddress,
                     const Address& toAddress) override;
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    void SendEmptyPacket(uint8_t flags) override;
    Ptr<TcpSocketBase> Fork() override;

  private:
    void Settle(); //!< Count what has held until now.

    Callback<void> m_reset;     //!< told of a reset
    EventId m_telling;          //!< tells of a reset
    bool m_counting{false};     //!< whether it counts
    int64_t m_since{0};         //!< until when the time was counted, ns
    Account m_account;          //!< counted so far
    uint64_t m_written{0};      //!< bytes of the application
    SequenceNumber32 m_edge{0}; //!< end of the window that was advertised
};

} // namespace ns3

#endif // PATH_MEASUREMENT_TRANSFER_SOCKET_H
