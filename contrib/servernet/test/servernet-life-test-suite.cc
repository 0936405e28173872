/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-load.h"
#include "servernet-test-log.h"

#include "ns3/config.h"
#include "ns3/node-list.h"
#include "ns3/servernet-headers.h"
#include "ns3/servernet-link-monitor.h"
#include "ns3/servernet-transaction-monitor.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr int64_t WRITE = 80;   //!< flits of a write request of 64 bytes
constexpr int64_t HEAD = 15;    //!< ticks, default of HeadTicks
constexpr int64_t BODY = 2;     //!< ticks, default of BodyTicks
constexpr int64_t REFILL = 3;   //!< ticks, default of RefillTicks
constexpr int64_t BEGIN = 1000; //!< tick of the first request

/** @return the present tick */
int64_t
GetTick()
{
    return Simulator::Now().GetNanoSeconds() / SERVERNET_TICK;
}

/** @param call to be refused @return whether it is */
bool
IsRefused(const std::function<void()>& call)
{
    try
    {
        call();
    }
    catch (const std::exception&)
    {
        return true;
    }
    return false;
}

} // namespace

/**
 * @ingroup servernet-tests
 * @brief Four writes of the same moment follow each other on the first link, 80 ticks each. On the
 * second link the head of the first comes after HEAD ticks, and each other one REFILL ticks after
 * the tail before it; the tail has come BODY ticks after its start.
 */
class WireTestCase : public TestCase
{
  public:
    /** @param engine attribute Engine @param late ticks after the first request until traces are
     * connected, or -1: before the simulation starts */
    WireTestCase(const std::string& engine, int64_t late)
        : TestCase("Times on the wire, engine " + engine + ", traces connected at " +
                   std::to_string(late)),
          m_engine(engine),
          m_late(late)
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(m_engine));
        m_devices = helper.Install(ServerNetTopology("single-router"));
        SameRequest request(1, SERVERNET_WRITE_REQUEST);
        for (int i = 0; i < 4; ++i)
        {
            Simulator::Schedule(Ticks(BEGIN), &Offer, &At(m_devices, 0), &request);
        }
        if (m_late < 0)
        {
            Connect();
        }
        else
        {
            Simulator::Schedule(Ticks(BEGIN + m_late), &WireTestCase::Connect, this);
        }
        Simulator::Run();
        std::vector<int64_t> started;
        std::vector<int64_t> sniffed;
        std::vector<int64_t> received;
        for (int64_t i = 0; i < 4; ++i)
        {
            const int64_t start = BEGIN + i * WRITE;
            const int64_t end = BEGIN + HEAD + i * (WRITE - 1 + REFILL) + WRITE - 1 + BODY;
            if (start >= BEGIN + m_late)
            {
                started.push_back(start);
            }
            if (start > BEGIN + m_late)
            {
                sniffed.push_back(start); // what starts now was told to the sink connected before
            }
            if (end >= BEGIN + m_late)
            {
                received.push_back(end);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((m_started == started), true, "PhyTxBegin, first " << m_started[0]);
        NS_TEST_EXPECT_MSG_EQ((m_sniffed == sniffed), true, "Sniffer");
        NS_TEST_EXPECT_MSG_EQ((m_received == received), true, "PhyRxEnd");
        Simulator::Destroy();
    }

    void Connect()
    {
        Config::ConnectWithoutContext("/NodeList/0/DeviceList/0/PhyTxBegin",
                                      MakeCallback(&WireTestCase::Start, this));
        Config::ConnectWithoutContext("/NodeList/0/DeviceList/0/PromiscSniffer",
                                      MakeCallback(&WireTestCase::Sniff, this));
        Config::ConnectWithoutContext("/NodeList/1/DeviceList/0/PhyRxEnd",
                                      MakeCallback(&WireTestCase::Receive, this));
    }

    void Start(Ptr<const Packet> packet)
    {
        m_started.push_back(GetTick());
    }

    void Sniff(Ptr<const Packet> packet)
    {
        ServerNetHeader header;
        packet->PeekHeader(header);
        if (header.GetSource() == 0)
        {
            m_sniffed.push_back(GetTick());
        }
    }

    void Receive(Ptr<const Packet> packet)
    {
        m_received.push_back(GetTick());
    }

    std::string m_engine;            //!< attribute Engine
    int64_t m_late;                  //!< see the constructor
    NetDeviceContainer m_devices;    //!< of the fabric
    std::vector<int64_t> m_started;  //!< ticks
    std::vector<int64_t> m_sniffed;  //!< ticks, of packets of device 0
    std::vector<int64_t> m_received; //!< ticks
};

