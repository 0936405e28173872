/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TRACE_SIZE_H
#define BURST_TRAFFIC_TRACE_SIZE_H

#include "ns3/burst-traffic-trace-reader.h"
#include "ns3/random-variable-stream.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief The sizes of a trace in bytes, see TraceReader, one a draw and in the order of the file.
 *
 * A draw throws std::invalid_argument, with the line or record, where an arrival has no size and
 * after the last one. Attributes count from the first draw on.
 */
class TraceSizeVariable : public RandomVariableStream
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    double GetValue() override;
    uint32_t GetInteger() override;

  private:
    std::string m_file;                           //!< attribute File
    burst::TraceReader::Format m_format;          //!< attribute Format
    std::unique_ptr<burst::TraceReader> m_reader; //!< the file, from the first draw on
};

} // namespace ns3

#endif // BURST_TRAFFIC_TRACE_SIZE_H
