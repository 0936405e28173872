/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-log.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-destination.h"
#include "ns3/fabric-watchdog.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/servernet-arbiter.h"
#include "ns3/servernet-expected-load.h"
#include "ns3/servernet-fabric.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-link-monitor.h"
#include "ns3/servernet-router-settings.h"
#include "ns3/servernet-topologies.h"
#include "ns3/servernet-transaction-monitor.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Device 0 sends to 2 only, device 1 half as much. */
class UnevenDestinations : public DestinationPattern
{
  private:
    uint32_t DoDraw(uint32_t source, traffic::StreamRandom& /* random */) const override
    {
        return source == 2 ? 0 : 2;
    }

    double DoGetProbability(uint32_t source, uint32_t destination) const override
    {
        if (source == 0)
        {
            return destination == 2 ? 1 : 0;
        }
        return 0.5;
    }
};

/** @return a load of requests only, of which device 0 sends twice as many to device 2 as 1 does
 * @param network with three devices */
ServerNetExpectedLoad
MakeUnevenLoad(const ServerNetNetwork& network)
{
    const auto pattern = CreateObject<UnevenDestinations>();
    pattern->SetDevices(3);
    return ServerNetExpectedLoad(network, *pattern, 1, 0);
}

} // namespace

/**
 * @ingroup servernet-tests
 * @brief Packets of 80 flits arrive in both fabrics 96 ticks after they are sent. Whatever was
 * pending for that tick comes before their traces, and finds them counted; then all of X is told,
 * by destination, and then Y.
 */
class ServerNetDeliveryOrderTestCase : public TestCase
{
  public:
    /** @param engine attribute Engine */
    explicit ServerNetDeliveryOrderTestCase(const std::string& engine)
        : TestCase("Traces within a tick, engine " + engine),
          m_engine(engine)
    {
    }

  private:
    void DoRun() override
    {
        constexpr int64_t ARRIVAL = 100 + 15 + 79 + 2;
        ServerNetHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(m_engine));
        const auto topology = ServerNetTopology("single-router");
        const auto devices = helper.Install(topology, topology);
        const Ptr<ServerNetFabric> fabrics[] = {ServerNetHelper::GetFabric(devices, 0),
                                                ServerNetHelper::GetFabric(devices, 1)};
        std::string told;
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            Listen<Ptr<const Packet>>(devices.Get(i), "PhyRxEnd", [&told, i](const auto&) {
                if (Simulator::Now() == Ticks(ARRIVAL))
                {
                    told += "device" + std::to_string(i) + " ";
                }
            });
        }
        for (const uint32_t path : {1, 0})
        {
            Listen<const ServerNetPacket&, int64_t>(
                fabrics[path],
                "Delivered",
                [&told, path](const auto& packet, int64_t tick) {
                    if (tick == ARRIVAL)
                    {
                        told += (path == 0 ? "X" : "Y") + std::to_string(packet.destination) + " ";
                    }
                });
        }
        for (const std::string name : {"first", "second"})
        {
            Simulator::Schedule(Ticks(ARRIVAL), [this, &told, name, x = fabrics[0]] {
                NS_TEST_EXPECT_MSG_EQ(x->GetDelivered(), 2, "counted before " << name);
                told += name + " ";
            });
        }
        const auto send = [&fabrics](uint8_t path, uint32_t source, uint32_t destination) {
            Simulator::Schedule(Ticks(100), [=, fabric = fabrics[path]] {
                ServerNetPacket packet;
                packet.source = source;
                packet.destination = destination;
                packet.type = SERVERNET_WRITE_REQUEST;
                packet.path = path;
                packet.bytes = ServerNetPacket::MOST_DATA;
                fabric->Send(packet);
            });
        };
        send(1, 0, 1);
        send(0, 5, 3);
        send(0, 4, 2);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(told, "first second X2 device2 X3 device3 Y1 device1 ", "order");
        Simulator::Destroy();
    }

    std::string m_engine; //!< attribute Engine
};

/**
 * @ingroup servernet-tests
 * @brief A request of the tick of a delivery finds the slot that the delivery frees, also if it was
 * scheduled before; a tick earlier there is none.
 */
