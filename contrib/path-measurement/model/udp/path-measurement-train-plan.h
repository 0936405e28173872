/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TRAIN_PLAN_H
#define PATH_MEASUREMENT_TRAIN_PLAN_H

#include <cstdint>
#include <vector>

namespace ns3
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
    static constexpr uint32_t LEAST_SIZE = HEADERS + 24;
    static constexpr uint32_t MOST_SIZE = 65507; //!< bytes of the largest packet

    /** A packet to send. */
    struct Packet
    {
        int64_t time;    //!< when, in ns after the begin
        uint32_t train;  //!< number of its train, from 0
        uint32_t number; //!< within the train, from 0
        uint32_t length; //!< of the train, in packets
        uint32_t size;   //!< in bytes
    };

    /** Add packets at equal distances. @param begin of the train, in ns, not before that of the
     * packet before @param size of the packets @param packets in the train @param gap between them
     * in ns; 0: the sender has them at the same time */
    void AddTrain(int64_t begin, uint32_t size, uint32_t packets, int64_t gap);

    /** Add packets. @param size of them @param times of them in ns, in order */
    void AddTrain(uint32_t size, const std::vector<int64_t>& times);

    const std::vector<Packet>& GetPackets() const; //!< @return all, in order of time
    int64_t GetDuration() const;                   //!< @return time of the last packet, in ns
    uint64_t GetBytes() const; //!< @return bytes that are handed to sockets, without headers

  private:
    std::vector<Packet> m_packets; //!< in order of time
    uint32_t m_trains{0};          //!< so far
};

} // namespace ns3

#endif // PATH_MEASUREMENT_TRAIN_PLAN_H
