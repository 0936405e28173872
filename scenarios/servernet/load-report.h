/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_LOAD_REPORT_H
#define SERVERNET_LOAD_REPORT_H

#include "ns3/burst-traffic-destination.h"
#include "ns3/fabric-ledger.h"
#include "ns3/net-device-container.h"
#include "ns3/run-archive.h"
#include "ns3/servernet-expected-load.h"
#include "ns3/servernet-fabric.h"
#include "ns3/servernet-link-monitor.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** A loaded network, and what was measured on it. */
struct ServernetLoad
{
    /** What is counted for each kind of devices, in the measured ticks. */
    struct Kind
    {
        std::string name;
        uint32_t devices{0};
        uint64_t transactions{0};           //!< generated
        uint64_t requestFlits{0};           //!< generated
        burst::LogLinearHistogram twoWay{}; //!< ticks, of transactions that ended
    };

    NetDeviceContainer devices;
    Ptr<ServerNetFabric> fabric;
    Ptr<DestinationPattern> destinations;
    std::optional<ServerNetExpectedLoad> expected; //!< of the pattern
    std::unique_ptr<ServerNetLinkMonitor> monitor;
    double rate{0};          //!< requests per device and tick in the long run
    double requestFlits{0};  //!< mean
    double responseFlits{0}; //!< mean

    std::vector<Kind> kinds;
    std::vector<uint32_t> kind; //!< by device
    int64_t begin{0};           //!< first measured tick
    int64_t end{0};             //!< tick after the last
    uint64_t offered{0};        //!< in the measured ticks
    uint64_t done{0};           //!< transactions that ended in them
    uint64_t routers{0};        //!< visited by the requests and responses of those
};

/** The metrics and tables of a load. */
class ServernetLoadReport
{
  public:
    /** @param load what was measured @param archive gets metrics and tables
     * @param ledger gets packets and requests */
    ServernetLoadReport(const ServernetLoad& load,
                        burst::RunArchive& archive,
                        fabric::ConservationLedger& ledger);

    void Write(); //!< All.

  private:
    void ReportRates();
    void ReportTimes();
    void ReportLinks();
    void ReportBlame();
    void ReportConservation();
    void Report(const std::string& metric,
                const std::string& unit,
                const std::string& help,
                double value,
                const std::string& object = "");

    const ServernetLoad& m_load;
    const ServerNetNetwork& m_network;
    burst::RunArchive& m_archive;
    fabric::ConservationLedger& m_ledger;
};

} // namespace ns3

#endif // SERVERNET_LOAD_REPORT_H
