/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "l2-notification-rate-limiter-queue-disc.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/channel.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/hash.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RateLimiterQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(RateLimiterQueueDisc);

namespace
{

constexpr std::size_t INTERNAL_MESSAGES = 0; //!< internal queue of messages of congestion points
constexpr double CLOCK = 8e9;                //!< of FramePacer: a tick is a nanosecond

int64_t
GetNow()
{
    return Simulator::Now().GetNanoSeconds();
}

/** @param device any @return rate of its link by its attribute DataRate or that of its channel, 0
 * if there is none */
DataRate
FindRate(Ptr<NetDevice> device)
{
    DataRateValue rate(DataRate(0));
    const auto channel = device->GetChannel();
    if (!device->GetAttributeFailSafe("DataRate", rate) && channel)
    {
        channel->GetAttributeFailSafe("DataRate", rate);
    }
    return rate.Get();
}

} // namespace

TypeId
RateLimiterQueueDisc::GetTypeId()
{
    using Self = RateLimiterQueueDisc;
    static TypeId tid =
        TypeId("ns3::RateLimiterQueueDisc")
            .SetParent<QueueDisc>()
            .SetGroupName("L2Notification")
            .AddConstructor<Self>()
            .AddAttribute("MaxSize",
                          "What may wait here, in packets or bytes, of all flows together.",
                          QueueSizeValue(QueueSize("1000p")),
                          MakeQueueSizeAccessor(&QueueDisc::SetMaxSize, &QueueDisc::GetMaxSize),
                          MakeQueueSizeChecker())
            .AddAttribute("ReactionPoint",
                          "The ReactionPoint that makes the rate limiters, as "
                          "ns3::QcnReactionPoint[MinRate=1Mb/s]; empty for none.",
                          StringValue("ns3::BcnReactionPoint"),
                          burst::MakeAccessorUntil(burst::MakeObjectTextAccessor(&Self::m_text),
                                                   &Self::IsMade,
                                                   "AssignStreams and the start"),
                          burst::MakeObjectTextChecker<ReactionPoint>(true))
            .AddAttribute("LineRate",
                          "Rate of the link, at which a flow is not limited; 0 for the attribute "
                          "DataRate of the device or its channel, as it is at the start.",
                          DataRateValue(DataRate(0)),
                          burst::MakeAccessorUntil(MakeDataRateAccessor(&Self::m_lineRate),
                                                   &QueueDisc::IsInitialized,
                                                   "the start"),
                          MakeDataRateChecker())
            .AddTraceSource("Rate",
                            "A limited flow has another rate, in bits per second.",
                            burst::MakeTraceSourceAccessor(&Self::m_rateTrace),
                            "ns3::RateLimiterQueueDisc::RateTracedCallback");
    return tid;
}

RateLimiterQueueDisc::RateLimiterQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::MULTIPLE_QUEUES)
{
}

Ptr<ReactionPoint>
RateLimiterQueueDisc::GetReactionPoint()
{
    if (!m_point && m_text)
    {
        m_point = m_text.Create<ReactionPoint>();
    }
    return m_point;
}

bool
RateLimiterQueueDisc::IsMade() const
{
    return m_point || IsInitialized();
}

int64_t
RateLimiterQueueDisc::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    return GetReactionPoint() ? m_point->AssignStreams(stream) : 0;
}

void
RateLimiterQueueDisc::DoDispose()
{
    m_event.Cancel();
    m_flows.clear();
    m_free.clear();
    m_point = nullptr;
    QueueDisc::DoDispose();
}

bool
RateLimiterQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    if (GetNQueueDiscClasses() > 0 || GetNInternalQueues() > 0)
    {
        NS_LOG_ERROR("RateLimiterQueueDisc takes no classes and internal queues");
        return false;
    }
    auto messages = CreateObject<DropTailQueue<QueueDiscItem>>();
    CongestionNotifier::Open(messages);
    AddInternalQueue(messages);
    return true;
}

void
RateLimiterQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
    if (!GetReactionPoint())
    {
        return;
    }
    const auto device = CongestionNotifier::GetDevice(*this);
    const DataRate rate = m_lineRate == DataRate(0) ? FindRate(device) : m_lineRate;
    if (rate == DataRate(0))
    {
        throw std::invalid_argument(
            "LineRate is 0 and " + device->GetInstanceTypeId().GetName() +
            " has no rate; allowed are rates above 0, or devices or channels with a DataRate");
    }
    m_rate = static_cast<double>(rate.GetBitRate());
    m_point->Start(m_rate);
    m_address = Mac48Address::ConvertFrom(device->GetAddress());
    const auto notifier = CongestionNotifier::Get(device->GetNode());
    notifier->SetListener(m_address,
                          MakeCallback(&RateLimiterQueueDisc::ReceiveCongestionMessage,
                                       Ptr<RateLimiterQueueDisc>(this)));
    notifier->Start();
}

uint16_t
RateLimiterQueueDisc::GetFlow(Ptr<QueueDiscItem> item)
{
    if (const int32_t found = Classify(item); found != PacketFilter::PF_NO_MATCH)
    {
        return static_cast<uint16_t>(found);
    }
    uint8_t bytes[Address::MAX_SIZE + 4];
    const uint32_t size = item->GetAddress().CopyTo(bytes);
    const uint32_t fields = item->Hash();
    for (uint32_t i = 0; i < 4; ++i)
    {
        bytes[size + i] = static_cast<uint8_t>(fields >> 8 * i);
    }
    const uint32_t hash = Hash32(reinterpret_cast<const char*>(bytes), size + 4);
    return static_cast<uint16_t>(hash ^ hash >> 16);
}

