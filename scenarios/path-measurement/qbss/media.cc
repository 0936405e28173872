/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "media.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/on-off-helper.h"
#include "ns3/onoff-application.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/qbss-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

// Voice: G.711 and RTP, 172 bytes each 20 ms of a talk spurt; spurts and pauses of ITU-T P.59.
// Video: 384 kb/s in 15 pictures a second, each of 3.2 packets at 10 Mb/s.
const std::vector<QbssMedia::Kind> QbssMedia::KINDS{
    {"voice",
     172,
     68'800,
     "ns3::ExponentialRandomVariable[Mean=1.004]",
     "ns3::ExponentialRandomVariable[Mean=1.587]",
     MilliSeconds(20),
     5004},
    {"video",
     1000,
     10'000'000,
     "ns3::ConstantRandomVariable[Constant=0.00256]",
     "ns3::ConstantRandomVariable[Constant=0.0641066667]",
     MicroSeconds(66'667),
     5006},
};

QbssMedia::QbssMedia(const Kind& kind,
                     Ptr<Node> sender,
                     Ptr<Node> receiver,
                     uint8_t dscp,
                     uint32_t calls,
                     Time from,
                     int64_t stream)
    : m_kind(kind),
      m_from(from)
{
    const auto to = receiver->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    OnOffHelper source("ns3::UdpSocketFactory", InetSocketAddress(to, kind.port));
    source.SetAttribute("PacketSize", UintegerValue(kind.bytes));
    source.SetAttribute("DataRate", DataRateValue(DataRate(kind.rate)));
    source.SetAttribute("OnTime", StringValue(kind.on));
    source.SetAttribute("OffTime", StringValue(kind.off));
    source.SetAttribute("EnableSeqTsSizeHeader", BooleanValue(true));
    const auto begin = CreateObject<UniformRandomVariable>();
    begin->SetStream(stream + m_streams++);
    for (uint32_t call = 0; call < calls; ++call)
    {
        const auto installed = source.Install(sender);
        QbssHelper::SetDscp(installed, dscp);
        m_streams +=
            DynamicCast<OnOffApplication>(installed.Get(0))->AssignStreams(stream + m_streams);
        installed.Start(NanoSeconds(begin->GetInteger(0, kind.period.GetNanoSeconds())));
    }
    PacketSinkHelper sink("ns3::UdpSocketFactory",
                          InetSocketAddress(Ipv4Address::GetAny(), kind.port));
    sink.SetAttribute("EnableSeqTsSizeHeader", BooleanValue(true));
    sink.Install(receiver).Get(0)->TraceConnectWithoutContext(
        "RxWithSeqTsSize",
        MakeCallback(&QbssMedia::Receive, this));
}

const QbssMedia::Kind&
QbssMedia::GetKind() const
{
    return m_kind;
}

int64_t
QbssMedia::GetStreams() const
{
    return m_streams;
}

void
QbssMedia::Receive(Ptr<const Packet> /* packet */,
                   const Address& from,
                   const Address& /* to */,
                   const SeqTsSizeHeader& header)
{
    if (header.GetTs() < m_from)
    {
        return;
    }
    auto& call = m_calls[from];
    const Time delay = Simulator::Now() - header.GetTs();
    if (call.packets++ == 0)
    {
        call.first = header.GetSeq();
    }
    else
    {
        m_changes += std::abs((delay - call.delay).ToDouble(Time::MS));
    }
    call.last = std::max(call.last, header.GetSeq());
    call.delay = delay;
    m_delays.push_back(delay.ToDouble(Time::MS));
}

QbssMedia::Outcome
QbssMedia::GetOutcome() const
{
    Outcome outcome;
    outcome.delays = m_delays;
    std::sort(outcome.delays.begin(), outcome.delays.end());
    for (const auto& [from, call] : m_calls)
    {
        outcome.packets += call.packets;
        outcome.lost += call.last - call.first + 1 - call.packets;
    }
    if (outcome.packets > m_calls.size())
    {
        outcome.jitter = m_changes / static_cast<double>(outcome.packets - m_calls.size());
    }
    return outcome;
}

} // namespace ns3
