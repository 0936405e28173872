/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-test-network.h"

#include "ns3/atm-abr-cell-header.h"
#include "ns3/atm-abr-switch-algorithm.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/mac48-address.h"
#include "ns3/node-list.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Refuses each Number but 0, which it says when it has one. */
class TouchyAlgorithm : public AbrSwitchAlgorithm
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::AtmTouchyAlgorithm")
                                .SetParent<AbrSwitchAlgorithm>()
                                .AddConstructor<TouchyAlgorithm>()
                                .AddAttribute("Number",
                                              "0.",
                                              UintegerValue(0),
                                              MakeUintegerAccessor(&TouchyAlgorithm::SetNumber),
                                              MakeUintegerChecker<uint32_t>());
        return tid;
    }

  private:
    /** @param number attribute Number */
    void SetNumber(uint32_t number)
    {
        if (number > 0)
        {
            throw std::invalid_argument("touchy");
        }
    }
};

/**
 * Edge devices a and b and a switch, on links that take a cell in 1 us, and a link to A that takes
 * one in 10 us, each with a delay of 1 us. A source at a sends cell k, of which cell 0 and each
 * 32nd are forward RM cells, at k us; it joins the port to A at k + 2 us. Cell 0 leaves that at 12
 * us, and then there is room for another one every 10 us.
 * @param attributes of the fabric
 * @return a, b and A
 */
NetDeviceContainer
InstallSmall(const std::map<std::string, std::string>& attributes)
{
    std::istringstream text("device a\ndevice b\ndevice A\nrouter s\nlink a s\nlink b s\n"
                            "link s A rate=42400kbps\n");
    AtmHelper helper;
    helper.SetFabricAttribute("Rate", StringValue("424Mbps"));
    helper.SetFabricAttribute("Delay", StringValue("1us"));
    helper.SetFabricAttribute(
        "SourceBehavior",
        StringValue("ns3::AbrSourceBehaviorTm40[PeakCellRate=424Mbps|MinimumCellRate=424Mbps]"));
    for (const auto& [name, value] : attributes)
    {
        helper.SetFabricAttribute(name, StringValue(value));
    }
    return helper.Install(fabric::ReadTopology(text, "test"));
}

/** @param octets of a cell @return its payload type */
uint32_t
GetType(const std::vector<uint8_t>& octets)
{
    return octets[3] >> 1 & 7;
}

} // namespace

/**
 * @ingroup atm-abr-tests
 * @brief What each attribute for ports of switches does, by hand in the small network above.
 */
class AtmPortAttributesTestCase : public TestCase
{
  public:
    /** @param engine Engine */
    explicit AtmPortAttributesTestCase(const std::string& engine)
        : TestCase("Attributes of ports, " + engine),
          m_engine(engine)
    {
    }

  private:
    /** @param attributes of the fabric @param first cells lost by 12.5 us @param second by 22.5 us
     */
    void ExpectLost(std::map<std::string, std::string> attributes, uint64_t first, uint64_t second)
    {
        attributes["Engine"] = m_engine;
        const auto devices = InstallSmall(attributes);
        const auto fabric = AtmHelper::GetFabric(devices);
        AtmHelper::AddVc(devices.Get(0), devices.Get(2), nullptr);
        std::vector<uint64_t> lost;
        for (const int64_t ns : {12'500, 22'500})
        {
            Simulator::Schedule(NanoSeconds(ns), [&] { lost.push_back(fabric->GetLost()); });
        }
        Simulator::Stop(MicroSeconds(23));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ((lost == std::vector<uint64_t>{first, second}),
                              true,
                              attributes.begin()->first << ": " << lost[0] << ", " << lost[1]);
    }

    /** @param attributes of the fabric @param two whether another VC begins at b at 3 us
     * @return cells that come to A: a letter for their VC, big with EFCI */
    std::string GetArrivals(std::map<std::string, std::string> attributes, bool two)
    {
        attributes["Engine"] = m_engine;
        const auto devices = InstallSmall(attributes);
        AtmHelper::AddVc(devices.Get(0), devices.Get(2), nullptr);
        if (two)
        {
            AtmHelper::AddVc(devices.Get(1), devices.Get(2), nullptr, MicroSeconds(3));
        }
        Pdus cells;
        devices.Get(2)->TraceConnectWithoutContext("Cell", MakeBoundCallback(&NotePdu, &cells));
        Simulator::Stop(MicroSeconds(400));
        Simulator::Run();
        Simulator::Destroy();
        std::string arrived;
        for (const auto& [vc, time, octets] : cells)
        {
            const bool rm = GetType(octets) == AtmCellHeader::RM;
            const bool backward = rm && octets[6] & 0x80; // that A sends
            const bool efci = !rm && GetType(octets) & AtmCellHeader::EFCI;
            arrived += backward ? "" : std::string(1, (efci ? 'A' : 'a') + vc);
        }
        return arrived;
    }

