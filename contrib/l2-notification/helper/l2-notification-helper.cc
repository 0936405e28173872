/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "l2-notification-helper.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/l2-notification-congestion-notifier.h"
#include "ns3/l2-notification-congestion-point-queue-disc.h"
#include "ns3/l2-notification-rate-limiter-queue-disc.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** @param text of an object, or empty @param base of its type @return the text, read */
burst::ObjectText
ReadText(const std::string& text, TypeId base)
{
    return text.empty() ? burst::ObjectText() : burst::ObjectText(text, base);
}

} // namespace

CongestionNotificationHelper::CongestionNotificationHelper(const std::string& congestionPoint,
                                                           const std::string& reactionPoint)
    : m_congestionPoint(ReadText(congestionPoint, CongestionPoint::GetTypeId())),
      m_reactionPoint(ReadText(reactionPoint, ReactionPoint::GetTypeId())),
      m_maxSize("1000p")
{
}

void
CongestionNotificationHelper::SetMaxSize(QueueSize size)
{
    m_maxSize = size;
}

QueueDiscContainer
CongestionNotificationHelper::InstallCongestionPoints(const NetDeviceContainer& devices) const
{
    TrafficControlHelper helper;
    helper.SetRootQueueDisc("ns3::CongestionPointQueueDisc",
                            "MaxSize",
                            QueueSizeValue(m_maxSize),
                            "CongestionPoint",
                            burst::ObjectTextValue(m_congestionPoint));
    return helper.Install(devices);
}

QueueDiscContainer
CongestionNotificationHelper::InstallRateLimiters(const NetDeviceContainer& devices) const
{
    std::for_each(devices.Begin(), devices.End(), CongestionNotifier::CheckCarriesMessages);
    TrafficControlHelper helper;
    helper.SetRootQueueDisc("ns3::RateLimiterQueueDisc",
                            "MaxSize",
                            QueueSizeValue(m_maxSize),
                            "ReactionPoint",
                            burst::ObjectTextValue(m_reactionPoint));
    const auto point = m_congestionPoint ? m_congestionPoint.CreateObject() : nullptr;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        const auto notifier = CongestionNotifier::Get((*device)->GetNode());
        for (const char* name : {"SetPoint", "Weight", "Clamp"})
        {
            if (StringValue value; point && point->GetAttributeFailSafe(name, value))
            {
                notifier->SetAttribute(name, value);
            }
        }
    }
    return helper.Install(devices);
}

void
CongestionNotificationHelper::InstallNotifiers(const NodeContainer& nodes) const
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        CongestionNotifier::Get(*node);
    }
}

int64_t
CongestionNotificationHelper::AssignStreams(const QueueDiscContainer& discs, int64_t stream)
{
    const int64_t first = stream;
    for (uint32_t i = 0; i < discs.GetN(); ++i)
    {
        if (const auto point = DynamicCast<CongestionPointQueueDisc>(discs.Get(i)))
        {
            stream += point->AssignStreams(stream);
        }
        else if (const auto limiter = DynamicCast<RateLimiterQueueDisc>(discs.Get(i)))
        {
            stream += limiter->AssignStreams(stream);
        }
    }
    return stream - first;
}

} // namespace ns3
