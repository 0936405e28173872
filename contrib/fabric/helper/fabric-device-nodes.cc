/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-device-nodes.h"

#include "ns3/net-device-queue-interface.h"
#include "ns3/queue-item.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3::fabric
{

NodeContainer
GetDeviceNodes(const NodeContainer& given,
               uint32_t count,
               const std::string& helper,
               const std::string& devices)
{
    NodeContainer nodes = given;
    if (nodes.GetN() == 0)
    {
        nodes.Create(count);
    }
    if (nodes.GetN() != count)
    {
        throw std::invalid_argument("Install of " + helper + " has " +
                                    std::to_string(nodes.GetN()) +
                                    " nodes; allowed are as many as the topology has " + devices +
                                    ", " + std::to_string(count));
    }
    return nodes;
}

void
AddDevice(Ptr<Node> node, Ptr<EthernetDevice> device)
{
    node->AddDevice(device);
    const std::size_t queues = device->GetQueueCount();
    auto interface =
        CreateObjectWithAttributes<NetDeviceQueueInterface>("NTxQueues", UintegerValue(queues));
    for (std::size_t index = 0; index < queues; ++index)
    {
        interface->GetTxQueue(index)->ConnectQueueTraces(device->GetQueue(index));
    }
    if (queues > 1)
    {
        // Both are parts of one aggregate, and end together.
        interface->SetSelectQueueCallback([one = PeekPointer(device)](Ptr<QueueItem> item) {
            return one->ChooseQueue(item->GetPacket());
        });
    }
    device->AggregateObject(interface);
}

} // namespace ns3::fabric
