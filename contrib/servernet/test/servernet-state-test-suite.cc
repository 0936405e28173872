/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-log.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-request-application.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Runs on after each exception. @return their number */
uint32_t
RunOn()
{
    for (uint32_t caught = 0;; ++caught)
    {
        try
        {
            Simulator::Run();
            return caught;
        }
        catch (const std::exception&)
        {
        }
    }
}

} // namespace

/**
 * @ingroup servernet-tests
 * @brief First come, first served by the lowest input, and an exception for every third question.
 */
class ThrowingArbiter : public ServerNetArbiter
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ThrowingArbiter")
                                .SetParent<ServerNetArbiter>()
                                .AddConstructor<ThrowingArbiter>();
        return tid;
    }

    static uint32_t s_every;     //!< question is answered by an exception; 0 for none
    static uint32_t s_questions; //!< so far

  private:
    std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) override
    {
        if (s_every > 0 && ++s_questions % s_every == 0)
        {
            throw std::runtime_error("no choice");
        }
        return 0;
    }
};

uint32_t ThrowingArbiter::s_every = 0;
uint32_t ThrowingArbiter::s_questions = 0;

NS_OBJECT_ENSURE_REGISTERED(ThrowingArbiter);

/**
 * @ingroup servernet-tests
 * @brief A run ends with its last event, whoever watches: the tick at which the last response is
 * delivered, 15 + 90 + 4 ticks a packet and its way and 1000 of service behind the request.
 */
class EndTestCase : public TestCase
{
  public:
    EndTestCase()
        : TestCase("A run ends when its last packet is there")
    {
    }

  private:
    void DoRun() override
    {
        for (const int64_t timeout : {0, 500'000})
        {
            ServerNetHelper helper;
            helper.SetDeviceAttribute("Timeout", TimeValue(Ticks(timeout)));
            helper.SetDeviceAttribute("ServiceTime", TimeValue(Ticks(1000)));
            const auto topology = ServerNetTopology("single-router");
            const auto devices = helper.Install(topology, topology);
            SameRequest request(1, SERVERNET_WRITE_REQUEST);
            Simulator::Schedule(Ticks(7), &Offer, &At(devices, 0), &request);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Ticks(7 + 1124), "Timeout " << timeout);
            // So that the next run finds the fabric watched as the first one did.
            Simulator::Schedule(Ticks(5), &Offer, &At(devices, 0), &request);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(Simulator::Now(), Ticks(12 + 2 * 1124), "again");
            Simulator::Destroy();
        }
    }
};

/**
 * @ingroup servernet-tests
 * @brief A time-out that is set to 0 holds for no request any more; one that is set to another time
 * for those that are sent from then on. A response comes 1124 ticks after its request.
 */
class NeverTestCase : public TestCase
{
  public:
    NeverTestCase()
        : TestCase("Timeout changes while requests are outstanding")
    {
    }

  private:
    void DoRun() override
    {
        for (const int64_t later : {0, 600})
        {
            ServerNetHelper helper;
            helper.SetDeviceAttribute("Timeout", TimeValue(Ticks(500)));
            helper.SetDeviceAttribute("ServiceTime", TimeValue(Ticks(1000)));
            const auto devices = helper.Install(ServerNetTopology("single-router"));
            auto& device = At(devices, 0);
            SameRequest request(1, SERVERNET_WRITE_REQUEST);
            const Log log(devices);
            for (const int64_t tick : {7, 9, 12})
            {
                Simulator::Schedule(Ticks(tick), &Offer, &device, &request);
            }
            Simulator::Schedule(Ticks(100),
                                [&device] { device.SetAttribute("Timeout", TimeValue(Time(0))); });
            Simulator::Schedule(Ticks(200), [&device, later] {
                device.SetAttribute("Timeout", TimeValue(Ticks(later)));
            });
            Simulator::Schedule(Ticks(2000), &Offer, &device, &request);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(log.timeouts, (later == 0 ? 0 : 1), "of the fourth, if any");
            NS_TEST_EXPECT_MSG_EQ(log.done.size(), 4, "all are answered");
            NS_TEST_EXPECT_MSG_EQ(ServerNetHelper::GetFabric(devices)->GetInjected(),
                                  (later == 0 ? 8 : 10),
                                  "and sent once, but for the fourth");
            NS_TEST_EXPECT_MSG_EQ(device.GetOutstanding(), 0, "none is left");
            CheckConservation(devices);
            Simulator::Destroy();
        }
    }
};

/**
 * @ingroup servernet-tests
 * @brief Whoever throws, the simulation can go on: every request that was offered is made, and all
 * that was injected is delivered.
 */
class ExceptionTestCase : public TestCase
{
  public:
    /** @param who throws: a trace source, "Draw", "Arbiter", "Send" (a sink of TailStarted) or
     * "Wrong" (a request that cannot be) @param engine attribute Engine */
    ExceptionTestCase(const std::string& who, const std::string& engine)
        : TestCase("An exception of " + who + ", engine " + engine),
          m_who(who),
          m_engine(engine)
    {
    }

