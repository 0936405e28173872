/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-test-network.h"

#include "ns3/boolean.h"
#include "ns3/channel-list.h"
#include "ns3/config.h"
#include "ns3/simple-channel.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t STATIONS = 4;          //!< the last one receives, and is slow
constexpr uint32_t FRAMES = 1000;         //!< that each of the others sends to it
constexpr uint32_t OTHERS = 200;          //!< and to station 0
const Time MIDDLE = NanoSeconds(700'003); //!< of the sending
const Time END = NanoSeconds(3'000'001);

/** Stations that send to a slow one, with messages, pauses and drops. */
class LivingNetwork
{
  public:
    /** @param packets carried by the frames; else they are only counted */
    explicit LivingNetwork(bool packets)
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute("Memory", StringValue("ns3::PartitionedMemory[Capacity=9000]"));
        helper.SetFabricAttribute("Headroom", UintegerValue(1000)); // too little, for drops
        helper.SetFabricAttribute("AllowLoss", BooleanValue(true));
        helper.SetFabricAttribute("CongestionPoint",
                                  StringValue("ns3::BcnCongestionPoint[SetPoint=4000]"));
        helper.SetFabricAttribute("ReactionPoint", StringValue("ns3::BcnReactionPoint"));
        helper.SetDeviceAttribute("NicMemory", UintegerValue(100'000'000));
        devices = helper.Install(MakeLosslessStar(STATIONS));
        fabric = LosslessEthernetHelper::GetFabric(devices);
        switches = helper.GetSwitches();
        for (uint32_t i = 0; i < switches.Get(0)->GetNDevices(); ++i)
        {
            ports.Add(switches.Get(0)->GetDevice(i));
        }
        LosslessEthernetHelper::AssignStreams(devices, 1);
        fabric->SetServiceRate(fabric->GetNetwork().GetStationPorts()[STATIONS - 1] ^ 1, 3e9);
        for (uint32_t i = 0; i + 1 < STATIONS; ++i)
        {
            if (packets)
            {
                for (uint32_t frame = 0; frame < FRAMES; ++frame)
                {
                    SendAt(devices, i, STATIONS - 1, 1482, NanoSeconds(1201 * frame));
                }
                for (uint32_t frame = 0; i > 0 && frame < OTHERS; ++frame)
                {
                    SendAt(devices, i, 0, 482, NanoSeconds(6007 * frame));
                }
            }
            else
            {
                sources.push_back(std::make_unique<EvenSource>(STATIONS - 1, 1500, 1501, FRAMES));
                fabric->SetSource(i, sources.back().get());
            }
        }
    }

    ~LivingNetwork()
    {
        Simulator::Destroy();
    }

    /** @return what has been counted by fabric and devices */
    std::map<std::string, uint64_t> Count() const
    {
        uint64_t portDrops = 0;
        for (uint32_t i = 0; i < ports.GetN(); ++i)
        {
            portDrops += DynamicCast<LosslessEthernetSwitchPort>(ports.Get(i))
                             ->GetDrops(LosslessEthernetFabric::NO_ROOM)
                             .number;
        }
        std::map<std::string, uint64_t> counts{
            {"at ports", portDrops},
            {"no room", fabric->GetDrops().Get("no room").number},
            {"sent", fabric->GetSent()},
            {"delivered", fabric->GetDelivered()},
            {"dropped",
             fabric->GetDrops().Get("no room").number + fabric->GetDrops().Get("no device").number},
            {"in flight", fabric->GetInFlight()},
            {"messages", fabric->GetMessages()},
            {"pauses", fabric->GetPauses()},
            {"high water", fabric->GetHighWater()}};
        for (uint32_t i = 0; i < STATIONS; ++i)
        {
            const auto device = DynamicCast<LosslessEthernetNetDevice>(devices.Get(i));
            const std::string name = std::to_string(i);
            counts[name + " sent"] = device->GetFramesSent();
            counts[name + " received"] = device->GetFramesReceived();
            counts[name + " waiting"] = device->GetFramesWaiting();
            counts[name + " queue"] =
                fabric->GetEngine().GetQueue(device->GetPort() ^ 1).GetBytes();
        }
        return counts;
    }

    NetDeviceContainer devices;
    NodeContainer switches;
    NetDeviceContainer ports; //!< of the switch
    Ptr<LosslessEthernetFabric> fabric;
    std::vector<std::unique_ptr<EvenSource>> sources;
};

