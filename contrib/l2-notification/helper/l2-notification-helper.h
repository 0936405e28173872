/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef L2_NOTIFICATION_HELPER_H
#define L2_NOTIFICATION_HELPER_H

#include "ns3/burst-core-object-text.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/queue-disc-container.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <string>

/**
 * @defgroup l2-notification L2 notification
 * BCN and QCN in queue discs of stock devices: doc/l2-notification.rst.
 */

namespace ns3
{

/**
 * @ingroup l2-notification
 * @brief Puts congestion points, rate limiters and notifiers on stock devices and nodes.
 *
 * Nodes need a TrafficControlLayer, which InternetStackHelper gives them, and devices no queue disc
 * yet, which Ipv4AddressHelper gives them: call this helper in between.
 */
class CongestionNotificationHelper
{
  public:
    /**
     * @param congestionPoint of queues, as ns3::QcnCongestionPoint[SetPoint=26000]; empty for none
     * @param reactionPoint of senders, as ns3::QcnReactionPoint; empty for none
     * @throw std::invalid_argument they are no such texts
     */
    explicit CongestionNotificationHelper(
        const std::string& congestionPoint = "ns3::BcnCongestionPoint",
        const std::string& reactionPoint = "ns3::BcnReactionPoint");

    /** @param size MaxSize of the queue discs that are installed from now on */
    void SetMaxSize(QueueSize size);

    /** @param devices before which queues are watched @return their CongestionPointQueueDisc */
    QueueDiscContainer InstallCongestionPoints(const NetDeviceContainer& devices) const;

    /**
     * Also tells the notifiers of the nodes what they have to know of BCN, from the attributes
     * SetPoint, Weight and Clamp of the congestion point.
     * @param devices of senders, over which messages come; std::invalid_argument if they carry IP
     * alone
     * @return their RateLimiterQueueDisc
     */
    QueueDiscContainer InstallRateLimiters(const NetDeviceContainer& devices) const;

    /** @param nodes that pass messages on, where none of these queue discs is */
    void InstallNotifiers(const NodeContainer& nodes) const;

    /**
     * @param discs some of which may be those of this helper
     * @param stream the first one
     * @return the number of streams used
     */
    static int64_t AssignStreams(const QueueDiscContainer& discs, int64_t stream);

  private:
    burst::ObjectText m_congestionPoint; //!< of queues
    burst::ObjectText m_reactionPoint;   //!< of senders
    QueueSize m_maxSize;                 //!< of queue discs
};

} // namespace ns3

#endif // L2_NOTIFICATION_HELPER_H