/**
 * @ingroup servernet-tests
 * @brief In a loaded network PhyTxBegin fires at the tick at which, according to TailStarted, the
 * head of the packet started on its first channel; the run is the same without both.
 */
class LoadedWireTestCase : public TestCase
{
  public:
    LoadedWireTestCase()
        : TestCase("Starts on the wire in a loaded network")
    {
    }

  private:
    std::vector<int64_t> Run(bool watched)
    {
        m_heads.clear();
        m_starts.clear();
        ServerNetHelper helper;
        helper.SetFabricAttribute("FifoFlits", UintegerValue(8));
        Loaded load(helper, false, "ns3::PoissonArrivals[Rate=0.0008]", 20'000);
        ServerNetHelper::AssignStreams(load.devices, 1);
        for (uint32_t i = 0; watched && i < load.devices.GetN(); ++i)
        {
            load.devices.Get(i)->TraceConnectWithoutContext(
                "PhyTxBegin",
                MakeBoundCallback(&LoadedWireTestCase::Start, this, i));
        }
        if (watched)
        {
            load.fabric->TraceConnectWithoutContext("TailStarted",
                                                    MakeCallback(&LoadedWireTestCase::Hop, this));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_starts.size(),
                              (watched ? load.fabric->GetInjected() : 0),
                              "each packet starts once");
        return load.done;
    }

    void DoRun() override
    {
        const auto done = Run(true);
        std::sort(m_starts.begin(), m_starts.end());
        std::sort(m_heads.begin(), m_heads.end());
        NS_TEST_EXPECT_MSG_GT(m_starts.size(), 1000, "many");
        NS_TEST_EXPECT_MSG_EQ((m_starts == m_heads), true, "the same ticks");
        NS_TEST_EXPECT_MSG_EQ((Run(false) == done), true, "nobody changes the run by listening");
    }

    static void Start(LoadedWireTestCase* test, uint32_t device, Ptr<const Packet> packet)
    {
        test->m_starts.emplace_back(device, GetTick());
    }

    void Hop(const ServerNetEngine::Hop& hop)
    {
        if (hop.hop == 0)
        {
            m_heads.emplace_back(hop.packet.source, hop.head);
        }
    }

    std::vector<std::pair<uint32_t, int64_t>> m_heads;  //!< device and tick
    std::vector<std::pair<uint32_t, int64_t>> m_starts; //!< device and tick
};

/**
 * @ingroup servernet-tests
 * @brief A sink of TailStarted has heard of a tail in the tick after its start.
 */
class InTimeTestCase : public TestCase
{
  public:
    InTimeTestCase()
        : TestCase("A run that stops in a worm has told of all tails before")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
        SameRequest request(1, SERVERNET_WRITE_REQUEST);
        Simulator::Schedule(Ticks(BEGIN), &Offer, &At(devices, 0), &request);
        Config::ConnectWithoutContext("/ChannelList/0/$ns3::ServerNetFabric/TailStarted",
                                      MakeCallback(&InTimeTestCase::Hop, this));
        Simulator::Stop(Ticks(BEGIN + WRITE + 1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_hops, 1, "the tail has started on the first link alone");
        Simulator::Destroy();
    }

    void Hop(const ServerNetEngine::Hop& hop)
    {
        ++m_hops;
        NS_TEST_EXPECT_MSG_EQ(GetTick(), hop.tail + 1, "in time");
    }

