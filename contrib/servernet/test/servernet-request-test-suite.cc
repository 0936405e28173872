/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-log.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/double.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-request-application.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Transaction = ServerNetNetDevice::Transaction;

const std::string APPLICATION = "ns3::ServerNetRequestApplication";
const std::string POOL = "ns3::ServerNetRequestPool";

/** @param text of a process @return value of the attribute Process */
PointerValue
MakeProcess(const std::string& text)
{
    return PointerValue(burst::CreateFromText<ArrivalProcess>(text));
}

/** @param text of an application @param process of it @param pattern of it @param device on whose
 * node it is put @return the application */
Ptr<ServerNetRequestApplication>
AddApplication(const std::string& text,
               const std::string& process,
               Ptr<DestinationPattern> pattern,
               Ptr<NetDevice> device)
{
    const auto application = burst::CreateFromText<ServerNetRequestApplication>(text);
    application->SetAttribute("Process", MakeProcess(process));
    application->SetAttribute("Destinations", PointerValue(pattern));
    device->GetNode()->AddApplication(application);
    return application;
}

/** @return a pattern without devices */
Ptr<DestinationPattern>
MakePattern()
{
    return burst::CreateFromText<DestinationPattern>("ns3::UniformDestinations");
}

} // namespace

/**
 * @ingroup servernet-tests
 * @brief ReadFraction is the probability of a read and DataBytes are its bytes, from the start and
 * when they are set in mid-run.
 */
class ServerNetReadFractionTestCase : public TestCase
{
  public:
    /** @param fraction attribute ReadFraction, below 0 for the default */
    explicit ServerNetReadFractionTestCase(double fraction)
        : TestCase("Reads among requests, ReadFraction " + std::to_string(fraction)),
          m_fraction(fraction)
    {
    }

