/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_RANK_H
#define PFABRIC_RANK_H

#include "ns3/burst-core-object-text.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>
#include <vector>

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

/**
 * @ingroup pfabric
 * @brief Bytes of the message: shortest first (prio_scheme_ 1 of the authors' ns-2 code).
 */
class PFabricSizeRank : public PFabricRank
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    uint32_t GetPriority(const PFabricMessageState& state) const override;
};

/**
 * @ingroup pfabric
 * @brief Bytes that are not acknowledged: shortest remaining first, pFabric itself (prio_scheme_ 2
 * of the authors' ns-2 code).
 */
class PFabricRemainingRank : public PFabricRank
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    uint32_t GetPriority(const PFabricMessageState& state) const override;
};

/**
 * @ingroup pfabric
 * @brief Bytes that were sent: least attained service first, for senders that do not know how long
 * a message will be (prio_scheme_ 3 of the authors' ns-2 code).
 */
class PFabricSentRank : public PFabricRank
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    uint32_t GetPriority(const PFabricMessageState& state) const override;
};

/**
 * @ingroup pfabric
 * @brief Microseconds to the deadline from the beginning of the simulation: earliest deadline
 * first. A message without a deadline comes behind all that have one.
 */
class PFabricDeadlineRank : public PFabricRank
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    uint32_t GetPriority(const PFabricMessageState& state) const override;
};

/**
 * @ingroup pfabric
 * @brief Classes of another rank, as many as the code points or queues of real switches: the number
 * of limits that it reaches.
 */
class PFabricQuantizedRank : public PFabricRank
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    uint32_t GetPriority(const PFabricMessageState& state) const override;

  private:
    void SetRank(const burst::ObjectText& rank); //!< @param rank that is put into classes
    burst::ObjectText GetRank() const;           //!< @return see SetRank

    /** @param limits text of the attribute; std::invalid_argument unless they are numbers */
    void SetLimits(std::string limits);
    std::string GetLimits() const; //!< @return see SetLimits

    burst::ObjectText m_rankText;   //!< attribute Rank
    Ptr<PFabricRank> m_rank;        //!< of that
    std::string m_limitsText;       //!< attribute Limits
    std::vector<uint32_t> m_limits; //!< of that
};

} // namespace ns3

#endif // PFABRIC_RANK_H
