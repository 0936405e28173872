/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TRACE_TEXT_H
#define BURST_TRAFFIC_TRACE_TEXT_H

#include "burst-traffic-trace-reader.h"

#include "ns3/burst-core-line-reader.h"

#include <fstream>

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

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_TRACE_TEXT_H
