/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TEST_DUMBBELL_H
#define PATH_MEASUREMENT_TEST_DUMBBELL_H

#include "ns3/data-rate.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/path-measurement-agent.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * A dumbbell: monitors m0, m1.. on the left, hosts h0, h1.. with agents on the right. Links have
 * 10 Mb/s and 1 ms, the one between the two routers 2 Mb/s and 10 ms.
 */
class TestDumbbell
{
  public:
    static constexpr uint64_t RATE = 2'000'000; //!< of the bottleneck, bit/s

    /** @param monitors on the left @param hosts on the right */
    TestDumbbell(uint32_t monitors, uint32_t hosts)
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

    ~TestDumbbell()
    {
        Simulator::Destroy();
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
};

} // namespace ns3

#endif // PATH_MEASUREMENT_TEST_DUMBBELL_H
