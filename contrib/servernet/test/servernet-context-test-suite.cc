/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-log.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-request-pool.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; //!< for local experiments, IEEE 802

/** Counts the firings of trace sources in the context of their node, and in others. */
class Contexts
{
  public:
    /** @tparam Values of the source @param owner that has it @param node its node @param name of
     * the source */
    template <typename... Values>
    void Connect(Ptr<Object> owner, Ptr<Node> node, const std::string& name)
    {
        const std::function<void(Values...)> sink = [this, name, node](Values...) {
            Note(name, node);
        };
        if (!owner->TraceConnectWithoutContext(name, Callback<void, Values...>(sink)))
        {
            strange[name + " cannot be connected"] = 1;
        }
    }

    /** @param name of what happens @param node in whose context it should */
    void Note(const std::string& name, Ptr<Node> node)
    {
        ++(Simulator::GetContext() == node->GetId() ? own : strange)[name];
    }

    std::map<std::string, uint64_t> own;     //!< firings by name of the source
    std::map<std::string, uint64_t> strange; //!< in another context
};

} // namespace

/**
 * @ingroup servernet-tests
 * @brief All traces and callbacks of a device fire in the context of its node: of devices that ask
 * and answer, retry and fail, of messages, links and a pool on one node that asks for all.
 */
class ContextTestCase : public TestCase
{
  public:
    /** @param engine attribute Engine */
    explicit ContextTestCase(const std::string& engine)
        : TestCase("Contexts of all traces, engine " + engine),
          m_engine(engine)
    {
    }

  private:
    /** @param contexts that note its firings @param device which */
    void Connect(Contexts& contexts, Ptr<ServerNetNetDevice> device)
    {
        using Transaction = ServerNetNetDevice::Transaction;
        const auto node = device->GetNode();
        for (const std::string name : {"RequestCreated", "Timeout", "Failed"})
        {
            contexts.Connect<const Transaction&>(device, node, name);
        }
        contexts.Connect<const Transaction&, int64_t>(device, node, "TransactionDone");
        contexts.Connect<Time>(device, node, "TwoWayTime");
        contexts.Connect<const ServerNetPacket&>(device, node, "LateResponse");
        contexts.Connect<uint64_t, uint64_t>(device, node, "Deferred");
        contexts.Connect<const std::string&, uint64_t>(device, node, "Drop");
        for (const std::string name : {"PhyTxBegin",
                                       "PhyRxEnd",
                                       "Sniffer",
                                       "PromiscSniffer",
                                       "MacTx",
                                       "MacTxDrop",
                                       "MacRx",
                                       "MacPromiscRx"})
        {
            contexts.Connect<Ptr<const Packet>>(device, node, name);
        }
        for (const std::string name : {"Enqueue", "Dequeue"})
        {
            contexts.Connect<Ptr<const Packet>>(device->GetQueue(), node, name);
        }
        const std::function<void()> change = [&contexts, node] { contexts.Note("link", node); };
        device->AddLinkChangeCallback(Callback<void>(change));
        const std::function<bool(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&)>
            receive = [&contexts, node](auto...) {
                contexts.Note("receive", node);
                return true;
            };
        device->SetReceiveCallback(NetDevice::ReceiveCallback(receive));
    }

