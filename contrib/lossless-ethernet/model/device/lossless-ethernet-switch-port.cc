/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-switch-port.h"

#include "ns3/burst-core-trace-accessor.h"
#include "ns3/log.h"
#include "ns3/lossless-ethernet-mac-frame.h"
#include "ns3/node.h"
#include "ns3/object-vector.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LosslessEthernetSwitchPort");

NS_OBJECT_ENSURE_REGISTERED(LosslessEthernetSwitchPort);

TypeId
LosslessEthernetSwitchPort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LosslessEthernetSwitchPort")
            .SetParent<fabric::SwitchPort>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<LosslessEthernetSwitchPort>()
            .AddAttribute("CongestionPoint",
                          "The first one of CongestionPoints, or null.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&LosslessEthernetSwitchPort::GetCongestionPoint),
                          MakePointerChecker<CongestionPoint>())
            .AddAttribute(
                "CongestionPoints",
                "What watches the frames that leave by the port, by priority from the "
                "lowest of CongestionPriorities on.",
                TypeId::ATTR_GET,
                ObjectVectorValue(),
                MakeObjectVectorAccessor(&LosslessEthernetSwitchPort::GetOneCongestionPoint,
                                         &LosslessEthernetSwitchPort::GetCongestionPointCount),
                MakeObjectVectorChecker<CongestionPoint>())
            .AddTraceSource("QueueBytes",
                            "Bytes of the frames that wait to leave by the port, before and after.",
                            burst::MakeSinkAccessor(&LosslessEthernetSwitchPort::m_queueTrace,
                                                    &LosslessEthernetSwitchPort::ChangeSinks),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("MemoryBytes",
                            "Bytes of the switch's memory that frames hold which came by the port, "
                            "before and after.",
                            burst::MakeSinkAccessor(&LosslessEthernetSwitchPort::m_memoryTrace,
                                                    &LosslessEthernetSwitchPort::ChangeSinks),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("ServiceRate",
                            "Rate at which the port may send data, bits per second, before and "
                            "after; infinity: that of its link.",
                            MakeTraceSourceAccessor(&LosslessEthernetSwitchPort::m_serviceTrace),
                            "ns3::TracedValueCallback::Double")
            .AddTraceSource("Message",
                            "The congestion point of the port tells a station something.",
                            burst::MakeSinkAccessor(&LosslessEthernetSwitchPort::m_messageTrace,
                                                    &LosslessEthernetSwitchPort::ChangeSinks),
                            "ns3::LosslessEthernetSwitchPort::MessageTracedCallback")
            .AddTraceSource("Feedback",
                            "Feedback Fb of each such message, bytes.",
                            burst::MakeSinkAccessor(&LosslessEthernetSwitchPort::m_feedbackTrace,
                                                    &LosslessEthernetSwitchPort::ChangeSinks),
                            "ns3::CongestionPoint::FeedbackTracedCallback")
            .AddTraceSource("Paused",
                            "The port is told not to send: when that takes effect, a bit for each "
                            "priority, and for how long at most; 0: it may go on.",
                            burst::MakeSinkAccessor(&LosslessEthernetSwitchPort::m_pausedTrace,
                                                    &LosslessEthernetSwitchPort::ChangeSinks),
                            "ns3::LosslessEthernetSwitchPort::PauseTracedCallback");
    return tid;
}

void
LosslessEthernetSwitchPort::Attach(uint32_t port, Ptr<LosslessEthernetFabric> fabric)
{
    NS_LOG_FUNCTION(this << port << fabric);
    if (m_fabric || !fabric || fabric->IsDisposed())
    {
        throw std::invalid_argument("a LosslessEthernetSwitchPort is attached to " +
                                    std::string(m_fabric ? "another" : "no") +
                                    " fabric; allowed is one, that is built");
    }
    m_mtu = fabric->GetLargestFrame() - lossless::MacFrame::OVERHEAD;
    fabric->Attach(port, this);
    m_fabric = fabric;
    m_port = port;
    m_serviceRate = LosslessEngine::LINK_RATE;
    m_switch = fabric->GetNetwork().GetChannels()[port].from;
    const auto& ports = fabric->GetNetwork().GetSwitches()[m_switch].ports;
    m_input = std::find(ports.begin(), ports.end(), port) - ports.begin();
    SetAddress(fabric->GetPortAddress(port));
}

void
LosslessEthernetSwitchPort::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Settle();
    if (m_fabric)
    {
        m_fabric->Detach(m_port);
        m_fabric = nullptr;
    }
    SwitchPort::DoDispose();
}

