/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flows.h"

#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <map>

namespace ns3
{

namespace
{

/** @param exporter any @return what belongs together in its records */
NetflowStitcher::Rules
GetRules(Ptr<const NetflowExporter> exporter)
{
    NetflowStitcher::Rules rules;
    TimeValue gap;
    exporter->GetAttribute("InactiveTimeout", gap);
    rules.gap = gap.Get().GetNanoSeconds();
    UintegerValue sampling;
    exporter->GetAttribute("Sampling", sampling);
    rules.sampling = sampling.Get();
    return rules;
}

} // namespace

CycleFlows::CycleFlows(const CycleNetwork& network, Ptr<NetflowExporter> exporter, int64_t stream)
    : m_network(network),
      m_exporter(exporter),
      m_stitcher(GetRules(exporter))
{
    m_exporter->AssignStreams(stream);
    m_exporter->TraceConnectWithoutContext("Record",
                                           MakeCallback(&NetflowStitcher::Add, &m_stitcher));
    m_exporter->Install(m_network.GetBorder());
}

void
CycleFlows::Write(archive::RunArchive& archive, const std::string& monitor, const RateScale& scale)
{
    m_exporter->Flush();
    std::map<uint32_t, std::string> hosts;
    for (const auto& site : m_network.GetSites())
    {
        hosts[site.address.Get()] = site.name;
    }
    for (const auto& transfer : m_stitcher.GetTransfers())
    {
        const auto host = hosts.find(transfer.destination);
        if (host == hosts.end() || transfer.protocol != TcpL4Protocol::PROT_NUMBER ||
            static_cast<double>(transfer.bytes) * scale.GetFactor() <= NetflowTransfer::BIG)
        {
            continue;
        }
        archive::FlowRecord flow;
        flow.observer = "border";
        flow.source = monitor;
        flow.destination = host->second;
        flow.protocol = "tcp";
        flow.destinationPort = transfer.serverPort;
        flow.startNs = transfer.first;
        flow.endNs = transfer.last;
        flow.bytes = transfer.bytes;
        flow.packets = transfer.packets;
        archive.AddFlow(flow);
    }
}

} // namespace ns3
