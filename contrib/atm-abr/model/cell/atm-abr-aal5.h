/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_AAL5_H
#define ATM_ABR_AAL5_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
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

    /** @param sdu to be sent; its tags stay @param uu the users' own octet @return the PDU
     * @throw std::invalid_argument no SDU has that length */
    static Ptr<Packet> MakePdu(Ptr<const Packet> sdu, uint8_t uu = 0);

    /** @param sdu to be sent; its tags stay @param uu the users' own octet @return payloads of
     * cells in the order of sending, 48 octets each
     * @throw std::invalid_argument no SDU has that length */
    static std::vector<Ptr<Packet>> Segment(Ptr<const Packet> sdu, uint8_t uu = 0);
};

} // namespace ns3

#endif // ATM_ABR_AAL5_H