  private:
    /** Writes to the first device, and throws for each seventh request. */
    class Source : public ServerNetRequestSource
    {
      public:
        ServerNetRequest DrawRequest(uint32_t device) override
        {
            ServerNetRequest request;
            request.destination = device == 0 ? 1 : 0; // so that packets stall
            request.type = SERVERNET_WRITE_REQUEST;
            request.bytes = ServerNetPacket::MOST_DATA;
            if (++draws % 7 == 0 && wrong)
            {
                request.destination = device;
            }
            else if (draws % 7 == 0 && throws)
            {
                throw std::runtime_error("no request");
            }
            return request;
        }

        uint32_t draws{0};  //!< so far
        bool throws{false}; //!< for each seventh
        bool wrong{false};  //!< each seventh asks its own device
    };

    /** @tparam Values of a trace source @param owner of it @param firings of it so far */
    template <typename... Values>
    void Connect(Ptr<Object> owner, uint32_t& firings)
    {
        const std::function<void(Values...)> sink = [this, &firings](Values...) {
            if (m_throws && ++firings % 2 == 0)
            {
                throw std::runtime_error("a sink");
            }
        };
        owner->TraceConnectWithoutContext(m_who, Callback<void, Values...>(sink));
    }

    /** @param throws whether somebody does @return ticks at which transactions ended */
    std::vector<int64_t> Run(bool throws)
    {
        constexpr uint32_t REQUESTS = 60;
        using Transaction = ServerNetNetDevice::Transaction;
        m_throws = throws;
        ServerNetHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(m_engine));
        helper.SetFabricAttribute("Arbiter", StringValue("ThrowingArbiter"));
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(2));
        const auto topology = ServerNetTopology("single-router");
        const auto devices = helper.Install(topology, topology);
        const auto fabric = ServerNetHelper::GetFabric(devices);
        ThrowingArbiter::s_questions = 0;
        ThrowingArbiter::s_every = throws && m_who == "Arbiter" ? 3 : 0;
        Source source;
        source.throws = throws && m_who == "Draw";
        source.wrong = throws && m_who == "Wrong";
        uint32_t firings = 0;
        const Log log(devices);
        if (m_who == "TailStarted")
        {
            Connect<const ServerNetEngine::Hop&>(fabric, firings);
        }
        else if (m_who == "Stalled")
        {
            Connect<const ServerNetEngine::Stall&>(fabric, firings);
        }
        else if (m_who == "Delivered")
        {
            Connect<const ServerNetPacket&, int64_t>(fabric, firings);
        }
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            if (m_who == "RequestCreated")
            {
                Connect<const Transaction&>(devices.Get(i), firings);
            }
            else if (m_who == "TransactionDone")
            {
                Connect<const Transaction&, int64_t>(devices.Get(i), firings);
            }
            else if (m_who.rfind("Phy", 0) == 0)
            {
                Connect<Ptr<const Packet>>(devices.Get(i), firings);
            }
            else if (m_who == "Deferred")
            {
                Connect<uint64_t, uint64_t>(devices.Get(i), firings);
            }
            for (uint32_t j = 0; j < REQUESTS / 6; ++j)
            {
                Simulator::Schedule(Ticks(5 + i), &Offer, &At(devices, i), &source);
            }
        }
        if (throws && m_who == "Send")
        {
            const std::function<void(const ServerNetEngine::Hop&)> sink = [&](const auto&) {
                At(devices, 2).OfferRequest(source);
            };
            fabric->TraceConnectWithoutContext("TailStarted",
                                               Callback<void, const ServerNetEngine::Hop&>(sink));
        }
        const uint32_t caught = RunOn();
        const bool lost = source.throws || source.wrong;
        NS_TEST_EXPECT_MSG_EQ((caught > 0), throws, "exceptions");
        NS_TEST_EXPECT_MSG_EQ(source.draws, REQUESTS, "each request is asked for");
        NS_TEST_EXPECT_MSG_EQ(log.done.size(), REQUESTS - (lost ? REQUESTS / 7 : 0), "and done");
        NS_TEST_EXPECT_MSG_EQ(log.created.size(), log.done.size(), "and told");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 2 * log.done.size(), "by two packets");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetInFlight(), 0, "nothing is left");
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(At(devices, i).GetOutstanding(), 0, "outstanding");
            NS_TEST_EXPECT_MSG_EQ(At(devices, i).GetDeferred(), 0, "deferred");
        }
        CheckConservation(devices);
        Simulator::Destroy();
        return log.done;
    }

    void DoRun() override
    {
        const auto undisturbed = Run(false);
        const auto disturbed = Run(true);
        if (m_who != "Draw" && m_who != "Wrong")
        {
            NS_TEST_EXPECT_MSG_EQ((disturbed == undisturbed), true, "the same ticks");
        }
    }

    std::string m_who;    //!< throws
    std::string m_engine; //!< attribute Engine
    bool m_throws{false}; //!< in this run
};

