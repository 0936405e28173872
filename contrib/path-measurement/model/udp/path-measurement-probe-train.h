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

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief Which packets a tool sends, and when: trains, one after the other.
 *
 * Sizes are those of IP packets in bytes, with their headers of IP and UDP. Times are nanoseconds
 * after the begin.
 */
class TrainPlan
{
  public:
    static constexpr uint32_t HEADERS = 28; //!< bytes of IP and UDP in a packet
    /** Bytes of the smallest packet: the headers and what the tools write into a packet. */
    static constexpr uint32_t MIN_SIZE = HEADERS + 24;
    static constexpr uint32_t MAX_SIZE = 65507; //!< bytes of the largest packet

    /** A packet to send. */
    struct Packet
    {
        int64_t time;    //!< when, in ns after the begin
        uint32_t train;  //!< number of its train, from 0
        uint32_t number; //!< within the train, from 0
        uint32_t length; //!< of the train, in packets
        uint32_t size;   //!< in bytes
    };

    /** Add packets at equal distances.
     * @param begin of the train, in ns, not before that of the packet before
     * @param size of the packets
     * @param packets in the train
     * @param gap between them in ns; 0: the sender has them at the same time */
    void AddTrain(int64_t begin, uint32_t size, uint32_t packets, int64_t gap);

    /** Add packets.
     * @param size of them
     * @param times of them in ns, in order */
    void AddTrain(uint32_t size, const std::vector<int64_t>& times);

    const std::vector<Packet>& GetPackets() const; //!< @return all, in order of time
    int64_t GetDuration() const;                   //!< @return time of the last packet, in ns
    uint64_t GetBytes() const; //!< @return bytes that are handed to sockets, without headers

  private:
    std::vector<Packet> m_packets; //!< in order of time
    uint32_t m_trains{0};          //!< so far
};

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

    /** @param size of each packet in bytes, with the headers of IP and UDP
     * @param packets sent */
    ProbeTrain(uint32_t size, uint32_t packets);

    /** A packet comes.
     * @param number of it, below the packets sent
     * @param sent by the clock of the sender, in ns
     * @param received by that of the receiver, in ns */
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

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_PROBE_TRAIN_H
