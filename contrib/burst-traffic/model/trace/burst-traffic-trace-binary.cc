/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-trace-binary.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::traffic
{

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

} // namespace ns3::traffic
