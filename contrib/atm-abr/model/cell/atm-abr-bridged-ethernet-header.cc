/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-bridged-ethernet-header.h"

#include "ns3/log.h"

#include <array>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AtmBridgedEthernetHeader");

NS_OBJECT_ENSURE_REGISTERED(AtmBridgedEthernetHeader);

namespace
{

constexpr std::array<uint8_t, AtmBridgedEthernetHeader::SIZE>
    OCTETS{0xaa, 0xaa, 0x03, 0x00, 0x80, 0xc2, 0x00, 0x07, 0x00, 0x00};

} // namespace

TypeId
AtmBridgedEthernetHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AtmBridgedEthernetHeader")
                            .SetParent<Header>()
                            .SetGroupName("AtmAbr")
                            .AddConstructor<AtmBridgedEthernetHeader>();
    return tid;
}

TypeId
AtmBridgedEthernetHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
AtmBridgedEthernetHeader::GetSerializedSize() const
{
    return SIZE;
}

void
AtmBridgedEthernetHeader::Serialize(Buffer::Iterator start) const
{
    NS_LOG_FUNCTION(this << &start);
    start.Write(OCTETS.data(), SIZE);
}

uint32_t
AtmBridgedEthernetHeader::Deserialize(Buffer::Iterator start)
{
    std::array<uint8_t, SIZE> octets{};
    if (start.GetRemainingSize() >= SIZE)
    {
        start.Read(octets.data(), SIZE);
    }
    if (octets != OCTETS)
    {
        NS_LOG_WARN("no Ethernet frame without check sequence");
        return 0;
    }
    return SIZE;
}

void
AtmBridgedEthernetHeader::Print(std::ostream& os) const
{
    os << "Ethernet without check sequence";
}

} // namespace ns3
