/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TRACE_BINARY_H
#define BURST_TRAFFIC_TRACE_BINARY_H

#include "burst-traffic-trace-reader.h"

#include <array>
#include <fstream>
#include <limits>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief Reads the binary format of TraceReader.
 */
class BinaryTraceReader : public TraceReader
{
  public:
    /** The first bytes of a file. */
    static constexpr std::array<char, 8> HEADER{'\x89', 'B', 'T', 'R', 'A', 'C', 'E', '\x01'};

    /** Size field of an arrival without a size. */
    static constexpr uint32_t NO_SIZE = std::numeric_limits<uint32_t>::max();

    /** The bytes of an arrival. */
    using Record = std::array<char, 12>;

    /**
     * @param start first bytes of a file
     * @return whether the file has this format, in any version
     */
    static bool HasMagic(const std::string& start);

    /** @param path of a file that can be opened */
    explicit BinaryTraceReader(const std::string& path);

  private:
    std::optional<TraceRecord> DoRead() override;

    std::ifstream m_input; //!< the file
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_TRACE_BINARY_H
