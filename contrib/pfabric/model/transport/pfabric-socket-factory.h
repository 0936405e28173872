/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_SOCKET_FACTORY_H
#define PFABRIC_SOCKET_FACTORY_H

#include "pfabric-l4-protocol.h"

#include "ns3/socket-factory.h"

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief Makes sockets of the pFabric transport: applications name it in their attribute Protocol.
 */
class PFabricSocketFactory : public SocketFactory
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param protocol whose sockets are made */
    void SetProtocol(Ptr<PFabricL4Protocol> protocol);

    Ptr<Socket> CreateSocket() override;

  protected:
    void DoDispose() override;

  private:
    Ptr<PFabricL4Protocol> m_protocol; //!< whose sockets are made
};

} // namespace ns3

#endif // PFABRIC_SOCKET_FACTORY_H
