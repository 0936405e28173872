/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-copy-probe.h"

#include "path-measurement-transfer-block.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CopyProbe");

NS_OBJECT_ENSURE_REGISTERED(CopyProbe);

namespace
{

// Streams are those of the tools' manuals as far as known; handshakes and start-up are our
// estimate. bbcp is started over ssh at both ends. bbftp has an encrypted login of its own, and the
// clock of the application includes it, which slide 25 shows. GridFTP has the security of a Grid
// before the first byte, and blocks as in its extended mode.
const TypeId TOOLS[] = {
    CopyProbe::RegisterTool({"ns3::BbcpProbe", 4, 65'536, 65'536, 2, 0}),
    CopyProbe::RegisterTool({"ns3::BbftpProbe", 1, 262'144, 262'144, 6, 1000}),
    CopyProbe::RegisterTool({"ns3::GridFtpProbe", 1, 65'536, 65'536, 8, 1000}),
};

} // namespace

TypeId
CopyProbe::GetTypeId()
{
    using Self = CopyProbe;
    static TypeId tid =
        TypeId("ns3::CopyProbe")
            .SetParent<TransferProbe>()
            .SetGroupName("PathMeasurement")
            .AddAttribute("Size",
                          "Bytes of the file.",
                          UintegerValue(100'000'000),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_size)),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("TimeLimit",
                          "Time after the handshake when the copy ends if it is not complete; 0: "
                          "none.",
                          TimeValue(Time(0)),
                          BetweenMeasurements(MakeTimeAccessor(&Self::m_timeLimit)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Source",
                          "Where the file is read.",
                          EnumValue(measurement::STORAGE_MEMORY),
                          BetweenMeasurements(burst::MakeEnumerationAccessor<measurement::Storage>(
                              &Self::m_source)),
                          measurement::MakeStorageChecker())
            .AddAttribute("Sink",
                          "Where the file is written at the remote host.",
                          EnumValue(measurement::STORAGE_MEMORY),
                          BetweenMeasurements(
                              burst::MakeEnumerationAccessor<measurement::Storage>(&Self::m_sink)),
                          measurement::MakeStorageChecker())
            .AddAttribute("RateLimit",
                          "Most that all streams together send, without headers; 0: no limit.",
                          DataRateValue(DataRate(0)),
                          BetweenMeasurements(MakeDataRateAccessor(&Self::m_rateLimit)),
                          MakeDataRateChecker())
            .AddAttribute("CompressionRatio",
                          "Size of the file over its compressed size; 1: it is not compressed.",
                          DoubleValue(1),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_ratio)),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("CompressionSpeed",
                          "Data that are compressed, Mb/s for each MHz: 0.13 is zlib at level 1, "
                          "0.08 at 5, 0.04 at 9 (our estimate).",
                          DoubleValue(0.13),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_compression)),
                          MakeDoubleChecker<double>(1e-6))
            .AddAttribute("ExpansionSpeed",
                          "Data that are expanded, Mb/s for each MHz (our estimate).",
                          DoubleValue(0.5),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_expansion)),
                          MakeDoubleChecker<double>(1e-6))
            .AddAttribute("ProcessorFactor",
                          "Cycles of the processors at both ends over those that TCP takes.",
                          DoubleValue(1.2),
                          BetweenMeasurements(MakeDoubleAccessor(&Self::m_factor)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Offset",
                          "Bytes at the begin of the file that are there already: only the rest "
                          "is sent.",
                          UintegerValue(0),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_offset)),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Resume",
                          "Whether a copy goes on where the previous one of this probe ended.",
                          BooleanValue(false),
                          BetweenMeasurements(MakeBooleanAccessor(&Self::m_resume)),
                          MakeBooleanChecker())
            .AddAttribute("Unanswered",
                          "Blocks of a stream that may be on their way without an answer; 0: any "
                          "number.",
                          UintegerValue(0),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_unanswered)),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

