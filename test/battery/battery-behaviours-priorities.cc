/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-protocols.h"

#include "ns3/flow-id-tag.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/queue-limits.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <array>
#include <map>

namespace battery
{

namespace
{

constexpr uint16_t PORT = 9;       //!< of sinks; that of priority p is PORT + p
constexpr uint8_t PRIORITIES = 8;  //!< of the sockets
constexpr uint32_t PAYLOAD = 1400; //!< bytes of a packet

/** Bytes that are in a device's queue, by the device's word. */
class CountedLimits : public QueueLimits
{
  public:
    static constexpr int32_t LIMIT = 5000; //!< bytes

    void Reset() override
    {
    }

    void Completed(uint32_t bytes) override
    {
        completed += bytes;
    }

    int32_t Available() const override
    {
        return LIMIT - static_cast<int32_t>(queued - completed);
    }

    void Queued(uint32_t bytes) override
    {
        queued += bytes;
        most = std::max(most, queued - completed);
    }

    uint64_t queued{0};    //!< bytes that entered
    uint64_t completed{0}; //!< bytes that left
    uint64_t most{0};      //!< bytes at one time
};

/** Node 0 of a network sends datagrams of eight priorities to node 1. */
class Sender
{
  public:
    /** @param dut kind @param disc TypeId of the root queue disc @param classes whether it has one
     * for each queue of the device */
    Sender(const DeviceUnderTest& dut, const std::string& disc, bool classes = false)
        : internet(dut.MakeInternet(2, "10.1")),
          interface(internet.devices.Get(0)->GetObject<NetDeviceQueueInterface>())
    {
        Expect(interface != nullptr, "has no NetDeviceQueueInterface");
        TrafficControlHelper helper;
        const auto handle = helper.SetRootQueueDisc(disc);
        if (classes)
        {
            const auto each = helper.AddQueueDiscClasses(handle,
                                                         interface->GetNTxQueues(),
                                                         "ns3::QueueDiscClass");
            helper.AddChildQueueDiscs(handle, each, "ns3::FifoQueueDisc");
        }
        root = ReplaceRoot(internet, helper);
        for (uint8_t priority = 0; priority < PRIORITIES; ++priority)
        {
            m_sockets[priority] =
                Socket::CreateSocket(internet.nodes.Get(0), UdpSocketFactory::GetTypeId());
            m_sockets[priority]->SetPriority(priority);
            const InetSocketAddress any(Ipv4Address::GetAny(), PORT + priority);
            const auto sink = DynamicCast<PacketSink>(PacketSinkHelper("ns3::UdpSocketFactory", any)
                                                          .Install(internet.nodes.Get(1))
                                                          .Get(0));
            sink->TraceConnectWithoutContext(
                "Rx",
                Callback<void, Ptr<const Packet>, const Address&>(
                    [this, priority](Ptr<const Packet>, const Address&) {
                        ++came[priority];
                        last[priority] = Simulator::Now();
                    }));
        }
        Send(Seconds(1), 0, 1); // resolves the address
    }

    /** @param when at one time @param priority of a socket @param count of datagrams */
    void Send(const Time& when, uint8_t priority, uint32_t count)
    {
        Simulator::ScheduleWithContext(
            internet.nodes.Get(0)->GetId(),
            when,
            [this, priority, count] {
                for (uint32_t i = 0; i < count; ++i)
                {
                    m_sockets[priority]->SendTo(
                        Create<Packet>(PAYLOAD),
                        0,
                        InetSocketAddress(internet.addresses[1], PORT + priority));
                }
            });
    }

    Internet internet;                       //!< of two
    Ptr<NetDeviceQueueInterface> interface;  //!< of node 0
    Ptr<QueueDisc> root;                     //!< of node 0
    std::array<uint32_t, PRIORITIES> came{}; //!< datagrams, by priority
    std::array<Time, PRIORITIES> last;       //!< when the last one came

