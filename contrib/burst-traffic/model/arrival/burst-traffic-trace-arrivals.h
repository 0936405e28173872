/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TRACE_ARRIVALS_H
#define BURST_TRAFFIC_TRACE_ARRIVALS_H

#include "burst-traffic-arrival-process.h"

#include "ns3/burst-traffic-trace-reader.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief The arrivals of a trace file (TraceReader). No random numbers are drawn.
 *
 * The file is read as arrivals are requested and never held in memory. An error in the file throws
 * std::invalid_argument, with the line or record, when that line is reached.
 */
class TraceArrivals : public ArrivalProcess
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Reads the whole file.
     *
     * @return mean arrivals per tick until the last arrival of the file, NaN without arrivals
     */
    double GetMeanRate() const override;

    std::vector<std::string> GetInputFiles() const override;

    /**
     * Use one tick in all places: set the attribute Tick if it is 0, before the first arrival is
     * requested.
     * @param tick of whoever asks for the arrivals; std::invalid_argument if the attribute Tick has
     *        another value
     */
    void UseTick(const Time& tick);

    /** @return a TraceSizeVariable with the sizes of the arrivals; null if the first arrival has
     * none */
    Ptr<RandomVariableStream> MakeSizes() const;

  private:
    void DoStart() override;
    int64_t DoNext() override;

    /** @return a reader at the start of the file */
    std::unique_ptr<traffic::TraceReader> Open() const;

    std::string m_file;                             //!< attribute File
    traffic::TraceReader::Format m_format;          //!< attribute Format
    Time m_tick;                                    //!< attribute Tick
    std::unique_ptr<traffic::TraceReader> m_reader; //!< what DoNext reads
};

} // namespace ns3

#endif // BURST_TRAFFIC_TRACE_ARRIVALS_H
