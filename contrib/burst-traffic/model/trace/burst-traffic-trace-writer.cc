/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-trace-writer.h"

#include "burst-traffic-trace-formats.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <unistd.h>

namespace ns3::traffic
{

NS_LOG_COMPONENT_DEFINE("BurstTrafficTraceWriter");

namespace
{

/** Write a number into some bytes, the lowest first. */
void
WriteLittleEndian(uint64_t number, char* bytes, int n)
{
    for (int i = 0; i < n; ++i)
    {
        bytes[i] = static_cast<char>(number >> 8 * i);
    }
}

} // namespace

TraceWriter::TraceWriter(const std::string& path, TraceReader::Format format)
    : m_path(path),
      m_partial(path + "." + std::to_string(getpid()) + ".partial"),
      m_format(format)
{
    if (format != TraceReader::TEXT && format != TraceReader::BINARY)
    {
        throw std::invalid_argument("cannot write " + path +
                                    ": a trace is written as Text or as Binary");
    }
    m_output.open(m_partial, std::ios::binary);
    RequireGood();
    if (format == TraceReader::BINARY)
    {
        m_output.write(BinaryTraceReader::HEADER.data(), BinaryTraceReader::HEADER.size());
    }
}

TraceWriter::~TraceWriter()
{
    if (!m_partial.empty())
    {
        std::remove(m_partial.c_str());
    }
}

void
TraceWriter::Write(int64_t tick, std::optional<uint32_t> size)
{
    NS_ABORT_MSG_IF(m_partial.empty(), "Write after Close of " << m_path);
    try
    {
        TraceRecord{tick, size}.Check(m_lastTick);
    }
    catch (const std::invalid_argument& reason)
    {
        throw std::invalid_argument("cannot write " + m_path + ": " + reason.what());
    }
    m_lastTick = tick;
    if (m_format == TraceReader::TEXT)
    {
        m_output << tick;
        if (size)
        {
            m_output << ' ' << *size;
        }
        m_output << '\n';
    }
    else
    {
        BinaryTraceReader::Record record;
        WriteLittleEndian(tick, record.data(), 8);
        WriteLittleEndian(size.value_or(BinaryTraceReader::NO_SIZE), record.data() + 8, 4);
        m_output.write(record.data(), record.size());
    }
    RequireGood();
}

void
TraceWriter::Close()
{
    NS_ABORT_MSG_IF(m_partial.empty(), "second Close of " << m_path);
    m_output.close();
    NS_LOG_LOGIC(m_path << " is complete at tick " << m_lastTick);
    RequireGood();
    if (std::rename(m_partial.c_str(), m_path.c_str()) != 0)
    {
        m_output.setstate(std::ios::failbit);
        RequireGood();
    }
    m_partial.clear();
}

void
TraceWriter::RequireGood() const
{
    if (!m_output)
    {
        throw std::runtime_error("cannot write " + m_path + ": " + std::strerror(errno));
    }
}

} // namespace ns3::traffic
