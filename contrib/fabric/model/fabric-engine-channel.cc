/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-engine-channel.h"

#include "fabric-ethernet-device.h"

#include "ns3/log.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricEngineChannel");

NS_OBJECT_ENSURE_REGISTERED(EngineChannel);

TypeId
EngineChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::fabric::EngineChannel").SetParent<Channel>().SetGroupName("Fabric");
    return tid;
}

EngineChannel::EngineChannel() = default;

EngineChannel::~EngineChannel() = default;

void
EngineChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Leave();
    m_disposed = true;
    std::fill(m_devices.begin(), m_devices.end(), nullptr);
    Channel::DoDispose();
}

bool
EngineChannel::IsDisposed() const
{
    return m_disposed;
}

void
EngineChannel::SetDeviceCount(std::size_t count)
{
    m_devices.resize(count);
}

std::size_t
EngineChannel::GetNDevices() const
{
    return m_devices.size();
}

Ptr<NetDevice>
EngineChannel::GetDevice(std::size_t number) const
{
    return m_devices.at(number);
}

AddressTable&
EngineChannel::GetAddresses()
{
    return m_addresses;
}

void
EngineChannel::CheckFree(uint32_t number) const
{
    if (number >= m_devices.size() || m_devices[number])
    {
        throw std::invalid_argument("device " + std::to_string(number) +
                                    " of a fabric is taken or does not exist; there are " +
                                    std::to_string(m_devices.size()));
    }
}

void
EngineChannel::SetDevice(uint32_t number, Ptr<EthernetDevice> device)
{
    NS_LOG_FUNCTION(this << number << device);
    CheckFree(number);
    m_devices[number] = device;
}

void
EngineChannel::CatchUp() const
{
    if (IsRunning())
    {
        GetBundle().Advance();
    }
}

void
EngineChannel::UpdateSinks()
{
    if (IsRunning() && !m_disposed)
    {
        GetBundle().Act([this] { FindSinks(); });
    }
}

void
EngineChannel::ChangeSinks(const burst::SinkChange& change)
{
    UpdateSinks();
    change();
    UpdateSinks();
}

void
EngineChannel::FindSinks()
{
}

void
EngineChannel::ScheduleNext()
{
    if (IsRunning())
    {
        const auto next = FindNextEvent();
        if (next.tick != NEVER)
        {
            WakeAt(next.tick, next.time);
        }
    }
}

} // namespace ns3::fabric
