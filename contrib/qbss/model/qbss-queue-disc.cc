/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-queue-disc.h"

#include "qbss-classes.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/cobalt-queue-disc.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/pie-queue-disc.h"
#include "ns3/red-queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("QbssQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(QbssQueueDisc);

namespace
{

/** @param account of a class @return seconds that a packet waited in the mean, 0 without packets */
double
GetMeanWait(const QbssQueueDisc::Account& account)
{
    return account.waited.GetSeconds() / std::max<uint64_t>(account.packets, 1);
}

} // namespace

TypeId
QbssQueueDisc::GetTypeId()
{
    using Self = QbssQueueDisc;
    using Account = Self::Account;
    const auto untilInitialized =
        burst::MakeAccessorsUntil(&Self::IsInitialized, "the disc is initialized");
    const auto untilClasses =
        burst::MakeAccessorsUntil(&Self::HasClasses, "there are classes, as by AssignStreams");
    static TypeId tid = burst::AddStatistics<Self>(
        TypeId("ns3::QbssQueueDisc")
            .SetParent<QueueDisc>()
            .SetGroupName("Qbss")
            .AddConstructor<Self>()
            .AddAttribute("QbssWeight",
                          "Weight of the class QBSS, 1 to 1000. Weights that add up to 100 are "
                          "percent of the link while all classes have packets.",
                          UintegerValue(1),
                          untilInitialized(MakeUintegerAccessor(&Self::m_qbssWeight)),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("BestEffortWeight",
                          "Weight of the class BE, 1 to 1000.",
                          UintegerValue(69),
                          untilInitialized(MakeUintegerAccessor(&Self::m_bestEffortWeight)),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("PriorityWeight",
                          "Weight of the class Priority, 1 to 1000.",
                          UintegerValue(30),
                          untilInitialized(MakeUintegerAccessor(&Self::m_priorityWeight)),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("Scheduler",
                          "The QbssScheduler that says which class sends.",
                          StringValue("ns3::QbssScfqScheduler"),
                          untilInitialized(burst::MakeObjectTextAccessor(&Self::m_schedulerText)),
                          burst::MakeObjectTextChecker<QbssScheduler>())
            .AddAttribute("ClassQueue",
                          "The QueueDisc of each class, unless classes were added.",
                          StringValue("ns3::FifoQueueDisc[MaxSize=40p]"),
                          untilClasses(burst::MakeObjectTextAccessor(&Self::m_childText)),
                          burst::MakeObjectTextChecker<QueueDisc>())
            .AddAttribute(
                "Filter",
                "The PacketFilter that gives the class of a packet, unless filters were "
                "added.",
                StringValue("ns3::DscpPacketFilter"),
                untilInitialized(burst::MakeObjectTextAccessor(&Self::SetFilter, &Self::GetFilter)),
                burst::MakeObjectTextChecker<PacketFilter>())
            .AddAttribute("PriorityCap",
                          "The most that Priority may send, bits per second of IP packets, also "
                          "while nobody else sends; 0 for no such limit.",
                          DataRateValue(DataRate(0)),
                          untilInitialized(MakeDataRateAccessor(&Self::m_cap)),
                          MakeDataRateChecker())
            .AddAttribute(
                "PriorityBurst",
                "What Priority may send at once under PriorityCap, bytes. Tokens that come "
                "to a full bucket are lost: with less than some packets it gets less.",
                UintegerValue(15000),
                untilInitialized(MakeUintegerAccessor(&Self::m_burst)),
                MakeUintegerChecker<uint32_t>(1, 100'000'000))
            .AddTraceSource("Sent",
                            "A packet leaves: class, packet, and how long it was here.",
                            burst::MakeTraceSourceAccessor(&Self::m_sentTrace),
                            "ns3::QbssQueueDisc::SentTracedCallback")
            .AddTraceSource("Dropped",
                            "A packet is dropped: class and packet.",
                            burst::MakeTraceSourceAccessor(&Self::m_droppedTrace),
                            "ns3::QbssQueueDisc::DroppedTracedCallback"),
        {{"qbss.packets",
          "1",
          "packets that a class sent",
          [](Self& disc) {
              return disc.GetParts(
                  [](const Account& account) -> double { return account.packets; });
          }},
         {"qbss.bytes",
          "B",
          "bytes of IP packets that a class sent",
          [](Self& disc) {
              return disc.GetParts([](const Account& account) -> double { return account.bytes; });
          }},
         {"qbss.dropped",
          "1",
          "packets of a class that were dropped",
          [](Self& disc) {
              return disc.GetParts(
                  [](const Account& account) -> double { return account.dropped; });
          }},
         {"qbss.wait",
          "s",
          "mean time that packets of a class waited",
          [](Self& disc) { return disc.GetParts(&GetMeanWait); }},
         {"qbss.longest_wait", "s", "longest time that a packet of a class waited", [](Self& disc) {
              return disc.GetParts(
                  [](const Account& account) { return account.longest.GetSeconds(); });
          }}});
    return tid;
}

QbssQueueDisc::QbssQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::NO_LIMITS),
      m_heads(QbssClass::COUNT, 0)
{
}

const QbssQueueDisc::Account&
QbssQueueDisc::GetAccount(uint32_t number) const
{
    return m_accounts.at(number);
}

int64_t
QbssQueueDisc::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    MakeClasses();
    const int64_t first = stream;
    for (std::size_t i = 0; i < GetNQueueDiscClasses(); ++i)
    {
        const auto child = GetQueueDiscClass(i)->GetQueueDisc();
        if (const auto red = DynamicCast<RedQueueDisc>(child))
        {
            stream += red->AssignStreams(stream);
        }
        else if (const auto pie = DynamicCast<PieQueueDisc>(child))
        {
            stream += pie->AssignStreams(stream);
        }
        else if (const auto cobalt = DynamicCast<CobaltQueueDisc>(child))
        {
            stream += cobalt->AssignStreams(stream);
        }
    }
    return stream - first;
}

void
QbssQueueDisc::DoDispose()
{
    m_wake.Cancel();
    m_scheduler = nullptr;
    m_filter = nullptr;
    QueueDisc::DoDispose();
}

Ptr<QueueDisc>
QbssQueueDisc::GetChild(uint32_t number) const
{
    return GetQueueDiscClass(number)->GetQueueDisc();
}

void
QbssQueueDisc::SetFilter(const burst::ObjectText& filter)
{
    m_filter = filter.Create<PacketFilter>();
    m_filterText = filter;
}

burst::ObjectText
QbssQueueDisc::GetFilter() const
{
    return m_filterText;
}

bool
QbssQueueDisc::HasClasses() const
{
    return GetNQueueDiscClasses() > 0;
}

void
QbssQueueDisc::MakeClasses()
{
    const uint32_t missing = GetNQueueDiscClasses() == 0 ? QbssClass::COUNT : 0;
    for (uint32_t i = 0; i < missing; ++i)
    {
        auto child = CreateObject<QueueDiscClass>();
        child->SetQueueDisc(m_childText.Create<QueueDisc>());
        AddQueueDiscClass(child);
    }
}

void
QbssQueueDisc::Drop(uint32_t number, Ptr<const QueueDiscItem> item)
{
    ++m_accounts[number].dropped;
    m_accounts[number].droppedBytes += item->GetSize();
    m_droppedTrace(number, item);
}

burst::Statistic::Parts
QbssQueueDisc::GetParts(double (*get)(const Account& account)) const
{
    burst::Statistic::Parts parts;
    for (uint32_t number = 0; number < QbssClass::COUNT; ++number)
    {
        parts[QbssClass::NAMES[number]] = get(m_accounts[number]);
    }
    return parts;
}

bool
QbssQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    const int32_t found = Classify(item);
    const bool known = found >= 0 && static_cast<uint32_t>(found) < QbssClass::COUNT;
    return GetChild(known ? found : QbssClass::BEST_EFFORT)->Enqueue(item);
}

