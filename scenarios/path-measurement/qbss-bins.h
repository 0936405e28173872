/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_QBSS_BINS_H
#define PATH_MEASUREMENT_QBSS_BINS_H

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** Bytes that were counted, in bins of equal length from the start of the run on. */
class QbssBins
{
  public:
    static constexpr int64_t LENGTH_MS = 100; //!< of a bin

    void Add(uint64_t bytes); //!< @param bytes that are counted now

    /** @param from when @param until when @return bits per second, in whole bins */
    double GetRate(Time from, Time until) const;

  private:
    std::vector<uint64_t> m_bytes; //!< by bin
};

} // namespace ns3

#endif // PATH_MEASUREMENT_QBSS_BINS_H
