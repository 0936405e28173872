/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-log.h"

#include "ns3/drop-tail-queue.h"
#include "ns3/mac48-address.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/servernet-fabric.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-router-settings.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t HEAD = 15; //!< ticks, default of HeadTicks
constexpr uint32_t BODY = 2;  //!< ticks, default of BodyTicks
constexpr uint32_t BOTH = 92; //!< flits of a read or a write of 64 bytes, request and response

} // namespace

/**
 * @ingroup servernet-tests
 * @brief Alone in the network, a packet of N flits takes (H - 1) * Dh + N - 1 + D ticks over H
 * channels (study, section 3.2), and the response follows at once: for every pair of devices.
 */
class ZeroLoadTestCase : public TestCase
{
  public:
    /** @param type of the request */
    explicit ZeroLoadTestCase(ServerNetPacketType type)
        : TestCase(type == SERVERNET_READ_REQUEST ? "Zero-load reads" : "Zero-load writes"),
          m_type(type)
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = ServerNetHelper().Install(ServerNetTopology("tetra-16"));
        const auto& network = ServerNetHelper::GetFabric(devices)->GetNetwork();
        std::vector<SameRequest> requests;
        for (uint32_t to = 0; to < devices.GetN(); ++to)
        {
            requests.emplace_back(to, m_type);
        }
        std::vector<int64_t> expected;
        const Log log(devices);
        for (uint32_t from = 0; from < devices.GetN(); ++from)
        {
            for (uint32_t to = 0; to < devices.GetN(); ++to)
            {
                if (from != to)
                {
                    Simulator::Schedule(Ticks(1000 * expected.size()),
                                        &Offer,
                                        &At(devices, from),
                                        &requests[to]);
                    const uint32_t channels =
                        network.GetPath(from, to).GetSize() + network.GetPath(to, from).GetSize();
                    expected.push_back((channels - 2) * HEAD + BOTH - 2 + 2 * BODY);
                }
            }
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(log.twoWay.size(), 120 * 119, "every pair");
        NS_TEST_EXPECT_MSG_EQ((log.twoWay == expected), true, "two-way times");
        CheckConservation(devices);
        Simulator::Destroy();
    }

    ServerNetPacketType m_type; //!< of the request
};

/**
 * @ingroup servernet-tests
 * @brief Forty requests at once: as many as the limit begin, the others when a response has come,
 * or never.
 */
class WindowTestCase : public TestCase
{
  public:
    /** @param limit MaxOutstanding @param drops whether LimitMode is Drop */
    WindowTestCase(uint32_t limit, bool drops)
        : TestCase("A window of " + std::to_string(limit) + (drops ? " drops" : " defers")),
          m_limit(limit),
          m_drops(drops)
    {
    }

  private:
    static constexpr uint32_t OFFERED = 40; //!< requests

    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(m_limit));
        helper.SetDeviceAttribute("LimitMode", StringValue(m_drops ? "Drop" : "Defer"));
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        SameRequest request(1, SERVERNET_READ_REQUEST);
        const Log log(devices);
        auto& device = At(devices, 0);
        Simulator::Schedule(Ticks(5), [this, &device, &request] {
            for (uint32_t i = 0; i < OFFERED; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(device.OfferRequest(request), (i < m_limit), "begun " << i);
            }
            NS_TEST_EXPECT_MSG_EQ(device.GetOutstanding(), m_limit, "outstanding");
            NS_TEST_EXPECT_MSG_EQ(device.GetDeferred(), (m_drops ? 0 : OFFERED - m_limit), "wait");
        });
        Simulator::Run();
        const uint32_t made = m_drops ? m_limit : OFFERED;
        NS_TEST_EXPECT_MSG_EQ(device.GetDrops(ServerNetNetDevice::WINDOW_FULL).number,
                              OFFERED - made,
                              "dropped");
        NS_TEST_EXPECT_MSG_EQ(log.created.size(), made, "made");
        NS_TEST_EXPECT_MSG_EQ(log.done.size(), made, "done");
        NS_TEST_EXPECT_MSG_EQ(device.GetOutstanding() + device.GetDeferred(), 0, "left");
        for (uint32_t i = 0; i < made; ++i)
        {
            const int64_t expected = i < m_limit ? 5 : log.done[i - m_limit];
            NS_TEST_EXPECT_MSG_EQ(log.created[i], expected, "created when a slot was free, " << i);
        }
        CheckConservation(devices);
        Simulator::Destroy();
    }

    uint32_t m_limit; //!< MaxOutstanding
    bool m_drops;     //!< LimitMode is Drop
};

