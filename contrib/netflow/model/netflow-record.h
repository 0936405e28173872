/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETFLOW_RECORD_H
#define NETFLOW_RECORD_H

#include "netflow-key.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup netflow
 * @brief A record of a flow, or of a part of a flow.
 */
struct NetflowRecord
{
    static constexpr uint8_t FIN = 0x01; //!< of TCP: the sender is done
    static constexpr uint8_t RST = 0x04; //!< of TCP: the connection is aborted

    /** Why the entry left the cache. */
    enum Reason
    {
        INACTIVE, //!< no packet for some time
        ACTIVE,   //!< the entry became too old
        FINISHED, //!< a packet of TCP had FIN or RST
        FORCED,   //!< the cache was full, and this entry idle longest
        FLUSHED,  //!< the measurement ended
    };

    NetflowKey key;          //!< of the flow
    int64_t first{0};        //!< when the first packet came, ns
    int64_t last{0};         //!< when the last packet came, ns
    int64_t expired{0};      //!< when the entry left the cache, ns
    uint64_t packets{0};     //!< those that were counted
    uint64_t bytes{0};       //!< of these, IP headers included
    uint8_t flags{0};        //!< flags of TCP, of all packets together
    Reason reason{INACTIVE}; //!< why the entry left the cache

    /** @return the name of the reason, in lower case */
    const char* GetReason() const
    {
        constexpr const char* NAMES[] = {"inactive", "active", "finished", "forced", "flushed"};
        return NAMES[reason];
    }
};

} // namespace ns3

#endif // NETFLOW_RECORD_H
