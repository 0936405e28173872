/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "l2-notification-congestion-notifier.h"

#include "ns3/burst-core-compat.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/lossless-ethernet-mac-frame.h"
#include "ns3/lossless-ethernet-message-headers.h"
#include "ns3/lossless-ethernet-tag-headers.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/queue-size.h"
#include "ns3/queue.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CongestionNotifier");

NS_OBJECT_ENSURE_REGISTERED(CongestionNotifier);

namespace
{

/** A message on its way through a queue disc. */
class MessageItem : public QueueDiscItem
{
  public:
    using QueueDiscItem::QueueDiscItem;

    void AddHeader() override
    {
    }

    bool Mark() override
    {
        return false;
    }

    uint32_t Hash(uint32_t /* perturbation */) const override
    {
        return 0;
    }
};

/** @param message of BCN @param tag of the sampled frame @param to destination of that
 * @return the header */
BcnMessageHeader
MakeBcnHeader(const lossless::CongestionMessage& message,
              const RateLimiterTag& tag,
              Mac48Address to)
{
    const uint8_t flags =
        message.kind == lossless::CongestionMessage::STOP      ? BcnMessageHeader::SEVERE
        : message.kind == lossless::CongestionMessage::MAXIMUM ? BcnMessageHeader::MILD
                                                               : BcnMessageHeader::NO_FLAGS;
    BcnMessageHeader header(message.congestionPoint,
                            static_cast<int32_t>(message.offset),
                            static_cast<int32_t>(message.delta),
                            flags);
    // The frame as a device would have sent it that writes tags into frames.
    auto payload = Create<Packet>();
    payload->AddHeader(RateLimitedTagHeader(tag.GetCongestionPoint(), 0));
    payload->AddHeader(CnTagHeader(tag.GetFlow(), RateLimitedTagHeader::ETHER_TYPE));
    header.SetSampledFrame(
        lossless::MacFrame{to, tag.GetSource(), CnTagHeader::ETHER_TYPE, payload}.ToPacket());
    return header;
}

} // namespace

TypeId
CongestionNotifier::GetTypeId()
{
    using Clamp = lossless::BcnFeedback::Clamp;
    static TypeId tid =
        TypeId("ns3::CongestionNotifier")
            .SetParent<Object>()
            .SetGroupName("L2Notification")
            .AddConstructor<CongestionNotifier>()
            .AddAttribute("SetPoint",
                          "Qeq of the congestion points, in bytes, by which the feedback of BCN "
                          "messages is limited here.",
                          UintegerValue(150'000),
                          MakeUintegerAccessor(&CongestionNotifier::m_setPoint),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Weight",
                          "W, the weight of the change of the queue in the feedback of BCN "
                          "messages that come here.",
                          DoubleValue(2),
                          MakeDoubleAccessor(&CongestionNotifier::m_weight),
                          MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute(
                "Clamp",
                "How the feedback of BCN messages is limited here: None; Terms, Qoff to +-Qeq and "
                "Qdelta to +-2 Qeq; Total, Fb to +-(2 W + 1) Qeq.",
                EnumValue(lossless::BcnFeedback::TOTAL),
                burst::MakeEnumerationAccessor<Clamp>(&CongestionNotifier::m_clamp),
                MakeEnumChecker(lossless::BcnFeedback::NONE,
                                "None",
                                lossless::BcnFeedback::TERMS,
                                "Terms",
                                lossless::BcnFeedback::TOTAL,
                                "Total"));
    return tid;
}

Ptr<CongestionNotifier>
CongestionNotifier::Get(Ptr<Node> node)
{
    auto notifier = node->GetObject<CongestionNotifier>();
    if (!notifier)
    {
        notifier = CreateObject<CongestionNotifier>();
        node->AggregateObject(notifier);
    }
    return notifier;
}

Ptr<NetDevice>
CongestionNotifier::GetDevice(const QueueDisc& disc)
{
    const auto queues = disc.GetNetDeviceQueueInterface();
    const auto device = queues ? queues->GetObject<NetDevice>() : nullptr;
    if (!device)
    {
        throw std::invalid_argument("the device of an " + disc.GetInstanceTypeId().GetName() +
                                    " is unknown; allowed are devices with a "
                                    "NetDeviceQueueInterface, as helpers make them");
    }
    return device;
}

bool
CongestionNotifier::IsMessage(Ptr<const QueueDiscItem> item)
{
    return item->GetProtocol() == CnTagHeader::ETHER_TYPE;
}

void
CongestionNotifier::Open(Ptr<QueueDisc::InternalQueue> queue)
{
    queue->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, std::numeric_limits<uint32_t>::max()));
}

