/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-pcap-writer.h"

#include "ns3/burst-core-check.h"

#include <stdexcept>
#include <vector>

namespace ns3
{

namespace
{

constexpr uint32_t MAGIC = 0xa1b23c4d;          //!< of pcap with nanoseconds
constexpr uint32_t LINKTYPE = 197;              //!< of ERF
constexpr uint32_t SNAPLEN = 262'144;           //!< octets: none is cut
constexpr uint8_t TYPE_ATM = 3;                 //!< of ERF: a cell
constexpr uint8_t TYPE_AAL5 = 4;                //!< of ERF: a PDU
constexpr uint32_t OWN = 16;                    //!< octets that a record of ERF has of its own
constexpr uint32_t HEADER = 4;                  //!< octets of the header of a cell, without the HEC
constexpr AtmTime PICOSECONDS = 1000;           //!< in a nanosecond
constexpr uint64_t NANOSECONDS = 1'000'000'000; //!< in a second

/** Octets that are written one after the other. */
class Octets : public std::vector<char>
{
  public:
    /**
     * @param value to be written
     * @param size octets of it, the least significant one first
     */
    void Little(uint64_t value, uint32_t size)
    {
        for (uint32_t octet = 0; octet < size; ++octet)
        {
            push_back(static_cast<char>(value >> 8 * octet & 0xff));
        }
    }

    /**
     * @param value to be written
     * @param size octets of it, the most significant one first
     */
    void Big(uint64_t value, uint32_t size)
    {
        for (uint32_t octet = size; octet-- > 0;)
        {
            push_back(static_cast<char>(value >> 8 * octet & 0xff));
        }
    }
};

} // namespace

AtmPcapWriter::AtmPcapWriter(const std::string& file)
    : m_name(file),
      m_file(file, std::ios::binary)
{
    Octets header;
    header.Little(MAGIC, 4);
    header.Little(2, 2); // version 2.4
    header.Little(4, 2);
    header.Little(0, 8);
    header.Little(SNAPLEN, 4);
    header.Little(LINKTYPE, 4);
    m_file.write(header.data(), header.size());
    Check();
}

void
AtmPcapWriter::WriteCell(AtmTime time, const AtmCellHeader& header, Ptr<const Packet> payload)
{
    burst::CheckParameter(payload->GetSize() == AtmCellHeader::PAYLOAD,
                          "the payload of a cell",
                          payload->GetSize(),
                          "48 octets");
    Write(time, TYPE_ATM, header, payload);
}

void
AtmPcapWriter::WritePdu(AtmTime time, const AtmCellHeader& header, Ptr<const Packet> pdu)
{
    const uint32_t size = pdu->GetSize();
    burst::CheckParameter(size > 0 && size <= LONGEST && size % AtmCellHeader::PAYLOAD == 0,
                          "the size of a PDU",
                          size,
                          "multiples of 48 octets up to 65472");
    Write(time, TYPE_AAL5, header, pdu);
}

void
AtmPcapWriter::Write(AtmTime time,
                     uint8_t type,
                     const AtmCellHeader& header,
                     Ptr<const Packet> payload)
{
    burst::CheckParameter(time >= 0,
                          "the time of a cell",
                          static_cast<double>(time),
                          "picoseconds from 0 on");
    const uint64_t seconds = time / ATM_SECOND;
    const uint64_t nanoseconds = time % ATM_SECOND / PICOSECONDS;
    const uint32_t wire = HEADER + payload->GetSize();

    Octets record;
    record.Little(seconds, 4);
    record.Little(nanoseconds, 4);
    record.Little(OWN + wire, 4);
    record.Little(OWN + wire, 4);

    // Wireshark goes by this time. Rounded up, it is the same nanosecond to whoever rounds or cuts.
    record.Little((seconds << 32) + ((nanoseconds << 32) + NANOSECONDS - 1) / NANOSECONDS, 8);
    record.Big(type, 1);
    record.Big(0, 1); // flags: interface 0
    record.Big(OWN + wire, 2);
    record.Big(0, 2); // lost
    record.Big(wire, 2);

    auto octets = Create<Packet>();
    octets->AddHeader(header);
    octets->RemoveAtEnd(octets->GetSize() - HEADER);
    octets->AddAtEnd(payload);
    const size_t front = record.size();
    record.resize(front + wire);
    octets->CopyData(reinterpret_cast<uint8_t*>(record.data() + front), wire);
    m_file.write(record.data(), record.size());
    Check();
}

void
AtmPcapWriter::Close()
{
    m_file.close();
    Check();
}

void
AtmPcapWriter::Check() const
{
    if (!m_file)
    {
        throw std::runtime_error("cannot write " + m_name);
    }
}

} // namespace ns3
