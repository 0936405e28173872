/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_RM_CELL_HEADER_H
#define ATM_ABR_RM_CELL_HEADER_H

#include "atm-abr-rm-cell.h"

#include "ns3/header.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The 48 octets of an RM cell behind the header of the cell, whose PTI is 6.
 *
 * Most significant bit first: 1 octet protocol 1; DIR, BN, CI, NI, RA and 3 bits 0; 2 octets each
 * of ER, CCR and MCR (AtmRateFloat); 4 octets each of QL and SN; 30 octets 0x6A; 6 bits 0 and 10
 * bits CRC, x^10 + x^9 + x^5 + x^4 + x + 1, of the 374 bits before it (ATM Forum TM 4.0, table of
 * the fields of RM cells; digest 2.1). What is reserved is ignored when it is read.
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
