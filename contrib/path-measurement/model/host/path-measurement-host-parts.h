/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_HOST_PARTS_H
#define PATH_MEASUREMENT_HOST_PARTS_H

#include "ns3/burst-core-simulation-end.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief Something that works on one job after another, in the order in which they come, and never
 * rests while there is one: a processor or a disk in virtual time.
 */
class WorkServer
{
  public:
    /** @param now when a job comes, not before the previous one, in ns
     * @param work time that it takes, in ns
     * @return when it is done, in ns */
    int64_t Serve(int64_t now, int64_t work);
    /** @param now not before the last job came, in ns @return how long it has worked, in ns */
    int64_t GetBusy(int64_t now) const;

  private:
    int64_t m_until{0}; //!< when all is done
    int64_t m_work{0};  //!< of all jobs
};

/**
 * @ingroup path-measurement
 * @brief Cycles of a processor that TCP takes.
 *
 * With the defaults, segments of 1,460 bytes and windows of 64 KB it is 0.97 MHz for each Mb/s
 * (slide 36), and a fifth less with windows of 1 MB: each window has its turn of the application,
 * of the scheduler and of interrupts, and large windows have fewer of them. That form is ours.
 */
struct ProcessorCost
{
    double perByte{4};         //!< cycles of copies and checksums
    double perSegment{3070};   //!< cycles of the protocol
    double perWindow{108'500}; //!< cycles of a turn

    /** @param segment bytes of a full segment
     * @param window bytes of a window
     * @return cycles for each byte */
    double GetPerByte(uint32_t segment, uint32_t window) const
    {
        return perByte + perSegment / segment + perWindow / window;
    }
};

} // namespace ns3::measurement

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The processor of a host, for an Object of a node: transfers share it, and their data wait
 * for it. A node without one has no limit.
 */
class HostProcessor : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param cycles of a job that comes now @return when it is done */
    Time Work(double cycles);
    Time GetBusy() const;                       //!< @return how long it has worked
    measurement::ProcessorCost GetCost() const; //!< @return what TCP takes

  private:
    double m_megahertz;  //!< attribute Megahertz
    double m_perByte;    //!< attribute CyclesPerByte
    double m_perSegment; //!< attribute CyclesPerSegment
    double m_perWindow;  //!< attribute CyclesPerWindow

    measurement::WorkServer m_server; //!< the law
    burst::SimulationEnd m_end;       //!< of the simulation
};

/**
 * @ingroup path-measurement
 * @brief The disk of a host, for an Object of a node: copies that read and write share it. A node
 * without one has no limit.
 */
class HostDisk : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param bytes to read or write from now on @return when that is done */
    Time Work(uint64_t bytes);
    Time GetBusy() const; //!< @return how long it has worked

  private:
    DataRate m_rate; //!< attribute Rate

    measurement::WorkServer m_server; //!< the law
    burst::SimulationEnd m_end;       //!< of the simulation
};

} // namespace ns3

#endif // PATH_MEASUREMENT_HOST_PARTS_H
