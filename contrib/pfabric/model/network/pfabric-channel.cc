/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-channel.h"

#include "pfabric-net-device.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricChannel");

NS_OBJECT_ENSURE_REGISTERED(PFabricChannel);

TypeId
PFabricChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PFabricChannel")
            .SetParent<Channel>()
            .SetGroupName("PFabric")
            .AddConstructor<PFabricChannel>()
            .AddAttribute("Delay",
                          "Of a bit from end to end.",
                          TimeValue(NanoSeconds(200)),
                          MakeTimeAccessor(&PFabricChannel::SetDelay, &PFabricChannel::GetDelay),
                          MakeTimeChecker(Time(0)));
    return tid;
}

Ptr<PFabricChannel>
PFabricChannel::Connect(Ptr<PFabricNetDevice> one, Ptr<PFabricNetDevice> other)
{
    auto channel = CreateObject<PFabricChannel>();
    channel->m_devices = {one, other};
    one->SetLink(channel, other);
    other->SetLink(channel, one);
    return channel;
}

void
PFabricChannel::SetDelay(Time delay)
{
    NS_LOG_FUNCTION(this << delay);
    m_delay = delay;
    for (const auto& device : m_devices)
    {
        if (device)
        {
            device->SetDelay(delay);
        }
    }
}

std::size_t
PFabricChannel::GetNDevices() const
{
    return m_devices.size();
}

Ptr<NetDevice>
PFabricChannel::GetDevice(std::size_t i) const
{
    return m_devices.at(i);
}

void
PFabricChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_devices = {};
    Channel::DoDispose();
}

} // namespace ns3
