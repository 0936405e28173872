/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_RM_CELL_HEADER_H
#define ATM_ABR_RM_CELL_HEADER_H

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A rate in the 16 bits that it has in an RM cell.
 *
 * From the most significant bit on: one bit 0, nz, 5 bits e, 9 bits m. The rate is
 * nz 2^e (1 + m / 512) cells per second: 0, and 1 to 4,290,772,992 in steps of 1/512 to 1/1024 of
 * it (ATM Forum TM 4.0, section on the format of RM cells; Freescale MPC8260 manual, 30.5.2.1).
 */
class AtmRateFloat
{
  public:
    static constexpr double HIGHEST = 4'290'772'992; //!< cells per second

    AtmRateFloat() = default; //!< A rate of 0.

    /**
     * Round down, so that nobody is given more than is meant; what is below 1 becomes 0.
     * @param rate cells per second @throw std::invalid_argument the rate is not 0 to HIGHEST
     */
    explicit AtmRateFloat(double rate);

    /** @param rate cells per second, 0 or more @return it, or HIGHEST if it is beyond */
    static AtmRateFloat Saturate(double rate);

    /** @param bits as in a cell @return their rate; the bit that is to be 0 is ignored */
    static AtmRateFloat FromBits(uint16_t bits);

    uint16_t GetBits() const; //!< @return the bits in a cell
    double GetRate() const;   //!< @return cells per second

  private:
    uint16_t m_bits{0}; //!< as in a cell
};

/**
 * @ingroup atm-abr
 * @brief What an RM cell of ABR says (ATM Forum TM 4.0, table of the fields of RM cells).
 *
 * As it stands it is what a source sends, but for the rates.
 */
struct AtmRmCell
{
    bool backward{false};           //!< DIR: on its way back to the source
    bool becn{false};               //!< BN: not made by the source of the data
    bool congestion{false};         //!< CI: the source is to decrease
    bool noIncrease{false};         //!< NI: the source is not to increase
    bool requestAcknowledge{false}; //!< RA: of I.371, false in ABR of the ATM Forum
    AtmRateFloat explicitRate;      //!< ER: the source may not send faster
    AtmRateFloat currentRate;       //!< CCR: the source's ACR when it sent the cell
    AtmRateFloat minimumRate;       //!< MCR
    uint32_t queueLength{0};        //!< QL, cells: of I.371, 0 in ABR of the ATM Forum
    uint32_t sequenceNumber{0};     //!< SN: of I.371, 0 in ABR of the ATM Forum
};

/**
 * @ingroup atm-abr
 * @brief The 48 octets of an RM cell behind the header of the cell, whose PTI is 6.
 *
 * Most significant bit first: 1 octet protocol 1; DIR, BN, CI, NI, RA and 3 bits 0; 2 octets each
 * of ER, CCR and MCR (AtmRateFloat); 4 octets each of QL and SN; 30 octets 0x6A; 6 bits 0 and 10
 * bits CRC, x^10 + x^9 + x^5 + x^4 + x + 1, of the 374 bits before it (ATM Forum TM 4.0, table of
 * the fields of RM cells). What is reserved is ignored when it is read.
 */
class AtmRmCellHeader : public Header
{
  public:
    static constexpr uint32_t SIZE = 48;      //!< octets
    static constexpr uint8_t PROTOCOL = 1;    //!< ABR
    static constexpr uint8_t RESERVED = 0x6a; //!< octet in what is reserved

    static TypeId GetTypeId(); //!< @return the TypeId
    AtmRmCellHeader() = default;

    explicit AtmRmCellHeader(const AtmRmCell& cell); //!< @param cell what it says

    const AtmRmCell& GetCell() const; //!< @return what it says

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    AtmRmCell m_cell; //!< what it says
};

} // namespace ns3

#endif // ATM_ABR_RM_CELL_HEADER_H