class ServerNetSlotOrderTestCase : public TestCase
{
  public:
    /** @param engine attribute Engine */
    explicit ServerNetSlotOrderTestCase(const std::string& engine)
        : TestCase("Requests follow deliveries, engine " + engine),
          m_engine(engine)
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(m_engine));
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(1));
        helper.SetDeviceAttribute("LimitMode", StringValue("Drop"));
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        SameRequest request(1, SERVERNET_WRITE_REQUEST);
        const Log log(devices);
        // A write takes 15 + 79 + 2 ticks there and 15 + 11 + 2 back.
        for (const int64_t tick : {5 + 124, 5 + 123, 5})
        {
            Simulator::Schedule(Ticks(tick), &Offer, &At(devices, 0), &request);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((log.created == std::vector<int64_t>{5, 129}), true, "made");
        NS_TEST_EXPECT_MSG_EQ(At(devices, 0).GetDrops(ServerNetNetDevice::WINDOW_FULL).number,
                              1,
                              "a tick too early");
        Simulator::Destroy();
    }

    std::string m_engine; //!< attribute Engine
};

/**
 * @ingroup servernet-tests
 * @brief Two responses wait for one link while a packet of a third device holds it. The one that
 * comes later answers the older request: oldest first takes it first, first come the other one.
 *
 * A read request of tick t arrives at t + 15 + 15 + 2. Its response asks for the link Dh = 15 ticks
 * after ServiceTime: at 10 + 32 + 1000 + 15 = 1057 and 500 + 32 + 500 + 15 = 1047. The write of
 * tick 1020 has the link from 1035 to 1114. Then a response of 76 flits has it from 1115 to 1190
 * and the other one from 1191 to 1266; they arrive two ticks later.
 */
class ServerNetAgeTestCase : public TestCase
{
  public:
    /** @param arbiter attribute Arbiter @param oldest whether the older request is answered first
     */
    ServerNetAgeTestCase(const std::string& arbiter, bool oldest)
        : TestCase("The age of a response, " + arbiter),
          m_arbiter(arbiter),
          m_oldest(oldest)
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetFabricAttribute("Arbiter", StringValue(m_arbiter));
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        devices.Get(1)->SetAttribute("ServiceTime", TimeValue(Ticks(1000)));
        devices.Get(2)->SetAttribute("ServiceTime", TimeValue(Ticks(500)));
        std::map<uint32_t, int64_t> arrivals; // of responses, by source
        Listen<const ServerNetPacket&, int64_t>(ServerNetHelper::GetFabric(devices),
                                                "Delivered",
                                                [&arrivals](const auto& packet, int64_t tick) {
                                                    if (packet.type == SERVERNET_READ_RESPONSE)
                                                    {
                                                        arrivals[packet.source] = tick;
                                                    }
                                                });
        SameRequest older(1, SERVERNET_READ_REQUEST);
        SameRequest younger(2, SERVERNET_READ_REQUEST);
        SameRequest write(0, SERVERNET_WRITE_REQUEST);
        Simulator::Schedule(Ticks(10), &Offer, &At(devices, 0), &older);
        Simulator::Schedule(Ticks(500), &Offer, &At(devices, 0), &younger);
        Simulator::Schedule(Ticks(1020), &Offer, &At(devices, 3), &write);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrivals[1], (m_oldest ? 1192 : 1268), "to the older request");
        NS_TEST_EXPECT_MSG_EQ(arrivals[2], (m_oldest ? 1268 : 1192), "to the younger request");
        Simulator::Destroy();
    }

    std::string m_arbiter; //!< attribute Arbiter
    bool m_oldest;         //!< the older request is answered first
};

/**
 * @ingroup servernet-tests
 * @brief SetTraffic of a fabric gives each arbiter what is expected from its inputs. Two devices
 * always contend for the link of a third, since RefillTicks is 1. With the biases 2 and 1 the A are
 * 0 0, -1 1, 1 -1 and then 0 0 again, so that the winners are 0, 1, 0; with equal ones both take
 * turns.
 */
