/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_MAC_CONTROL_HEADER_H
#define LOSSLESS_ETHERNET_MAC_CONTROL_HEADER_H

#include "ns3/header.h"
#include "ns3/mac48-address.h"

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * @brief PAUSE or PFC, behind the EtherType 0x8808: opcode, operands, and zeros up to 46 bytes.
 *
 * PAUSE (IEEE 802.3, Annex 31B): opcode 0x0001, 2 bytes of quanta. PFC (IEEE 802.1Qbb; IEEE 802.3,
 * Annex 31D): opcode 0x0101, 2 bytes whose bit n says that priority n is meant, eight times 2 bytes
 * of quanta from priority 0 on. All big-endian. A quantum is 512 bit times of the link, 0 quanta
 * end a pause.
 */
class MacControlHeader : public Header
{
  public:
    static constexpr uint16_t ETHER_TYPE = 0x8808; //!< in front of it
    static constexpr uint32_t SIZE = 46;           //!< bytes, always
    static constexpr uint32_t PRIORITIES = 8;      //!< of PFC
    static constexpr uint32_t QUANTUM = 512;       //!< bit times of the link

    /** What a frame asks for. */
    enum Opcode : uint16_t
    {
        PAUSE = 0x0001, //!< of all but MAC control
        PFC = 0x0101,   //!< of some priorities
    };

    static TypeId GetTypeId();            //!< @return the TypeId
    static Mac48Address GetDestination(); //!< @return 01-80-C2-00-00-01, which no bridge forwards
    MacControlHeader() = default;

    /** PAUSE. @param quanta how long, 0 to 65535 */
    explicit MacControlHeader(uint16_t quanta);

    /** PFC. @param enabled bit n: priority n is meant @param quanta how long, by priority; of those
     * that are not meant 0 is sent */
    MacControlHeader(uint8_t enabled, const std::array<uint16_t, PRIORITIES>& quanta);

    Opcode GetOpcode() const; //!< @return PAUSE or PFC

    /** @param priority 0 to 7 @return quanta for which it is to pause; nothing if it is not meant.
     * PAUSE means all. @throw std::invalid_argument there is no such priority */
    std::optional<uint16_t> GetQuanta(uint32_t priority) const;

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    Opcode m_opcode{PAUSE};                      //!< what is asked for
    uint8_t m_enabled{0xff};                     //!< bit n: priority n is meant
    std::array<uint16_t, PRIORITIES> m_quanta{}; //!< by priority; of PAUSE all the same
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_MAC_CONTROL_HEADER_H