    void DoRun() override
    {
        ExpectLost({}, 0, 0);
        // without frames: 8 find room, then cell 10 and cell 20
        ExpectLost({{"BufferCells", "8"}}, 2, 11);
        ExpectLost({{"BufferCells", "8"}, {"FrameCells", "7"}}, 2, 11);
        // cells 10 and 20 are within frames that have lost cells, cell 14 is the last of its frame
        ExpectLost({{"BufferCells", "8"}, {"FrameCells", "7"}, {"PartialDiscard", "true"}}, 3, 12);
        // cell 6, the first of a frame, finds 6 cells; then cell 11 finds 10 or 5, and cell 16 10
        ExpectLost({{"EpdThreshold", "6"}, {"FrameCells", "5"}}, 0, 10);
        ExpectLost({{"EpdThreshold", "5"}, {"FrameCells", "5"}}, 5, 10);
        // cells k + 2 us of a and those of b, from 5 us on, in their order or in turn
        NS_TEST_EXPECT_MSG_EQ(GetArrivals({}, true).substr(0, 8), "aaaababa", "one queue");
        NS_TEST_EXPECT_MSG_EQ(GetArrivals({{"PerVcQueues", "true"}}, true).substr(0, 8),
                              "abababab",
                              "a queue by VC");
        // cells 19 and 20 find 18 others, as one leaves before cell 20 joins; cell 32 is an RM cell
        const std::string none(33, 'a');
        const auto marked = none.substr(0, 21) + std::string(11, 'A') + 'a';
        NS_TEST_EXPECT_MSG_EQ(GetArrivals({}, false).substr(0, 33), none, "500 cells");
        NS_TEST_EXPECT_MSG_EQ(GetArrivals({{"Marking", ""}}, false).substr(0, 33), none, "none");
        NS_TEST_EXPECT_MSG_EQ(
            GetArrivals({{"Marking", "ns3::AbrMarking[Point=EfciArrival|Threshold=18]"}}, false)
                .substr(0, 33),
            marked,
            "above 18 cells");
    }

    std::string m_engine; //!< see the constructor
};

/**
 * @ingroup atm-abr-tests
 * @brief Each attribute of a fabric can be set until what the chapter says has happened.
 */
class AtmAttributeStagesTestCase : public TestCase
{
  public:
    AtmAttributeStagesTestCase()
        : TestCase("Until when attributes can be set")
    {
    }

  private:
    /** What has happened. */
    enum Stage
    {
        MADE,
        BUILT,
        WITH_VC,
        STARTED,
        STARTED_ALONE, //!< without a VC
    };

