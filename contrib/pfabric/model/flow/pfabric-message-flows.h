/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_MESSAGE_FLOWS_H
#define PFABRIC_MESSAGE_FLOWS_H

#include "pfabric-flow-transport.h"

#include "ns3/pfabric-outgoing.h"
#include "ns3/pfabric-socket.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief Flows as messages of the pFabric transport, with a socket for each pair of hosts.
 */
class PFabricMessageFlows : public PFabricFlowTransport
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  protected:
    Ptr<Socket> MakeReceiver(Ptr<Node> host) override;
    void DoAnnounce(const PFabricFlow& flow) override;
    void DoDispose() override;

  private:
    using Key = std::tuple<Ipv4Address, uint16_t, uint32_t>; //!< source, its port, message

    void Start(const PFabricFlow& flow); //!< @param flow that is sent now
    /**
     * @param from host
     * @param to host
     * @return the socket of the pair
     */
    Ptr<PFabricSocket> GetSocket(uint32_t from, uint32_t to);
    /** @param record of a message @return its number for m_flows */
    static Key GetKey(const PFabricMessageRecord& record);
    void Receive(const PFabricMessageRecord& record);     //!< @param record of one that has come
    void Acknowledge(const PFabricMessageRecord& record); //!< @param record of one that is done

    std::map<std::pair<uint32_t, uint32_t>, Ptr<PFabricSocket>> m_senders; //!< by pair
    std::map<Key, PFabricFlow> m_flows;                                    //!< that are on the way
};

} // namespace ns3

#endif // PFABRIC_MESSAGE_FLOWS_H
