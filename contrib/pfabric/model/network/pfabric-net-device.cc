/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-net-device.h"

#include "pfabric-channel.h"
#include "pfabric-lean-ip.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricNetDevice");

NS_OBJECT_ENSURE_REGISTERED(PFabricNetDevice);

namespace
{

constexpr uint16_t IPV4 = 0x0800; //!< EtherType
constexpr uint16_t MIN_MTU = 68;  //!< of a link with IP (RFC 791)

} // namespace

TypeId
PFabricNetDevice::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<PFabricNetDevice>(
        AddTo(TypeId("ns3::PFabricNetDevice")
                  .SetParent<fabric::NodeDevice>()
                  .SetGroupName("PFabric")
                  .AddConstructor<PFabricNetDevice>())
            .AddAttribute("DataRate",
                          "Of the link.",
                          DataRateValue(DataRate("1Gbps")),
                          MakeDataRateAccessor(&PFabricNetDevice::SetDataRate,
                                               &PFabricNetDevice::GetDataRate),
                          burst::MakePositiveRateChecker())
            .AddAttribute(
                "Mtu",
                "The longest IP packet, bytes: longer ones are dropped. The queue has to have room "
                "for one.",
                UintegerValue(1500),
                burst::MakeRefusingAccessor(
                    MakeUintegerAccessor(&PFabricNetDevice::SetLongest, &PFabricNetDevice::GetMtu)),
                MakeUintegerChecker<uint16_t>(MIN_MTU))
            .AddAttribute("Overhead",
                          "Bytes on the link beside each IP packet, such as 2 of PPP or 38 of "
                          "Ethernet with preamble and gap.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&PFabricNetDevice::SetOverhead,
                                               &PFabricNetDevice::GetOverhead),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute(
                "MaxSize",
                "What there is room for in the queue, packets or bytes, without Overhead: at "
                "least a packet of Mtu bytes. What waits when the room shrinks stays.",
                QueueSizeValue(QueueSize("36000B")),
                burst::MakeRefusingAccessor(MakeQueueSizeAccessor(&PFabricNetDevice::SetMaxSize,
                                                                  &PFabricNetDevice::GetMaxSize)),
                MakeQueueSizeChecker())
            .AddAttribute("MarkingThreshold",
                          "A packet that finds as much as that in the queue is marked (congestion "
                          "experienced, RFC 3168), if its transport is capable of ECN; 0: none is.",
                          QueueSizeValue(QueueSize("0p")),
                          MakeQueueSizeAccessor(&PFabricNetDevice::SetMarkingThreshold,
                                                &PFabricNetDevice::GetMarkingThreshold),
                          MakeQueueSizeChecker())
            .AddTraceSource("Arrive",
                            "A packet is to be sent: it finds the link idle, waits or is dropped.",
                            burst::MakeTraceSourceAccessor(&PFabricNetDevice::m_arriveTrace),
                            "ns3::PFabricNetDevice::FrameTracedCallback")
            .AddTraceSource("Begin",
                            "The transmission of a packet begins.",
                            burst::MakeTraceSourceAccessor(&PFabricNetDevice::m_beginTrace),
                            "ns3::PFabricNetDevice::FrameTracedCallback")
            .AddTraceSource("Mark",
                            "A packet is marked as it enters the queue.",
                            burst::MakeTraceSourceAccessor(&PFabricNetDevice::m_markTrace),
                            "ns3::PFabricNetDevice::FrameTracedCallback")
            .AddTraceSource("Discard",
                            "The queue drops a packet, or the packet is longer than Mtu.",
                            burst::MakeTraceSourceAccessor(&PFabricNetDevice::m_discardTrace),
                            "ns3::PFabricNetDevice::FrameTracedCallback")
            .AddTraceSource("MacTx",
                            "As Arrive, with the bytes.",
                            MakeTraceSourceAccessor(&PFabricNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "As PhyRxEnd: there is no header of a link layer.",
                            MakeTraceSourceAccessor(&PFabricNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "As Begin, with the bytes.",
                            MakeTraceSourceAccessor(&PFabricNetDevice::m_phyTxBeginTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "The last bit of a packet has come.",
                            MakeTraceSourceAccessor(&PFabricNetDevice::m_phyRxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "As Discard, with the bytes; or the device refuses a packet that is no "
                            "IPv4 packet.",
                            MakeTraceSourceAccessor(&PFabricNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "What a capture would have: packets whose transmission begins, and "
                            "packets that have come.",
                            MakeTraceSourceAccessor(&PFabricNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback"),
        {{"pfabric.sent", "1", "packets whose transmission began", &PFabricNetDevice::GetSent},
         {"pfabric.sent_bytes",
          "B",
          "bytes of these, with Overhead",
          &PFabricNetDevice::GetSentBytes},
         {"pfabric.dropped", "1", "packets that were dropped", &PFabricNetDevice::GetDropped}});
    return tid;
}

PFabricNetDevice::PFabricNetDevice()
    : m_linkFree(Create<LinkFreeEvent>(*this))
{
    NS_LOG_FUNCTION(this);
    NodeDevice::SetAddress(Mac48Address::Allocate());
}

void
PFabricNetDevice::SetLink(Ptr<PFabricChannel> channel, Ptr<PFabricNetDevice> peer)
{
    NS_LOG_FUNCTION(this << channel << peer);
    CheckRoom(GetRules(), m_mtu);
    if (m_rate.GetBitRate() == 0)
    {
        throw std::invalid_argument(
            "DataRate of PFabricNetDevice is 0; allowed are numbers above that");
    }
    m_channel = channel;
    m_peer = PeekPointer(peer);
    SetDelay(channel->GetDelay());
    m_linkTrace();
}

void
PFabricNetDevice::CheckRules(const PFabricBuffer::Rules& rules) const
{
    if (m_peer) // else the other attributes may follow
    {
        CheckRoom(rules, m_mtu);
    }
}

void
PFabricNetDevice::CheckRoom(const PFabricBuffer::Rules& rules, uint16_t mtu)
{
    const uint64_t least = (rules.bytes ? mtu : 1) + (rules.strict ? 1 : 0);
    if (rules.limit < least)
    {
        throw std::invalid_argument(
            "MaxSize of PFabricNetDevice is " + std::to_string(rules.limit) +
            (rules.bytes ? " bytes" : " packets") + "; allowed are " + std::to_string(least) +
            " and more, for one packet of Mtu bytes" + (rules.strict ? " with StrictLimit" : ""));
    }
}

void
PFabricNetDevice::SetMaxSize(QueueSize size)
{
    NS_LOG_FUNCTION(this << size);
    SetRules(WithLimit(GetRules(), size));
}

QueueSize
PFabricNetDevice::GetMaxSize() const
{
    const auto& rules = GetRules();
    return {rules.bytes ? QueueSizeUnit::BYTES : QueueSizeUnit::PACKETS,
            static_cast<uint32_t>(rules.limit)};
}

void
PFabricNetDevice::SetMarkingThreshold(QueueSize threshold)
{
    NS_LOG_FUNCTION(this << threshold);
    m_markFrom = threshold.GetValue();
    m_markByBytes = threshold.GetUnit() == QueueSizeUnit::BYTES;
}

QueueSize
PFabricNetDevice::GetMarkingThreshold() const
{
    return {m_markByBytes ? QueueSizeUnit::BYTES : QueueSizeUnit::PACKETS,
            static_cast<uint32_t>(m_markFrom)};
}

void
PFabricNetDevice::SetLeanIp(Ptr<PFabricLeanIp> ip, uint32_t port)
{
    NS_LOG_FUNCTION(this << ip << port);
    m_leanIp = ip;
    m_port = port;
}

bool
PFabricNetDevice::Send(const Ptr<PFabricFrame>& frame)
{
    if (!m_arriveTrace.IsEmpty())
    {
        m_arriveTrace(*frame);
    }
    if (!m_macTxTrace.IsEmpty())
    {
        m_macTxTrace(frame->GetPacket());
    }
    if (frame->size > m_mtu)
    {
        Drop(*frame);
        return false;
    }
    if (!m_waiting && m_freeAt <= Simulator::Now().GetTimeStep())
    {
        Transmit(frame);
        return true;
    }
    const bool mark = m_markFrom > 0 &&
                      (m_markByBytes ? m_buffer.GetBytes() : m_buffer.GetPackets()) >= m_markFrom;
    const auto [place, victim] =
        m_buffer.Enqueue({frame->priority, frame->flow, frame->size}, GetRules());
    if (place == PFabricBuffer::NONE)
    {
        Drop(*frame);
        return false;
    }
    if (mark && frame->Mark())
    {
        m_markTrace(*frame);
    }
    if (victim != PFabricBuffer::NONE)
    {
        Drop(*m_frames[victim]);
        m_frames[victim] = nullptr;
    }
    if (place >= m_frames.size())
    {
        m_frames.resize(place + 1);
    }
    m_frames[place] = frame;
    if (!m_waiting)
    {
        AwaitLink();
    }
    return true;
}

void
PFabricNetDevice::Transmit(const Ptr<PFabricFrame>& frame)
{
    if (frame->size != m_lastBytes)
    {
        m_lastBytes = frame->size;
        m_lastTicks = GetTransmissionTime(m_lastBytes).GetTimeStep();
    }
    m_freeAt = Simulator::Now().GetTimeStep() + m_lastTicks;
    if (m_sent == 0)
    {
        m_peerContext = m_peer->GetContext();
    }
    ++m_sent;
    m_sentBytes += frame->size + m_overhead;
    if (!m_beginTrace.IsEmpty())
    {
        m_beginTrace(*frame);
    }
    if (!m_phyTxBeginTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty())
    {
        const auto packet = frame->GetPacket();
        m_phyTxBeginTrace(packet);
        m_promiscSnifferTrace(packet);
    }
    frame->to = m_peer;
    Simulator::ScheduleWithContext(m_peerContext,
                                   TimeStep(m_lastTicks + m_delay),
                                   GetPointer(frame));
}

void
PFabricNetDevice::AwaitLink()
{
    m_waiting = true;
    Simulator::ScheduleWithContext(GetContext(),
                                   TimeStep(m_freeAt - Simulator::Now().GetTimeStep()),
                                   GetPointer(m_linkFree));
}

void
PFabricNetDevice::LinkFree()
{
    if (!m_peer)
    {
        return; // disposed of meanwhile
    }
    const uint32_t place = m_buffer.GetNext(GetRules());
    m_buffer.Remove(place);
    m_waiting = false;
    const auto frame = m_frames[place];
    m_frames[place] = nullptr; // so that the memory of the frame is used again soon
    Transmit(frame);
    if (m_buffer.GetPackets() > 0)
    {
        AwaitLink();
    }
}

void
PFabricNetDevice::Drop(const PFabricFrame& frame)
{
    ++m_dropped;
    m_discardTrace(frame);
    if (!m_macTxDropTrace.IsEmpty())
    {
        m_macTxDropTrace(frame.GetPacket());
    }
}

void
PFabricNetDevice::Receive(const Ptr<PFabricFrame>& frame)
{
    if (!m_peer)
    {
        return; // disposed of meanwhile
    }
    if (!m_phyRxEndTrace.IsEmpty() || !m_macRxTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty())
    {
        const auto packet = frame->GetPacket();
        m_phyRxEndTrace(packet);
        m_macRxTrace(packet);
        m_promiscSnifferTrace(packet);
    }
    if (m_leanIp)
    {
        m_leanIp->Receive(frame, m_port);
        return;
    }
    PassUp(*frame);
}

void
PFabricNetDevice::PassUp(const PFabricFrame& frame)
{
    const auto packet = frame.GetPacket();
    DeliverPromiscuous(packet, IPV4, m_peer->GetAddress(), GetAddress(), PACKET_HOST);
    Deliver(packet, IPV4, m_peer->GetAddress());
}

Time
PFabricNetDevice::GetTransmissionTime(uint32_t bytes) const
{
    __extension__ using Wide = unsigned __int128; // which ISO C++ lacks
    const auto second = static_cast<Wide>(Seconds(1).GetTimeStep());
    const uint64_t rate = m_rate.GetBitRate();
    return TimeStep((second * (bytes + m_overhead) * 8 + rate - 1) / rate);
}

bool
PFabricNetDevice::Send(Ptr<Packet> packet, const Address&, uint16_t protocol)
{
    NS_LOG_FUNCTION(this << packet << protocol);
    const auto frame =
        m_peer && protocol == IPV4 ? PFabricFrame::Wrap(packet, GetDefaultPriority()) : nullptr;
    if (!frame)
    {
        m_macTxDropTrace(packet);
        return false;
    }
    return Send(frame);
}

bool
PFabricNetDevice::SendFrom(Ptr<Packet>, const Address&, const Address&, uint16_t)
{
    return false;
}

void
PFabricNetDevice::SetDataRate(DataRate rate)
{
    if (rate.GetBitRate() == 0)
    {
        throw std::invalid_argument(
            "DataRate of a PFabricNetDevice is 0; allowed are rates above 0");
    }
    m_rate = rate;
    m_lastBytes = 0;
}

void
PFabricNetDevice::SetDelay(Time delay)
{
    m_delay = delay.GetTimeStep();
}

void
PFabricNetDevice::SetOverhead(uint32_t bytes)
{
    m_overhead = bytes;
    m_lastBytes = 0;
}

uint32_t
PFabricNetDevice::GetOverhead() const
{
    return m_overhead;
}

DataRate
PFabricNetDevice::GetDataRate() const
{
    return m_rate;
}

Ptr<PFabricNetDevice>
PFabricNetDevice::GetPeer() const
{
    return m_peer;
}

Ptr<Channel>
PFabricNetDevice::GetChannel() const
{
    return m_channel;
}

bool
PFabricNetDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < MIN_MTU)
    {
        return false;
    }
    try
    {
        SetLongest(mtu);
    }
    catch (const std::invalid_argument& error)
    {
        NS_LOG_WARN(error.what());
        return false;
    }
    return true;
}

void
PFabricNetDevice::SetLongest(uint16_t mtu)
{
    if (m_peer)
    {
        CheckRoom(GetRules(), mtu);
        if (const auto transport = GetNode() ? GetNode()->GetObject<PFabricL4Protocol>() : nullptr)
        {
            transport->CheckMtu(mtu);
        }
    }
    m_mtu = mtu;
}

uint16_t
PFabricNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
PFabricNetDevice::IsLinkUp() const
{
    return m_peer != nullptr;
}

void
PFabricNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkTrace.ConnectWithoutContext(callback);
}

bool
PFabricNetDevice::IsPointToPoint() const
{
    return true;
}

bool
PFabricNetDevice::NeedsArp() const
{
    return false;
}

bool
PFabricNetDevice::SupportsSendFrom() const
{
    return false;
}

void
PFabricNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_channel = nullptr;
    m_peer = nullptr;
    m_leanIp = nullptr;
    m_frames.clear();
    NodeDevice::DoDispose();
}

} // namespace ns3
