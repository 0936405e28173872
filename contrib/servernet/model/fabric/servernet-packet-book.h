/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_PACKET_BOOK_H
#define SERVERNET_PACKET_BOOK_H

#include "ns3/burst-core-drop-counter.h"
#include "ns3/servernet-packet.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The packets of a fabric: those in flight, by the ids an engine knows them by, those that
 * have come to their end and are to be handed over, and how many there were.
 */
class ServerNetPacketBook
{
  public:
    /** A packet that has come to its end. */
    struct End
    {
        ServerNetPacket packet;      //!< which
        int64_t tick{0};             //!< when
        const char* reason{nullptr}; //!< why it was thrown away; null: it was delivered
    };

    uint64_t GetNextId() const; //!< @return the id of the next packet that is added

    /** @param packet that is in flight from now on */
    void Add(ServerNetPacket packet);

    /** It has come to its end. @param id of it @param tick when @param reason see End */
    void Finish(uint64_t id, int64_t tick, const char* reason = nullptr);

    bool HasEnds() const; //!< @return whether a packet is to be handed over
    End TakeEnd();        //!< @return the first of them, which is forgotten

    uint64_t GetInjected() const;               //!< @return packets that were added
    uint64_t GetDelivered() const;              //!< @return packets that were delivered
    const burst::DropCounter& GetDrops() const; //!< @return packets that were thrown away

    void Clear(); //!< Forget the packets, not their numbers.

  private:
    /** What is still to be handed over. */
    struct Finished
    {
        uint64_t id;        //!< of the packet
        int64_t tick;       //!< when it came to its end
        const char* reason; //!< see End
    };

    std::vector<ServerNetPacket> m_slots; //!< packets, by the low bits of their ids
    std::vector<uint32_t> m_freeSlots;    //!< those without a packet
    std::deque<Finished> m_ends;          //!< in order
    uint64_t m_injected{0};               //!< packets
    uint64_t m_delivered{0};              //!< packets
    burst::DropCounter m_drops;           //!< packets
};

} // namespace ns3

#endif // SERVERNET_PACKET_BOOK_H