TypeId
CopyProbe::RegisterTool(const Tool& tool)
{
    using Self = CopyProbe;
    return AddStreams(TypeId(tool.name)
                          .SetParent<CopyProbe>()
                          .SetGroupName("PathMeasurement")
                          .AddConstructor<CopyProbe>(),
                      tool.streams,
                      tool.window)
        .AddAttribute("BlockSize",
                      "Bytes of a block with its header, 1,460 to 1 GiB; whole segments of them "
                      "are.",
                      UintegerValue(tool.blockSize),
                      BetweenMeasurements(MakeUintegerAccessor(&Self::m_blockSize)),
                      MakeUintegerChecker<uint32_t>(1460, 1 << 30))
        .AddAttribute("Handshakes",
                      "Round trips between the connection and the first block.",
                      UintegerValue(tool.handshakes),
                      BetweenMeasurements(MakeUintegerAccessor(&Self::m_handshakes)),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("StartUp",
                      "Processing time of the tool before it connects to its server.",
                      TimeValue(MilliSeconds(tool.startUp)),
                      BetweenMeasurements(MakeTimeAccessor(&Self::m_startUp)),
                      MakeTimeChecker(Time(0)));
}

void
CopyProbe::DoStart()
{
    NS_LOG_FUNCTION(this);
    GetRest(); // refuses an Offset beyond Size
    TransferProbe::DoStart();
}

Time
CopyProbe::GetExpectedDuration(double rate, Time roundTrip) const
{
    Time sending = Seconds(8 * GetRest() / (m_ratio * GetExpectedRate(rate)));
    if (m_timeLimit.IsStrictlyPositive())
    {
        sending = std::min(sending, m_timeLimit);
    }
    // To the agent, to start the server, to that one, the last answer, the report.
    const int64_t roundTrips = m_handshakes + 5;
    return m_startUp + sending + NanoSeconds(roundTrips * roundTrip.GetNanoSeconds());
}

double
CopyProbe::GetExpectedBytes(double rate) const
{
    const double all = GetRest() / m_ratio;
    const double most = GetExpectedRate(rate) * m_timeLimit.GetSeconds() / 8;
    return m_timeLimit.IsStrictlyPositive() ? std::min(all, most) : all;
}

double
CopyProbe::GetExpectedRate(double rate) const
{
    const auto limit = static_cast<double>(m_rateLimit.GetBitRate());
    return limit > 0 ? std::min(rate, limit) : rate;
}

bool
CopyProbe::UsesDisk() const
{
    return m_source == measurement::STORAGE_DISK || m_sink == measurement::STORAGE_DISK;
}

std::string
CopyProbe::GetServer() const
{
    std::ostringstream text;
    text << "ns3::CopyServer[Window=" << GetWindow()
         << "|ProcessorFactor=" << burst::WriteDouble(m_factor)
         << "|ExpansionSpeed=" << burst::WriteDouble(m_expansion)
         << "|Sink=" << (m_sink == measurement::STORAGE_DISK ? "Disk" : "Memory") << "]";
    return text.str();
}

void
CopyProbe::DoMeasure(uint16_t port)
{
    NS_LOG_FUNCTION(this << port);
    m_port = port;
    m_sending = m_over = false;
    m_handshakesSent = 0;
    m_starting = Simulator::Schedule(m_startUp, [this]() { TransferProbe::DoMeasure(m_port); });
}

void
CopyProbe::Begin()
{
    NS_LOG_FUNCTION(this);
    m_answerBytes.assign(GetStreams(), 0);
    GetConnections().SetData([this](uint32_t stream) { ReceiveAnswers(stream); });
    SendHandshake();
}

void
CopyProbe::SendHandshake()
{
    NS_LOG_FUNCTION(this);
    if (m_handshakesSent == m_handshakes)
    {
        Send();
        return;
    }
    ++m_handshakesSent;
    const auto message = Create<Packet>();
    message->AddHeader(BlockHeader());
    GetConnections().Get(0)->Write(message);
    AddBytes(BlockHeader::SIZE);
}

void
CopyProbe::Send()
{
    NS_LOG_FUNCTION(this);
    m_from = m_resume && m_reached && m_reached < m_size ? m_reached : m_offset;
    m_sending = true;
    m_over = false;
    m_complete = false;
    m_next = m_reached = m_from;
    m_beyond.clear();
    m_behind = 0;
    m_block = Fit(m_blockSize) - BlockHeader::SIZE;
    m_begun = Simulator::Now();
    m_pace = measurement::WorkServer();
    if (m_timeLimit.IsStrictlyPositive())
    {
        m_limiting = Simulator::Schedule(m_timeLimit, &CopyProbe::Conclude, this, false);
    }
    BeginAccount();
    GetSender().Start(
        GetConnections(),
        MakeStages(),
        [this](measurement::TransferBlock& block) { return Supply(block); },
        m_unanswered,
        true);
}

std::vector<measurement::WorkLine::Stage>
CopyProbe::MakeStages()
{
    std::vector<measurement::WorkLine::Stage> stages;
    if (GetDisk() && m_source == measurement::STORAGE_DISK)
    {
        stages.emplace_back([this](const measurement::TransferBlock& block) {
            return GetDisk()->Work(block.data);
        });
    }
    if (GetProcessor() && m_ratio > 1)
    {
        stages.emplace_back([this](const measurement::TransferBlock& block) {
            return Work(8.0 * block.data / m_compression);
        });
    }
    if (GetProcessor())
    {
        stages.emplace_back(
            [this, cycles = m_factor * GetPerByte()](const measurement::TransferBlock& block) {
                return Work((block.payload + BlockHeader::SIZE) * cycles);
            });
    }
    if (const double rate = static_cast<double>(m_rateLimit.GetBitRate()); rate > 0)
    {
        stages.emplace_back([this, rate](const measurement::TransferBlock& block) {
            return NanoSeconds(m_pace.Serve(Simulator::Now().GetNanoSeconds(),
                                            std::llround(8e9 * block.payload / rate)));
        });
    }
    return stages;
}

bool
CopyProbe::Supply(measurement::TransferBlock& block)
{
    if (m_next == m_size)
    {
        return false;
    }
    block.offset = m_next;
    block.data = std::min<uint64_t>(m_block, m_size - m_next);
    block.payload = std::max<uint32_t>(std::lround(block.data / m_ratio), 1);
    m_next += block.data;
    BlockHeader header;
    header.offset = block.offset;
    header.data = block.data;
    header.payload = block.payload;
    block.header = Create<Packet>();
    block.header->AddHeader(header);
    return true;
}

void
CopyProbe::ReceiveAnswers(uint32_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    const auto packet = GetConnections().Get(stream)->Recv();
    m_answerBytes[stream] += packet ? packet->GetSize() : 0;
    for (; m_answerBytes[stream] >= BlockHeader::SIZE; m_answerBytes[stream] -= BlockHeader::SIZE)
    {
        if (m_over)
        {
            continue;
        }
        if (m_sending)
        {
            Note(GetSender().Answer(stream));
        }
        else
        {
            SendHandshake();
        }
    }
}

void
CopyProbe::Note(const measurement::TransferBlock& block)
{
    NS_LOG_FUNCTION(this);
    m_beyond[block.offset] = block.offset + block.data;
    m_behind += block.data;
    for (auto next = m_beyond.begin(); next != m_beyond.end() && next->first == m_reached;
         next = m_beyond.erase(next))
    {
        m_behind -= next->second - next->first;
        m_reached = next->second;
    }
    if (m_reached == m_size && m_concluding.IsExpired())
    {
        m_concluding = Simulator::ScheduleNow(&CopyProbe::Conclude, this, true);
    }
}

double
CopyProbe::GetRest() const
{
    if (m_offset >= m_size)
    {
        throw std::invalid_argument("Offset is " + std::to_string(m_offset) +
                                    "; allowed are numbers below Size, which is " +
                                    std::to_string(m_size));
    }
    return static_cast<double>(m_size - m_offset);
}

uint64_t
CopyProbe::GetAcknowledged() const
{
    return m_reached - m_from + m_behind;
}

void
CopyProbe::Conclude(bool complete)
{
    NS_LOG_FUNCTION(this << complete);
    m_limiting.Cancel();
    m_over = true;
    m_complete = complete;
    m_ended = Simulator::Now();
    m_paced = m_pace.GetBusy(m_ended.GetNanoSeconds());
    EndAccount();
    GetSender().Stop();
    NS_LOG_LOGIC(GetAcknowledged() << " bytes are answered");
    RequestReport();
}

void
CopyProbe::Break(uint32_t stream)
{
    FinishBroken(stream, "a stream broke");
}

void
CopyProbe::DoEnd()
{
    NS_LOG_FUNCTION(this);
    m_starting.Cancel();
    m_limiting.Cancel();
    m_concluding.Cancel();
    if (std::exchange(m_sending, false))
    {
        Report("acknowledged", static_cast<double>(GetAcknowledged()), "B");
        Report("resumed_from", static_cast<double>(m_from), "B");
        Report("reached", static_cast<double>(m_reached), "B");
        m_reached = m_reached == m_size ? 0 : m_reached;
    }
    TransferProbe::DoEnd();
}

void
CopyProbe::ReceiveReport(const std::vector<MeasurementResult::Value>& values)
{
    NS_LOG_FUNCTION(this);
    measurement::TransferCause::Host sink;
    for (const auto& value : values)
    {
        if (value.name == "processor")
        {
            sink.processor = value.value;
        }
        else if (value.name == "disk")
        {
            sink.disk = value.value;
        }
        else
        {
            Report(value.name, value.value, value.unit);
        }
    }
    const double duration = (m_ended - GetResult().begin).GetSeconds();
    const double wire = (m_ended - m_begun).GetSeconds();
    Report("throughput", 8 * static_cast<double>(GetAcknowledged()) / duration, "bit/s");
    Report("duration", duration, "s");
    Report("wire_duration", wire, "s");
    const auto note = ReportAccount(sink, wire > 0 ? 1e-9 * m_paced / wire : 0);
    Finish(MeasurementResult::OK, m_complete ? note : note + "; TimeLimit was over");
}

} // namespace ns3
