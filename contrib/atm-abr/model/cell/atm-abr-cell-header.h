/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_CELL_HEADER_H
#define ATM_ABR_CELL_HEADER_H

#include "ns3/header.h"

#include <array>
#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Header error control: the fifth octet of a cell, a CRC of the other four.
 *
 * The polynomial is x^8 + x^2 + x + 1, and 0x55 is added to the remainder (ITU-T I.432.1, 4.3.2).
 * Any two headers that are right differ in at least 4 bits: one wrong bit can be corrected, and two
 * are always seen.
 */
class AtmHec
{
  public:
    /** What a header was found to be. */
    enum Verdict : uint8_t
    {
        VALID,     //!< nothing to correct
        CORRECTED, //!< one bit was wrong
        WRONG,     //!< more than one bit is wrong
    };

    /** @param header the first four octets @return the fifth */
    static uint8_t Compute(const std::array<uint8_t, 4>& header);

    /** Correct one wrong bit, as a receiver of I.432.1 does in its correction mode.
     * @param header all five octets; left as they are if more than one bit is wrong
     * @return what they were found to be */
    static Verdict Correct(std::array<uint8_t, 5>& header);
};

/**
 * @ingroup atm-abr
 * @brief The header of a cell between a user and the network (UNI), 5 octets.
 *
 * Most significant bit first: 4 bits GFC, 8 bits VPI, 16 bits VCI, 3 bits PTI, 1 bit CLP, and the
 * HEC (ITU-T I.361, 2.2). When it is read, one wrong bit is corrected; with more it is no header.
 */
class AtmCellHeader : public Header
{
  public:
    static constexpr uint32_t SIZE = 5;     //!< octets
    static constexpr uint32_t PAYLOAD = 48; //!< octets of a cell behind it
    static constexpr uint32_t CELL = 53;    //!< octets of a cell

    // Payload types (PTI), ITU-T I.361, 2.2.4. User data is 0 to 3, that is 0 with these bits.
    static constexpr uint8_t LAST = 0b001;           //!< bit: the last cell of an AAL5 PDU
    static constexpr uint8_t EFCI = 0b010;           //!< bit: congestion was experienced
    static constexpr uint8_t OAM_SEGMENT = 0b100;    //!< OAM F5 of a segment
    static constexpr uint8_t OAM_END_TO_END = 0b101; //!< OAM F5 from end to end
    static constexpr uint8_t RM = 0b110;             //!< resource management

    static TypeId GetTypeId(); //!< @return the TypeId
    AtmCellHeader() = default; //!< The header of unassigned cells: all fields 0.

    /**
     * @param vpi virtual path, 0 to 255
     * @param vci virtual channel, 0 to 65535
     * @param pti payload type, 0 to 7
     * @param clp cell loss priority: whether the cell may be lost first
     * @param gfc generic flow control, 0 to 15; 0 says that there is none
     * @throw std::invalid_argument a number does not fit its field
     */
    AtmCellHeader(uint32_t vpi, uint32_t vci, uint32_t pti, bool clp = false, uint32_t gfc = 0);

    uint32_t GetGfc() const; //!< @return generic flow control, 0 to 15
    uint32_t GetVpi() const; //!< @return virtual path, 0 to 255
    uint32_t GetVci() const; //!< @return virtual channel, 0 to 65535
    uint32_t GetPti() const; //!< @return payload type, 0 to 7
    bool GetClp() const;     //!< @return whether the cell may be lost first

    bool IsUserData() const; //!< @return whether the payload is of a user
    bool IsLast() const;     //!< @return whether it is user data and ends an AAL5 PDU
    bool HasEfci() const;    //!< @return whether it is user data that met congestion
    bool IsRm() const;       //!< @return whether it is an RM cell of a virtual channel

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    uint32_t m_fields{0}; //!< all but the HEC, as in the cell
};

} // namespace ns3

#endif // ATM_ABR_CELL_HEADER_H
