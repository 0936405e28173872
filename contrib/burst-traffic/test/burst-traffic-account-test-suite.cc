/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-test-sockets.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-application.h"
#include "ns3/burst-traffic-helper.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <tuple>

using namespace ns3;

namespace
{

constexpr int64_t TICK = 20;    //!< ns
constexpr int64_t TICKS = 5000; //!< that an application runs
constexpr uint32_t SIZE = 1000; //!< bytes of a packet

/** What a socket can do to an application. */
struct Behaviour
{
    bool stream; //!< takes any part of a packet, as TCP, else whole ones, as UDP
    bool opens;  //!< again after it was full; else it stays full for good
};

Behaviour g_behaviour{false, true}; //!< of sockets to be made

} // namespace

/**
 * @ingroup burst-traffic-tests
 * @brief A socket with space for 2500 bytes, which is free again 1010 ns after it was full.
 */
class SmallSocket : public FullSocket
{
  public:
    static constexpr const char* FACTORY = "SmallSocketFactory"; //!< its name

    int Send(Ptr<Packet> packet, uint32_t flags) override
    {
        if (g_behaviour.opens)
        {
            OpenLater();
        }
        if (packet->GetSize() > m_space)
        {
            return -1;
        }
        m_space -= packet->GetSize();
        return static_cast<int>(packet->GetSize());
    }

    uint32_t GetTxAvailable() const override
    {
        return m_space;
    }

    SocketType GetSocketType() const override
    {
        return g_behaviour.stream ? NS3_SOCK_STREAM : NS3_SOCK_DGRAM;
    }

  private:
    static constexpr uint32_t SPACE = 2500; //!< bytes

    uint32_t DoOpen() override
    {
        m_space = SPACE;
        return SPACE;
    }

    uint32_t m_space{SPACE}; //!< bytes
};

using SmallSocketFactory = FullSocketFactory<SmallSocket>;
NS_OBJECT_ENSURE_REGISTERED(SmallSocketFactory);

namespace
{

/** An application on a node with small sockets, and what its traces say. */
class Account
{
  public:
    /** @param process text */
    explicit Account(const std::string& process)
    {
        NodeContainer node(1);
        const auto remotes = InstallSimpleDevices(node);
        node.Get(0)->AggregateObject(CreateObject<SmallSocketFactory>());
        ArrivalHelper helper("SmallSocketFactory", remotes[0]);
        helper.SetProcess(process);
        helper.SetAttribute("PacketSize", UintegerValue(SIZE));
        auto applications = helper.Install(node);
        ArrivalHelper::AssignStreams(node, 7);
        applications.Stop(NanoSeconds(TICKS * TICK));
        application = DynamicCast<ArrivalApplication>(applications.Get(0));
        application->TraceConnectWithoutContext("Tx", MakeCallback(&Account::Send, this));
        application->TraceConnectWithoutContext("Drop", MakeCallback(&Account::Drop, this));
    }

    ~Account()
    {
        Simulator::Destroy();
    }

    /** @return arrivals before a tick */
    uint64_t CountArrivals(int64_t tick) const
    {
        return application->GetProcess()->Clone()->CountTo(tick - 1);
    }

    Ptr<ArrivalApplication> application;
    uint64_t bytes{0};        //!< of Tx
    uint64_t drops{0};        //!< firings of Drop
    uint64_t droppedBytes{0}; //!< of them

  private:
    void Send(Ptr<const Packet> packet)
    {
        bytes += packet->GetSize();
    }

    void Drop(Ptr<const Packet> packet)
    {
        ++drops;
        droppedBytes += packet->GetSize();
    }
};

} // namespace

/**
 * @ingroup burst-traffic-tests
 * @brief Every arrival is sent, dropped or waits, at every moment; at the end, by the traces alone,
 * every byte of every arrival was sent or dropped.
 */
class AccountTestCase : public TestCase
{
  public:
    /** @param drops whether Blocked is Drop @param behaviour of sockets @param process without
     * brackets at its end */
    AccountTestCase(bool drops, const Behaviour& behaviour, const std::string& process)
        : TestCase(process + (drops ? ", dropped" : ", deferred") +
                   (behaviour.stream ? ", stream" : ", datagrams") +
                   (behaviour.opens ? "" : ", stuck")),
          m_process(process + (drops ? "|Blocked=Drop]" : "|Blocked=Defer]")),
          m_behaviour(behaviour)
    {
    }

