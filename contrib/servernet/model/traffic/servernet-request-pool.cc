/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-request-pool.h"

#include "ns3/log.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetRequestPool");

NS_OBJECT_ENSURE_REGISTERED(ServerNetRequestPool);

TypeId
ServerNetRequestPool::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerNetRequestPool")
                            .SetParent<ServerNetRequestApplication>()
                            .SetGroupName("ServerNet")
                            .AddConstructor<ServerNetRequestPool>();
    return tid;
}

ServerNetRequestPool::ServerNetRequestPool()
    : m_choice(CreateObject<UniformRandomVariable>())
{
}

int64_t
ServerNetRequestPool::AssignDrawStreams(int64_t stream)
{
    const int64_t used = ServerNetRequestApplication::AssignDrawStreams(stream);
    m_choice->SetStream(stream + used);
    return used + 1;
}

void
ServerNetRequestPool::Prepare()
{
    const auto fabric = GetDevice().GetFabric();
    std::vector<Ptr<ServerNetNetDevice>> devices;
    for (std::size_t i = 0; i < fabric->GetNDevices(); ++i)
    {
        devices.push_back(DynamicCast<ServerNetNetDevice>(fabric->GetDevice(i)));
        if (!devices.back())
        {
            throw std::invalid_argument("device " + std::to_string(i) +
                                        " of the fabric of a ServerNetRequestPool is not attached; "
                                        "every one has to be");
        }
    }
    NS_LOG_LOGIC("requests for " << devices.size() << " devices");
    m_devices = std::move(devices);
}

void
ServerNetRequestPool::StopApplication()
{
    ServerNetRequestApplication::StopApplication();
    for (const auto& device : m_devices)
    {
        device->Withdraw(*this);
    }
}

void
ServerNetRequestPool::DoDispose()
{
    for (const auto& device : m_devices)
    {
        device->Forget(*this);
    }
    m_devices.clear();
    ServerNetRequestApplication::DoDispose();
}

ServerNetNetDevice&
ServerNetRequestPool::ChooseDevice()
{
    return *m_devices[m_choice->GetInteger(0, m_devices.size() - 1)];
}

} // namespace ns3
