/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_PCAP_WRITER_H
#define ATM_ABR_PCAP_WRITER_H

#include "atm-abr-cell-header.h"

#include "ns3/atm-abr-time.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <fstream>
#include <string>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Writes cells and PDUs of AAL5 to a pcap file that Wireshark reads.
 *
 * The link type is ERF (197), Endace's record format, with records of type ATM and AAL5: 16 octets
 * of their own, the header of a cell without its HEC, and the payload. Times are whole nanoseconds,
 * rounded down; records have them once more, rounded up to 2^-32 s.
 */
class AtmPcapWriter
{
  public:
    static constexpr uint32_t LONGEST = 65472; //!< octets of a PDU, for 16 bits of a record

    /** @param file to be written; what is there is replaced
     * @throw std::runtime_error it cannot be written */
    explicit AtmPcapWriter(const std::string& file);

    /**
     * @param time of the cell, from 0 on
     * @param header of it
     * @param payload 48 octets
     * @throw std::invalid_argument time or size is wrong
     * @throw std::runtime_error the file cannot be written
     */
    void WriteCell(AtmTime time, const AtmCellHeader& header, Ptr<const Packet> payload);

    /**
     * @param time of the PDU, from 0 on
     * @param header of its last cell
     * @param pdu with its trailer: a multiple of 48 octets, LONGEST at most
     * @throw std::invalid_argument time or size is wrong
     * @throw std::runtime_error the file cannot be written
     */
    void WritePdu(AtmTime time, const AtmCellHeader& header, Ptr<const Packet> pdu);

    /** Write what was held back; nothing can be written any more.
     * @throw std::runtime_error the file cannot be written */
    void Close();

  private:
    /**
     * @param time of it
     * @param type of the record
     * @param header of a cell
     * @param payload after it
     */
    void Write(AtmTime time, uint8_t type, const AtmCellHeader& header, Ptr<const Packet> payload);
    void Check() const; //!< @throw std::runtime_error the file cannot be written

    std::string m_name;   //!< of the file
    std::ofstream m_file; //!< where to write
};

} // namespace ns3

#endif // ATM_ABR_PCAP_WRITER_H
