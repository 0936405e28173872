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
 * @brief The packet sizes of a trace (TraceReader) in bytes: each draw gives the next size of the
 * file.
 *
 * A draw throws std::invalid_argument, with the line or record, if the arrival has no size or the
 * file has ended. The first draw fixes the attributes; later changes have no effect.
 */
class TraceSizeVariable : public RandomVariableStream
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    double GetValue() override;
    uint32_t GetInteger() override;

  private:
    bool IsOpen() const; //!< @return whether a size was drawn

    std::string m_file;                             //!< attribute File
    traffic::TraceReader::Format m_format;          //!< attribute Format
    std::unique_ptr<traffic::TraceReader> m_reader; //!< the file, from the first draw on
};

} // namespace ns3

#endif // BURST_TRAFFIC_TRACE_SIZE_H
