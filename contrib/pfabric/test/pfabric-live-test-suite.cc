/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/pfabric-channel.h"
#include "ns3/pfabric-flow-generator.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/pfabric-message-flows.h"
#include "ns3/pfabric-socket-factory.h"
#include "ns3/pfabric-tag.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t IPV4 = 0x0800; //!< EtherType
constexpr uint16_t PORT = 9;      //!< of all receivers

/** A link of 1 Gb/s without delay: a packet of 1,500 bytes takes 12 us. */
class LiveLink
{
  public:
    LiveLink()
    {
        for (uint32_t i = 0; i < 2; ++i)
        {
            m_ends[i] = CreateObject<PFabricNetDevice>();
            m_nodes.Get(i)->AddDevice(m_ends[i]);
        }
        m_channel = PFabricChannel::Connect(m_ends[0], m_ends[1]);
        m_channel->SetAttribute("Delay", StringValue("0ns"));
        m_ends[0]->TraceConnectWithoutContext(
            "Begin",
            Callback<void, const PFabricFrame&>([this](const PFabricFrame& frame) {
                m_sent += std::to_string(frame.priority) + (frame.tos == 3 ? "!" : "") + ' ';
            }));
    }

    ~LiveLink()
    {
        Simulator::Destroy();
    }

    /** @param priorities of packets that are sent now @param flow of all @param size bytes */
    void Send(const std::vector<uint32_t>& priorities, uint64_t flow = 0, uint32_t size = 1500)
    {
        for (const uint32_t priority : priorities)
        {
            auto packet = Create<Packet>(size - 20);
            Ipv4Header ip;
            ip.SetPayloadSize(size - 20);
            ip.SetTos(2); // capable of ECN
            packet->AddHeader(ip);
            packet->AddPacketTag(PFabricTag(priority, flow == 0 ? 100 + priority : flow));
            m_ends[0]->Send(packet, m_ends[1]->GetAddress(), IPV4);
        }
    }

    /** @return priorities of what was sent since the last call, in order, with ! if marked */
    std::string Run()
    {
        Simulator::Run();
        return std::exchange(m_sent, {});
    }

    /** @param name attribute of the sender @param value its value */
    void Set(const std::string& name, const std::string& value)
    {
        m_ends[0]->SetAttribute(name, StringValue(value));
    }

    /** @param name attribute of the sender @return its value */
    std::string Get(const std::string& name) const
    {
        StringValue value;
        m_ends[0]->GetAttribute(name, value);
        return value.Get();
    }

    /** @param name attribute of the sender @param value that cannot be
     * @return what is said against it; "" if it is set, or if FailSafe functions say otherwise */
    std::string Refuse(const std::string& name, const std::string& value)
    {
        const auto before = Get(name);
        if (m_ends[0]->SetAttributeFailSafe(name, StringValue(value)) || Get(name) != before)
        {
            return "";
        }
        try
        {
            Set(name, value);
        }
        catch (const std::invalid_argument& error)
        {
            return Get(name) == before ? error.what() : "";
        }
        return "";
    }

    /** @return the sender */
    PFabricNetDevice& GetSender() const
    {
        return *m_ends[0];
    }

  private:
    NodeContainer m_nodes{2};                    //!< at the ends
    std::array<Ptr<PFabricNetDevice>, 2> m_ends; //!< of the link
    Ptr<PFabricChannel> m_channel;               //!< the link
    std::string m_sent;                          //!< see Run
};

} // namespace

/**
 * @ingroup pfabric
 * @brief Each attribute of a device acts when it is set after the link was made, also while packets
 * wait, or is refused.
 */
