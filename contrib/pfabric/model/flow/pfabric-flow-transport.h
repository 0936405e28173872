/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_FLOW_TRANSPORT_H
#define PFABRIC_FLOW_TRANSPORT_H

#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** @ingroup pfabric @brief Bytes that one host sends another. */
struct PFabricFlow
{
    uint64_t number{0}; //!< in the order of start
    uint32_t from{0};   //!< host
    uint32_t to{0};     //!< another host
    uint64_t bytes{0};  //!< of data, 1 to 2^32 - 1
    Time start;         //!< when they are given to the transport
    uint8_t tos{0};     //!< octet of IP
};

/**
 * @ingroup pfabric
 * @brief Carries flows between hosts of PFabricHelper, by one transport protocol or another.
 */
class PFabricFlowTransport : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param hosts by number, which have an address of PFabricForwarding::GetAddress */
    void Install(const NodeContainer& hosts);

    /** @return how long before its start a flow has to be announced: 0 */
    virtual Time GetAhead() const;

    /** @param flow that will start; std::invalid_argument unless its hosts are two that are there
     */
    void Announce(const PFabricFlow& flow);

    /** Announce a flow in time. @param flow that will start; std::invalid_argument as Announce */
    void Plan(const PFabricFlow& flow);

    /** @param start of a flow @return how long from now on until it has to be announced */
    Time GetTimeToAnnounce(Time start) const;

    /** @return flows that were announced and not yet received whole */
    uint64_t GetUnfinished() const;

    /** @return flows of these that will never come: the source has no connection, or is gone */
    uint64_t GetFailed() const;

    using FlowTracedCallback = void (*)(const PFabricFlow&); //!< of the traces

  protected:
    bool IsInstalled() const; //!< @return whether Install was called

    static constexpr uint16_t PORT = 9; //!< of receivers, that of the discard service (RFC 863)

    void DoDispose() override;

    Ptr<Node> GetHost(uint32_t host) const; //!< @param host by number @return it
    bool IsGone(uint32_t host) const; //!< @param host by number @return whether it is disposed of

    /** @param host @throw std::invalid_argument it is disposed of */
    static void CheckPresent(Ptr<Node> host);
    /** @param receiver to be at PORT @throw std::invalid_argument that is taken */
    static void Bind(Ptr<Socket> receiver);

    /** @param host any @return its socket at PORT, which takes flows */
    virtual Ptr<Socket> MakeReceiver(Ptr<Node> host) = 0;

    /** @param flow that will start */
    virtual void DoAnnounce(const PFabricFlow& flow) = 0;

    void NotifyFailed(const PFabricFlow& flow);       //!< @param flow that will never come
    void NotifyReceived(const PFabricFlow& flow);     //!< @param flow that has come whole
    void NotifyAcknowledged(const PFabricFlow& flow); //!< @param flow whose sender knows that

  private:
    void Check(const PFabricFlow& flow) const; //!< @param flow see Announce

    NodeContainer m_hosts;                                  //!< by number
    std::vector<Ptr<Socket>> m_receivers;                   //!< by host
    uint64_t m_unfinished{0};                               //!< see GetUnfinished
    uint64_t m_failed{0};                                   //!< see GetFailed
    TracedCallback<const PFabricFlow&> m_announcedTrace;    //!< Announced
    TracedCallback<const PFabricFlow&> m_receivedTrace;     //!< Received
    TracedCallback<const PFabricFlow&> m_acknowledgedTrace; //!< Acknowledged
};

} // namespace ns3

#endif // PFABRIC_FLOW_TRANSPORT_H