/** @param counts of a network @return whether no frame is missing */
bool
IsConserved(std::map<std::string, uint64_t> counts)
{
    return counts["sent"] == counts["delivered"] + counts["dropped"] + counts["in flight"];
}

} // namespace

/**
 * @ingroup lossless-ethernet-tests
 * @brief A station, a switch or the fabric is disposed of in mid-run: each frame is still counted,
 * and the others see what they see without that.
 */
class LosslessDisposeTestCase : public TestCase
{
  public:
    /** @param packets carried by the frames; else they are only counted */
    explicit LosslessDisposeTestCase(bool packets)
        : TestCase(packets ? "Disposed of in mid-run, packets" : "Disposed of in mid-run, counted"),
          m_packets(packets)
    {
    }

  private:
    void DoRun() override
    {
        const Counts whole = Run([](LivingNetwork&) {});
        const Counts half = Run([](LivingNetwork&) { Simulator::Stop(); });
        NS_TEST_EXPECT_MSG_GT(whole.at("dropped"), 0, "the test looks");
        NS_TEST_EXPECT_MSG_GT(half.at("in flight"), 0, "the test looks");

        // What comes to a station later than that is dropped there.
        Counts receiver =
            Run([](LivingNetwork& network) { Dispose(network.devices, STATIONS - 1); });
        NS_TEST_EXPECT_MSG_EQ(receiver.at("sent"), whole.at("sent"), "the network goes on");
        const uint64_t lost = receiver.at("delivered") + receiver.at("no device");
        NS_TEST_EXPECT_MSG_EQ(lost, whole.at("delivered"), "received without that");
        NS_TEST_EXPECT_MSG_GT(receiver.at("no device"), 100, "the rest is lost");
        NS_TEST_EXPECT_MSG_EQ(receiver.at("3 received"), half.at("3 received"), "until then");
        NS_TEST_EXPECT_MSG_EQ(receiver.at("0 received"), whole.at("0 received"), "the other");

        // What a station has given to the network goes its way.
        Counts sender = Run([](LivingNetwork& network) { Dispose(network.devices, 1); });
        NS_TEST_EXPECT_MSG_GT(sender.at("sent"), half.at("sent"), "others go on");
        NS_TEST_EXPECT_MSG_EQ(sender.at("1 received"), half.at("1 received"), "until then");

        Counts middle = Run([](LivingNetwork& network) { network.switches.Get(0)->Dispose(); });
        middle["at ports"] = whole.at("at ports"); // which they no longer count
        NS_TEST_EXPECT_MSG_EQ((middle == whole), true, "a switch goes on without its devices");

        Counts stopped = Run([this](LivingNetwork& network) {
            const auto device = network.devices.Get(0);
            device->AddLinkChangeCallback(Callback<void>([this] { ++m_linkChanges; }));
            network.fabric->Dispose();
        });
        NS_TEST_EXPECT_MSG_EQ(stopped.at("delivered"), half.at("delivered"), "until then");
        NS_TEST_EXPECT_MSG_EQ(stopped.at("sent"), half.at("sent"), "until then");
        NS_TEST_EXPECT_MSG_EQ(stopped.at("in flight"), half.at("in flight"), "there they stay");
        NS_TEST_EXPECT_MSG_EQ((stopped.at("no link") > 0), m_packets, "refused from then on");
        NS_TEST_EXPECT_MSG_EQ(m_linkChanges, 1, "devices are told");
    }

    /** What was counted. */
    using Counts = std::map<std::string, uint64_t>;

    /** @param devices all @param number of the one whose node is disposed of */
    static void Dispose(const NetDeviceContainer& devices, uint32_t number)
    {
        devices.Get(number)->GetNode()->Dispose();
    }

