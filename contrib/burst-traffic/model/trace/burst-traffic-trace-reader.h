/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TRACE_READER_H
#define BURST_TRAFFIC_TRACE_READER_H

#include "ns3/attribute.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief One arrival of a trace.
 */
struct TraceRecord
{
    int64_t tick;                 //!< when, from 0 to 2^60 - 1
    std::optional<uint32_t> size; //!< bytes from 0 to 2^32 - 2, if the trace tells

    /**
     * @param lastTick tick of the arrival before this one, 0 for the first
     * @throw std::invalid_argument a number is out of range, or the tick decreases; the message
     *        does not name the file
     */
    void Check(int64_t lastTick) const;
};

/**
 * @ingroup burst-traffic
 * @brief Reads the arrivals of a trace file one by one, in constant memory.
 *
 * Formats:
 * - Text: one arrival per line, `tick` or `tick size` in decimal digits, separated by blanks. '#'
 *   begins a comment, empty lines are skipped, a line has at most 4095 characters.
 * - Binary: the eight bytes 89 42 54 52 41 43 45 01 (hexadecimal; the last one is the version),
 *   then twelve bytes per arrival, little endian: the tick as a signed integer of eight bytes and
 *   the size as an unsigned integer of four bytes, 2^32 - 1 without a size. Nothing follows the
 *   last arrival.
 * - Pcap: what ns3::PcapFile reads, version 2.4 in either byte order with microseconds or
 *   nanoseconds. The tick is floor((t - time of the first packet) / length of a tick), in integers;
 *   the size is the packet's original length.
 *
 * A file without arrivals is valid. Ticks never decrease.
 */
class TraceReader
{
  public:
    /** Format of the file. */
    enum Format
    {
        AUTO, //!< Binary or Pcap by the first bytes of the file, else Text
        TEXT,
        BINARY,
        PCAP,
    };

    /** @return a checker of attributes whose values are names of formats */
    static Ptr<const AttributeChecker> MakeFormatChecker();

    virtual ~TraceReader() = default;

    /**
     * @return the next arrival, nothing after the last one
     * @throw std::invalid_argument "FILE line 7: what is wrong and what is allowed"; "record 7" in
     *        Binary, "packet 7" in Pcap
     * @throw std::runtime_error the file cannot be read
     */
    std::optional<TraceRecord> Read();

    /**
     * @param reason what is wrong with the arrival that was read last
     * @throw std::invalid_argument always: the file, the line or record, and the reason
     */
    [[noreturn]] void Refuse(const std::string& reason) const;

  protected:
    /**
     * @param path of the file
     * @param unit what m_place counts, such as "line"
     */
    TraceReader(const std::string& path, const std::string& unit);

    /** @return the next arrival with m_place set, not checked; nothing after the last */
    virtual std::optional<TraceRecord> DoRead() = 0;

    /** @throw std::runtime_error always: the file cannot be read */
    [[noreturn]] void ReportTrouble() const;

    uint64_t m_place{0}; //!< number of the line or record read last, from 1

  private:
    std::string m_path;    //!< path of the file
    std::string m_unit;    //!< what m_place counts
    int64_t m_lastTick{0}; //!< tick of the arrival read last
};

/**
 * @ingroup burst-traffic
 * @param path of a regular file
 * @param format of the file
 * @param tick length of a tick, a whole number of nanoseconds; only timestamps of Pcap use it
 * @return a reader before the first arrival
 * @throw std::invalid_argument the file is not there or not of that format
 */
std::unique_ptr<TraceReader> OpenTrace(const std::string& path,
                                       TraceReader::Format format,
                                       const Time& tick);

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_TRACE_READER_H
