/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-test-network.h"

#include "ns3/atm-abr-helper.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** @param sum to be added to @param before value @param now value */
void
Add(uint64_t* sum, uint64_t before, uint64_t now)
{
    *sum += now - before;
}

/** @param calls to be counted @param before value @param now value */
void
CountRates(uint32_t* calls, double before, double now)
{
    ++*calls;
}

} // namespace

/**
 * @ingroup atm-abr-tests
 * @brief Sampled traces of a VC of a greedy source, connected at any time: what Egress told is what
 * arrived between the connection and the last sample, each ms.
 */
class AtmGreedyTraceTestCase : public TestCase
{
  public:
    /** @param when the traces are connected, in ms; -1: before the simulation starts */
    explicit AtmGreedyTraceTestCase(int64_t when)
        : TestCase("Traces of a greedy source, connected at " + std::to_string(when) + " ms"),
          m_when(when)
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = AtmHelper().Install(MakeAtmPair(2, "10Mbps"));
        const auto fabric = AtmHelper::GetFabric(devices);
        AtmHelper::AddVc(devices.Get(0), devices.Get(1), nullptr);
        uint64_t egress = 0;
        uint64_t queue = 0;
        uint32_t rates = 0;
        const auto connect = [&] {
            Config::ConnectWithoutContext("/ChannelList/*/$ns3::AtmFabric/VcList/0/Egress",
                                          MakeBoundCallback(&Add, &egress));
            Config::ConnectWithoutContext("/ChannelList/*/$ns3::AtmFabric/VcList/0/Acr",
                                          MakeBoundCallback(&CountRates, &rates));
            Config::ConnectWithoutContext("/NodeList/*/DeviceList/*/$ns3::AtmSwitchPort/Queue",
                                          MakeBoundCallback(&Add, &queue));
        };
        uint64_t before = 0;
        if (m_when < 0)
        {
            connect();
        }
        else
        {
            Simulator::Schedule(MilliSeconds(m_when), [&] {
                before = fabric->GetDelivered();
                connect();
            });
        }
        uint64_t atLast = 0;
        Simulator::Schedule(MilliSeconds(40), [&] { atLast = fabric->GetDelivered(); });
        Simulator::Stop(MilliSeconds(40) + MicroSeconds(500));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(egress, 100, "Egress");
        NS_TEST_EXPECT_MSG_EQ(egress, atLast - before, "all that arrived until the last sample");
        NS_TEST_EXPECT_MSG_GT(queue, 0, "Queue");
        NS_TEST_EXPECT_MSG_GT(rates, 5, "Acr");
        Simulator::Destroy();
    }

    int64_t m_when; //!< see the constructor
};

/**
 * @ingroup atm-abr-tests
 * @brief The VCs that a fabric makes by itself have Config paths before the simulation starts.
 */
class AtmEarlyPathTestCase : public TestCase
{
  public:
    AtmEarlyPathTestCase()
        : TestCase("Paths of VCs before the simulation starts")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = AtmHelper().Install(MakeAtmPair(3));
        const auto fabric = AtmHelper::GetFabric(devices);
        uint64_t egress = 0;
        uint64_t other = 0;
        // 0 to 1, back, 0 to 2, back, 1 to 2, back
        Config::ConnectWithoutContext("/ChannelList/*/$ns3::AtmFabric/VcList/2/Egress",
                                      MakeBoundCallback(&Add, &egress));
        Config::ConnectWithoutContext("/ChannelList/*/$ns3::AtmFabric/VcList/5/Egress",
                                      MakeBoundCallback(&Add, &other));
        NS_TEST_EXPECT_MSG_EQ(
            Config::LookupMatches("/ChannelList/*/$ns3::AtmFabric/VcList/*").GetN(),
            6,
            "VCs");
        NS_TEST_EXPECT_MSG_NE(
            GetRefusal([&] { AtmHelper::AddVc(devices.Get(0), devices.Get(1), nullptr); }),
            "",
            "no other VCs now");
        SendAt(devices, 0, 2, std::vector<uint8_t>(1500), MilliSeconds(1));
        SendAt(devices, 0, 2, std::vector<uint8_t>(1500), MilliSeconds(30));
        Simulator::Stop(MilliSeconds(60));
        Simulator::Run();
        // 1500 + 14 + 10 octets and a trailer of 8 are 32 cells. What came after the last frame was
        // delivered is not sampled.
        NS_TEST_EXPECT_MSG_GT(egress, 31, "cells of frames");
        NS_TEST_EXPECT_MSG_EQ(other, 0, "of another VC");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 64, "cells");
        Simulator::Destroy();
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief What cannot act is refused.
 */