/**
 * @ingroup servernet-tests
 * @brief What the helper does not take is a sentence.
 */
class WrongInputTestCase : public TestCase
{
  public:
    WrongInputTestCase()
        : TestCase("Wrong input")
    {
    }

  private:
    /** @param action what to do @param word that its sentence has */
    template <typename Action>
    void Expect(Action action, const std::string& word)
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
        NS_TEST_EXPECT_MSG_EQ((sentence.find(word) != std::string::npos),
                              true,
                              "'" << sentence << "' for " << word);
    }

    void DoRun() override
    {
        ServerNetHelper helper;
        Expect([&] { helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(17)); }, "4 bits");
        Expect([&] { helper.SetDeviceAttribute("MaxOutstandig", UintegerValue(7)); },
               "MaxOutstanding");
        Expect([&] { helper.SetFabricAttribute("FifoFlits", UintegerValue(1)); }, "FifoFlits");
        Expect([&] { helper.SetDeviceAttribute("LimitMode", StringValue("Forget")); }, "Defer");
        const auto one = ServerNetTopology("single-router");
        Expect([&] { helper.Install(NodeContainer(2), one); }, "nodes");
        Expect([&] { helper.Install(one, ServerNetTopology("tetra-8")); }, "fabric Y");
        const StringValue wrong("ns3::ServerNetFairArbiter");
        Expect([&] { helper.SetFabricAttribute("Arbiter", wrong); }, "ServerNetFairArbiter");
        Expect([&] { helper.SetRouterAttribute("Arbiter", wrong); }, "ServerNetFairArbiter");
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief Nodes of devices come first, in the order of the topology, then those of the routers, X
 * before Y. Attributes go to all devices or to those of a kind, and later calls win.
 */
class ServerNetInstallTestCase : public TestCase
{
  public:
    ServerNetInstallTestCase()
        : TestCase("Nodes, addresses and attributes of Install")
    {
    }

  private:
    /** @param device of a fabric @param most expected value of MaxOutstanding */
    void ExpectMost(ServerNetNetDevice& device, uint32_t most)
    {
        NS_TEST_EXPECT_MSG_EQ(device.GetMaxOutstanding(), most, device.GetNumber());
    }

