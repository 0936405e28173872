/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-end-node.h"

#include "ns3/burst-core-compat.h"
#include "ns3/enum.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ServerNetEndNode);

TypeId
ServerNetEndNode::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ServerNetEndNode")
            .SetParent<NetDevice>()
            .SetGroupName("ServerNet")
            .AddAttribute("MaxOutstanding",
                          "Requests a device may have without a response, 1 to 16: the transaction "
                          "ID of the header has 4 bits.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&ServerNetEndNode::SetMaxOutstanding,
                                               &ServerNetEndNode::GetMaxOutstanding),
                          MakeUintegerChecker<uint32_t>(1, ServerNetTransactions::MOST))
            .AddAttribute("LimitMode",
                          "What becomes of an offered request when MaxOutstanding are: Defer makes "
                          "it when a response has come, Drop does not make it.",
                          EnumValue(DEFER),
                          burst::MakeEnumerationAccessor<LimitMode>(&ServerNetEndNode::m_limitMode),
                          MakeEnumChecker(DEFER, "Defer", DROP, "Drop"))
            .AddAttribute("ServiceTime",
                          "Time from the delivery of a request to when its response is at the end "
                          "of the send queue.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&ServerNetEndNode::m_serviceTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "Timeout",
                "Time after which a request without response is sent again; 0 for never, "
                "also for requests that are outstanding. Any other value is for what is "
                "sent from then on.",
                TimeValue(Time(0)),
                MakeTimeAccessor(&ServerNetEndNode::SetTimeout, &ServerNetEndNode::GetTimeout),
                MakeTimeChecker(Time(0)))
            .AddAttribute("Retries",
                          "Times that a request is sent again before it has failed.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&ServerNetEndNode::m_retries),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Deferred",
                            "Number of requests that wait for room in the window.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_deferredTrace),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("Dropped",
                            "Number of requests that were not made, since the window was full.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_droppedTrace),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("RequestCreated",
                            "A transaction has begun.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_createdTrace),
                            "ns3::ServerNetEndNode::TransactionTracedCallback")
            .AddTraceSource("TransactionDone",
                            "The response has come, with the ticks since the transaction began.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_doneTrace),
                            "ns3::ServerNetEndNode::DoneTracedCallback")
            .AddTraceSource("TwoWayTime",
                            "The response has come: the time since the transaction began.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_twoWayTrace),
                            "ns3::Time::TracedCallback")
            .AddTraceSource("Timeout",
                            "No response has come in time.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_timeoutTrace),
                            "ns3::ServerNetEndNode::TransactionTracedCallback")
            .AddTraceSource("Failed",
                            "A transaction was given up after its last retry.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_failedTrace),
                            "ns3::ServerNetEndNode::TransactionTracedCallback")
            .AddTraceSource("LateResponse",
                            "A response has come whose transaction has ended.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_lateTrace),
                            "ns3::ServerNetEndNode::PacketTracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "A ServerNet packet, with all its bytes, enters the send queue.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_phyTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "A ServerNet packet, with all its bytes, was delivered.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_phyRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "ServerNet packets in both directions, at the moments of PhyTxBegin "
                            "and PhyRxEnd.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "The same as Sniffer: a fabric delivers to the destination only.",
                            MakeTraceSourceAccessor(&ServerNetEndNode::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

void
ServerNetEndNode::Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y)
{
    m_number = number;
    m_fabrics = {x, y};
    x->Attach(number, this);
    if (y)
    {
        if (y->GetNDevices() != x->GetNDevices() || y->GetTickTime() != x->GetTickTime())
        {
            throw std::invalid_argument(
                "fabric Y has " + std::to_string(y->GetNDevices()) + " devices and a tick of " +
                std::to_string(y->GetTickTime().GetNanoSeconds()) +
                " ns; allowed are those of X, " + std::to_string(x->GetNDevices()) + " and " +
                std::to_string(x->GetTickTime().GetNanoSeconds()) + " ns");
        }
        y->Attach(number, this);
        x->Join(y);
        m_paths.assign(y->GetNDevices(), 0);
    }
}

uint32_t
ServerNetEndNode::GetNumber() const
{
    return m_number;
}

Ptr<ServerNetFabric>
ServerNetEndNode::GetFabric(uint32_t path) const
{
    return m_fabrics.at(path);
}

void
ServerNetEndNode::DoInitialize()
{
    for (const auto& fabric : m_fabrics)
    {
        if (fabric)
        {
            fabric->Initialize();
        }
    }
    NetDevice::DoInitialize();
}

void
ServerNetEndNode::DoDispose()
{
    m_timeoutEvent.Cancel();
    m_fabrics = {};
    m_transactions = ServerNetTransactions();
    NetDevice::DoDispose();
}

void
ServerNetEndNode::SetMaxOutstanding(uint32_t limit)
{
    m_transactions.SetLimit(limit);
}

uint32_t
ServerNetEndNode::GetMaxOutstanding() const
{
    return m_transactions.GetLimit();
}

uint32_t
ServerNetEndNode::GetOutstanding() const
{
    return m_transactions.GetOutstanding();
}

uint64_t
ServerNetEndNode::GetDeferred() const
{
    return m_transactions.GetDeferred();
}

uint64_t
ServerNetEndNode::GetDropped() const
{
    return m_dropped;
}

uint32_t
ServerNetEndNode::GetMostResponses() const
{
    return m_mostResponses;
}

bool
ServerNetEndNode::HasAbandoned() const
{
    return m_abandoned;
}

bool
ServerNetEndNode::HasWorkingLink() const
{
    return std::any_of(m_fabrics.begin(), m_fabrics.end(), [this](const auto& fabric) {
        return fabric && !fabric->IsDown(fabric->GetNetwork().GetInjectionChannels()[m_number]);
    });
}

void
ServerNetEndNode::LinkChanged()
{
}

} // namespace ns3
