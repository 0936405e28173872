/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-trace-reader.h"

#include "burst-traffic-trace-formats.h"

#include "ns3/burst-core-input-files.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/enum.h"
#include "ns3/log.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace ns3::traffic
{

NS_LOG_COMPONENT_DEFINE("BurstTrafficTraceReader");

namespace
{

/** @return the first bytes of a regular file that can be read */
std::string
ReadStart(const std::string& path)
{
    if (path.empty())
    {
        throw std::invalid_argument("File is not set; it takes the path of a trace");
    }
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    {
        throw std::invalid_argument(
            path + " is " +
            (std::filesystem::is_directory(status) ? "a folder" : "no regular file") +
            "; a trace is a file, which can be read again");
    }
    errno = 0;
    std::ifstream input(path, std::ios::binary);
    if (!input)
    {
        throw std::invalid_argument("cannot open the trace " + path + ": " + std::strerror(errno));
    }
    std::string start(8, '\0');
    input.read(start.data(), static_cast<std::streamsize>(start.size()));
    start.resize(input.gcount());
    return start;
}

/** @return whether a file of any format begins with these four bytes, in either order */
bool
HasMagic(const std::string& start, std::string_view magic)
{
    const auto bytes = start.substr(0, 4);
    return bytes == magic || bytes == std::string(magic.rbegin(), magic.rend());
}

} // namespace

void
TraceRecord::Check(int64_t lastTick) const
{
    if (tick < 0 || tick >= ArrivalProcess::HORIZON)
    {
        throw std::invalid_argument("tick " + std::to_string(tick) +
                                    " is out of range; ticks are from 0 to 2^60 - 1");
    }
    if (tick < lastTick)
    {
        throw std::invalid_argument("tick " + std::to_string(tick) + " comes before " +
                                    std::to_string(lastTick) + "; ticks must not decrease");
    }
    if (size == BinaryTraceReader::NO_SIZE)
    {
        throw std::invalid_argument("size " + std::to_string(*size) +
                                    " is out of range; sizes are from 0 to 2^32 - 2 bytes");
    }
}

Ptr<const AttributeChecker>
TraceReader::MakeFormatChecker()
{
    return MakeEnumChecker(AUTO, "Auto", TEXT, "Text", BINARY, "Binary", PCAP, "Pcap");
}

TraceReader::TraceReader(const std::string& path, const std::string& unit)
    : m_path(path),
      m_unit(unit)
{
    burst::UseInput(path);
}

std::optional<TraceRecord>
TraceReader::Read()
{
    auto record = DoRead();
    if (!record)
    {
        return record;
    }
    try
    {
        record->Check(m_lastTick);
    }
    catch (const std::invalid_argument& reason)
    {
        Refuse(reason.what());
    }
    m_lastTick = record->tick;
    return record;
}

void
TraceReader::Refuse(const std::string& reason) const
{
    throw std::invalid_argument(m_path + " " + m_unit + " " + std::to_string(m_place) + ": " +
                                reason);
}

void
TraceReader::ReportTrouble() const
{
    throw std::runtime_error("cannot read " + m_path + " after " + m_unit + " " +
                             std::to_string(m_place));
}

std::unique_ptr<TraceReader>
OpenTrace(const std::string& path, TraceReader::Format format, const Time& tick)
{
    const auto start = ReadStart(path);
    const bool automatic = format == TraceReader::AUTO;
    NS_LOG_LOGIC(path << (automatic ? " is read as its first bytes say" : " has a given format"));
    if ((automatic || format == TraceReader::PCAP) && HasMagic(start, "\x0a\x0d\x0d\x0a"))
    {
        throw std::invalid_argument(path + " is a pcapng file; convert it to pcap");
    }
    if (format == TraceReader::BINARY || (automatic && BinaryTraceReader::HasMagic(start)))
    {
        return std::make_unique<BinaryTraceReader>(path);
    }
    if (format == TraceReader::PCAP ||
        (automatic && (HasMagic(start, "\xa1\xb2\xc3\xd4") || HasMagic(start, "\xa1\xb2\x3c\x4d"))))
    {
        return std::make_unique<PcapTraceReader>(path, tick);
    }
    return std::make_unique<TextTraceReader>(path);
}

} // namespace ns3::traffic
