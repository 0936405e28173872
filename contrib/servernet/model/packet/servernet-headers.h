/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_HEADERS_H
#define SERVERNET_HEADERS_H

#include "servernet-packet.h"

#include "ns3/header.h"
#include "ns3/packet.h"
#include "ns3/trailer.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The first 8 bytes of a packet, and the 4 bytes of the address of a request.
 *
 * Most significant bit first: 20 bits destination, 20 bits source, 4 bits transaction type, 8 bits
 * data length, 4 bits transaction ID, path bit, response bit, nack bit, 5 bits reserved
 * (ServerNet Cluster Manual, p. 1-24). The address of a request is big-endian.
 */
class ServerNetHeader : public Header
{
  public:
    static constexpr uint32_t MOST_ID = (1 << 20) - 1; //!< of a device

    static TypeId GetTypeId(); //!< @return the TypeId
    ServerNetHeader() = default;

    /** @param packet packet of the header
     * @throw std::invalid_argument a number does not fit its field */
    explicit ServerNetHeader(const ServerNetPacket& packet);

    ServerNetPacketType GetType() const; //!< @return type of the packet
    uint32_t GetDestination() const;     //!< @return device
    uint32_t GetSource() const;          //!< @return device
    uint32_t GetDataLength() const;      //!< @return bytes
    uint32_t GetTransactionId() const;   //!< @return 0 to 15
    bool GetPath() const;                //!< @return path bit: false is fabric X, true is Y
    bool IsNack() const;                 //!< @return whether the nack bit is set
    uint32_t GetDataAddress() const;     //!< @return the address of a request, 0 of a response

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    uint32_t m_destination{0};                          //!< device
    uint32_t m_source{0};                               //!< device
    uint32_t m_dataAddress{0};                          //!< of a request
    ServerNetPacketType m_type{SERVERNET_READ_REQUEST}; //!< what the packet is for
    uint8_t m_dataLength{0};                            //!< bytes
    uint8_t m_transactionId{0};                         //!< 0 to 15
    bool m_path{false};                                 //!< fabric Y
    bool m_nack{false};                                 //!< never set
};

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

#endif // SERVERNET_HEADERS_H
