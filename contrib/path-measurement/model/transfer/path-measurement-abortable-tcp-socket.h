/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_ABORTABLE_TCP_SOCKET_H
#define PATH_MEASUREMENT_ABORTABLE_TCP_SOCKET_H

#include "ns3/node.h"
#include "ns3/tcp-socket-base.h"

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A TCP socket that can end at once, without another packet; Close of ns-3 first sends what
 * is buffered.
 */
class AbortableTcpSocket : public TcpSocketBase
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    AbortableTcpSocket() = default;

    /** @param other listens, and this one will have a connection */
    AbortableTcpSocket(const AbortableTcpSocket& other);

    /** @param node with TCP; std::invalid_argument without it @return a new socket, of the kinds of
     * congestion control, recovery and estimator that the TcpL4Protocol of the node has */
    static Ptr<AbortableTcpSocket> Create(Ptr<Node> node);

    /** End: nothing is sent, nobody is told, and packets that still come are answered by a reset.
     */
    void Abort();

    /** On a node that is disposed of, as Simulator::Destroy does, nothing can be sent: Abort.
     * @return 0 */
    int Close() override;

    bool IsOver() const; //!< @return whether no packet can reach it any more

  protected:
    /** @param node with TCP, which the socket has from now on; std::invalid_argument without it */
    void Join(Ptr<Node> node);
    Ptr<TcpSocketBase> Fork() override;
    /** The one of ns-3 takes the window of a packet that is not for a listening socket, such as a
     * late reset, for that of a peer, and aborts when the next peer comes. */
    void DoForwardUp(Ptr<Packet> packet,
                     const Address& fromAddress,
                     const Address& toAddress) override;
    /** The one of ns-3 reads the next segment, also if all have been sent, FIN too. */
    void PersistTimeout() override;
};

} // namespace ns3

#endif // PATH_MEASUREMENT_ABORTABLE_TCP_SOCKET_H