class PFabricLiveDeviceTest : public TestCase
{
  public:
    PFabricLiveDeviceTest()
        : TestCase("attributes of a device after the link is made")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricLiveDeviceTest::DoRun()
{
    LiveLink link;
    auto& sender = link.GetSender();
    const std::vector<uint32_t> thirty(30, 1);
    // One is on the link, and 23 of 1,500 bytes are less than 36,000.
    link.Send(thirty);
    NS_TEST_EXPECT_MSG_EQ(sender.GetQueuedPackets(), 23, "the default");
    link.Run();
    link.Set("MaxSize", "3001B");
    link.Send(thirty);
    NS_TEST_EXPECT_MSG_EQ(sender.GetQueuedPackets(), 2, "less than 3,001 bytes");
    link.Set("MaxSize", "5p");
    link.Send(thirty);
    NS_TEST_EXPECT_MSG_EQ(sender.GetQueuedPackets(), 4, "less than five, while two wait");
    link.Set("StrictLimit", "false");
    link.Send(thirty);
    NS_TEST_EXPECT_MSG_EQ(sender.GetQueuedPackets(), 5, "up to five");
    link.Set("MaxSize", "2p");
    link.Send({0});
    NS_TEST_EXPECT_MSG_EQ(sender.GetQueuedPackets(), 5, "what waits stays, the arrival is dropped");
    link.Run();
    link.Send(thirty);
    NS_TEST_EXPECT_MSG_EQ(sender.GetQueuedPackets(), 2, "from then on two");
    link.Run();

    link.Set("MaxSize", "36000B");
    link.Send({5, 4, 3});
    NS_TEST_EXPECT_MSG_EQ(link.Run(), "5 3 4 ", "by priority");
    link.Send({5, 4, 3});
    link.Set("ServeByPriority", "false");
    NS_TEST_EXPECT_MSG_EQ(link.Run(), "5 4 3 ", "first come, first served");
    link.Set("ServeByPriority", "true");
    link.Send({7});
    link.Send({9, 1}, 1); // of one flow
    link.Send({5}, 2);
    NS_TEST_EXPECT_MSG_EQ(link.Run(), "7 9 1 5 ", "in order within the flow");
    link.Send({7});
    link.Send({9, 1}, 1);
    link.Send({5}, 2);
    link.Set("KeepOrder", "false");
    NS_TEST_EXPECT_MSG_EQ(link.Run(), "7 1 5 9 ", "by priority alone");
    link.Set("MaxSize", "2p");
    link.Send({7, 6, 5, 1});
    NS_TEST_EXPECT_MSG_EQ(link.Run(), "7 1 5 ", "6 is dropped for 1");
    link.Send({7, 6, 5});
    link.Set("DropByPriority", "false");
    link.Send({1});
    NS_TEST_EXPECT_MSG_EQ(link.Run(), "7 5 6 ", "1 is dropped, as it came last");
    link.Set("MaxSize", "36000B");
    link.Send({1, 2, 3, 4});
    NS_TEST_EXPECT_MSG_EQ(link.Run(), "1 2 3 4 ", "no marks");
    link.Send({1, 2});
    link.Set("MarkingThreshold", "2p");
    link.Send({3, 4});
    NS_TEST_EXPECT_MSG_EQ(link.Run(), "1 2 3 4! ", "4 found 2 and 3");

    const uint64_t dropped = sender.GetDropped();
    const uint64_t sent = sender.GetSent();
    link.Set("Mtu", "1000");
    link.Send({1});
    NS_TEST_EXPECT_MSG_EQ(sender.GetDropped(), dropped + 1, "longer than Mtu");
    link.Send({1}, 0, 1000);
    NS_TEST_EXPECT_MSG_EQ(sender.GetSent(), sent + 1, "as long as Mtu");
    link.Run();

    const std::vector<std::array<std::string, 3>> refused{
        {"MaxSize", "900B", "allowed are 1000 and more"},
        {"MaxSize", "0p", "allowed are 1 and more"},
        {"Mtu", "40000", "MaxSize of PFabricNetDevice is 36000 bytes; allowed are 40000"}};
    for (const auto& [name, value, sentence] : refused)
    {
        const auto said = link.Refuse(name, value);
        NS_TEST_EXPECT_MSG_NE(said.find(sentence), std::string::npos, name << ": " << said);
    }
    link.Set("MaxSize", "1000B");
    NS_TEST_EXPECT_MSG_NE(link.Refuse("StrictLimit", "true"), "", "no room for one any more");
    NS_TEST_EXPECT_MSG_EQ(sender.SetMtu(1001), false, "no room for such a packet");
    NS_TEST_EXPECT_MSG_EQ(sender.SetMtu(67), false, "less than IP needs");
    NS_TEST_EXPECT_MSG_EQ(sender.SetMtu(999), true, "room for such a packet");
    NS_TEST_EXPECT_MSG_EQ(sender.SetAttributeFailSafe("DataRate", StringValue("0bps")), false, "0");
    std::string said;
    try
    {
        sender.SetDataRate(DataRate(0));
    }
    catch (const std::invalid_argument& error)
    {
        said = error.what();
    }
    NS_TEST_EXPECT_MSG_EQ(said.rfind("DataRate of a PFabricNetDevice is 0", 0), 0, said);
    NS_TEST_EXPECT_MSG_EQ(sender.GetDataRate(), DataRate("1Gbps"), "it stays");
}

/**
 * @ingroup pfabric
 * @brief Attributes that cannot act any more, or anywhere, are refused.
 */
class PFabricRefusedTest : public TestCase
{
  public:
    PFabricRefusedTest()
        : TestCase("attributes that cannot act")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricRefusedTest::DoRun()
{
    PFabricHelper helper;
    const auto hosts = helper.Install(PFabricTopology("leaf-spine[Leaves=1|Spines=1|Hosts=2]"));
    const auto flows = CreateObject<PFabricMessageFlows>();
    flows->Install(hosts);
    const auto generator = CreateObject<PFabricFlowGenerator>();
    generator->SetAttribute("Rate", DoubleValue(1));
    generator->Start(flows, 2);
    const std::vector<std::pair<std::string, std::string>> late{
        {"Rate", "2"},
        {"Sizes", "ns3::ConstantRandomVariable[Constant=3]"},
        {"Begin", "1s"},
        {"End", "1s"},
        {"MaxFlows", "3"}};
    for (const auto& [name, value] : late)
    {
        NS_TEST_EXPECT_MSG_EQ(generator->SetAttributeFailSafe(name, StringValue(value)),
                              false,
                              name);
        std::string said;
        try
        {
            generator->SetAttribute(name, StringValue(value));
        }
        catch (const std::invalid_argument& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(said.find("before Start"), std::string::npos, said);
    }
    const auto transport = hosts.Get(0)->GetObject<PFabricL4Protocol>();
    NS_TEST_EXPECT_MSG_EQ(transport->SetAttributeFailSafe("TimeOut", StringValue("0s")),
                          false,
                          "time-outs without end");
    Simulator::Destroy();

    // Switches in a row have no core.
    fabric::Topology row;
    for (const auto* name : {"a", "b", "c"})
    {
        row.AddNode(name, fabric::Topology::ROUTER, "switch");
    }
    for (uint32_t i = 0; i < 4; ++i)
    {
        row.AddNode("host" + std::to_string(i), fabric::Topology::DEVICE, "host");
    }
    const std::vector<std::pair<uint32_t, uint32_t>> links{{0, 1},
                                                           {1, 2},
                                                           {3, 0},
                                                           {4, 1},
                                                           {5, 2},
                                                           {6, 2}};
    for (const auto& [one, other] : links)
    {
        row.AddLink({one, fabric::Topology::NONE},
                    {other, fabric::Topology::NONE},
                    fabric::Topology::NONE,
                    nullptr);
    }
    PFabricHelper other;
    const auto rowHosts = other.Install(row);
    const auto forwarding = rowHosts.Get(0)->GetObject<PFabricForwarding>();
    bool equal = true;
    try
    {
        other.GetRoutes()->GetEqualLength();
    }
    catch (const std::invalid_argument&)
    {
        equal = false;
    }
    NS_TEST_EXPECT_MSG_EQ(forwarding->SetAttributeFailSafe("EqualLength", StringValue("Always")),
                          equal,
                          "only where there are such ways");
    NS_TEST_EXPECT_MSG_EQ(forwarding->SetAttributeFailSafe("EqualLength", StringValue("Never")),
                          true,
                          "everywhere");
    Simulator::Destroy();
}

/**
 * @ingroup pfabric
 * @brief Every attribute of the module is one of those that the tests of this suite and of others
 * know to act at any time, or until something happens.
 */
class PFabricWalkTest : public TestCase
{
  public:
    PFabricWalkTest()
        : TestCase("all attributes are known")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricWalkTest::DoRun()
{
    const std::set<std::string> queue{"MaxSize",
                                      "StrictLimit",
                                      "KeepOrder",
                                      "DropByPriority",
                                      "ServeByPriority",
                                      "DefaultPriority"};
    std::set<std::string> known{"PFabricNetDevice::DataRate",
                                "PFabricNetDevice::Mtu",
                                "PFabricNetDevice::Overhead",
                                "PFabricNetDevice::MarkingThreshold",
                                "PFabricChannel::Delay",
                                "PFabricForwarding::Spreading",
                                "PFabricForwarding::EqualLength",
                                "PFabricForwarding::EqualLengthDscp",
                                "PFabricL4Protocol::SegmentSize",
                                "PFabricL4Protocol::InitialWindow",
                                "PFabricL4Protocol::MaxWindow",
                                "PFabricL4Protocol::InitialThreshold",
                                "PFabricL4Protocol::TimeOut",
                                "PFabricL4Protocol::ProbeAfter",
                                "PFabricL4Protocol::SelectiveWindow",
                                "PFabricL4Protocol::Rank",
                                "PFabricSocket::SndBufSize",
                                "PFabricQuantizedRank::Rank",
                                "PFabricQuantizedRank::Limits",
                                "PFabricLatencyProbe::Dscp",
                                "PFabricLatencyProbe::MinSize",
                                "PFabricTcpFlows::OpenAhead",
                                "PFabricFlowGenerator::Rate",
                                "PFabricFlowGenerator::Sizes",
                                "PFabricFlowGenerator::Begin",
                                "PFabricFlowGenerator::End",
                                "PFabricFlowGenerator::MaxFlows"};
    for (const auto& name : queue)
    {
        known.insert("PFabricNetDevice::" + name);
        known.insert("PFabricQueue<Packet>::" + name);
        known.insert("PFabricQueue<QueueDiscItem>::" + name);
    }
    std::set<std::string> found;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const auto type = TypeId::GetRegistered(i);
        if (type.GetGroupName() != "PFabric")
        {
            continue;
        }
        for (std::size_t j = 0; j < type.GetAttributeN(); ++j)
        {
            found.insert(type.GetName().substr(5) + "::" + type.GetAttribute(j).name);
        }
    }
    for (const auto& name : found)
    {
        NS_TEST_EXPECT_MSG_EQ(known.count(name), 1, name << " has no test of when it acts");
    }
    for (const auto& name : known)
    {
        NS_TEST_EXPECT_MSG_EQ(found.count(name), 1, name << " is gone");
    }
}

/**
 * @ingroup pfabric
 * @brief What happens to a message on its way, for sinks that are connected before and in mid-run.
 *
 * A message of a hundred packets that is alone: each acknowledgement opens the window by a packet,
 * from 12 to 23, and is followed by packets of the priority that is left. A message to a port that
 * is not bound: a time-out each millisecond, probing from the fifth on, until a receiver is there.
 */
class PFabricMessageTracesTest : public TestCase
{
  public:
    PFabricMessageTracesTest()
        : TestCase("window, time-outs, probing and priority of messages")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricMessageTracesTest::DoRun()
{
    for (const auto stack : {PFabricHelper::LEAN, PFabricHelper::HOSTS, PFabricHelper::ALL})
    {
        PFabricHelper helper;
        helper.SetStack(stack);
        helper.SetTransportAttribute("TimeOut", StringValue("1ms"));
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
        const auto make = [&hosts](uint32_t host) {
            return Socket::CreateSocket(hosts.Get(host), PFabricSocketFactory::GetTypeId());
        };
        const auto receiver = make(1);
        const auto sender = make(0);
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        const auto send = [&sender](uint32_t bytes, uint16_t port) {
            sender->SendTo(Create<Packet>(bytes),
                           0,
                           InetSocketAddress(PFabricForwarding::GetAddress(1), port));
        };
        std::vector<double> windows;
        std::vector<uint32_t> priorities;
        std::vector<std::pair<int64_t, std::string>> others; // us, what
        using Record = const PFabricMessageRecord&;
        const std::string path = "/NodeList/*/$ns3::PFabricL4Protocol/";
        Config::ConnectWithoutContext(
            path + "Window",
            Callback<void, Record, double, double>([&windows](Record, double before, double now) {
                windows.push_back(before);
                windows.push_back(now);
            }));
        Config::ConnectWithoutContext(
            path + "Priority",
            Callback<void, Record, uint32_t, uint32_t>(
                [&priorities](Record, uint32_t, uint32_t now) { priorities.push_back(now); }));
        Simulator::Schedule(MicroSeconds(10), [send] { send(146000, PORT); });
        const auto tell = [&others](const std::string& what) {
            others.emplace_back(Simulator::Now().GetMicroSeconds(), what);
        };
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(windows.size(), 24, "the initial window, and to 23");
        NS_TEST_EXPECT_MSG_EQ(windows[0], 0, "at first none");
        NS_TEST_EXPECT_MSG_EQ(windows[1], 12, "then the initial one");
        NS_TEST_EXPECT_MSG_EQ(windows.back(), 23, "at last the largest");
        NS_TEST_ASSERT_MSG_EQ(priorities.size(), 100, "one for each acknowledgement but the last");
        for (uint32_t i = 0; i < priorities.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(priorities[i], 146000 - 1460 * i, "what is left");
        }

        // At 10 ms: nobody listens at port 10 for 6.5 ms. The sinks come at 12.5 ms.
        Simulator::Schedule(Time(0), [send] { send(2000, 10); });
        Simulator::Schedule(MicroSeconds(2500), [&] {
            Config::ConnectWithoutContext(
                path + "RetransmissionTimeOut",
                Callback<void, Record, uint32_t>([tell](Record record, uint32_t inARow) {
                    tell("time-out " + std::to_string(inARow) + " of " +
                         std::to_string(record.size));
                }));
            Config::ConnectWithoutContext(path + "Probing",
                                          Callback<void, Record, bool>([tell](Record, bool does) {
                                              tell(does ? "probes" : "does not probe");
                                          }));
            for (const std::string name : {"MessageReceived", "MessageAcknowledged"})
            {
                Config::ConnectWithoutContext(
                    path + name,
                    Callback<void, Record>([tell, name](Record record) {
                        tell(name + ' ' + std::to_string(record.start.GetMicroSeconds()) + ' ' +
                             std::to_string(record.size));
                    }));
            }
        });
        const auto late = make(1);
        Simulator::Schedule(MicroSeconds(6500),
                            [&late] { late->Bind(InetSocketAddress(Ipv4Address::GetAny(), 10)); });
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        // The seventh time-out sends a byte, and the rest follows its acknowledgement: five links
        // of a byte's packets, 2 x 2.7 us each way; then a packet of 1,459 and one of 540 bytes.
        NS_TEST_ASSERT_MSG_EQ(others.size(), 9, "events");
        const std::vector<std::pair<int64_t, std::string>> expected{{13000, "time-out 3 of 2000"},
                                                                    {14000, "time-out 4 of 2000"},
                                                                    {15000, "time-out 5 of 2000"},
                                                                    {15000, "probes"},
                                                                    {16000, "time-out 6 of 2000"},
                                                                    {17000, "time-out 7 of 2000"}};
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(others[i].first, expected[i].first, expected[i].second);
            NS_TEST_EXPECT_MSG_EQ(others[i].second, expected[i].second, i);
        }
        NS_TEST_EXPECT_MSG_EQ(others[6].second, "does not probe", "at the first acknowledgement");
        NS_TEST_EXPECT_MSG_EQ(others[7].second, "MessageReceived 10000 2000", "the record");
        NS_TEST_EXPECT_MSG_EQ(others[8].second, "MessageAcknowledged 10000 2000", "the record");
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief Hosts that are disposed of in mid-run, and what is left after Destroy: nothing is asked of
 * what is gone, and no flow vanishes.
 */
class PFabricLifeTest : public TestCase
{
  public:
    PFabricLifeTest()
        : TestCase("hosts that go in mid-run")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricLifeTest::DoRun()
{
    std::string first;
    for (uint32_t round = 0; round < 2; ++round) // two simulations of a process
    {
        PFabricHelper helper;
        helper.SetTransportAttribute("TimeOut", StringValue("200us"));
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=2|Hosts=2]"));
        const auto flows = CreateObject<PFabricMessageFlows>();
        flows->Install(hosts);
        const auto socket = Socket::CreateSocket(hosts.Get(2), PFabricSocketFactory::GetTypeId());
        socket->Connect(InetSocketAddress(PFabricForwarding::GetAddress(0), PORT));
        flows->Plan({0, 0, 3, 1000000, Time(0)});
        flows->Plan({1, 2, 3, 1000000, Time(0)});
        flows->Plan({2, 2, 0, 1000, MilliSeconds(2)});  // its source is gone
        flows->Plan({3, 0, 2, 1000, MilliSeconds(2)});  // its destination is
        flows->Plan({4, 1, 0, 10000, MilliSeconds(2)}); // nothing is
        Simulator::Schedule(MicroSeconds(777), [&hosts] { hosts.Get(2)->Dispose(); });
        Simulator::Stop(MilliSeconds(50));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(flows->GetUnfinished(), 3, "that which was under way, and two");
        NS_TEST_EXPECT_MSG_EQ(flows->GetFailed(), 1, "that which could not start");
        NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(10)), -1, "of a host that is gone");
        std::string counters;
        for (const auto& device : helper.GetDevices())
        {
            counters += std::to_string(device->GetSent()) + '/' +
                        std::to_string(device->GetDropped()) + '/' +
                        std::to_string(device->GetQueuedPackets()) + ' ';
        }
        Simulator::Destroy();
        std::string after;
        for (const auto& device : helper.GetDevices())
        {
            after += std::to_string(device->GetSent()) + '/' +
                     std::to_string(device->GetDropped()) + '/' +
                     std::to_string(device->GetQueuedPackets()) + ' ';
            NS_TEST_EXPECT_MSG_EQ(device->Send(Create<Packet>(100), device->GetBroadcast(), IPV4),
                                  false,
                                  "there is no link any more");
        }
        NS_TEST_EXPECT_MSG_EQ(after, counters, "Destroy changes no counter");
        first = round == 0 ? counters : first;
        NS_TEST_EXPECT_MSG_EQ(counters, first, "the second simulation is the first");
    }
}

/**
 * @ingroup pfabric
 * @brief Suite of attributes, traces and lives.
 */
class PFabricLiveTestSuite : public TestSuite
{
  public:
    PFabricLiveTestSuite();
};

PFabricLiveTestSuite::PFabricLiveTestSuite()
    : TestSuite("pfabric-live", Type::UNIT)
{
    AddTestCase(new PFabricLiveDeviceTest);
    AddTestCase(new PFabricRefusedTest);
    AddTestCase(new PFabricWalkTest);
    AddTestCase(new PFabricMessageTracesTest);
    AddTestCase(new PFabricLifeTest);
}

static PFabricLiveTestSuite g_pfabricLiveTestSuite; //!< registers itself
