/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_REASSEMBLY_H
#define SERVERNET_REASSEMBLY_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Reassembles the messages of one source device from the data of its write requests.
 *
 * The address of a write request has three fields. Bit 31 marks the last piece of a message. Bits
 * 30 to 16 are the number of the message, 1 to 32767 and then again from 1. Bits 15 to 0 are the
 * offset of the piece in bytes, a multiple of 64. Pieces come in any order, and a piece comes twice
 * when its request was retried. A message that is incomplete when WINDOW later messages have begun
 * is given up.
 */
class ServerNetReassembly
{
  public:
    static constexpr uint32_t MOST_NUMBER = 0x7fff; //!< of a message
    static constexpr uint32_t MOST_BYTES = 0xffff;  //!< of a message
    /** Number of messages that may be incomplete at a time; a divisor of MOST_NUMBER. A piece that
     * a fabric discarded is sent again at once. So a message is overtaken by WINDOW others only if
     * one of its requests has failed. */
    static constexpr uint32_t WINDOW = 151;

    /**
     * @param number of the message
     * @param offset of the piece, in bytes
     * @param last whether it is the last one
     * @return the address of the piece
     */
    static uint32_t GetAddress(uint32_t number, uint32_t offset, bool last);

    /**
     * @param address of a write request
     * @param piece data of the request
     * @return the message, if this was the last missing piece, else null
     */
    Ptr<Packet> Add(uint32_t address, Ptr<const Packet> piece);

    uint64_t GetGivenUp() const;     //!< @return number of messages given up
    uint64_t GetLastGivenUp() const; //!< @return bytes received of the message given up last

  private:
    /** What has come of a message. */
    struct Message
    {
        uint32_t number{0};                  //!< 0: none yet
        uint32_t pieces{0};                  //!< that have come
        uint32_t total{0};                   //!< 0: not known yet
        std::vector<Ptr<const Packet>> data; //!< by place; empty when whole
        bool whole{false};                   //!< nothing is missing
    };

    std::vector<Message> m_messages; //!< by number, modulo; empty before the first
    uint64_t m_givenUp{0};           //!< messages
    uint64_t m_lastGivenUp{0};       //!< bytes
};

} // namespace ns3

#endif // SERVERNET_REASSEMBLY_H
