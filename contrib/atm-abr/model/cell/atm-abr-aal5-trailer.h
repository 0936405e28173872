/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_AAL5_TRAILER_H
#define ATM_ABR_AAL5_TRAILER_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/trailer.h"

#include <cstdint>
#include <ostream>

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

    /** @param length of the SDU, octets @param uu the users' own octet @param cpi common part
     * indicator, for which 0 alone is defined */
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

} // namespace ns3

#endif // ATM_ABR_AAL5_TRAILER_H
