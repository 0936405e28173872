/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_BRIDGED_ETHERNET_HEADER_H
#define ATM_ABR_BRIDGED_ETHERNET_HEADER_H

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief What stands before an Ethernet frame without check sequence in an SDU of AAL5.
 *
 * 10 octets: LLC AA-AA-03, OUI 00-80-C2, PID 00-07 and two octets of padding (RFC 2684, 5.2). They
 * are always the same; with other ones it is no such frame.
 */
class AtmBridgedEthernetHeader : public Header
{
  public:
    static constexpr uint32_t SIZE = 10; //!< octets

    static TypeId GetTypeId(); //!< @return the TypeId

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;
};

} // namespace ns3

#endif // ATM_ABR_BRIDGED_ETHERNET_HEADER_H
