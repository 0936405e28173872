/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-statistics.h"
#include "ns3/ipv4-header.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/pfabric-channel.h"
#include "ns3/pfabric-net-device.h"
#include "ns3/pfabric-tag.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x0800; //!< EtherType of IPv4

/** A link of 1 Gb/s without delay, and what comes over it. */
class PFabricTimedLink
{
  public:
    PFabricTimedLink()
    {
        for (uint32_t i = 0; i < 2; ++i)
        {
            m_ends[i] = CreateObject<PFabricNetDevice>();
            m_nodes.Get(i)->AddDevice(m_ends[i]);
        }
        m_channel = PFabricChannel::Connect(m_ends[0], m_ends[1]);
        m_channel->SetAttribute("Delay", StringValue("0ns"));
        m_ends[1]->TraceConnectWithoutContext(
            "PhyRxEnd",
            Callback<void, Ptr<const Packet>>([this](Ptr<const Packet> packet) {
                PFabricTag tag;
                const bool tagged = packet->PeekPacketTag(tag);
                m_came += (tagged ? std::to_string(tag.GetPriority()) : "none") + '@' +
                          std::to_string(Simulator::Now().GetNanoSeconds()) + ' ';
            }));
    }

    ~PFabricTimedLink()
    {
        Simulator::Destroy();
    }

    /** @param priority of a packet that is sent now, of a flow of its own; -1: it has no tag
     * @param size bytes @param protocol that it is said to have */
    void Send(int64_t priority, uint32_t size = 1500, uint16_t protocol = PROTOCOL)
    {
        auto packet = Create<Packet>(size - 20);
        Ipv4Header ip;
        ip.SetPayloadSize(size - 20);
        ip.SetTos(1); // capable of ECN
        packet->AddHeader(ip);
        if (priority >= 0)
        {
            packet->AddPacketTag(PFabricTag(priority, 100 + priority));
        }
        m_ends[0]->Send(packet, m_ends[1]->GetAddress(), protocol);
    }

    /** @param name attribute of the sender @param value its value */
    void Set(const std::string& name, const std::string& value)
    {
        m_ends[0]->SetAttribute(name, StringValue(value));
    }

    /** @return what came since the last call until nothing was left to do: priority@ns */
    std::string Run()
    {
        m_came.clear();
        Simulator::Run();
        return m_came;
    }

    /** @param end 0 sends, 1 receives @return the device there */
    Ptr<PFabricNetDevice> GetEnd(uint32_t end) const
    {
        return m_ends[end];
    }

    /** @return the link */
    Ptr<PFabricChannel> GetChannel() const
    {
        return m_channel;
    }

  private:
    NodeContainer m_nodes{2};                    //!< at the ends
    std::array<Ptr<PFabricNetDevice>, 2> m_ends; //!< of the link
    Ptr<PFabricChannel> m_channel;               //!< the link
    std::string m_came;                          //!< see Run
};

} // namespace

/**
 * @ingroup pfabric
 * @brief A packet of L bytes takes 8 L / rate, rounded up to a tick, and has the rate, the overhead
 * and the delay with which its transmission began, whatever is set while it is on the link.
 *
 * Four packets of 1,500 bytes: 12 us at 1 Gb/s. At 6 us the rate becomes 500 Mb/s, for the second
 * packet: 12 to 36 us. At 30 us the delay becomes 5 us, for the third one: 36 to 60 and 5 us. At 50
 * us there are 250 bytes of overhead, for the fourth one: 60 to 88 and 5 us.
 */