  private:
    std::array<Ptr<Socket>, PRIORITIES> m_sockets; //!< by priority
};

/** What a user hangs on a packet comes with it. @param bed any */
void
CheckTags(Bed& bed)
{
    constexpr uint32_t COUNT = 20;
    constexpr uint32_t FIRST = 77;
    bed.Act([] {});
    if (bed.IsOver())
    {
        return;
    }
    const auto sender = bed.devices.Get(0);
    const auto to = bed.devices.Get(1);
    std::map<uint32_t, uint32_t> came;
    to->SetReceiveCallback(
        Callback<bool, Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&>(
            [&came](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
                FlowIdTag inPacket;
                FlowIdTag onBytes;
                if (packet->FindFirstMatchingByteTag(onBytes) && onBytes.GetFlowId() >= FIRST)
                {
                    Expect(packet->PeekPacketTag(inPacket), "the packet tag does not come");
                    ExpectEqual(inPacket.GetFlowId(), 2 * onBytes.GetFlowId(), "packet tag");
                    ++came[onBytes.GetFlowId()];
                }
                return true;
            }));
    bed.Schedule(bed.GetNext(), 0, [&] {
        for (uint32_t i = 0; i < COUNT; ++i)
        {
            const auto packet = Bed::MakePacket(40 + 60 * i, 0, 1, 0);
            packet->AddByteTag(FlowIdTag(FIRST + i));
            packet->AddPacketTag(FlowIdTag(2 * (FIRST + i)));
            sender->Send(packet, to->GetAddress(), Bed::PROTOCOL);
        }
    });
    bed.Run();
    ExpectEqual(came.size(), COUNT, "packets that come with their byte tags");
}

/** A packet of high priority overtakes those that wait in the queue disc. @param bed any */
void
CheckPriorities(Bed& bed)
{
    constexpr uint32_t COUNT = 400;
    Sender sender(bed.dut, "ns3::PfifoFastQueueDisc");
    sender.Send(Seconds(3), Socket::NS3_PRIO_BULK, COUNT);
    sender.Send(Seconds(3), Socket::NS3_PRIO_INTERACTIVE, 1);
    RunUntil(10);
    ExpectEqual(sender.came[Socket::NS3_PRIO_BULK], COUNT, "packets of low priority that come");
    ExpectEqual(sender.came[Socket::NS3_PRIO_INTERACTIVE], 1, "packets of high priority that come");
    const Time ahead =
        sender.last[Socket::NS3_PRIO_BULK] - sender.last[Socket::NS3_PRIO_INTERACTIVE];
    Expect(ahead.GetSeconds() > 100 * 8.0 * PAYLOAD / bed.dut.GetRate(),
           "the packet of high priority comes " + std::to_string(ahead.GetSeconds()) +
               " s before the last of " + std::to_string(COUNT) + " of low priority");
}

/** Each queue of the device has its own class of an MqQueueDisc. @param bed any */
void
CheckQueues(Bed& bed)
{
    constexpr uint32_t COUNT = 30;
    Sender sender(bed.dut, "ns3::MqQueueDisc", true);
    const uint32_t queues = sender.interface->GetNTxQueues();
    std::vector<uint32_t> expected(queues);
    const auto select = sender.interface->GetSelectQueueCallback();
    Expect(queues == 1 || select, "several queues, and no SelectQueue");
    for (uint8_t priority = 0; priority < PRIORITIES; ++priority)
    {
        const auto packet = Create<Packet>(PAYLOAD);
        SocketPriorityTag tag;
        tag.SetPriority(priority);
        packet->AddPacketTag(tag);
        const uint32_t queue =
            queues == 1
                ? 0
                : select(Create<Ipv4QueueDiscItem>(packet, Address(), 0x0800, Ipv4Header()));
        Expect(queue < queues, "SelectQueue chooses a queue that is not there");
        expected[queue] += COUNT;
        sender.Send(Seconds(3), priority, COUNT);
    }
    RunUntil(10);
    for (uint8_t priority = 0; priority < PRIORITIES; ++priority)
    {
        ExpectEqual(sender.came[priority],
                    COUNT + (priority == 0 ? 1 : 0),
                    "packets of priority " + std::to_string(priority) + " that come");
    }
    for (uint32_t queue = 0; queue < queues; ++queue)
    {
        const auto& stats = sender.root->GetQueueDiscClass(queue)->GetQueueDisc()->GetStats();
        const uint32_t other = queue == 0 ? 10 : 0; // the resolution of addresses, and the first
        Expect(stats.nTotalSentPackets >= expected[queue] &&
                   stats.nTotalSentPackets <= expected[queue] + other,
               std::to_string(stats.nTotalSentPackets) + " packets by class " +
                   std::to_string(queue) + " instead of " + std::to_string(expected[queue]));
        Expect(!sender.interface->GetTxQueue(queue)->IsStopped(), "a queue stays stopped");
    }
}

/** Byte queue limits are told what enters and leaves, and hold packets back. @param bed any */
void
CheckLimits(Bed& bed)
{
    constexpr uint32_t COUNT = 300;
    Sender sender(bed.dut, "ns3::PfifoFastQueueDisc");
    std::vector<Ptr<CountedLimits>> limits;
    for (uint32_t queue = 0; queue < sender.interface->GetNTxQueues(); ++queue)
    {
        limits.push_back(CreateObject<CountedLimits>());
        sender.interface->GetTxQueue(queue)->SetQueueLimits(limits.back());
    }
    sender.Send(Seconds(3), 0, COUNT);
    RunUntil(10);
    ExpectEqual(sender.came[0], COUNT + 1, "packets that come");
    uint64_t queued = 0;
    for (const auto& one : limits)
    {
        ExpectEqual(one->completed, one->queued, "bytes that left the queue");
        Expect(one->most <= CountedLimits::LIMIT + 1600,
               std::to_string(one->most) + " bytes in the queue, with a limit of 5000");
        queued += one->queued;
    }
    Expect(queued >= static_cast<uint64_t>(COUNT) * PAYLOAD, "bytes enter untold");
}

} // namespace

void
AddPriorityBehaviours(std::vector<Behaviour>& list)
{
    list.push_back({"tags", "packet tags and byte tags of Send come with the packet", CheckTags});
    list.push_back({"priorities",
                    "a packet of high priority overtakes those of low priority that wait in a "
                    "PfifoFastQueueDisc",
                    WithProtocols(CheckPriorities)});
    list.push_back({"SelectQueue",
                    "with an MqQueueDisc each packet leaves by the class of its priority's queue, "
                    "and comes",
                    WithProtocols(CheckQueues)});
    list.push_back({"BQL",
                    "queue limits are told of each byte that enters and leaves, and hold the rest "
                    "back",
                    WithProtocols(CheckLimits)});
}

} // namespace battery