    void DoRun() override
    {
        // Device 1 is the one of kind io; the routers stand before and between the devices.
        const auto topology = ReadText("router r\ndevice a kind=cpu\nrouter s\n"
                                       "device b kind=io\ndevice c kind=cpu\n"
                                       "link r s\nlink a r\nlink b s\nlink c s\n");
        const auto other = ReadText("router r\ndevice d[0..2]\nlink d[0..2] r\n");
        ServerNetHelper helper;
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(3));
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(2), "io");
        helper.SetRouterAttribute("Arbiter", StringValue("ns3::ServerNetFirstComeArbiter"));
        auto devices = helper.Install(topology, other);
        NS_TEST_ASSERT_MSG_EQ(devices.GetN(), 3, "devices");
        NS_TEST_ASSERT_MSG_EQ(helper.GetRouters().GetN(), 3, "two routers of X and one of Y");
        for (uint32_t i = 0; i < 3; ++i)
        {
            const std::string number = "0" + std::to_string(i);
            NS_TEST_EXPECT_MSG_EQ(devices.Get(i)->GetNode()->GetId(), i, "node of a device");
            NS_TEST_EXPECT_MSG_EQ(At(devices, i).GetNumber(), i, "number");
            NS_TEST_EXPECT_MSG_EQ(helper.GetRouters().Get(i)->GetId(), 3 + i, "node of a router");
            NS_TEST_EXPECT_MSG_EQ(Mac48Address::ConvertFrom(devices.Get(i)->GetAddress()),
                                  Mac48Address(("02:53:00:00:00:" + number).c_str()),
                                  "of channel 0");
            StringValue arbiter;
            helper.GetRouters().Get(i)->GetObject<ServerNetRouterSettings>()->GetAttribute(
                "Arbiter",
                arbiter);
            NS_TEST_EXPECT_MSG_EQ(arbiter.Get(), "ns3::ServerNetFirstComeArbiter", "of router");
            ExpectMost(At(devices, i), i == 1 ? 2 : 3);
        }
        const auto x = ServerNetHelper::GetFabric(devices, 0);
        NS_TEST_EXPECT_MSG_EQ((devices.Get(2)->GetChannel() == x), true, "the channel is X");
        NS_TEST_EXPECT_MSG_EQ(ServerNetHelper::GetFabric(devices, 1)->GetNDevices(), 3, "Y");

        NodeContainer given(3);
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(5));
        devices = helper.Install(given, topology);
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((devices.Get(i)->GetNode() == given.Get(i)), true, "as given");
            ExpectMost(At(devices, i), 5);
        }
        NS_TEST_EXPECT_MSG_EQ(helper.GetRouters().GetN(), 2, "those of the last Install");
        NS_TEST_EXPECT_MSG_EQ(helper.GetRouters().Get(0)->GetId(), 6 + 3, "behind the given ones");
        NS_TEST_EXPECT_MSG_EQ(!ServerNetHelper::GetFabric(devices, 1), true, "no Y");
        NS_TEST_EXPECT_MSG_EQ(Mac48Address::ConvertFrom(devices.Get(2)->GetAddress()),
                              Mac48Address("02:53:00:02:00:02"),
                              "X and Y were channels 0 and 1");
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief What Install refuses is said in a sentence, and the helper goes on.
 */
class ServerNetInstallRefusalTestCase : public TestCase
{
  public:
    ServerNetInstallRefusalTestCase()
        : TestCase("Topologies and nodes that Install refuses")
    {
    }

