/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_RATE_LIMITED_TAG_HEADER_H
#define LOSSLESS_ETHERNET_RATE_LIMITED_TAG_HEADER_H

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * @brief The tag of BCN on a frame that passed a rate limiter, behind the EtherType 0x8904.
 *
 * 8 bytes identifier of the congestion point with which the limiter is associated, 2 bytes
 * EtherType of what follows, big-endian. The IEEE's registry gives the EtherType ("BCN (Backward
 * Congestion Notification) data frame tag"); no public source gives the layout, which is ours.
 */
class RateLimitedTagHeader : public Header
{
  public:
    static constexpr uint16_t ETHER_TYPE = 0x8904; //!< in front of it
    static constexpr uint32_t SIZE = 10;           //!< bytes

    static TypeId GetTypeId(); //!< @return the TypeId
    RateLimitedTagHeader() = default;

    /** @param cpid congestion point of the limiter @param etherType of what follows */
    RateLimitedTagHeader(uint64_t cpid, uint16_t etherType);

    uint64_t GetCpid() const;      //!< @return congestion point of the limiter
    uint16_t GetEtherType() const; //!< @return of what follows

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    uint64_t m_cpid{0};      //!< congestion point of the limiter
    uint16_t m_etherType{0}; //!< of what follows
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_RATE_LIMITED_TAG_HEADER_H
