/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-load.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/node.h"
#include "ns3/servernet-expected-load.h"
#include "ns3/servernet-fabric.h"
#include "ns3/servernet-link-monitor.h"
#include "ns3/servernet-transaction-monitor.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

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

/** @param monitor whose statistics are told @return they by name */
template <typename T>
std::map<std::string, burst::Statistic::Value>
GetValues(T& monitor)
{
    std::map<std::string, burst::Statistic::Value> values;
    for (const auto& statistic : burst::GetStatistics(T::GetTypeId()))
    {
        values[statistic.name] = statistic.get(monitor);
    }
    return values;
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
        const auto values = GetValues(monitor);
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
        const auto values = GetValues(*monitor);
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
        const auto values = GetValues(*monitor);
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
 * @brief Devices a and b send 80 flits to c at tick 0, a first. By hand: a's head has the link to c
 * from tick 15 to 94, b's from 95 to 174. b's FIFO holds 17 flits, so that its link waits for c's
 * from tick 17 to 96, a place being free two ticks after b's head has left; its tail starts at 159.
 */
class ServerNetLinksByHandTestCase : public TestCase
{
  public:
    /** @param category whether the link to c has one */
    explicit ServerNetLinksByHandTestCase(bool category)
        : TestCase(std::string("States and blame by hand, ") + (category ? "two" : "one") +
                   " of the categories in use"),
          m_category(category)
    {
    }

  private:
    /** @param monitor stopped @param channel number @param transmitting expected ticks @param
     * stalled expected ticks */
    void Expect(const ServerNetLinkMonitor& monitor,
                uint32_t channel,
                int64_t transmitting,
                int64_t stalled)
    {
        const auto state = monitor.GetState(channel);
        NS_TEST_EXPECT_MSG_EQ(state.transmitting, transmitting, "channel " << channel);
        NS_TEST_EXPECT_MSG_EQ(state.stalled, stalled, "channel " << channel);
        NS_TEST_EXPECT_MSG_EQ(state.idle,
                              monitor.GetTicks() - transmitting - stalled,
                              "channel " << channel);
    }

    void DoRun() override
    {
        const auto fabric = CreateObject<ServerNetFabric>();
        fabric->SetAttribute("Arbiter", StringValue("ns3::ServerNetFirstComeArbiter"));
        fabric->Build(ReadText("category cpus\ncategory disks\nrouter r\n"
                               "device a kind=cpu\ndevice b kind=cpu\ndevice c kind=io\n"
                               "link a r category=cpus fifo=17\nlink b r category=cpus fifo=17\n"
                               "link c r" +
                               std::string(m_category ? " category=disks" : "") + "\n"));
        const auto monitor = CreateObject<ServerNetLinkMonitor>();
        monitor->SetAttribute("Blame", BooleanValue(true));
        monitor->Watch(fabric);
        const auto pattern = burst::CreateFromText<DestinationPattern>("ns3::UniformDestinations");
        pattern->SetDevices(3);
        // Of each device and to each one goes a request of 10 flits, and a response of 1.
        monitor->SetExpected(ServerNetExpectedLoad(fabric->GetNetwork(), *pattern, 10, 1), 0.25);
        ServerNetPacket packet;
        packet.type = SERVERNET_WRITE_REQUEST;
        packet.bytes = ServerNetPacket::MOST_DATA;
        packet.destination = 2;
        for (const uint32_t source : {0, 1})
        {
            packet.source = source;
            fabric->Send(packet);
        }
        for (const int64_t tick : {20, 130})
        {
            Simulator::Schedule(Ticks(tick), &ServerNetLinkMonitor::Start, monitor);
        }
        for (const int64_t tick : {120, 200})
        {
            Simulator::Schedule(Ticks(tick), &ServerNetLinkMonitor::Stop, monitor);
        }
        Simulator::Schedule(Ticks(121), [this, &monitor] { ExpectFirst(*monitor); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(monitor->GetTicks(), 70, "the second time");
        Expect(*monitor, 0, 0, 0);
        Expect(*monitor, 2, 160 - 130, 0);
        Expect(*monitor, 5, 175 - 130, 0);
        for (const auto& row : monitor->GetBlame())
        {
            for (const int64_t ticks : row)
            {
                NS_TEST_EXPECT_MSG_EQ(ticks, 0, "nothing of the first time");
            }
        }
        // Nobody is attached to the fabric: packets are accepted, and not answered.
        NS_TEST_EXPECT_MSG_EQ(fabric->GetInjected(), 2, "no responses");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 2, "delivered");
        Simulator::Destroy();
    }

    /** @param monitor of the ticks 20 to 119 */
    void ExpectFirst(ServerNetLinkMonitor& monitor)
    {
        NS_TEST_EXPECT_MSG_EQ(monitor.GetTicks(), 100, "ticks");
        Expect(monitor, 0, 80 - 20, 0);
        Expect(monitor, 2, 120 - 97, 97 - 20);
        Expect(monitor, 5, 100, 0);
        for (const uint32_t idle : {1, 3, 4})
        {
            Expect(monitor, idle, 0, 0);
        }
        // Two rows for each category, then those without.
        const std::size_t blamed = m_category ? 2 * 1 + 1 : 2 * 2 + 1;
        for (std::size_t row = 0; row < 6; ++row)
        {
            for (std::size_t column = 0; column < 6; ++column)
            {
                const bool ours = row == 0 && column == blamed;
                NS_TEST_EXPECT_MSG_EQ(monitor.GetBlame().at(row).at(column), (ours ? 77 : 0), row);
            }
        }
        const auto values = GetValues(monitor);
        const auto number = [&values](const std::string& name) {
            return std::get<double>(values.at("servernet." + name));
        };
        NS_TEST_EXPECT_MSG_EQ(number("measured_ticks"), 100, "ticks");
        NS_TEST_EXPECT_MSG_EQ(number("throughput"), 1, "the link to c is busy");
        NS_TEST_EXPECT_MSG_EQ_TOL(number("stalled"), 77 / 600.0, 1e-15, "mean of six channels");
        const burst::Statistic::Parts sent{{"cpu", (60 + 23) / 200.0}, {"io", 0}};
        NS_TEST_EXPECT_MSG_EQ(
            (std::get<burst::Statistic::Parts>(values.at("servernet.sent")) == sent),
            true,
            "of each of two");
        using Cells = std::vector<std::string>;
        std::vector<Cells> links{{"cpus", "0", "2", "0.415", "0.385", "0.2", "2.75"},
                                 {"cpus", "1", "2", "0", "0", "1", "2.75"}};
        if (m_category)
        {
            links.push_back({"disks", "0", "1", "0", "0", "1", "2.75"});
            links.push_back({"disks", "1", "1", "1", "0", "0", "2.75"});
        }
        const auto& rows = std::get<burst::Statistic::Table>(values.at("links")).rows;
        NS_TEST_ASSERT_MSG_EQ(rows.size(), links.size(), "rows of links in use");
        for (std::size_t i = 0; i < rows.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((std::get<Cells>(rows[i]) == links[i]), true, "row " << i);
        }
        const auto& blame = std::get<burst::Statistic::Table>(values.at("blame")).rows;
        NS_TEST_ASSERT_MSG_EQ(blame.size(), 1, "one stall");
        const Cells one{"cpus", "0", m_category ? "disks" : "", "1", "77"};
        NS_TEST_EXPECT_MSG_EQ((std::get<Cells>(blame[0]) == one), true, "of the link of b");
    }

    bool m_category; //!< the link to c has one
};

/**
 * @ingroup servernet-tests
 * @brief What devices of each kind request is told by kind, in the order of first devices, for each
 * device and tick; one measurement is allowed.
 */
class ServerNetRequestedTestCase : public TestCase
{
  public:
    ServerNetRequestedTestCase()
        : TestCase("Requests by kind of device")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = ServerNetHelper().Install(
            ReadText("router r\ndevice d kind=io\ndevice c[0..1] kind=cpu\ndevice e kind=io\n"
                     "device f kind=io\nlink d r\nlink c[0..1] r\nlink e r\nlink f r\n"));
        const auto monitor = CreateObject<ServerNetTransactionMonitor>();
        monitor->Watch(ServerNetHelper::GetFabric(devices));
        SameRequest write(0, SERVERNET_WRITE_REQUEST);
        SameRequest read(2, SERVERNET_READ_REQUEST);
        for (const int64_t tick : {20, 21, 22})
        {
            Simulator::Schedule(Ticks(tick), &Offer, &At(devices, 1), &write);
        }
        Simulator::Schedule(Ticks(50), &Offer, &At(devices, 3), &read);
        Simulator::Schedule(Ticks(10), &ServerNetTransactionMonitor::Start, monitor);
        Simulator::Schedule(Ticks(11), [this, &monitor] {
            NS_TEST_EXPECT_MSG_EQ(GetSentence([&monitor] { monitor->Start(); }),
                                  "Start() of ServerNetTransactionMonitor is called again; allowed "
                                  "is one measurement of each monitor",
                                  "again");
        });
        Simulator::Schedule(Ticks(110), &ServerNetTransactionMonitor::Stop, monitor);
        Simulator::Run();
        const auto& kinds = monitor->GetKinds();
        NS_TEST_ASSERT_MSG_EQ(kinds.size(), 2, "kinds");
        for (const bool cpu : {false, true})
        {
            const auto& kind = kinds[cpu ? 1 : 0];
            NS_TEST_EXPECT_MSG_EQ(kind.name, (cpu ? "cpu" : "io"), "order");
            NS_TEST_EXPECT_MSG_EQ(kind.devices, (cpu ? 2 : 3), kind.name);
            NS_TEST_EXPECT_MSG_EQ(kind.transactions, (cpu ? 3 : 1), kind.name);
            NS_TEST_EXPECT_MSG_EQ(kind.requestFlits, (cpu ? 3 * 80 : 16), kind.name);
        }
        const auto values = GetValues(*monitor);
        const auto& requested = std::get<burst::Statistic::Parts>(values.at("servernet.requested"));
        NS_TEST_EXPECT_MSG_EQ(requested.size(), 2, "kinds");
        NS_TEST_EXPECT_MSG_EQ_TOL(requested.at("cpu"), 240.0 / (2 * 100), 1e-15, "cpu");
        NS_TEST_EXPECT_MSG_EQ_TOL(requested.at("io"), 16.0 / (3 * 100), 1e-15, "io");
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief Statistics of a run by hand: a write, of three at a window of one; a request that is never
 * answered and one that waits for it; a read without a link; a message of two pieces.
 */
class ServerNetStatisticsTestCase : public TestCase
{
  public:
    ServerNetStatisticsTestCase()
        : TestCase("Statistics of fabrics and devices")
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(1));
        helper.SetDeviceAttribute("Retries", UintegerValue(0));
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        devices.Get(0)->SetAttribute("LimitMode", StringValue("Drop"));
        devices.Get(3)->SetAttribute("ServiceTime", TimeValue(Seconds(1)));
        const auto monitor = CreateObject<ServerNetTransactionMonitor>();
        monitor->Watch(fabric);
        SameRequest write(1, SERVERNET_WRITE_REQUEST);
        SameRequest forEver(3, SERVERNET_WRITE_REQUEST);
        SameRequest read(1, SERVERNET_READ_REQUEST);
        fabric->SetDown(fabric->GetNetwork().GetInjectionChannels()[4], true);
        for (const uint32_t times : {1, 2, 3})
        {
            Simulator::Schedule(Ticks(5), &Offer, &At(devices, 0), &write);
            if (times <= 2)
            {
                Simulator::Schedule(Ticks(5), &Offer, &At(devices, 2), &forEver);
            }
        }
        Simulator::Schedule(Ticks(5), &Offer, &At(devices, 4), &read);
        const auto sender = devices.Get(5);
        const auto to = devices.Get(1)->GetAddress();
        Simulator::ScheduleWithContext(sender->GetNode()->GetId(), Ticks(500), [sender, to] {
            sender->Send(Create<Packet>(100), to, 0x88b5);
        });
        Simulator::Stop(Ticks(5000));
        Simulator::Run();
        Expect(fabric, {{"packets", 2 + 1 + 1 + 4}, {"delivered", 7}, {"discarded", 1}});
        Expect(fabric, {{"missing", 0}});
        Expect(devices.Get(0),
               {{"dropped", 2}, {"outstanding", 0}, {"deferred", 0}, {"failed", 0}});
        Expect(devices.Get(2),
               {{"dropped", 0}, {"outstanding", 1}, {"deferred", 1}, {"failed", 0}});
        Expect(devices.Get(4),
               {{"dropped", 0}, {"outstanding", 0}, {"deferred", 0}, {"failed", 1}});
        Expect(devices.Get(5), {{"messages_sent", 1}, {"messages_received", 0}});
        Expect(devices.Get(1), {{"messages_sent", 0}, {"messages_received", 1}});
        Expect(monitor, {{"dropped", 2}, {"deferred", 1}});
        CheckConservation(devices);
        Simulator::Destroy();
    }

    /** @param object any @param expected values by name */
    void Expect(Ptr<Object> object, const std::map<std::string, double>& expected)
    {
        std::map<std::string, burst::Statistic> statistics;
        for (const auto& statistic : burst::GetStatistics(object->GetInstanceTypeId()))
        {
            statistics.emplace(statistic.name, statistic);
        }
        for (const auto& [name, value] : expected)
        {
            const auto found = statistics.find("servernet." + name);
            NS_TEST_ASSERT_MSG_EQ((found != statistics.end()), true, name);
            NS_TEST_EXPECT_MSG_EQ(std::get<double>(found->second.get(*object)), value, name);
        }
    }
};

/**
 * @ingroup servernet-tests
 * @brief The cost of a packet on Tetra 16 at 0.0294 flits from each device and tick, as the chapter
 * states it: about one event beside its arrival, and 19.1 steps of the engine, whatever its length.
 * A monitor needs no events, a sink of TailStarted some.
 *
 * Steps are the request, the grant and the release of each channel, and the delivery. 14280 pairs
 * of devices are joined by 71680 routers, which is 6.02 channels for each: 3 * 6.02 + 1 = 19.06.
 */
class ServerNetCostTestCase : public TestCase
{
  public:
    /** @param flits of a packet */
    explicit ServerNetCostTestCase(uint32_t flits)
        : TestCase("Events and steps for packets of " + std::to_string(flits) + " flits"),
          m_flits(flits)
    {
    }

  private:
    /** @param measures whether a monitor measures all @param listens whether TailStarted has a sink
     * @return events of the simulator for each packet */
    double Run(bool measures, bool listens)
    {
        constexpr uint32_t PACKETS = 4000;
        const auto fabric = CreateObject<ServerNetFabric>();
        fabric->Build(ServerNetTopology("tetra-16"));
        const uint32_t devices = fabric->GetNDevices();
        const auto pattern = burst::CreateFromText<DestinationPattern>("ns3::UniformDestinations");
        pattern->SetDevices(devices);
        pattern->AssignStreams(1);
        fabric->AssignStreams(2);
        const auto process = burst::CreateFromText<ArrivalProcess>(
            "ns3::PoissonArrivals[Rate=" + std::to_string(0.0294 * devices / m_flits) + "]");
        process->AssignStreams(500);
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            ServerNetPacket packet;
            packet.source = i * 7 % devices; // each one as often
            packet.destination = pattern->Draw(packet.source);
            packet.type = SERVERNET_WRITE_REQUEST;
            packet.bytes = m_flits - 16;
            packet.createTick = process->Next();
            Simulator::Schedule(Ticks(packet.createTick), &ServerNetFabric::Send, fabric, packet);
        }
        const auto monitor = CreateObject<ServerNetLinkMonitor>();
        monitor->SetAttribute("Blame", BooleanValue(true));
        monitor->Watch(fabric);
        if (measures)
        {
            monitor->Start();
        }
        if (listens)
        {
            Listen<const ServerNetEngine::Hop&>(fabric, "TailStarted", [](const auto&) {});
        }
        Simulator::Run();
        if (measures)
        {
            monitor->Stop();
        }
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), PACKETS, "all arrive");
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(fabric->GetEngineEvents()) / PACKETS,
                                  19.06,
                                  0.2,
                                  "steps");
        const auto events = static_cast<double>(Simulator::GetEventCount()) / PACKETS;
        Simulator::Destroy();
        return events;
    }

    void DoRun() override
    {
        const double events = Run(false, false);
        NS_TEST_EXPECT_MSG_LT(events, 2.2, "an arrival and about one more");
        NS_TEST_EXPECT_MSG_EQ(Run(true, false), events, "a monitor");
        NS_TEST_EXPECT_MSG_GT(Run(false, true), 2 * events, "a sink that is told in time");
    }

    uint32_t m_flits; //!< of a packet
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
        AddTestCase(new ServerNetLinksByHandTestCase(true));
        AddTestCase(new ServerNetLinksByHandTestCase(false));
        AddTestCase(new ServerNetRequestedTestCase);
        AddTestCase(new ServerNetStatisticsTestCase);
        AddTestCase(new ServerNetCostTestCase(80));
        AddTestCase(new ServerNetCostTestCase(800));
    }
};

/// The registered suite.
static ServerNetMonitorTestSuite g_serverNetMonitorTestSuite;
