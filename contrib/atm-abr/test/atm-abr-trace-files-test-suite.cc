/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-test-network.h"

#include "ns3/atm-abr-cell-header.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

using namespace ns3;

/**
 * @ingroup atm-abr-tests
 * @brief A pcap file has each cell that leaves or comes, at its time, and an ascii file a line for
 * each PDU. Cells carry the octets of the PDUs; both engines write the same files.
 */
class AtmTraceFilesTestCase : public TestCase
{
  public:
    AtmTraceFilesTestCase()
        : TestCase("Trace files")
    {
    }

  private:
    /** @param engine which @param prefix of its files @return PDUs and cells of the second device
     */
    std::pair<Pdus, Pdus> Run(const std::string& engine, const std::string& prefix)
    {
        Pdus pdus;
        Pdus cells;
        AtmHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(engine));
        const auto devices = helper.Install(MakeAtmPair(2));
        helper.EnablePcapAll(prefix);
        helper.EnableAsciiAll(prefix);
        devices.Get(1)->TraceConnectWithoutContext("Pdu", MakeBoundCallback(&NotePdu, &pdus));
        devices.Get(1)->TraceConnectWithoutContext("Cell", MakeBoundCallback(&NotePdu, &cells));
        for (uint32_t i = 0; i < 20; ++i)
        {
            SendAt(devices, i % 2, 1 - i % 2, MakeOctets(100 + 50 * i, i), MilliSeconds(5 + i));
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        Simulator::Destroy();
        return {pdus, cells};
    }

    void DoRun() override
    {
        const std::string prefix = CreateTempDirFilename("atm");
        const std::string other = CreateTempDirFilename("other");
        const auto [pdus, cells] = Run("Lazy", prefix);
        Run("Cell", other);
        for (const char* end : {"-0-0.pcap", "-1-0.pcap"})
        {
            NS_TEST_EXPECT_MSG_EQ((Read(prefix + end) == Read(other + end)), true, "engines");
        }
        std::map<uint32_t, std::vector<uint8_t>> payloads; // by VC, since the last end of a PDU
        std::vector<std::pair<uint32_t, std::vector<uint8_t>>> found;
        for (const auto& [vc, time, octets] : cells)
        {
            const bool rm = (octets[3] >> 1 & 7) == AtmCellHeader::RM;
            auto& payload = payloads[vc];
            if (!rm)
            {
                payload.insert(payload.end(), octets.begin() + 5, octets.end());
            }
            if (!rm && octets[3] >> 1 & AtmCellHeader::LAST)
            {
                found.emplace_back(vc, payload);
                payload.clear();
            }
        }
        NS_TEST_ASSERT_MSG_EQ((found.size() == 20 && pdus.size() == 20), true, "ten each way");
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(found[i].first, std::get<0>(pdus[i]), "VC");
            NS_TEST_EXPECT_MSG_EQ((found[i].second == std::get<2>(pdus[i])), true, "PDU");
        }
        CheckFile(Read(prefix + "-1-0.pcap"), cells);
        std::map<char, uint32_t> lines;
        std::ifstream ascii(prefix + "-1-0.tr");
        for (std::string line; std::getline(ascii, line);)
        {
            ++lines[line[0]];
            NS_TEST_EXPECT_MSG_NE(line.find("Aal5Trailer"), std::string::npos, line);
        }
        NS_TEST_EXPECT_MSG_EQ((lines['+'] == 10 && lines['r'] == 10), true, "lines");
    }

    /** @param name of a file @return its octets */
    static std::string Read(const std::string& name)
    {
        std::ifstream file(name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    /** @param octets of a pcap file @param cells that it has to have */
    void CheckFile(const std::string& octets, const Pdus& cells)
    {
        std::istringstream file(octets);
        file.ignore(24);
        const auto read = [&file](int octets) {
            uint64_t value = 0;
            for (int i = 0; i < octets; ++i)
            {
                value |= static_cast<uint64_t>(file.get()) << 8 * i;
            }
            return value;
        };
        for (const auto& [vc, time, cell] : cells)
        {
            const uint64_t seconds = read(4);
            NS_TEST_EXPECT_MSG_EQ(static_cast<int64_t>(seconds * 1'000'000'000 + read(4)),
                                  time / 1000,
                                  "time");
            NS_TEST_EXPECT_MSG_EQ(read(4), 16 + 52, "length");
            file.ignore(4 + 8);
            NS_TEST_EXPECT_MSG_EQ(file.get(), 3, "a cell");
            file.ignore(7);
            std::vector<uint8_t> found(52);
            file.read(reinterpret_cast<char*>(found.data()), found.size());
            const uint32_t vci = found[1] << 12 | found[2] << 4 | found[3] >> 4;
            NS_TEST_EXPECT_MSG_EQ((vci & 0xffff), 32 + vc, "VCI");
            found.insert(found.begin() + 4, cell[4]); // ERF has no HEC
            NS_TEST_EXPECT_MSG_EQ((found == cell), true, "octets");
        }
        NS_TEST_EXPECT_MSG_EQ(file.peek(), EOF, "no more");
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief A file that comes too late is refused, and what has its name stays as it is.
 */
class AtmLateFileTestCase : public TestCase
{
  public:
    AtmLateFileTestCase()
        : TestCase("A trace file in mid-run")
    {
    }

  private:
    void DoRun() override
    {
        const auto name = CreateTempDirFilename("kept.pcap");
        std::ofstream(name) << "kept";
        AtmHelper helper;
        const auto devices = helper.Install(MakeAtmPair(2));
        Simulator::Schedule(MilliSeconds(1), [&] {
            try
            {
                helper.EnablePcap(name, devices.Get(0), false, true);
                NS_TEST_EXPECT_MSG_EQ(true, false, "it is refused");
            }
            catch (const std::invalid_argument&)
            {
            }
        });
        Simulator::Stop(MilliSeconds(2));
        Simulator::Run();
        Simulator::Destroy();
        std::string text;
        std::ifstream(name) >> text;
        NS_TEST_EXPECT_MSG_EQ(text, "kept", "the file");
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief Trace files, in a process of their own: all packets or none are printed.
 */
class AtmAbrTraceFilesTestSuite : public TestSuite
{
  public:
    AtmAbrTraceFilesTestSuite()
        : TestSuite("atm-abr-trace-files", Type::UNIT)
    {
        AddTestCase(new AtmTraceFilesTestCase);
        AddTestCase(new AtmLateFileTestCase);
    }
};

static AtmAbrTraceFilesTestSuite g_atmAbrTraceFilesTestSuite; //!< the suite
