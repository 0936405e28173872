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
 * @brief Keeps the packets of a fabric: packets in flight, by their ids in the engine, and packets
 * that have ended but are not handed over yet. Counts all packets.
 */
class ServerNetPacketBook
{
  public:
    /** A packet that was delivered or discarded. */
    struct End
    {
        ServerNetPacket packet;      //!< the packet
        int64_t tick{0};             //!< tick of its end
        const char* reason{nullptr}; //!< reason of the discard; null: delivered
    };

    uint64_t GetNextId() const; //!< @return the id of the next packet that is added

    /** @param id of a packet in flight @return the packet */
    const ServerNetPacket& Get(uint64_t id) const;

    /** Add a packet in flight. @param packet the packet */
    void Add(ServerNetPacket packet);

    /** End a packet. @param id of the packet @param tick of its end @param reason see End */
    void Finish(uint64_t id, int64_t tick, const char* reason = nullptr);

    bool HasEnds() const; //!< @return whether an ended packet waits to be handed over
    End TakeEnd();        //!< Remove the first ended packet. @return its end

    uint64_t GetInjected() const;               //!< @return number of packets added
    uint64_t GetDelivered() const;              //!< @return number of packets delivered
    const burst::DropCounter& GetDrops() const; //!< @return discarded packets by reason

    void Clear(); //!< Forget the packets, but keep the counts.

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
