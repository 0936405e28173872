/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PROBE_TRAIN_H
#define PATH_MEASUREMENT_PROBE_TRAIN_H

#include "ns3/burst-core-histogram.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief What came of a train of packets of one size, with the time stamps of both hosts.
 *
 * Times are whole nanoseconds of the two clocks, which need not agree: nothing here uses more than
 * differences of the times of one clock, and how one-way delays change.
 */
class ProbeTrain
{
  public:
    /** A packet that came. */
    struct Arrival
    {
        uint32_t number;  //!< within the train, from 0
        int64_t sent;     //!< by the clock of the sender, in ns
        int64_t received; //!< by the clock of the receiver, in ns
    };

    /** @param size of each packet in bytes, with the headers of IP and UDP @param packets sent */
    ProbeTrain(uint32_t size, uint32_t packets);

    /** A packet comes. @param number of it, below the packets sent @param sent by the clock of the
     * sender, in ns @param received by that of the receiver, in ns */
    void Add(uint32_t number, int64_t sent, int64_t received);

    uint32_t GetSize() const;       //!< @return of each packet, in bytes
    uint32_t GetPackets() const;    //!< @return packets sent
    uint32_t GetReceived() const;   //!< @return packets that came
    uint32_t GetLost() const;       //!< @return packets that did not come
    uint32_t GetDuplicates() const; //!< @return further copies of packets that had come
    uint32_t GetReordered() const;  //!< @return packets that came after a later one (RFC 4737)
    bool IsWhole() const;           //!< @return whether all packets came, in their order

    /** @return packets in the order in which they came, without further copies */
    const std::vector<Arrival>& GetArrivals() const;
    /** @return rate between the first and the last packet that came, in bit/s: (n - 1) 8L / time;
     * none if their times do not differ */
    std::optional<double> GetRate() const;
    /** @return absolute differences of the one-way delays of packets that came one after the other,
     * in ns, as of RFC 3393 */
    burst::LogLinearHistogram GetDelayVariation() const;

  private:
    uint32_t m_size;                 //!< of each packet, in bytes
    std::vector<bool> m_seen;        //!< by number
    std::vector<Arrival> m_arrivals; //!< in their order
    uint32_t m_duplicates{0};        //!< packets
    uint32_t m_reordered{0};         //!< packets
    uint32_t m_next{0};              //!< after the latest number that came
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PROBE_TRAIN_H