bool
CongestionNotifier::HasRoom(QueueDisc& disc,
                            Ptr<const QueueDisc::InternalQueue> messages,
                            Ptr<QueueDiscItem> item)
{
    const QueueSize most = disc.GetMaxSize();
    if (!IsMessage(item))
    {
        return !(disc.GetCurrentSize() + item > most);
    }
    return most.GetUnit() == QueueSizeUnit::PACKETS
               ? messages->GetNPackets() < most.GetValue()
               : uint64_t{messages->GetNBytes()} + item->GetSize() <= most.GetValue();
}

void
CongestionNotifier::DoInitialize()
{
    Start();
    Object::DoInitialize();
}

void
CongestionNotifier::DoDispose()
{
    m_listeners.clear();
    m_ways.clear();
    Object::DoDispose();
}

void
CongestionNotifier::Start()
{
    NS_LOG_FUNCTION(this);
    if (std::exchange(m_started, true))
    {
        return;
    }
    const auto node = GetObject<Node>();
    node->RegisterProtocolHandler(MakeCallback(&CongestionNotifier::Learn, this), 0, nullptr);
    // A router on the way to the source is not whom the frame is addressed to.
    node->RegisterProtocolHandler(MakeCallback(&CongestionNotifier::Receive, this),
                                  CnTagHeader::ETHER_TYPE,
                                  nullptr,
                                  true);
}

void
CongestionNotifier::SetListener(Mac48Address device, Listener listener)
{
    NS_LOG_FUNCTION(this << device);
    m_listeners[device] = listener;
}

void
CongestionNotifier::SendMessage(const RateLimiterTag& tag,
                                const lossless::CongestionMessage& message,
                                Mac48Address destination)
{
    auto frame = Create<Packet>();
    uint16_t etherType = CnmHeader::ETHER_TYPE;
    if (message.kind == lossless::CongestionMessage::QUANTIZED)
    {
        CnmHeader header(message.congestionPoint,
                         message.quantized,
                         -message.offset,
                         message.delta);
        header.SetSampledFrame(0, destination, Create<Packet>());
        frame->AddHeader(header);
    }
    else
    {
        etherType = BcnMessageHeader::ETHER_TYPE;
        frame->AddHeader(MakeBcnHeader(message, tag, destination));
    }
    frame->AddHeader(CnTagHeader(tag.GetFlow(), etherType));
    const uint32_t bytes = frame->GetSize();

    const auto way = m_ways.find(tag.GetSource());
    if (tag.GetSource() == Mac48Address())
    {
        m_drops.Add(NO_LIMITER, bytes);
    }
    else if (way == m_ways.end())
    {
        m_drops.Add(NO_WAY, bytes);
    }
    else
    {
        m_sent += Send(way->second, tag.GetSource(), frame);
    }
}

void
CongestionNotifier::CheckCarriesMessages(Ptr<NetDevice> device)
{
    TypeId ppp;
    if (TypeId::LookupByNameFailSafe("ns3::PointToPointNetDevice", &ppp) &&
        (device->GetInstanceTypeId() == ppp || device->GetInstanceTypeId().IsChildOf(ppp)))
    {
        throw std::invalid_argument(
            "congestion messages have to leave by a ns3::PointToPointNetDevice, whose PPP carries "
            "IP alone; allowed are devices of Ethernet, such as ns3::CsmaNetDevice");
    }
}

bool
CongestionNotifier::Send(Ptr<NetDevice> device, Mac48Address source, Ptr<Packet> frame)
{
    NS_LOG_FUNCTION(this << device << source << frame);
    CheckCarriesMessages(device);
    const uint32_t bytes = frame->GetSize();
    bool sent = true;
    const auto layer = device->GetNode()->GetObject<TrafficControlLayer>();
    if (const auto disc = layer ? layer->GetRootQueueDiscOnDevice(device) : nullptr)
    {
        const auto refused = disc->GetStats().nTotalDroppedPacketsBeforeEnqueue;
        layer->Send(device, Create<MessageItem>(frame, source, CnTagHeader::ETHER_TYPE));
        sent = disc->GetStats().nTotalDroppedPacketsBeforeEnqueue == refused;
    }
    else
    {
        sent = device->Send(frame, source, CnTagHeader::ETHER_TYPE);
    }
    if (!sent)
    {
        m_drops.Add(NOT_SENT, bytes);
    }
    return sent;
}