class ServerNetSetTrafficTestCase : public TestCase
{
  public:
    /** @param traffic whether SetTraffic is called @param uses attribute UseTraffic */
    ServerNetSetTrafficTestCase(bool traffic, bool uses)
        : TestCase(std::string("Expected traffic ") + (traffic ? "given" : "not given") +
                   (uses ? " and used" : " and not used")),
          m_traffic(traffic),
          m_uses(uses)
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetFabricAttribute("RefillTicks", UintegerValue(1));
        helper.SetFabricAttribute("Arbiter",
                                  StringValue("ns3::ServerNetBiasedAluArbiter[UseTraffic=" +
                                              std::to_string(m_uses) + "]"));
        const auto devices = helper.Install(ReadText("router r\ndevice d[0..2]\nlink d[0..2] r\n"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        if (m_traffic)
        {
            fabric->SetTraffic(MakeUnevenLoad(fabric->GetNetwork()));
        }
        std::vector<uint32_t> winners;
        Listen<const ServerNetPacket&, int64_t>(fabric,
                                                "Delivered",
                                                [&winners](const auto& packet, int64_t) {
                                                    if (packet.destination == 2)
                                                    {
                                                        winners.push_back(packet.source);
                                                    }
                                                });
        SameRequest request(2, SERVERNET_WRITE_REQUEST);
        for (uint32_t i = 0; i < 20; ++i)
        {
            Simulator::Schedule(Ticks(1), &Offer, &At(devices, 1), &request);
            Simulator::Schedule(Ticks(1), &Offer, &At(devices, 0), &request);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(winners.size(), 40, "all arrive");
        winners.resize(12);
        const auto expected = m_traffic && m_uses
                                  ? std::vector<uint32_t>{0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0}
                                  : std::vector<uint32_t>{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
        NS_TEST_EXPECT_MSG_EQ((winners == expected), true, "order of the packets");
        Simulator::Destroy();
    }

    bool m_traffic; //!< SetTraffic is called
    bool m_uses;    //!< attribute UseTraffic
};

/**
 * @ingroup servernet-tests
 * @brief Arbiter and Engine, of the fabric and of its routers, are taken until the simulation
 * starts or something needs the engine; the other attributes of a fabric until Build.
 */
class ServerNetFrozenTestCase : public TestCase
{
  public:
    ServerNetFrozenTestCase()
        : TestCase("Attributes that cannot act any more are refused")
    {
    }

  private:
    using Fabric = Ptr<ServerNetFabric>; //!< X

    /** @param name of a call @param call that needs the engine, or not @param freezes whether it
     * does */
    void Freeze(const std::string& name,
                const std::function<void(const NetDeviceContainer&, Fabric)>& call,
                bool freezes = true)
    {
        ServerNetHelper helper;
        const auto devices = helper.Install(ReadText("router r\ndevice d[0..2]\nlink d[0..2] r\n"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        const auto settings = helper.GetRouters().Get(0)->GetObject<ServerNetRouterSettings>();
        const auto expect = [&](bool taken, const std::string& choice, const std::string& engine) {
            const StringValue arbiter("ns3::ServerNet" + choice + "Arbiter");
            NS_TEST_EXPECT_MSG_EQ(Takes(fabric, "Arbiter", arbiter), taken, name);
            NS_TEST_EXPECT_MSG_EQ(Takes(fabric, "Engine", StringValue(engine)), taken, name);
            NS_TEST_EXPECT_MSG_EQ(Takes(settings, "Arbiter", arbiter), taken, name);
            NS_TEST_EXPECT_MSG_EQ(GetSentence([&] { fabric->SetRouter(0, settings); }).empty(),
                                  taken,
                                  name);
        };
        expect(true, "FirstCome", "Flit");
        call(devices, fabric);
        expect(!freezes, "RoundRobin", "Event"); // other values: its own one is always taken
        Simulator::Destroy();
    }

    void DoRun() override
    {
        SameRequest request(2, SERVERNET_WRITE_REQUEST);
        const auto monitor = CreateObject<ServerNetLinkMonitor>();
        Freeze("AssignStreams", [](const auto&, Fabric fabric) { fabric->AssignStreams(1); });
        Freeze("SetTraffic", [](const auto&, Fabric fabric) {
            fabric->SetTraffic(MakeUnevenLoad(fabric->GetNetwork()));
        });
        Freeze("SetDown", [](const auto&, Fabric fabric) { fabric->SetDown(0, true); });
        Freeze("GetLinkState", [](const auto&, Fabric fabric) { fabric->GetLinkState(0); });
        Freeze("OfferRequest",
               [&request](const auto& devices, Fabric) { At(devices, 0).OfferRequest(request); });
        Freeze("Send", [](const auto& devices, Fabric) {
            devices.Get(0)->Send(Create<Packet>(100), devices.Get(1)->GetAddress(), 0x88b5);
        });
        Freeze("start", [](const auto&, Fabric) { Simulator::Run(); });
        Freeze("Watch", [&monitor](const auto&, Fabric fabric) { monitor->Watch(fabric); }, false);
        Freeze("Start of a monitor", [](const auto&, Fabric fabric) {
            const auto other = CreateObject<ServerNetLinkMonitor>();
            other->Watch(fabric);
            other->Start();
        });

        const auto fabric = CreateObject<ServerNetFabric>();
        const std::map<std::string, std::pair<std::string, std::string>> values{
            {"Tick", {"10ns", "11ns"}},
            {"FifoFlits", {"99", "98"}},
            {"HeadTicks", {"16", "17"}},
            {"BodyTicks", {"3", "4"}},
            {"CreditTicks", {"4", "5"}},
            {"RefillTicks", {"5", "6"}},
            {"AllowCyclicRoutes", {"true", "false"}}};
        for (const bool built : {false, true})
        {
            for (const auto& [name, texts] : values)
            {
                const StringValue value(built ? texts.second : texts.first);
                NS_TEST_EXPECT_MSG_EQ(Takes(fabric, name, value), !built, name);
            }
            const PointerValue watchdog(CreateObject<fabric::ProgressWatchdog>());
            NS_TEST_EXPECT_MSG_EQ(Takes(fabric, "Watchdog", watchdog), false, "read-only");
            if (!built)
            {
                fabric->Build(ServerNetTopology("single-router"));
            }
        }

        NS_TEST_EXPECT_MSG_EQ(Takes(monitor, "Blame", BooleanValue(true)), false, "after Watch");
        NS_TEST_EXPECT_MSG_EQ(
            Takes(CreateObject<ServerNetLinkMonitor>(), "Blame", BooleanValue(true)),
            true,
            "before");
        for (const auto& [type, name, first, second] :
             {std::tuple{"BiasedAlu", "UseTraffic", "false", "true"},
              std::tuple{"TwoLevel", "Modulus", "8", "9"}})
        {
            const auto arbiter = burst::CreateFromText<ServerNetArbiter>(
                std::string("ns3::ServerNet") + type + "Arbiter");
            NS_TEST_EXPECT_MSG_EQ(Takes(arbiter, name, StringValue(first)), true, name);
            arbiter->SetTraffic(std::vector<double>(6, 1));
            NS_TEST_EXPECT_MSG_EQ(Takes(arbiter, name, StringValue(second)), false, name);
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief What is called again, too late or too early is refused and changes nothing: Build, what is
 * drawn or expected from the start on, and the monitors, which count once.
 */
class ServerNetLateCallsTestCase : public TestCase
{
  public:
    ServerNetLateCallsTestCase()
        : TestCase("Calls again, too late and too early are refused")
    {
    }

  private:
    /** @param action that is refused @param begin of the sentence */
    void Refuse(const std::function<void()>& action, const std::string& begin)
    {
        const auto sentence = GetSentence(action);
        NS_TEST_EXPECT_MSG_EQ(sentence.rfind(begin, 0), 0, "'" << sentence << "' for " << begin);
    }

    /** @tparam Monitor class @param name of it @param fabric to watch @return one that watches */
    template <typename Monitor>
    Ptr<Monitor> Watch(const std::string& name, Ptr<ServerNetFabric> fabric)
    {
        const auto monitor = CreateObject<Monitor>();
        Refuse([&] { monitor->Start(); }, "Start() of " + name + " before Watch()");
        Refuse([&] { monitor->Stop(); }, "Stop() of " + name + " before Watch()");
        if constexpr (std::is_same_v<Monitor, ServerNetTransactionMonitor>)
        {
            const auto bare = CreateObject<ServerNetFabric>();
            bare->Build(ServerNetTopology("single-router"));
            Refuse([&] { monitor->Watch(bare); }, "Watch() of " + name + " before device 0 is");
        }
        else
        {
            monitor->SetAttribute("Blame", BooleanValue(true));
        }
        monitor->Watch(fabric);
        Refuse([&] { monitor->Watch(fabric); }, "Watch() of " + name + " is called again");
        return monitor;
    }

    void DoRun() override
    {
        const auto topology = ReadText("router r\ndevice d[0..2]\nlink d[0..2] r\n");
        const auto devices = ServerNetHelper().Install(topology);
        const auto fabric = ServerNetHelper::GetFabric(devices);
        const auto twice = CreateObject<ServerNetFabric>();
        twice->Build(topology);
        Refuse([&] { twice->Build(ServerNetTopology("single-router")); },
               "a ServerNetFabric is built twice");
        NS_TEST_EXPECT_MSG_EQ(twice->GetNetwork().GetDeviceCount(), 3, "as it was");
        const auto load = MakeUnevenLoad(fabric->GetNetwork());
        const auto links = Watch<ServerNetLinkMonitor>("ServerNetLinkMonitor", fabric);
        const auto transactions =
            Watch<ServerNetTransactionMonitor>("ServerNetTransactionMonitor", fabric);
        Simulator::Schedule(Ticks(1), [&] {
            Refuse([&] { fabric->SetTraffic(load); }, "SetTraffic() of a ServerNetFabric in a");
            Refuse([&] { fabric->AssignStreams(1); }, "AssignStreams() of a ServerNetFabric in a");
            links->Start();
            transactions->Start();
        });
        SameRequest request(2, SERVERNET_WRITE_REQUEST); // one of both stalls
        Simulator::Schedule(Ticks(5), &Offer, &At(devices, 0), &request);
        Simulator::Schedule(Ticks(5), &Offer, &At(devices, 1), &request);
        Simulator::Schedule(Ticks(1000), [&] {
            links->Stop();
            transactions->Stop();
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(transactions->GetTransactions(), 2, "each is counted once");
        int64_t stalled = 0;
        for (uint32_t channel = 0; channel < fabric->GetNetwork().GetChannels().size(); ++channel)
        {
            stalled += links->GetState(channel).stalled;
        }
        int64_t blamed = 0;
        for (const auto& row : links->GetBlame())
        {
            blamed = std::accumulate(row.begin(), row.end(), blamed);
        }
        NS_TEST_EXPECT_MSG_GT(stalled, 0, "one waits for the other");
        NS_TEST_EXPECT_MSG_EQ(blamed, stalled, "each tick is blamed once");
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief What happens between two ticks belongs to the next one: a request, and a response after
 * ServiceTime. TwoWayTime is the whole ticks as a Time.
 */
class ServerNetWholeTicksTestCase : public TestCase
{
  public:
    /** @param tick attribute Tick, ns */
    explicit ServerNetWholeTicksTestCase(int64_t tick)
        : TestCase("Whole ticks of " + std::to_string(tick) + " ns"),
          m_tick(tick)
    {
    }

  private:
    void DoRun() override
    {
        const auto ns = [](int64_t time) { return NanoSeconds(time); };
        ServerNetHelper helper;
        helper.SetFabricAttribute("Tick", TimeValue(ns(m_tick)));
        helper.SetDeviceAttribute("ServiceTime", TimeValue(ns(m_tick + 1))); // two ticks
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        const std::vector<std::pair<int64_t, int64_t>> times{{0, 0},
                                                             {1, 1},
                                                             {m_tick - 1, 1},
                                                             {m_tick, 1},
                                                             {m_tick + 1, 2}};
        for (const auto& [time, present] : times)
        {
            Simulator::Schedule(ns(time), [this, fabric, time = time, present = present] {
                NS_TEST_EXPECT_MSG_EQ(fabric->GetTick(), present, "at " << time);
                NS_TEST_EXPECT_MSG_EQ(fabric->GetPastTicks(), time / m_tick, "at " << time);
            });
        }
        const Log log(devices);
        std::vector<Time> twoWay;
        Listen<Time>(devices.Get(0), "TwoWayTime", [&twoWay](Time time) {
            twoWay.push_back(time);
        });
        SameRequest request(1, SERVERNET_WRITE_REQUEST);
        Simulator::Schedule(ns(5 * m_tick), &Offer, &At(devices, 0), &request);
        Simulator::Schedule(ns(1005 * m_tick + 1), &Offer, &At(devices, 0), &request);
        Simulator::Run();
        // 15 + 79 + 2 ticks there, two of service, 15 + 11 + 2 back.
        NS_TEST_EXPECT_MSG_EQ((log.created == std::vector<int64_t>{5, 1006}), true, "created");
        NS_TEST_EXPECT_MSG_EQ((log.twoWay == std::vector<int64_t>{126, 126}), true, "ticks");
        NS_TEST_EXPECT_MSG_EQ((twoWay == std::vector<Time>(2, ns(126 * m_tick))), true, "times");
        NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), ns((1006 + 126) * m_tick), "the last delivery");
        Simulator::Destroy();
    }

    int64_t m_tick; //!< ns
};

/**
 * @ingroup servernet-tests
 * @brief Packets are held and no event is left: as the fabric may go on when it is asked, the
 * second look of the watchdog ends the run.
 */
class ServerNetSecondLookTestCase : public TestCase
{
  public:
    ServerNetSecondLookTestCase()
        : TestCase("A deadlock without other events is named at the second look")
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetFabricAttribute("AllowCyclicRoutes", BooleanValue(true));
        const auto devices = helper.Install(ReadText("router r[0..3] ports=6\n"
                                                     "device d[0..3]\n"
                                                     "link r[0..3]:1 r[1,2,3,0]:2\n"
                                                     "link d[0..3] r[0..3]\n"
                                                     "route r[0..3] * 1\n"));
        std::vector<SameRequest> requests;
        for (const uint32_t to : {2, 3, 0, 1})
        {
            requests.emplace_back(to, SERVERNET_WRITE_REQUEST);
        }
        for (uint32_t from = 0; from < 4; ++from)
        {
            Simulator::Schedule(Ticks(1), &Offer, &At(devices, from), &requests[from]);
        }
        std::string sentence;
        try
        {
            Simulator::Run();
        }
        catch (const std::runtime_error& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(
            sentence.rfind("no progress at 20000020 ns with 4 held and no event left; ", 0),
            0,
            "'" << sentence << "'");
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief What comes first: of one tick, by age, by expected traffic, and before the engine is made.
 */
class ServerNetOrderTestSuite : public TestSuite
{
  public:
    ServerNetOrderTestSuite()
        : TestSuite("servernet-order", Type::UNIT)
    {
        for (const std::string engine : {"Event", "Flit"})
        {
            AddTestCase(new ServerNetDeliveryOrderTestCase(engine));
            AddTestCase(new ServerNetSlotOrderTestCase(engine));
        }
        AddTestCase(new ServerNetAgeTestCase("ns3::ServerNetOldestFirstArbiter", true));
        AddTestCase(new ServerNetAgeTestCase("ns3::ServerNetFirstComeArbiter", false));
        AddTestCase(new ServerNetSetTrafficTestCase(true, true));
        AddTestCase(new ServerNetSetTrafficTestCase(true, false));
        AddTestCase(new ServerNetSetTrafficTestCase(false, true));
        AddTestCase(new ServerNetFrozenTestCase);
        AddTestCase(new ServerNetLateCallsTestCase);
        AddTestCase(new ServerNetWholeTicksTestCase(20));
        AddTestCase(new ServerNetWholeTicksTestCase(7));
        AddTestCase(new ServerNetSecondLookTestCase);
    }
};

static ServerNetOrderTestSuite g_serverNetOrderTestSuite; //!< the suite
