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
    while (HasRoom() && !GetQueue()->IsEmpty())
    {
        if (!IsInContext())
        {
            FillLater(); // the queue has listeners, such as the queue discs of the node
            return;
        }
        if (const auto packet = GetQueue()->Dequeue())
        {
            Transmit(packet);
        }
    }
}

void
BoundedDevice::FillLater()
{
    NS_LOG_FUNCTION(this);
    if (!m_fillScheduled && !GetQueue()->IsEmpty())
    {
        m_fillScheduled = true;
        Simulator::ScheduleWithContext(GetContext(), Time(0), &BoundedDevice::HandleFill, this);
    }
}

void
BoundedDevice::HandleFill()
{
    m_fillScheduled = false;
    GetBundle().Act([this] { Fill(); });
}

} // namespace ns3::fabric
