/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-cell-header.h"
#include "ns3/atm-abr-rm-cell-header.h"
#include "ns3/packet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <iterator>
#include <limits>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Bytes = std::vector<uint8_t>;
using Bits = std::vector<bool>;

/** Most significant bit first. */
Bits
ToBits(const Bytes& bytes)
{
    Bits bits;
    for (const uint8_t byte : bytes)
    {
        for (uint32_t weight = 128; weight > 0; weight /= 2)
        {
            bits.push_back(byte / weight % 2 == 1);
        }
    }
    return bits;
}

/** The remainder of bits x^n by a polynomial of degree n, on paper: highest power first. */
uint32_t
Divide(Bits bits, const Bits& polynomial)
{
    const size_t degree = polynomial.size() - 1;
    bits.resize(bits.size() + degree);
    for (size_t at = 0; at + degree < bits.size(); ++at)
    {
        if (bits[at])
        {
            for (size_t n = 0; n <= degree; ++n)
            {
                bits[at + n] = bits[at + n] != polynomial[n];
            }
        }
    }
    uint32_t remainder = 0;
    for (size_t at = bits.size() - degree; at < bits.size(); ++at)
    {
        remainder = 2 * remainder + (bits[at] ? 1 : 0);
    }
    return remainder;
}

const Bits CRC_8{true, false, false, false, false, false, true, true, true}; // x^8 + x^2 + x + 1
const Bits CRC_10{true, true, false, false, false, true, true, false, false, true, true};

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
    Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

std::string
Print(const Header& header)
{
    std::ostringstream text;
    header.Print(text);
    return text.str();
}

void
Flip(Bytes& bytes, size_t bit)
{
    bytes[bit / 8] ^= 128 >> bit % 8;
}

/** All rates that there are, by the formula 2^e (1 + m / 512) in whole numbers: (512 + m) 2^e /
 * 512. */
std::vector<double>
AllRates()
{
    std::vector<double> rates{0};
    for (uint64_t exponent = 0; exponent < 32; ++exponent)
    {
        for (uint64_t mantissa = 0; mantissa < 512; ++mantissa)
        {
            rates.push_back(static_cast<double>((512 + mantissa) << exponent) / 512);
        }
    }
    return rates;
}

