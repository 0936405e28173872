/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TRACE_WRITER_H
#define BURST_TRAFFIC_TRACE_WRITER_H

#include "burst-traffic-trace-reader.h"

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

namespace ns3::burst
{

/**
 * @ingroup burst-traffic
 * @brief Writes a trace, as text or binary in the formats of TraceReader.
 *
 * The file has the name `<path>.<pid>.partial` until Close, so that it is there as a whole or not
 * at all. Trouble of the disk is a std::runtime_error of any function.
 */
class TraceWriter
{
  public:
    /**
     * @param path of the file
     * @param format TEXT or BINARY (std::invalid_argument)
     */
    TraceWriter(const std::string& path, TraceReader::Format format);

    /** Removes what was not closed. */
    ~TraceWriter();

    TraceWriter(const TraceWriter&) = delete;
    TraceWriter& operator=(const TraceWriter&) = delete;

    /**
     * Append an arrival, before Close.
     *
     * @param tick when, not before the last one, from 0 to 2^60 - 1 (std::invalid_argument)
     * @param size bytes from 0 to 2^32 - 2 (std::invalid_argument), or none
     */
    void Write(int64_t tick, std::optional<uint32_t> size = std::nullopt);

    /** Give the file its name, once, after the last arrival. */
    void Close();

  private:
    /** @throw std::runtime_error what the system says, if the file failed */
    void RequireGood() const;

    std::string m_path;           //!< path of the complete file
    std::string m_partial;        //!< its name until then, empty from then on
    TraceReader::Format m_format; //!< of the file
    std::ofstream m_output;       //!< the file
    int64_t m_lastTick{0};        //!< tick of the arrival written last
};

} // namespace ns3::burst

#endif // BURST_TRAFFIC_TRACE_WRITER_H