    /** @param action in mid-run @return what was counted */
    Counts Run(const std::function<void(LivingNetwork&)>& action)
    {
        LivingNetwork network(m_packets);
        Simulator::Schedule(MIDDLE, [&] { action(network); });
        Simulator::Stop(END);
        Simulator::Run();
        Counts counts = network.Count();
        NS_TEST_EXPECT_MSG_EQ(IsConserved(counts), true, "conservation");
        NS_TEST_EXPECT_MSG_EQ(network.fabric->GetMissing(), 0, "conservation");
        counts["no device"] =
            network.fabric->GetDrops().Get(LosslessEthernetFabric::NO_DEVICE).number;
        for (uint32_t i = 0; i < STATIONS; ++i)
        {
            counts["no link"] += DynamicCast<LosslessEthernetNetDevice>(network.devices.Get(i))
                                     ->GetDrops(LosslessEthernetNetDevice::NO_LINK)
                                     .number;
        }
        return counts;
    }

    bool m_packets;            //!< carried by the frames
    uint64_t m_linkChanges{0}; //!< told
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Counters say the same before and after Simulator::Destroy, also if nobody has asked
 * before, and a second simulation of the process writes the same bytes.
 */
class LosslessDestroyTestCase : public TestCase
{
  public:
    /** @param packets carried by the frames; else they are only counted */
    explicit LosslessDestroyTestCase(bool packets)
        : TestCase(packets ? "After Destroy, packets" : "After Destroy, counted"),
          m_packets(packets)
    {
    }

  private:
    /** @param asks before Destroy too @param file for the frames of the slow port
     * @return what is counted after Destroy */
    std::map<std::string, uint64_t> Run(bool asks, const std::string& file)
    {
        LivingNetwork network(m_packets);
        if (!file.empty())
        {
            LosslessEthernetHelper helper;
            const auto port = network.fabric->GetNetwork().GetStationPorts()[STATIONS - 1] ^ 1;
            helper.EnablePcap(file, network.fabric->GetSwitchPort(port), true, true);
        }
        Simulator::Stop(END);
        Simulator::Run();
        std::map<std::string, uint64_t> before;
        if (asks)
        {
            before = network.Count();
        }
        Simulator::Destroy();
        const auto after = network.Count();
        NS_TEST_EXPECT_MSG_EQ((!asks || before == after), true, "the same before and after");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(after), true, "conservation");
        NS_TEST_EXPECT_MSG_EQ(after.at("at ports"), after.at("no room"), "drops of the ports");
        NS_TEST_EXPECT_MSG_GT(after.at("delivered"), 100, "the test looks");
        return after;
    }

