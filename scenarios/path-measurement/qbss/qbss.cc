/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ping.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/qbss-classes.h"
#include "ns3/qbss-queue-disc.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PathMeasurementQbssScenario);

namespace
{

constexpr int64_t JITTER_MS = 10;   //!< in which streams start that start at one time
constexpr uint32_t HOST_RING = 100; //!< packets of devices of hosts
constexpr uint32_t GAP = 36;        //!< bytes that Ethernet takes beyond the 2 of PPP
constexpr std::array<uint8_t, QbssClass::COUNT> DSCPS{8, 0, 10}; //!< of classes, as at SLAC
constexpr int64_t SHORTEST_MS = 2 * QbssBins::LENGTH_MS;         //!< phase, after Settle

} // namespace

TypeId
PathMeasurementQbssScenario::GetTypeId()
{
    using Self = PathMeasurementQbssScenario;
    static TypeId tid = AddStreamBase(
        TypeId("ns3::PathMeasurementQbssScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("path-measurement")
            .AddConstructor<Self>()
            .AddAttribute("BottleneckRate",
                          "Of the link between the routers.",
                          DataRateValue(DataRate("100Mb/s")),
                          MakeDataRateAccessor(&Self::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("AccessRate",
                          "Of the links of hosts.",
                          DataRateValue(DataRate("1Gb/s")),
                          MakeDataRateAccessor(&Self::m_access),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Of the link between the routers, one way. With the default a ping of 84 "
                          "bytes takes 300 us at 100 Mb/s.",
                          TimeValue(NanoSeconds(141'744)),
                          MakeTimeAccessor(&Self::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Disc",
                          "Queue disc of the routers at that link.",
                          StringValue("ns3::QbssQueueDisc"),
                          burst::MakeObjectTextAccessor(&Self::m_discText),
                          burst::MakeObjectTextChecker<QueueDisc>())
            .AddAttribute("DeviceQueue",
                          "Packets of the queue of the device below that.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Self::m_ring),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute(
                "Script",
                "Which classes send, from when until when in seconds: QBSS, BE, Priority. "
                "Empty for none.",
                StringValue("QBSS:0-150,BE:30-120,Priority:60-90"),
                MakeStringAccessor(&Self::m_script),
                MakeStringChecker())
            .AddAttribute("TimeScale",
                          "What the times of Script are multiplied with.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Self::m_scale),
                          MakeDoubleChecker<double>(1e-3, 1e3))
            .AddAttribute("End",
                          "Of the run; 0: when the last class stops.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Self::m_end),
                          MakeTimeChecker(TimeStep(0)))
            .AddAttribute("Settle",
                          "After a change of the script, before shares and pings count.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&Self::m_settle),
                          MakeTimeChecker(NanoSeconds(0)))
            .AddAttribute("Pings",
                          "Code points of pings, 0 to 63, between commas; empty for none.",
                          StringValue("0"),
                          MakeStringAccessor(&Self::m_pings),
                          MakeStringChecker())
            .AddAttribute("PingInterval",
                          "Between pings of one code point.",
                          TimeValue(MilliSeconds(20)),
                          MakeTimeAccessor(&Self::m_interval),
                          MakeTimeChecker(MicroSeconds(100)))
            .AddAttribute("Tcp",
                          "The TcpCongestionOps of the senders.",
                          StringValue("ns3::TcpNewReno"),
                          burst::MakeObjectTextAccessor(&Self::m_tcp),
                          burst::MakeObjectTextChecker<TcpCongestionOps>())
            .AddAttribute("Streams",
                          "TCP streams of a class.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Self::m_streams),
                          MakeUintegerChecker<uint32_t>(1, 100))
            .AddAttribute("Window",
                          "Of a stream, bytes: the buffers at both ends.",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&Self::m_window),
                          MakeUintegerChecker<uint32_t>(2 * QbssStreams::SEGMENT, 1 << 30))
            .AddAttribute("InitialWindow",
                          "Segments that a stream begins with: 3 by RFC 3390, 10 by RFC 6928.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&Self::m_initialWindow),
                          MakeUintegerChecker<uint32_t>(1, 100))
            .AddAttribute("Voice",
                          "Telephone calls beside that, one way: 64 kb/s in talk spurts, over UDP.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_voice),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("Video",
                          "Video calls beside that, one way: 384 kb/s, 15 pictures a second.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_video),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("MediaDscp",
                          "Code point of voice and video: 46 is Priority, 0 best effort, 8 QBSS.",
                          UintegerValue(46),
                          MakeUintegerAccessor(&Self::m_mediaDscp),
                          MakeUintegerChecker<uint32_t>(0, DscpPacketFilter::CODE_POINTS - 1)));
    return tid;
}

std::string
PathMeasurementQbssScenario::GetHelp() const
{
    return "Sends TCP of the classes QBSS, BE and Priority over a bottleneck, by a script, and "
           "reports what share each got, how soon, how long pings took, and what became of voice "
           "and "
           "video beside that.";
}

QbssScript
PathMeasurementQbssScenario::GetScript() const
{
    return QbssScript(m_script, m_scale);
}

Time
PathMeasurementQbssScenario::GetDuration() const
{
    return m_end.IsZero() ? GetScript().GetEnd() : m_end;
}

void
PathMeasurementQbssScenario::ReadPings()
{
    std::istringstream input(m_pings);
    for (std::string word; std::getline(input, word, ',');)
    {
        const auto dscp = burst::ToUinteger(word);
        if (!dscp || *dscp >= DscpPacketFilter::CODE_POINTS)
        {
            throw std::invalid_argument("Pings is \"" + m_pings +
                                        "\"; allowed are code points from 0 to 63 between commas");
        }
        m_dscps.push_back(*dscp);
    }
}

void
PathMeasurementQbssScenario::CheckInput() const
{
    for (const auto& [name, rate] : {std::pair("BottleneckRate", m_rate), {"AccessRate", m_access}})
    {
        burst::CheckParameter(rate.GetBitRate() >= 1000,
                              name,
                              rate.GetBitRate(),
                              "1000 b/s and more");
    }
    const Time end = GetDuration();
    const auto write = [](Time time) { return burst::WriteDouble(time.GetSeconds()) + " s"; };
    if (end.IsZero())
    {
        throw std::invalid_argument("End is 0 s; allowed are times above 0, as Script is empty");
    }
    for (const auto& phase : GetScript().GetPhases(end))
    {
        if (phase.stop - phase.start < m_settle + MilliSeconds(SHORTEST_MS))
        {
            throw std::invalid_argument(
                "Settle is " + write(m_settle) +
                "; allowed is what leaves 0.2 s of each phase, of which one "
                "is from " +
                write(phase.start) + " to " + write(phase.stop));
        }
    }
    // ns3::Ping numbers requests with 16 bits
    if (!m_dscps.empty() && (m_interval * 2 > end || end > m_interval * 65535))
    {
        throw std::invalid_argument("PingInterval is " + write(m_interval) +
                                    "; allowed is what gives 2 to 65535 pings in " + write(end));
    }
}

void
PathMeasurementQbssScenario::DoBuild()
{
    ReadPings();
    CheckInput();
    m_random = CreateObject<UniformRandomVariable>();
    m_random->SetStream(GetStreamBase());
    BuildNetwork();
    AddStreams();
    AddPings();
    AddMedia();
}

void
PathMeasurementQbssScenario::Connect(Ptr<Node> first,
                                     Ptr<Node> second,
                                     DataRate rate,
                                     Time delay,
                                     uint32_t queue,
                                     const burst::ObjectText& disc)
{
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(rate));
    link.SetDeviceAttribute("InterframeGap", TimeValue(rate.CalculateBytesTxTime(GAP)));
    link.SetChannelAttribute("Delay", TimeValue(delay));
    link.SetQueue("ns3::DropTailQueue<Packet>",
                  "MaxSize",
                  QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, queue)));
    const auto devices = link.Install(first, second);
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const auto root = disc.Create<QueueDisc>();
        if (const auto qbss = DynamicCast<QbssQueueDisc>(root))
        {
            m_used += qbss->AssignStreams(GetStreamBase() + m_used);
        }
        devices.Get(i)->GetNode()->GetObject<TrafficControlLayer>()->SetRootQueueDiscOnDevice(
            devices.Get(i),
            root);
        m_disc = m_disc ? m_disc : root;
    }
    m_addresses.Assign(devices);
    m_addresses.NewNetwork();
}

void
PathMeasurementQbssScenario::BuildNetwork()
{
    NodeContainer routers(2);
    m_senders.Create(QbssClass::COUNT + 1);
    m_receivers.Create(QbssClass::COUNT + 1);
    InternetStackHelper().Install(NodeContainer(routers, m_senders, m_receivers));
    Connect(routers.Get(0), routers.Get(1), m_rate, m_delay, m_ring, m_discText);
    if (DynamicCast<QbssQueueDisc>(m_disc))
    {
        m_disc->TraceConnectWithoutContext(
            "Sent",
            MakeCallback(&PathMeasurementQbssScenario::NotifyDequeue, this));
    }
    const burst::ObjectText fifo("ns3::FifoQueueDisc", QueueDisc::GetTypeId());
    for (uint32_t i = 0; i < m_senders.GetN(); ++i)
    {
        Connect(m_senders.Get(i), routers.Get(0), m_access, Time(0), HOST_RING, fifo);
        Connect(m_receivers.Get(i), routers.Get(1), m_access, Time(0), HOST_RING, fifo);
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
}

void
PathMeasurementQbssScenario::AddStreams()
{
    for (uint32_t number = 0; number < QbssClass::COUNT; ++number)
    {
        m_tcps[number] = std::make_unique<QbssStreams>(
            m_senders.Get(number),
            m_receivers.Get(number),
            QbssStreams::Settings{m_tcp, m_window, m_initialWindow, DSCPS[number]});
    }
    for (const auto& part : GetScript().GetParts())
    {
        auto* tcp = m_tcps[part.number].get();
        for (uint32_t i = 0; i < m_streams; ++i)
        {
            const Time shift = NanoSeconds(m_random->GetInteger(0, JITTER_MS * 1'000'000));
            Simulator::Schedule(part.start + shift, &QbssStreams::Start, tcp);
        }
        Simulator::Schedule(part.stop, &QbssStreams::Stop, tcp);
    }
}

void
PathMeasurementQbssScenario::NotifyDequeue(uint32_t number,
                                           Ptr<const QueueDiscItem> item,
                                           Time /* sojourn */)
{
    m_left[number].Add(item->GetSize());
    for (uint32_t other = 0; other < QbssClass::COUNT; ++other)
    {
        if (other != number && m_disc->GetQueueDiscClass(other)->GetQueueDisc()->GetNPackets() == 0)
        {
            return;
        }
    }
    m_chosen[number].Add(item->GetSize());
}

void
PathMeasurementQbssScenario::AddMedia()
{
    const std::array<uint32_t, 2> calls{m_voice, m_video};
    const uint32_t last = m_receivers.GetN() - 1;
    for (std::size_t kind = 0; kind < calls.size(); ++kind)
    {
        if (calls[kind] == 0)
        {
            continue;
        }
        const auto& media =
            m_media.emplace_back(std::make_unique<QbssMedia>(QbssMedia::KINDS.at(kind),
                                                             m_senders.Get(last),
                                                             m_receivers.Get(last),
                                                             m_mediaDscp,
                                                             calls[kind],
                                                             m_settle,
                                                             GetStreamBase() + m_used));
        m_used += media->GetStreams();
    }
}

void
PathMeasurementQbssScenario::AddPings()
{
    for (std::size_t i = 0; i < m_dscps.size(); ++i)
    {
        const Time start = NanoSeconds(m_random->GetInteger(0, m_interval.GetNanoSeconds()));
        Simulator::Schedule(start, &PathMeasurementQbssScenario::StartPings, this, i);
    }
}

void
PathMeasurementQbssScenario::StartPings(std::size_t index)
{
    const uint32_t last = m_receivers.GetN() - 1;
    const auto to = m_receivers.Get(last)->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    const auto ping = CreateObject<Ping>();
    ping->SetAttribute("Destination", AddressValue(to));
    ping->SetAttribute("Interval", TimeValue(m_interval));
    ping->SetAttribute("Tos", UintegerValue(m_dscps[index] << 2));
    ping->SetAttribute("VerboseMode", StringValue("Silent"));
    ping->TraceConnectWithoutContext("Tx", MakeCallback(&PathMeasurementQbssScenario::Send, this));
    ping->TraceConnectWithoutContext(
        "Rtt",
        MakeCallback(&PathMeasurementQbssScenario::Receive, this).Bind(index));
    m_senders.Get(last)->AddApplication(ping);
}

void
PathMeasurementQbssScenario::Send(uint16_t /* number */, Ptr<Packet> /* packet */)
{
    ++m_requests;
}

void
PathMeasurementQbssScenario::Receive(std::size_t ping, uint16_t /* number */, Time rtt)
{
    m_echoes.push_back({ping, Simulator::Now() - rtt, rtt});
}

} // namespace ns3
