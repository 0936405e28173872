/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-copy-server.h"

#include "path-measurement-transfer-block.h"

#include "ns3/burst-core-compat.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CopyServer");

NS_OBJECT_ENSURE_REGISTERED(CopyServer);

namespace
{

constexpr uint32_t SPARE = 3; //!< blocks more than streams that are expanded and written

} // namespace

TypeId
CopyServer::GetTypeId()
{
    using Self = CopyServer;
    static TypeId tid =
        TypeId("ns3::CopyServer")
            .SetParent<TransferServer>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute(
                "Sink",
                "Where the file is written.",
                EnumValue(measurement::STORAGE_MEMORY),
                UntilStart(burst::MakeEnumerationAccessor<measurement::Storage>(&Self::m_sink)),
                measurement::MakeStorageChecker())
            .AddAttribute("ExpansionSpeed",
                          "Data that are expanded, Mb/s for each MHz.",
                          DoubleValue(0.5),
                          UntilStart(MakeDoubleAccessor(&Self::m_expansion)),
                          MakeDoubleChecker<double>(1e-6));
    return tid;
}

std::vector<MeasurementResult::Value>
CopyServer::GetReport() const
{
    const double seconds = (m_last - m_first).GetSeconds();
    if (seconds <= 0)
    {
        return {};
    }
    std::vector<MeasurementResult::Value> values{
        {"wire_throughput", 8 * m_came / seconds, "bit/s"},
    };
    const double working = (Simulator::Now() - m_first).GetSeconds();
    if (const auto processor = GetProcessor())
    {
        const Time busy = processor->GetBusy() - m_processing;
        values.push_back({"processor", busy.GetSeconds() / working, "1"});
        values.push_back({"cpu_receiver", (GetCycles() + m_expanding) / working / 1e6, "MHz"});
    }
    if (m_disk)
    {
        values.push_back({"disk", (m_disk->GetBusy() - m_writing).GetSeconds() / working, "1"});
    }
    return values;
}

uint64_t
CopyServer::GetBytes() const
{
    return m_answers;
}

void
CopyServer::DoStart()
{
    NS_LOG_FUNCTION(this);
    TransferServer::DoStart();
    m_disk = GetNode()->GetObject<HostDisk>();
    std::vector<measurement::WorkLine::Stage> stages;
    if (const auto processor = GetProcessor())
    {
        stages.emplace_back([this, processor](const measurement::TransferBlock& block) {
            const double cycles = block.payload < block.data ? 8.0 * block.data / m_expansion : 0;
            m_expanding += cycles;
            return cycles > 0 ? processor->Work(cycles) : Simulator::Now();
        });
    }
    if (m_disk && m_sink == measurement::STORAGE_DISK)
    {
        stages.emplace_back(
            [this](const measurement::TransferBlock& block) { return m_disk->Work(block.data); });
    }
    m_line.Start(stages, [this](const measurement::TransferBlock& block) { Write(block); });
}

void
CopyServer::DoStop()
{
    NS_LOG_FUNCTION(this);
    m_resume.Cancel();
    m_line.Stop();
    TransferServer::DoStop();
}

bool
CopyServer::MayRead() const
{
    return m_line.GetInside() < GetStreams() + SPARE;
}

void
CopyServer::Read(uint32_t stream, Ptr<Packet> packet)
{
    m_incoming.resize(std::max<std::size_t>(m_incoming.size(), GetStreams()));
    while (packet->GetSize())
    {
        auto& incoming = m_incoming[stream];
        if (incoming.left)
        {
            Mark();
            const uint32_t bytes = std::min(incoming.left, packet->GetSize());
            packet->RemoveAtStart(bytes);
            incoming.left -= bytes;
            m_came += static_cast<double>(bytes) * incoming.block.data / incoming.block.payload;
            if (!incoming.left)
            {
                m_line.Enter(incoming.block);
            }
            continue;
        }
        if (!incoming.header)
        {
            incoming.header = Create<Packet>();
        }
        const uint32_t missing = BlockHeader::SIZE - incoming.header->GetSize();
        const uint32_t bytes = std::min(missing, packet->GetSize());
        incoming.header->AddAtEnd(packet->CreateFragment(0, bytes));
        packet->RemoveAtStart(bytes);
        if (bytes == missing)
        {
            BlockHeader header;
            std::exchange(incoming.header, nullptr)->RemoveHeader(header);
            incoming.block.offset = header.offset;
            incoming.block.data = header.data;
            incoming.block.payload = incoming.left = header.payload;
            incoming.block.stream = stream;
            if (!header.data)
            {
                Answer(stream);
            }
        }
    }
}

void
CopyServer::Mark()
{
    NS_LOG_FUNCTION(this);
    m_last = Simulator::Now();
    if (!std::exchange(m_begun, true))
    {
        m_first = m_last;
        m_processing = GetProcessor() ? GetProcessor()->GetBusy() : Time(0);
        m_writing = m_disk ? m_disk->GetBusy() : Time(0);
    }
}

void
CopyServer::Write(const measurement::TransferBlock& block)
{
    if (IsHanging())
    {
        return;
    }
    Answer(block.stream);
    if (m_line.GetInside() + 1 == GetStreams() + SPARE && m_resume.IsExpired())
    {
        m_resume = Simulator::ScheduleNow(&CopyServer::Resume, this);
    }
}

void
CopyServer::Answer(uint32_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    ++m_incoming[stream].owed;
    Get(stream)->SetSendCallback(MakeCallback(&CopyServer::Flush, this).Bind(stream));
    Flush(stream, Get(stream), 0);
}

void
CopyServer::Flush(uint32_t stream, Ptr<Socket> socket, uint32_t room)
{
    NS_LOG_FUNCTION(this << stream << room);
    auto& owed = m_incoming[stream].owed;
    while (owed && socket->GetTxAvailable() >= BlockHeader::SIZE)
    {
        socket->Send(Create<Packet>(BlockHeader::SIZE));
        m_answers += BlockHeader::SIZE;
        --owed;
    }
}

} // namespace ns3
