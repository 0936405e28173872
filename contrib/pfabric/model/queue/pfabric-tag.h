/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_TAG_H
#define PFABRIC_TAG_H

#include "ns3/nstime.h"
#include "ns3/tag.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief What pFabric ports read of a packet: its priority and its flow.
 *
 * It is a packet tag of its own, since ns-3 takes SocketIpTosTag off in Ipv4L3Protocol and
 * SocketPriorityTag in QueueDisc: priorities in these would be lost on the way.
 */
class PFabricTag : public Tag
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    PFabricTag() = default;

    /**
     * @param priority see GetPriority
     * @param flow see GetFlow
     */
    PFabricTag(uint32_t priority, uint64_t flow);

    uint32_t GetPriority() const; //!< @return priority, 0 the highest
    uint64_t GetFlow() const;     //!< @return the flow whose packets do not overtake each other

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer buffer) const override;
    void Deserialize(TagBuffer buffer) override;
    void Print(std::ostream& os) const override;

  private:
    uint32_t m_priority{0}; //!< 0 is the highest
    uint64_t m_flow{0};     //!< whose packets do not overtake each other
};

/**
 * @ingroup pfabric
 * @brief When a message was given to its transport: a packet tag of its content, by which the
 * receiver's record of the message is complete. There are no bytes of that on the links.
 */
class PFabricStartTag : public Tag
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    PFabricStartTag() = default;
    explicit PFabricStartTag(Time start); //!< @param start of a message

    Time GetStart() const; //!< @return when the message was given to its transport

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer buffer) const override;
    void Deserialize(TagBuffer buffer) override;
    void Print(std::ostream& os) const override;

  private:
    Time m_start; //!< see GetStart
};

} // namespace ns3

#endif // PFABRIC_TAG_H
