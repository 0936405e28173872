/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-rm-cell-header.h"

#include "ns3/burst-core-check.h"
#include "ns3/log.h"

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AtmRmCellHeader");

namespace
{

constexpr uint16_t NONZERO = 0x4000; //!< the bit nz
constexpr uint32_t MANTISSA = 9;     //!< bits
constexpr uint16_t STEPS = 512;      //!< of a mantissa
constexpr uint16_t EXPONENTS = 32;   //!< of them

} // namespace

AtmRateFloat::AtmRateFloat(double rate)
{
    burst::CheckParameter(rate >= 0 && rate <= HIGHEST,
                          "a rate of an RM cell",
                          rate,
                          "0 to 4290772992 cells per second");
    if (rate >= 1)
    {
        int exponent = 0;
        const double significand = 2 * std::frexp(rate, &exponent); // 1 to below 2
        const auto mantissa = static_cast<uint16_t>((significand - 1) * STEPS);
        m_bits = static_cast<uint16_t>(NONZERO | (exponent - 1) << MANTISSA | mantissa);
    }
}

AtmRateFloat
AtmRateFloat::Saturate(double rate)
{
    return AtmRateFloat(std::min(rate, HIGHEST));
}

AtmRateFloat
AtmRateFloat::FromBits(uint16_t bits)
{
    AtmRateFloat read;
    read.m_bits = bits & 0x7fff;
    return read;
}

uint16_t
AtmRateFloat::GetBits() const
{
    return m_bits;
}

double
AtmRateFloat::GetRate() const
{
    if ((m_bits & NONZERO) == 0)
    {
        return 0;
    }
    return std::ldexp(1 + static_cast<double>(m_bits % STEPS) / STEPS,
                      m_bits >> MANTISSA & (EXPONENTS - 1));
}

NS_OBJECT_ENSURE_REGISTERED(AtmRmCellHeader);

TypeId
AtmRmCellHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AtmRmCellHeader")
                            .SetParent<Header>()
                            .SetGroupName("AtmAbr")
                            .AddConstructor<AtmRmCellHeader>();
    return tid;
}

namespace
{

/** Bits of the second octet. */
enum MessageType : uint8_t
{
    DIR = 0x80,
    BN = 0x40,
    CI = 0x20,
    NI = 0x10,
    RA = 0x08,
};

/** @param start of a cell @return the remainder of all its bits: the CRC while the bits of that are
 * 0, and 0 once they are what it says */
uint16_t
GetRemainder(Buffer::Iterator start)
{
    std::array<uint8_t, AtmRmCellHeader::SIZE> octets;
    start.Read(octets.data(), AtmRmCellHeader::SIZE);
    return boost::augmented_crc<10, 0x233>(octets.data(), octets.size());
}

} // namespace

AtmRmCellHeader::AtmRmCellHeader(const AtmRmCell& cell)
    : m_cell(cell)
{
}

const AtmRmCell&
AtmRmCellHeader::GetCell() const
{
    return m_cell;
}

TypeId
AtmRmCellHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
AtmRmCellHeader::GetSerializedSize() const
{
    return SIZE;
}

void
AtmRmCellHeader::Serialize(Buffer::Iterator start) const
{
    NS_LOG_FUNCTION(this << &start);
    const Buffer::Iterator first = start;
    start.WriteU8(PROTOCOL);
    start.WriteU8((m_cell.backward ? DIR : 0) | (m_cell.becn ? BN : 0) |
                  (m_cell.congestion ? CI : 0) | (m_cell.noIncrease ? NI : 0) |
                  (m_cell.requestAcknowledge ? RA : 0));
    start.WriteHtonU16(m_cell.explicitRate.GetBits());
    start.WriteHtonU16(m_cell.currentRate.GetBits());
    start.WriteHtonU16(m_cell.minimumRate.GetBits());
    start.WriteHtonU32(m_cell.queueLength);
    start.WriteHtonU32(m_cell.sequenceNumber);
    start.WriteU8(RESERVED, SIZE - 2 - first.GetDistanceFrom(start));
    const Buffer::Iterator last = start;
    start.WriteHtonU16(0);
    start = last;
    start.WriteHtonU16(GetRemainder(first));
}

uint32_t
AtmRmCellHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE)
    {
        NS_LOG_WARN("an RM cell is cut off after " << start.GetRemainingSize() << " octets");
        return 0;
    }
    const uint16_t remainder = GetRemainder(start);
    const uint8_t protocol = start.ReadU8();
    if (remainder != 0 || protocol != PROTOCOL)
    {
        NS_LOG_WARN("no RM cell of ABR: protocol " << +protocol << ", remainder of the CRC "
                                                   << remainder);
        return 0;
    }
    const uint8_t type = start.ReadU8();
    m_cell.backward = (type & DIR) != 0;
    m_cell.becn = (type & BN) != 0;
    m_cell.congestion = (type & CI) != 0;
    m_cell.noIncrease = (type & NI) != 0;
    m_cell.requestAcknowledge = (type & RA) != 0;
    m_cell.explicitRate = AtmRateFloat::FromBits(start.ReadNtohU16());
    m_cell.currentRate = AtmRateFloat::FromBits(start.ReadNtohU16());
    m_cell.minimumRate = AtmRateFloat::FromBits(start.ReadNtohU16());
    m_cell.queueLength = start.ReadNtohU32();
    m_cell.sequenceNumber = start.ReadNtohU32();
    NS_LOG_LOGIC("read: " << *this);
    return SIZE;
}

void
AtmRmCellHeader::Print(std::ostream& os) const
{
    os << (m_cell.backward ? "backward" : "forward") << " bn " << m_cell.becn << " ci "
       << m_cell.congestion << " ni " << m_cell.noIncrease << " ra " << m_cell.requestAcknowledge
       << " er " << m_cell.explicitRate.GetRate() << " ccr " << m_cell.currentRate.GetRate()
       << " mcr " << m_cell.minimumRate.GetRate() << " ql " << m_cell.queueLength << " sn "
       << m_cell.sequenceNumber;
}

} // namespace ns3
