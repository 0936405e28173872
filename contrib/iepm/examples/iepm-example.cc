/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup iepm
 *
 * A monitor runs iperf to three hosts every ten minutes, and forecasts each result. From 25 min on
 * the link of host b is slower; from 45 min on the link of host c is down for 30 min.
 *
 *     iepm-example "--forecaster=ns3::EwmaForecaster[Gain=0.8]"
 */

#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/faults-module.h"
#include "ns3/iepm-module.h"
#include "ns3/internet-module.h"
#include "ns3/path-measurement-module.h"
#include "ns3/point-to-point-module.h"

#include <iostream>
#include <sstream>

using namespace ns3;

static const char* const HOSTS = R"( # host file of the monitor
tool iperf version=1 probe=ns3::ThroughputProbe[Duration=5s|Window=262144]
host a address=10.1.1.2 rate=2Mbps rtt=1ms
host b address=10.1.2.2 rate=5Mbps rtt=1ms
host c address=10.1.3.2 rate=8Mbps rtt=1ms
)";

/** @param book of forecasts @param record of a test */
static void
Print(iepm::ForecastBook* book, const iepm::MeasurementRecord& record)
{
    const auto& result = record.result;
    std::cout << result.begin.As(Time::MIN) << "  " << record.host << "  " << ToText(result.status);
    const auto row = book->Add(record);
    if (row)
    {
        std::cout << ", " << row->observed / 1e6 << " Mb/s, forecast " << row->forecast / 1e6;
    }
    std::cout << (row ? "" : ", " + result.note) << "\n";
}

int
main(int argc, char* argv[])
try
{
    std::string forecaster = "ns3::MovingAverageForecaster";
    burst::CheckedCommandLine cmd(__FILE__);
    const auto any = burst::MakeObjectTextChecker<Forecaster>();
    cmd.AddValue("forecaster", "A Forecaster, with its attributes", forecaster, any);
    cmd.Parse(argc, argv);

    NodeContainer nodes(4); // monitor, hosts
    InternetStackHelper().Install(nodes);
    const auto faults = CreateObject<FaultInjector>();
    faults->SetAttribute("Plan", StringValue("25min forever rate b 40%; 45min 30min link-down c"));
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    for (uint32_t i = 1; i < nodes.GetN(); ++i)
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(3000000 * i - 1000000)));
        const auto devices = link.Install(nodes.Get(0), nodes.Get(i));
        addresses.Assign(devices);
        addresses.NewNetwork();
        nodes.Get(i)->AddApplication(CreateObject<MeasurementAgent>());
        faults->AddLink(std::string(1, 'a' + i - 1), devices.Get(0));
    }
    faults->Start();
    std::istringstream hosts(HOSTS);
    iepm::ForecastBook book{burst::ObjectText(forecaster, Forecaster::GetTypeId())};
    const auto monitor = CreateObject<ScheduleController>();
    monitor->SetDatabase(iepm::ReadHosts(hosts, "hosts"));
    monitor->SetAttribute("CycleLength", StringValue("10min"));
    monitor->SetAttribute("StartJitter", StringValue("1min"));
    monitor->TraceConnectWithoutContext("Record", MakeBoundCallback(&Print, &book));
    std::cout.precision(3);
    const auto cycle = monitor->MakeCalculator().Predict(0);
    std::cout << cycle.tests << " tests, predicted " << cycle.length.As(Time::S) << "\n";
    nodes.Get(0)->AddApplication(monitor);
    Simulator::Stop(Minutes(90));
    Simulator::Run();
    for (const auto& problem : monitor->GetProblems())
    {
        std::cout << "problem: " << problem.text << "\n";
    }
    Simulator::Destroy();
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