  private:
    void DoRun() override
    {
        g_behaviour = m_behaviour;
        Account account(m_process);
        const auto application = account.application;
        const auto expected = application->GetProcess()->Clone();
        uint64_t waited = 0;
        for (int64_t ns = 7; ns < TICKS * TICK; ns += 130)
        {
            Simulator::Schedule(NanoSeconds(ns), [&, ns] {
                const uint64_t arrived = expected->CountTo(ns / TICK);
                NS_TEST_EXPECT_MSG_EQ(application->GetSent() + application->GetDropped() +
                                          application->GetWaiting(),
                                      arrived,
                                      "at " << ns << " ns");
                waited = std::max(waited, application->GetWaiting());
            });
        }
        const uint64_t arrivals = account.CountArrivals(TICKS);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(arrivals, 200, "enough to mean something");
        NS_TEST_EXPECT_MSG_GT(account.bytes, 0, "some are sent");
        NS_TEST_EXPECT_MSG_GT(waited, 1, "some wait");
        NS_TEST_EXPECT_MSG_EQ(account.bytes + account.droppedBytes, SIZE * arrivals, "all bytes");
        NS_TEST_EXPECT_MSG_EQ(application->GetDropped(), account.drops, "Drop is told of each");
        NS_TEST_EXPECT_MSG_EQ(application->GetSent() + account.drops, arrivals, "all packets");
        const auto& drops = application->GetDrops();
        const auto late = drops.Get(ArrivalApplication::LATE);
        const auto stopped = drops.Get(ArrivalApplication::STOPPED);
        const bool isDropping = m_process.find("Blocked=Drop") != std::string::npos;
        NS_TEST_EXPECT_MSG_EQ((late.number > 0),
                              (isDropping && m_behaviour.opens),
                              "late only where Blocked says so, and there is space again");
        NS_TEST_EXPECT_MSG_EQ(late.number + stopped.number, account.drops, "no other reason");
        NS_TEST_EXPECT_MSG_EQ(late.bytes + stopped.bytes, account.droppedBytes, "all their bytes");
        NS_TEST_EXPECT_MSG_EQ(application->GetWaiting(), 0, "none waits for a stopped application");

        Account gone(m_process);
        Simulator::Schedule(NanoSeconds(TICKS * TICK / 2 + 7), [&] {
            const auto count = [&] {
                return std::tuple(gone.application->GetSent(),
                                  gone.application->GetDropped(),
                                  gone.application->GetWaiting());
            };
            const auto before = count();
            gone.application->Dispose();
            NS_TEST_EXPECT_MSG_EQ((count() == before), true, "what waits is counted on");
        });
        Simulator::Run();
    }

    std::string m_process; //!< text
    Behaviour m_behaviour; //!< of sockets
};

/**
 * @ingroup burst-traffic-tests
 * @brief An exception in the middle of an arrival, of a sink or of a size that cannot be, costs
 * that arrival and no other.
 */
class CaughtTestCase : public TestCase
{
  public:
    /** @param who "Tx", "Drop" or "Size" */
    explicit CaughtTestCase(const std::string& who)
        : TestCase("An exception of " + who),
          m_who(who)
    {
    }

  private:
    void DoRun() override
    {
        g_behaviour = {false, true};
        Account account("ns3::PoissonArrivals[Rate=0.1|Blocked=Drop]");
        uint64_t thrown = 0;
        if (m_who == "Size")
        {
            // 0, 1, 2, 3, 4, 0, ..: each fifth cannot be.
            account.application->SetAttribute(
                "Size",
                PointerValue(burst::CreateFromText<RandomVariableStream>(
                    "ns3::SequentialRandomVariable[Min=0|Max=5|Increment="
                    "ns3::ConstantRandomVariable[Constant=1]]")));
        }
        else
        {
            uint64_t firings = 0;
            const std::function<void(Ptr<const Packet>)> sink = [firings](auto) mutable {
                if (++firings % 5 == 0)
                {
                    throw std::runtime_error("a sink");
                }
            };
            account.application->TraceConnectWithoutContext(
                m_who,
                Callback<void, Ptr<const Packet>>(sink));
        }
        const uint64_t arrivals = account.CountArrivals(TICKS);
        for (bool over = false; !over;)
        {
            try
            {
                Simulator::Run();
                over = true;
            }
            catch (const std::exception&)
            {
                ++thrown;
            }
        }
        NS_TEST_EXPECT_MSG_GT(thrown, 10, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ(account.application->GetSent() + account.drops, arrivals, "all");
        NS_TEST_EXPECT_MSG_EQ(account.application->GetWaiting(), 0, "none is left");
    }

    std::string m_who; //!< throws
};

/**
 * @ingroup burst-traffic-tests
 * @brief No arrival without a trace.
 */
class ArrivalAccountTestSuite : public TestSuite
{
  public:
    ArrivalAccountTestSuite()
        : TestSuite("burst-traffic-account", Type::UNIT)
    {
        for (const bool drops : {false, true})
        {
            for (const bool stream : {false, true})
            {
                for (const std::string process :
                     {"ns3::PoissonArrivals[Rate=0.1", "ns3::ConstantArrivals[Interval=12.5"})
                {
                    AddTestCase(new AccountTestCase(drops, {stream, true}, process));
                    AddTestCase(new AccountTestCase(drops, {stream, false}, process));
                }
            }
        }
        AddTestCase(new CaughtTestCase("Tx"));
        AddTestCase(new CaughtTestCase("Drop"));
        AddTestCase(new CaughtTestCase("Size"));
    }
};

static ArrivalAccountTestSuite g_arrivalAccountTestSuite; //!< the suite
