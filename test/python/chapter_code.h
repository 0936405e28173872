/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * What the C++ of the chapters takes for granted, read by test_chapters.py: for each module a
 * struct `Given`, whose members the code of its chapters uses without declaring them, and the
 * classes that a reader would write. Nothing here is ever linked. The code of a module that is not
 * here is not compiled.
 */

#ifndef CHAPTER_CODE_H
#define CHAPTER_CODE_H

#include "ns3/applications-module.h"
#include "ns3/atm-abr-module.h"
#include "ns3/burst-core-module.h"
#include "ns3/burst-traffic-module.h"
#include "ns3/core-module.h"
#include "ns3/fabric-module.h"
#include "ns3/faults-module.h"
#include "ns3/iepm-module.h"
#include "ns3/internet-module.h"
#include "ns3/l2-notification-module.h"
#include "ns3/lossless-ethernet-module.h"
#include "ns3/netflow-module.h"
#include "ns3/network-module.h"
#include "ns3/path-measurement-module.h"
#include "ns3/pfabric-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/qbss-module.h"
#include "ns3/run-archive-module.h"
#include "ns3/scenario-runner-module.h"
#include "ns3/servernet-module.h"
#include "ns3/traffic-control-module.h"

#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace given_atm_abr
{

struct Given
{
    Ptr<Packet> frame;
    Ptr<ArrivalProcess> process;
};

} // namespace given_atm_abr

namespace given_burst_core
{

class Arbiter : public Object
{
};

class Fabric : public Object
{
  public:
    bool IsBuilt() const;
    void SetRate(DataRate rate);
    DataRate GetRate() const;

    uint32_t m_fifoFlits;
};

class Router : public Object
{
  public:
    burst::ObjectText m_arbiter;
};

class Port : public Object
{
  public:
    void ChangeSinks(const burst::SinkChange& change);
    void Advance(Time now);
    void Schedule();

    TracedCallback<uint32_t, uint32_t> m_queueTrace;
};

class Turnstile : public Object
{
  public:
    static TypeId GetTypeId();
    uint64_t GetVisitors() const;

    TracedCallback<uint32_t> m_passed;
    burst::LogLinearHistogram m_waits;
};

struct Given
{
    archive::TraceRecorder& recorder;
    Ptr<Turnstile> turnstile;
    burst::ObjectText m_arbiter;
    std::shared_ptr<burst::TraceListener> listener;
};

} // namespace given_burst_core

namespace given_burst_traffic
{

void Print(const traffic::HurstEstimate& estimate);

struct Given
{
    archive::TraceRecorder& recorder;
    NodeContainer nodes;
    Ipv4Address host;
    uint16_t port;
    std::vector<Address> addresses;
};

} // namespace given_burst_traffic

namespace given_faults
{

struct Given
{
    Ptr<Node> node;
    Ptr<NetDevice> device;
};

} // namespace given_faults

namespace given_iepm
{

struct Given
{
    Ptr<Node> node;
};

} // namespace given_iepm

namespace given_l2_notification
{

struct Given
{
    Ptr<NetDevice> device;
    NetDeviceContainer slowDevicesOfRouters;
    NetDeviceContainer devicesOfSenders;
    NodeContainer routersBetween;
};

} // namespace given_l2_notification

namespace given_lossless_ethernet
{

struct Given
{
    LosslessSource& source;
    PcapFile& pcap;
    Mac48Address from;
    Mac48Address to;
    uint64_t cpid;
    int32_t offset;
    int32_t change;
    uint32_t seconds;
    uint32_t microseconds;
    int64_t stream;
    uint32_t bytes;
    int64_t queue;
    uint64_t tag;
    int64_t now;
    lossless::CongestionMessage message;
};

} // namespace given_lossless_ethernet

namespace given_netflow
{

void TakeRecord(const NetflowRecord& record);

struct Given
{
    Ptr<Node> router;
    NetflowRecord record;
};

} // namespace given_netflow

namespace given_path_measurement
{

struct Given
{
    Ptr<Node> monitor;
    Ptr<NetDevice> link;
    Ptr<Node> source;
    Ptr<Node> sink;
    Ipv4Address addressOfSink;
};

} // namespace given_path_measurement

namespace given_pfabric
{

struct Given
{
    PFabricHelper helper;
    NodeContainer hosts;
    PointToPointHelper links;
    NetDeviceContainer devices;
    Ptr<Packet> packet;
    uint32_t remainingBytes;
    uint32_t flow;
};

} // namespace given_pfabric

namespace given_qbss
{

struct Given
{
    ApplicationContainer senders;
    NetDeviceContainer bottleneck;
};

} // namespace given_qbss

namespace given_run_archive
{

struct Given
{
    archive::RunIdentity identity;
    archive::RunCost cost;
    double goodput;
    archive::TraceRecorder& recorder;
    Ptr<Node> node;
    Ptr<ServerNetFabric> fabric;
    Ptr<BurstinessMonitor> monitor;
};

} // namespace given_run_archive

namespace given_scenario_runner
{

class TrafficQueueScenario : public scenario::Scenario
{
  public:
    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    void DoBuild() override;
    void DoReport() override;
    NodeContainer BuildNetwork();

    Ptr<BurstinessMonitor> m_monitor;
    double m_bytes;
};

struct Given : TrafficQueueScenario
{
};

} // namespace given_scenario_runner

namespace given_servernet
{

struct Given
{
    archive::TraceRecorder& recorder;
    NetDeviceContainer devices;
};

} // namespace given_servernet

#endif // CHAPTER_CODE_H
