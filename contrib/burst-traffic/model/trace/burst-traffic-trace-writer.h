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

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief Writes a trace, as text or binary in the formats of TraceReader.
 *
 * Until Close the file is named `<path>.<pid>.partial`, so that `<path>` is always complete. Every
 * function throws std::runtime_error if the disk fails.
 */
class TraceWriter
{
  public:
    /**
     * @param path of the file
     * @param format TEXT or BINARY (std::invalid_argument)
     */
    TraceWriter(const std::string& path, TraceReader::Format format);

    /** Removes the partial file, unless closed. */
    ~TraceWriter();

    TraceWriter(const TraceWriter&) = delete;
    TraceWriter& operator=(const TraceWriter&) = delete;

    /**
     * Append an arrival, before Close.
     *
     * @param tick tick of the arrival, not before that of the last arrival, from 0 to 2^60 - 1
     *        (std::invalid_argument)
     * @param size bytes from 0 to 2^32 - 2 (std::invalid_argument), or none
     */
    void Write(int64_t tick, std::optional<uint32_t> size = std::nullopt);

    /** Rename the partial file to the path. Call once, after the last arrival. */
    void Close();

  private:
    /** @throw std::runtime_error the file failed, with the message of the system */
    void RequireGood() const;

    std::string m_path;           //!< path of the complete file
    std::string m_partial;        //!< path of the partial file, empty after Close
    TraceReader::Format m_format; //!< of the file
    std::ofstream m_output;       //!< the file
    int64_t m_lastTick{0};        //!< tick of the arrival written last
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_TRACE_WRITER_H