  private:
    void DoRun() override
    {
        const std::string pair = "router r\ndevice a\ndevice b\nlink a r\n";
        const std::string routers = "router r[0..1]\ndevice a[0..1]\nlink a[0..1] r[0..1]\n";
        const std::vector<std::pair<std::string, std::string>> mistakes{
            {"router r\ndevice a\nlink a r\n", "has 1 devices; at least 2 are needed"},
            {"router r\n", "has 0 devices; at least 2 are needed"},
            {pair, "device 'b' has 0 links; a device has one"},
            {pair + "link b r\nlink b r\n", "device 'b' has 2 links; a device has one"},
            {pair + "link b r:6\n", "router 'r' uses port 6; a router has ports 0 to 5"},
            {routers, "'a1' cannot reach 'a0', since there is no route"},
            {pair + "link b r\ndisable r 1 0\n", "'b' cannot reach 'a', since it meets a path"},
            {routers + "link r0 r1\nroute r1 a0 1\nroute r[0..1] a1 1\n",
             "'a0' cannot reach 'a1', since it goes round in circles"},
            {pair + "link b r speed=3\n", "attribute 'speed' of link"},
            {pair + "link b r\ndevice c depth=3\nlink c r\n", "attribute 'depth'"},
            {pair + "link b r fifo=3\n", "on channel b:0>r:1 the FIFO holds 3 flits"},
            {pair + "link b r fifo=1000001\n", "the FIFO holds 1000001 flits"},
            {pair + "link b r head=1\n", "the head latency is 1 ticks; allowed is the body lat"},
            {pair + "link b r credit=0\n", "the credit latency is 0 ticks; allowed are 1 to"},
            {pair + "link b r refill=1000001\n", "the refill latency is 1000001 ticks"},
            {pair + "link b r body=two\n", "link attribute body is 'two'; allowed is a whole"},
            {"router r[0..3]\ndevice d[0..3]\nlink r[0..3] r[1,2,3,0]\nlink d[0..3] r[0..3]\n"
             "route r[0..3] * r[1,2,3,0]\n",
             "cyclic routing: the channels"},
        };
        ServerNetHelper helper;
        const auto good = ReadText(pair + "link b r\n");
        for (const auto& [text, word] : mistakes)
        {
            const auto wrong = ReadText(text);
            for (const bool y : {false, true})
            {
                const auto sentence =
                    GetSentence([&] { y ? helper.Install(good, wrong) : helper.Install(wrong); });
                NS_TEST_EXPECT_MSG_NE(sentence.find(word),
                                      std::string::npos,
                                      "'" << sentence << "' for " << word);
            }
        }
        for (const uint32_t nodes : {1, 3})
        {
            const auto sentence = GetSentence([&] { helper.Install(NodeContainer(nodes), good); });
            NS_TEST_EXPECT_MSG_EQ(sentence,
                                  "Install of ServerNetHelper has " + std::to_string(nodes) +
                                      " nodes; allowed are as many as the topology has devices, 2",
                                  "nodes");
        }
        NS_TEST_EXPECT_MSG_EQ(helper.Install(good).GetN(), 2, "the helper goes on");
        const auto x = CreateObject<ServerNetFabric>();
        const auto y = CreateObject<ServerNetFabric>();
        y->SetAttribute("Tick", TimeValue(NanoSeconds(10)));
        x->Build(good);
        y->Build(good);
        const auto sentence =
            GetSentence([&] { CreateObject<ServerNetNetDevice>()->Attach(0, x, y); });
        NS_TEST_EXPECT_MSG_NE(
            sentence.find("2 devices and a tick of 10 ns; allowed are those of X"),
            std::string::npos,
            sentence);
        const std::string channel = "channel is 4; allowed is a number below 4";
        NS_TEST_EXPECT_MSG_EQ(GetSentence([&x] { x->SetDown(4, true); }), channel, "SetDown");
        NS_TEST_EXPECT_MSG_EQ(GetSentence([&x] { x->IsDown(4); }), channel, "IsDown");
        NS_TEST_EXPECT_MSG_EQ(GetSentence([&x] { x->GetLinkState(4); }), channel, "GetLinkState");
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief Deferred tells of each change: five requests at a window of two; each response takes one
 * from those that wait, until the rest is withdrawn.
 */
class ServerNetDeferredTestCase : public TestCase
{
  public:
    ServerNetDeferredTestCase()
        : TestCase("The trace Deferred, and requests that are withdrawn")
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(2));
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        auto& device = At(devices, 0);
        SameRequest request(1, SERVERNET_WRITE_REQUEST);
        SameRequest other(2, SERVERNET_WRITE_REQUEST);
        const Log log(devices);
        using Changes = std::vector<std::pair<uint64_t, uint64_t>>;
        Changes told;
        Listen<uint64_t, uint64_t>(devices.Get(0), "Deferred", [&told](uint64_t from, uint64_t to) {
            told.emplace_back(from, to);
        });
        for (uint32_t i = 0; i < 6; ++i)
        {
            Simulator::Schedule(Ticks(5), &Offer, &device, i == 3 ? &other : &request);
        }
        // The first response comes at 5 + 124, the second one 80 ticks or so later.
        Simulator::Schedule(Ticks(140), [&] {
            NS_TEST_EXPECT_MSG_EQ(device.Withdraw(request), 2, "two of three that wait");
            NS_TEST_EXPECT_MSG_EQ(device.Withdraw(request), 0, "none is left");
            NS_TEST_EXPECT_MSG_EQ(device.GetDeferred(), 1, "that of the other source");
        });
        Simulator::Run();
        const Changes expected{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 3}, {3, 1}, {1, 0}};
        NS_TEST_EXPECT_MSG_EQ((told == expected), true, "changes");
        NS_TEST_EXPECT_MSG_EQ(log.done.size(), 4, "the others are done");
        CheckConservation(devices);
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief Attributes have the defaults, and drops the reasons, that the chapter names.
 */
class ServerNetDefaultsTestCase : public TestCase
{
  public:
    ServerNetDefaultsTestCase()
        : TestCase("Defaults that are words, and reasons of drops")
    {
    }

