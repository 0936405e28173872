/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_FLOW_TRANSPORT_H
#define PFABRIC_FLOW_TRANSPORT_H

#include "pfabric-flow.h"

#include "ns3/node-container.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief Carries flows between hosts of PFabricHelper, by one transport protocol or another.
 */
class PFabricFlowTransport : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param hosts by number, which have an address of PFabricForwarding::GetAddress */
    virtual void Install(const NodeContainer& hosts) = 0;

    /** @return how long before its start a flow has to be announced */
    virtual Time GetAhead() const = 0;

    /** @param flow that will start; std::invalid_argument unless its hosts are two that are there
     */
    void Announce(const PFabricFlow& flow);

    /** @return flows that were announced and not yet received whole */
    uint64_t GetUnfinished() const;

    using FlowTracedCallback = void (*)(const PFabricFlow&); //!< of Received and Acknowledged

  protected:
    virtual uint32_t GetHosts() const = 0; //!< @return how many were installed

    /** @param flow that will start */
    virtual void DoAnnounce(const PFabricFlow& flow) = 0;

    void TellReceived(const PFabricFlow& flow);     //!< @param flow that has come whole
    void TellAcknowledged(const PFabricFlow& flow); //!< @param flow whose sender knows that

  private:
    uint64_t m_unfinished{0};                               //!< see GetUnfinished
    TracedCallback<const PFabricFlow&> m_receivedTrace;     //!< Received
    TracedCallback<const PFabricFlow&> m_acknowledgedTrace; //!< Acknowledged
};

} // namespace ns3

#endif // PFABRIC_FLOW_TRANSPORT_H