bool
QbssQueueDisc::IsCapped()
{
    const uint32_t bytes = m_heads[QbssClass::PRIORITY];
    if (!m_bucket || bytes == 0)
    {
        return false;
    }
    const int64_t wait = m_bucket->GetWait(Simulator::Now().GetNanoSeconds(), bytes);
    if (wait > 0 && m_wake.IsExpired())
    {
        m_wake = Simulator::Schedule(NanoSeconds(wait), &QueueDisc::Run, this);
    }
    return wait > 0;
}

Ptr<QueueDiscItem>
QbssQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    for (uint32_t number = 0; number < QbssClass::COUNT; ++number)
    {
        const auto first = GetChild(number)->Peek();
        m_heads[number] = first ? first->GetSize() : 0;
    }
    if (IsCapped())
    {
        m_heads[QbssClass::PRIORITY] = 0;
    }
    if (std::count(m_heads.begin(), m_heads.end(), 0) == QbssClass::COUNT)
    {
        return nullptr;
    }
    const uint32_t number = m_scheduler->Serve(m_heads);
    if (m_bucket && number == QbssClass::PRIORITY)
    {
        m_bucket->Take(m_heads[number]);
    }
    const auto item = GetChild(number)->Dequeue();
    const Time sojourn = Simulator::Now() - item->GetTimeStamp();
    auto& account = m_accounts[number];
    ++account.packets;
    account.bytes += item->GetSize();
    account.waited += sojourn;
    account.longest = std::max(account.longest, sojourn);
    m_sentTrace(number, item, sojourn);
    return item;
}

bool
QbssQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    if (GetNInternalQueues() > 0)
    {
        throw std::invalid_argument("QbssQueueDisc has " + std::to_string(GetNInternalQueues()) +
                                    " internal queues; allowed are none, but classes");
    }
    MakeClasses();
    if (GetNQueueDiscClasses() != QbssClass::COUNT)
    {
        throw std::invalid_argument("QbssQueueDisc has " + std::to_string(GetNQueueDiscClasses()) +
                                    " classes; allowed are 3, or none for those of ClassQueue");
    }
    if (GetNPacketFilters() == 0)
    {
        AddPacketFilter(m_filter);
    }
    return true;
}

void
QbssQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
    m_scheduler = m_schedulerText.Create<QbssScheduler>();
    m_scheduler->Start({m_qbssWeight, m_bestEffortWeight, m_priorityWeight});
    if (m_cap != DataRate(0))
    {
        m_bucket.emplace(m_cap.GetBitRate(), m_burst);
    }
    for (uint32_t number = 0; number < QbssClass::COUNT; ++number)
    {
        // FqCoDel takes its quantum from the device
        GetChild(number)->SetNetDeviceQueueInterface(GetNetDeviceQueueInterface());
        GetChild(number)->TraceConnectWithoutContext(
            "Drop",
            MakeCallback(&QbssQueueDisc::Drop, this).Bind(number));
    }
}

} // namespace ns3