    uint32_t m_hops{0}; //!< firings
};

/**
 * @ingroup servernet-tests
 * @brief Writes of a user's own bytes to any address are written and answered, and no message.
 */
class OwnBytesTestCase : public TestCase, private ServerNetRequestSource
{
  public:
    OwnBytesTestCase()
        : TestCase("A user's own bytes are no message")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
        auto& device = At(devices, 0);
        for (int i = 0; i < 40; ++i)
        {
            Simulator::Schedule(Ticks(BEGIN), [this, &device] { device.OfferRequest(*this); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_drawn, 40, "made");
        NS_TEST_EXPECT_MSG_EQ(device.GetOutstanding(), 0, "answered");
        NS_TEST_EXPECT_MSG_EQ(At(devices, 1).GetMessagesReceived(), 0, "no message");
        m_wrong = true;
        Simulator::Schedule(Ticks(BEGIN), [this, &device] { device.OfferRequest(*this); });
        NS_TEST_EXPECT_MSG_EQ(IsRefused([] { Simulator::Run(); }),
                              true,
                              "a packet of another size");
        Simulator::Destroy();
    }

    ServerNetRequest DrawRequest(uint32_t device) override
    {
        static const std::vector<uint8_t> bytes(64, 0x81);
        ServerNetRequest request;
        request.destination = 1;
        request.type = SERVERNET_WRITE_REQUEST;
        request.bytes = 1 + m_drawn % 64;
        request.address = m_drawn % 2 == 0 ? 1U << 31 | m_drawn << 16 : UINT32_MAX - m_drawn;
        request.data = Create<Packet>(bytes.data(), request.bytes + (m_wrong ? 1 : 0));
        ++m_drawn;
        return request;
    }

    uint32_t m_drawn{0}; //!< requests
    bool m_wrong{false}; //!< the packet has another size than the request
};

/**
 * @ingroup servernet-tests
 * @brief Times that lie behind the end of simulated time never come.
 */
class EndsTestCase : public TestCase
{
  public:
    /** @param name attribute of the device @param time value */
    EndsTestCase(const std::string& name, const Time& time)
        : TestCase(name + " of " + std::to_string(time.GetTimeStep()) + " steps"),
          m_name(name),
          m_time(time)
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute(m_name, TimeValue(m_time));
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        SameRequest request(1, SERVERNET_WRITE_REQUEST);
        const Log log(devices);
        Simulator::Schedule(Ticks(BEGIN), &Offer, &At(devices, 0), &request);
        Simulator::Stop(Ticks(BEGIN + 100'000));
        Simulator::Run();
        const bool answered = m_name == "Timeout";
        NS_TEST_EXPECT_MSG_EQ(log.done.size(), (answered ? 1 : 0), "answered");
        NS_TEST_EXPECT_MSG_EQ(log.timeouts, 0, "no time-out");
        NS_TEST_EXPECT_MSG_EQ(At(devices, 0).GetOutstanding(), (answered ? 0 : 1), "outstanding");
        CheckConservation(devices);
        Simulator::Destroy();
    }

    std::string m_name; //!< attribute
    Time m_time;        //!< its value
};

/**
 * @ingroup servernet-tests
 * @brief A node is disposed of in mid-run: its link is gone. Requests to it fail, all others go on,
 * and all counts are right, before and after Simulator::Destroy().
 */
class DisposeTestCase : public TestCase
{
  public:
    /** @param twoFabrics whether there is a Y */
    explicit DisposeTestCase(bool twoFabrics)
        : TestCase(std::string("Dispose in mid-run, ") + (twoFabrics ? "X and Y" : "X")),
          m_twoFabrics(twoFabrics)
    {
    }

