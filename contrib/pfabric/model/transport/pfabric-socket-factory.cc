/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-socket-factory.h"

#include "ns3/log.h"
#include "ns3/socket.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricSocketFactory");

NS_OBJECT_ENSURE_REGISTERED(PFabricSocketFactory);

TypeId
PFabricSocketFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PFabricSocketFactory").SetParent<SocketFactory>().SetGroupName("PFabric");
    return tid;
}

void
PFabricSocketFactory::SetProtocol(Ptr<PFabricL4Protocol> protocol)
{
    m_protocol = protocol;
}

Ptr<Socket>
PFabricSocketFactory::CreateSocket()
{
    return m_protocol->CreateSocket();
}

void
PFabricSocketFactory::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_protocol = nullptr;
    SocketFactory::DoDispose();
}

} // namespace ns3
