/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-queue-disc.h"

#include "pfabric-queue.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(PFabricQueueDisc);

TypeId
PFabricQueueDisc::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricQueueDisc")
                            .SetParent<QueueDisc>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricQueueDisc>();
    return tid;
}

PFabricQueueDisc::PFabricQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::SINGLE_INTERNAL_QUEUE)
{
}

bool
PFabricQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    return GetInternalQueue(0)->Enqueue(item);
}

Ptr<QueueDiscItem>
PFabricQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    return GetInternalQueue(0)->Dequeue();
}

bool
PFabricQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0)
    {
        NS_LOG_ERROR("PFabricQueueDisc takes no classes and no filters");
        return false;
    }
    if (GetNInternalQueues() == 0)
    {
        AddInternalQueue(CreateObject<PFabricQueue<QueueDiscItem>>());
    }
    if (GetNInternalQueues() != 1 || !DynamicCast<PFabricQueue<QueueDiscItem>>(GetInternalQueue(0)))
    {
        NS_LOG_ERROR("PFabricQueueDisc takes one internal queue, a PFabricQueue<QueueDiscItem>");
        return false;
    }
    return true;
}

void
PFabricQueueDisc::InitializeParams()
{
}

} // namespace ns3
