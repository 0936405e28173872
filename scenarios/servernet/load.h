/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_LOAD_H
#define SERVERNET_LOAD_H

#include "ns3/burst-core-object-text.h"
#include "ns3/fabric-topology.h"
#include "ns3/net-device-container.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/servernet-expected-load.h"
#include "ns3/servernet-link-monitor.h"
#include "ns3/servernet-request-application.h"
#include "ns3/servernet-transaction-monitor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * One load on one network: read and write requests of an arrival process, within the windows of the
 * devices. Measures, after the warm-up: offered, generated and delivered load, two-way times of
 * transactions, the states of each link category in each direction, and the blame of stalls.
 */
class ServernetLoadScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    /** The owner of the process. */
    enum Source
    {
        DEVICE, //!< each device has one
        POOL    //!< one for all, each request goes to a random device
    };

    void DoBuild() override;
    void DoReport() override;

    NetDeviceContainer BuildNetwork(const fabric::Topology& topology) const;
    void InstallLoad(const fabric::Topology& topology);
    void Watch(); //!< Select what is recorded.

    void Begin();  //!< The warm-up is over.
    void Finish(); //!< The measured ticks are over.

    void Stalled(const ServerNetEngine::Stall& stall);

    double GetRate() const; //!< @return requests per device and tick in the long run
    /** @param read a type @param write the type for writes @return mean flits */
    double GetMeanFlits(ServerNetPacketType read, ServerNetPacketType write) const;
    ServerNetExpectedLoad GetExpected() const; //!< @return expected load of the channels
    uint64_t CountOffered() const;             //!< @return requests so far

    std::string m_topology;         //!< attribute Topology
    burst::ObjectText m_pattern;    //!< attribute Pattern
    burst::ObjectText m_process;    //!< attribute Process
    Source m_source;                //!< attribute Source
    double m_readFraction;          //!< attribute ReadFraction
    uint32_t m_cpuOutstanding;      //!< attribute CpuOutstanding
    uint32_t m_ioOutstanding;       //!< attribute IoOutstanding
    burst::ObjectText m_arbiter;    //!< attribute Arbiter
    uint32_t m_fifoFlits;           //!< attribute FifoFlits
    uint32_t m_headTicks;           //!< attribute HeadTicks
    ServerNetEngine::Kind m_engine; //!< attribute Engine
    uint32_t m_warmUp;              //!< attribute WarmUp
    uint32_t m_ticks;               //!< attribute Ticks
    uint64_t m_samples;             //!< attribute Samples
    uint32_t m_stallTicks;          //!< attribute StallTicks
    uint32_t m_stallStart;          //!< attribute StallStart

    NetDeviceContainer m_devices;
    Ptr<ServerNetFabric> m_fabric;
    Ptr<DestinationPattern> m_destinations;
    Ptr<ServerNetLinkMonitor> m_links;
    Ptr<ServerNetTransactionMonitor> m_transactions;
    std::vector<Ptr<ServerNetRequestApplication>> m_applications;
    double m_requestFlits{0};  //!< mean
    double m_responseFlits{0}; //!< mean
    uint64_t m_offered{0};     //!< in the measured ticks
    int64_t m_begin{0};        //!< first measured tick
    bool m_measuring{false};
    uint32_t m_stalls{0}; //!< table of the stalls
};

} // namespace ns3

#endif // SERVERNET_LOAD_H