uint32_t
LosslessEthernetSwitchPort::GetPort() const
{
    return m_port;
}

Ptr<CongestionPoint>
LosslessEthernetSwitchPort::GetCongestionPoint() const
{
    return GetCongestionPointCount() > 0 ? GetOneCongestionPoint(0) : nullptr;
}

std::size_t
LosslessEthernetSwitchPort::GetCongestionPointCount() const
{
    return m_fabric ? __builtin_popcount(m_fabric->GetCongestionPriorities()) : 0;
}

Ptr<CongestionPoint>
LosslessEthernetSwitchPort::GetOneCongestionPoint(std::size_t index) const
{
    if (m_fabric->IsInitialized())
    {
        m_fabric->GetBundle().Advance(); // the frames of the past start their congestion points
    }
    uint8_t left = m_fabric->GetCongestionPriorities();
    for (; index > 0; --index)
    {
        left &= left - 1;
    }
    return m_fabric->GetCongestionPoint(m_port, __builtin_ctz(left));
}

fabric::EngineChannel*
LosslessEthernetSwitchPort::PeekFabric() const
{
    return PeekPointer(m_fabric);
}

void
LosslessEthernetSwitchPort::ScheduleServiceRate(double rate, const Time& delay)
{
    Simulator::ScheduleWithContext(
        GetContext(),
        delay,
        [self = Ptr<LosslessEthernetSwitchPort>(this), rate] {
            self->m_serviceTrace(std::exchange(self->m_serviceRate, rate), rate);
        });
}

void
LosslessEthernetSwitchPort::NotifyCongestion(const lossless::CongestionMessage& message)
{
    Notify(m_messageTrace, message);
    Notify(m_feedbackTrace, message.feedback);
}

void
LosslessEthernetSwitchPort::DropFrame(const LosslessFrame& frame, const char* reason)
{
    Drop(reason, frame.bytes);
}

bool
LosslessEthernetSwitchPort::HasLevelSinks() const
{
    return !m_queueTrace.IsEmpty() || !m_memoryTrace.IsEmpty();
}

void
LosslessEthernetSwitchPort::NotifyLevels(LosslessEngine& engine)
{
    const uint64_t queue = engine.GetQueue(m_port).GetBytes();
    const uint64_t memory = engine.GetMemory(m_switch)->GetUsed(m_input);
    NotifyChange(m_queueTrace, m_queue, queue);
    NotifyChange(m_memoryTrace, m_memory, memory);
}

void
LosslessEthernetSwitchPort::ChangeSinks(const burst::SinkChange& change)
{
    if (m_fabric)
    {
        m_fabric->ChangeSinksOf(m_port, change);
    }
    else
    {
        change();
    }
}

bool
LosslessEthernetSwitchPort::HasSinks() const
{
    return HasTxSinks() || HasRxSinks() || HasLevelSinks() || HasDropSinks() ||
           !m_messageTrace.IsEmpty() || !m_feedbackTrace.IsEmpty() || !m_pausedTrace.IsEmpty();
}

void
LosslessEthernetSwitchPort::NotifyPause(const Time& begin, uint8_t priorities, const Time& duration)
{
    Notify(m_pausedTrace, begin, priorities, duration);
}

uint16_t
LosslessEthernetSwitchPort::GetMtu() const
{
    return m_mtu;
}

} // namespace ns3
