/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../burst-core/test/laws/burst-core-temporary-folder.h"

#include "ns3/atm-abr-pcap-writer.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

// Bytes by hand: pcap's file format (nanoseconds, ERF), and ERF's record of type ATM. The time is
// 1.000000250999 s, of which 250 ns are kept: 1073.7 times 2^-32 s, rounded up 0x432.
TEST(AtmPcapWriter, WritesTheBytesOfPcapAndErf)
{
    TemporaryFolder folder;
    const auto path = (folder.GetPath() / "cells.pcap").string();
    AtmPcapWriter writer(path);
    const std::array<uint8_t, 48> payload{0x5a};
    writer.WriteCell(ATM_SECOND + 250'999,
                     AtmCellHeader(5, 77, AtmCellHeader::RM),
                     Create<Packet>(payload.data(), payload.size()));
    writer.Close();
    std::ifstream file(path, std::ios::binary);
    const std::string content(std::istreambuf_iterator<char>(file), {});
    std::vector<uint8_t> expected{
        0x4d, 0x3c, 0xb2, 0xa1, 2,   0, 4, 0,  0,   0, 0, 0, // magic, version, zone
        0,    0,    0,    0,    0,   0, 4, 0,  197, 0, 0, 0, // accuracy, longest, link type
        1,    0,    0,    0,    250, 0, 0, 0,  68,  0, 0, 0, 68, 0, 0, 0, // time, sizes
        0x32, 0x04, 0,    0,    1,   0, 0, 0,                             // time
        3,    0,    0,    68,   0,   0, 0, 52,                            // type, flags, sizes
        0,    0x50, 0x04, 0xdc, 0x5a};                                    // cell
    expected.resize(24 + 16 + 16 + 52);
    EXPECT_EQ(std::vector<uint8_t>(content.begin(), content.end()), expected);
}

TEST(AtmPcapWriter, RefusesWhatIsNoCellAndNoPdu)
{
    TemporaryFolder folder;
    AtmPcapWriter writer((folder.GetPath() / "cells.pcap").string());
    const AtmCellHeader header;
    const auto cell = Create<Packet>(48);
    writer.WriteCell(0, header, cell);
    EXPECT_THROW(writer.WriteCell(-1, header, cell), std::invalid_argument);
    EXPECT_THROW(writer.WriteCell(0, header, Create<Packet>(53)), std::invalid_argument);
    writer.WritePdu(0, header, Create<Packet>(AtmPcapWriter::LONGEST));
    for (const uint32_t size : {0U, 47U, 49U, AtmPcapWriter::LONGEST + 48})
    {
        EXPECT_THROW(writer.WritePdu(0, header, Create<Packet>(size)), std::invalid_argument);
    }
    EXPECT_THROW(writer.WritePdu(-1, header, cell), std::invalid_argument);
}

TEST(AtmPcapWriter, SaysThatItCannotWrite)
{
    EXPECT_THROW(AtmPcapWriter("/no/such/folder/cells.pcap"), std::runtime_error);
    AtmPcapWriter full("/dev/full");
    EXPECT_THROW(full.Close(), std::runtime_error);
    TemporaryFolder folder;
    AtmPcapWriter closed((folder.GetPath() / "cells.pcap").string());
    closed.Close();
    EXPECT_THROW(closed.WriteCell(0, AtmCellHeader(), Create<Packet>(48)), std::runtime_error);
}

} // namespace
