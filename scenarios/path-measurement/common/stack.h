/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_STACK_H
#define PATH_MEASUREMENT_STACK_H

#include "ns3/attribute.h"
#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/qbss-queue-disc.h"

#include <cstdint>

namespace ns3
{

/** TCP and queues of hosts and routers, as they were in 2002 and as they are today. */
class PathMeasurementStack
{
  public:
    /** A time. */
    enum Year
    {
        Y2002, //!< NewReno, 64 KB windows, FIFO queues
        CUBIC, //!< of today, with CUBIC: windows of 16 MB, FqCoDel
        BBR,   //!< of today, with BBR
    };

    static Ptr<const AttributeChecker> MakeChecker(); //!< @return of attributes of kind Year

    explicit PathMeasurementStack(Year year); //!< @param year of the stack

    static constexpr uint32_t PACKET = 1500; //!< bytes of an IP packet, unless frames are larger

    /** Make all TCP sockets that are created from now on those of the year. @param scale by which
     * windows that nobody tunes are smaller @param packet bytes of a full IP packet */
    void SetDefaults(double scale = 1, uint32_t packet = PACKET) const;

    uint32_t GetWindow() const; //!< @return bytes of a window that nobody tunes

    /**
     * Give the port of a router its queue: FIFO of so many packets of the device's MTU, or FqCoDel,
     * above a transmit ring of two packets.
     *
     * @param device of the port, without a queue disc
     * @param rate of its link
     * @param buffer of the FIFO, as the time in which the link carries it
     */
    void InstallQueue(Ptr<NetDevice> device, DataRate rate, Time buffer) const;

    /**
     * Give the port of a router a QbssQueueDisc, each class of which has such a queue.
     *
     * @param device as above @param rate as above @param buffer of each class
     * @return the queue disc
     */
    Ptr<QbssQueueDisc> InstallQbss(Ptr<NetDevice> device, DataRate rate, Time buffer) const;

  private:
    Year m_year; //!< of the stack
};

} // namespace ns3

#endif // PATH_MEASUREMENT_STACK_H