/**
 * @ingroup servernet-tests
 * @brief Values that a helper takes arrive as they are, with all their digits.
 */
class ExactTestCase : public TestCase
{
  public:
    ExactTestCase()
        : TestCase("Attributes arrive exactly")
    {
    }

  private:
    void DoRun() override
    {
        const Time odd = NanoSeconds(1'234'567);
        ServerNetHelper helper;
        helper.SetFabricAttribute("Tick", TimeValue(odd));
        helper.SetFabricAttribute("FifoFlits", UintegerValue(123'457));
        helper.SetDeviceAttribute("Timeout", TimeValue(odd));
        helper.SetDeviceAttribute("ServiceTime", StringValue("1234567ns"));
        helper.SetDeviceAttribute("Mtu", UintegerValue(12'345));
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        NS_TEST_EXPECT_MSG_EQ(fabric->GetTickTime(), odd, "Tick");
        UintegerValue number;
        fabric->GetAttribute("FifoFlits", number);
        NS_TEST_EXPECT_MSG_EQ(number.Get(), 123'457, "FifoFlits");
        devices.Get(0)->GetAttribute("Mtu", number);
        NS_TEST_EXPECT_MSG_EQ(number.Get(), 12'345, "Mtu");
        for (const std::string name : {"Timeout", "ServiceTime"})
        {
            TimeValue time;
            devices.Get(0)->GetAttribute(name, time);
            NS_TEST_EXPECT_MSG_EQ(time.Get(), odd, name);
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief A device that one of its fabrics does not take is in neither, and they are not joined.
 */
class HalfAttachedTestCase : public TestCase
{
  public:
    HalfAttachedTestCase()
        : TestCase("A device that is refused leaves no trace")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t number : {0, 6})
        {
            const auto x = CreateObject<ServerNetFabric>();
            const auto y = CreateObject<ServerNetFabric>();
            x->Build(ServerNetTopology("single-router"));
            y->Build(ServerNetTopology("single-router"));
            CreateObject<ServerNetNetDevice>()->Attach(0, y);
            const auto device = CreateObject<ServerNetNetDevice>();
            bool refused = false;
            try
            {
                device->Attach(number, x, y);
            }
            catch (const std::invalid_argument&)
            {
                refused = true;
            }
            NS_TEST_EXPECT_MSG_EQ(refused, true, "number " << number);
            NS_TEST_EXPECT_MSG_NE(&x->GetBundle(), &y->GetBundle(), "not joined");
            NS_TEST_EXPECT_MSG_EQ(!x->GetDevice(0), true, "not entered");
            device->Attach(1, x, y);
            NS_TEST_EXPECT_MSG_EQ(&x->GetBundle(), &y->GetBundle(), "joined");
            NS_TEST_EXPECT_MSG_EQ((x->GetDevice(1) == device), true, "entered");
            x->Dispose();
            y->Dispose();
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief What is true of devices and fabrics at any moment, whatever happened.
 */
class ServerNetStateTestSuite : public TestSuite
{
  public:
    ServerNetStateTestSuite()
        : TestSuite("servernet-state", Type::UNIT)
    {
        AddTestCase(new EndTestCase);
        AddTestCase(new NeverTestCase);
        AddTestCase(new ExactTestCase);
        AddTestCase(new HalfAttachedTestCase);
        for (const std::string engine : {"Event", "Flit"})
        {
            for (const std::string who : {"TailStarted",
                                          "Stalled",
                                          "Delivered",
                                          "RequestCreated",
                                          "TransactionDone",
                                          "PhyTxBegin",
                                          "PhyRxEnd",
                                          "Deferred",
                                          "Draw",
                                          "Wrong",
                                          "Arbiter",
                                          "Send"})
            {
                AddTestCase(new ExceptionTestCase(who, engine));
            }
        }
    }
};

static ServerNetStateTestSuite g_serverNetStateTestSuite; //!< the suite
