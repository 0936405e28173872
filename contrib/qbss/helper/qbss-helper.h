/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_HELPER_H
#define QBSS_HELPER_H

#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/burst-core-object-settings.h"
#include "ns3/net-device-container.h"
#include "ns3/queue-disc-container.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup qbss
 * @brief Makes ports of QBSS routers of devices, in two lines.
 *
 *     QbssHelper qbss;
 *     qbss.Install(bottleneck);
 */
class QbssHelper
{
  public:
    QbssHelper();

    /** @param name attribute of QbssQueueDisc
     * @param value its value; std::invalid_argument if there is no such attribute or it does not
     * take the value */
    void SetDiscAttribute(const std::string& name, const AttributeValue& value);

    /** @param packets of the queue of a device below the classes, from 1 on; 1 unless it is set.
     * All classes wait for them. std::invalid_argument for 0 */
    void SetDeviceQueue(uint32_t packets);

    /**
     * Give each device a QbssQueueDisc in place of the root queue disc that it may have.
     * @param devices with flow control and an attribute TxQueue, whose nodes have an internet
     * stack; std::invalid_argument if they do not
     * @return the queue discs
     */
    QueueDiscContainer Install(const NetDeviceContainer& devices) const;

    /**
     * Mark what stock applications send over IPv4.
     * @param applications that have not started, with an attribute Tos or, before ns-3.44, with a
     * remote address in an attribute; std::invalid_argument if they have neither
     * @param dscp code point, 0 to 63; std::invalid_argument if it is not
     */
    static void SetDscp(const ApplicationContainer& applications, uint32_t dscp);

  private:
    burst::ObjectSettings m_discs; //!< makes queue discs
    uint32_t m_packets{1};         //!< of the queue of a device
};

} // namespace ns3

#endif // QBSS_HELPER_H
