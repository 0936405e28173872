/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_HOST_CLOCK_H
#define PATH_MEASUREMENT_HOST_CLOCK_H

#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief When a host believes that a packet came: its clock, and the interrupts of its interface.
 *
 * A clock has an offset, runs too fast by its skew, and shows multiples of its quantum. With
 * interrupt coalescing the first packet starts a timer, and the host sees that packet and all that
 * come before the timer ends when the timer ends; the next packet starts the timer again. So two
 * times that a host sees are equal, or further apart than the timer: packets of 8L bits seem to
 * come with 8L / timer at most: 1500 bytes at 400 Mb/s are 30 us apart.
 *
 * Times are whole nanoseconds.
 */
class PacketTiming
{
  public:
    /** What a host is like. The default is exact. */
    struct Settings
    {
        int64_t quantum{1};    //!< of the clock, in ns, from 1 on; of hosts of 2002 1 to 10 us
        int64_t coalescing{0}; //!< timer of the interrupts, in ns, from 0 on; 30 to 100 us
        int64_t offset{0};     //!< what the clock shows at time 0, in ns
        double skew{0};        //!< what the clock gains in a second, in s, above -1
    };

    /** @param settings of the host. @throw std::invalid_argument one is out of range */
    void Set(const Settings& settings);

    /** @param time any, in ns @return what the clock shows then, in ns */
    int64_t Read(int64_t time) const;

    /** @param time at which a packet comes, in ns, not before the packet before
     * @return the time stamp that the host gives to it, in ns */
    int64_t Arrive(int64_t time);

  private:
    Settings m_settings;            //!< of the host
    int64_t m_interrupt{INT64_MIN}; //!< when the host sees the latest packet
};

} // namespace ns3::measurement

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

    measurement::PacketTiming m_timing; //!< the law
};

} // namespace ns3

#endif // PATH_MEASUREMENT_HOST_CLOCK_H
