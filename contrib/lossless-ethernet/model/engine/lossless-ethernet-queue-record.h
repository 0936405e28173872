/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_QUEUE_RECORD_H
#define LOSSLESS_ETHERNET_QUEUE_RECORD_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * The bytes of a queue, and what they were over time: exact integrals, not samples.
 */
class LosslessQueueRecord
{
  public:
    /** @param delta bytes that join, or leave (negative) @param now tick */
    void Change(int64_t delta, int64_t now)
    {
        Note(now);
        m_bytes += delta;
        m_least = m_bytes < m_least ? m_bytes : m_least;
        m_most = m_bytes > m_most ? m_bytes : m_most;
    }

    /** Record from now on. @param now tick */
    void Restart(int64_t now)
    {
        m_since = m_begin = now;
        m_area = m_square = 0;
        m_least = m_most = m_bytes;
    }

    /** @return bytes now */
    int64_t GetBytes() const
    {
        return m_bytes;
    }

    /** @return fewest bytes since Restart */
    int64_t GetLeast() const
    {
        return m_least;
    }

    /** @return most bytes since Restart */
    int64_t GetMost() const
    {
        return m_most;
    }

    double GetMean(int64_t now) const; //!< @param now tick @return bytes, by time; 0 at Restart
    double GetDeviation(int64_t now) const; //!< @param now tick @return standard deviation, by time

    /** @param now tick @return integral of the bytes over the ticks since Restart */
    double GetArea(int64_t now) const
    {
        return m_area + static_cast<double>(m_bytes) * static_cast<double>(now - m_since);
    }

  private:
    /** @param now tick up to which the integrals go */
    void Note(int64_t now)
    {
        const auto bytes = static_cast<double>(m_bytes);
        const double area = bytes * static_cast<double>(now - m_since);
        m_area += area;
        m_square += bytes * area;
        m_since = now;
    }

    int64_t m_bytes{0}; //!< now
    int64_t m_since{0}; //!< tick up to which the integrals go
    double m_area{0};   //!< of the bytes
    double m_square{0}; //!< of their squares
    int64_t m_least{0}; //!< bytes
    int64_t m_most{0};  //!< bytes
    int64_t m_begin{0}; //!< tick of Restart
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_QUEUE_RECORD_H
