/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-aal5.h"

#include "ns3/atm-abr-bridged-ethernet-header.h"
#include "ns3/flow-id-tag.h"
#include "ns3/packet.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::atm;

namespace
{

using Bytes = std::vector<uint8_t>;

Ptr<Packet>
ToPacket(const Bytes& bytes)
{
    return Create<Packet>(bytes.data(), bytes.size());
}

Bytes
ToBytes(Ptr<const Packet> packet)
{
    Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

Bytes
Draw(std::mt19937& random, size_t size)
{
    Bytes bytes(size);
    std::generate(bytes.begin(), bytes.end(), [&] { return random() % 256; });
    return bytes;
}

/** Give it all payloads, the last one as such. @return what the last one gave */
Ptr<Packet>
ReceiveAll(Aal5Reassembler& receiver, const std::vector<Ptr<Packet>>& payloads)
{
    for (size_t n = 0; n + 1 < payloads.size(); ++n)
    {
        EXPECT_FALSE(receiver.Receive(payloads[n], false));
    }
    return receiver.Receive(payloads.back(), true);
}

/** A PDU of two payloads with a right CRC. */
std::vector<Ptr<Packet>>
MakePayloads(Aal5Trailer trailer)
{
    auto pdu = Create<Packet>(2 * 48 - Aal5Trailer::SIZE);
    trailer.SetCrc(pdu);
    pdu->AddTrailer(trailer);
    return {pdu->CreateFragment(0, 48), pdu->CreateFragment(48, 48)};
}

/** What was thrown away: PDUs and octets by reason. */
std::map<std::string, std::pair<uint64_t, uint64_t>>
GetDrops(const Aal5Reassembler& receiver)
{
    std::map<std::string, std::pair<uint64_t, uint64_t>> drops;
    receiver.GetDrops().Report([&](const std::string& reason, const auto& count) {
        drops[reason] = {count.number, count.bytes};
    });
    return drops;
}

// The three examples of ITU-T I.363 and one more of A. Tso, as cell-relay.com kept them: 40 octets
// of SDU, and a CRC.
TEST(Aal5, MakesThePdusOfTheStandard)
{
    Bytes counting(40);
    std::iota(counting.begin(), counting.end(), 1);
    const std::vector<std::pair<Bytes, Bytes>> examples{
        {Bytes(40), {0, 0, 0, 40, 0x86, 0x4d, 0x7f, 0x99}},
        {Bytes(40, 0xff), {0, 0, 0, 40, 0xc5, 0x5e, 0x45, 0x7a}},
        {counting, {0, 0, 0, 40, 0xbf, 0x67, 0x1e, 0xd0}}};
    for (const auto& [sdu, trailer] : examples)
    {
        const auto payloads = Aal5::Segment(ToPacket(sdu));
        ASSERT_EQ(payloads.size(), 1U);
        auto expected = sdu;
        expected.insert(expected.end(), trailer.begin(), trailer.end());
        EXPECT_EQ(ToBytes(payloads[0]), expected);
    }
    Aal5Trailer trailer(40, 0x11, 0x22);
    trailer.SetCrc(ToPacket(counting));
    EXPECT_EQ(trailer.GetCrc(), 0xacba602a);
    EXPECT_TRUE(trailer.CheckCrc(ToPacket(counting)));
    EXPECT_FALSE(trailer.CheckCrc(ToPacket(Bytes(40))));
}

// Slow: add cells until SDU and trailer have room.
TEST(Aal5, NeedsAsManyCellsAsSduAndTrailerFill)
{
    for (uint32_t length = 1; length <= Aal5::LONGEST; ++length)
    {
        uint32_t cells = 0;
        while (cells * 48 < length + 8)
        {
            ++cells;
        }
        ASSERT_EQ(Aal5::GetCells(length), cells) << length;
    }
    EXPECT_EQ(Aal5::GetCells(1514 + AtmBridgedEthernetHeader::SIZE), 32U); // digest 3.1
    EXPECT_EQ(Aal5::GetCells(60 + AtmBridgedEthernetHeader::SIZE), 2U);
    EXPECT_THROW(Aal5::GetCells(0), std::invalid_argument);
    EXPECT_THROW(Aal5::GetCells(65'536), std::invalid_argument);
    EXPECT_THROW(Aal5::Segment(Create<Packet>()), std::invalid_argument);
    EXPECT_THROW(Aal5::Segment(Create<Packet>(65'536)), std::invalid_argument);
}

TEST(Aal5, PutsZerosBetweenSduAndTrailer)
{
    const auto pdu = ToBytes(Aal5::MakePdu(ToPacket(Bytes(41, 0xee)), 0xab));
    ASSERT_EQ(pdu.size(), 96U);
    EXPECT_EQ(Bytes(pdu.begin(), pdu.begin() + 41), Bytes(41, 0xee));
    EXPECT_EQ(Bytes(pdu.begin() + 41, pdu.begin() + 88), Bytes(47));
    EXPECT_EQ(Bytes(pdu.begin() + 88, pdu.begin() + 92), (Bytes{0xab, 0, 0, 41}));
}

TEST(Aal5Reassembler, GivesBackWhatWasSegmented)
{
    std::mt19937 random(5);
    Aal5Reassembler receiver;
    for (int n = 0; n < 300; ++n)
    {
        // Around whole cells, small and large; the longest SDU first.
        const size_t size = n == 0 ? Aal5::LONGEST : n < 200 ? n : 1 + random() % 10'000;
        const auto bytes = Draw(random, size);
        const auto payloads = Aal5::Segment(ToPacket(bytes), n % 256);
        ASSERT_EQ(payloads.size(), Aal5::GetCells(size));
        const auto sdu = ReceiveAll(receiver, payloads);
        ASSERT_TRUE(sdu) << size;
        ASSERT_EQ(ToBytes(sdu), bytes);
        ASSERT_EQ(receiver.GetUu(), n % 256);
    }
    EXPECT_EQ(receiver.GetDrops().GetTotal().number, 0U);
}

// That of the packet, and that of its last octet, which comes in the second cell.
TEST(Aal5Reassembler, GivesBackTags)
{
    auto sdu = Create<Packet>(50);
    sdu->AddPacketTag(FlowIdTag(7));
    auto end = Create<Packet>(1);
    end->AddByteTag(FlowIdTag(8));
    sdu->AddAtEnd(end);
    Aal5Reassembler receiver;
    const auto received = ReceiveAll(receiver, Aal5::Segment(sdu));
    FlowIdTag tag;
    EXPECT_TRUE(received->PeekPacketTag(tag));
    EXPECT_EQ(tag.GetFlowId(), 7U);
    auto tags = received->GetByteTagIterator();
    ASSERT_TRUE(tags.HasNext());
    const auto item = tags.Next();
    EXPECT_EQ(item.GetStart(), 50U);
    EXPECT_EQ(item.GetEnd(), 51U);
}

TEST(Aal5Reassembler, SeesEveryLostCell)
{
    std::mt19937 random(6);
    const auto bytes = Draw(random, 200);
    const auto payloads = Aal5::Segment(ToPacket(bytes));
    ASSERT_EQ(payloads.size(), 5U);
    Aal5Reassembler receiver;
    for (size_t lost = 0; lost + 1 < payloads.size(); ++lost)
    {
        auto left = payloads;
        left.erase(left.begin() + lost);
        EXPECT_FALSE(ReceiveAll(receiver, left));
    }
    EXPECT_EQ(GetDrops(receiver)[Aal5Reassembler::CRC], std::make_pair(4UL, 4UL * 4 * 48));
    for (size_t n = 0; n < 4; ++n)
    {
        EXPECT_FALSE(receiver.Receive(payloads[n], false)); // and the last one is lost
    }
    EXPECT_FALSE(ReceiveAll(receiver, payloads)) << "two PDUs in one";
    EXPECT_EQ(GetDrops(receiver)[Aal5Reassembler::CRC], std::make_pair(5UL, (16UL + 9) * 48));
    EXPECT_EQ(ToBytes(ReceiveAll(receiver, payloads)), bytes) << "and goes on with the next one";
    auto order = payloads;
    std::swap(order[0], order[1]);
    EXPECT_FALSE(ReceiveAll(receiver, order));
    EXPECT_EQ(receiver.GetDrops().GetTotal().number, 6U);
}

// Each of them has a right CRC: a sender made it so.
TEST(Aal5Reassembler, SaysWhyAPduIsWrong)
{
    const std::map<uint32_t, const char*> lengths{{0, Aal5Reassembler::ABORTED},
                                                  {1, Aal5Reassembler::LENGTH},
                                                  {40, Aal5Reassembler::LENGTH},
                                                  {41, nullptr},
                                                  {88, nullptr},
                                                  {89, Aal5Reassembler::LENGTH},
                                                  {65'535, Aal5Reassembler::LENGTH}};
    for (const auto& [length, reason] : lengths)
    {
        Aal5Reassembler receiver;
        const auto sdu = ReceiveAll(receiver, MakePayloads(Aal5Trailer(length)));
        ASSERT_EQ(static_cast<bool>(sdu), reason == nullptr) << length;
        if (sdu)
        {
            EXPECT_EQ(sdu->GetSize(), length);
            EXPECT_TRUE(GetDrops(receiver).empty());
        }
        else
        {
            EXPECT_EQ(GetDrops(receiver)[reason], std::make_pair(1UL, 96UL)) << length;
            EXPECT_EQ(GetDrops(receiver).size(), 1U);
        }
    }
    Aal5Reassembler receiver;
    EXPECT_FALSE(ReceiveAll(receiver, MakePayloads(Aal5Trailer(41, 0, 1))));
    EXPECT_EQ(GetDrops(receiver)[Aal5Reassembler::CPI], std::make_pair(1UL, 96UL));
    EXPECT_THROW(receiver.Receive(Create<Packet>(47), false), std::invalid_argument);
    EXPECT_THROW(receiver.Receive(Create<Packet>(49), true), std::invalid_argument);
}

// 65535 octets and the trailer need 1366 cells.
TEST(Aal5Reassembler, ThrowsAwayWhatIsTooLongOnce)
{
    Aal5Reassembler receiver;
    for (uint32_t cells : {1367U, 5000U})
    {
        std::vector<Ptr<Packet>> payloads(cells, Create<Packet>(48));
        EXPECT_FALSE(ReceiveAll(receiver, payloads));
    }
    EXPECT_EQ(GetDrops(receiver)[Aal5Reassembler::TOO_LONG], std::make_pair(2UL, 6367UL * 48));
    EXPECT_FALSE(ReceiveAll(receiver, std::vector<Ptr<Packet>>(1366, Create<Packet>(48))));
    EXPECT_EQ(GetDrops(receiver)[Aal5Reassembler::CRC].first, 1U) << "that one is not too long";
    const auto payloads = Aal5::Segment(ToPacket({1, 2, 3}));
    EXPECT_EQ(ToBytes(ReceiveAll(receiver, payloads)), (Bytes{1, 2, 3}));
}

// RFC 2684, 5.2: LLC AA-AA-03, OUI 00-80-C2, PID 00-07, PAD 00-00.
TEST(AtmBridgedEthernetHeader, HasTheOctetsOfTheRfc)
{
    auto packet = ToPacket({0x77});
    packet->AddHeader(AtmBridgedEthernetHeader());
    const Bytes bytes{0xaa, 0xaa, 0x03, 0x00, 0x80, 0xc2, 0x00, 0x07, 0x00, 0x00, 0x77};
    EXPECT_EQ(ToBytes(packet), bytes);
    AtmBridgedEthernetHeader header;
    for (size_t octet = 0; octet < AtmBridgedEthernetHeader::SIZE; ++octet)
    {
        auto wrong = bytes;
        wrong[octet] ^= 1; // PID 00-06 among them
        EXPECT_EQ(ToPacket(wrong)->RemoveHeader(header), 0U) << octet;
    }
    EXPECT_EQ(ToPacket({0xaa, 0xaa, 3, 0, 0x80, 0xc2, 0, 7, 0})->RemoveHeader(header), 0U);
    EXPECT_EQ(packet->RemoveHeader(header), AtmBridgedEthernetHeader::SIZE);
    EXPECT_EQ(ToBytes(packet), Bytes{0x77});
}

} // namespace
