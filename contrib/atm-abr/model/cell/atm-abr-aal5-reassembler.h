/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_AAL5_REASSEMBLER_H
#define ATM_ABR_AAL5_REASSEMBLER_H

#include "ns3/burst-core-drop-counter.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

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
     * @param payload 48 octets @param last whether the PTI says that the PDU ends there
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

} // namespace ns3

#endif // ATM_ABR_AAL5_REASSEMBLER_H
