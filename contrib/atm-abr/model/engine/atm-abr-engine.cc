/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-engine.h"

#include "ns3/abort.h"
#include "ns3/atm-abr-rm-cell-header.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

AtmEngine::AtmEngine(const AtmNetwork& network, AtmEngineListener* listener)
    : m_network(network),
      m_listener(listener),
      m_ports(network.GetChannels().size()),
      m_vcs(network.GetVcs().size())
{
}

void
AtmEngine::SetPort(uint32_t port, PortSettings settings)
{
    m_ports.at(port).settings = std::move(settings);
}

void
AtmEngine::SetVc(uint32_t vc, VcSettings settings)
{
    m_vcs.at(vc).settings = std::move(settings);
}

void
AtmEngine::Start()
{
    for (uint32_t number = 0; number < m_vcs.size(); ++number)
    {
        Vc& vc = m_vcs[number];
        const auto& forward = m_network.GetVcs()[number].forward;
        NS_ABORT_MSG_IF(!vc.settings.rules || !vc.settings.supply, "a VC without source");
        for (const uint32_t port : forward)
        {
            vc.places.push_back(m_ports[port].vcs.size());
            m_ports[port].vcs.push_back(number);
            vc.backward.insert(vc.backward.begin(), port ^ 1);
        }
        const uint32_t peer = vc.settings.peer;
        if (peer != NONE)
        {
            const auto& own = m_network.GetVcs()[number];
            if (peer >= m_vcs.size() || m_network.GetVcs()[peer].source != own.destination ||
                m_network.GetVcs()[peer].destination != own.source)
            {
                throw std::invalid_argument("the peer of VC " + std::to_string(number) + " is " +
                                            std::to_string(peer) +
                                            "; allowed is a VC in the other direction");
            }
        }
    }
    for (uint32_t number = 0; number < m_ports.size(); ++number)
    {
        Port& port = m_ports[number];
        port.buffer.emplace(port.settings.buffer, port.vcs.size());
        if (port.settings.algorithm)
        {
            port.settings.algorithm->Start(0,
                                           m_network.GetChannels()[number].rate,
                                           port.vcs.size());
        }
        if (port.settings.marking)
        {
            port.settings.marking->Start(port.settings.algorithm);
            if (m_network.GetChannels()[number].fromDevice &&
                port.settings.marking->GetPoint() == AbrMarking::BECN)
            {
                throw std::invalid_argument("port " + std::to_string(number) +
                                            " of an edge device marks at the point Becn; allowed "
                                            "are ports of switches");
            }
        }
    }
    DoStart();
    m_fresh = false;
}

void
AtmEngine::Advance(AtmTime time)
{
    NS_ABORT_MSG_IF(time < m_now, "time goes on");
    if (time == m_now && m_fresh)
    {
        return; // nothing has happened since
    }
    m_now = time;
    m_fresh = false;
    DoAdvance(time);
}

void
AtmEngine::KeepFresh()
{
    if (!m_fresh)
    {
        m_fresh = true;
        Refresh();
    }
}

void
AtmEngine::Notify(uint32_t vc)
{
    m_fresh = false;
    DoNotify(vc);
}

void
AtmEngine::NotifyCongestion(uint32_t vc)
{
    auto& settings = m_vcs.at(vc).settings;
    if (m_now < settings.start)
    {
        return;
    }
    if (const auto content = settings.destination.SendBecn(m_now + 1))
    {
        Make(vc, 0, m_now + 1, *content);
    }
}

AtmTime
AtmEngine::GetTime() const
{
    return m_now;
}

double
AtmEngine::GetRate(uint32_t vc)
{
    KeepFresh();
    return m_vcs.at(vc).settings.rules->GetRate();
}

uint64_t
AtmEngine::GetWaiting(uint32_t vc)
{
    KeepFresh();
    return m_vcs.at(vc).settings.supply->CountTo(m_now) - m_vcs[vc].counts.data;
}

const AtmEngine::VcCounts&
AtmEngine::GetVcCounts(uint32_t vc)
{
    KeepFresh();
    return m_vcs.at(vc).counts;
}

