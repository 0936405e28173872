/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_TCP_SOCKET_H
#define PFABRIC_TCP_SOCKET_H

#include "pfabric-frame.h"

#include "ns3/ipv4-interface.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>

namespace ns3
{

class PFabricLeanIp;

/**
 * @ingroup pfabric
 * @brief ns-3's TCP, whose connections a PFabricLeanIp finds by a hash table.
 *
 * TcpL4Protocol looks through all end points of a host for each segment. Nothing else differs, and
 * in a node without PFabricLeanIp::SetTcp nothing at all.
 */
class PFabricTcpSocket : public TcpSocketBase
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    PFabricTcpSocket() = default;

    /** @param other listens, and this one will have a connection */
    PFabricTcpSocket(const PFabricTcpSocket& other);
    ~PFabricTcpSocket() override;

    /**
     * @param frame with a segment
     * @param interface by which it came
     * @return whether it is of this connection, which then has taken it
     */
    bool Receive(const PFabricFrame& frame, Ptr<Ipv4Interface> interface);

    int Connect(const Address& address) override;

  protected:
    Ptr<TcpSocketBase> Fork() override;
    void CompleteFork(Ptr<Packet> packet,
                      const TcpHeader& header,
                      const Address& from,
                      const Address& to) override;

  private:
    void Enlist(); //!< There is a connection: have it found.

    Ptr<PFabricLeanIp> m_lean; //!< of the node, once there is a connection
    uint64_t m_way{0};         //!< PFabricFrame::way of its segments
};

} // namespace ns3

#endif // PFABRIC_TCP_SOCKET_H
