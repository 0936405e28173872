/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_UDP_PROBE_HEADER_H
#define PATH_MEASUREMENT_UDP_PROBE_HEADER_H

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief What the tools write into their UDP packets: which packet, and when it was sent.
 */
class UdpProbeHeader : public Header
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    uint32_t round{0};  //!< of a tool that sends several times, from 1
    uint32_t train{0};  //!< number of the train within the round, from 0
    uint32_t number{0}; //!< of the packet within the train, from 0
    uint32_t length{0}; //!< of the train, in packets
    int64_t sent{0};    //!< by the clock of the sender, in ns

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;
};

} // namespace ns3

#endif // PATH_MEASUREMENT_UDP_PROBE_HEADER_H
