/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-cell-writer.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t VCI = 0x1234;
constexpr size_t HEADER = 5; //!< octets

/** @param cell any @return its octets */
std::vector<uint8_t>
Read(Ptr<const Packet> cell)
{
    std::vector<uint8_t> octets(cell->GetSize());
    cell->CopyData(octets.data(), octets.size());
    EXPECT_EQ(octets.size(), 53u);
    return octets;
}

/** @param cell that carries data @param payload of it, or null @return its octets */
std::vector<uint8_t>
WriteData(const AtmEngineListener::Cell& cell, Ptr<const Packet> payload = nullptr)
{
    return Read(AtmCellWriter::WriteData(VCI, cell, payload));
}

/** @param content of an RM cell @param backward its direction @return its octets */
std::vector<uint8_t>
WriteRm(const AbrRmContent& content, bool backward)
{
    AtmEngineListener::Cell cell;
    cell.backward = backward;
    cell.content = &content;
    return Read(AtmCellWriter::WriteRm(VCI, cell));
}

} // namespace

// ITU-T I.361: of the fourth octet, 4 bits are of the VCI, then PTI 0 E L and CLP.
TEST(AtmCellWriter, WritesDataCells)
{
    AtmEngineListener::Cell cell;
    auto octets = WriteData(cell);
    EXPECT_EQ((std::vector<uint8_t>{octets.begin(), octets.begin() + 4}),
              (std::vector<uint8_t>{0x00, 0x01, 0x23, 0x40}));
    EXPECT_EQ((std::vector<uint8_t>{octets.begin() + HEADER, octets.end()}),
              std::vector<uint8_t>(48, 0));
    cell.last = true;
    EXPECT_EQ(WriteData(cell)[3], 0x42);
    cell.last = false;
    cell.efci = true;
    EXPECT_EQ(WriteData(cell)[3], 0x44);
    const std::vector<uint8_t> sixes(48, 6);
    octets = WriteData(cell, Create<Packet>(sixes.data(), sixes.size()));
    EXPECT_EQ((std::vector<uint8_t>{octets.begin() + HEADER, octets.end()}), sixes);
}

// TM 4.0, fields of RM cells: protocol 1; DIR BN CI NI; ER, CCR, MCR of 0 nz e m each.
TEST(AtmCellWriter, WritesRmCells)
{
    const AbrRmContent plain{{std::numeric_limits<double>::infinity()}, 1, 2};
    const auto octets = WriteRm(plain, false);
    EXPECT_EQ(octets[3], 0x4c) << "PTI 6";
    EXPECT_EQ((std::vector<uint8_t>{octets.begin() + HEADER, octets.begin() + HEADER + 8}),
              (std::vector<uint8_t>{1, 0, 0x7f, 0xff, 0x40, 0x00, 0x42, 0x00}));
    EXPECT_EQ(WriteRm(plain, true)[HEADER + 1], 0x80);
    auto content = plain;
    content.bn = true;
    EXPECT_EQ(WriteRm(content, false)[HEADER + 1], 0x40);
    content = plain;
    content.feedback.ci = true;
    EXPECT_EQ(WriteRm(content, false)[HEADER + 1], 0x20);
    content = plain;
    content.feedback.ni = true;
    EXPECT_EQ(WriteRm(content, false)[HEADER + 1], 0x10);
    content = plain;
    content.clp = true;
    EXPECT_EQ(WriteRm(content, false)[3], 0x4d);
}
