/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_CN_TAG_HEADER_H
#define LOSSLESS_ETHERNET_CN_TAG_HEADER_H

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

} // namespace ns3

#endif // LOSSLESS_ETHERNET_CN_TAG_HEADER_H
