/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-log.h"

#include "ns3/boolean.h"
#include "ns3/servernet-link-monitor.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Transaction = ServerNetNetDevice::Transaction;

/**
 * Devices on two fabrics, with all that can go wrong at random times, which are mostly not
 * multiples of a tick: requests in bursts and from within callbacks, links that go down and come
 * back, time-outs shorter than a response takes. What is the same at any moment is counted in
 * violations, all else is written down.
 */
class Turmoil : private ServerNetRequestSource
{
  public:
    /** @param seed of the case @param engine attribute of ServerNetFabric */
    Turmoil(uint32_t seed, const std::string& engine)
        : m_draw(seed)
    {
        const char* const topologies[] = {"single-router", "tetra-8"};
        const int64_t ticks[] = {20, 7, 1, 1000};
        m_tick = ticks[seed / 2 % 4];
        ServerNetHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(engine));
        helper.SetFabricAttribute("Tick", TimeValue(NanoSeconds(m_tick)));
        helper.SetFabricAttribute("FifoFlits", UintegerValue(Draw(4, 64)));
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(Draw(1, 16)));
        helper.SetDeviceAttribute("LimitMode", StringValue(Draw(0, 1) ? "Defer" : "Drop"));
        helper.SetDeviceAttribute("Retries", UintegerValue(Draw(0, 3)));
        helper.SetDeviceAttribute("ServiceTime", TimeValue(NanoSeconds(Draw(0, 300 * m_tick))));
        helper.SetDeviceAttribute("Timeout", TimeValue(NanoSeconds(Draw(0, 2000 * m_tick))));
        const fabric::Topology topology = ServerNetTopology(topologies[seed % 2]);
        m_devices = helper.Install(topology, topology);
        m_outstanding.resize(m_devices.GetN());
        for (const uint32_t path : {0, 1})
        {
            m_fabrics.push_back(ServerNetHelper::GetFabric(m_devices, path));
            m_monitors.push_back(CreateObject<ServerNetLinkMonitor>());
            m_monitors[path]->SetAttribute("Blame", BooleanValue(true));
            m_monitors[path]->Watch(m_fabrics[path]);
        }
        ServerNetHelper::AssignStreams(m_devices, 50);
        Watch();
        Plan();
    }

    ~Turmoil() override
    {
        Simulator::Destroy();
    }

    /** @return all that happened, a line each */
    std::string Run()
    {
        Simulator::Stop(NanoSeconds(END * m_tick));
        Simulator::Run();
        CheckConservation(m_devices);
        return m_log.str();
    }

    uint32_t done{0};       //!< transactions
    uint32_t discarded{0};  //!< packets
    uint32_t windows{0};    //!< of the link monitors
    uint32_t violations{0}; //!< of what always holds

  private:
    static constexpr int64_t END = 6000; //!< ticks

    int64_t Draw(int64_t least, int64_t most)
    {
        return least + static_cast<int64_t>(m_draw() % (most - least + 1));
    }

    ServerNetRequest DrawRequest(uint32_t device) override
    {
        ServerNetRequest request;
        request.destination = (device + Draw(1, m_devices.GetN() - 1)) % m_devices.GetN();
        request.type = Draw(0, 1) ? SERVERNET_READ_REQUEST : SERVERNET_WRITE_REQUEST;
        request.bytes = Draw(0, ServerNetPacket::MOST_DATA);
        return request;
    }

    /** Offer one request at a random device, in a part of all calls. */
    void OfferOne(int64_t part)
    {
        if (Draw(1, part) == 1)
        {
            At(m_devices, Draw(0, m_devices.GetN() - 1)).OfferRequest(*this);
        }
    }

    void Write(const char* what, uint32_t where, int64_t a, int64_t b = 0)
    {
        m_log << Simulator::Now().GetTimeStep() << ' ' << what << ' ' << where << ' ' << a << ' '
              << b << '\n';
    }

    void Check(bool holds)
    {
        violations += holds ? 0 : 1;
    }

    /** @tparam Arguments of a trace @param device its owner @param name of it @param sink for it */
    template <typename... Arguments, typename Sink>
    static void Connect(Ptr<Object> owner, const char* name, Sink sink)
    {
        owner->TraceConnectWithoutContext(
            name,
            Callback<void, Arguments...>(std::function<void(Arguments...)>(sink)));
    }

    void Watch()
    {
        for (uint32_t i = 0; i < m_devices.GetN(); ++i)
        {
            const auto device = m_devices.Get(i);
            Connect<const Transaction&>(device, "RequestCreated", [this, i](const auto& made) {
                Write("created", i, made.number, made.createTick);
                Check(++m_outstanding[i] <= At(m_devices, i).GetMaxOutstanding());
            });
            Connect<const Transaction&, int64_t>(device,
                                                 "TransactionDone",
                                                 [this, i](const auto& ended, int64_t ticks) {
                                                     Write("done", i, ended.number, ticks);
                                                     Check((ended.createTick + ticks) * m_tick ==
                                                           Simulator::Now().GetTimeStep());
                                                     --m_outstanding[i];
                                                     ++done;
                                                     OfferOne(3);
                                                 });
            Connect<const Transaction&>(device, "Timeout", [this, i](const auto& late) {
                Write("timeout", i, late.number);
            });
            Connect<const Transaction&>(device, "Failed", [this, i](const auto& failed) {
                Write("failed", i, failed.number);
                --m_outstanding[i];
                OfferOne(4);
            });
            Connect<uint64_t, uint64_t>(device, "Deferred", [this, i](uint64_t, uint64_t now) {
                Write("deferred", i, now);
            });
            Connect<const std::string&, uint64_t>(
                device,
                "Drop",
                [this, i](const std::string& reason, uint64_t bytes) {
                    Write(reason.c_str(), i, bytes);
                });
        }
        for (const uint32_t path : {0, 1})
        {
            Connect<const ServerNetPacket&, int64_t>(
                m_fabrics[path],
                "Delivered",
                [this, path](const auto& packet, int64_t tick) {
                    Leave("delivered", path, packet, tick);
                });
            Connect<const ServerNetPacket&, int64_t, const std::string&>(
                m_fabrics[path],
                "Discarded",
                [this, path](const auto& packet, int64_t tick, const std::string& reason) {
                    Leave(reason.c_str(), path, packet, tick);
                    ++discarded;
                });
        }
    }

    /** A packet leaves a fabric. */
    void Leave(const char* how, uint32_t path, const ServerNetPacket& packet, int64_t tick)
    {
        Write(how, path, packet.source, packet.transaction);
        Check(tick * m_tick == Simulator::Now().GetTimeStep());
        const auto& fabric = *m_fabrics[path];
        Check(fabric.GetInjected() ==
              fabric.GetDelivered() + fabric.GetDrops().GetTotal().number + fabric.GetInFlight());
        OfferOne(10);
    }

    void Plan()
    {
        const auto at = [this](int64_t from, int64_t to, std::function<void()> what) {
            Simulator::Schedule(NanoSeconds(Draw(from * m_tick, to * m_tick)), what);
        };
        for (uint32_t i = 0; i < 300; ++i)
        {
            auto& device = At(m_devices, Draw(0, m_devices.GetN() - 1));
            at(0, END, [this, &device] { device.OfferRequest(*this); });
        }
        for (uint32_t i = 0; i < 12; ++i)
        {
            const auto fabric = m_fabrics[i % 2];
            const uint32_t channel = Draw(0, fabric->GetNetwork().GetChannels().size() - 1);
            at(0, END / 2, [fabric, channel] { fabric->SetDown(channel, true); });
            at(END / 4, END, [fabric, channel] { fabric->SetDown(channel, false); });
        }
        for (const auto& monitor : m_monitors)
        {
            at(0, END / 2, [&monitor] { monitor->Start(); });
            at(END / 2, END, [this, &monitor] { StopMonitor(*monitor); });
        }
    }

    void StopMonitor(ServerNetLinkMonitor& monitor)
    {
        monitor.Stop();
        int64_t stalled = 0;
        for (uint32_t channel = 0; channel < m_fabrics[0]->GetNetwork().GetChannels().size();
             ++channel)
        {
            const auto state = monitor.GetState(channel);
            Write("link", channel, state.transmitting, state.stalled);
            Check(state.idle >= 0);
            stalled += state.stalled;
        }
        for (const auto& row : monitor.GetBlame())
        {
            stalled -= std::accumulate(row.begin(), row.end(), int64_t{0});
        }
        Check(stalled == 0);
        ++windows;
    }

    std::minstd_rand m_draw;
    int64_t m_tick{0}; //!< ns
    NetDeviceContainer m_devices;
    std::vector<Ptr<ServerNetFabric>> m_fabrics;
    std::vector<Ptr<ServerNetLinkMonitor>> m_monitors;
    std::vector<uint32_t> m_outstanding; //!< transactions by device, as the traces say
    std::ostringstream m_log;
};

} // namespace

