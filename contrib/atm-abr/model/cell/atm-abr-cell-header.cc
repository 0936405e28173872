/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-cell-header.h"

#include "ns3/burst-core-check.h"
#include "ns3/log.h"

#include <array>
#include <boost/crc.hpp>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AtmCellHeader");

namespace
{

constexpr uint8_t COSET = 0x55; //!< added to the remainder

bool
IsValid(const std::array<uint8_t, 5>& header)
{
    return AtmHec::Compute({header[0], header[1], header[2], header[3]}) == header[4];
}

} // namespace

uint8_t
AtmHec::Compute(const std::array<uint8_t, 4>& header)
{
    boost::crc_optimal<8, 0x07, 0, COSET> crc;
    crc.process_bytes(header.data(), header.size());
    return crc.checksum();
}

AtmHec::Verdict
AtmHec::Correct(std::array<uint8_t, 5>& header)
{
    if (IsValid(header))
    {
        return VALID;
    }
    for (auto& octet : header)
    {
        for (uint8_t bit = 0x80; bit != 0; bit >>= 1)
        {
            octet ^= bit;
            if (IsValid(header))
            {
                return CORRECTED;
            }
            octet ^= bit;
        }
    }
    return WRONG;
}

NS_OBJECT_ENSURE_REGISTERED(AtmCellHeader);

TypeId
AtmCellHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AtmCellHeader")
                            .SetParent<Header>()
                            .SetGroupName("AtmAbr")
                            .AddConstructor<AtmCellHeader>();
    return tid;
}

AtmCellHeader::AtmCellHeader(uint32_t vpi, uint32_t vci, uint32_t pti, bool clp, uint32_t gfc)
    : m_fields(gfc << 28 | vpi << 20 | vci << 4 | pti << 1 | (clp ? 1 : 0))
{
    burst::CheckParameter(vpi <= 255, "the VPI of a cell", vpi, "0 to 255");
    burst::CheckParameter(vci <= 65535, "the VCI of a cell", vci, "0 to 65535");
    burst::CheckParameter(pti <= 7, "the PTI of a cell", pti, "0 to 7");
    burst::CheckParameter(gfc <= 15, "the GFC of a cell", gfc, "0 to 15");
}

uint32_t
AtmCellHeader::GetGfc() const
{
    return m_fields >> 28;
}

uint32_t
AtmCellHeader::GetVpi() const
{
    return m_fields >> 20 & 0xff;
}

uint32_t
AtmCellHeader::GetVci() const
{
    return m_fields >> 4 & 0xffff;
}

uint32_t
AtmCellHeader::GetPti() const
{
    return m_fields >> 1 & 7;
}

bool
AtmCellHeader::GetClp() const
{
    return (m_fields & 1) != 0;
}

bool
AtmCellHeader::IsUserData() const
{
    return GetPti() < OAM_SEGMENT;
}

bool
AtmCellHeader::IsLast() const
{
    return IsUserData() && (GetPti() & LAST) != 0;
}

bool
AtmCellHeader::HasEfci() const
{
    return IsUserData() && (GetPti() & EFCI) != 0;
}

bool
AtmCellHeader::IsRm() const
{
    return GetPti() == RM;
}

TypeId
AtmCellHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
AtmCellHeader::GetSerializedSize() const
{
    return SIZE;
}

void
AtmCellHeader::Serialize(Buffer::Iterator start) const
{
    NS_LOG_FUNCTION(this << &start);
    start.WriteHtonU32(m_fields);
    start.WriteU8(AtmHec::Compute({static_cast<uint8_t>(m_fields >> 24),
                                   static_cast<uint8_t>(m_fields >> 16 & 0xff),
                                   static_cast<uint8_t>(m_fields >> 8 & 0xff),
                                   static_cast<uint8_t>(m_fields & 0xff)}));
}

uint32_t
AtmCellHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE)
    {
        NS_LOG_WARN("the header of a cell is cut off after " << start.GetRemainingSize()
                                                             << " octets");
        return 0;
    }
    std::array<uint8_t, SIZE> octets;
    start.Read(octets.data(), SIZE);
    if (AtmHec::Correct(octets) == AtmHec::WRONG)
    {
        NS_LOG_WARN("the HEC of a cell is wrong");
        return 0;
    }
    m_fields = static_cast<uint32_t>(octets[0]) << 24 | static_cast<uint32_t>(octets[1]) << 16 |
               static_cast<uint32_t>(octets[2]) << 8 | octets[3];
    NS_LOG_LOGIC("read: " << *this);
    return SIZE;
}

void
AtmCellHeader::Print(std::ostream& os) const
{
    os << "gfc " << GetGfc() << " vpi " << GetVpi() << " vci " << GetVci() << " pti " << GetPti()
       << " clp " << GetClp();
}

} // namespace ns3
