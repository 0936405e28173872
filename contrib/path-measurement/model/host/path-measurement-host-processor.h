/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_HOST_PROCESSOR_H
#define PATH_MEASUREMENT_HOST_PROCESSOR_H

#include "path-measurement-processor-cost.h"
#include "path-measurement-work-server.h"

#include "ns3/burst-core-simulation-end.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

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
    Time GetBusy() const;          //!< @return how long it has worked
    ProcessorCost GetCost() const; //!< @return what TCP takes

  private:
    double m_megahertz;  //!< attribute Megahertz
    double m_perByte;    //!< attribute CyclesPerByte
    double m_perSegment; //!< attribute CyclesPerSegment
    double m_perWindow;  //!< attribute CyclesPerWindow

    WorkServer m_server;        //!< the law
    burst::SimulationEnd m_end; //!< of the simulation
};

} // namespace ns3

#endif // PATH_MEASUREMENT_HOST_PROCESSOR_H
