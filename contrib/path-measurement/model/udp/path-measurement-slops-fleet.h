/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_SLOPS_FLEET_H
#define PATH_MEASUREMENT_SLOPS_FLEET_H

#include "path-measurement-one-way-trend.h"
#include "path-measurement-probe-train.h"
#include "path-measurement-slops-search.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The decision of several streams of one rate.
 *
 * The rate is above the available bandwidth if 0.6 of the streams have increasing delays, and below
 * if 0.6 have flat delays; otherwise the rate is grey. Losses decide too: if one stream lost
 * 15 % or more, or half of the streams 3 % or more, the rate is above. The four numbers are those
 * of the authors' program, pathload 1.3.2, pathload_rcv.h.
 */
class SlopsFleet
{
  public:
    /** @param streams that were sent @param thresholds of their trends */
    SlopsFleet(uint32_t streams, const OneWayTrend::Thresholds& thresholds);

    void Add(const ProbeTrain& stream); //!< @param stream of which a packet came

    SlopsSearch::Answer GetAnswer() const; //!< @return what the streams tell

  private:
    OneWayTrend::Thresholds m_thresholds; //!< of trends
    uint32_t m_streams;                   //!< that were sent
    uint32_t m_came{0};                   //!< streams of which a packet came
    uint32_t m_flat{0};                   //!< streams
    uint32_t m_increasing{0};             //!< streams
    uint32_t m_lossy{0};                  //!< streams with 3 % lost or more
    bool m_broken{false};                 //!< whether a stream lost 15 % or more
};

} // namespace ns3

#endif // PATH_MEASUREMENT_SLOPS_FLEET_H
