/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-trailer.h"

#include "servernet-packet.h"

#include "ns3/crc32.h"

#include <vector>

namespace ns3
{

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

uint32_t
ServerNetTrailer::GetCrc() const
{
    return m_crc;
}

bool
ServerNetTrailer::Check(const Packet& packet) const
{
    return m_crc == GetCrcOf(packet);
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
