/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/crc32.h"
#include "ns3/packet.h"
#include "ns3/servernet-headers.h"
#include "ns3/servernet-packet.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

using namespace ns3;

namespace
{

std::vector<uint8_t>
GetBytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

/** A packet in which every field has a value of its own. */
ServerNetPacket
MakePacket(ServerNetPacketType type)
{
    ServerNetPacket packet;
    packet.destination = 0xabcde;
    packet.source = 0x12345;
    packet.type = type;
    packet.path = 1;
    packet.bytes = 0x40;
    packet.address = 0xfedcba98;
    packet.transaction = 0x1239;
    return packet;
}

// Sizes of issue and study, section 2.1.
TEST(ServerNetPacket, FourTypesHaveFourSizes)
{
    EXPECT_EQ(ServerNetPacket::GetFlits(SERVERNET_READ_REQUEST, 64), 16U);
    EXPECT_EQ(ServerNetPacket::GetFlits(SERVERNET_READ_RESPONSE, 64), 76U);
    EXPECT_EQ(ServerNetPacket::GetFlits(SERVERNET_WRITE_REQUEST, 64), 80U);
    EXPECT_EQ(ServerNetPacket::GetFlits(SERVERNET_WRITE_RESPONSE, 64), 12U);
    EXPECT_EQ(ServerNetPacket::GetFlits(SERVERNET_WRITE_REQUEST, 1), 17U);
}

TEST(ServerNetPacket, HasAsManyBytesAsFlits)
{
    for (const auto type : {SERVERNET_READ_REQUEST,
                            SERVERNET_READ_RESPONSE,
                            SERVERNET_WRITE_REQUEST,
                            SERVERNET_WRITE_RESPONSE})
    {
        for (const uint16_t bytes : {0, 1, 63, 64})
        {
            auto packet = MakePacket(type);
            packet.bytes = bytes;
            EXPECT_EQ(packet.ToPacket()->GetSize(), packet.GetFlits());
        }
    }
}

// Bits by hand: destination abcde, source 12345, type 2, length 40, ID 9, then path 1, response 0,
// nack 0 and five of 0, which is 80; the address.
TEST(ServerNetHeader, HasTheBitsOfTheManual)
{
    auto packet = Create<Packet>();
    packet->AddHeader(ServerNetHeader(MakePacket(SERVERNET_WRITE_REQUEST)));
    const std::vector<uint8_t>
        request{0xab, 0xcd, 0xe1, 0x23, 0x45, 0x24, 0x09, 0x80, 0xfe, 0xdc, 0xba, 0x98};
    EXPECT_EQ(GetBytes(packet), request);

    packet = Create<Packet>();
    packet->AddHeader(ServerNetHeader(MakePacket(SERVERNET_READ_RESPONSE)));
    const std::vector<uint8_t> response{0xab, 0xcd, 0xe1, 0x23, 0x45, 0x14, 0x09, 0xc0};
    EXPECT_EQ(GetBytes(packet), response);
}

TEST(ServerNetHeader, ComesBackAsItWent)
{
    for (const auto type : {SERVERNET_READ_REQUEST,
                            SERVERNET_READ_RESPONSE,
                            SERVERNET_WRITE_REQUEST,
                            SERVERNET_WRITE_RESPONSE})
    {
        const auto packet = MakePacket(type).ToPacket();
        ServerNetHeader header;
        packet->RemoveHeader(header);
        EXPECT_EQ(header.GetType(), type);
        EXPECT_EQ(header.GetDestination(), 0xabcdeU);
        EXPECT_EQ(header.GetSource(), 0x12345U);
        EXPECT_EQ(header.GetDataLength(), 64U);
        EXPECT_EQ(header.GetTransactionId(), 9U);
        EXPECT_TRUE(header.GetPath());
        EXPECT_FALSE(header.IsNack());
        EXPECT_EQ(header.GetDataAddress(), ServerNetPacket::IsRequest(type) ? 0xfedcba98U : 0U);
    }
}

TEST(ServerNetHeader, RefusesWhatDoesNotFit)
{
    auto packet = MakePacket(SERVERNET_READ_REQUEST);
    packet.destination = 1 << 20;
    EXPECT_THROW(ServerNetHeader{packet}, std::invalid_argument);
    packet = MakePacket(SERVERNET_READ_REQUEST);
    packet.bytes = 65;
    EXPECT_THROW(ServerNetHeader{packet}, std::invalid_argument);
}

// The check value of CRC-32 in every catalogue of CRCs: of the digits 1 to 9 it is cbf43926.
TEST(ServerNetTrailer, IsTheStandardCrc)
{
    const std::string digits = "123456789";
    auto packet = Create<Packet>(reinterpret_cast<const uint8_t*>(digits.data()), digits.size());
    packet->AddTrailer(ServerNetTrailer(*packet));
    const auto bytes = GetBytes(packet);
    const std::vector<uint8_t> crc(bytes.end() - 4, bytes.end());
    EXPECT_EQ(crc, (std::vector<uint8_t>{0xcb, 0xf4, 0x39, 0x26}));
}

TEST(ServerNetTrailer, NoticesEveryFlippedBit)
{
    const auto bytes = GetBytes(MakePacket(SERVERNET_WRITE_REQUEST).ToPacket());
    for (std::size_t bit = 0; bit <= 8 * bytes.size(); ++bit)
    {
        auto damaged = bytes;
        if (bit < 8 * bytes.size())
        {
            damaged[bit / 8] ^= 1 << bit % 8;
        }
        auto packet = Create<Packet>(damaged.data(), damaged.size());
        ServerNetTrailer trailer;
        packet->RemoveTrailer(trailer);
        EXPECT_EQ(trailer.Check(*packet), bit == 8 * bytes.size()) << bit;
    }
}

} // namespace
