/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_TCP_PRESET_H
#define PFABRIC_TCP_PRESET_H

#include "ns3/attribute.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/tcp-socket-base.h"

#include <string>

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

    /** @param name attribute of TcpSocketBase @param value its value; std::invalid_argument if
     * there is no such attribute or it does not take the value */
    void SetSocketAttribute(const std::string& name, const AttributeValue& value);

    /** @param node any @return a new socket of it, not bound; std::invalid_argument without TCP */
    Ptr<TcpSocketBase> CreateSocket(Ptr<Node> node) const;

  private:
    ObjectFactory m_sockets;     //!< makes sockets
    ObjectFactory m_estimators;  //!< makes their RttEstimator, if it has a type
    ObjectFactory m_congestions; //!< makes their TcpCongestionOps, if it has a type
    ObjectFactory m_recoveries;  //!< makes their TcpRecoveryOps, if it has a type
};

} // namespace ns3

#endif // PFABRIC_TCP_PRESET_H