    void DoRun() override
    {
        const std::map<std::string, std::pair<std::string, Stage>> until{
            {"Rate", {"1Mbps", MADE}},
            {"Delay", {"1ms", MADE}},
            {"SourceBehavior", {"ns3::AbrSourceBehaviorTm40", BUILT}},
            {"DestinationBehavior", {"ns3::AbrDestinationBehavior[BecnInterval=1s]", BUILT}},
            {"ExactRates", {"true", BUILT}},
            {"FrameCells", {"7", BUILT}},
            {"Engine", {"Cell", WITH_VC}},
            {"Marking", {"", WITH_VC}},
            {"SwitchAlgorithm", {"ns3::EricaAlgorithm", WITH_VC}},
            {"BufferCells", {"7", WITH_VC}},
            {"EpdThreshold", {"7", WITH_VC}},
            {"PartialDiscard", {"true", WITH_VC}},
            {"PerVcQueues", {"true", WITH_VC}},
            {"SampleInterval", {"2ms", STARTED}},
        };
        const auto attributes = burst::GetSettableAttributes(AtmFabric::GetTypeId());
        for (const auto& attribute : attributes)
        {
            const auto found = until.find(attribute.name);
            NS_TEST_ASSERT_MSG_EQ((found != until.end()), true, attribute.name);
            const auto& [value, last] = found->second;
            for (const Stage stage : {MADE, BUILT, WITH_VC, STARTED, STARTED_ALONE})
            {
                auto fabric = CreateObject<AtmFabric>();
                if (stage >= BUILT)
                {
                    fabric->Build(MakeAtmPair(2));
                }
                if (stage == WITH_VC || stage == STARTED)
                {
                    fabric->AddVc("edge0", "edge1", nullptr);
                }
                if (stage >= STARTED)
                {
                    fabric->Initialize();
                }
                NS_TEST_EXPECT_MSG_EQ(
                    fabric->SetAttributeFailSafe(attribute.name, StringValue(value)),
                    (std::min(stage, STARTED) <= last),
                    attribute.name << " at stage " << stage);
            }
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief A fabric is built once, and all of it or nothing: a Build that was refused may be tried
 * again, with other attributes. Frames and ideal rates before the start are refused.
 */
class AtmLateCallsTestCase : public TestCase
{
  public:
    AtmLateCallsTestCase()
        : TestCase("Calls again and too early are refused")
    {
    }

  private:
    /** @param call to be refused @param begin of the sentence */
    void Refuse(const std::function<void()>& call, const std::string& begin)
    {
        const auto said = GetRefusal(call);
        NS_TEST_EXPECT_MSG_EQ(said.rfind(begin, 0), 0, "'" << said << "' for " << begin);
    }

    void DoRun() override
    {
        const auto fabric = CreateObject<AtmFabric>();
        const auto build = [&fabric] { fabric->Build(MakeAtmPair(2)); };
        TouchyAlgorithm::GetTypeId(); // registers it
        fabric->SetAttribute("SwitchAlgorithm", StringValue("ns3::AtmTouchyAlgorithm[Number=1]"));
        Refuse(build, "touchy");
        NS_TEST_EXPECT_MSG_EQ(fabric->IsBuilt(), false, "not in part");
        NS_TEST_EXPECT_MSG_EQ(fabric->SetAttributeFailSafe("Rate", StringValue("10Mbps")),
                              true,
                              "it still acts");
        fabric->SetAttribute("SwitchAlgorithm", StringValue("ns3::IdealAlgorithm"));
        NS_TEST_EXPECT_MSG_EQ(GetRefusal(build), "", "tried again");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetNDevices(), 2, "each once");
        Refuse([&] { fabric->Build(MakeAtmPair(3)); }, "an AtmFabric is built twice");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetNDevices(), 2, "as it was");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetNetwork().GetTopology().GetNodes().size(), 4, "as it was");

        const uint32_t vc = fabric->AddFrameVcs("edge0", "edge1");
        const std::string early = "an AtmFabric is asked for its engine before the simulation";
        Refuse([&] { fabric->Send(vc, Create<Packet>(100)); }, early);
        Refuse([&] { fabric->SetIdealRates({1000, 1000}); }, early);
        NS_TEST_EXPECT_MSG_EQ(fabric->GetFramesSent(), 0, "none");
        fabric->Initialize();
        Refuse([&] { fabric->AssignStreams(1); },
               "AssignStreams() of an AtmFabric in a simulation");
        NS_TEST_EXPECT_MSG_EQ(GetRefusal([&] { fabric->SetIdealRates({1000, 1000}); }), "", "now");
        NS_TEST_EXPECT_MSG_EQ(GetRefusal([&] { fabric->Send(vc, Create<Packet>(100)); }),
                              "",
                              "now");
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(fabric->GetFramesSent(), 1, "the second one");
        Simulator::Destroy();
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief What a helper makes: nodes in their order, addresses, an algorithm for each port of a
 * switch; and what cannot be asked before the start.
 */
class AtmInstalledTestCase : public TestCase
{
  public:
    AtmInstalledTestCase()
        : TestCase("What a helper makes")
    {
    }

  private:
    void DoRun() override
    {
        AtmHelper helper;
        helper.SetFabricAttribute("SwitchAlgorithm", StringValue("ns3::EricaAlgorithm"));
        const uint32_t first = NodeList::GetNNodes();
        const auto devices = helper.Install(MakeAtmPair(3));
        const auto fabric = AtmHelper::GetFabric(devices);
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(devices.Get(i)->GetNode()->GetId(), first + i, "edge devices");
            std::ostringstream address;
            address << Mac48Address::ConvertFrom(devices.Get(i)->GetAddress());
            char expected[32];
            std::snprintf(expected,
                          sizeof(expected),
                          "02:41:%02x:%02x:00:%02x",
                          fabric->GetId() >> 8,
                          fabric->GetId() & 255,
                          i);
            NS_TEST_EXPECT_MSG_EQ(address.str(), expected, "address");
        }
        const auto switches = helper.GetSwitches();
        NS_TEST_ASSERT_MSG_EQ(switches.GetN(), 2, "switches");
        for (uint32_t i = 0; i < 2; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(switches.Get(i)->GetId(), first + 3 + i, "then switches");
            // s1 has two edge devices and s2 one, and each the link between them
            NS_TEST_EXPECT_MSG_EQ(switches.Get(i)->GetNDevices(), 3 - i, "ports");
        }
        const std::vector<std::function<void()>> questions{[&] { fabric->GetEngine(); },
                                                           [&] { fabric->GetRate(0); },
                                                           [&] { fabric->GetWaiting(0); },
                                                           [&] { fabric->GetQueue(0); }};
        for (const auto& ask : questions)
        {
            NS_TEST_EXPECT_MSG_NE(GetRefusal(ask).find("before the simulation starts"),
                                  std::string::npos,
                                  GetRefusal(ask));
        }
        NS_TEST_EXPECT_MSG_EQ(fabric->GetSent() + fabric->GetDelivered() + fabric->GetLost(),
                              0,
                              "nothing yet");
        Simulator::Schedule(MilliSeconds(1), [&] {
            for (const auto& ask : questions)
            {
                NS_TEST_EXPECT_MSG_EQ(GetRefusal(ask), "", "now");
            }
            std::vector<Ptr<AbrSwitchAlgorithm>> algorithms;
            const auto& channels = fabric->GetNetwork().GetChannels();
            for (uint32_t port = 0; port < channels.size(); ++port)
            {
                const auto algorithm = fabric->GetAlgorithm(port);
                NS_TEST_EXPECT_MSG_EQ(!algorithm, channels[port].fromDevice, "port " << port);
                NS_TEST_EXPECT_MSG_EQ(
                    (algorithm && std::count(algorithms.begin(), algorithms.end(), algorithm)),
                    false,
                    "one for each port");
                algorithms.push_back(algorithm);
            }
        });
        Simulator::Stop(MilliSeconds(2));
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief SetIdealRates: each VC gets its own rate, at all ports that it passes.
 */
class AtmIdealRatesTestCase : public TestCase
{
  public:
    AtmIdealRatesTestCase()
        : TestCase("Rates of an IdealAlgorithm")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = InstallSmall({{"SwitchAlgorithm", "ns3::IdealAlgorithm"},
                                           {"SourceBehavior", "ns3::AbrSourceBehaviorTm40"},
                                           {"ExactRates", "true"}});
        const auto fabric = AtmHelper::GetFabric(devices);
        // VC 0 and 2 are the first and the second one at the port to A, VC 1 is alone at that to b
        AtmHelper::AddVc(devices.Get(0), devices.Get(2), nullptr);
        AtmHelper::AddVc(devices.Get(2), devices.Get(1), nullptr);
        AtmHelper::AddVc(devices.Get(1), devices.Get(2), nullptr);
        const std::vector<double> rates{30'000, 50'000, 60'000};
        Simulator::Schedule(Time(0), [&] { fabric->SetIdealRates(rates); });
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        for (uint32_t vc = 0; vc < 3; ++vc)
        {
            NS_TEST_EXPECT_MSG_EQ(fabric->GetRate(vc), rates[vc], "VC " << vc);
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief QueueCells can be raised in mid-run, and what waits in TxQueue comes to the sources then.
 */
class AtmQueueCellsTestCase : public TestCase
{
  public:
    AtmQueueCellsTestCase()
        : TestCase("QueueCells in mid-run")
    {
    }

  private:
    void DoRun() override
    {
        AtmHelper helper;
        helper.SetDeviceAttribute("QueueCells", UintegerValue(1));
        const auto devices = helper.Install(MakeAtmPair(2));
        const auto device = DynamicCast<AtmEdgeDevice>(devices.Get(0));
        std::vector<uint64_t> waiting;
        const auto look = [&] { waiting.push_back(device->GetCellsWaiting()); };
        for (uint32_t i = 0; i < 4; ++i)
        {
            // 1032 octets with headers and trailer are 22 cells, which take 0.9 ms at 10 Mb/s
            SendAt(devices, 0, 1, MakeOctets(1000, i), MilliSeconds(1));
        }
        Simulator::Schedule(MicroSeconds(1100), look);
        Simulator::Schedule(MicroSeconds(1200), [&] {
            device->SetAttribute("QueueCells", UintegerValue(23)); // one frame more
        });
        Simulator::Schedule(MicroSeconds(1300), look);
        Simulator::Schedule(MicroSeconds(1400), [&] {
            device->SetAttribute("QueueCells", UintegerValue(0)); // no limit
        });
        Simulator::Schedule(MicroSeconds(1500), look);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((waiting == std::vector<uint64_t>{22, 44, 88}), true, "cells");
        NS_TEST_EXPECT_MSG_EQ(device->GetFramesSent(), 4, "all");
        NS_TEST_EXPECT_MSG_EQ(device->GetCellsWaiting(), 0, "none");
        Simulator::Destroy();
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief A host is behind the device from which its frames came last, for days; and what a fabric
 * refuses after 4,000,000 s.
 */
class AtmLongRunTestCase : public TestCase
{
  public:
    AtmLongRunTestCase()
        : TestCase("Days of simulated time")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = AtmHelper().Install(MakeAtmPair(3));
        const auto fabric = AtmHelper::GetFabric(devices);
        const Mac48Address host("00:00:00:00:00:77");
        std::map<uint32_t, std::vector<uint32_t>> received; // by octets: devices
        for (uint32_t i = 0; i < 3; ++i)
        {
            devices.Get(i)->SetPromiscReceiveCallback(
                MakeBoundCallback(&AtmLongRunTestCase::Receive, &received, i));
        }
        const auto at = [&](double seconds, uint32_t from, uint32_t octets, bool asHost) {
            const auto device = devices.Get(from);
            const Address to = asHost ? devices.Get(0)->GetAddress() : Address(host);
            Simulator::ScheduleWithContext(
                device->GetNode()->GetId(),
                Seconds(seconds),
                [device, to, octets, asHost, host] {
                    const auto packet = Create<Packet>(octets);
                    asHost ? device->SendFrom(packet, host, to, ATM_PROTOCOL)
                           : device->Send(packet, to, ATM_PROTOCOL);
                });
        };
        at(1, 0, 10, false); // unknown: to both
        at(2, 1, 11, true);
        at(1e6, 0, 12, false);
        at(1e6 + 1, 2, 13, true); // it has moved
        at(2e6, 0, 14, false);
        uint64_t sent = 0;
        Simulator::Schedule(Seconds(3'999'999), [&] { sent = fabric->GetSent(); });
        bool refused = false;
        Simulator::Schedule(Seconds(4'000'001), [&] {
            try
            {
                fabric->GetSent();
            }
            catch (const std::runtime_error&)
            {
                refused = true;
            }
        });
        Simulator::Run();
        const std::map<uint32_t, std::vector<uint32_t>> expected{{10, {1, 2}},
                                                                 {11, {0}},
                                                                 {12, {1}},
                                                                 {13, {0}},
                                                                 {14, {2}}};
        NS_TEST_EXPECT_MSG_EQ((received == expected), true, "who got which");
        NS_TEST_EXPECT_MSG_EQ(sent, 6, "cells");
        NS_TEST_EXPECT_MSG_EQ(refused, true, "after 4,000,000 s");
        Simulator::Destroy();
    }

    /** @param received to be added to @param number of a device @param packet that came
     * @return that it was taken */
    static bool Receive(std::map<uint32_t, std::vector<uint32_t>>* received,
                        uint32_t number,
                        Ptr<NetDevice>,
                        Ptr<const Packet> packet,
                        uint16_t,
                        const Address&,
                        const Address&,
                        NetDevice::PacketType)
    {
        auto& devices = (*received)[packet->GetSize()];
        devices.push_back(number);
        std::sort(devices.begin(), devices.end());
        return true;
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief Fabrics as users set them up.
 */
class AtmAbrFabricTestSuite : public TestSuite
{
  public:
    AtmAbrFabricTestSuite()
        : TestSuite("atm-abr-fabric", Type::UNIT)
    {
        for (const std::string engine : {"Lazy", "Cell"})
        {
            AddTestCase(new AtmPortAttributesTestCase(engine));
        }
        AddTestCase(new AtmAttributeStagesTestCase);
        AddTestCase(new AtmLateCallsTestCase);
        AddTestCase(new AtmInstalledTestCase);
        AddTestCase(new AtmIdealRatesTestCase);
        AddTestCase(new AtmQueueCellsTestCase);
        AddTestCase(new AtmLongRunTestCase);
    }
};

static AtmAbrFabricTestSuite g_atmAbrFabricTestSuite; //!< the suite
