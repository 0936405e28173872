/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-helper.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-compat.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/qbss-queue-disc.h"
#include "ns3/queue-size.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <stdexcept>

namespace ns3
{

QbssHelper::QbssHelper()
    : m_discs(QbssQueueDisc::GetTypeId())
{
}

void
QbssHelper::SetDiscAttribute(const std::string& name, const AttributeValue& value)
{
    m_discs.Set(name, value);
}

void
QbssHelper::SetDeviceQueue(uint32_t packets)
{
    burst::CheckParameter(packets > 0, "the device queue", packets, "numbers of packets from 1 on");
    m_packets = packets;
}

QueueDiscContainer
QbssHelper::Install(const NetDeviceContainer& devices) const
{
    QueueDiscContainer discs;
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const auto device = devices.Get(i);
        const auto control = device->GetNode()->GetObject<TrafficControlLayer>();
        PointerValue queue;
        if (!control || !device->GetObject<NetDeviceQueueInterface>() ||
            !device->GetAttributeFailSafe("TxQueue", queue))
        {
            throw std::invalid_argument("device " + std::to_string(i) + " is a " +
                                        device->GetInstanceTypeId().GetName() + " of node " +
                                        std::to_string(device->GetNode()->GetId()) +
                                        "; allowed are devices with flow control and an attribute "
                                        "TxQueue, of nodes with an "
                                        "internet stack");
        }
        queue.GetObject()->SetAttribute(
            "MaxSize",
            QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, m_packets)));
        if (control->GetRootQueueDiscOnDevice(device))
        {
            TrafficControlHelper().Uninstall(device);
        }
        const auto disc = m_discs.Create<QueueDisc>();
        control->SetRootQueueDiscOnDevice(device, disc);
        discs.Add(disc);
    }
    return discs;
}

void
QbssHelper::SetDscp(const ApplicationContainer& applications, uint32_t dscp)
{
    burst::CheckParameter(dscp < 64, "the DSCP", dscp, "numbers from 0 to 63");
    const auto field = static_cast<uint8_t>(dscp << 2);
    for (uint32_t i = 0; i < applications.GetN(); ++i)
    {
        const auto application = applications.Get(i);
        if (!burst::SetTypeOfService(application, field))
        {
            throw std::invalid_argument("application " + std::to_string(i) + " is a " +
                                        application->GetInstanceTypeId().GetName() +
                                        "; allowed are those with an attribute Tos");
        }
    }
}

} // namespace ns3