/**
 * @ingroup servernet-tests
 * @brief Whatever happens, both engines make the same of it, every delivery is at its tick, windows
 * are kept, no packet is ever unaccounted for, and each stalled tick is blamed once.
 */
class TurmoilTestCase : public TestCase
{
  public:
    TurmoilTestCase()
        : TestCase("Faults, time-outs and bursts in two fabrics")
    {
    }

  private:
    void DoRun() override
    {
        uint32_t done = 0;
        uint32_t discarded = 0;
        for (uint32_t seed = 1; seed <= 24; ++seed)
        {
            std::string logs[2];
            for (const int engine : {0, 1})
            {
                Turmoil turmoil(seed, engine == 0 ? "Event" : "Flit");
                logs[engine] = turmoil.Run();
                NS_TEST_EXPECT_MSG_EQ(turmoil.violations, 0, "seed " << seed);
                NS_TEST_EXPECT_MSG_EQ(turmoil.windows, 2, "seed " << seed);
                done += turmoil.done;
                discarded += turmoil.discarded;
            }
            NS_TEST_EXPECT_MSG_EQ((logs[0] == logs[1]), true, "seed " << seed);
        }
        NS_TEST_EXPECT_MSG_GT(done, 5000, "enough to mean something");
        NS_TEST_EXPECT_MSG_GT(discarded, 500, "enough to mean something");
    }
};

