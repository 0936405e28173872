/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-server.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MeasurementServer");

NS_OBJECT_ENSURE_REGISTERED(MeasurementServer);

TypeId
MeasurementServer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MeasurementServer").SetParent<Object>().SetGroupName("PathMeasurement");
    return tid;
}

Ptr<const AttributeAccessor>
MeasurementServer::UntilStart(Ptr<const AttributeAccessor> accessor)
{
    return burst::MakeAccessorUntil(accessor, &MeasurementServer::IsServing, "Start");
}

bool
MeasurementServer::IsServing() const
{
    return m_node != nullptr;
}

void
MeasurementServer::Start(Ptr<Node> node, uint16_t port)
{
    NS_LOG_FUNCTION(this << port);
    m_node = node;
    m_port = port;
    DoStart();
}

void
MeasurementServer::Stop()
{
    NS_LOG_FUNCTION(this);
    if (m_node)
    {
        DoStop();
        m_node = nullptr;
    }
}

void
MeasurementServer::Hang()
{
    if (m_node && !std::exchange(m_hangs, true))
    {
        DoHang();
    }
}

bool
MeasurementServer::IsHanging() const
{
    return m_hangs;
}

std::vector<MeasurementResult::Value>
MeasurementServer::GetReport() const
{
    return {};
}

uint64_t
MeasurementServer::GetBytes() const
{
    return 0;
}

void
MeasurementServer::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Stop();
    Object::DoDispose();
}

Ptr<Node>
MeasurementServer::GetNode() const
{
    return m_node;
}

uint16_t
MeasurementServer::GetPort() const
{
    return m_port;
}

} // namespace ns3