class PFabricLinkTimesTest : public TestCase
{
  public:
    PFabricLinkTimesTest()
        : TestCase("times of packets on a link that changes under them")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricLinkTimesTest::DoRun()
{
    PFabricTimedLink link;
    for (const int64_t priority : {1, 2, 3, 4})
    {
        link.Send(priority);
    }
    Simulator::Schedule(MicroSeconds(6), [&link] { link.Set("DataRate", "500Mbps"); });
    Simulator::Schedule(MicroSeconds(30),
                        [&link] { link.GetChannel()->SetAttribute("Delay", StringValue("5us")); });
    Simulator::Schedule(MicroSeconds(50), [&link] { link.Set("Overhead", "250"); });
    NS_TEST_EXPECT_MSG_EQ(link.Run(), "1@12000 2@36000 3@65000 4@93000 ", "arrivals");

    PFabricTimedLink other;
    const std::vector<std::tuple<std::string, std::string, uint32_t, int64_t>> times{
        // rate, overhead, bytes, ns
        {"1Gbps", "0", 1500, 12000},
        {"40Gbps", "0", 1500, 300},
        {"40Gbps", "0", 1499, 300},  // 299.8
        {"3Gbps", "0", 100, 267},    // 266.67
        {"3Gbps", "2", 100, 272},    // 272 exactly
        {"999Mbps", "0", 999, 8000}, // exactly
        {"7Mbps", "38", 62, 114286}, // 114,285.7
        {"9600bps", "0", 100, 83333334}};
    for (const auto& [rate, overhead, bytes, ns] : times)
    {
        other.Set("DataRate", rate);
        other.Set("Overhead", overhead);
        NS_TEST_EXPECT_MSG_EQ(other.GetEnd(0)->GetTransmissionTime(bytes).GetNanoSeconds(),
                              ns,
                              bytes << " bytes at " << rate);
        const Time now = Simulator::Now();
        other.Send(1, bytes);
        other.Run();
        NS_TEST_EXPECT_MSG_EQ((Simulator::Now() - now).GetNanoSeconds(), ns, "it took that");
        NS_TEST_EXPECT_MSG_EQ((other.GetEnd(0)->GetFreeAt() - now).GetNanoSeconds(), ns, "free");
    }
}

/**
 * @ingroup pfabric
 * @brief Each trace and each statistic of a device counts what the chapter says.
 *
 * There is room for two, and a packet that finds one is marked. 5 is on the link, 6 and 7 wait, of
 * which 7 is marked; 4 is marked and has 7 dropped; 9 is dropped itself, and so is a packet longer
 * than Mtu. What is no IPv4 packet is refused, and does not arrive.
 */
class PFabricDeviceTracesTest : public TestCase
{
  public:
    PFabricDeviceTracesTest()
        : TestCase("traces and statistics of a device")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricDeviceTracesTest::DoRun()
{
    PFabricTimedLink link;
    link.Set("MaxSize", "3p");
    link.Set("MarkingThreshold", "1p");
    link.Set("Overhead", "38");
    std::map<std::string, std::string> frames;  // priorities, by trace
    std::map<std::string, std::string> packets; // bytes, by end and trace
    for (const std::string name : {"Arrive", "Begin", "Mark", "Discard"})
    {
        link.GetEnd(0)->TraceConnectWithoutContext(
            name,
            Callback<void, const PFabricFrame&>([&frames, name](const PFabricFrame& frame) {
                frames[name] += std::to_string(frame.priority) + ' ';
            }));
    }
    for (const uint32_t end : {0, 1})
    {
        for (const std::string name :
             {"MacTx", "MacTxDrop", "MacRx", "PhyTxBegin", "PhyRxEnd", "PromiscSniffer"})
        {
            link.GetEnd(end)->TraceConnectWithoutContext(
                name,
                Callback<void, Ptr<const Packet>>(
                    [&packets, key = name + std::to_string(end)](Ptr<const Packet> packet) {
                        packets[key] += std::to_string(packet->GetSize()) + ' ';
                    }));
        }
    }
    for (const int64_t priority : {5, 6, 7, 4, 9})
    {
        link.Send(priority, 1000 + priority);
    }
    link.Send(8, 1501);
    link.Send(3, 1003, 0x86dd);
    NS_TEST_EXPECT_MSG_EQ(link.GetEnd(0)->GetQueuedPackets(), 2, "4 and 6 wait");
    NS_TEST_EXPECT_MSG_EQ(link.GetEnd(0)->GetQueuedBytes(), 2010, "without Overhead");
    link.Run();
    const std::map<std::string, std::string> expectedFrames{{"Arrive", "5 6 7 4 9 8 "},
                                                            {"Begin", "5 4 6 "},
                                                            {"Mark", "7 4 "},
                                                            {"Discard", "7 9 8 "}};
    const std::map<std::string, std::string> expectedPackets{
        {"MacTx0", "1005 1006 1007 1004 1009 1501 "},
        {"MacTxDrop0", "1007 1009 1501 1003 "},
        {"PhyTxBegin0", "1005 1004 1006 "},
        {"PromiscSniffer0", "1005 1004 1006 "},
        {"PhyRxEnd1", "1005 1004 1006 "},
        {"MacRx1", "1005 1004 1006 "},
        {"PromiscSniffer1", "1005 1004 1006 "}};
    for (const auto& [told, expected] :
         {std::pair(&frames, &expectedFrames), std::pair(&packets, &expectedPackets)})
    {
        NS_TEST_EXPECT_MSG_EQ(told->size(), expected->size(), "no other trace");
        for (const auto& [name, words] : *expected)
        {
            NS_TEST_EXPECT_MSG_EQ((*told)[name], words, name);
        }
    }
    const std::map<std::string, double> expected{{"pfabric.sent", 3},
                                                 {"pfabric.sent_bytes", 3015 + 3 * 38},
                                                 {"pfabric.dropped", 3}};
    std::map<std::string, double> values;
    for (const auto& statistic : burst::GetStatistics(PFabricNetDevice::GetTypeId()))
    {
        values[statistic.name] = std::get<double>(statistic.get(*link.GetEnd(0)));
    }
    NS_TEST_EXPECT_MSG_EQ((values == expected), true, "statistics");
}

/**
 * @ingroup pfabric
 * @brief A packet without a tag has the DefaultPriority of the moment at which it comes, and all of
 * them are one flow, whose order is kept.
 *
 * 1 is on the link. Untagged packets come with 0 and with 7, and 5 goes between them. Then with 7
 * and with 2: the first one goes first, since the second one is better than 5.
 */
class PFabricDefaultPriorityTest : public TestCase
{
  public:
    PFabricDefaultPriorityTest()
        : TestCase("DefaultPriority of a device in mid-run")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricDefaultPriorityTest::DoRun()
{
    const std::vector<std::tuple<std::string, std::string, std::string>> cases{
        {"0", "7", "1@12000 none@24000 5@36000 none@48000 "},
        {"7", "2", "1@12000 none@24000 none@36000 5@48000 "},
        {"7", "6", "1@12000 5@24000 none@36000 none@48000 "}};
    for (const auto& [first, second, came] : cases)
    {
        PFabricTimedLink link;
        link.Send(1);
        link.Set("DefaultPriority", first);
        link.Send(-1);
        link.Set("DefaultPriority", second);
        link.Send(-1);
        link.Send(5);
        NS_TEST_EXPECT_MSG_EQ(link.Run(), came, first << ", then " << second);
    }
}

/**
 * @ingroup pfabric
 * @brief Suite of a link, packet by packet.
 */
class PFabricLinkTestSuite : public TestSuite
{
  public:
    PFabricLinkTestSuite();
};

PFabricLinkTestSuite::PFabricLinkTestSuite()
    : TestSuite("pfabric-link", Type::UNIT)
{
    AddTestCase(new PFabricLinkTimesTest);
    AddTestCase(new PFabricDeviceTracesTest);
    AddTestCase(new PFabricDefaultPriorityTest);
}

static PFabricLinkTestSuite g_pfabricLinkTestSuite; //!< registers itself
