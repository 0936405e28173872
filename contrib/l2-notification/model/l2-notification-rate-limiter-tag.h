/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef L2_NOTIFICATION_RATE_LIMITER_TAG_H
#define L2_NOTIFICATION_RATE_LIMITER_TAG_H

#include "ns3/lossless-ethernet-congestion-message.h"
#include "ns3/mac48-address.h"
#include "ns3/tag.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup l2-notification
 * @brief On a packet that passed a RateLimiterQueueDisc: whose it is.
 *
 * What the source address, the CN-TAG and the BCN tag of an Ethernet frame carry. It is no part of
 * the bytes, because stock devices and routers would not know these tags, and goes through routers,
 * which replace the addresses of a frame.
 */
class RateLimiterTag : public Tag
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    RateLimiterTag() = default;

    /** @param source device of the limiter @param flow number of it there @param congestionPoint
     * that the limiter is associated with, or CongestionMessage::NOBODY */
    RateLimiterTag(Mac48Address source, uint16_t flow, uint64_t congestionPoint);

    Mac48Address GetSource() const;      //!< @return device of the limiter
    uint16_t GetFlow() const;            //!< @return number of the flow there
    uint64_t GetCongestionPoint() const; //!< @return that of the limiter, or NOBODY

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer buffer) const override;
    void Deserialize(TagBuffer buffer) override;
    void Print(std::ostream& os) const override;

  private:
    Mac48Address m_source;                                           //!< device of the limiter
    uint16_t m_flow{0};                                              //!< number of the flow there
    uint64_t m_congestionPoint{lossless::CongestionMessage::NOBODY}; //!< that of the limiter
};

} // namespace ns3

#endif // L2_NOTIFICATION_RATE_LIMITER_TAG_H
