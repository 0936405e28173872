/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-bed.h"

#include "ns3/drop-tail-queue.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <set>

namespace battery
{

namespace
{

/** @param device any @return its attribute TxQueue; throws if it has none */
Ptr<Queue<Packet>>
GetQueue(Ptr<NetDevice> device)
{
    PointerValue value;
    Expect(device->GetAttributeFailSafe("TxQueue", value), "has no attribute TxQueue");
    return value.Get<Queue<Packet>>();
}

/** @param packets MaxSize @return a queue */
Ptr<Queue<Packet>>
MakeQueue(uint32_t packets)
{
    auto queue = CreateObject<DropTailQueue<Packet>>();
    queue->SetAttribute("MaxSize", StringValue(std::to_string(packets) + "p"));
    return queue;
}

/** What does not fit is refused by Send and dropped; the rest comes. @param bed any */
void
CheckQueueAttribute(Bed& bed)
{
    const auto queue = MakeQueue(5);
    bed.Act([&] {
        const auto device = bed.devices.Get(0);
        GetQueue(device);
        Expect(device->SetAttributeFailSafe("TxQueue", PointerValue(queue)),
               "TxQueue is not taken");
        Expect(GetQueue(device) == queue, "TxQueue is another queue");
    });
    if (bed.IsOver())
    {
        return;
    }
    constexpr uint32_t COUNT = 2000;
    uint32_t before = 0;
    bed.Schedule(bed.GetNext() + MilliSeconds(1), 0, [&] {
        before = queue->GetTotalDroppedPackets();
    });
    bed.Skip(MilliSeconds(2));
    const uint32_t first = bed.SendBurst(0, 1, COUNT, 1000);
    bed.Run();
    uint32_t accepted = 0;
    uint32_t came = 0;
    for (uint32_t serial = first; serial < first + COUNT; ++serial)
    {
        accepted += bed.accepted[serial - Bed::FIRST] ? 1 : 0;
        came += bed.Count(1, serial);
    }
    Expect(queue->GetTotalReceivedPackets() > 0, "packets do not enter the queue that was set");
    Expect(accepted < COUNT, "Send takes all, whatever MaxSize is");
    ExpectEqual(queue->GetTotalDroppedPackets() - before, COUNT - accepted, "drops of the queue");
    ExpectEqual(came, accepted, "packets that come");
}

/** Packets in a queue that is replaced are sent, or the queue refused. @param bed any */
void
CheckSetQueue(Bed& bed)
{
    bool refused = false;
    bed.Act([&] {
        const auto device = bed.devices.Get(0);
        const auto before = GetQueue(device);
        try
        {
            refused = !device->SetAttributeFailSafe("TxQueue", PointerValue(MakeQueue(1000)));
        }
        catch (const std::invalid_argument&)
        {
            throw Failure("SetAttributeFailSafe throws");
        }
        Expect(!refused || GetQueue(device) == before, "refused and taken");
    });
    if (bed.IsOver())
    {
        return;
    }
    const uint32_t one = bed.Send(0, 1);
    bed.Run();
    ExpectEqual(bed.Count(1, one), 1, "packets that come after a new queue");
    ExpectEqual(bed.CountTraffic(), bed.CountTrafficSent(), "packets of the traffic that come");
}

/** A text of a queue is a queue for each device. @param bed any */
void
CheckOneQueueEach(Bed& bed)
{
    const uint32_t stations = bed.dut.GetStations();
    NetDeviceContainer devices;
    bed.devices = bed.dut.InstallQueues(stations, "ns3::DropTailQueue", "7p");
    std::set<Ptr<Queue<Packet>>> queues;
    for (uint32_t i = 0; i < stations; ++i)
    {
        const auto queue = GetQueue(bed.devices.Get(i));
        queues.insert(queue);
        ExpectEqual(queue->GetMaxSize().GetValue(), 7, "MaxSize");
    }
    ExpectEqual(queues.size(), stations, "queues");
}

/** What waits in the device's queue stops the queue disc, and goes on. @param bed any */
void
CheckInterface(Bed& bed)
{
    bed.Act([] {});
    if (bed.IsOver() || bed.state == State::BORN) // the helper makes it
    {
        return;
    }
    const auto device = bed.devices.Get(0);
    const auto interface = device->GetObject<NetDeviceQueueInterface>();
    Expect(interface != nullptr, "has no NetDeviceQueueInterface");
    ExpectEqual(interface->GetTxQueue(0)->IsStopped(), false, "stopped while idle");
}

} // namespace

void
AddQueueBehaviours(std::vector<Behaviour>& list)
{
    list.push_back({"TxQueue",
                    "a queue that is set is used: what it has no room for is refused by Send, and "
                    "the rest comes",
                    CheckQueueAttribute});
    list.push_back({"SetQueue",
                    "a new queue is refused, or nothing that waited in the old one is lost",
                    CheckSetQueue});
    list.push_back({"a queue each",
                    "a text of a queue, given to the helper, makes a queue for each device",
                    CheckOneQueueEach});
    list.push_back({"queue interface",
                    "an idle device has a NetDeviceQueueInterface that is not stopped",
                    CheckInterface});
}

} // namespace battery