  private:
    void DoRun() override
    {
        // Numbers are compared with the chapter by test/python/test_documents.py.
        const auto device = CreateObject<ServerNetNetDevice>();
        const auto fabric = CreateObject<ServerNetFabric>();
        const std::vector<std::tuple<Ptr<Object>, std::string, std::string>> words{
            {fabric, "Engine", "Event"},
            {fabric, "Arbiter", "ns3::ServerNetRandomArbiter"},
            {CreateObject<ServerNetRouterSettings>(), "Arbiter", ""},
            {device, "LimitMode", "Defer"}};
        for (const auto& [object, name, text] : words)
        {
            StringValue value;
            object->GetAttribute(name, value);
            NS_TEST_EXPECT_MSG_EQ(value.Get(), text, name);
        }
        PointerValue queue;
        device->GetAttribute("TxQueue", queue);
        NS_TEST_EXPECT_MSG_EQ(!queue.Get<DropTailQueue<Packet>>(), false, "a drop-tail queue");
        PointerValue errors;
        device->GetAttribute("ReceiveErrorModel", errors);
        NS_TEST_EXPECT_MSG_EQ(!errors.GetObject(), true, "no error model");
        const std::vector<std::pair<std::string, std::string>> reasons{
            {ServerNetFabric::LINK_DOWN, "link down"},
            {ServerNetNetDevice::WINDOW_FULL, "window full"},
            {ServerNetNetDevice::NO_RESPONSE, "no response"},
            {ServerNetNetDevice::LATE_RESPONSE, "late response"},
            {ServerNetNetDevice::DISPOSED, "disposed"},
            {ServerNetNetDevice::TOO_LONG, "longer than Mtu"},
            {ServerNetNetDevice::NO_LINK, "no link"},
            {ServerNetNetDevice::OWN_ADDRESS, "own address"},
            {ServerNetNetDevice::QUEUE_FULL, "queue full"},
            {ServerNetNetDevice::PIECES_MISSING, "pieces missing"},
            {ServerNetNetDevice::CORRUPT, "corrupt"}};
        for (const auto& [reason, text] : reasons)
        {
            NS_TEST_EXPECT_MSG_EQ(reason, text, "reason of a drop");
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief Transactions of devices.
 */
class ServerNetDeviceTestSuite : public TestSuite
{
  public:
    ServerNetDeviceTestSuite()
        : TestSuite("servernet-device", Type::UNIT)
    {
        AddTestCase(new ZeroLoadTestCase(SERVERNET_READ_REQUEST));
        AddTestCase(new ZeroLoadTestCase(SERVERNET_WRITE_REQUEST));
        for (const uint32_t limit : {1, 2, 8, 16})
        {
            AddTestCase(new WindowTestCase(limit, false));
            AddTestCase(new WindowTestCase(limit, true));
        }
        AddTestCase(new WrongInputTestCase);
        AddTestCase(new ServerNetInstallTestCase);
        AddTestCase(new ServerNetInstallRefusalTestCase);
        AddTestCase(new ServerNetDeferredTestCase);
        AddTestCase(new ServerNetDefaultsTestCase);
    }
};

static ServerNetDeviceTestSuite g_serverNetDeviceTestSuite; //!< the suite