class AtmRefusalTestCase : public TestCase
{
  public:
    AtmRefusalTestCase()
        : TestCase("What cannot act is refused")
    {
    }

  private:
    /** @param object with an attribute @param name of it @param value not to be taken */
    void Expect(Ptr<Object> object, const std::string& name, const AttributeValue& value)
    {
        const auto said = GetRefusal([&] { object->SetAttribute(name, value); });
        NS_TEST_EXPECT_MSG_NE(said.find(name), std::string::npos, name << ": " << said);
        NS_TEST_EXPECT_MSG_EQ(object->SetAttributeFailSafe(name, value), false, name);
    }

    void DoRun() override
    {
        AtmHelper helper;
        helper.SetFabricAttribute("SwitchAlgorithm", StringValue("ns3::EricaAlgorithm"));
        const auto devices = helper.Install(MakeAtmPair(2));
        const auto fabric = AtmHelper::GetFabric(devices);
        Expect(fabric, "Rate", DataRateValue(DataRate("1Mbps")));
        Expect(fabric, "Delay", TimeValue(Seconds(1)));
        NS_TEST_EXPECT_MSG_EQ(fabric->SetAttributeFailSafe("BufferCells", UintegerValue(100)),
                              true,
                              "acts");
        for (const Time& start : {NanoSeconds(-1), Time::Min(), Time::Max(), Seconds(3e7)})
        {
            NS_TEST_EXPECT_MSG_NE(
                GetRefusal(
                    [&] { AtmHelper::AddVc(devices.Get(0), devices.Get(1), nullptr, start); }),
                "",
                "start " << start);
        }
        NS_TEST_EXPECT_MSG_EQ(fabric->GetNetwork().GetVcs().size(), 0, "none was added");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetSent(), 0, "nothing yet");
        AtmHelper::AddVc(devices.Get(0), devices.Get(1), nullptr);
        Simulator::Schedule(MilliSeconds(1), [&] {
            Expect(fabric, "BufferCells", UintegerValue(7));
            Expect(fabric, "Marking", StringValue(""));
            Expect(fabric, "SourceBehavior", StringValue("ns3::AbrSourceBehaviorTm40"));
            Expect(fabric->GetAlgorithm(fabric->GetNetwork().GetVcs()[0].forward[1]),
                   "TargetUtilization",
                   DoubleValue(0.5));
            NS_TEST_EXPECT_MSG_EQ(
                fabric->SetAttributeFailSafe("SampleInterval", TimeValue(MilliSeconds(2))),
                true,
                "acts");
            Pdus cells;
            NS_TEST_EXPECT_MSG_NE(GetRefusal([&] {
                                      devices.Get(0)->TraceConnectWithoutContext(
                                          "Cell",
                                          MakeBoundCallback(&NotePdu, &cells));
                                  }),
                                  "",
                                  "Cell in mid-run");
        });
        Simulator::Stop(MilliSeconds(2));
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief Nodes are disposed of in mid-run, and counts are the same before and after Destroy.
 */
class AtmDisposeTestCase : public TestCase
{
  public:
    /** @param gone number of a node: edge devices 0 to 2, switches 3 and 4 */
    explicit AtmDisposeTestCase(uint32_t gone)
        : TestCase("Dispose in mid-run of node " + std::to_string(gone)),
          m_gone(gone)
    {
    }

