/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_HOST_DISK_H
#define PATH_MEASUREMENT_HOST_DISK_H

#include "path-measurement-work-server.h"

#include "ns3/burst-core-simulation-end.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

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

    WorkServer m_server;        //!< the law
    burst::SimulationEnd m_end; //!< of the simulation
};

} // namespace ns3

#endif // PATH_MEASUREMENT_HOST_DISK_H
