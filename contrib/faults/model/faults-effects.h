/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULTS_EFFECTS_H
#define FAULTS_EFFECTS_H

#include "faults-plan.h"

#include "ns3/ipv4-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::faults
{

/**
 * @ingroup faults
 * @brief The base of objects that can crash and hang, such as the server of a measurement. A base
 * class beside Object.
 */
class Faultable
{
  public:
    virtual ~Faultable() = default;

    /** The program ends: its port is closed, and connections are refused. */
    virtual void Crash() = 0;

    /** The program hangs: requests have no answer. */
    virtual void Hang() = 0;

    /** The program is as it was before it crashed or hung. */
    virtual void Recover() = 0;
};

/**
 * @ingroup faults
 * @brief Another next hop of a node, of a path that packets take during a fault.
 */
struct FaultRoute
{
    Ptr<Node> node;        //!< with static routing
    Ipv4Address network;   //!< where packets go to
    Ipv4Mask mask;         //!< of the network
    Ipv4Address gateway;   //!< next hop
    uint32_t interface{0}; //!< that leads to it
};

/**
 * @ingroup faults
 *
 * What a fault does to its target: is called with the fault that is in force from now on, and with
 * nullptr when none is, whereupon all is as it was.
 */
using FaultEffect = std::function<void(const Fault* fault)>;

/**
 * @param device one end of a link that goes down
 * @return the effect; std::invalid_argument unless each end has IPv4 and a TrafficControlLayer. A
 * device without a channel is its only end.
 */
FaultEffect MakeLinkDownEffect(Ptr<NetDevice> device);

/** @param node that goes down @return the effect; std::invalid_argument without IPv4 */
FaultEffect MakeHostDownEffect(Ptr<Node> node);

/** @param device one end of a link with another rate @return the effect; std::invalid_argument if
 * an end has no attribute DataRate */
FaultEffect MakeRateEffect(Ptr<NetDevice> device);

/** @param device one end of a link with another delay @return the effect; std::invalid_argument if
 * the channel has no attribute Delay */
FaultEffect MakeDelayEffect(Ptr<NetDevice> device);

/** @param device that loses packets
 * @param stream random stream
 * @return the effect; std::invalid_argument if the device has no attribute ReceiveErrorModel */
FaultEffect MakeLossEffect(Ptr<NetDevice> device, int64_t stream);

/** @param routes in place of those to the same networks @return the effect; std::invalid_argument
 * if a node has no static routing */
FaultEffect MakeRouteEffect(const std::vector<FaultRoute>& routes);

/** @param node that drops packets @return the effect; std::invalid_argument without IPv4 */
FaultEffect MakeBlockEffect(Ptr<Node> node);

/** @param server a Faultable (std::invalid_argument) @return the effect */
FaultEffect MakeServerEffect(Ptr<Object> server);

} // namespace ns3::faults

#endif // FAULTS_EFFECTS_H