/**
 * @ingroup servernet-tests
 * @brief What is used before the simulation starts works; a sink of TailStarted, which tells of the
 * past, cannot send.
 */
class MomentTestCase : public TestCase
{
  public:
    MomentTestCase()
        : TestCase("Requests before the start, and at the wrong moment")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        SameRequest request(1, SERVERNET_READ_REQUEST);
        NS_TEST_EXPECT_MSG_EQ(fabric->GetLinkState(0).transmitting, 0, "nothing yet");
        NS_TEST_EXPECT_MSG_EQ(At(devices, 0).OfferRequest(request), true, "before the start");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 2, "request and response");
        uint32_t refused = 0;
        std::function<void(const ServerNetEngine::Hop&)> offer = [&](const auto& /* hop */) {
            try
            {
                At(devices, 0).OfferRequest(request);
            }
            catch (const std::invalid_argument&)
            {
                ++refused;
            }
        };
        fabric->TraceConnectWithoutContext("TailStarted",
                                           Callback<void, const ServerNetEngine::Hop&>(offer));
        At(devices, 0).OfferRequest(request);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(refused, 4, "the tails of a request and a response on two channels");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 4, "which are not disturbed");
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief Devices, transactions, fabrics and engines together.
 */
class ServerNetStackTestSuite : public TestSuite
{
  public:
    ServerNetStackTestSuite()
        : TestSuite("servernet-stack", Type::UNIT)
    {
        AddTestCase(new TurmoilTestCase);
        AddTestCase(new MomentTestCase);
    }
};

static ServerNetStackTestSuite g_serverNetStackTestSuite; //!< the suite
