/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-switch-port.h"

#include "ns3/atm-abr-cell-header.h"
#include "ns3/fabric-ethernet-device.h"
#include "ns3/log.h"
#include "ns3/pointer.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AtmSwitchPort");

NS_OBJECT_ENSURE_REGISTERED(AtmSwitchPort);

TypeId
AtmSwitchPort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AtmSwitchPort")
            .SetParent<fabric::SwitchPort>()
            .SetGroupName("AtmAbr")
            .AddConstructor<AtmSwitchPort>()
            .AddAttribute("Algorithm",
                          "Its switch algorithm, from the begin of the simulation on, or null.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&AtmSwitchPort::GetAlgorithm),
                          MakePointerChecker<AbrSwitchAlgorithm>())
            .AddTraceSource(
                "Queue",
                "Cells of the port, that in service included, at the last sample and "
                "at this one.",
                burst::MakeSinkAccessor(&AtmSwitchPort::m_queueTrace, &AtmSwitchPort::ChangeSinks),
                "ns3::TracedValueCallback::Uint64")
            .AddTraceSource(
                "Share",
                "What its algorithm holds for the fair rate of a VC, cells per second, "
                "at the last sample and at this one.",
                burst::MakeSinkAccessor(&AtmSwitchPort::m_shareTrace, &AtmSwitchPort::ChangeSinks),
                "ns3::TracedValueCallback::Double")
            .AddTraceSource(
                "Lost",
                "Cells that the port has refused, RM cells too, up to the last sample "
                "and to this one.",
                burst::MakeSinkAccessor(&AtmSwitchPort::m_lostTrace, &AtmSwitchPort::ChangeSinks),
                "ns3::TracedValueCallback::Uint64");
    return tid;
}

void
AtmSwitchPort::Attach(uint32_t port, Ptr<AtmFabric> fabric)
{
    NS_LOG_FUNCTION(this << port << fabric);
    fabric->Attach(port, this);
    m_fabric = fabric;
    m_port = port;
    SetAddress(fabric::EthernetDevice::MakeAddress(ADDRESS_KIND, fabric->GetId(), port));
}

void
AtmSwitchPort::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Settle();
    m_disposed = true; // the fabric is kept: it may tell what is past
    SwitchPort::DoDispose();
}

uint32_t
AtmSwitchPort::GetPort() const
{
    return m_port;
}

Ptr<AbrSwitchAlgorithm>
AtmSwitchPort::GetAlgorithm() const
{
    return m_fabric ? m_fabric->GetAlgorithm(m_port) : nullptr;
}

fabric::EngineChannel*
AtmSwitchPort::PeekFabric() const
{
    return PeekPointer(m_fabric);
}

bool
AtmSwitchPort::HasSampleSinks() const
{
    return !m_disposed &&
           (!m_queueTrace.IsEmpty() || !m_shareTrace.IsEmpty() || !m_lostTrace.IsEmpty());
}

void
AtmSwitchPort::Sample(AtmEngine& engine)
{
    if (m_disposed)
    {
        return;
    }
    const auto queue = static_cast<uint64_t>(engine.GetQueue(m_port));
    NotifyChange(m_queueTrace, m_queue, queue);
    NotifyChange(m_lostTrace, m_lost, engine.GetPortCounts(m_port).lost);
    if (const auto algorithm = engine.GetAlgorithm(m_port))
    {
        NotifyChange(m_shareTrace, m_share, algorithm->GetShare());
    }
}

uint16_t
AtmSwitchPort::GetMtu() const
{
    return AtmCellHeader::PAYLOAD;
}

} // namespace ns3
