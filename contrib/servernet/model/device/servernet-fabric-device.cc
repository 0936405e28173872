/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-fabric-device.h"

#include "ns3/log.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetFabricDevice");

NS_OBJECT_ENSURE_REGISTERED(ServerNetFabricDevice);

TypeId
ServerNetFabricDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerNetFabricDevice")
                            .SetParent<fabric::EthernetDevice>()
                            .SetGroupName("ServerNet");
    return tid;
}

void
ServerNetFabricDevice::Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y)
{
    NS_LOG_FUNCTION(this << number << x << y);
    if (y && (y->GetNDevices() != x->GetNDevices() || y->GetTickTime() != x->GetTickTime()))
    {
        throw std::invalid_argument(
            "fabric Y has " + std::to_string(y->GetNDevices()) + " devices and a tick of " +
            std::to_string(y->GetTickTime().GetNanoSeconds()) + " ns; allowed are those of X, " +
            std::to_string(x->GetNDevices()) + " and " +
            std::to_string(x->GetTickTime().GetNanoSeconds()) + " ns");
    }
    m_fabrics = {x, y};
}

Ptr<ServerNetFabric>
ServerNetFabricDevice::GetFabric(uint32_t path) const
{
    return m_fabrics.at(path);
}

fabric::Bundle&
ServerNetFabricDevice::GetBundle() const
{
    return m_fabrics[0]->GetBundle();
}

void
ServerNetFabricDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    for (const auto& fabric : m_fabrics)
    {
        if (fabric)
        {
            fabric->Initialize();
        }
    }
    EthernetDevice::DoInitialize();
}

void
ServerNetFabricDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (const auto& fabric : m_fabrics) // they are kept: packets for the device may be under way
    {
        if (fabric)
        {
            fabric->Detach(GetNumber());
        }
    }
    Settle();
    m_disposed = true;
    EthernetDevice::DoDispose();
}

void
ServerNetFabricDevice::Transmit(ServerNetPacket packet)
{
    m_fabrics[packet.path]->Send(std::move(packet));
}

void
ServerNetFabricDevice::Started(const ServerNetPacket& packet)
{
    TellSent(packet.ToPacket());
}

void
ServerNetFabricDevice::ChangeSinks(const burst::SinkChange& change)
{
    EthernetDevice::ChangeSinks(change);
    for (const auto& fabric : m_fabrics)
    {
        if (fabric)
        {
            fabric->ListenersChanged();
        }
    }
}

bool
ServerNetFabricDevice::WantsStarts() const
{
    return WantsSent();
}

void
ServerNetFabricDevice::TellReceived(const ServerNetPacket& packet)
{
    if (WantsReceived())
    {
        Device::TellReceived(packet.ToPacket());
    }
}

bool
ServerNetFabricDevice::IsDisposed() const
{
    return m_disposed || m_fabrics[0]->IsDisposed();
}

bool
ServerNetFabricDevice::HasWorkingLink() const
{
    return !IsDisposed() &&
           std::any_of(m_fabrics.begin(), m_fabrics.end(), [this](const auto& fabric) {
               return fabric &&
                      !fabric->IsDown(fabric->GetNetwork().GetInjectionChannels()[GetNumber()]);
           });
}

fabric::AddressTable&
ServerNetFabricDevice::GetAddresses() const
{
    return m_fabrics[0]->GetDevices().GetAddresses();
}

Ptr<Channel>
ServerNetFabricDevice::GetChannel() const
{
    return m_fabrics[0];
}

} // namespace ns3
