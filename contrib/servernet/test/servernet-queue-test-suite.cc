/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-log.h"

#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/queue-size.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; //!< for local experiments, IEEE 802
constexpr uint32_t SIZE = 1000;       //!< bytes of a packet, 16 pieces with its header
const Mac48Address STRANGER("00:00:00:00:00:77");

/** Six devices on a router; the first one sends, with a window of one request. */
class Sender
{
  public:
    Sender()
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(1));
        devices = helper.Install(ServerNetTopology("single-router"));
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            devices.Get(i)->TraceConnectWithoutContext("MacPromiscRx",
                                                       MakeCallback(&Sender::Receive, this));
        }
        devices.Get(0)->TraceConnectWithoutContext("MacTxDrop", MakeCallback(&Sender::Drop, this));
    }

    ~Sender()
    {
        Simulator::Destroy();
    }

    /** @param to address @return whether it was taken */
    bool Send(const Address& to)
    {
        return devices.Get(0)->Send(Create<Packet>(SIZE), to, PROTOCOL);
    }

    /** At a tick of its own node. @param tick when @param action what */
    template <typename Action>
    void At(int64_t tick, Action action)
    {
        Simulator::ScheduleWithContext(devices.Get(0)->GetNode()->GetId(), Ticks(tick), action);
    }

    /** @return the sender */
    ServerNetNetDevice& GetDevice() const
    {
        return ns3::At(devices, 0);
    }

    NetDeviceContainer devices;
    uint32_t received{0}; //!< packets by all devices
    uint32_t drops{0};    //!< of the sender

  private:
    void Receive(Ptr<const Packet> packet)
    {
        ++received;
    }

    void Drop(Ptr<const Packet> packet)
    {
        ++drops;
    }
};

} // namespace

/**
 * @ingroup servernet-tests
 * @brief Packets that somebody takes out of the queue are not sent, all others are, whatever is
 * asked of the device besides, and nothing is left over.
 */
class FlushTestCase : public TestCase
{
  public:
    /** @param packets sent before @param how "Flush", "Remove" (the first that waits), or "Dequeue"
     * @param tick when, the packets being sent at tick 5 */
    FlushTestCase(uint32_t packets, const std::string& how, int64_t tick)
        : TestCase(how + " with " + std::to_string(packets) + " packets at tick " +
                   std::to_string(tick)),
          m_packets(packets),
          m_how(how),
          m_tick(tick)
    {
    }

  private:
    void DoRun() override
    {
        Sender sender;
        SameRequest request(2, SERVERNET_READ_REQUEST);
        const Log log(sender.devices);
        const auto to = sender.devices.Get(1)->GetAddress();
        uint32_t taken = 0;
        sender.At(5, [&] {
            for (uint32_t i = 0; i < m_packets; ++i)
            {
                sender.Send(to);
            }
            sender.GetDevice().OfferRequest(request);
        });
        sender.At(m_tick, [&] {
            const auto queue = sender.GetDevice().GetQueue();
            const uint32_t before = queue->GetNPackets();
            if (m_how == "Flush")
            {
                queue->Flush();
            }
            else if (m_how == "Remove")
            {
                queue->Remove();
            }
            else
            {
                queue->Dequeue();
            }
            taken = before - queue->GetNPackets();
            sender.Send(to);
            sender.GetDevice().OfferRequest(request);
        });
        sender.At(m_tick + 100'000, [&] { sender.Send(to); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sender.received, m_packets + 2 - taken, "the others arrive");
        NS_TEST_EXPECT_MSG_EQ(log.done.size(), 16 * sender.received + 2, "pieces and requests");
        NS_TEST_EXPECT_MSG_EQ(sender.GetDevice().GetQueue()->GetNPackets(), 0, "none is stranded");
        NS_TEST_EXPECT_MSG_EQ(sender.GetDevice().GetDeferred(), 0, "nor a request");
        NS_TEST_EXPECT_MSG_EQ(sender.GetDevice().GetOutstanding(), 0, "all are answered");
        CheckConservation(sender.devices);
    }

    uint32_t m_packets; //!< sent before
    std::string m_how;  //!< function of the queue
    int64_t m_tick;     //!< when
};

/**
 * @ingroup servernet-tests
 * @brief Where a packet goes is decided when it is its turn: behind another one wait packets to an
 * address that gets known, one that is forgotten, and one that becomes the sender's own.
 */
class LearnTestCase : public TestCase
{
  public:
    LearnTestCase()
        : TestCase("Addresses that change while packets wait")
    {
    }