TEST(AtmRateFloat, HasEveryRateOfTheFormulaAndItsBits)
{
    const auto rates = AllRates();
    for (size_t n = 1; n < rates.size(); ++n)
    {
        const AtmRateFloat rate(rates[n]);
        ASSERT_EQ(rate.GetBits(), 0x4000 + n - 1); // e and m count through
        ASSERT_EQ(rate.GetRate(), rates[n]);
        ASSERT_EQ(AtmRateFloat::FromBits(rate.GetBits()).GetRate(), rates[n]);
        ASSERT_EQ(AtmRateFloat(std::nextafter(rates[n], 0)).GetRate(), rates[n - 1]) << "down";
    }
    EXPECT_EQ(rates.back(), 4'290'772'992); // TM 4.0's largest rate
    EXPECT_EQ(rates.back(), AtmRateFloat::HIGHEST);
}

TEST(AtmRateFloat, RoundsDownToTheNextRateThereIs)
{
    const auto rates = AllRates();
    std::mt19937 random(1);
    std::uniform_real_distribution<double> power(-2, std::log2(AtmRateFloat::HIGHEST));
    for (int n = 0; n < 20'000; ++n)
    {
        const double rate = std::exp2(power(random));
        const auto above = std::upper_bound(rates.begin(), rates.end(), rate);
        ASSERT_EQ(AtmRateFloat(rate).GetRate(), *std::prev(above)) << rate;
    }
    // 155 Mb/s are 365 566.04 cells/s = 2^18 (1 + 201.996 / 512)
    EXPECT_EQ(AtmRateFloat(155e6 / 424).GetRate(), 262'144.0 * (1 + 201.0 / 512));
    EXPECT_EQ(AtmRateFloat(155e6 / 424).GetRate(), 365'056);
}

TEST(AtmRateFloat, OfZeroAndOfBitsThatSayNothing)
{
    EXPECT_EQ(AtmRateFloat().GetBits(), 0);
    EXPECT_EQ(AtmRateFloat(0).GetBits(), 0);
    EXPECT_EQ(AtmRateFloat(0.999).GetBits(), 0);
    EXPECT_EQ(AtmRateFloat::FromBits(0x3fff).GetRate(), 0) << "nz is 0";
    EXPECT_EQ(AtmRateFloat::FromBits(0xc000).GetRate(), 1) << "bit 15 is reserved";
    EXPECT_EQ(AtmRateFloat::FromBits(0xc000).GetBits(), 0x4000);
}

TEST(AtmRateFloat, RefusesWhatHasNoBits)
{
    using Limits = std::numeric_limits<double>;
    for (const double rate : {-1e-9,
                              -1.0,
                              std::nextafter(AtmRateFloat::HIGHEST, 1e10),
                              Limits::infinity(),
                              Limits::quiet_NaN()})
    {
        EXPECT_THROW(AtmRateFloat{rate}, std::invalid_argument) << rate;
    }
    try
    {
        AtmRateFloat rate(-2);
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_STREQ(error.what(),
                     "a rate of an RM cell is -2; allowed are 0 to 4290772992 cells per second");
    }
}

TEST(AtmRateFloat, SaturatesWhereItIsTold)
{
    const double highest = AtmRateFloat::HIGHEST;
    EXPECT_EQ(AtmRateFloat::Saturate(std::numeric_limits<double>::infinity()).GetRate(), highest);
    EXPECT_EQ(AtmRateFloat::Saturate(std::nextafter(highest, 1e10)).GetRate(), highest);
    EXPECT_EQ(AtmRateFloat::Saturate(155e6 / 424).GetRate(), 365'056);
    EXPECT_THROW(AtmRateFloat::Saturate(-1), std::invalid_argument);
}

// ITU-T I.432.1: unassigned and idle cells; I.432.2: PL-OAM cells of F1 and F3.
TEST(AtmHec, OfTheHeadersInTheStandard)
{
    EXPECT_EQ(AtmHec::Compute({0, 0, 0, 0}), 0x55);
    EXPECT_EQ(AtmHec::Compute({0, 0, 0, 1}), 0x52);
    EXPECT_EQ(AtmHec::Compute({0, 0, 0, 3}), 0x5c);
    EXPECT_EQ(AtmHec::Compute({0, 0, 0, 9}), 0x6a);
}

TEST(AtmHec, IsTheRemainderOnPaper)
{
    std::mt19937 random(2);
    for (int n = 0; n < 1000; ++n)
    {
        std::array<uint8_t, 4> header;
        std::generate(header.begin(), header.end(), [&] { return random() % 256; });
        ASSERT_EQ(AtmHec::Compute(header),
                  Divide(ToBits({header.begin(), header.end()}), CRC_8) ^ 0x55);
    }
}

// x^8 + x^2 + x + 1 has distance 4 up to 127 bits: all single and no double errors are corrected.
TEST(AtmHec, CorrectsOneBitAndSeesTwo)
{
    const std::array<uint8_t, 5> right{0, 0, 0, 1, 0x52};
    auto header = right;
    EXPECT_EQ(AtmHec::Correct(header), AtmHec::VALID);
    EXPECT_EQ(header, right);
    for (size_t first = 0; first < 40; ++first)
    {
        header = right;
        header[first / 8] ^= 128 >> first % 8;
        const auto one = header;
        EXPECT_EQ(AtmHec::Correct(header), AtmHec::CORRECTED) << first;
        EXPECT_EQ(header, right) << first;
        for (size_t second = 0; second < first; ++second)
        {
            header = one;
            header[second / 8] ^= 128 >> second % 8;
            const auto two = header;
            EXPECT_EQ(AtmHec::Correct(header), AtmHec::WRONG) << first << " " << second;
            EXPECT_EQ(header, two);
        }
    }
}

// Bits by hand from ITU-T I.361: GFC 1010, VPI 01011100, VCI 0001001000110100, PTI 110, CLP 1.
TEST(AtmCellHeader, HasTheBitsOfTheStandard)
{
    const AtmCellHeader header(0x5c, 0x1234, AtmCellHeader::RM, true, 10);
    const uint8_t hec = AtmHec::Compute({0xa5, 0xc1, 0x23, 0x4d});
    EXPECT_EQ(Serialize(header), (Bytes{0xa5, 0xc1, 0x23, 0x4d, hec}));
    EXPECT_EQ(Serialize(AtmCellHeader()), (Bytes{0, 0, 0, 0, 0x55}));
    EXPECT_EQ(Serialize(AtmCellHeader(0, 0, 0, true)), (Bytes{0, 0, 0, 1, 0x52})) << "idle";
    EXPECT_EQ(Print(header), "gfc 10 vpi 92 vci 4660 pti 6 clp 1");
}

TEST(AtmCellHeader, ReadsWhatItWrote)
{
    std::mt19937 random(3);
    for (int n = 0; n < 1000; ++n)
    {
        const uint32_t vpi = random() % 256;
        const uint32_t vci = random() % 65'536;
        const uint32_t pti = random() % 8;
        const uint32_t gfc = random() % 16;
        const bool clp = random() % 2 == 1;
        AtmCellHeader read;
        const auto bytes = Serialize(AtmCellHeader(vpi, vci, pti, clp, gfc));
        ASSERT_EQ(ToPacket(bytes)->PeekHeader(read), AtmCellHeader::SIZE);
        ASSERT_EQ(read.GetVpi(), vpi);
        ASSERT_EQ(read.GetVci(), vci);
        ASSERT_EQ(read.GetPti(), pti);
        ASSERT_EQ(read.GetClp(), clp);
        ASSERT_EQ(read.GetGfc(), gfc);
    }
}

// The table of payload types of ITU-T I.361, 2.2.4.
TEST(AtmCellHeader, SaysWhatItsPayloadIs)
{
    const std::string user = "11110000"; // by PTI
    const std::string efci = "00110000";
    const std::string last = "01010000";
    const std::string rm = "00000010";
    for (uint32_t pti = 0; pti < 8; ++pti)
    {
        const AtmCellHeader header(1, 32, pti);
        EXPECT_EQ(header.IsUserData(), user[pti] == '1') << pti;
        EXPECT_EQ(header.HasEfci(), efci[pti] == '1') << pti;
        EXPECT_EQ(header.IsLast(), last[pti] == '1') << pti;
        EXPECT_EQ(header.IsRm(), rm[pti] == '1') << pti;
    }
}

TEST(AtmCellHeader, RefusesWhatDoesNotFitItsField)
{
    EXPECT_THROW(AtmCellHeader(256, 0, 0), std::invalid_argument);
    EXPECT_THROW(AtmCellHeader(0, 65'536, 0), std::invalid_argument);
    EXPECT_THROW(AtmCellHeader(0, 0, 8), std::invalid_argument);
    EXPECT_THROW(AtmCellHeader(0, 0, 0, false, 16), std::invalid_argument);
    EXPECT_NO_THROW(AtmCellHeader(255, 65'535, 7, true, 15));
}

TEST(AtmCellHeader, IsReadWithOneWrongBitAndNotWithTwo)
{
    const auto right = Serialize(AtmCellHeader(5, 77, 3));
    for (size_t bit = 0; bit < 40; ++bit)
    {
        auto bytes = right;
        Flip(bytes, bit);
        AtmCellHeader read;
        EXPECT_EQ(ToPacket(bytes)->PeekHeader(read), AtmCellHeader::SIZE);
        EXPECT_EQ(Print(read), Print(AtmCellHeader(5, 77, 3)));
        Flip(bytes, (bit + 7) % 40);
        AtmCellHeader kept(1, 2, 3);
        EXPECT_EQ(ToPacket(bytes)->PeekHeader(kept), 0U);
        EXPECT_EQ(Print(kept), Print(AtmCellHeader(1, 2, 3))) << "left as it was";
    }
    AtmCellHeader kept;
    EXPECT_EQ(ToPacket({0, 0, 0, 1})->PeekHeader(kept), 0U) << "cut off";
}

AtmRmCell
MakeRmCell()
{
    AtmRmCell cell;
    cell.explicitRate = AtmRateFloat(365'056);
    cell.currentRate = AtmRateFloat(1);
    cell.minimumRate = AtmRateFloat(4'290'772'992);
    cell.queueLength = 0x01020304;
    cell.sequenceNumber = 0xa0b0c0d0;
    return cell;
}

/** The 374 bits before the CRC. */
Bits
Covered(const Bytes& bytes)
{
    auto bits = ToBits(bytes);
    bits.resize(374);
    return bits;
}

// The check value of CRC-10/ATM in the catalogue of parametrised CRC algorithms.
TEST(AtmRmCellHeader, TheTestDividesByTheRightPolynomial)
{
    EXPECT_EQ(Divide(ToBits({'1', '2', '3', '4', '5', '6', '7', '8', '9'}), CRC_10), 0x199U);
}

// Octets by hand from the table of RM cells in TM 4.0. Rates: nz 1, e 18, m 201; nz 1; all ones.
TEST(AtmRmCellHeader, HasTheOctetsOfTheStandard)
{
    Bytes expected{1,
                   0,
                   0x64,
                   0xc9,
                   0x40,
                   0x00,
                   0x7f,
                   0xff, //
                   1,
                   2,
                   3,
                   4,
                   0xa0,
                   0xb0,
                   0xc0,
                   0xd0};
    expected.resize(46, 0x6a);
    expected.resize(48);
    const uint32_t crc = Divide(Covered(expected), CRC_10);
    expected[46] = static_cast<uint8_t>(crc / 256);
    expected[47] = static_cast<uint8_t>(crc % 256);
    EXPECT_EQ(Serialize(AtmRmCellHeader(MakeRmCell())), expected);
    EXPECT_EQ(Serialize(AtmRmCellHeader()).at(0), 1);
    EXPECT_EQ(Print(AtmRmCellHeader(MakeRmCell())),
              "forward bn 0 ci 0 ni 0 ra 0 er 365056 ccr 1 mcr 4.29077e+09 ql 16909060 sn "
              "2695938256");
}

// TM 4.0: DIR is bit 8 of the second octet, then BN, CI, NI and RA, each for itself.
TEST(AtmRmCellHeader, HasEachBitInItsPlace)
{
    const std::vector<bool AtmRmCell::*> bits{&AtmRmCell::backward,
                                              &AtmRmCell::becn,
                                              &AtmRmCell::congestion,
                                              &AtmRmCell::noIncrease,
                                              &AtmRmCell::requestAcknowledge};
    for (uint32_t pattern = 0; pattern < 32; ++pattern)
    {
        AtmRmCell cell;
        uint32_t expected = 0;
        for (size_t n = 0; n < bits.size(); ++n)
        {
            cell.*bits[n] = (pattern >> n) % 2 == 1;
            expected += cell.*bits[n] ? 128 >> n : 0;
        }
        const auto bytes = Serialize(AtmRmCellHeader(cell));
        EXPECT_EQ(bytes[1], expected);
        AtmRmCellHeader read;
        EXPECT_EQ(ToPacket(bytes)->PeekHeader(read), AtmRmCellHeader::SIZE);
        for (const auto bit : bits)
        {
            EXPECT_EQ(read.GetCell().*bit, cell.*bit);
        }
    }
}

TEST(AtmRmCellHeader, ReadsWhatItWrote)
{
    std::mt19937 random(4);
    for (int n = 0; n < 1000; ++n)
    {
        AtmRmCell cell;
        cell.explicitRate = AtmRateFloat::FromBits(random() % 65'536);
        cell.currentRate = AtmRateFloat::FromBits(random() % 65'536);
        cell.minimumRate = AtmRateFloat::FromBits(random() % 65'536);
        cell.queueLength = static_cast<uint32_t>(random());
        cell.sequenceNumber = static_cast<uint32_t>(random());
        const auto bytes = Serialize(AtmRmCellHeader(cell));
        ASSERT_EQ(Divide(Covered(bytes), CRC_10), bytes[46] * 256U + bytes[47]);
        AtmRmCellHeader header;
        ASSERT_EQ(ToPacket(bytes)->PeekHeader(header), AtmRmCellHeader::SIZE);
        const auto& read = header.GetCell();
        ASSERT_EQ(read.explicitRate.GetBits(), cell.explicitRate.GetBits());
        ASSERT_EQ(read.currentRate.GetBits(), cell.currentRate.GetBits());
        ASSERT_EQ(read.minimumRate.GetBits(), cell.minimumRate.GetBits());
        ASSERT_EQ(read.queueLength, cell.queueLength);
        ASSERT_EQ(read.sequenceNumber, cell.sequenceNumber);
    }
}

TEST(AtmRmCellHeader, IsNotReadWithAWrongBitOrOfAnotherProtocol)
{
    const auto right = Serialize(AtmRmCellHeader(MakeRmCell()));
    AtmRmCell kept;
    kept.sequenceNumber = 9;
    AtmRmCellHeader header(kept);
    for (size_t bit = 0; bit < 384; ++bit)
    {
        auto bytes = right;
        Flip(bytes, bit);
        EXPECT_EQ(ToPacket(bytes)->PeekHeader(header), 0U) << bit;
    }
    auto other = right;
    other[0] = 2;
    const uint32_t crc = Divide(Covered(other), CRC_10);
    other[46] = static_cast<uint8_t>(crc / 256);
    other[47] = static_cast<uint8_t>(crc % 256);
    EXPECT_EQ(ToPacket(other)->PeekHeader(header), 0U);
    EXPECT_EQ(ToPacket(Bytes(right.begin(), right.end() - 1))->PeekHeader(header), 0U);
    EXPECT_EQ(header.GetCell().sequenceNumber, 9U) << "left as it was";
}

TEST(AtmRmCellHeader, IgnoresWhatIsReserved)
{
    auto bytes = Serialize(AtmRmCellHeader(MakeRmCell()));
    bytes[1] = 0x07; // behind RA
    std::fill(bytes.begin() + 16, bytes.begin() + 46, 0);
    bytes[46] = 0xfc;
    const uint32_t crc = Divide(Covered(bytes), CRC_10);
    bytes[46] = static_cast<uint8_t>(0xfc | crc / 256);
    bytes[47] = static_cast<uint8_t>(crc % 256);
    AtmRmCellHeader header;
    EXPECT_EQ(ToPacket(bytes)->PeekHeader(header), AtmRmCellHeader::SIZE);
    EXPECT_EQ(Print(header), Print(AtmRmCellHeader(MakeRmCell())));
}

} // namespace
