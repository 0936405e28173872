/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_RANK_H
#define PFABRIC_RANK_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

/** @ingroup pfabric @brief What is known of a message when one of its packets is sent. */
struct PFabricMessageState
{
    uint64_t size{0};      //!< bytes of the message
    uint64_t remaining{0}; //!< bytes that are not acknowledged, neither in order nor by blocks
    uint64_t sent{0};      //!< bytes before the farthest one that was sent so far
    Time start{0};         //!< when it was given to the transport
    Time deadline{0};      //!< when it has to be acknowledged; 0: it has no deadline
};

/**
 * @ingroup pfabric
 * @brief The rank function of a transport: the priority of a packet that is sent.
 *
 * An attribute of PFabricL4Protocol names one; a class that is derived from this one is another.
 */
class PFabricRank : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param state of the message of the packet @return priority, 0 the highest */
    virtual uint32_t GetPriority(const PFabricMessageState& state) const = 0;

  protected:
    /** @param number any @return it, or the lowest priority if it is more */
    static uint32_t Clip(uint64_t number);
};

} // namespace ns3

#endif // PFABRIC_RANK_H
