/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-trailer.h"

#include "servernet-packet.h"

#include "ns3/crc32.h"
#include "ns3/log.h"

#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetTrailer");

NS_OBJECT_ENSURE_REGISTERED(ServerNetTrailer);

namespace
{

/** @param packet bytes @return their CRC-32 */
uint32_t
GetCrcOf(const Packet& packet)
{
    std::vector<uint8_t> bytes(packet.GetSize());
    packet.CopyData(bytes.data(), packet.GetSize());
    return CRC32Calculate(bytes.data(), static_cast<int>(bytes.size()));
}

} // namespace

TypeId
ServerNetTrailer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerNetTrailer")
                            .SetParent<Trailer>()
                            .SetGroupName("ServerNet")
                            .AddConstructor<ServerNetTrailer>();
    return tid;
}

ServerNetTrailer::ServerNetTrailer(const Packet& packet)
    : m_crc(GetCrcOf(packet))
{
}

bool
ServerNetTrailer::Check(const Packet& packet) const
{
    const uint32_t crc = GetCrcOf(packet);
    if (crc != m_crc)
    {
        NS_LOG_WARN("the CRC is " << m_crc << ", that of the bytes " << crc);
    }
    return crc == m_crc;
}

TypeId
ServerNetTrailer::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
ServerNetTrailer::GetSerializedSize() const
{
    return ServerNetPacket::CRC;
}

void
ServerNetTrailer::Serialize(Buffer::Iterator end) const
{
    NS_LOG_FUNCTION(this << &end);
    end.Prev(ServerNetPacket::CRC);
    end.WriteHtonU32(m_crc);
}

uint32_t
ServerNetTrailer::Deserialize(Buffer::Iterator end)
{
    end.Prev(ServerNetPacket::CRC);
    m_crc = end.ReadNtohU32();
    return ServerNetPacket::CRC;
}

void
ServerNetTrailer::Print(std::ostream& os) const
{
    os << "crc " << m_crc;
}

} // namespace ns3
