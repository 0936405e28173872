/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TRACE_FORMATS_H
#define BURST_TRAFFIC_TRACE_FORMATS_H

#include "burst-traffic-trace-reader.h"

#include "ns3/burst-core-line-reader.h"
#include "ns3/pcap-file.h"

#include <array>
#include <fstream>
#include <limits>
#include <vector>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief Reads the text format of TraceReader.
 */
class TextTraceReader : public TraceReader
{
  public:
    /** @param path of a file that can be opened */
    explicit TextTraceReader(const std::string& path);

  private:
    std::optional<TraceRecord> DoRead() override;

    std::ifstream m_input;     //!< the file
    burst::LineReader m_lines; //!< its lines
};

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

/**
 * @ingroup burst-traffic
 * @brief Reads the pcap format of TraceReader.
 */
class PcapTraceReader : public TraceReader
{
  public:
    /**
     * @param path of a file that can be opened
     * @param tick length of a tick, a whole number of nanoseconds
     */
    PcapTraceReader(const std::string& path, const Time& tick);

  private:
    std::optional<TraceRecord> DoRead() override;

    PcapFile m_file;             //!< the file
    uint64_t m_left;             //!< bytes of the file not read yet
    int64_t m_tick;              //!< length of a tick, ns
    int64_t m_first{0};          //!< time of the first packet, ns
    int64_t m_last{0};           //!< time of the packet read last, ns
    std::vector<uint8_t> m_data; //!< captured bytes of the packet read last
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_TRACE_FORMATS_H