  private:
    void DoRun() override
    {
        const auto send = [this](Sender& sender, const Address& to, auto change) {
            const auto first = sender.devices.Get(1)->GetAddress();
            sender.At(5, [&sender, first, to] {
                sender.Send(first);
                sender.Send(to);
                sender.Send(first);
            });
            sender.At(6, change);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(sender.GetDevice().GetQueue()->GetNPackets(), 0, "queue");
            NS_TEST_EXPECT_MSG_EQ(sender.GetDevice().GetDeferred(), 0, "requests");
            CheckConservation(sender.devices);
        };
        {
            Sender sender;
            send(sender, STRANGER, [&] { sender.devices.Get(3)->SetAddress(STRANGER); });
            NS_TEST_EXPECT_MSG_EQ(sender.received, 3, "known now: one device");
        }
        {
            Sender sender;
            const auto known = sender.devices.Get(3)->GetAddress();
            send(sender, known, [&] { sender.devices.Get(3)->SetAddress(STRANGER); });
            NS_TEST_EXPECT_MSG_EQ(sender.received, 2 + 5, "nobody's now: all others");
        }
        {
            Sender sender;
            send(sender, STRANGER, [&] { sender.devices.Get(0)->SetAddress(STRANGER); });
            NS_TEST_EXPECT_MSG_EQ(sender.received, 2, "its own now: nobody");
            NS_TEST_EXPECT_MSG_EQ(sender.drops, 1, "which is told");
        }
        {
            Sender sender;
            const auto shared = sender.devices.Get(3)->GetAddress();
            sender.devices.Get(4)->SetAddress(shared);
            send(sender, shared, [&] { sender.devices.Get(4)->SetAddress(STRANGER); });
            NS_TEST_EXPECT_MSG_EQ(sender.received, 3, "the one device that still has it");
        }
    }
};

/**
 * @ingroup servernet-tests
 * @brief What Send refuses is counted and told with its reason, and goes nowhere: as other devices
 * of ns-3, this one does not receive what it sends.
 */
class RefusedTestCase : public TestCase
{
  public:
    RefusedTestCase()
        : TestCase("Reasons for which packets are not sent")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t FRAME = SIZE + ServerNetNetDevice::FRAME_HEADER;
        Sender sender;
        auto& device = sender.GetDevice();
        std::map<std::string, uint64_t> told; // bytes
        const std::function<void(const std::string&, uint64_t)> sink =
            [&told](const std::string& reason, uint64_t bytes) { told[reason] += bytes; };
        device.TraceConnectWithoutContext("Drop",
                                          Callback<void, const std::string&, uint64_t>(sink));
        const auto fabric = ServerNetHelper::GetFabric(sender.devices);
        const uint32_t channel = fabric->GetNetwork().GetInjectionChannels()[0];
        const auto to = sender.devices.Get(1)->GetAddress();
        std::vector<bool> taken;
        sender.At(5, [&] { taken.push_back(sender.Send(device.GetAddress())); });
        sender.At(6, [&] { device.SetMtu(SIZE - 1); });
        sender.At(7, [&] { taken.push_back(sender.Send(to)); });
        sender.At(8, [&] { device.SetMtu(SIZE); });
        sender.At(9, [&] { fabric->SetDown(channel, true); });
        sender.At(10, [&] { taken.push_back(sender.Send(to)); });
        sender.At(11, [&] { fabric->SetDown(channel, false); });
        sender.At(12, [&] { device.GetQueue()->SetMaxSize(QueueSize("1p")); });
        sender.At(13, [&] {
            for (uint32_t i = 0; i < 4; ++i) // one is being sent, one waits
            {
                taken.push_back(sender.Send(to));
            }
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(
            (taken == std::vector<bool>{false, false, false, true, true, false, false}),
            true,
            "taken");
        NS_TEST_EXPECT_MSG_EQ(sender.received, 2, "those arrive");
        NS_TEST_EXPECT_MSG_EQ(sender.drops, 5, "MacTxDrop");
        const std::map<std::string, uint64_t> packets{{ServerNetNetDevice::OWN_ADDRESS, 1},
                                                      {ServerNetNetDevice::TOO_LONG, 1},
                                                      {ServerNetNetDevice::NO_LINK, 1},
                                                      {ServerNetNetDevice::QUEUE_FULL, 2}};
        for (const auto& [reason, count] : packets)
        {
            NS_TEST_EXPECT_MSG_EQ(device.GetDrops(reason).number, count, reason);
            NS_TEST_EXPECT_MSG_EQ(device.GetDrops(reason).bytes, count * FRAME, reason);
            NS_TEST_EXPECT_MSG_EQ(told[reason], count * FRAME, reason << " is told");
        }
        NS_TEST_EXPECT_MSG_EQ(told.size(), packets.size(), "and nothing else");
        CheckConservation(sender.devices);
    }
};

/**
 * @ingroup servernet-tests
 * @brief What waits in a device to be sent is its queue, whatever others do to it.
 */
class ServerNetQueueTestSuite : public TestSuite
{
  public:
    ServerNetQueueTestSuite()
        : TestSuite("servernet-queue", Type::UNIT)
    {
        for (const std::string how : {"Flush", "Remove", "Dequeue"})
        {
            for (const uint32_t packets : {0, 1, 2, 40})
            {
                // In the event behind that of Send, with a piece under way, and with all sent.
                for (const int64_t tick : {5, 700, 300'000})
                {
                    AddTestCase(new FlushTestCase(packets, how, tick));
                }
            }
        }
        AddTestCase(new LearnTestCase);
        AddTestCase(new RefusedTestCase);
    }
};

static ServerNetQueueTestSuite g_serverNetQueueTestSuite; //!< the suite