double
RateLimiterQueueDisc::GetRate(uint16_t flow) const
{
    const auto found = m_flows.find(flow);
    return found == m_flows.end() || !found->second.limiter ? m_rate
                                                            : found->second.limiter->GetRate();
}

RateLimiterQueueDisc::Flow&
RateLimiterQueueDisc::Take(uint16_t number)
{
    return m_flows.try_emplace(number, Flow{nullptr, nullptr, lossless::FramePacer(m_rate, CLOCK)})
        .first->second;
}

bool
RateLimiterQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    if (!CongestionNotifier::HasRoom(*this, GetInternalQueue(INTERNAL_MESSAGES), item))
    {
        DropBeforeEnqueue(item, LIMIT_EXCEEDED_DROP);
        return false;
    }
    if (CongestionNotifier::IsMessage(item))
    {
        return GetInternalQueue(INTERNAL_MESSAGES)->Enqueue(item);
    }
    const uint16_t number = GetFlow(item);
    Flow& flow = Take(number);
    if (!flow.queue)
    {
        if (m_free.empty())
        {
            m_free.emplace_back(CreateObject<DropTailQueue<QueueDiscItem>>());
            CongestionNotifier::Open(m_free.back());
            AddInternalQueue(m_free.back());
        }
        flow.queue = m_free.back();
        m_free.pop_back();
    }
    flow.queue->Enqueue(item);
    Settle(number);
    return true;
}

Ptr<QueueDiscItem>
RateLimiterQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    if (const auto message = GetInternalQueue(INTERNAL_MESSAGES)->Dequeue())
    {
        return message;
    }
    if (m_ready.empty())
    {
        return nullptr;
    }
    auto turn = m_ready.lower_bound(static_cast<uint16_t>(m_turn));
    turn = turn == m_ready.end() ? m_ready.begin() : turn;
    const uint16_t number = *turn;
    m_turn = static_cast<uint16_t>(number + 1);
    Flow& flow = m_flows.at(number);
    const auto item = flow.queue->Dequeue();
    if (flow.queue->IsEmpty())
    {
        m_free.push_back(flow.queue);
        flow.queue = nullptr;
    }
    if (m_point)
    {
        RateLimiterTag tag(m_address,
                           number,
                           flow.limiter ? flow.limiter->GetTag()
                                        : lossless::CongestionMessage::NOBODY);
        item->GetPacket()->ReplacePacketTag(tag);
    }
    if (flow.limiter)
    {
        flow.gap.Start(GetNow(), item->GetSize());
        flow.limiter->Sent(GetNow(), item->GetSize());
    }
    Settle(number);
    return item;
}

void
RateLimiterQueueDisc::ReceiveCongestionMessage(uint16_t number,
                                               const lossless::CongestionMessage& message)
{
    NS_LOG_FUNCTION(this << number << +message.kind);
    Flow& flow = Take(number);
    if (!flow.limiter)
    {
        flow.limiter = m_point->MakeLimiter();
        flow.gap = lossless::FramePacer(m_rate, CLOCK);
    }
    flow.limiter->Receive(GetNow(), message);
    Settle(number);
    Run();
}

void
RateLimiterQueueDisc::Settle(uint16_t number)
{
    Flow& flow = m_flows.at(number);
    if (flow.limiter)
    {
        if (const double rate = flow.limiter->GetRate(); rate != flow.gap.GetRate())
        {
            flow.gap.SetRate(GetNow(), rate);
            m_rateTrace(rate, number);
        }
        if (flow.limiter->IsFree())
        {
            flow.limiter.reset();
        }
    }
    const int64_t release = flow.limiter ? flow.gap.GetEnd() : GetNow();
    const bool ready = flow.queue && release <= GetNow();
    if (ready)
    {
        m_ready.insert(number);
    }
    else
    {
        m_ready.erase(number);
    }
    const int64_t due =
        std::min(flow.limiter ? flow.limiter->GetNextTime() : lossless::RateLimiter::NEVER,
                 flow.queue && !ready ? release : lossless::RateLimiter::NEVER);
    if (due != flow.due)
    {
        m_due.erase({flow.due, number});
        flow.due = due;
        if (due != lossless::RateLimiter::NEVER)
        {
            m_due.insert({due, number});
        }
        Schedule();
    }
    if (!flow.queue && !flow.limiter)
    {
        m_flows.erase(number);
    }
}

void
RateLimiterQueueDisc::Schedule()
{
    const int64_t next = m_due.empty() ? lossless::RateLimiter::NEVER : m_due.begin()->first;
    if (next == m_next)
    {
        return;
    }
    m_event.Cancel();
    m_next = next;
    if (next != lossless::RateLimiter::NEVER)
    {
        Time wait = NanoSeconds(next - GetNow());
        if (wait.GetNanoSeconds() < next - GetNow())
        {
            wait += TimeStep(1); // the resolution of Time is coarser
        }
        m_event = Simulator::Schedule(wait, &RateLimiterQueueDisc::Wake, this);
    }
}

void
RateLimiterQueueDisc::Wake()
{
    NS_LOG_FUNCTION(this);
    m_next = lossless::RateLimiter::NEVER;
    while (!m_due.empty() && m_due.begin()->first <= GetNow())
    {
        const uint16_t number = m_due.begin()->second;
        Flow& flow = m_flows.at(number);
        if (flow.limiter && flow.limiter->GetNextTime() <= GetNow())
        {
            flow.limiter->Expire(GetNow());
        }
        Settle(number);
    }
    Schedule();
    Run();
}

} // namespace ns3
