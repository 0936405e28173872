/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PACKET_BOOKS_H
#define PATH_MEASUREMENT_PACKET_BOOKS_H

#include "ns3/fabric-ledger.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue-disc.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Packet conservation in a network of point-to-point devices: a packet enters by the device of a
 * host or by the IP of a node, and leaves likewise, or is dropped by a queue or damaged on a link.
 * Packets in queues and on links at the end are counted there.
 */
class PacketBooks
{
  public:
    PacketBooks() = default;
    PacketBooks(const PacketBooks&) = delete;
    PacketBooks& operator=(const PacketBooks&) = delete;

    /** @param device of a host or a router, with the queue disc that it keeps @param host whether
     * packets enter and leave here */
    void Watch(Ptr<NetDevice> device, bool host);

    /** @param node whose own packets enter, and to which they leave; none of its devices is that of
     * a host */
    void WatchNode(Ptr<Node> node);

    uint64_t GetInjected() const;  //!< @return packets that hosts sent
    uint64_t GetDelivered() const; //!< @return packets that came to hosts
    uint64_t GetDamaged() const;   //!< @return packets that were lost by chance
    uint64_t GetDropped() const;   //!< @return packets that queues dropped
    uint64_t GetQueued() const;    //!< @return packets that are in queues now
    uint64_t GetOnLinks() const;   //!< @return packets that are being sent or are on their way now

    /** Enter all of it. @param ledger that is checked at the end of the run @param name of the
     * account */
    void Close(fabric::ConservationLedger& ledger, const std::string& name) const;

  private:
    /** @return queue disc of a device, or null @param device any that was watched */
    static Ptr<QueueDisc> GetDisc(Ptr<NetDevice> device);

    std::vector<Ptr<PointToPointNetDevice>> m_devices; //!< all
    uint64_t m_injected{0};                            //!< see GetInjected
    uint64_t m_delivered{0};                           //!< see GetDelivered
    uint64_t m_damaged{0};                             //!< see GetDamaged
    uint64_t m_refused{0};                             //!< by queues of devices
    uint64_t m_begun{0};                               //!< packets that devices began to send
    uint64_t m_arrived{0};                             //!< packets that came over links, whole
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PACKET_BOOKS_H
