/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_BUFFER_H
#define PFABRIC_BUFFER_H

#include <cstdint>
#include <limits>
#include <memory>

/**
 * @defgroup pfabric pFabric
 *
 * Priority queues, transport and routing of pFabric (M. Alizadeh et al., SIGCOMM 2013).
 */

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief The queueing discipline of a pFabric port: the packet to drop, and the packet to send
 * next.
 *
 * A lower number is a higher priority. As in the authors' ns-2 code (queue/drop-tail.cc of
 * pFabric.patch):
 *
 *     full:   of the buffered packets and the arrival, the one of lowest priority is dropped, the
 *             latest of these. Only such are looked at without which the rest fits; exactly one is
 *             dropped, the arrival if there is no other.
 *     next:   the packet of highest priority, the earliest of these, is looked for; what is sent is
 *             the earliest packet of its flow, so that no packet overtakes one of its own flow.
 *
 * Each part can be switched off. All takes time O(log n), but for the search for a victim among
 * packets whose sizes are within a factor of two of the room that is needed, which usually is one
 * step.
 */
class PFabricBuffer
{
  public:
    static constexpr uint32_t NONE = std::numeric_limits<uint32_t>::max(); //!< no place

    /** What is done. */
    struct Rules
    {
        uint64_t limit{36000};      //!< of what is buffered: bytes, or packets
        bool bytes{true};           //!< the limit is one of bytes
        bool strict{true};          //!< less than the limit is buffered, as in ns-2; else up to it
        bool keepOrder{true};       //!< the earliest packet of a flow is sent
        bool dropByPriority{true};  //!< else the arrival is dropped
        bool serveByPriority{true}; //!< else the earliest packet is sent
    };

    /** What is known of a packet. */
    struct Entry
    {
        uint32_t priority{0}; //!< 0 is the highest
        uint64_t flow{0};     //!< whose order is kept
        uint32_t size{0};     //!< bytes
    };

    /** What became of an arrival. */
    struct Outcome
    {
        uint32_t place{NONE};  //!< of the arrival; NONE: it is dropped
        uint32_t victim{NONE}; //!< place of a packet that is dropped for it, which is free now
    };

    PFabricBuffer();
    ~PFabricBuffer();

    PFabricBuffer(const PFabricBuffer&) = delete;
    PFabricBuffer& operator=(const PFabricBuffer&) = delete;

    /**
     * A packet arrives.
     * @param entry it
     * @param rules what is done
     * @return what becomes of it
     */
    Outcome Enqueue(const Entry& entry, const Rules& rules);

    /** @param rules what is done @return place of the packet that is sent next, NONE if there is
     * none */
    uint32_t GetNext(const Rules& rules) const;

    /** A packet is gone. @param place of it, free from now on */
    void Remove(uint32_t place);

    uint32_t GetPackets() const; //!< @return how many are buffered
    uint64_t GetBytes() const;   //!< @return how many are buffered

  private:
    struct State; //!< packets, in several orders

    std::unique_ptr<State> m_state; //!< all
};

} // namespace ns3

#endif // PFABRIC_BUFFER_H