    void DoRun() override
    {
        constexpr int64_t END = 40'000;
        ServerNetHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(m_engine));
        helper.SetDeviceAttribute("Timeout", TimeValue(Ticks(700)));
        helper.SetDeviceAttribute("ServiceTime", TimeValue(Ticks(200)), "io");
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(2));
        const auto topology = ServerNetTopology("single-router");
        const auto devices = helper.Install(topology, topology);
        ns3::At(devices, 1).SetAttribute("LimitMode", StringValue("Drop"));
        const auto pattern = burst::CreateFromText<DestinationPattern>("ns3::UniformDestinations");
        Contexts contexts;
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const auto device = DynamicCast<ServerNetNetDevice>(devices.Get(i));
            const auto node = device->GetNode();
            Connect(contexts, device);
            const auto application = burst::CreateFromText<ServerNetRequestApplication>(
                i == 0 ? "ns3::ServerNetRequestPool" : "ns3::ServerNetRequestApplication");
            application->SetAttribute("Process",
                                      PointerValue(burst::CreateFromText<ArrivalProcess>(
                                          "ns3::PoissonArrivals[Rate=0.002]")));
            application->SetAttribute("Destinations", PointerValue(pattern));
            application->SetStopTime(Ticks(END));
            node->AddApplication(application);
            for (int64_t tick = 100; tick < END; tick += 1000)
            {
                const auto to = tick % 3000 == 100 ? device->GetBroadcast()
                                                   : devices.Get((i + 1) % 6)->GetAddress();
                Simulator::ScheduleWithContext(node->GetId(), Ticks(tick), [device, to] {
                    device->Send(Create<Packet>(300), to, PROTOCOL);
                });
            }
        }
        ServerNetHelper::AssignStreams(devices, 1);
        const uint32_t channels =
            ServerNetHelper::GetFabric(devices)->GetNetwork().GetChannels().size();
        for (int64_t i = 0; i < 40; ++i)
        {
            const auto fabric = ServerNetHelper::GetFabric(devices, i % 2);
            const uint32_t channel = i * 5 % channels;
            Simulator::Schedule(Ticks(1000 * i), &ServerNetFabric::SetDown, fabric, channel, true);
            Simulator::Schedule(Ticks(1000 * i + 1900),
                                &ServerNetFabric::SetDown,
                                fabric,
                                channel,
                                false);
        }
        for (const bool down : {true, false})
        {
            for (const uint32_t path : {0, 1})
            {
                const auto fabric = ServerNetHelper::GetFabric(devices, path);
                const uint32_t channel = fabric->GetNetwork().GetInjectionChannels()[3];
                Simulator::ScheduleWithContext(devices.Get(5)->GetNode()->GetId(),
                                               Ticks(down ? END : END + 5000),
                                               [=] { fabric->SetDown(channel, down); });
            }
        }
        Simulator::ScheduleWithContext(devices.Get(3)->GetNode()->GetId(), Ticks(END + 100), [&] {
            devices.Get(3)->Send(Create<Packet>(300), devices.Get(2)->GetAddress(), PROTOCOL);
        });
        for (int64_t tick = 0; tick < END; ++tick) // whatever is due then
        {
            Simulator::Schedule(Ticks(tick),
                                &ServerNetFabric::CloseStalls,
                                ServerNetHelper::GetFabric(devices));
        }
        Simulator::Run();
        for (const auto& [name, count] : contexts.strange)
        {
            NS_TEST_EXPECT_MSG_EQ(count, 0, name << " in the context of another");
        }
        TypeId type = ServerNetNetDevice::GetTypeId();
        for (; type != NetDevice::GetTypeId(); type = type.GetParent())
        {
            for (std::size_t i = 0; i < type.GetTraceSourceN(); ++i)
            {
                const auto name = type.GetTraceSource(i).name;
                if (name == "PhyRxDrop") // there is no error model here
                {
                    continue;
                }
                NS_TEST_EXPECT_MSG_GT(contexts.own[name], 0, name << " did not fire");
            }
        }
        for (const std::string name : {"link", "receive", "Enqueue", "Dequeue"})
        {
            NS_TEST_EXPECT_MSG_GT(contexts.own[name], 0, name << " did not fire");
        }
        CheckConservation(devices);
        Simulator::Destroy();
    }

    std::string m_engine; //!< attribute Engine
};

/**
 * @ingroup servernet-tests
 * @brief In whose name things happen.
 */
class ServerNetContextTestSuite : public TestSuite
{
  public:
    ServerNetContextTestSuite()
        : TestSuite("servernet-context", Type::UNIT)
    {
        AddTestCase(new ContextTestCase("Event"));
        AddTestCase(new ContextTestCase("Flit"));
    }
};

static ServerNetContextTestSuite g_serverNetContextTestSuite; //!< the suite