const AtmEngine::PortCounts&
AtmEngine::GetPortCounts(uint32_t port)
{
    KeepFresh();
    return m_ports.at(port).counts;
}

Ptr<AbrSwitchAlgorithm>
AtmEngine::GetAlgorithm(uint32_t port)
{
    KeepFresh();
    return m_ports.at(port).settings.algorithm;
}

int64_t
AtmEngine::GetQueue(uint32_t port)
{
    KeepFresh();
    return DoGetQueue(port);
}

void
AtmEngine::Round(uint32_t vc, AbrRmContent& content) const
{
    if (!m_vcs[vc].settings.exactRates)
    {
        for (double* rate : {&content.feedback.er, &content.ccr, &content.mcr})
        {
            *rate = AtmRateFloat::Saturate(*rate).GetRate();
        }
    }
}

AbrRmContent
AtmEngine::SendForward(uint32_t vc, AtmTime time, bool outOfRate)
{
    auto content = m_vcs[vc].settings.rules->SendForward(time);
    content.clp = outOfRate;
    Round(vc, content);
    ++m_vcs[vc].counts.forward;
    if (m_listener)
    {
        m_listener->OnRate(vc, time, m_vcs[vc].settings.rules->GetRate());
    }
    return content;
}

AbrRmContent
AtmEngine::SendBackward(uint32_t vc)
{
    auto content = m_vcs[vc].settings.destination.SendBackward();
    content.clp = false;
    Round(vc, content);
    ++m_vcs[vc].counts.turned;
    return content;
}

void
AtmEngine::ReceiveBackward(uint32_t vc, AtmTime time, const AbrRmContent& content)
{
    m_vcs[vc].settings.rules->ReceiveBackward(content);
    ++m_vcs[vc].counts.returned;
    if (m_listener)
    {
        m_listener->OnRate(vc, time, m_vcs[vc].settings.rules->GetRate());
    }
}

void
AtmEngine::PassForward(uint32_t vc,
                       uint32_t hop,
                       AtmTime time,
                       const AbrRmContent& content,
                       int64_t queue)
{
    const auto& way = GetRoute(vc, FORWARD);
    const PortSettings& port = m_ports[way[hop]].settings;
    if (port.algorithm)
    {
        port.algorithm->ForwardRm(time, GetPlace(vc, hop), content.ccr, content.mcr, queue);
    }
    if (port.marking && port.marking->GetPoint() == AbrMarking::BECN)
    {
        const uint32_t place = GetPlace(vc, hop);
        if (const auto made = port.marking->MakeBecn(time, place, queue, content.ccr))
        {
            Make(vc, way.size() - hop, time + 1, *made);
        }
    }
}

void
AtmEngine::Make(uint32_t vc, uint32_t hop, AtmTime time, AbrRmContent content)
{
    Round(vc, content);
    ++m_vcs[vc].counts.made;
    DoMake(vc, hop, time, content);
}

void
AtmEngine::PassBackward(uint32_t vc,
                        uint32_t hop,
                        AtmTime time,
                        AbrRmContent& content,
                        int64_t queue)
{
    const PortSettings& port = m_ports[GetRoute(vc, FORWARD)[hop]].settings;
    if (port.algorithm)
    {
        port.algorithm->BackwardRm(time, GetPlace(vc, hop), content.ccr, queue, content.feedback);
    }
    if (port.marking && port.marking->GetPoint() == AbrMarking::BACKWARD)
    {
        port.marking->MarkRm(queue, content.ccr, content.feedback);
    }
    Round(vc, content);
}

void
AtmEngine::LeaveForward(uint32_t vc, uint32_t hop, AbrRmContent& content, int64_t behind)
{
    const auto& marking = m_ports[GetRoute(vc, FORWARD)[hop]].settings.marking;
    if (marking && marking->GetPoint() == AbrMarking::FORWARD)
    {
        marking->MarkRm(behind, content.ccr, content.feedback);
    }
}

} // namespace ns3
