/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_AAL5_H
#define ATM_ABR_AAL5_H

#include "ns3/burst-core-drop-counter.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/trailer.h"

#include <cstdint>
#include <ostream>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The last 8 octets of a PDU of AAL5 (CPCS-PDU, ITU-T I.363.5).
 *
 * 1 octet of the users' own (UU), 1 octet CPI, 2 octets length of the SDU, and a CRC-32 of all
 * before it: 0x04C11DB7 with the most significant bit first, from all ones, inverted.
 */
class Aal5Trailer : public Trailer
{
  public:
    static constexpr uint32_t SIZE = 8; //!< octets

    static TypeId GetTypeId(); //!< @return the TypeId
    Aal5Trailer() = default;   //!< All fields are 0.

    /**
     * @param length of the SDU, octets
     * @param uu the users' own octet
     * @param cpi common part indicator, for which 0 alone is defined
     */
    explicit Aal5Trailer(uint16_t length, uint8_t uu = 0, uint8_t cpi = 0);

    uint8_t GetUu() const;      //!< @return the users' own octet
    uint8_t GetCpi() const;     //!< @return common part indicator
    uint16_t GetLength() const; //!< @return octets of the SDU
    uint32_t GetCrc() const;    //!< @return as it was set or read

    void SetCrc(Ptr<const Packet> padded); //!< @param padded the SDU with its padding

    /** @param padded the SDU with its padding @return whether the CRC is theirs */
    bool CheckCrc(Ptr<const Packet> padded) const;

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator end) const override;
    uint32_t Deserialize(Buffer::Iterator end) override;
    void Print(std::ostream& os) const override;

  private:
    uint32_t ComputeCrc(Ptr<const Packet> padded) const; //!< see SetCrc @return the CRC

    uint8_t m_uu{0};      //!< the users' own octet
    uint8_t m_cpi{0};     //!< common part indicator
    uint16_t m_length{0}; //!< octets
    uint32_t m_crc{0};    //!< of all before it
};

namespace atm
{

/**
 * @ingroup atm-abr
 * @brief AAL5 at the sender: an SDU of 1 to 65535 octets becomes whole payloads of cells.
 *
 * A PDU is the SDU, 0 to 47 octets of zero, and the trailer: a multiple of 48 octets (ITU-T
 * I.363.5). The PTI of its last cell says that it ends there.
 */
class Aal5
{
  public:
    static constexpr uint32_t LONGEST = 65535; //!< octets of an SDU

    /** @param length of an SDU, octets @return cells, that is ceil((length + 8) / 48)
     * @throw std::invalid_argument no SDU has that length */
    static uint32_t GetCells(uint32_t length);

    /**
     * @param sdu to be sent; its tags stay
     * @param uu the users' own octet
     * @return the PDU
     * @throw std::invalid_argument no SDU has that length
     */
    static Ptr<Packet> MakePdu(Ptr<const Packet> sdu, uint8_t uu = 0);

    /**
     * @param sdu to be sent; its tags stay
     * @param uu the users' own octet
     * @return payloads of cells in the order of sending, 48 octets each
     * @throw std::invalid_argument no SDU has that length
     */
    static std::vector<Ptr<Packet>> Segment(Ptr<const Packet> sdu, uint8_t uu = 0);
};

/**
 * @ingroup atm-abr
 * @brief AAL5 at the receiver: payloads of the cells of one virtual channel become SDUs again.
 *
 * A PDU that is wrong is thrown away and counted (ITU-T I.363.5). More cells than the longest SDU
 * needs are thrown away to the next one that ends a PDU, and count once.
 */
class Aal5Reassembler
{
  public:
    // Why a PDU was thrown away, in the order in which it is looked for.
    static constexpr const char* TOO_LONG = "too many cells"; //!< more than 1366
    static constexpr const char* CRC = "wrong CRC-32";        //!< also if cells were lost
    static constexpr const char* CPI = "unknown CPI";         //!< it is not 0
    static constexpr const char* ABORTED = "aborted";         //!< by the sender: its length is 0
    static constexpr const char* LENGTH = "wrong length"; //!< with other than 0 to 47 of padding

    /**
     * @param payload 48 octets
     * @param last whether the PTI says that the PDU ends there
     * @return the SDU if it is whole, else null
     * @throw std::invalid_argument the payload has another size
     */
    Ptr<Packet> Receive(Ptr<const Packet> payload, bool last);

    /** @return PDUs that were thrown away, with the octets of their payloads of cells */
    const burst::DropCounter& GetDrops() const;

    /** @return why the last PDU that ended was thrown away; null: it was not */
    const char* GetFault() const;

    uint8_t GetUu() const; //!< @return the users' own octet of the last SDU, 0 before the first

  private:
    Ptr<Packet> m_pdu;          //!< what has come of it, up to its longest; null: nothing
    uint64_t m_octets{0};       //!< that have come of it
    const char* m_fault{};      //!< see GetFault
    uint8_t m_uu{0};            //!< see GetUu
    burst::DropCounter m_drops; //!< see GetDrops
};

} // namespace atm

} // namespace ns3

#endif // ATM_ABR_AAL5_H
