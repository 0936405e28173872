/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-headers.h"

#include "servernet-packet.h"

#include "ns3/crc32.h"
#include "ns3/log.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetHeaders");

NS_OBJECT_ENSURE_REGISTERED(ServerNetHeader);

TypeId
ServerNetHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerNetHeader")
                            .SetParent<Header>()
                            .SetGroupName("ServerNet")
                            .AddConstructor<ServerNetHeader>();
    return tid;
}

ServerNetHeader::ServerNetHeader(const ServerNetPacket& packet)
    : m_destination(packet.destination),
      m_source(packet.source),
      m_dataAddress(ServerNetPacket::IsRequest(packet.type) ? packet.address : 0),
      m_type(packet.type),
      m_dataLength(static_cast<uint8_t>(packet.bytes)),
      m_transactionId(packet.transaction & 0xf),
      m_path(packet.path != 0)
{
    for (const uint32_t device : {packet.source, packet.destination})
    {
        if (device > MOST_ID)
        {
            throw std::invalid_argument("device " + std::to_string(device) +
                                        " does not fit the 20-bit ID of a ServerNet header");
        }
    }
    if (packet.bytes > ServerNetPacket::MOST_DATA)
    {
        throw std::invalid_argument("a ServerNet packet of " + std::to_string(packet.bytes) +
                                    " bytes of data; allowed are 0 to " +
                                    std::to_string(ServerNetPacket::MOST_DATA));
    }
}

ServerNetPacketType
ServerNetHeader::GetType() const
{
    return m_type;
}

uint32_t
ServerNetHeader::GetDestination() const
{
    return m_destination;
}

uint32_t
ServerNetHeader::GetSource() const
{
    return m_source;
}

uint32_t
ServerNetHeader::GetDataLength() const
{
    return m_dataLength;
}

uint32_t
ServerNetHeader::GetTransactionId() const
{
    return m_transactionId;
}

bool
ServerNetHeader::GetPath() const
{
    return m_path;
}

bool
ServerNetHeader::IsNack() const
{
    return m_nack;
}

uint32_t
ServerNetHeader::GetDataAddress() const
{
    return m_dataAddress;
}

TypeId
ServerNetHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
ServerNetHeader::GetSerializedSize() const
{
    return ServerNetPacket::HEADER +
           (ServerNetPacket::IsRequest(m_type) ? ServerNetPacket::ADDRESS : 0);
}

void
ServerNetHeader::Serialize(Buffer::Iterator start) const
{
    NS_LOG_FUNCTION(this << &start);
    uint64_t bits = m_destination;
    bits = bits << 20 | m_source;
    bits = bits << 4 | m_type;
    bits = bits << 8 | m_dataLength;
    bits = bits << 4 | m_transactionId;
    bits = bits << 1 | (m_path ? 1 : 0);
    bits = bits << 1 | (ServerNetPacket::IsRequest(m_type) ? 0 : 1);
    bits = bits << 1 | (m_nack ? 1 : 0);
    start.WriteHtonU64(bits << 5);
    if (ServerNetPacket::IsRequest(m_type))
    {
        start.WriteHtonU32(m_dataAddress);
    }
}

uint32_t
ServerNetHeader::Deserialize(Buffer::Iterator start)
{
    const uint64_t bits = start.ReadNtohU64();
    m_destination = bits >> 44;
    m_source = bits >> 24 & MOST_ID;
    m_type = static_cast<ServerNetPacketType>(bits >> 20 & 0x3);
    m_dataLength = bits >> 12 & 0xff;
    m_transactionId = bits >> 8 & 0xf;
    m_path = (bits >> 7 & 1) != 0;
    m_nack = (bits >> 5 & 1) != 0;
    m_dataAddress = ServerNetPacket::IsRequest(m_type) ? start.ReadNtohU32() : 0;
    NS_LOG_LOGIC("read: " << *this);
    return GetSerializedSize();
}

void
ServerNetHeader::Print(std::ostream& os) const
{
    static const char* const names[] = {"read-request",
                                        "read-response",
                                        "write-request",
                                        "write-response"};
    os << names[m_type] << " " << m_source << " > " << m_destination << " " << (m_path ? 'Y' : 'X')
       << " id " << +m_transactionId << " length " << +m_dataLength;
    if (ServerNetPacket::IsRequest(m_type))
    {
        os << " address " << m_dataAddress;
    }
}

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
