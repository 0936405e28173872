/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-trace-formats.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3::traffic
{

namespace
{

constexpr std::size_t MAX_CHARACTERS = 4095; //!< of a line

/** @return the word between quotes, its beginning if it is long, what cannot be printed as ? */
std::string
Quote(std::string_view word)
{
    return burst::QuoteWord(word, 40);
}

} // namespace

TextTraceReader::TextTraceReader(const std::string& path)
    : TraceReader(path, "line"),
      m_input(path, std::ios::binary),
      m_lines(m_input, path, {MAX_CHARACTERS})
{
}

std::optional<TraceRecord>
TextTraceReader::DoRead()
{
    std::string_view tick;
    std::string_view size;
    while (tick.empty())
    {
        const auto outcome = m_lines.Read();
        if (outcome == burst::LineReader::END)
        {
            return std::nullopt;
        }
        if (outcome == burst::LineReader::TROUBLE)
        {
            ReportTrouble();
        }
        m_place = m_lines.GetNumber();
        if (outcome == burst::LineReader::TOO_LONG)
        {
            Refuse("a line has at most " + std::to_string(MAX_CHARACTERS) + " characters");
        }
        tick = m_lines.TakeWord();
        size = m_lines.TakeWord();
        if (const auto more = m_lines.TakeWord(); !more.empty())
        {
            Refuse(Quote(more) + " is out of place; a line is 'tick' or 'tick size'");
        }
    }
    const auto tickNumber = burst::ToWhole<int64_t>(tick);
    if (!tickNumber)
    {
        Refuse(Quote(tick) + " is no tick; ticks are whole numbers from 0 to 2^60 - 1");
    }
    const auto sizeNumber = burst::ToWhole<uint32_t>(size);
    if (!size.empty() && !sizeNumber)
    {
        Refuse(Quote(size) + " is no size; sizes are whole numbers of bytes from 0 to 2^32 - 2");
    }
    return TraceRecord{*tickNumber, sizeNumber};
}

namespace
{

/** @return the number that some bytes are, the lowest first */
uint64_t
ReadLittleEndian(const char* bytes, int n)
{
    uint64_t number = 0;
    while (n > 0)
    {
        number = number << 8 | static_cast<unsigned char>(bytes[--n]);
    }
    return number;
}

} // namespace

bool
BinaryTraceReader::HasMagic(const std::string& start)
{
    return start.size() == HEADER.size() &&
           std::equal(HEADER.begin(), HEADER.end() - 1, start.begin());
}

BinaryTraceReader::BinaryTraceReader(const std::string& path)
    : TraceReader(path, "record"),
      m_input(path, std::ios::binary)
{
    std::string start(HEADER.size(), '\0');
    m_input.read(start.data(), static_cast<std::streamsize>(start.size()));
    if (!m_input || !HasMagic(start))
    {
        throw std::invalid_argument(path + " is no binary trace: its first bytes are not " +
                                    "89 42 54 52 41 43 45");
    }
    if (start.back() != HEADER.back())
    {
        throw std::invalid_argument(path + " has version " +
                                    std::to_string(static_cast<unsigned char>(start.back())) +
                                    " of the binary format; only version 1 can be read");
    }
}

std::optional<TraceRecord>
BinaryTraceReader::DoRead()
{
    Record record;
    m_input.read(record.data(), record.size());
    if (m_input.bad())
    {
        ReportTrouble();
    }
    const auto length = m_input.gcount();
    if (length == 0)
    {
        return std::nullopt;
    }
    ++m_place;
    if (length < static_cast<std::streamsize>(record.size()))
    {
        Refuse("the file ends after " + std::to_string(length) + " of its 12 bytes");
    }
    const auto tick = static_cast<int64_t>(ReadLittleEndian(record.data(), 8));
    const auto size = static_cast<uint32_t>(ReadLittleEndian(record.data() + 8, 4));
    return TraceRecord{tick, size == NO_SIZE ? std::nullopt : std::optional(size)};
}

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
