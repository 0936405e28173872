/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CYCLE_FLOWS_H
#define PATH_MEASUREMENT_CYCLE_FLOWS_H

#include "../laws/rate-scale.h"
#include "network.h"

#include "ns3/netflow-exporter.h"
#include "ns3/netflow-stitcher.h"
#include "ns3/ptr.h"
#include "ns3/run-archive.h"

#include <string>

namespace ns3
{

/** Flow records of transfers to hosts, from the router behind the monitor. */
class CycleFlows
{
  public:
    /** @param network that is watched; it has to outlive this @param exporter of its border @param
     * stream of its random sampling */
    CycleFlows(const CycleNetwork& network, Ptr<NetflowExporter> exporter, int64_t stream);

    /** Write transfers that are big. @param archive that takes a flow for each, all streams
     * together
     * @param monitor name of who sends @param scale by which a big one is smaller */
    void Write(archive::RunArchive& archive, const std::string& monitor, const RateScale& scale);

  private:
    const CycleNetwork& m_network;   //!< that is watched
    Ptr<NetflowExporter> m_exporter; //!< of its border
    NetflowStitcher m_stitcher;      //!< makes transfers of its records
};

} // namespace ns3

#endif // PATH_MEASUREMENT_CYCLE_FLOWS_H
