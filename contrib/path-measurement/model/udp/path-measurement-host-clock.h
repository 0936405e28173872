/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_HOST_CLOCK_H
#define PATH_MEASUREMENT_HOST_CLOCK_H

#include "path-measurement-packet-timing.h"

#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The clock of a host and the interrupts of its interface, for an Object of a node.
 *
 * All tools that send UDP packets take their time stamps from here. A node without a clock gets an
 * exact one. Only packets of these tools are counted: other traffic to the host starts no timer of
 * interrupts.
 */
class HostClock : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param node any @return its clock, which is aggregated to it if it had none */
    static Ptr<HostClock> Get(Ptr<Node> node);

    int64_t Read();   //!< @return what the clock shows now, in ns
    int64_t Arrive(); //!< @return time stamp of a packet that comes now, in ns

  private:
    void Update(); //!< Take the attributes, which may have changed.

    Time m_quantum;    //!< attribute TimestampQuantum
    Time m_coalescing; //!< attribute InterruptCoalescing
    Time m_offset;     //!< attribute Offset
    double m_skew;     //!< attribute Skew

    PacketTiming m_timing; //!< the law
};

} // namespace ns3

#endif // PATH_MEASUREMENT_HOST_CLOCK_H