    /** @param name of a file @return its bytes */
    static std::string Read(const std::string& name)
    {
        std::ifstream file(name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    void DoRun() override
    {
        const auto asked = Run(true, "");
        NS_TEST_EXPECT_MSG_EQ((Run(false, "") == asked), true, "without a question before");
        const std::string files[] = {CreateTempDirFilename("first.pcap"),
                                     CreateTempDirFilename("second.pcap")};
        for (const auto& file : files)
        {
            NS_TEST_EXPECT_MSG_EQ((Run(false, file) == asked), true, "with a file");
        }
        NS_TEST_EXPECT_MSG_GT(Read(files[0]).size(), 100'000, "frames");
        NS_TEST_EXPECT_MSG_EQ((Read(files[0]) == Read(files[1])), true, "the same bytes");
    }

    bool m_packets; //!< carried by the frames
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief What cannot be asked or done yet, or any more, is a sentence and no crash.
 */
class LosslessStatesTestCase : public TestCase
{
  public:
    LosslessStatesTestCase()
        : TestCase("Before Build, before Attach, after Destroy")
    {
    }

  private:
    /** @param action what to do @param word that its sentence has */
    void Expect(const std::function<void()>& action, const std::string& word)
    {
        std::string sentence;
        try
        {
            action();
        }
        catch (const std::invalid_argument& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(sentence.find(word), std::string::npos, sentence << " for " << word);
    }

    void DoRun() override
    {
        const auto fabric = CreateObject<LosslessEthernetFabric>();
        Expect([&] { fabric->GetSent(); }, "Build");
        Expect([&] { fabric->GetNetwork(); }, "Build");
        Expect([&] { fabric->SetSource(0, nullptr); }, "Build");
        Expect([&] { fabric->AssignStreams(1); }, "Build");
        Expect([&] { fabric->SetServiceRate(0, 1e9); }, "below 0");
        fabric->Build(MakeLosslessStar(2));
        Expect([&] { fabric->Build(MakeLosslessStar(2)); }, "twice");
        Expect([&] { fabric->SetSource(2, nullptr); }, "below 2");

        const auto device = CreateObject<LosslessEthernetNetDevice>();
        NS_TEST_EXPECT_MSG_EQ(device->GetFramesSent(), 0, "before Attach");
        NS_TEST_EXPECT_MSG_EQ(device->GetPort(), LosslessEngine::NONE, "before Attach");
        Expect([&] { device->Attach(0, nullptr); }, "fabric");
        device->Attach(0, fabric);
        Expect([&] { device->Attach(1, fabric); }, "another");
        // LargestFrame is 1518 bytes, of which 18 are header and check sequence
        Expect([&] { device->SetAttribute("Mtu", UintegerValue(1501)); }, "'1501'");
        NS_TEST_EXPECT_MSG_EQ(device->SetAttributeFailSafe("Mtu", UintegerValue(1501)),
                              false,
                              "a packet that fits no frame");
        NS_TEST_EXPECT_MSG_EQ(device->GetMtu(), 1500, "it stays");
        Expect([&] { CreateObject<LosslessEthernetNetDevice>()->Attach(0, fabric); }, "taken");
        Simulator::Run(); // the fabric is in the list of channels, and has no initialized node
        fabric->Dispose();
        NS_TEST_EXPECT_MSG_EQ(device->IsLinkUp(), false, "without a fabric");
        NS_TEST_EXPECT_MSG_EQ(
            device->Send(Create<Packet>(10), device->GetBroadcast(), LOSSLESS_PROTOCOL),
            false,
            "without a fabric");
        Expect([&] { CreateObject<LosslessEthernetNetDevice>()->Attach(1, fabric); }, "built");
        device->Dispose();
        NS_TEST_EXPECT_MSG_EQ(device->GetFramesSent(), 0, "at the end");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Streams are assigned before the start. A congestion point that a Config path finds in
 * mid-run refuses its attributes, since frames have come: also those that are only counted, for
 * which nobody has advanced the engine.
 */
class LosslessLateCallsTestCase : public TestCase
{
  public:
    /** @param attribute of a port by which the congestion point is found */
    explicit LosslessLateCallsTestCase(const std::string& attribute)
        : TestCase("Streams and SetPoint in mid-run, by " +
                   attribute.substr(0, attribute.find('/'))),
          m_attribute(attribute)
    {
    }

  private:
    void DoRun() override
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute("CongestionPoint", StringValue("ns3::BcnCongestionPoint"));
        const auto devices = helper.Install(MakeLosslessStar(2));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        const auto port = fabric->GetSwitchPort(fabric->GetNetwork().GetStationPorts()[1] ^ 1);
        const auto point = fabric->GetCongestionPoint(port->GetPort(), 0);
        const std::string path = "/NodeList/" + std::to_string(port->GetNode()->GetId()) +
                                 "/DeviceList/" + std::to_string(port->GetIfIndex()) +
                                 "/$ns3::LosslessEthernetSwitchPort/" + m_attribute + "/SetPoint";
        NS_TEST_EXPECT_MSG_EQ(Config::SetFailSafe(path, UintegerValue(1000)), true, "before");
        EvenSource source(1, 1500, 1500, 100);
        fabric->SetSource(0, &source);
        Simulator::Schedule(MicroSeconds(50), [&] {
            NS_TEST_EXPECT_MSG_EQ(point->IsStarted(), false, "nobody has asked");
            NS_TEST_EXPECT_MSG_EQ(Config::SetFailSafe(path, UintegerValue(2000)), false, "late");
            UintegerValue setPoint;
            point->GetAttribute("SetPoint", setPoint);
            NS_TEST_EXPECT_MSG_EQ(setPoint.Get(), 1000, "as it was");
            std::string sentence;
            try
            {
                fabric->AssignStreams(1);
            }
            catch (const std::invalid_argument& error)
            {
                sentence = error.what();
            }
            NS_TEST_EXPECT_MSG_EQ(
                sentence.rfind("AssignStreams() of a LosslessEthernetFabric in a simulation", 0),
                0,
                "'" << sentence << "'");
        });
        Simulator::Stop(MicroSeconds(60));
        Simulator::Run();
        Simulator::Destroy();
    }

    std::string m_attribute; //!< see the constructor
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief What Build refuses can be mended, and built then.
 */
class LosslessRefusedBuildTestCase : public TestCase
{
  public:
    LosslessRefusedBuildTestCase()
        : TestCase("A fabric whose Build was refused")
    {
    }

  private:
    void DoRun() override
    {
        const auto fabric = CreateObject<LosslessEthernetFabric>();
        fabric->SetAttribute("CongestionPoint",
                             StringValue("ns3::BcnCongestionPoint[SetPoint=100000000]"));
        bool refused = false;
        try
        {
            fabric->Build(MakeLosslessStar(2));
        }
        catch (const std::invalid_argument&)
        {
            refused = true;
        }
        NS_TEST_EXPECT_MSG_EQ(refused, true, "more than the memory");
        NS_TEST_EXPECT_MSG_EQ(
            fabric->SetAttributeFailSafe("CongestionPoint", StringValue("ns3::BcnCongestionPoint")),
            true,
            "can be mended");
        fabric->Build(MakeLosslessStar(2));
        NS_TEST_EXPECT_MSG_EQ(fabric->GetNDevices(), 2, "built");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief No two devices have one address, whatever the numbers of their channels are.
 */
class LosslessUniqueAddressesTestCase : public TestCase
{
  public:
    LosslessUniqueAddressesTestCase()
        : TestCase("Addresses of fabrics 256 apart")
    {
    }

  private:
    void DoRun() override
    {
        std::set<Mac48Address> addresses;
        uint32_t devices = 0;
        uint32_t first = 0;
        for (const uint32_t channel : {0, 1, 256, 257})
        {
            while (ChannelList::GetNChannels() < channel + first)
            {
                CreateObject<SimpleChannel>();
            }
            const auto fabric = LosslessEthernetHelper::GetFabric(
                LosslessEthernetHelper().Install(MakeLosslessStar(3)));
            first = channel == 0 ? fabric->GetId() : first;
            for (uint32_t station = 0; station < 3; ++station)
            {
                addresses.insert(fabric->GetStationAddress(station));
                addresses.insert(
                    fabric->GetPortAddress(fabric->GetNetwork().GetStationPorts()[station] ^ 1));
                devices += 2;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(addresses.size(), devices, "each its own");
        for (const auto& [channel, number] : {std::pair(65536U, 0U), std::pair(0U, 65536U)})
        {
            std::string sentence;
            try
            {
                fabric::EthernetDevice::MakeAddress(1, channel, number);
            }
            catch (const std::invalid_argument& error)
            {
                sentence = error.what();
            }
            NS_TEST_EXPECT_MSG_NE(sentence.find("below 65536"), std::string::npos, sentence);
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief States of devices and fabrics, from before Build until after Destroy.
 */
class LosslessEthernetLifeTestSuite : public TestSuite
{
  public:
    LosslessEthernetLifeTestSuite()
        : TestSuite("lossless-ethernet-life", Type::UNIT)
    {
        for (const bool packets : {false, true})
        {
            AddTestCase(new LosslessDisposeTestCase(packets));
            AddTestCase(new LosslessDestroyTestCase(packets));
        }
        AddTestCase(new LosslessStatesTestCase);
        AddTestCase(new LosslessLateCallsTestCase("CongestionPoint"));
        AddTestCase(new LosslessLateCallsTestCase("CongestionPoints/0"));
        AddTestCase(new LosslessRefusedBuildTestCase);
        AddTestCase(new LosslessUniqueAddressesTestCase);
    }
};

static LosslessEthernetLifeTestSuite g_losslessEthernetLifeTestSuite; //!< the suite
