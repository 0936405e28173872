/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_SCHEDULE_BED_H
#define PATH_MEASUREMENT_SCHEDULE_BED_H

#include "path-measurement-schedule-probes.h"

#include "ns3/data-rate.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/path-measurement-agent.h"
#include "ns3/path-measurement-host-reader.h"
#include "ns3/path-measurement-schedule-controller.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/rng-seed-manager.h"

#include <sstream>

namespace ns3
{

/**
 * A dumbbell: monitors m0, m1.. on the left, hosts h0, h1.. with agents on the right. Links have
 * 10 Mb/s and 1 ms, the one between the two routers 2 Mb/s and 10 ms.
 */
class ScheduleBed
{
  public:
    static constexpr uint64_t RATE = 2'000'000; //!< of the bottleneck, bit/s

    /** @param monitors on the left @param hosts on the right */
    ScheduleBed(uint32_t monitors, uint32_t hosts)
        : left(monitors),
          right(hosts)
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        NodeContainer routers(2);
        InternetStackHelper().Install(NodeContainer(left, right, routers));
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(10'000'000)));
        link.SetChannelAttribute("Delay", TimeValue(MilliSeconds(1)));
        Ipv4AddressHelper addresses("10.1.0.0", "255.255.255.0");
        const auto assign = [&addresses](const NetDeviceContainer& devices) {
            addresses.Assign(devices);
            addresses.NewNetwork();
        };
        for (uint32_t i = 0; i < hosts; ++i)
        {
            assign(link.Install(routers.Get(1), right.Get(i)));
            agents.push_back(CreateObject<MeasurementAgent>());
            right.Get(i)->AddApplication(agents.back());
        }
        for (uint32_t i = 0; i < monitors; ++i)
        {
            assign(link.Install(left.Get(i), routers.Get(0)));
        }
        link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(RATE)));
        link.SetChannelAttribute("Delay", TimeValue(MilliSeconds(10)));
        bottleneck = link.Install(routers);
        assign(bottleneck);
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    }

    ~ScheduleBed()
    {
        Simulator::Destroy();
    }

    /** @param text of a host file @return the database, its hosts at their addresses */
    HostDatabase MakeDatabase(const std::string& text) const
    {
        std::istringstream input(text);
        HostDatabase database = ReadHosts(input, "hosts");
        for (const auto& read : std::vector<MeasurementHost>(database.GetHosts()))
        {
            auto& host = database.GetHost(read.name);
            host.address = "10.1." + read.name.substr(1) + ".2";
            host.rate = RATE;
            host.roundTrip = MilliSeconds(24);
        }
        return database;
    }

    /** @param node to measure from @param database of it @return a monitor without jitter, with
     * its traces recorded */
    Ptr<ScheduleController> AddMonitor(Ptr<Node> node, const HostDatabase& database)
    {
        const auto monitor = CreateObject<ScheduleController>();
        monitor->SetDatabase(database);
        monitor->SetAttribute("StartJitter", TimeValue(Time(0)));
        monitor->AssignStreams(100);
        monitor->TraceConnectWithoutContext("Record", MakeCallback(&ScheduleBed::Record, this));
        monitor->TraceConnectWithoutContext("Cycle", MakeCallback(&ScheduleBed::Cycle, this));
        monitor->TraceConnectWithoutContext("Problem", MakeCallback(&ScheduleBed::Problem, this));
        monitor->TraceConnectWithoutContext("Begin", MakeCallback(&ScheduleBed::Begin, this));
        node->AddApplication(monitor);
        return monitor;
    }

    /** @param host on the right @param up whether its link is */
    void SetLink(uint32_t host, bool up) const
    {
        const auto ipv4 = right.Get(host)->GetObject<Ipv4>();
        up ? ipv4->SetUp(1) : ipv4->SetDown(1);
    }

    NodeContainer left;                        //!< monitors
    NodeContainer right;                       //!< hosts
    NetDeviceContainer bottleneck;             //!< left, right
    std::vector<Ptr<MeasurementAgent>> agents; //!< of hosts
    std::vector<MeasurementRecord> records;    //!< of all monitors
    std::vector<CycleRecord> cycles;           //!< of all monitors
    std::vector<MeasurementProblem> problems;  //!< opened or closed, of all monitors
    std::vector<std::string> begun;            //!< "HOST TOOL" of each test

  private:
    void Record(const MeasurementRecord& record)
    {
        records.push_back(record);
    }

    void Cycle(const CycleRecord& record)
    {
        cycles.push_back(record);
    }

    void Problem(const MeasurementProblem& problem)
    {
        problems.push_back(problem);
    }

    void Begin(const std::string& host, const std::string& tool, uint64_t number)
    {
        begun.push_back(host + " " + tool);
    }
};

} // namespace ns3

#endif // PATH_MEASUREMENT_SCHEDULE_BED_H
