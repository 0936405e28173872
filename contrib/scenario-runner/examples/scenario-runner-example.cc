/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup scenario-runner
 *
 * The smallest scenario: packets at random times over one link, and how many wait for it. Its
 * attributes are its options, and a run with --archive is stored with all of them.
 *
 *     scenario-runner-example
 *     scenario-runner-example --Load=0.95 --run=2 --archive=example.sqlite
 */

#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/scenario-runner-module.h"

using namespace ns3;

/// Poisson arrivals of packets of 1000 bytes at a link of 8 Mb/s, of 1 ms each: M/D/1.
class ExampleScenario : public scenario::Scenario
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override
    {
        return "Packets that wait for one link, at random times.";
    }

    Time GetDuration() const override
    {
        return Seconds(100);
    }

  private:
    void DoBuild() override
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("8Mbps"));
        m_device = link.Install(NodeContainer(2)).Get(0);
        m_interval = CreateObject<ExponentialRandomVariable>();
        m_interval->SetAttribute("Mean", DoubleValue(1e-3 / m_load));
        m_interval->SetStream(1);
        Simulator::ScheduleNow(&ExampleScenario::SendPackets, this);
        GetRecorder().Series("queue", "p", "/NodeList/0/DeviceList/0/TxQueue/PacketsInQueue");
    }

    void DoReport() override
    {
        Report("offered", m_packets / GetDuration().GetSeconds(), "p/s", "packets offered");
    }

    /// Sends one packet, and the next after a random time.
    void SendPackets()
    {
        m_device->Send(Create<Packet>(998), m_device->GetBroadcast(), 0x0800); // and 2 of PPP
        ++m_packets;
        Simulator::Schedule(Seconds(m_interval->GetValue()), &ExampleScenario::SendPackets, this);
    }

    double m_load;                             //!< attribute Load
    Ptr<NetDevice> m_device;                   //!< that sends
    Ptr<ExponentialRandomVariable> m_interval; //!< between packets, in seconds
    uint64_t m_packets{0};                     //!< sent so far
};

NS_OBJECT_ENSURE_REGISTERED(ExampleScenario);

TypeId
ExampleScenario::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ExampleScenario")
                            .SetParent<scenario::Scenario>()
                            .SetGroupName("ScenarioRunner")
                            .AddConstructor<ExampleScenario>()
                            .AddAttribute("Load",
                                          "Offered load as a fraction of the link rate.",
                                          DoubleValue(0.8),
                                          MakeDoubleAccessor(&ExampleScenario::m_load),
                                          MakeDoubleChecker<double>(0.01, 1));
    return tid;
}

int
main(int argc, char* argv[])
{
    return scenario::RunScenarioMain(argc, argv);
}
