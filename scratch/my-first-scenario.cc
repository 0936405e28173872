/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A starting point: copy this file under another name and change the copy. `./lab run` builds and
// runs each .cc of this folder with a main(); in the scratch/ of an ns-3 tree `./ns3 run` does.
// doc/first-scenario.md explains this file.
//
//   ./lab run my-first-scenario                               one run, its numbers as a table
//   ./lab run my-first-scenario --LinkRate=5Mbps --run=2      another rate, other random numbers
//   ./lab run my-first-scenario --archive=first.sqlite        add all rows to an SQLite file
//   ./lab run my-first-scenario --help                        every option
//
// A scenario is an ns-3 Object whose attributes are the parameters of the experiment. The
// attributes determine the command line with its checks, the identity of a run in the archive, and
// the parameters of a sweep.

#include "ns3/applications-module.h"
#include "ns3/burst-core-module.h"
#include "ns3/burst-traffic-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/scenario-runner-module.h"

using namespace ns3;

/// Bursty traffic over one link: how long do packets wait before the link?
class MyFirstScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId();
    std::string GetHelp() const override; // the sentence in `./lab describe`
    Time GetDuration() const override;    // simulated time

  private:
    void DoBuild() override;  // before the simulation: the network and the recorded data
    void DoReport() override; // after the simulation: further results

    Time m_duration;             // attribute Duration
    DataRate m_linkRate;         // attribute LinkRate
    burst::ObjectText m_process; // attribute Process
    ApplicationContainer m_sink; // read by DoReport
};

// Registers the TypeId: without this line the scenario is unknown.
NS_OBJECT_ENSURE_REGISTERED(MyFirstScenario);

TypeId
MyFirstScenario::GetTypeId()
{
    // The help of an attribute states its unit, the checker the allowed values. The error message
    // for a wrong value contains both.
    static TypeId tid =
        TypeId("ns3::MyFirstScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("scratch")
            .AddConstructor<MyFirstScenario>()
            .AddAttribute("Duration",
                          "Simulated time.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&MyFirstScenario::m_duration),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("LinkRate",
                          "Rate of the link.",
                          DataRateValue(DataRate("10Mbps")),
                          MakeDataRateAccessor(&MyFirstScenario::m_linkRate),
                          burst::MakePositiveRateChecker())
            .AddAttribute("Process",
                          "When packets are sent, in ticks of 100 us: any ns3::ArrivalProcess.",
                          StringValue("ns3::ParetoOnOffArrivals[Sources=4|Spacing=20]"),
                          burst::MakeObjectTextAccessor(&MyFirstScenario::m_process),
                          burst::MakeObjectTextChecker<ArrivalProcess>());
    return tid;
}

std::string
MyFirstScenario::GetHelp() const
{
    return "Bursty UDP traffic over one link, and how long packets wait in front of it.";
}

Time
MyFirstScenario::GetDuration() const
{
    return m_duration;
}

void
MyFirstScenario::DoBuild()
{
    // The network is plain ns-3: two nodes, a link, UDP from one to the other.
    NodeContainer nodes(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(m_linkRate));
    link.SetChannelAttribute("Delay", StringValue("1ms"));
    // The device holds one packet, so that all others wait in the queue disc, which is recorded.
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
    const NetDeviceContainer devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);

    const InetSocketAddress any(Ipv4Address::GetAny(), 9);
    m_sink = PacketSinkHelper("ns3::UdpSocketFactory", any).Install(nodes.Get(1));

    ArrivalHelper source("ns3::UdpSocketFactory", InetSocketAddress("10.1.1.2", 9));
    source.SetProcess(m_process);
    source.SetAttribute("Tick", TimeValue(MicroSeconds(100)));
    source.SetAttribute("PacketSize", UintegerValue(1000));
    source.Install(nodes.Get(0));

    // Assigned random streams do not depend on the order of object creation: runs with different
    // LinkRate have the same arrivals.
    ArrivalHelper::AssignStreams(nodes, 0);

    // The recorder takes the Config path of any trace source. It stores a time series, a histogram,
    // a count of firings, a total, or sums over periods.
    const std::string queue = "/NodeList/0/$ns3::TrafficControlLayer/RootQueueDiscList/0/";
    GetRecorder().Series("queue", "p", queue + "PacketsInQueue");
    GetRecorder().Histogram("wait", "ns", queue + "SojournTime");
    GetRecorder().Count("dropped", "p", queue + "Drop");
}

void
MyFirstScenario::DoReport()
{
    const double bits = 8.0 * DynamicCast<PacketSink>(m_sink.Get(0))->GetTotalRx();
    const double rate = bits / GetDuration().GetSeconds() / 1e6;
    Report("throughput", rate, "Mb/s", "payload received in the mean");
}

int
main(int argc, char* argv[])
{
    return scenario::RunScenarioMain(argc, argv);
}
