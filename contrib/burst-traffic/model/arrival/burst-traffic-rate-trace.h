/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_RATE_TRACE_H
#define BURST_TRAFFIC_RATE_TRACE_H

#include "burst-traffic-rate-modulated.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Arrivals with a rate read from a file, slot by slot.
 *
 * The file is text with one or more nonnegative numbers per line; '#' begins a comment. After the
 * last slot the process ends.
 */
class RateTraceArrivals : public RateModulatedArrivals
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    double GetMeanRate() const override;
    std::vector<std::string> GetInputFiles() const override;

  private:
    void DoStartRate() override;
    Segment DoNextSegment() override;

    /** @return the rate of each slot, arrivals per tick */
    std::vector<double> Read() const;

    std::string m_file; //!< attribute File
    double m_unit;      //!< attribute Unit
    int64_t m_slot;     //!< attribute Slot

    int64_t m_slotTicks;         //!< Slot when the process started
    std::vector<double> m_rates; //!< of each slot
    std::size_t m_next;          //!< number of the next slot, from 0
};

} // namespace ns3

#endif // BURST_TRAFFIC_RATE_TRACE_H
