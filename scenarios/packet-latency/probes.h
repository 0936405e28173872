/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACKET_LATENCY_PROBES_H
#define PACKET_LATENCY_PROBES_H

#include "ns3/node-container.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-outgoing.h"
#include "ns3/pfabric-routes.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** Counts the messages of pFabric that probe, and their probes. */
class PacketLatencyProbes
{
  public:
    /** @param routes between hosts @param hosts by number @param probeAfter attribute of their
     * transport; without that transport all counts stay 0 */
    void Watch(const PFabricRoutes& routes, const NodeContainer& hosts, uint32_t probeAfter);

    /** @return messages that probe now */
    int64_t GetProbing() const
    {
        return m_probing;
    }

    /** @return of these, how many go the longest way there is between hosts */
    int64_t GetCrossing() const
    {
        return m_crossing;
    }

    /** @return probes so far */
    uint64_t GetSent() const
    {
        return m_sent;
    }

  private:
    /** @param record of a message @param begins or ends to probe */
    void Change(const PFabricMessageRecord& record, bool begins);
    /** @param timeOuts in a row of a message */
    void TimeOut(const PFabricMessageRecord&, uint32_t timeOuts);

    Ptr<PFabricForwarding> m_forwarding;        //!< knows the numbers of hosts
    std::vector<std::vector<uint32_t>> m_links; //!< between hosts
    uint32_t m_most{0};                         //!< of these
    uint32_t m_probeAfter{0};                   //!< attribute of the transport
    int64_t m_probing{0};                       //!< see GetProbing
    int64_t m_crossing{0};                      //!< see GetCrossing
    uint64_t m_sent{0};                         //!< see GetSent
};

} // namespace ns3

#endif // PACKET_LATENCY_PROBES_H
