/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-sender.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3::measurement
{

NS_LOG_COMPONENT_DEFINE("TransferSender");

void
TransferSender::Start(TransferStreams& streams,
                      std::vector<WorkLine::Stage> stages,
                      Supply supply,
                      uint32_t unanswered,
                      bool answered)
{
    NS_LOG_FUNCTION(this << unanswered << answered);
    Stop();
    m_streams = &streams;
    m_supply = std::move(supply);
    m_limit = unanswered;
    m_answered = answered;
    m_depth = streams.GetSize() + stages.size() + 1; // so that no stage and no stream waits
    m_line.Start(std::move(stages), [this](const TransferBlock& block) { Come(block); });
    m_cargos.assign(streams.GetSize(), {});
    m_next = 0;
    streams.SetRoom([this](uint32_t stream) { Feed(stream); });
    Fetch();
    Distribute();
}

TransferBlock
TransferSender::Answer(uint32_t stream)
{
    auto& onTheWay = m_cargos[stream].onTheWay;
    const auto block = onTheWay.front();
    onTheWay.pop_front();
    if (m_streams)
    {
        Feed(stream);
    }
    return block;
}

void
TransferSender::Stop()
{
    NS_LOG_FUNCTION(this);
    m_line.Stop();
    m_ready.clear();
    if (m_streams)
    {
        m_streams->SetRoom({});
        m_streams = nullptr;
    }
}

uint64_t
TransferSender::TakeBytes()
{
    return std::exchange(m_bytes, 0);
}

void
TransferSender::Feed(uint32_t stream)
{
    auto& cargo = m_cargos[stream];
    const auto socket = m_streams->Get(stream);
    while (m_streams->IsAlive(stream))
    {
        const uint32_t room = socket->GetTxAvailable();
        if (cargo.header)
        {
            if (room < cargo.header->GetSize())
            {
                return;
            }
            m_bytes += cargo.header->GetSize();
            socket->Write(std::exchange(cargo.header, nullptr));
        }
        else if (cargo.left)
        {
            const uint32_t bytes = std::min(room, cargo.left);
            if (!bytes)
            {
                return;
            }
            cargo.left -= bytes;
            m_bytes += bytes;
            socket->Write(Create<Packet>(bytes));
        }
        else if (!room || !Load(stream))
        {
            return;
        }
    }
}

bool
TransferSender::Load(uint32_t stream)
{
    auto& cargo = m_cargos[stream];
    if (m_limit && cargo.onTheWay.size() >= m_limit)
    {
        return false;
    }
    Fetch();
    if (m_ready.empty())
    {
        return false;
    }
    cargo.header = m_ready.front().header;
    cargo.left = m_ready.front().payload;
    if (m_answered)
    {
        cargo.onTheWay.push_back(m_ready.front());
    }
    m_ready.pop_front();
    Fetch();
    return true;
}

void
TransferSender::Fetch()
{
    NS_LOG_FUNCTION(this);
    if (std::exchange(m_fetching, true))
    {
        return;
    }
    TransferBlock block;
    while (m_line.GetInside() + m_ready.size() < m_depth && m_supply(block))
    {
        m_line.Enter(block);
        block = TransferBlock();
    }
    m_fetching = false;
}

void
TransferSender::Come(const TransferBlock& block)
{
    NS_LOG_FUNCTION(this);
    m_ready.push_back(block);
    if (!m_fetching)
    {
        Distribute();
        if (m_streams)
        {
            Fetch();
        }
    }
}

void
TransferSender::Distribute()
{
    const uint32_t size = m_cargos.size();
    for (uint32_t i = 0; i < size && m_streams && !m_ready.empty(); ++i)
    {
        const uint32_t stream = m_next++ % size;
        if (!m_cargos[stream].header && !m_cargos[stream].left)
        {
            Feed(stream);
        }
    }
}

} // namespace ns3::measurement
