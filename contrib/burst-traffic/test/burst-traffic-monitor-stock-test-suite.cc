/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-traffic-monitor.h"
#include "ns3/enum.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup burst-traffic-tests
 * @brief The packets of a stock PointToPointNetDevice, which knows nothing of the monitor.
 */
class MonitorPointToPointTestCase : public TestCase
{
  public:
    /** @param destroyed whether the monitors are asked after Simulator::Destroy() */
    explicit MonitorPointToPointTestCase(bool destroyed)
        : TestCase(std::string("Packets and bytes of a stock PointToPointNetDevice, asked ") +
                   (destroyed ? "after the simulation was destroyed" : "at the end")),
          m_destroyed(destroyed)
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("8Mbps"));
        link.SetChannelAttribute("Delay", StringValue("10us"));
        const NetDeviceContainer devices = link.Install(nodes);

        const auto offered = CreateObject<BurstinessMonitor>();
        const auto received = CreateObject<BurstinessMonitor>();
        for (const auto& monitor : {offered, received})
        {
            monitor->SetAttribute("Slot", TimeValue(MicroSeconds(100)));
        }
        received->SetAttribute("Weight", EnumValue(BurstinessMonitor::VALUE));
        offered->Connect(devices.Get(0), "MacTx");
        received->Connect("/NodeList/1/DeviceList/*/$ns3::PointToPointNetDevice/PhyRxEnd");

        // Eight packets at once; 98 B and a header of 2 B take 100 us at 8 Mbit/s.
        for (uint32_t i = 0; i < 8; ++i)
        {
            devices.Get(0)->Send(Create<Packet>(98), devices.Get(1)->GetAddress(), 0x0800);
        }
        Simulator::Stop(MicroSeconds(1600));
        Simulator::Run();
        if (m_destroyed)
        {
            Simulator::Destroy();
        }

        // Offered: 8, 0, 0, ... Received: 0, 100, 100, ... from 110 us on, eight times, then 0.
        const auto& packets = offered->GetPyramid();
        const auto& bytes = received->GetPyramid();
        NS_TEST_ASSERT_MSG_EQ(packets.GetBlocks(4), 1, "16 slots");
        NS_TEST_EXPECT_MSG_EQ(packets.GetMean(4), 8, "packets");
        NS_TEST_EXPECT_MSG_EQ_TOL(packets.GetEnergy(1), 64.0 / 2 / 8, 1e-12, "one pair of eight");
        NS_TEST_EXPECT_MSG_EQ_TOL(packets.GetEnergy(4), 64.0 / 16, 1e-12, "halves 8 and 0");
        NS_TEST_EXPECT_MSG_EQ(bytes.GetMean(4), 800, "bytes");
        NS_TEST_EXPECT_MSG_EQ_TOL(bytes.GetEnergy(1), 2 * 1e4 / 2 / 8, 1e-9, "the two borders");
        NS_TEST_EXPECT_MSG_EQ_TOL(bytes.GetEnergy(4), 36e4 / 16, 1e-9, "halves 700 and 100");
        NS_TEST_EXPECT_MSG_EQ_TOL(bytes.GetDispersion(3), 18e4 / 400, 1e-9, "700 and 100");
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }

    bool m_destroyed; //!< the monitors are asked after Simulator::Destroy()
};

/**
 * @ingroup burst-traffic-tests
 * @brief The burstiness monitor on stock devices.
 */
class BurstinessMonitorStockTestSuite : public TestSuite
{
  public:
    BurstinessMonitorStockTestSuite()
        : TestSuite("burst-traffic-monitor-stock", Type::UNIT)
    {
        AddTestCase(new MonitorPointToPointTestCase(false));
        AddTestCase(new MonitorPointToPointTestCase(true));
    }
};

static BurstinessMonitorStockTestSuite g_burstinessMonitorStockTestSuite; //!< the suite
