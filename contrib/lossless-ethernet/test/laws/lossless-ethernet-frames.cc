/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-mac-control-header.h"
#include "ns3/lossless-ethernet-mac-frame.h"
#include "ns3/lossless-ethernet-message-headers.h"
#include "ns3/lossless-ethernet-tag-headers.h"
#include "ns3/packet.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <initializer_list>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

using Bytes = std::vector<uint8_t>;

const Mac48Address DESTINATION{"00:11:22:33:44:55"};

Bytes
GetBytes(Ptr<const Packet> packet)
{
    Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

Ptr<Packet>
ToPacket(const Bytes& bytes)
{
    return Create<Packet>(bytes.data(), bytes.size());
}

Bytes
Serialize(const Header& header)
{
    auto packet = Create<Packet>();
    packet->AddHeader(header);
    return GetBytes(packet);
}

/** The parts one after the other, then zeros up to a size. */
Bytes
Join(std::initializer_list<Bytes> parts, size_t size = 0)
{
    Bytes joined;
    for (const auto& part : parts)
    {
        joined.insert(joined.end(), part.begin(), part.end());
    }
    joined.resize(std::max(size, joined.size()));
    return joined;
}

template <typename Kind>
Kind
Read(const Bytes& bytes)
{
    Kind header;
    const uint32_t size = ToPacket(bytes)->PeekHeader(header);
    EXPECT_EQ(size, header.GetSerializedSize());
    return header;
}

/** A frame's 40 first bytes: addresses, VLAN tag of priority 6, type of IPv4, then 0x01, 0x02, ..
 */
Bytes
MakeSampled()
{
    Bytes bytes{0x00,
                0x11,
                0x22,
                0x33,
                0x44,
                0x55,
                0x66,
                0x77,
                0x88,
                0x99,
                0xaa,
                0xbb,
                0x81,
                0x00,
                0xc0,
                0x00,
                0x08,
                0x00};
    for (uint8_t next = 1; bytes.size() < 40; ++next)
    {
        bytes.push_back(next);
    }
    return bytes;
}

// Bytes by hand from IEEE 802.3, Annexes 31A and 31B: opcode 0001, pause_time, 42 of zero.
TEST(MacControlHeader, PauseHasTheBytesOfTheStandard)
{
    EXPECT_EQ(Serialize(MacControlHeader(0x1234)), Join({{0x00, 0x01, 0x12, 0x34}}, 46));
    EXPECT_EQ(Serialize(MacControlHeader(0)), Join({{0x00, 0x01}}, 46));
    EXPECT_EQ(Serialize(MacControlHeader(0xffff)), Join({{0x00, 0x01, 0xff, 0xff}}, 46));
}

// Bytes by hand from IEEE 802.3, Annex 31D: opcode 0101, enable vector, times 0 to 7, 26
// of zero. Priorities 0, 2 and 7 are bits 0x85; the times of the others are not sent.
TEST(MacControlHeader, PfcHasTheBytesOfTheStandard)
{
    const MacControlHeader header(0x85, {0x0102, 1, 0x0304, 1, 1, 1, 1, 0xfffe});
    const Bytes expected = Join({{0x01, 0x01, 0x00, 0x85},
                                 {0x01, 0x02, 0, 0, 0x03, 0x04, 0, 0},
                                 {0, 0, 0, 0, 0, 0, 0xff, 0xfe}},
                                46);
    EXPECT_EQ(Serialize(header), expected);
}

TEST(MacControlHeader, SaysForWhichPriorityItIsMeant)
{
    const auto pause = Read<MacControlHeader>(Serialize(MacControlHeader(77)));
    const auto pfc =
        Read<MacControlHeader>(Serialize(MacControlHeader(0x81, {5, 6, 7, 8, 9, 10, 11, 0})));
    EXPECT_EQ(pause.GetOpcode(), MacControlHeader::PAUSE);
    EXPECT_EQ(pfc.GetOpcode(), MacControlHeader::PFC);
    for (uint32_t priority = 0; priority < 8; ++priority)
    {
        EXPECT_EQ(pause.GetQuanta(priority), 77);
        EXPECT_EQ(pfc.GetQuanta(priority).has_value(), priority == 0 || priority == 7);
    }
    EXPECT_EQ(pfc.GetQuanta(0), 5);
    EXPECT_EQ(pfc.GetQuanta(7), 0);
    EXPECT_THROW(pfc.GetQuanta(8), std::invalid_argument);
}

TEST(MacControlHeader, IgnoresWhatIsReserved)
{
    // The upper half of the enable vector, and what follows the operands.
    auto bytes = Join({{0x01, 0x01, 0xff, 0x01, 0x00, 0x09}}, 46);
    bytes[45] = 0xff;
    const auto header = Read<MacControlHeader>(bytes);
    EXPECT_EQ(header.GetQuanta(0), 9);
    EXPECT_EQ(header.GetQuanta(1), std::nullopt);
}

TEST(MacControlHeader, RefusesOtherOpcodes)
{
    for (const uint16_t opcode : {0x0000, 0x0002, 0x0100, 0x0102, 0x0103, 0xffff})
    {
        MacControlHeader header(9);
        const Bytes first{static_cast<uint8_t>(opcode >> 8), static_cast<uint8_t>(opcode & 0xff)};
        EXPECT_EQ(ToPacket(Join({first}, 46))->PeekHeader(header), 0U);
        EXPECT_EQ(header.GetQuanta(3), 9) << "left as it was";
    }
}

TEST(MacControlHeader, GoesToTheAddressOfTheStandard)
{
    Bytes address(6);
    MacControlHeader::GetDestination().CopyTo(address.data());
    EXPECT_EQ(address, (Bytes{0x01, 0x80, 0xc2, 0x00, 0x00, 0x01}));
}

// Bits by hand from IEEE 802.1Q: 110 0 and 12 of the VLAN.
TEST(VlanTagHeader, HasTheBitsOfTheStandard)
{
    EXPECT_EQ(Serialize(VlanTagHeader(6, 0x0800)), (Bytes{0xc0, 0x00, 0x08, 0x00}));
    EXPECT_EQ(Serialize(VlanTagHeader(7, 0x22e9, 4094)), (Bytes{0xef, 0xfe, 0x22, 0xe9}));
    const auto read = Read<VlanTagHeader>({0xbf, 0xff, 0x86, 0xdd}); // with drop eligibility
    EXPECT_EQ(read.GetPriority(), 5U);
    EXPECT_EQ(read.GetVlan(), 4095U);
    EXPECT_EQ(read.GetEtherType(), 0x86dd);
    EXPECT_THROW(VlanTagHeader(8, 0x0800), std::invalid_argument);
    EXPECT_THROW(VlanTagHeader(0, 0x0800, 4095), std::invalid_argument);
}

// Bytes by hand from the table of doc/lossless-ethernet.rst.
TEST(RateLimitedTagHeader, HasTheBytesOfTheChapter)
{
    const Bytes bytes{0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x08, 0x06};
    EXPECT_EQ(Serialize(RateLimitedTagHeader(0x0123456789abcdef, 0x0806)), bytes);
    const auto read = Read<RateLimitedTagHeader>(bytes);
    EXPECT_EQ(read.GetCpid(), 0x0123456789abcdef);
    EXPECT_EQ(read.GetEtherType(), 0x0806);
}

// IEEE 802.1Qau: two bytes of flow behind the EtherType.
TEST(CnTagHeader, HasTheBytesOfTheStandard)
{
    const Bytes bytes{0xfe, 0xdc, 0x08, 0x00};
    EXPECT_EQ(Serialize(CnTagHeader(0xfedc, 0x0800)), bytes);
    const auto read = Read<CnTagHeader>(bytes);
    EXPECT_EQ(read.GetFlow(), 0xfedc);
    EXPECT_EQ(read.GetEtherType(), 0x0800);
}

// Bytes by hand from the table of doc/lossless-ethernet.rst; -2 is fffffffe.
TEST(BcnMessageHeader, HasTheBytesOfTheChapter)
{
    BcnMessageHeader header(0x0123456789abcdef, -2, 0x01020304, BcnMessageHeader::MILD);
    header.SetSampledFrame(ToPacket(MakeSampled()));
    const Bytes expected{0x42, 0x43, 0x01, 0x01,                         // subtype, version, flags
                         0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, // congestion point
                         0xff, 0xff, 0xff, 0xfe, 0x01, 0x02, 0x03, 0x04, // offset, change
                         0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa,
                         0xbb, 0x81, 0x00, 0xc0, 0x00, 0x08, 0x00, 0x01, 0x02, 0x03, 0x04};
    EXPECT_EQ(Serialize(header), expected);
    const auto read = Read<BcnMessageHeader>(expected);
    EXPECT_EQ(read.GetCpid(), 0x0123456789abcdef);
    EXPECT_EQ(read.GetOffset(), -2);
    EXPECT_EQ(read.GetChange(), 0x01020304);
    EXPECT_EQ(read.GetFlags(), BcnMessageHeader::MILD);
    EXPECT_EQ(read.GetSampledDestination(), DESTINATION);
    EXPECT_EQ(read.GetSampledPriority(), 6U);
}

TEST(BcnMessageHeader, SaysWhatWasSampled)
{
    BcnMessageHeader header;
    header.SetSampledFrame(ToPacket(MakeSampled()));
    // A shorter frame leaves nothing of the one before.
    header.SetSampledFrame(ToPacket({0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66}));
    std::array<uint8_t, 22> expected{0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66};
    EXPECT_EQ(header.GetSample(), expected);
    EXPECT_EQ(header.GetSampledDestination(), DESTINATION);
    EXPECT_EQ(header.GetSampledPriority(), std::nullopt) << "no VLAN tag";
}

TEST(BcnMessageHeader, RefusesWhatIsNotBcn)
{
    const auto bytes = Serialize(BcnMessageHeader(1, 2, 3));
    for (const size_t place : {0, 1, 2})
    {
        auto other = bytes;
        other[place] ^= 1;
        BcnMessageHeader header;
        EXPECT_EQ(ToPacket(other)->PeekHeader(header), 0U);
    }
    auto reserved = bytes;
    reserved[3] = 0xfe;
    EXPECT_EQ(Read<BcnMessageHeader>(reserved).GetFlags(), BcnMessageHeader::SEVERE);
    EXPECT_THROW(BcnMessageHeader(1, 2, 3, 4), std::invalid_argument);
}

// Bytes by hand from IEEE 802.1Qau: version 0, 6 bits of 0, feedback 0x2a; offset -3 units of 64,
// change 2; priority 5 in the upper 3 bits is a000.
TEST(CnmHeader, HasTheBytesOfTheStandard)
{
    CnmHeader header(0x0123456789abcdef, 0x2a, -192, 128);
    header.SetSampledFrame(5, DESTINATION, ToPacket({0x08, 0x00, 0x45}));
    const Bytes expected{0x00, 0x2a, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd,
                         0xef, 0xff, 0xfd, 0x00, 0x02, 0xa0, 0x00, 0x00, 0x11,
                         0x22, 0x33, 0x44, 0x55, 0x00, 0x03, 0x08, 0x00, 0x45};
    EXPECT_EQ(Serialize(header), expected);
    const auto read = Read<CnmHeader>(expected);
    EXPECT_EQ(read.GetCpid(), 0x0123456789abcdef);
    EXPECT_EQ(read.GetFeedback(), 0x2aU);
    EXPECT_EQ(read.GetOffset(), -192);
    EXPECT_EQ(read.GetChange(), 128);
    EXPECT_EQ(read.GetSampledPriority(), 5U);
    EXPECT_EQ(read.GetSampledDestination(), DESTINATION);
    EXPECT_EQ(read.GetData(), (Bytes{0x08, 0x00, 0x45}));
}

// Sizes: HPE's manuals give 24 to 88 bytes.
TEST(CnmHeader, TakesUpTo64BytesOfTheFrame)
{
    for (const uint32_t size : {0, 1, 63, 64, 65, 1500})
    {
        CnmHeader header(1, 2, 3, 4);
        header.SetSampledFrame(0, DESTINATION, Create<Packet>(size));
        EXPECT_EQ(Serialize(header).size(), 24U + std::min(64U, size));
    }
}

TEST(CnmHeader, CutsToUnitsAndTo16Bits)
{
    const auto offset = [](int64_t bytes) { return CnmHeader(0, 0, bytes, -bytes).GetOffset(); };
    const auto change = [](int64_t bytes) { return CnmHeader(0, 0, -bytes, bytes).GetChange(); };
    for (const auto& cut : std::vector<std::function<int32_t(int64_t)>>{offset, change})
    {
        EXPECT_EQ(cut(63), 0);
        EXPECT_EQ(cut(-63), 0);
        EXPECT_EQ(cut(-64), -64);
        EXPECT_EQ(cut(130), 128);
        EXPECT_EQ(cut(10'000'000'000), 32767 * 64);
        EXPECT_EQ(cut(-10'000'000'000), -32768 * 64);
    }
    EXPECT_THROW(CnmHeader(0, 64, 0, 0), std::invalid_argument);
    EXPECT_THROW(CnmHeader().SetSampledFrame(8, DESTINATION, Create<Packet>()),
                 std::invalid_argument);
}

TEST(CnmHeader, RefusesWhatTheStandardDoesNotHave)
{
    CnmHeader header(1, 2, 3, 4);
    header.SetSampledFrame(0, DESTINATION, Create<Packet>(64));
    const auto bytes = Serialize(header);
    CnmHeader read(9, 0, 0, 0);

    auto version = bytes;
    version[0] = 0x10;
    EXPECT_EQ(ToPacket(version)->PeekHeader(read), 0U);

    auto longer = bytes; // 65 bytes are said and there
    longer[23] = 65;
    longer.push_back(0);
    EXPECT_EQ(ToPacket(longer)->PeekHeader(read), 0U);
    longer[22] = 1; // 256 + 65
    longer.resize(400);
    EXPECT_EQ(ToPacket(longer)->PeekHeader(read), 0U);
    EXPECT_EQ(read.GetCpid(), 9U) << "left as it was";

    auto reserved = bytes;
    reserved[0] = 0x0f;
    reserved[1] |= 0xc0;
    reserved[14] = 0x1f;
    EXPECT_EQ(Serialize(Read<CnmHeader>(reserved)), bytes) << "reserved bits are ignored";
}

/** Cut after every byte, with more of the same packet behind the cut, each is refused. */
template <typename Kind>
void
ExpectCutsRefused(const Kind& header)
{
    const auto bytes = Serialize(header);
    const auto packet = ToPacket(Join({bytes, Bytes(100, 0x01)}));
    for (uint32_t size = 0; size < bytes.size(); ++size)
    {
        Kind read;
        EXPECT_EQ(packet->CreateFragment(0, size)->PeekHeader(read), 0U) << size << " bytes";
    }
    Kind read;
    EXPECT_EQ(packet->CreateFragment(0, bytes.size())->PeekHeader(read), bytes.size());
    EXPECT_EQ(packet->PeekHeader(read), bytes.size());
    EXPECT_EQ(Serialize(read), bytes);
}

TEST(LosslessFrames, ThatAreCutOffAreRefused)
{
    ExpectCutsRefused(MacControlHeader(5));
    ExpectCutsRefused(MacControlHeader(0xff, {1, 2, 3, 4, 5, 6, 7, 8}));
    ExpectCutsRefused(VlanTagHeader(1, 2, 3));
    ExpectCutsRefused(RateLimitedTagHeader(1, 2));
    ExpectCutsRefused(CnTagHeader(1, 2));
    BcnMessageHeader message(1, 2, 3, BcnMessageHeader::SEVERE);
    message.SetSampledFrame(ToPacket(MakeSampled()));
    ExpectCutsRefused(message);
    CnmHeader notification(1, 2, 3, 4);
    notification.SetSampledFrame(5, DESTINATION, ToPacket(MakeSampled()));
    ExpectCutsRefused(notification);
}

// Random values of all fields, limits among them.
TEST(LosslessFrames, ComeBackWithEveryValue)
{
    std::mt19937_64 random(12);
    const auto draw = [&random](auto... limits) {
        const std::vector<uint64_t> kinds{static_cast<uint64_t>(limits)..., random(), random()};
        return kinds[random() % kinds.size()];
    };
    for (int i = 0; i < 2000; ++i)
    {
        std::array<uint16_t, 8> quanta;
        for (uint16_t& each : quanta)
        {
            each = draw(0, 0xffff);
        }
        const uint8_t enabled = draw(0, 0xff);
        const auto pfc = Read<MacControlHeader>(Serialize(MacControlHeader(enabled, quanta)));
        for (uint32_t p = 0; p < 8; ++p)
        {
            const bool meant = (enabled >> p & 1) != 0;
            EXPECT_EQ(pfc.GetQuanta(p), meant ? std::optional(quanta[p]) : std::nullopt);
        }

        const uint64_t cpid = draw(0, -1);
        const auto offset = static_cast<int32_t>(draw(INT32_MIN, INT32_MAX, 0));
        const auto change = static_cast<int32_t>(draw(INT32_MIN, INT32_MAX, 0));
        const uint8_t flags = random() % 4;
        const auto bcn =
            Read<BcnMessageHeader>(Serialize(BcnMessageHeader(cpid, offset, change, flags)));
        EXPECT_EQ(bcn.GetCpid(), cpid);
        EXPECT_EQ(bcn.GetOffset(), offset);
        EXPECT_EQ(bcn.GetChange(), change);
        EXPECT_EQ(bcn.GetFlags(), flags);

        const uint32_t feedback = random() % 64;
        const int32_t units = static_cast<int16_t>(draw(INT16_MIN, INT16_MAX, 0));
        CnmHeader written(cpid, feedback, units * 64, ~units * 64);
        Bytes data(random() % 65);
        for (uint8_t& byte : data)
        {
            byte = random();
        }
        written.SetSampledFrame(random() % 8, DESTINATION, ToPacket(data));
        const auto cnm = Read<CnmHeader>(Serialize(written));
        EXPECT_EQ(cnm.GetCpid(), cpid);
        EXPECT_EQ(cnm.GetFeedback(), feedback);
        EXPECT_EQ(cnm.GetOffset(), units * 64);
        EXPECT_EQ(cnm.GetChange(), ~units * 64);
        EXPECT_EQ(cnm.GetSampledPriority(), written.GetSampledPriority());
        EXPECT_EQ(cnm.GetData(), data);
    }
}

TEST(LosslessFrames, AreReadBehindOneAnother)
{
    auto packet = ToPacket(Bytes(20, 0xee));
    packet->AddHeader(RateLimitedTagHeader(99, 0x0800));
    packet->AddHeader(CnTagHeader(7, RateLimitedTagHeader::ETHER_TYPE));
    packet->AddHeader(VlanTagHeader(3, CnTagHeader::ETHER_TYPE));
    VlanTagHeader vlan;
    CnTagHeader flow;
    RateLimitedTagHeader limited;
    EXPECT_EQ(packet->RemoveHeader(vlan), 4U);
    EXPECT_EQ(packet->RemoveHeader(flow), 4U);
    EXPECT_EQ(packet->RemoveHeader(limited), 10U);
    EXPECT_EQ(vlan.GetEtherType(), 0x22e9);
    EXPECT_EQ(flow.GetEtherType(), 0x8904);
    EXPECT_EQ(limited.GetCpid(), 99U);
    EXPECT_EQ(GetBytes(packet), Bytes(20, 0xee));
}

/** The CRC of IEEE 802.3, clause 3.2.9, by division bit by bit. */
uint32_t
GetFcs(const Bytes& bytes)
{
    uint32_t rest = 0xffffffff;
    for (const uint8_t byte : bytes)
    {
        for (int bit = 0; bit < 8; ++bit) // the least significant goes first
        {
            const bool one = ((rest >> 31) ^ (byte >> bit & 1)) != 0;
            rest = rest << 1 ^ (one ? 0x04c11db7 : 0);
        }
    }
    return ~rest; // its most significant bit goes first
}

// 64 bytes of a PAUSE frame by hand: addresses, 8808, opcode, time, 42 of zero, FCS, of which the
// coefficient of x^31 is the first bit on the wire, the least significant of its byte.
TEST(MacFrame, HasTheBytesOfTheStandard)
{
    auto payload = Create<Packet>();
    payload->AddHeader(MacControlHeader(0xffff));
    const MacFrame frame{MacControlHeader::GetDestination(),
                         Mac48Address("00:00:00:00:00:0a"),
                         MacControlHeader::ETHER_TYPE,
                         payload};
    const auto bytes = GetBytes(frame.ToPacket());
    auto expected = Join({{0x01, 0x80, 0xc2, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00},
                          {0x00, 0x0a, 0x88, 0x08, 0x00, 0x01, 0xff, 0xff}},
                         60);
    const uint32_t fcs = GetFcs(expected);
    for (int byte = 0; byte < 4; ++byte)
    {
        expected.push_back(0);
        for (int bit = 0; bit < 8; ++bit)
        {
            expected.back() |= (fcs >> (31 - 8 * byte - bit) & 1) << bit;
        }
    }
    EXPECT_EQ(bytes, expected);
    EXPECT_EQ(bytes.size(), 64U);
}

TEST(MacFrame, IsPaddedTo64Bytes)
{
    for (const uint32_t size : {0, 1, 45, 46, 47, 1500})
    {
        const MacFrame frame{DESTINATION, DESTINATION, 0x0800, Create<Packet>(size)};
        const auto packet = frame.ToPacket();
        EXPECT_EQ(packet->GetSize(), std::max(64U, size + 18));
        EXPECT_EQ(frame.payload->GetSize(), size) << "the payload is left alone";
        const auto read = MacFrame::FromPacket(packet);
        ASSERT_TRUE(read);
        EXPECT_EQ(read->payload->GetSize(), std::max(46U, size));
        EXPECT_EQ(read->destination, DESTINATION);
        EXPECT_EQ(read->etherType, 0x0800);
    }
    EXPECT_EQ(MacFrame{}.ToPacket()->GetSize(), 64U);
}

// A message with its VLAN tag is the shortest frame without padding.
TEST(MacFrame, OfABcnMessageHas64Bytes)
{
    auto payload = Create<Packet>();
    payload->AddHeader(BcnMessageHeader(1, 2, 3));
    payload->AddHeader(VlanTagHeader(7, BcnMessageHeader::ETHER_TYPE));
    EXPECT_EQ(payload->GetSize(), 46U);
}

TEST(MacFrame, RefusesEveryFlippedBitAndRunts)
{
    const MacFrame frame{DESTINATION, DESTINATION, 0x0800, ToPacket(MakeSampled())};
    const auto bytes = GetBytes(frame.ToPacket());
    for (size_t bit = 0; bit < bytes.size() * 8; ++bit)
    {
        auto flipped = bytes;
        flipped[bit / 8] ^= 1 << bit % 8;
        EXPECT_FALSE(MacFrame::FromPacket(ToPacket(flipped)));
    }
    for (size_t size = 0; size < 64; ++size)
    {
        EXPECT_FALSE(MacFrame::FromPacket(ToPacket(Bytes(bytes.begin(), bytes.begin() + size))));
    }
    EXPECT_TRUE(MacFrame::FromPacket(ToPacket(bytes)));
}

} // namespace
