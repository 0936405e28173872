/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_HEADER_H
#define PFABRIC_HEADER_H

#include "pfabric-receiver.h"

#include "ns3/header.h"

#include <array>
#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief The header of a pFabric packet: 20 bytes, and 8 more for each block of an acknowledgement.
 *
 *     0        source port           2        destination port
 *     4        number of the message, of those from the source port
 *     8        data: number of the first byte; acknowledgement: bytes that came in order
 *     12       priority, 0 the highest
 *     16       1 acknowledgement, 2 the last byte of the message is in the packet
 *     17       number of blocks      18       0
 *     20       blocks: first byte, the byte behind the last one
 *
 * With IPv4 a packet of 1,500 bytes has 1,460 bytes of its message. No header was published: the
 * ns-2 code has that of TCP.
 */
class PFabricHeader : public Header
{
  public:
    static constexpr uint32_t BYTES = 20; //!< without blocks

    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * @param source port
     * @param destination port
     */
    void SetPorts(uint16_t source, uint16_t destination);

    /** @return port of the sender of the packet */
    uint16_t GetSourcePort() const
    {
        return m_source;
    }

    /** @return port of its receiver */
    uint16_t GetDestinationPort() const
    {
        return m_destination;
    }

    void SetMessage(uint32_t message); //!< @param message number, of those from its source port

    /** @return see SetMessage */
    uint32_t GetMessage() const
    {
        return m_message;
    }

    void SetPriority(uint32_t priority); //!< @param priority 0 is the highest

    /** @return see SetPriority */
    uint32_t GetPriority() const
    {
        return m_priority;
    }

    /**
     * The packet has data.
     * @param begin number of its first byte
     * @param last whether it has the last one of the message
     */
    void SetData(uint32_t begin, bool last);

    /** @return number of the first byte */
    uint32_t GetBegin() const
    {
        return m_offset;
    }

    /** @return whether the last byte of the message is in the packet */
    bool IsLast() const
    {
        return m_last;
    }

    /** The packet is an acknowledgement. @param acknowledgement its content, 32 bits of each
     * number */
    void SetAcknowledgement(const PFabricAcknowledgement& acknowledgement);

    /** @return whether it is one */
    bool IsAcknowledgement() const
    {
        return m_acknowledgement;
    }

    PFabricAcknowledgement GetAcknowledgement() const; //!< @return its content

    TypeId GetInstanceTypeId() const override;

    uint32_t GetSerializedSize() const override
    {
        return BYTES + BLOCK_BYTES * m_count;
    }

    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    static constexpr uint32_t BLOCK_BYTES = 8; //!< of a block

    /** A block, as it is sent. */
    struct Block
    {
        uint32_t begin; //!< first byte
        uint32_t end;   //!< the byte behind the last one
    };

    uint16_t m_source{0};          //!< port
    uint16_t m_destination{0};     //!< port
    uint32_t m_message{0};         //!< number of the message
    uint32_t m_offset{0};          //!< first byte, or bytes that came in order
    uint32_t m_priority{0};        //!< 0 is the highest
    bool m_acknowledgement{false}; //!< whether it is one
    bool m_last{false};            //!< whether the last byte is in the packet
    uint8_t m_count{0};            //!< blocks of an acknowledgement
    std::array<Block, PFabricBlocks::MAX_BLOCKS> m_blocks{}; //!< the first m_count of them
};

} // namespace ns3

#endif // PFABRIC_HEADER_H
