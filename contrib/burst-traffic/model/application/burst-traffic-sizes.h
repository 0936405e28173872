/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_SIZES_H
#define BURST_TRAFFIC_SIZES_H

#include "ns3/burst-traffic-trace-reader.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief An EmpiricalRandomVariable that reads its distribution function from a file, so that a
 * text can name the variable: "ns3::EmpiricalSizeVariable[File=sizes.txt]".
 *
 * The file is text; '#' begins a comment. Each line is a point of the cumulative distribution: a
 * size in bytes and the probability of this size or less. Neither decreases from line to line, and
 * the last probability is 1. As in the base class, only the sizes of the points are drawn, unless
 * the attribute Interpolate is set. The attribute Unit rounds sizes up to whole packets.
 */
class EmpiricalSizeVariable : public EmpiricalRandomVariable
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @return a size in bytes; std::invalid_argument if no file was given */
    double GetValue() override;

    /** @return exact mean of the drawn sizes in bytes; std::invalid_argument if no file was given
     */
    double GetMean() const;

  private:
    /** @param file the file to read, before the first draw (std::invalid_argument) */
    void SetFile(std::string file);

    /** @return the file */
    std::string GetFile() const;

    void CheckFile() const; //!< std::invalid_argument if no file was given

    /** @param size bytes @return size rounded up to a multiple of Unit */
    double Round(double size) const;

    std::string m_file;                              //!< attribute File
    uint32_t m_unit;                                 //!< attribute Unit
    std::vector<std::pair<double, double>> m_points; //!< sizes and probabilities
    bool m_learnt{false};                            //!< the base class has the points
};

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

#endif // BURST_TRAFFIC_SIZES_H
