/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "l2-notification-congestion-point-queue-disc.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CongestionPointQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(CongestionPointQueueDisc);

namespace
{

/** Internal queues. */
enum Internal
{
    MESSAGES, //!< of congestion points
    DATA,     //!< all else
};

/** An internal queue whose items can be looked at. */
class OpenQueue : public DropTailQueue<QueueDiscItem>
{
  public:
    /** @param place a byte of the queue, from 0 at the head @return the item that holds it */
    Ptr<const QueueDiscItem> Find(int64_t place) const
    {
        auto item = Queue<QueueDiscItem>::GetContainer().begin(); // DropTailQueue hides it
        for (; place >= (*item)->GetSize(); ++item)
        {
            place -= (*item)->GetSize();
        }
        return *item;
    }
};

} // namespace

TypeId
CongestionPointQueueDisc::GetTypeId()
{
    using Self = CongestionPointQueueDisc;
    static TypeId tid =
        TypeId("ns3::CongestionPointQueueDisc")
            .SetParent<QueueDisc>()
            .SetGroupName("L2Notification")
            .AddConstructor<Self>()
            .AddAttribute("MaxSize",
                          "What may wait here, in packets or bytes.",
                          QueueSizeValue(QueueSize("1000p")),
                          MakeQueueSizeAccessor(&QueueDisc::SetMaxSize, &QueueDisc::GetMaxSize),
                          MakeQueueSizeChecker())
            .AddAttribute("CongestionPoint",
                          "The CongestionPoint that watches the queue, as "
                          "ns3::QcnCongestionPoint[SetPoint=26000]; empty for none.",
                          StringValue("ns3::BcnCongestionPoint"),
                          burst::MakeAccessorUntil(burst::MakeObjectTextAccessor(&Self::m_text),
                                                   &Self::IsMade,
                                                   "AssignStreams and the start"),
                          burst::MakeObjectTextChecker<CongestionPoint>(true))
            .AddAttribute("CongestionPointId",
                          "CPID; 0 for the address of the device and 16 bits 0.",
                          UintegerValue(0),
                          burst::MakeAccessorUntil(MakeUintegerAccessor(&Self::m_id),
                                                   &QueueDisc::IsInitialized,
                                                   "the start"),
                          MakeUintegerChecker<uint64_t>())
            .AddTraceSource(
                "Message",
                "The congestion point has a message for the source of a packet, also if "
                "the packet passed no rate limiter and nobody is told.",
                burst::MakeTraceSourceAccessor(&Self::m_messageTrace),
                "ns3::CongestionPointQueueDisc::MessageTracedCallback")
            .AddTraceSource("Feedback",
                            "A packet was sampled: Fb in bytes, also if there is no message.",
                            MakeTraceSourceAccessor(&Self::m_feedbackTrace),
                            "ns3::CongestionPoint::FeedbackTracedCallback");
    return tid;
}

CongestionPointQueueDisc::CongestionPointQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::MULTIPLE_QUEUES)
{
}

Ptr<CongestionPoint>
CongestionPointQueueDisc::GetCongestionPoint()
{
    if (!m_point && m_text)
    {
        m_point = m_text.Create<CongestionPoint>();
    }
    return m_point;
}

bool
CongestionPointQueueDisc::IsMade() const
{
    return m_point || IsInitialized();
}

int64_t
CongestionPointQueueDisc::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    return GetCongestionPoint() ? m_point->AssignStreams(stream) : 0;
}

void
CongestionPointQueueDisc::DoDispose()
{
    m_point = nullptr;
    m_notifier = nullptr;
    QueueDisc::DoDispose();
}

bool
CongestionPointQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0 || GetNInternalQueues() > 0)
    {
        NS_LOG_ERROR("CongestionPointQueueDisc takes no classes, filters and internal queues");
        return false;
    }
    AddInternalQueue(CreateObject<DropTailQueue<QueueDiscItem>>());
    AddInternalQueue(CreateObject<OpenQueue>());
    CongestionNotifier::Open(GetInternalQueue(MESSAGES));
    CongestionNotifier::Open(GetInternalQueue(DATA));
    return true;
}

void
CongestionPointQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
    if (!GetCongestionPoint())
    {
        return;
    }
    const auto device = CongestionNotifier::GetDevice(*this);
    uint64_t id = m_id;
    if (id == lossless::CongestionMessage::NOBODY)
    {
        uint8_t address[6];
        Mac48Address::ConvertFrom(device->GetAddress()).CopyTo(address);
        for (const uint8_t byte : address)
        {
            id = id << 8 | byte;
        }
        id <<= 16;
    }
    m_point->TraceConnectWithoutContext(
        "Feedback",
        MakeCallback(&CongestionPointQueueDisc::ShowFeedback, this));
    m_point->Start(id);
    m_notifier = CongestionNotifier::Get(device->GetNode());
    m_notifier->Start();
}

bool
CongestionPointQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    if (!CongestionNotifier::HasRoom(*this, GetInternalQueue(MESSAGES), item))
    {
        DropBeforeEnqueue(item, LIMIT_EXCEEDED_DROP);
        return false;
    }
    if (CongestionNotifier::IsMessage(item))
    {
        return GetInternalQueue(MESSAGES)->Enqueue(item);
    }
    GetInternalQueue(DATA)->Enqueue(item);
    if (m_point && m_point->Count(item->GetSize()))
    {
        Sample(item);
    }
    return true;
}

Ptr<QueueDiscItem>
CongestionPointQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    const auto message = GetInternalQueue(MESSAGES)->Dequeue();
    return message ? message : GetInternalQueue(DATA)->Dequeue();
}

void
CongestionPointQueueDisc::Sample(Ptr<const QueueDiscItem> item)
{
    const auto queue = DynamicCast<OpenQueue>(GetInternalQueue(DATA));
    const int64_t bytes = queue->GetNBytes();
    if (const int64_t place = m_point->Choose(bytes); place != CongestionPoint::ARRIVED)
    {
        item = queue->Find(place);
    }
    RateLimiterTag tag;
    item->GetPacket()->PeekPacketTag(tag);
    const auto message = m_point->Sample(bytes, tag.GetCongestionPoint());
    if (message.kind == lossless::CongestionMessage::NOTHING)
    {
        return;
    }
    m_messageTrace(tag.GetSource(), message);
    const Address to = item->GetAddress();
    m_notifier->SendMessage(tag,
                            message,
                            Mac48Address::IsMatchingType(to) ? Mac48Address::ConvertFrom(to)
                                                             : Mac48Address());
}

void
CongestionPointQueueDisc::ShowFeedback(double feedback)
{
    m_feedbackTrace(feedback);
}

} // namespace ns3
