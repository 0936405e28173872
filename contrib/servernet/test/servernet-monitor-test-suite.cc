/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-load.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/servernet-expected-load.h"
#include "ns3/servernet-link-monitor.h"
#include "ns3/servernet-transaction-monitor.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <string>
#include <variant>

using namespace ns3;

/** @return Whether a monitor gives an error in place of numbers. */
template <typename T>
bool
Refuses(T& monitor)
{
    try
    {
        burst::GetStatistics(T::GetTypeId()).front().get(monitor);
        return false;
    }
    catch (const std::runtime_error&)
    {
        return true;
    }
}

/**
 * @ingroup servernet-tests
 * @brief Transmitting ticks are the flits that went through a channel, counted from the paths of
 * delivered packets; the three states fill the time; what the blame says of a category is what it
 * was stalled.
 */
class LinkMonitorTestCase : public TestCase
{
  public:
    LinkMonitorTestCase()
        : TestCase("States of links and whom to blame")
    {
    }

  private:
    static constexpr int64_t BEGIN = 20'000; //!< first measured tick
    static constexpr int64_t END = 60'000;   //!< tick after the last

    void DoRun() override
    {
        Loaded network(ServerNetHelper(), false, "ns3::PoissonArrivals[Rate=0.0006]", 50'000);
        ServerNetHelper::AssignStreams(network.devices, 30);
        const auto& fabric = network.fabric;
        const auto& channels = fabric->GetNetwork().GetChannels();
        const auto watch = [&fabric](bool blame) {
            auto monitor = CreateObject<ServerNetLinkMonitor>();
            monitor->SetAttribute("Blame", BooleanValue(blame));
            monitor->Watch(fabric);
            return monitor;
        };
        const auto whole = watch(false);
        const auto part = watch(true);
        const auto rest = watch(true);
        m_network = &fabric->GetNetwork();
        m_flits.resize(channels.size());
        fabric->TraceConnectWithoutContext("Delivered",
                                           MakeCallback(&LinkMonitorTestCase::Deliver, this));
        whole->Start();
        Simulator::Schedule(Ticks(BEGIN), &ServerNetLinkMonitor::Start, part);
        Simulator::Schedule(Ticks(END), &ServerNetLinkMonitor::Stop, part);
        Simulator::Schedule(Ticks(END), &ServerNetLinkMonitor::Start, rest);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Refuses(*whole), true, "numbers before Stop");
        whole->Stop();
        rest->Stop();
        NS_TEST_EXPECT_MSG_EQ(fabric->GetInFlight(), 0, "all is delivered");
        for (uint32_t channel = 0; channel < channels.size(); ++channel)
        {
            NS_TEST_EXPECT_MSG_EQ(whole->GetState(channel).transmitting, m_flits[channel], channel);
            const auto state = part->GetState(channel);
            NS_TEST_EXPECT_MSG_EQ(state.transmitting + state.stalled + state.idle,
                                  END - BEGIN,
                                  channel);
            NS_TEST_EXPECT_MSG_GT_OR_EQ(state.idle, 0, channel);
        }
        ExpectStatistics(*whole);
        int64_t stalled = 0;
        for (uint32_t category = 0; category < 8; ++category)
        {
            for (const uint32_t direction : {0, 1})
            {
                const auto& row = part->GetBlame()[2 * category + direction];
                int64_t blamed = 0;
                for (const int64_t ticks : row)
                {
                    blamed += ticks;
                }
                const auto state = part->GetCategoryState(category, direction);
                NS_TEST_EXPECT_MSG_EQ(blamed,
                                      state.stalled,
                                      "category " << category + 1 << " " << direction);
                stalled += state.stalled;
            }
        }
        NS_TEST_EXPECT_MSG_GT(stalled, 10'000, "enough to mean something");
    }

    /** Flits are conserved: those consumed are those sent and those delivered, and all states of a
     * category fill its time. @param monitor of a run of whole packets */
    void ExpectStatistics(ServerNetLinkMonitor& monitor)
    {
        std::map<std::string, burst::Statistic::Value> values;
        for (const auto& statistic : burst::GetStatistics(ServerNetLinkMonitor::GetTypeId()))
        {
            values[statistic.name] = statistic.get(monitor);
        }
        const auto ticks = std::get<double>(values.at("servernet.measured_ticks"));
        double sent = 0;
        for (const auto& [kind, flits] :
             std::get<burst::Statistic::Parts>(values.at("servernet.sent")))
        {
            for (const uint32_t node : m_network->GetDevices())
            {
                sent += m_network->GetTopology().GetNodes()[node].kind == kind ? flits : 0;
            }
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(std::get<double>(values.at("servernet.throughput")) * ticks,
                                  m_delivered,
                                  1e-6,
                                  "consumed");
        NS_TEST_EXPECT_MSG_EQ_TOL(sent * ticks, m_delivered, 1e-6, "sent");
        const auto& links = std::get<burst::Statistic::Table>(values.at("links"));
        NS_TEST_EXPECT_MSG_EQ(links.rows.size(), 16, "eight categories up and down");
        NS_TEST_EXPECT_MSG_EQ(links.columns.size(), 6, "nothing was expected");
        for (const auto& row : links.rows)
        {
            const auto& cells = std::get<std::vector<std::string>>(row);
            NS_TEST_EXPECT_MSG_EQ_TOL(std::stod(cells[3]) + std::stod(cells[4]) +
                                          std::stod(cells[5]),
                                      1,
                                      1e-12,
                                      "category " << cells[0]);
        }
        const auto& blame = std::get<burst::Statistic::Table>(values.at("blame"));
        NS_TEST_EXPECT_MSG_EQ(blame.columns.size(), 0, "nobody asked");
    }

    /** @param packet that has arrived @param tick when */
    void Deliver(const ServerNetPacket& packet, int64_t tick)
    {
        m_delivered += packet.GetFlits();
        for (const uint32_t channel : m_network->GetPath(packet.source, packet.destination))
        {
            m_flits[channel] += packet.GetFlits();
        }
    }

    const ServerNetNetwork* m_network{nullptr}; //!< of the packets
    std::vector<int64_t> m_flits;               //!< by channel
    double m_delivered{0};                      //!< flits
};

/**
 * @ingroup servernet-tests
 * @brief What is told of transactions is what the traces of the devices said between the two
 * moments, and alone in the network a transaction takes the time of the closed form.
 */
class TransactionMonitorTestCase : public TestCase
{
  public:
    TransactionMonitorTestCase()
        : TestCase("Transactions between two moments")
    {
    }

  private:
    static constexpr int64_t BEGIN = 20'000; //!< first measured tick
    static constexpr int64_t END = 60'000;   //!< tick after the last

    /** @param monitor whose statistics are told @return they by name */
    static std::map<std::string, burst::Statistic::Value> Get(ServerNetTransactionMonitor& monitor)
    {
        std::map<std::string, burst::Statistic::Value> values;
        for (const auto& statistic : burst::GetStatistics(monitor.GetInstanceTypeId()))
        {
            values[statistic.name] = statistic.get(monitor);
        }
        return values;
    }

    void DoRun() override
    {
        Alone(1000);
        Alone(50);
        for (const uint64_t limit : {0, 100})
        {
            InTraffic(limit);
        }
        for (const bool first : {true, false})
        {
            AtTheEnds(first);
        }
    }

    /** What belongs to the tick of Start does not count, and what belongs to that of Stop does.
     * @param first whether these are scheduled before the requests of their ticks */
    void AtTheEnds(bool first)
    {
        const auto devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
        const auto monitor = CreateObject<ServerNetTransactionMonitor>();
        monitor->Watch(ServerNetHelper::GetFabric(devices));
        SameRequest request(1, SERVERNET_WRITE_REQUEST);
        const auto measure = [&monitor] {
            Simulator::Schedule(Ticks(10), &ServerNetTransactionMonitor::Start, monitor);
            Simulator::Schedule(Ticks(30), &ServerNetTransactionMonitor::Stop, monitor);
        };
        if (first)
        {
            measure();
        }
        for (const int64_t tick : {9, 10, 10, 10, 11, 30, 30, 31, 31})
        {
            Simulator::Schedule(Ticks(tick), &Offer, &At(devices, 0), &request);
        }
        if (!first)
        {
            measure();
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(monitor->GetTransactions(), 3, "at 11, 30 and 30, " << first);
        Simulator::Destroy();
    }

    /** A processor reads from a disk and waits for the response, again and again.
     * @param interval ticks between the requests; below 124 each waits longer than the one before
     */
    void Alone(int64_t interval)
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(1));
        const auto devices = helper.Install(ServerNetTopology("single-router[Cpus=1|Ios=1]"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        const auto pattern = burst::CreateFromText<DestinationPattern>("ns3::UniformDestinations");
        pattern->SetDevices(2);
        const auto application = burst::CreateFromText<ServerNetRequestApplication>(
            "ns3::ServerNetRequestApplication[ReadFraction=1]");
        application->SetAttribute(
            "Process",
            PointerValue(burst::CreateFromText<ArrivalProcess>(
                "ns3::ConstantArrivals[Interval=" + std::to_string(interval) + "]")));
        application->SetAttribute("Destinations", PointerValue(pattern));
        devices.Get(0)->GetNode()->AddApplication(application);
        const auto monitor = CreateObject<ServerNetTransactionMonitor>();
        monitor->Watch(fabric);
        NS_TEST_EXPECT_MSG_EQ(Refuses(*monitor), true, "a rate before Start");
        monitor->Start();
        Simulator::Stop(Ticks(10'500));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Refuses(*monitor), true, "a rate before Stop");
        monitor->Stop();
        const auto values = Get(*monitor);
        Simulator::Destroy();
        // The chapter: 15 + 15 + 2 ticks there and 15 + 75 + 2 back.
        const double ticks = 15 + 15 + 2 + 15 + 75 + 2;
        const burst::Statistic::Parts twoWay{{"", ticks}, {"cpu", ticks}};
        NS_TEST_EXPECT_MSG_EQ(
            (std::get<burst::Statistic::Parts>(values.at("servernet.two_way")) == twoWay),
            true,
            "the I/O device asks for nothing");
        const burst::Statistic::Parts longest{{"", ticks}};
        NS_TEST_EXPECT_MSG_EQ(
            (std::get<burst::Statistic::Parts>(values.at("servernet.two_way_max")) == longest),
            true,
            "all take the same time");
        const burst::Statistic::Parts one{{"", 1}};
        NS_TEST_EXPECT_MSG_EQ(
            (std::get<burst::Statistic::Parts>(values.at("servernet.routers")) == one),
            true,
            "there is one");
        // Request i comes at i * interval and is made 124 ticks after the one before, or at once.
        const auto samples = std::get<double>(values.at("servernet.samples"));
        const double late = std::max(0.0, ticks - static_cast<double>(interval));
        const burst::Statistic::Parts waited{{"", late * (samples - 1) / 2}};
        NS_TEST_EXPECT_MSG_EQ(
            (std::get<burst::Statistic::Parts>(values.at("servernet.waited")) == waited),
            true,
            "arithmetic series");
        const ServerNetExpectedLoad expected(fabric->GetNetwork(), *pattern, 16, 76);
        NS_TEST_EXPECT_MSG_EQ(expected.GetEmptyTwoWay(), ticks, "the mean over both devices");
    }

    /** @param limit of samples, 0 for none */
    void InTraffic(uint64_t limit)
    {
        Loaded network(ServerNetHelper(), false, "ns3::PoissonArrivals[Rate=0.0006]", 50'000);
        ServerNetHelper::AssignStreams(network.devices, 30);
        const auto monitor = CreateObject<ServerNetTransactionMonitor>();
        monitor->Watch(network.fabric);
        uint32_t reached = 0;
        if (limit)
        {
            monitor->SetLimit(limit, [&reached] { ++reached; });
        }
        std::size_t before = 0;
        uint64_t createdBefore = 0;
        uint64_t created = 0;
        Simulator::Schedule(Ticks(BEGIN), &ServerNetTransactionMonitor::Start, monitor);
        Simulator::Schedule(Ticks(BEGIN) + NanoSeconds(1), [&] {
            before = network.done.size();
            createdBefore = network.created;
        });
        Simulator::Schedule(Ticks(END), &ServerNetTransactionMonitor::Stop, monitor);
        Simulator::Schedule(Ticks(END) + NanoSeconds(1),
                            [&] { created = network.created - createdBefore; });
        Simulator::Stop(Ticks(END) + NanoSeconds(2));
        Simulator::Run();
        const std::size_t samples = limit ? limit : (network.done.size() - before) / 3;
        int64_t sum = 0;
        int64_t longest = 0;
        int64_t waited = 0;
        for (std::size_t i = before; i < before + 3 * samples; i += 3)
        {
            sum += network.done[i + 2];
            waited += network.waited[i / 3];
            longest = std::max(longest, network.done[i + 2]);
        }
        const auto values = Get(*monitor);
        NS_TEST_EXPECT_MSG_GT(samples, 99, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ(std::get<double>(values.at("servernet.samples")), samples, "ended");
        NS_TEST_EXPECT_MSG_EQ(reached, (limit ? 1 : 0), "told once");
        NS_TEST_EXPECT_MSG_EQ(monitor->GetTransactions(), created, "begun");
        const auto& times =
            std::get<burst::LogLinearHistogram>(values.at("servernet.two_way_times"));
        NS_TEST_EXPECT_MSG_EQ(times.GetSum(), sum, "two-way times");
        const auto& most = std::get<burst::Statistic::Parts>(values.at("servernet.two_way_max"));
        NS_TEST_EXPECT_MSG_EQ(most.at(""), longest, "longest");
        const auto& mean = std::get<burst::Statistic::Parts>(values.at("servernet.two_way"));
        NS_TEST_EXPECT_MSG_EQ(mean.at(""), static_cast<double>(sum) / samples, "mean");
        const auto& wait = std::get<burst::Statistic::Parts>(values.at("servernet.waited"));
        NS_TEST_EXPECT_MSG_GT(waited, 0, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ(wait.at(""), static_cast<double>(waited) / samples, "waited");
        uint64_t deferred = 0;
        for (uint32_t i = 0; i < network.devices.GetN(); ++i)
        {
            deferred += At(network.devices, i).GetDeferred();
        }
        NS_TEST_EXPECT_MSG_EQ(std::get<double>(values.at("servernet.deferred")), deferred, "wait");
    }
};

/**
 * @ingroup servernet-tests
 * @brief What monitors tell of links and transactions.
 */
class ServerNetMonitorTestSuite : public TestSuite
{
  public:
    ServerNetMonitorTestSuite()
        : TestSuite("servernet-monitor", Type::UNIT)
    {
        AddTestCase(new LinkMonitorTestCase);
        AddTestCase(new TransactionMonitorTestCase);
    }
};

/// The registered suite.
static ServerNetMonitorTestSuite g_serverNetMonitorTestSuite;
