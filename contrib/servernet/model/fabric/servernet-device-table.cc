/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-device-table.h"

#include "ns3/log.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetDeviceTable");

void
ServerNetDeviceTable::SetCount(uint32_t count)
{
    m_devices.resize(count);
}

uint32_t
ServerNetDeviceTable::GetCount() const
{
    return m_devices.size();
}

void
ServerNetDeviceTable::CheckFree(uint32_t number) const
{
    if (number >= m_devices.size() || m_devices[number])
    {
        throw std::invalid_argument("device " + std::to_string(number) +
                                    " of a fabric is taken or does not exist; there are " +
                                    std::to_string(m_devices.size()));
    }
}

void
ServerNetDeviceTable::Attach(uint32_t number, Ptr<ServerNetFabricEnd> device)
{
    NS_LOG_FUNCTION(this << number << device);
    CheckFree(number);
    m_devices[number] = device;
}

Ptr<ServerNetFabricEnd>
ServerNetDeviceTable::Get(uint32_t number) const
{
    return m_devices.at(number);
}

fabric::AddressTable&
ServerNetDeviceTable::GetAddresses()
{
    return m_addresses;
}

void
ServerNetDeviceTable::HandOver(const ServerNetPacketBook::End& end) const
{
    const auto& [packet, tick, reason] = end;
    const bool request = ServerNetPacket::IsRequest(packet.type);
    if (m_devices[packet.source] && !request)
    {
        m_devices[packet.source]->ResponseGone();
    }
    const auto& receiver = m_devices[packet.destination];
    const bool unanswered = request && receiver && receiver->IsDisposed();
    if (!reason && !unanswered)
    {
        if (receiver)
        {
            receiver->Receive(packet, tick);
        }
        else
        {
            NS_LOG_LOGIC("nobody is device " << packet.destination << ", its packet ends there");
        }
    }
    else if (const auto& requester = m_devices[request ? packet.source : packet.destination])
    {
        requester->AttemptDiscarded(packet.transaction, packet.attempt);
    }
}

void
ServerNetDeviceTable::CheckResponses() const
{
    NS_LOG_FUNCTION(this);
    uint64_t requests = 0;
    for (const auto& device : m_devices)
    {
        if (!device || device->HasAbandoned())
        {
            return;
        }
        requests += device->GetMostOutstanding();
    }
    for (uint32_t number = 0; number < m_devices.size(); ++number)
    {
        const auto& device = m_devices[number];
        const uint64_t bound = requests - device->GetMostOutstanding();
        if (device->GetMostResponses() > bound)
        {
            throw std::runtime_error("device " + std::to_string(number) + " had " +
                                     std::to_string(device->GetMostResponses()) +
                                     " responses under way, more than the others had requests, " +
                                     std::to_string(bound));
        }
    }
}

void
ServerNetDeviceTable::Clear()
{
    std::fill(m_devices.begin(), m_devices.end(), nullptr);
}

} // namespace ns3