void
CongestionNotifier::Receive(Ptr<NetDevice> device,
                            Ptr<const Packet> packet,
                            uint16_t /* protocol */,
                            const Address& /* from */,
                            const Address& to,
                            NetDevice::PacketType type)
{
    NS_LOG_FUNCTION(this << device << packet << to << type);
    const Mac48Address source = Mac48Address::ConvertFrom(to);
    if (type == NetDevice::PACKET_OTHERHOST)
    {
        const auto way = m_ways.find(source);
        if (way != m_ways.end() && way->second != device)
        {
            m_forwarded += Send(way->second, source, packet->Copy());
        }
        return;
    }
    auto frame = packet->Copy();
    CnTagHeader tag;
    const bool tagged = frame->PeekHeader(tag) > 0;
    if (tagged)
    {
        frame->RemoveHeader(tag);
    }
    const auto message = tagged ? Read(tag.GetEtherType(), frame) : std::nullopt;
    const auto listener = m_listeners.find(source);
    if (!message)
    {
        m_drops.Add(MALFORMED, packet->GetSize());
    }
    else if (listener == m_listeners.end())
    {
        m_drops.Add(NOT_HEEDED, packet->GetSize());
    }
    else
    {
        ++m_received;
        listener->second(tag.GetFlow(), *message);
    }
}

std::optional<lossless::CongestionMessage>
CongestionNotifier::Read(uint16_t etherType, Ptr<const Packet> packet) const
{
    lossless::CongestionMessage message;
    CnmHeader cnm;
    BcnMessageHeader bcn;
    if (etherType == CnmHeader::ETHER_TYPE && packet->PeekHeader(cnm) > 0)
    {
        message.kind = lossless::CongestionMessage::QUANTIZED;
        message.congestionPoint = cnm.GetCpid();
        message.offset = -cnm.GetOffset();
        message.delta = cnm.GetChange();
        message.quantized = static_cast<uint8_t>(cnm.GetFeedback());
        return message;
    }
    if (etherType != BcnMessageHeader::ETHER_TYPE || packet->PeekHeader(bcn) == 0)
    {
        return std::nullopt;
    }
    message.congestionPoint = bcn.GetCpid();
    message.offset = bcn.GetOffset();
    message.delta = bcn.GetChange();
    const lossless::BcnFeedback law(
        {m_setPoint, m_weight, m_clamp}); // attributes may change at any time
    message.feedback = law.GetFeedback(message.offset, message.delta);
    if ((bcn.GetFlags() & BcnMessageHeader::SEVERE) != 0)
    {
        message.kind = lossless::CongestionMessage::STOP;
    }
    else if ((bcn.GetFlags() & BcnMessageHeader::MILD) != 0)
    {
        message.kind = lossless::CongestionMessage::MAXIMUM;
        message.feedback = -law.GetLimit();
    }
    else
    {
        message.kind = message.feedback < 0 ? lossless::CongestionMessage::NEGATIVE
                                            : lossless::CongestionMessage::POSITIVE;
    }
    return message;
}

uint64_t
CongestionNotifier::GetSent() const
{
    return m_sent;
}

uint64_t
CongestionNotifier::GetForwarded() const
{
    return m_forwarded;
}

uint64_t
CongestionNotifier::GetReceived() const
{
    return m_received;
}

const burst::DropCounter&
CongestionNotifier::GetDrops() const
{
    return m_drops;
}

void
CongestionNotifier::Learn(Ptr<NetDevice> device,
                          Ptr<const Packet> packet,
                          uint16_t /* protocol */,
                          const Address& /* from */,
                          const Address& /* to */,
                          NetDevice::PacketType /* type */)
{
    if (RateLimiterTag tag; packet->PeekPacketTag(tag))
    {
        m_ways[tag.GetSource()] = device;
    }
}

} // namespace ns3
