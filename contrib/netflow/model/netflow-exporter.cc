/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "netflow-exporter.h"

#include "netflow-packets.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NetflowExporter");

NS_OBJECT_ENSURE_REGISTERED(NetflowExporter);

TypeId
NetflowExporter::GetTypeId()
{
    const auto untilInstall = burst::MakeAccessorsUntil(&NetflowExporter::IsInstalled, "Install");
    static TypeId tid = burst::AddStatistics<NetflowExporter>(
        TypeId("ns3::NetflowExporter")
            .SetParent<Object>()
            .SetGroupName("Netflow")
            .AddConstructor<NetflowExporter>()
            .AddAttribute("InactiveTimeout",
                          "How long a flow has no packet when its record is told, more than 0.",
                          TimeValue(Seconds(15)),
                          untilInstall(MakeTimeAccessor(&NetflowExporter::m_inactive)),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("ActiveTimeout",
                          "How old the first packet of a record is when it is told, more than 0.",
                          TimeValue(Minutes(30)),
                          untilInstall(MakeTimeAccessor(&NetflowExporter::m_active)),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("MaxEntries",
                          "How many flows are known at a time, at least 1; for one more, that "
                          "which is idle longest is told.",
                          UintegerValue(65536),
                          untilInstall(MakeUintegerAccessor(&NetflowExporter::m_entries)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Sampling",
                          "Of how many packets one is counted, at least 1.",
                          UintegerValue(1),
                          untilInstall(MakeUintegerAccessor(&NetflowExporter::m_sampling)),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("RandomSampling",
                          "Whether chance says which of them that is; else it is the last one.",
                          BooleanValue(false),
                          untilInstall(MakeBooleanAccessor(&NetflowExporter::m_randomSampling)),
                          MakeBooleanChecker())
            .AddAttribute("Local",
                          "Whether packets that the node itself sends and receives are heard too.",
                          BooleanValue(false),
                          untilInstall(MakeBooleanAccessor(&NetflowExporter::m_local)),
                          MakeBooleanChecker())
            .AddTraceSource("Record",
                            "A record is told: with the next packet after it was due, or by Flush.",
                            burst::MakeTraceSourceAccessor(&NetflowExporter::m_recordTrace),
                            "ns3::NetflowExporter::RecordTracedCallback"),
        {{"netflow.packets", "1", "packets that were heard", &NetflowExporter::GetPackets},
         {"netflow.sampled", "1", "packets that were counted", &NetflowExporter::GetSampled},
         {"netflow.bytes", "B", "bytes of packets that were counted", &NetflowExporter::GetBytes},
         {"netflow.records", "1", "records that were told", &NetflowExporter::GetRecords},
         {"netflow.forced",
          "1",
          "records that were told because the cache was full",
          &NetflowExporter::GetForced}});
    return tid;
}

bool
NetflowExporter::IsInstalled() const
{
    return m_cache.has_value();
}

void
NetflowExporter::Install(Ptr<Node> node)
{
    NS_LOG_FUNCTION(this << node);
    const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
    if (!ipv4 || m_cache || node->GetObject<NetflowExporter>())
    {
        throw std::invalid_argument("the node of a NetflowExporter is " +
                                    std::to_string(node->GetId()) +
                                    "; allowed is one with IPv4, one for each exporter");
    }
    m_cache.emplace(
        NetflowCache::Limits{m_inactive.GetNanoSeconds(), m_active.GetNanoSeconds(), m_entries},
        [this](const NetflowRecord& record) { Export(record); });
    node->AggregateObject(this);
    ipv4->TraceConnectWithoutContext("Rx", MakeCallback(&NetflowExporter::NoteInput, this));
    ipv4->TraceConnectWithoutContext("UnicastForward",
                                     MakeCallback(&NetflowExporter::NotifyForwarded, this));
    if (m_local)
    {
        ipv4->TraceConnectWithoutContext("SendOutgoing",
                                         MakeCallback(&NetflowExporter::NotifySent, this));
        ipv4->TraceConnectWithoutContext("LocalDeliver",
                                         MakeCallback(&NetflowExporter::NotifyDelivered, this));
    }
}

void
NetflowExporter::Flush()
{
    if (m_cache)
    {
        m_cache->Flush(Simulator::Now().GetNanoSeconds());
    }
}

void
NetflowExporter::NoteInput(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface)
{
    m_inputPacket = packet->GetUid();
    m_input = interface;
}

void
NetflowExporter::NotifyForwarded(const Ipv4Header& header,
                                 Ptr<const Packet> packet,
                                 uint32_t output)
{
    // A routing protocol that waits for a route forwards the packet later: its input is unknown.
    Count(header, packet, packet->GetUid() == m_inputPacket ? m_input : 0);
}

void
NetflowExporter::NotifySent(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t output)
{
    Count(header, packet, 0);
}

void
NetflowExporter::NotifyDelivered(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t input)
{
    Count(header, packet, input);
}

void
NetflowExporter::Count(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t input)
{
    ++m_packets;
    if (!m_sampler)
    {
        m_sampler.emplace(m_sampling,
                          m_randomSampling
                              ? std::optional(traffic::StreamRandom::Assigned(m_stream))
                              : std::nullopt);
    }
    if (!m_sampler->Take())
    {
        return;
    }
    const auto start = netflow::TransportStart::Read(header, packet);
    NetflowKey key;
    key.source = header.GetSource().Get();
    key.destination = header.GetDestination().Get();
    key.sourcePort = start.sourcePort;
    key.destinationPort = start.destinationPort;
    key.protocol = header.GetProtocol();
    key.dscp = header.GetTos() >> 2;
    key.input = input;
    const uint32_t bytes = packet->GetSize() + header.GetSerializedSize();
    ++m_sampled;
    m_bytes += bytes;
    m_cache->Add(key, Simulator::Now().GetNanoSeconds(), bytes, start.flags);
}

void
NetflowExporter::Export(const NetflowRecord& record)
{
    ++m_records;
    m_forced += record.reason == NetflowRecord::FORCED ? 1 : 0;
    m_recordTrace(record);
}

uint64_t
NetflowExporter::GetPackets() const
{
    return m_packets;
}

uint64_t
NetflowExporter::GetSampled() const
{
    return m_sampled;
}

uint64_t
NetflowExporter::GetBytes() const
{
    return m_bytes;
}

uint64_t
NetflowExporter::GetRecords() const
{
    return m_records;
}

uint64_t
NetflowExporter::GetForced() const
{
    return m_forced;
}

int64_t
NetflowExporter::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_stream = stream;
    m_sampler.reset();
    return 1;
}

void
NetflowExporter::DoDispose()
{
    m_cache.reset();
    Object::DoDispose();
}

} // namespace ns3