  private:
    void DoRun() override
    {
        std::vector<std::vector<uint64_t>> counts;
        std::vector<Ptr<ServerNetNetDevice>> devices;
        std::vector<Ptr<ServerNetFabric>> fabrics;
        fabric::ConservationLedger ledger;
        {
            ServerNetHelper helper;
            helper.SetDeviceAttribute("ServiceTime", TimeValue(Ticks(50)));
            Loaded load(helper, m_twoFabrics, "ns3::PoissonArrivals[Rate=0.0004]", 30'000);
            ServerNetHelper::AssignStreams(load.devices, 1);
            const Log log(load.devices);
            for (uint32_t i = 0; i < load.devices.GetN(); ++i)
            {
                devices.push_back(DynamicCast<ServerNetNetDevice>(load.devices.Get(i)));
            }
            fabrics = {load.fabric, ServerNetHelper::GetFabric(load.devices, 1)};
            for (const uint32_t gone : {3, 50})
            {
                Simulator::Schedule(Ticks(10'000),
                                    &Node::Dispose,
                                    load.devices.Get(gone)->GetNode());
            }
            Simulator::Stop(Ticks(60'000) + NanoSeconds(7));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_GT(log.failed, 10, "requests to the gone fail");
            for (uint32_t i = 0; i < devices.size(); ++i)
            {
                const bool gone = i == 3 || i == 50;
                NS_TEST_EXPECT_MSG_EQ(((devices[i]->GetOutstanding() == 0) || gone),
                                      true,
                                      "no request hangs, device " << i);
            }
            counts = {Count(devices, fabrics)};
        }
        counts.push_back(Count(devices, fabrics));
        NS_TEST_EXPECT_MSG_EQ((counts[0] == counts[1]), true, "the same after Destroy()");
        NS_TEST_EXPECT_MSG_EQ(devices[3]->Send(Create<Packet>(10), devices[4]->GetAddress(), 0x800),
                              false,
                              "a disposed device sends nothing");
        const uint32_t requests = ledger.AddAccount("requests");
        for (const auto& device : devices)
        {
            device->Report(ledger, requests);
        }
        for (const auto& fabric : fabrics)
        {
            if (fabric)
            {
                fabric->Report(ledger, fabric == fabrics[0] ? "X" : "Y");
            }
        }
        ledger.Check();
    }

    /** @param devices some @param fabrics theirs, or null @return all counts */
    static std::vector<uint64_t> Count(const std::vector<Ptr<ServerNetNetDevice>>& devices,
                                       const std::vector<Ptr<ServerNetFabric>>& fabrics)
    {
        std::vector<uint64_t> counts;
        for (const auto& device : devices)
        {
            counts.push_back(device->GetOutstanding());
            counts.push_back(device->GetDeferred());
            counts.push_back(device->GetDrops(ServerNetNetDevice::NO_RESPONSE).number);
            counts.push_back(device->GetDrops(ServerNetNetDevice::LATE_RESPONSE).number);
        }
        for (const auto& fabric : fabrics)
        {
            if (!fabric)
            {
                continue;
            }
            for (const uint64_t count : {fabric->GetInjected(),
                                         fabric->GetDelivered(),
                                         fabric->GetDrops().GetTotal().number,
                                         fabric->GetInFlight()})
            {
                counts.push_back(count);
            }
            counts.push_back(fabric->GetLinkState(0).transmitting);
            counts.push_back(fabric->GetLinkState(0).stalled);
        }
        return counts;
    }

    bool m_twoFabrics; //!< whether there is a Y
};

/**
 * @ingroup servernet-tests
 * @brief Whichever count is asked first when a run stops, it is that of now: packets that wait at
 * their device go into the network when the one before has left it.
 */
class FirstCountTestCase : public TestCase
{
  public:
    FirstCountTestCase()
        : TestCase("The count that is asked first")
    {
    }

  private:
    void DoRun() override
    {
        bool waited = false;
        for (uint32_t stop = 1; stop < 300; ++stop)
        {
            std::vector<std::vector<uint64_t>> counts;
            for (const bool injectedFirst : {true, false})
            {
                const auto devices =
                    ServerNetHelper().Install(ServerNetTopology("single-router[Cpus=2|Ios=2]"));
                const auto fabric = ServerNetHelper::GetFabric(devices);
                const auto from = devices.Get(0);
                const auto to = devices.Get(1)->GetAddress();
                Simulator::ScheduleWithContext(from->GetNode()->GetId(), Time(0), [=] {
                    from->Send(Create<Packet>(1000), to, 0x88b6);
                });
                Simulator::Stop(Ticks(20 * stop));
                Simulator::Run();
                uint64_t delivered = injectedFirst ? 0 : fabric->GetDelivered();
                const uint64_t injected = fabric->GetInjected();
                const uint64_t events = fabric->GetEngineEvents();
                delivered = injectedFirst ? fabric->GetDelivered() : delivered;
                counts.push_back({injected, delivered, events, fabric->GetInFlight()});
                NS_TEST_EXPECT_MSG_EQ(injected, delivered + fabric->GetInFlight(), "stop " << stop);
                Simulator::Destroy();
                counts.back().push_back(fabric->GetEngineEvents());
                NS_TEST_EXPECT_MSG_EQ(counts.back().back(), events, "after Destroy, stop " << stop);
            }
            NS_TEST_EXPECT_MSG_EQ((counts[0] == counts[1]), true, "the same, stop " << stop);
            waited = waited || counts[0][3] > 1;
        }
        NS_TEST_EXPECT_MSG_EQ(waited, true, "several packets at a time");
    }
};

/**
 * @ingroup servernet-tests
 * @brief Counts of a run that stops in the middle are the same after Destroy, and a monitor can
 * neither start nor stop then.
 */
class DestroyTestCase : public TestCase
{
  public:
    DestroyTestCase()
        : TestCase("After Destroy")
    {
    }

  private:
    void DoRun() override
    {
        const auto links = CreateObject<ServerNetLinkMonitor>();
        const auto transactions = CreateObject<ServerNetTransactionMonitor>();
        Ptr<ServerNetNetDevice> device;
        Ptr<ServerNetFabric> fabric;
        std::vector<int64_t> before;
        const auto count = [&] {
            return std::vector<int64_t>{device->GetOutstanding(),
                                        static_cast<int64_t>(device->GetDeferred()),
                                        static_cast<int64_t>(fabric->GetDelivered()),
                                        static_cast<int64_t>(fabric->GetInFlight()),
                                        fabric->GetLinkState(0).transmitting};
        };
        {
            ServerNetHelper helper;
            helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(2));
            Loaded load(helper, false, "ns3::PoissonArrivals[Rate=0.002]", 30'000);
            ServerNetHelper::AssignStreams(load.devices, 1);
            device = DynamicCast<ServerNetNetDevice>(load.devices.Get(0));
            fabric = load.fabric;
            links->Watch(fabric);
            transactions->Watch(fabric);
            Simulator::Schedule(Ticks(100), &ServerNetLinkMonitor::Start, links);
            Simulator::Schedule(Ticks(100), &ServerNetTransactionMonitor::Start, transactions);
            Simulator::Stop(Ticks(9'999));
            Simulator::Run();
            before = count();
        }
        NS_TEST_EXPECT_MSG_GT(before[0], 0, "requests are outstanding");
        NS_TEST_EXPECT_MSG_GT(before[1], 0, "and wait");
        NS_TEST_EXPECT_MSG_EQ((count() == before), true, "the same counts");
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { links->Stop(); }), true, "Stop");
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { links->Start(); }), true, "Start");
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { links->GetTicks(); }), true, "no numbers");
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { transactions->Stop(); }), true, "Stop");
        NS_TEST_EXPECT_MSG_EQ(IsRefused([&] { transactions->Start(); }), true, "Start");
    }
};

/**
 * @ingroup servernet-tests
 * @brief What devices tell at which time, how they end, and what they take at the ends of numbers.
 */
class ServerNetLifeTestSuite : public TestSuite
{
  public:
    ServerNetLifeTestSuite()
        : TestSuite("servernet-life", Type::UNIT)
    {
        for (const std::string engine : {"Event", "Flit"})
        {
            for (const int64_t late : {-1, 0, 1, 100, 250})
            {
                AddTestCase(new WireTestCase(engine, late));
            }
        }
        AddTestCase(new LoadedWireTestCase);
        AddTestCase(new InTimeTestCase);
        AddTestCase(new OwnBytesTestCase);
        for (const Time& time : {Time::Max(), Time::Max() - TimeStep(1), Time::Max() / 2})
        {
            AddTestCase(new EndsTestCase("Timeout", time));
            AddTestCase(new EndsTestCase("ServiceTime", time));
        }
        AddTestCase(new DisposeTestCase(false));
        AddTestCase(new DisposeTestCase(true));
        AddTestCase(new FirstCountTestCase);
        AddTestCase(new DestroyTestCase);
    }
};

static ServerNetLifeTestSuite g_serverNetLifeTestSuite;