  private:
    void DoRun() override
    {
        AtmHelper helper;
        NodeContainer nodes(3);
        helper.SetFabricAttribute("BufferCells", UintegerValue(60));
        const auto devices = helper.Install(MakeAtmPair(3, "20Mbps"), nodes);
        nodes.Add(helper.GetSwitches());
        const auto fabric = AtmHelper::GetFabric(devices);
        Pdus pdus;
        Pdus cells; // of the node that goes
        uint64_t queue = 0;
        Config::ConnectWithoutContext("/NodeList/*/DeviceList/*/$ns3::AtmSwitchPort/Queue",
                                      MakeBoundCallback(&Add, &queue));
        std::vector<Ptr<AtmEdgeDevice>> edges;
        for (uint32_t i = 0; i < 3; ++i)
        {
            edges.push_back(DynamicCast<AtmEdgeDevice>(devices.Get(i)));
            edges[i]->TraceConnectWithoutContext("Pdu", MakeBoundCallback(&NotePdu, &pdus));
            for (uint32_t frame = 0; frame < 100; ++frame)
            {
                SendAt(devices,
                       i,
                       (i + 1) % 3,
                       std::vector<uint8_t>(1500),
                       MicroSeconds(400 * frame));
            }
        }
        if (m_gone < 3)
        {
            edges[m_gone]->TraceConnectWithoutContext("Cell", MakeBoundCallback(&NotePdu, &cells));
        }
        Simulator::Schedule(MilliSeconds(15), &Node::Dispose, nodes.Get(m_gone));
        Simulator::Stop(MilliSeconds(30) + NanoSeconds(1));
        Simulator::Run();
        const auto count = [&] {
            std::vector<uint64_t> counts{fabric->GetSent(),
                                         fabric->GetDelivered(),
                                         fabric->GetLost(),
                                         fabric->GetFramesSent(),
                                         fabric->GetFramesDelivered(),
                                         fabric->GetFramesLost()};
            for (const auto& edge : edges)
            {
                counts.push_back(edge->GetFramesSent());
                counts.push_back(edge->GetFramesReceived());
                counts.push_back(edge->GetCellsWaiting());
            }
            return counts;
        };
        const auto before = count();
        NS_TEST_EXPECT_MSG_GT(before[0], 1000, "cells");
        if (m_gone < 3)
        {
            NS_TEST_EXPECT_MSG_GT(cells.size(), 100, "cells that are told");
            NS_TEST_EXPECT_MSG_LT(std::get<1>(cells.back()),
                                  MilliSeconds(15).GetPicoSeconds(),
                                  "a disposed device tells of none");
        }
        uint64_t received = 0;
        uint64_t thrown = 0;
        for (const auto& edge : edges)
        {
            received += edge->GetFramesReceived();
            thrown += edge->GetDrops(AtmEdgeDevice::DISPOSED).number;
        }
        if (m_gone < 3)
        {
            NS_TEST_EXPECT_MSG_EQ(
                edges[m_gone]->Send(Create<Packet>(10), edges[0]->GetAddress(), ATM_PROTOCOL),
                false,
                "a disposed device sends nothing");
        }
        fabric::ConservationLedger ledger;
        fabric->Report(ledger, "atm");
        ledger.Check();
        NS_TEST_EXPECT_MSG_EQ(received + thrown,
                              fabric->GetFramesDelivered(),
                              "each frame came to somebody or was thrown away");
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ((count() == before), true, "the same after Destroy()");
    }

    uint32_t m_gone; //!< number of a node
};

/**
 * @ingroup atm-abr-tests
 * @brief How devices, VCs and their traces live and end.
 */
class AtmLifeTestSuite : public TestSuite
{
  public:
    AtmLifeTestSuite()
        : TestSuite("atm-abr-life", Type::UNIT)
    {
        for (const int64_t when : {-1, 0, 13})
        {
            AddTestCase(new AtmGreedyTraceTestCase(when));
        }
        AddTestCase(new AtmEarlyPathTestCase);
        AddTestCase(new AtmRefusalTestCase);
        for (const uint32_t gone : {0, 1, 2, 3, 4})
        {
            AddTestCase(new AtmDisposeTestCase(gone));
        }
    }
};

static AtmLifeTestSuite g_atmLifeTestSuite; //!< the suite
