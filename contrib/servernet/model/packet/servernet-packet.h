/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_PACKET_H
#define SERVERNET_PACKET_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/** @ingroup servernet What a packet is for. A transaction is a request and its response. */
enum ServerNetPacketType : uint8_t
{
    SERVERNET_READ_REQUEST = 0,
    SERVERNET_READ_RESPONSE = 1,
    SERVERNET_WRITE_REQUEST = 2,
    SERVERNET_WRITE_RESPONSE = 3,
};

/**
 * @ingroup servernet
 * @brief A packet in a fabric: the fields of its header, without the bytes.
 *
 * Header 8, address 4 (requests only), data 0 to 64 (read responses and write requests only) and
 * CRC 4 bytes: ServerNet Cluster Manual, figure 1-12. A flit is a byte, so that with 64 bytes of
 * data the four types have 16, 76, 80 and 12 flits.
 */
struct ServerNetPacket
{
    static constexpr uint32_t MOST_DATA = 64; //!< bytes
    static constexpr uint32_t HEADER = 8;     //!< bytes
    static constexpr uint32_t ADDRESS = 4;    //!< bytes
    static constexpr uint32_t CRC = 4;        //!< bytes

    uint32_t source{0};                               //!< device
    uint32_t destination{0};                          //!< device
    ServerNetPacketType type{SERVERNET_READ_REQUEST}; //!< what it is for
    uint8_t path{0};                                  //!< 0 in fabric X, 1 in fabric Y
    uint16_t bytes{0};       //!< bytes of data carried, or requested by a read request
    uint32_t address{0};     //!< address field of a request
    uint64_t transaction{0}; //!< number at the requester; the low 4 bits are the transaction ID
    uint32_t attempt{0};     //!< number of earlier attempts of the transaction
    int64_t createTick{0};   //!< tick at which the transaction began
    bool message{false};     //!< its data belong to a message of ns-3; no bit of the packet says so
    Ptr<Packet> data;        //!< user data of a write request; null: zeros

    /** @param type of a packet @return whether it asks for a response */
    static bool IsRequest(ServerNetPacketType type)
    {
        return (type & 1) == 0;
    }

    /**
     * @param type of a packet
     * @param bytes of data of its transaction
     * @return flits of the packet
     */
    static uint32_t GetFlits(ServerNetPacketType type, uint32_t bytes)
    {
        const bool carriesData = type == SERVERNET_READ_RESPONSE || type == SERVERNET_WRITE_REQUEST;
        return HEADER + CRC + (IsRequest(type) ? ADDRESS : 0) + (carriesData ? bytes : 0);
    }

    /** @return flits of the packet */
    uint32_t GetFlits() const
    {
        return GetFlits(type, bytes);
    }

    /** @return the packet with all its bytes, for traces */
    Ptr<Packet> ToPacket() const;
};

} // namespace ns3

#endif // SERVERNET_PACKET_H
