/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_BUFFER_H
#define PFABRIC_BUFFER_H

#include <cstdint>
#include <limits>
#include <memory_resource>
#include <set>
#include <unordered_map>
#include <vector>

/**
 * @defgroup pfabric pFabric
 *
 * Priority queues, transport and routing of pFabric (M. Alizadeh et al., SIGCOMM 2013).
 */

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief The law of a pFabric port: which packet is dropped, and which is sent next.
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
 * Each part can be switched off. All takes time O(log n) but for the search for a victim among
 * packets of several sizes, which usually is one step.
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

    PFabricBuffer() = default;
    PFabricBuffer(const PFabricBuffer&) = delete;
    PFabricBuffer& operator=(const PFabricBuffer&) = delete;

    /** A packet arrives. @param entry it @param rules what is done @return what becomes of it */
    Outcome Enqueue(const Entry& entry, const Rules& rules);

    /** @param rules what is done @return place of the packet that is sent next, NONE if there is
     * none */
    uint32_t GetNext(const Rules& rules) const;

    /** A packet is gone. @param place of it, free from now on */
    void Remove(uint32_t place);

    uint32_t GetPackets() const; //!< @return how many are buffered
    uint64_t GetBytes() const;   //!< @return how many are buffered

  private:
    /** Neighbours of a packet in a list. */
    struct Links
    {
        uint32_t before{NONE}; //!< place
        uint32_t after{NONE};  //!< place
    };

    /** Ends of a list. */
    struct List
    {
        uint32_t first{NONE}; //!< place
        uint32_t last{NONE};  //!< place
    };

    /** A packet. */
    struct Slot
    {
        Entry entry;        //!< what is known of it
        uint64_t number{0}; //!< in order of arrival
        Links all;          //!< among all, in order of arrival
        Links flow;         //!< among those of its flow, likewise
    };

    /** A packet, in the order of priority, then of arrival. */
    struct Key
    {
        uint32_t priority; //!< see Entry
        uint64_t number;   //!< see Slot
        uint32_t place;    //!< of it

        /** @param other key @return whether it comes before that one */
        bool operator<(const Key& other) const
        {
            return priority != other.priority ? priority < other.priority : number < other.number;
        }
    };

    /** @param entry of a packet @return its place, at the end of all lists */
    uint32_t Add(const Entry& entry);

    /** @param arrival place of it @param rules what is done @return place of what is dropped */
    uint32_t FindVictim(uint32_t arrival, const Rules& rules) const;

    /** @param bytes buffered @param packets buffered @param rules what is done @return whether they
     * are within the limit */
    static bool Fits(uint64_t bytes, uint64_t packets, const Rules& rules);

    /** @param list to which a packet is added @param links which neighbours it has @param place of
     * it */
    void Append(List& list, Links Slot::* links, uint32_t place);

    /** @param list from which a packet is taken @param links which neighbours it has @param place
     * of it */
    void Unlink(List& list, Links Slot::* links, uint32_t place);

    std::pmr::unsynchronized_pool_resource m_memory;            //!< of the containers
    std::vector<Slot> m_slots;                                  //!< by place
    std::vector<uint32_t> m_free;                               //!< places
    std::pmr::set<Key> m_order{&m_memory};                      //!< by priority
    std::pmr::unordered_map<uint64_t, List> m_flows{&m_memory}; //!< by flow
    List m_all;                                                 //!< in order of arrival
    uint64_t m_number{0};                                       //!< of the next arrival
    uint64_t m_bytes{0};                                        //!< buffered
};

} // namespace ns3

#endif // PFABRIC_BUFFER_H
