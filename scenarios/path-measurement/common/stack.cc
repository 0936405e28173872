/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stack.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/enum.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/qbss-helper.h"
#include "ns3/queue-size.h"
#include "ns3/queue.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3
{

namespace
{

constexpr uint32_t HEADERS = 40;             //!< bytes of IP and TCP
constexpr uint32_t TIMESTAMPS = 12;          //!< bytes of them in each segment
constexpr uint32_t LARGE = 16 * 1024 * 1024; //!< bytes that buffers of today grow to
constexpr uint32_t RING = 2;                 //!< packets of a device below a queue disc
constexpr uint32_t UNTUNED = 64 * 1024;      //!< bytes of a window in 2002

} // namespace

Ptr<const AttributeChecker>
PathMeasurementStack::MakeChecker()
{
    return MakeEnumChecker<Year>(Y2002, "2002", CUBIC, "Cubic", BBR, "Bbr");
}

PathMeasurementStack::PathMeasurementStack(Year year)
    : m_year(year)
{
}

void
PathMeasurementStack::SetDefaults(double scale, uint32_t packet) const
{
    const uint32_t segment = packet - HEADERS;
    const auto window = std::max(2 * segment, static_cast<uint32_t>(GetWindow() / scale));
    const char* const congestion[] = {"ns3::TcpNewReno", "ns3::TcpCubic", "ns3::TcpBbr"};
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue(congestion[m_year]));
    Config::SetDefault("ns3::TcpSocket::SegmentSize",
                       UintegerValue(m_year == Y2002 ? segment : segment - TIMESTAMPS));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(2));
    // That of Linux: with ns-3's 200 ms an odd segment would always meet MinRto.
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(40)));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(m_year == Y2002 ? 2 : 10));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(window));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(window));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(m_year != Y2002));
}

uint32_t
PathMeasurementStack::GetWindow() const
{
    return m_year == Y2002 ? UNTUNED : LARGE;
}

void
PathMeasurementStack::InstallQueue(Ptr<NetDevice> device, DataRate rate, Time buffer) const
{
    DynamicCast<PointToPointNetDevice>(device)->GetQueue()->SetMaxSize(
        QueueSize(QueueSizeUnit::PACKETS, RING));
    TrafficControlHelper control;
    if (m_year == Y2002)
    {
        const double packets =
            std::ceil(rate.GetBitRate() * buffer.GetSeconds() / (8.0 * device->GetMtu()));
        control.SetRootQueueDisc(
            "ns3::FifoQueueDisc",
            "MaxSize",
            QueueSizeValue(
                QueueSize(QueueSizeUnit::PACKETS, static_cast<uint32_t>(std::max(packets, 2.0)))));
    }
    else
    {
        control.SetRootQueueDisc("ns3::FqCoDelQueueDisc");
    }
    control.Install(device);
}

Ptr<QbssQueueDisc>
PathMeasurementStack::InstallQbss(Ptr<NetDevice> device, DataRate rate, Time buffer) const
{
    InstallQueue(device, rate, buffer);
    const auto queue =
        device->GetNode()->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(device);
    std::ostringstream text;
    text << queue->GetInstanceTypeId().GetName() << "[MaxSize=" << queue->GetMaxSize() << "]";
    QbssHelper helper;
    helper.SetDeviceQueue(RING);
    helper.SetDiscAttribute("ClassQueue", StringValue(text.str()));
    return DynamicCast<QbssQueueDisc>(helper.Install(device).Get(0));
}

} // namespace ns3
