/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_TRAILER_H
#define SERVERNET_TRAILER_H

#include "ns3/packet.h"
#include "ns3/trailer.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The last 4 bytes of a packet: the CRC-32 (IEEE 802.3) of all bytes before them,
 * big-endian.
 */
class ServerNetTrailer : public Trailer
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    ServerNetTrailer() = default;

    /** @param packet all bytes before the CRC */
    explicit ServerNetTrailer(const Packet& packet);

    /** @param packet all bytes before the CRC @return whether the CRC is that of the packet */
    bool Check(const Packet& packet) const;

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator end) const override;
    uint32_t Deserialize(Buffer::Iterator end) override;
    void Print(std::ostream& os) const override;

  private:
    uint32_t m_crc{0}; //!< of all bytes before it
};

} // namespace ns3

#endif // SERVERNET_TRAILER_H
