/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETFLOW_CACHE_H
#define NETFLOW_CACHE_H

#include "netflow-record.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup netflow
 * @brief The flows that a router knows, and the time at which each record is exported.
 *
 * An entry leaves with a packet of TCP that has FIN or RST, Limits::inactive after its last packet,
 * or Limits::active after its first packet; a packet of that moment starts a new entry. Before a
 * new entry enters a full cache, the longest idle entry leaves. Entries are in two lists, by their
 * last and by their first packet: a packet costs the same for any number of entries, and no event
 * is needed. Records due before a packet are exported before that packet, with the time at which
 * they were due.
 */
class NetflowCache
{
  public:
    /** When entries leave. */
    struct Limits
    {
        int64_t inactive{15'000'000'000};          //!< ns without a packet, at least 1
        int64_t active{1'800'000'000'000};         //!< ns since the first packet, at least 1
        std::size_t entries{std::size_t{1} << 16}; //!< how many there can be, at least 1
    };

    using Export = std::function<void(const NetflowRecord& record)>; //!< is told what leaves

    /**
     * @param limits when entries leave; std::invalid_argument if one is less than 1
     * @param exporter is called for each entry that leaves, in the order in which they do
     */
    NetflowCache(const Limits& limits, Export exporter);

    /**
     * A packet came.
     * @param key of its flow
     * @param now when, ns; std::invalid_argument if that is before an earlier packet
     * @param bytes of it, its IP header included
     * @param flags of TCP, 0 of others
     */
    void Add(const NetflowKey& key, int64_t now, uint32_t bytes, uint8_t flags);

    /** Export what was due. @param now until when, ns; std::invalid_argument as for Add */
    void Expire(int64_t now);

    /** Export all that is left. @param now ns; std::invalid_argument as for Add */
    void Flush(int64_t now);

    std::size_t GetSize() const; //!< @return number of entries

  private:
    struct Entry;
    using ByIdleTime = std::list<Entry>;           //!< the one that is idle longest first
    using ByAge = std::list<ByIdleTime::iterator>; //!< the oldest first

    /** A flow. */
    struct Entry
    {
        NetflowRecord record; //!< so far
        ByAge::iterator age;  //!< where it is by age
    };

    /** Export an entry and forget it.
     * @param entry which
     * @param now when it leaves
     * @param reason why */
    void Leave(ByIdleTime::iterator entry, int64_t now, NetflowRecord::Reason reason);

    Limits m_limits;   //!< when entries leave
    Export m_export;   //!< is told
    int64_t m_now;     //!< of the last call
    ByIdleTime m_idle; //!< all entries
    ByAge m_ages;      //!< all entries
    std::unordered_map<NetflowKey, ByIdleTime::iterator, NetflowKeyHash> m_found; //!< by key
};

} // namespace ns3

#endif // NETFLOW_CACHE_H
