/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TRACE_PCAP_H
#define BURST_TRAFFIC_TRACE_PCAP_H

#include "burst-traffic-trace-reader.h"

#include "ns3/pcap-file.h"

#include <vector>

namespace ns3::traffic
{

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

#endif // BURST_TRAFFIC_TRACE_PCAP_H
