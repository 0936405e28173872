/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-trace-pcap.h"

#include <filesystem>
#include <sstream>
#include <stdexcept>

namespace ns3::traffic
{

namespace
{

constexpr uint64_t FILE_HEADER = 24;   //!< bytes before the first packet
constexpr uint64_t PACKET_HEADER = 16; //!< bytes before the data of a packet

} // namespace

PcapTraceReader::PcapTraceReader(const std::string& path, const Time& tick)
    : TraceReader(path, "packet"),
      m_tick(tick.GetNanoSeconds()),
      m_data(65536) // what is longer is skipped by a seek, which costs the stream its buffer
{
    if (m_tick < 1 || NanoSeconds(m_tick) != tick)
    {
        std::ostringstream sentence;
        sentence << "Tick cannot be " << tick.As(Time::NS) << " for " << path
                 << "; it takes a whole number of nanoseconds";
        throw std::invalid_argument(sentence.str());
    }
    m_file.Open(path, std::ios::in);
    if (m_file.Fail())
    {
        throw std::invalid_argument(path + " is no pcap file of version 2.4");
    }
    m_left = std::filesystem::file_size(path) - FILE_HEADER;
}

std::optional<TraceRecord>
PcapTraceReader::DoRead()
{
    if (m_left == 0)
    {
        return std::nullopt;
    }
    ++m_place;
    if (m_left < PACKET_HEADER)
    {
        Refuse("the file ends after " + std::to_string(m_left) + " of its 16 header bytes");
    }
    m_left -= PACKET_HEADER;
    uint32_t seconds;
    uint32_t fraction;
    uint32_t captured = 0;
    uint32_t length;
    uint32_t read;
    m_file.Read(m_data.data(), m_data.size(), seconds, fraction, captured, length, read);
    if (captured > m_left)
    {
        Refuse("the file ends after " + std::to_string(m_left) + " of its " +
               std::to_string(captured) + " bytes");
    }
    if (m_file.Fail())
    {
        ReportTrouble();
    }
    m_left -= captured;

    constexpr int64_t SECOND = 1'000'000'000;
    const int64_t nanoseconds = int64_t{fraction} * (m_file.IsNanoSecMode() ? 1 : 1000);
    if (nanoseconds >= SECOND)
    {
        Refuse("its time has a fraction of " + std::to_string(nanoseconds) +
               " ns; it has to be below a second");
    }
    const int64_t time = seconds * SECOND + nanoseconds;
    if (m_place == 1)
    {
        m_first = time;
    }
    else if (time < m_last)
    {
        Refuse("its time lies " + std::to_string(m_last - time) +
               " ns before that of the packet before it; times must not decrease");
    }
    m_last = time;
    return TraceRecord{(time - m_first) / m_tick, length};
}

} // namespace ns3::traffic