  private:
    void DoRun() override
    {
        constexpr int64_t CHANGE = 200'000;
        const auto devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
        const auto application = AddApplication(APPLICATION,
                                                "ns3::PoissonArrivals[Rate=0.01]",
                                                MakePattern(),
                                                devices.Get(0));
        const bool usual = m_fraction < 0;
        const double fraction = usual ? 0.5 : m_fraction;
        if (!usual)
        {
            application->SetAttribute("ReadFraction", DoubleValue(m_fraction));
            application->SetAttribute("DataBytes", UintegerValue(40));
        }
        application->SetStopTime(Ticks(CHANGE + 20'000));
        ServerNetHelper::AssignStreams(devices, 1);
        double reads = 0;
        double requests = 0;
        uint32_t later = 0;
        uint32_t wrong = 0;
        Listen<const Transaction&>(devices.Get(0), "RequestCreated", [&](const auto& made) {
            const bool read = made.request.type == SERVERNET_READ_REQUEST;
            if (made.createTick < CHANGE)
            {
                ++requests;
                reads += read ? 1 : 0;
                wrong += made.request.bytes == (usual ? 64 : 40) ? 0 : 1;
            }
            else
            {
                ++later;
                wrong += read && made.request.bytes == 8 ? 0 : 1;
            }
        });
        Simulator::Schedule(Ticks(CHANGE), [&application] {
            application->SetAttribute("ReadFraction", DoubleValue(1));
            application->SetAttribute("DataBytes", UintegerValue(8));
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(requests, 1500, "enough to mean something");
        NS_TEST_EXPECT_MSG_GT(later, 100, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, "bytes, and types after the change");
        // Binomial; one in 10^6 is further from the mean than 4.9 standard deviations.
        NS_TEST_EXPECT_MSG_EQ_TOL(reads,
                                  requests * fraction,
                                  4.9 * std::sqrt(requests * fraction * (1 - fraction)),
                                  "reads");
        Simulator::Destroy();
    }

    double m_fraction; //!< attribute ReadFraction
};

/**
 * @ingroup servernet-tests
 * @brief An application offers the arrival of tick t at t ticks after its start. When it stops, its
 * deferred requests are discarded, by a pool at all devices.
 */
class ServerNetStopTestCase : public TestCase
{
  public:
    /** @param type of the application */
    explicit ServerNetStopTestCase(const std::string& type)
        : TestCase("Start and stop of " + type),
          m_type(type)
    {
    }

  private:
    static constexpr int64_t START = 1000; //!< tick
    static constexpr int64_t LENGTH = 495; //!< ticks

    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(1));
        const auto devices = helper.Install(ServerNetTopology("single-router[Cpus=2|Ios=0]"));
        const auto application = AddApplication(m_type + "[ReadFraction=1]",
                                                "ns3::ConstantArrivals[Interval=10]",
                                                MakePattern(),
                                                devices.Get(0));
        application->SetStartTime(Ticks(START));
        application->SetStopTime(Ticks(START + LENGTH));
        ServerNetHelper::AssignStreams(devices, 1);
        const auto arrivals = application->GetProcess()->Clone();
        const Log log(devices);
        const auto expect = [this, &devices](uint32_t device, bool waits) {
            NS_TEST_EXPECT_MSG_EQ((At(devices, device).GetDeferred() > 0), waits, device);
        };
        const bool pool = m_type == POOL;
        Simulator::Schedule(Ticks(START + LENGTH - 1), [&expect, pool] {
            expect(0, true);
            expect(1, pool);
        });
        Simulator::Schedule(Ticks(START + LENGTH + 1), [&expect] {
            expect(0, false);
            expect(1, false);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(application->GetOffered(), arrivals->CountTo(LENGTH - 1), "offered");
        NS_TEST_EXPECT_MSG_EQ(log.done.size(), log.created.size(), "what was made is done");
        NS_TEST_ASSERT_MSG_EQ(log.created.empty(), false, "some are made");
        const int64_t first = START + arrivals->Peek();
        NS_TEST_EXPECT_MSG_EQ(log.created.front(), first, "the first arrival");
        NS_TEST_EXPECT_MSG_LT(log.created.back(), START + LENGTH, "none is made later");
        if (!pool)
        {
            // A read takes 124 ticks, and 4 * 124 is more than LENGTH.
            const std::vector<int64_t> created{first, first + 124, first + 248, first + 372};
            NS_TEST_EXPECT_MSG_EQ((log.created == created), true, "one after the other");
        }
        CheckConservation(devices);
        Simulator::Destroy();
    }

    std::string m_type; //!< of the application
};

/**
 * @ingroup servernet-tests
 * @brief An application that cannot work says so when it starts, and then takes no other process or
 * pattern.
 */
class ServerNetStartTestCase : public TestCase
{
  public:
    ServerNetStartTestCase()
        : TestCase("Applications that cannot start")
    {
    }

  private:
    /** @param type of the application @param process whether it has one @param pattern of it
     * @param node of it @param word that the sentence has */
    void Refuse(const std::string& type,
                bool process,
                Ptr<DestinationPattern> pattern,
                Ptr<Node> node,
                const std::string& word)
    {
        const auto application = burst::CreateFromText<ServerNetRequestApplication>(type);
        if (process)
        {
            application->SetAttribute("Process", MakeProcess("ns3::PoissonArrivals"));
        }
        if (pattern)
        {
            application->SetAttribute("Destinations", PointerValue(pattern));
        }
        node->AddApplication(application);
        const auto sentence = GetSentence([] { Simulator::Run(); });
        NS_TEST_EXPECT_MSG_NE(sentence.find(word), std::string::npos, "'" << sentence << "'");
        NS_TEST_EXPECT_MSG_NE(sentence.find(type), std::string::npos, "of " << type);
        Simulator::Destroy();
    }

    void DoRun() override
    {
        const auto install = [] {
            return ServerNetHelper().Install(ServerNetTopology("single-router"));
        };
        const auto five = MakePattern();
        five->SetDevices(5);
        for (const auto& type : {APPLICATION, POOL})
        {
            Refuse(type, true, MakePattern(), CreateObject<Node>(), "has no ServerNet device");
            Refuse(type,
                   false,
                   MakePattern(),
                   install().Get(0)->GetNode(),
                   "needs both its attributes Process and Destinations");
            Refuse(type,
                   true,
                   nullptr,
                   install().Get(0)->GetNode(),
                   "needs both its attributes Process and Destinations");
            Refuse(type,
                   true,
                   five,
                   install().Get(0)->GetNode(),
                   "a pattern of 5 devices; allowed are as many as the fabric has, 6");
        }
        const auto devices = install();
        const auto application =
            AddApplication(APPLICATION, "ns3::PoissonArrivals", MakePattern(), devices.Get(0));
        const auto expect = [this, application](bool taken) {
            NS_TEST_EXPECT_MSG_EQ(
                Takes(application, "Process", MakeProcess("ns3::PoissonArrivals")),
                taken,
                "Process");
            NS_TEST_EXPECT_MSG_EQ(Takes(application, "Destinations", PointerValue(MakePattern())),
                                  taken,
                                  "Destinations");
        };
        application->SetStartTime(Ticks(10));
        Simulator::Schedule(Ticks(9), [&expect] { expect(true); });
        Simulator::Schedule(Ticks(11), [&expect] { expect(false); });
        Simulator::Stop(Ticks(12));
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief Streams go to processes first, then to types, patterns and arbiters: neither another
 * pattern nor another arbiter or window changes an arrival or a type.
 */
class ServerNetStreamOrderTestCase : public TestCase
{
  public:
    ServerNetStreamOrderTestCase()
        : TestCase("A change of patterns or arbiters changes no arrival")
    {
    }

  private:
    /** By device, in order: tick of an offer, and whether it is a read. */
    using Offers = std::vector<std::vector<std::pair<int64_t, bool>>>;

    /** @param arbiter of the fabric @param own whether each application has a pattern of its own
     * @param window attribute MaxOutstanding @return what was offered */
    Offers Run(const std::string& arbiter, bool own, uint32_t window)
    {
        ServerNetHelper helper;
        helper.SetFabricAttribute("Arbiter", StringValue(arbiter));
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(window));
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        Offers offers(devices.GetN());
        m_destinations.clear();
        Ptr<DestinationPattern> pattern;
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            pattern = own || !pattern ? MakePattern() : pattern;
            AddApplication(APPLICATION, "ns3::PoissonArrivals[Rate=0.004]", pattern, devices.Get(i))
                ->SetStopTime(Ticks(20'000));
            Listen<const Transaction&>(devices.Get(i),
                                       "RequestCreated",
                                       [this, &offers, i](const auto& made) {
                                           const bool read =
                                               made.request.type == SERVERNET_READ_REQUEST;
                                           offers[i].emplace_back(made.offerTick, read);
                                           m_destinations.push_back(made.request.destination);
                                       });
        }
        ServerNetHelper::AssignStreams(devices, 100);
        Simulator::Stop(Ticks(20'000)); // the deferred ones are made before
        Simulator::Run();
        Simulator::Destroy();
        for (auto& ofDevice : offers)
        {
            NS_TEST_EXPECT_MSG_GT(ofDevice.size(), 30, "enough to mean something");
            ofDevice.resize(30);
        }
        return offers;
    }

    void DoRun() override
    {
        const auto offers = Run("ns3::ServerNetRandomArbiter", false, 8);
        const auto destinations = m_destinations;
        NS_TEST_EXPECT_MSG_EQ((Run("ns3::ServerNetRandomArbiter", true, 8) == offers),
                              true,
                              "patterns");
        NS_TEST_EXPECT_MSG_EQ((m_destinations == destinations), false, "which are others");
        NS_TEST_EXPECT_MSG_EQ((Run("ns3::ServerNetOldestFirstArbiter", false, 2) == offers),
                              true,
                              "arbiter and window");
    }

    std::vector<uint32_t> m_destinations; //!< of all requests
};

/**
 * @ingroup servernet-tests
 * @brief An application binds its pattern to the kinds of the topology, so that I/O devices send to
 * CPUs only, unless it is bound already.
 */
class ServerNetBindingTestCase : public TestCase
{
  public:
    ServerNetBindingTestCase()
        : TestCase("Patterns are bound to the topology once")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool bound : {false, true})
        {
            const auto devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
            const auto pattern = MakePattern();
            if (bound)
            {
                pattern->SetDevices(devices.GetN());
            }
            uint32_t toCpus = 0;
            uint32_t toIo = 0;
            for (uint32_t i = 2; i < devices.GetN(); ++i) // 0 and 1 are CPUs
            {
                AddApplication(APPLICATION,
                               "ns3::PoissonArrivals[Rate=0.002]",
                               pattern,
                               devices.Get(i))
                    ->SetStopTime(Ticks(20'000));
                Listen<const Transaction&>(devices.Get(i), "RequestCreated", [&](const auto& made) {
                    ++(made.request.destination < 2 ? toCpus : toIo);
                });
            }
            ServerNetHelper::AssignStreams(devices, 1);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_GT(toCpus, 30, "enough to mean something");
            NS_TEST_EXPECT_MSG_EQ((toIo > 0), bound, "to I/O devices " << toIo);
            Simulator::Destroy();
        }
    }
};

/**
 * @ingroup servernet-tests
 * @brief A pool refuses a fabric with a device that is not attached, and ends without harm.
 */
class ServerNetUnattachedPoolTestCase : public TestCase
{
  public:
    ServerNetUnattachedPoolTestCase()
        : TestCase("A pool on a fabric that is not complete")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool stops : {false, true})
        {
            const auto fabric = CreateObject<ServerNetFabric>();
            fabric->Build(ServerNetTopology("single-router"));
            const auto device = CreateObject<ServerNetNetDevice>();
            device->Attach(0, fabric);
            const auto node = CreateObject<Node>();
            node->AddDevice(device);
            const auto pool =
                burst::CreateFromText<ServerNetRequestApplication>("ns3::ServerNetRequestPool");
            pool->SetAttribute("Process",
                               PointerValue(burst::CreateFromText<ArrivalProcess>(
                                   "ns3::PoissonArrivals[Rate=0.001]")));
            pool->SetAttribute("Destinations",
                               PointerValue(burst::CreateFromText<DestinationPattern>(
                                   "ns3::UniformDestinations")));
            pool->SetStopTime(Ticks(100));
            node->AddApplication(pool);
            const auto sentence = GetSentence([] { Simulator::Run(); });
            NS_TEST_EXPECT_MSG_EQ(sentence,
                                  "device 1 of the fabric of a ServerNetRequestPool is not "
                                  "attached; every one has to be",
                                  "refused");
            if (stops)
            {
                Simulator::Run(); // the program catches the exception and goes on
                NS_TEST_EXPECT_MSG_EQ(pool->GetOffered(), 0, "it has not started");
            }
            Simulator::Destroy();
        }
    }
};

/**
 * @ingroup servernet-tests
 * @brief What applications offer, and when.
 */
class ServerNetRequestTestSuite : public TestSuite
{
  public:
    ServerNetRequestTestSuite()
        : TestSuite("servernet-request", Type::UNIT)
    {
        for (const double fraction : {-1.0, 0.0, 0.2, 1.0})
        {
            AddTestCase(new ServerNetReadFractionTestCase(fraction));
        }
        AddTestCase(new ServerNetStopTestCase(APPLICATION));
        AddTestCase(new ServerNetStopTestCase(POOL));
        AddTestCase(new ServerNetStartTestCase);
        AddTestCase(new ServerNetStreamOrderTestCase);
        AddTestCase(new ServerNetBindingTestCase);
        AddTestCase(new ServerNetUnattachedPoolTestCase);
    }
};

static ServerNetRequestTestSuite g_serverNetRequestTestSuite; //!< the suite
