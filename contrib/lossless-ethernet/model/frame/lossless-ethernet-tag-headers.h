/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_TAG_HEADERS_H
#define LOSSLESS_ETHERNET_TAG_HEADERS_H

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * @brief The CN-TAG of QCN on a frame, behind the EtherType 0x22E9 (IEEE 802.1Qau).
 *
 * 2 bytes flow, a number that has a meaning to the station alone that sends the frame, and 2 bytes
 * EtherType of what follows, big-endian.
 */
class CnTagHeader : public Header
{
  public:
    static constexpr uint16_t ETHER_TYPE = 0x22e9; //!< in front of it
    static constexpr uint32_t SIZE = 4;            //!< bytes

    static TypeId GetTypeId(); //!< @return the TypeId
    CnTagHeader() = default;

    /** @param flow number of it at the sender @param etherType of what follows */
    CnTagHeader(uint16_t flow, uint16_t etherType);

    uint16_t GetFlow() const;      //!< @return number of it at the sender
    uint16_t GetEtherType() const; //!< @return of what follows

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    uint16_t m_flow{0};      //!< number of it at the sender
    uint16_t m_etherType{0}; //!< of what follows
};

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

/**
 * @ingroup lossless-ethernet
 * @brief The tag that carries the priority of a frame, behind the EtherType 0x8100 (IEEE 802.1Q).
 *
 * Most significant bit first: 3 bits priority, a bit of drop eligibility, which is never set, 12
 * bits VLAN (0: the tag carries a priority alone), 2 bytes EtherType of what follows.
 */
class VlanTagHeader : public Header
{
  public:
    static constexpr uint16_t ETHER_TYPE = 0x8100; //!< in front of it
    static constexpr uint32_t SIZE = 4;            //!< bytes
    static constexpr uint32_t MOST_VLAN = 4094;    //!< highest number of a VLAN

    static TypeId GetTypeId(); //!< @return the TypeId
    VlanTagHeader() = default;

    /** @param priority 0 to 7 @param etherType of what follows @param vlan 0 to 4094
     * @throw std::invalid_argument a number does not fit its field */
    VlanTagHeader(uint32_t priority, uint16_t etherType, uint32_t vlan = 0);

    uint32_t GetPriority() const;  //!< @return 0 to 7
    uint16_t GetEtherType() const; //!< @return of what follows
    uint32_t GetVlan() const;      //!< @return 0 to 4095

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    uint8_t m_priority{0};   //!< 0 to 7
    uint16_t m_vlan{0};      //!< 0 to 4095
    uint16_t m_etherType{0}; //!< of what follows
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_TAG_HEADERS_H
