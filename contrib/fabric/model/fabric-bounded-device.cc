/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-bounded-device.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricBoundedDevice");

NS_OBJECT_ENSURE_REGISTERED(BoundedDevice);

TypeId
BoundedDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::fabric::BoundedDevice")
                            .SetParent<fabric::EthernetDevice>()
                            .SetGroupName("Fabric");
    return tid;
}

void
BoundedDevice::QueueFilled()
{
    Fill();
}

void
BoundedDevice::Fill()
{
    for (std::size_t index = GetQueueCount(); index-- > 0;)
    {
        const auto queue = GetQueue(index);
        while (!queue->IsEmpty() && HasRoom(queue->Peek()))
        {
            if (!IsInContext())
            {
                FillLater(); // the queue has listeners, such as the queue discs of the node
                return;
            }
            if (const auto packet = queue->Dequeue())
            {
                Transmit(packet);
            }
        }
    }
}

bool
BoundedDevice::HasWaiting() const
{
    for (std::size_t index = 0; index < GetQueueCount(); ++index)
    {
        if (!GetQueue(index)->IsEmpty())
        {
            return true;
        }
    }
    return false;
}

void
BoundedDevice::FillLater()
{
    NS_LOG_FUNCTION(this);
    if (!m_fillScheduled && HasWaiting())
    {
        m_fillScheduled = true;
        Simulator::ScheduleWithContext(GetContext(),
                                       Time(0),
                                       &BoundedDevice::HandleFill,
                                       Ptr<BoundedDevice>(this));
    }
}

void
BoundedDevice::HandleFill()
{
    m_fillScheduled = false;
    if (GetQueueCount() > 0) // else the device was disposed of
    {
        GetBundle().Act([this] { Fill(); });
    }
}

} // namespace ns3::fabric
