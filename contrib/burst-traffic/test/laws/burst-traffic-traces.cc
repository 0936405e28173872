/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-sizes.h"
#include "ns3/burst-traffic-trace-arrivals.h"
#include "ns3/burst-traffic-trace-reader.h"
#include "ns3/burst-traffic-trace-writer.h"
#include "ns3/pcap-file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** A folder that lives as long as a test. */
class Traces : public testing::Test
{
  protected:
    Traces()
        : m_folder(std::filesystem::temp_directory_path() /
                   ("burstlab-traces-" + std::to_string(getpid())))
    {
        std::filesystem::create_directory(m_folder);
    }

    ~Traces() override
    {
        std::filesystem::remove_all(m_folder);
    }

    std::string Path(const std::string& name) const
    {
        return (m_folder / name).string();
    }

    /** @return path of a new file with the content */
    std::string Put(const std::string& content) const
    {
        std::ofstream(Path("trace"), std::ios::binary) << content;
        return Path("trace");
    }

    /** @return all records as text, "5:100 9:- " */
    static std::string ReadAll(const std::string& path,
                               traffic::TraceReader::Format format = traffic::TraceReader::AUTO,
                               const Time& tick = NanoSeconds(20))
    {
        const auto reader = traffic::OpenTrace(path, format, tick);
        std::string text;
        while (const auto record = reader->Read())
        {
            text += std::to_string(record->tick) + ":" +
                    (record->size ? std::to_string(*record->size) : "-") + " ";
        }
        EXPECT_FALSE(reader->Read()) << "the end stays the end";
        return text;
    }

    /** @return the sentence with which a trace is refused, the folder left out */
    std::string GetRefusal(const std::string& path,
                           traffic::TraceReader::Format format = traffic::TraceReader::AUTO,
                           const Time& tick = NanoSeconds(20)) const
    {
        try
        {
            return "read: " + ReadAll(path, format, tick);
        }
        catch (const std::invalid_argument& error)
        {
            std::string sentence = error.what();
            const auto place = sentence.find(m_folder.string());
            return place == std::string::npos ? sentence
                                              : sentence.erase(place, m_folder.string().size() + 1);
        }
    }

    std::filesystem::path m_folder; //!< where the files are
};

/** Little-endian bytes of numbers of four bytes. */
std::string
Words(const std::vector<uint32_t>& words)
{
    std::string bytes;
    for (const uint32_t word : words)
    {
        for (int shift = 0; shift < 32; shift += 8)
        {
            bytes += static_cast<char>(word >> shift);
        }
    }
    return bytes;
}

const std::string BINARY("\x89"
                         "BTRACE\x01",
                         8);

/** Header of a pcap file with microseconds, as the format is described everywhere. */
const std::string PCAP = Words({0xa1b2c3d4, 2 | 4 << 16, 0, 0, 65535, 1});

} // namespace

TEST_F(Traces, TextHasTicksSizesCommentsAndEitherLineEnd)
{
    EXPECT_EQ(ReadAll(Put("# a comment\n\n0\n 3\t100 # trailing\r\n\r\n3 0\n1152921504606846975")),
              "0:- 3:100 3:0 1152921504606846975:- ");
    EXPECT_EQ(ReadAll(Put("7 4294967294\n")), "7:4294967294 ");
    EXPECT_EQ(ReadAll(Put("5 #" + std::string(4092, 'x') + "\n6\n")), "5:- 6:- ");
}

TEST_F(Traces, AFileWithoutArrivalsIsATrace)
{
    for (const std::string& content : {std::string(), std::string("# nothing\n"), BINARY, PCAP})
    {
        const auto path = Put(content);
        EXPECT_EQ(ReadAll(path), "");
        const auto process =
            burst::CreateFromText<ArrivalProcess>("ns3::TraceArrivals[File=" + path + "]");
        EXPECT_EQ(process->Next(), ArrivalProcess::NEVER);
        EXPECT_TRUE(std::isnan(process->GetMeanRate()));
    }
}

// By hand: 4 and 0 and 8 arrivals in slots of 100 ticks, evenly: the phase alone is random.
TEST_F(Traces, RatesAreReadSlotBySlot)
{
    const auto path = Put("# rates\n2 0 # two slots\n\n4\n");
    auto process = burst::CreateFromText<ArrivalProcess>("ns3::RateTraceArrivals[File=" + path +
                                                         "|Slot=100|Unit=0.02]");
    process->AssignStreams(1);
    EXPECT_DOUBLE_EQ(process->GetMeanRate(), 0.04);
    EXPECT_EQ(process->GetInputFiles(), std::vector<std::string>{path});
    std::vector<int64_t> ticks;
    process->Fill(0, 1000, ticks);
    const auto count = [&](int64_t begin, int64_t end) {
        return std::count_if(ticks.begin(), ticks.end(), [&](int64_t tick) {
            return tick >= begin && tick < end;
        });
    };
    EXPECT_EQ(count(0, 100), 4);
    EXPECT_EQ(count(100, 200), 0);
    EXPECT_EQ(count(200, 300), 8);
    EXPECT_EQ(count(300, 1000), 0);
    EXPECT_EQ(process->Next(), ArrivalProcess::NEVER);
}

TEST_F(Traces, BadRatesAreNamed)
{
    const auto refusal = [](const std::string& path) {
        const auto process =
            burst::CreateFromText<ArrivalProcess>("ns3::RateTraceArrivals[File=" + path + "]");
        try
        {
            process->Peek();
        }
        catch (const std::invalid_argument& error)
        {
            return std::string(error.what());
        }
        return std::string();
    };
    const auto negative = Put("1\n2 -3\n");
    EXPECT_EQ(refusal(negative),
              negative + ", line 2: the rate is -3; allowed are numbers from 0 on");
    const auto word = Put("1 x\n");
    EXPECT_NE(refusal(word).find("line 1"), std::string::npos);
    EXPECT_NE(refusal(Put("# none\n")).find("there is no rate"), std::string::npos);
    EXPECT_NE(refusal("/no/such/file"), "");
}

TEST_F(Traces, BadLinesAreNamed)
{
    const std::vector<std::pair<std::string, std::string>> CASES{
        {"9\n\n5\n", "trace line 3: tick 5 comes before 9; ticks must not decrease"},
        {"1\n-3\n", "trace line 2: tick -3 is out of range; ticks are from 0 to 2^60 - 1"},
        {"1152921504606846976\n",
         "trace line 1: tick 1152921504606846976 is out of range; ticks are from 0 to 2^60 - 1"},
        {"99999999999999999999\n",
         "trace line 1: '99999999999999999999' is no tick; ticks are whole numbers from 0 to "
         "2^60 - 1"},
        {"# x\n1.5\n",
         "trace line 2: '1.5' is no tick; ticks are whole numbers from 0 to 2^60 - 1"},
        {"a\x01\xff" + std::string(100, 'b'),
         "trace line 1: 'a??" + std::string(37, 'b') +
             "...' is no tick; ticks are whole numbers from 0 to 2^60 - 1"},
        {"1 -1",
         "trace line 1: '-1' is no size; sizes are whole numbers of bytes from 0 to 2^32 - 2"},
        {"1 4294967295",
         "trace line 1: size 4294967295 is out of range; sizes are from 0 to 2^32 - 2 bytes"},
        {"1 2 3", "trace line 1: '3' is out of place; a line is 'tick' or 'tick size'"},
        {"1\n#" + std::string(4095, 'x') + "\n",
         "trace line 2: a line has at most 4095 characters"},
    };
    for (const auto& [content, sentence] : CASES)
    {
        EXPECT_EQ(GetRefusal(Put(content)), sentence);
    }
}

// A replay goes on until it reads what is wrong; the mean rate needs the whole file.
TEST_F(Traces, ErrorsAreReportedWhenTheyAreRead)
{
    const auto process = burst::CreateFromText<ArrivalProcess>(
        "ns3::TraceArrivals[File=" + Put("1\n5\n3\n9\n") + "]");
    EXPECT_THROW(process->GetMeanRate(), std::invalid_argument);
    EXPECT_EQ(process->Next(), 1);
    EXPECT_EQ(process->Next(), 5);
    EXPECT_THROW(process->Next(), std::invalid_argument);
}

// Layout written out by hand, as the documentation of TraceReader has it.
TEST_F(Traces, BinaryRecordsAreTwelveLittleEndianBytes)
{
    EXPECT_EQ(ReadAll(Put(BINARY + Words({5, 0, 100}) + Words({0, 1, 0xffffffff}))),
              "5:100 4294967296:- ");
}

TEST_F(Traces, BadBinaryRecordsAreNamed)
{
    EXPECT_EQ(GetRefusal(Put(BINARY + Words({5, 0, 1, 4, 0, 1}))),
              "trace record 2: tick 4 comes before 5; ticks must not decrease");
    EXPECT_EQ(GetRefusal(Put(BINARY + Words({0xffffffff, 0xffffffff, 1}))),
              "trace record 1: tick -1 is out of range; ticks are from 0 to 2^60 - 1");
    EXPECT_EQ(GetRefusal(Put(BINARY + Words({0, 1 << 28, 1}))),
              "trace record 1: tick 1152921504606846976 is out of range; ticks are from 0 to "
              "2^60 - 1");
    EXPECT_EQ(GetRefusal(Put(BINARY + Words({5, 0, 1, 6}))),
              "trace record 2: the file ends after 4 of its 12 bytes");
    EXPECT_EQ(GetRefusal(Put("5\n"), traffic::TraceReader::BINARY),
              "trace is no binary trace: its first bytes are not 89 42 54 52 41 43 45");
    EXPECT_EQ(GetRefusal(Put(BINARY.substr(0, 7) + "\x02")),
              "trace has version 2 of the binary format; only version 1 can be read");
}

TEST_F(Traces, FilesThatCannotBeReadAreNamed)
{
    EXPECT_EQ(GetRefusal(Path("absent")),
              "cannot open the trace absent: No such file or directory");
    std::filesystem::create_directory(Path("folder"));
    EXPECT_EQ(GetRefusal(Path("folder")),
              "folder is a folder; a trace is a file, which can be read again");
    EXPECT_EQ(GetRefusal("/dev/null"),
              "/dev/null is no regular file; a trace is a file, which can be read again");
    EXPECT_EQ(GetRefusal(""), "File is not set; it takes the path of a trace");
    const auto process =
        burst::CreateFromText<ArrivalProcess>("ns3::TraceArrivals[File=/no/such/file]");
    EXPECT_THROW(process->Peek(), std::invalid_argument);
    EXPECT_THROW(process->GetMeanRate(), std::invalid_argument);
}

// Ticks by hand: 1 us are 50 ticks of 20 ns and 333 of 3 ns; 19 ns are no tick of 20 ns yet. The
// last second is the largest a pcap file can hold.
TEST_F(Traces, PcapTimesBecomeTicksInEitherByteOrderAndResolution)
{
    for (const bool swapped : {false, true})
    {
        PcapFile file;
        file.Open(Path("micro"), std::ios::out);
        file.Init(1, 64, 0, swapped, false);
        const std::vector<uint8_t> data(1500);
        file.Write(1'000'000'000, 999'999, data.data(), 1500);
        file.Write(1'000'000'001, 0, data.data(), 64);
        file.Write(1'000'000'001, 0, data.data(), 40);
        file.Close();
        EXPECT_EQ(ReadAll(Path("micro")), "0:1500 50:64 50:40 ") << swapped;
        EXPECT_EQ(ReadAll(Path("micro"), traffic::TraceReader::PCAP, NanoSeconds(3)),
                  "0:1500 333:64 333:40 ");

        PcapFile nano;
        nano.Open(Path("nano"), std::ios::out);
        nano.Init(1, 65535, 0, swapped, true);
        nano.Write(4'294'967'294, 999'999'990, data.data(), 10);
        nano.Write(4'294'967'295, 9, data.data(), 11);
        nano.Write(4'294'967'295, 10, data.data(), 12);
        nano.Close();
        EXPECT_EQ(ReadAll(Path("nano")), "0:10 0:11 1:12 ") << swapped;
        EXPECT_EQ(ReadAll(Path("nano"), traffic::TraceReader::AUTO, NanoSeconds(1)),
                  "0:10 19:11 20:12 ");
    }
}

// A captured length beyond the buffer of the reader is skipped.
TEST_F(Traces, LongPcapPacketsAreSkipped)
{
    const std::string jumbo(200'000, 'x');
    EXPECT_EQ(ReadAll(Put(PCAP + Words({1, 0, 200'000, 300'000}) + jumbo + Words({1, 1, 0, 60}))),
              "0:300000 50:60 ");
}

TEST_F(Traces, BadPcapPacketsAreNamed)
{
    const auto first = Words({5, 500'000, 2, 60}) + "xx";
    EXPECT_EQ(GetRefusal(Put(PCAP + first + Words({5, 499'999, 0, 60}))),
              "trace packet 2: its time lies 1000 ns before that of the packet before it; times "
              "must not decrease");
    EXPECT_EQ(GetRefusal(Put(PCAP + first + Words({5, 1'000'000, 0, 60}))),
              "trace packet 2: its time has a fraction of 1000000000 ns; it has to be below a "
              "second");
    EXPECT_EQ(GetRefusal(Put(PCAP + first + Words({5, 600'000}))),
              "trace packet 2: the file ends after 8 of its 16 header bytes");
    EXPECT_EQ(GetRefusal(Put(PCAP + first + Words({5, 600'000, 9, 60}) + "xxx")),
              "trace packet 2: the file ends after 3 of its 9 bytes");
    EXPECT_EQ(GetRefusal(Put(PCAP + first + Words({5, 600'000, 1 << 30, 60}) + "xxx")),
              "trace packet 2: the file ends after 3 of its 1073741824 bytes");
    EXPECT_EQ(GetRefusal(Put(PCAP + Words({0, 0, 0, 0, 4294967295, 0, 0, 0})),
                         traffic::TraceReader::PCAP,
                         NanoSeconds(1)),
              "trace packet 2: tick 4294967295000000000 is out of range; ticks are from 0 to "
              "2^60 - 1");
    EXPECT_EQ(GetRefusal(Put(PCAP.substr(0, 20))), "trace is no pcap file of version 2.4");
    EXPECT_EQ(GetRefusal(Put("1\n"), traffic::TraceReader::PCAP),
              "trace is no pcap file of version 2.4");
    EXPECT_EQ(GetRefusal(Put(Words({0x0a0d0d0a, 28, 0x1a2b3c4d}))),
              "trace is a pcapng file; convert it to pcap");
    EXPECT_EQ(GetRefusal(Put(PCAP), traffic::TraceReader::AUTO, Seconds(0)),
              "Tick cannot be +0ns for trace; it takes a whole number of nanoseconds");
}

TEST_F(Traces, AnyProcessSurvivesBeingWrittenAndReplayed)
{
    int copies = 0;
    for (const std::string text : {"ns3::ParetoOnOffArrivals[Sources=43]",
                                   "ns3::PoissonArrivals[Rate=2.5]",
                                   "ns3::ConstantArrivals[Interval=123456789.25]"})
    {
        for (const auto format : {traffic::TraceReader::TEXT, traffic::TraceReader::BINARY})
        {
            const auto process = burst::CreateFromText<ArrivalProcess>(text);
            process->AssignStreams(1);
            std::vector<int64_t> ticks;
            const auto copy = Path("copy-" + std::to_string(++copies));
            traffic::TraceWriter writer(copy, format);
            while (ticks.size() < 20'000)
            {
                ticks.push_back(process->Next());
                writer.Write(ticks.back());
            }
            EXPECT_FALSE(std::filesystem::exists(copy)) << "not before it is complete";
            writer.Close();

            const auto replay =
                burst::CreateFromText<ArrivalProcess>("ns3::TraceArrivals[File=" + copy + "]");
            replay->AssignStreams(99);
            EXPECT_EQ(replay->GetMeanRate(), 20'000.0 / (ticks.back() + 1.0));
            EXPECT_EQ(replay->GetInputFiles(), std::vector<std::string>{copy});
            const auto clone = replay->Clone();
            std::vector<int64_t> again;
            replay->Fill(0, ArrivalProcess::HORIZON, again);
            EXPECT_EQ(again, ticks) << text;
            again.clear();
            clone->Fill(0, ArrivalProcess::HORIZON, again);
            EXPECT_EQ(again, ticks) << "clone of " << text;
        }
    }
}

TEST_F(Traces, SizesAreWrittenAndReadInBothFormats)
{
    for (const auto format : {traffic::TraceReader::TEXT, traffic::TraceReader::BINARY})
    {
        traffic::TraceWriter writer(Path("sizes"), format);
        writer.Write(0, 0);
        writer.Write(0, 4294967294);
        writer.Write(1);
        writer.Write(1152921504606846975, 7);
        writer.Close();
        EXPECT_EQ(ReadAll(Path("sizes"), format), "0:0 0:4294967294 1:- 1152921504606846975:7 ");
    }
}

TEST_F(Traces, TheWriterRefusesWhatNoReaderTakes)
{
    {
        traffic::TraceWriter writer(Path("out"), traffic::TraceReader::TEXT);
        writer.Write(5);
        EXPECT_THROW(writer.Write(4), std::invalid_argument);
        EXPECT_THROW(writer.Write(int64_t{1} << 60), std::invalid_argument);
        EXPECT_THROW(writer.Write(5, 4294967295), std::invalid_argument);
    }
    EXPECT_TRUE(std::filesystem::is_empty(m_folder)) << "nothing is left of an unfinished trace";
    EXPECT_THROW(traffic::TraceWriter(Path("out"), traffic::TraceReader::PCAP),
                 std::invalid_argument);
    EXPECT_THROW(traffic::TraceWriter(Path("no/such/folder"), traffic::TraceReader::TEXT),
                 std::runtime_error);
    EXPECT_TRUE(std::filesystem::is_empty(m_folder));
}

TEST_F(Traces, AFullDiskIsReported)
{
    // The partial file is a link to the device that is always full.
    const auto path = Path("out");
    std::filesystem::create_symlink("/dev/full",
                                    path + "." + std::to_string(getpid()) + ".partial");
    traffic::TraceWriter writer(path, traffic::TraceReader::TEXT);
    try
    {
        writer.Write(1);
        writer.Close();
        FAIL() << "closed";
    }
    catch (const std::runtime_error& error)
    {
        EXPECT_EQ(error.what(), "cannot write " + path + ": No space left on device");
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(Traces, SizesAreDrawnInTheOrderOfTheFile)
{
    const auto path = Put("0 100\n5 1500\n5 0\n9\n");
    const auto sizes = burst::CreateFromText<RandomVariableStream>(
        "ns3::TraceSizeVariable[File=" + path + "|Format=Text]");
    EXPECT_EQ(sizes->GetInteger(), 100U);
    EXPECT_EQ(sizes->GetValue(), 1500.0);
    EXPECT_EQ(sizes->GetInteger(), 0U);
    const auto refuse = [&sizes] {
        try
        {
            sizes->GetInteger();
        }
        catch (const std::invalid_argument& error)
        {
            return std::string(error.what());
        }
        return std::string("drawn");
    };
    EXPECT_EQ(refuse(), path + " line 4: it has no size, and one is asked for");
    EXPECT_EQ(refuse(), path + " line 4: the trace ends here, and one more size is asked for");
    std::filesystem::remove(path);
    const auto absent =
        burst::CreateFromText<RandomVariableStream>("ns3::TraceSizeVariable[File=/absent]");
    EXPECT_THROW(absent->GetValue(), std::invalid_argument);
}

// 1 us are 50 ticks of 20 ns, and 333 of 3 ns.
TEST_F(Traces, TheTickOfATraceIsThatOfItsFirstArrival)
{
    const auto process = burst::CreateFromText<TraceArrivals>(
        "ns3::TraceArrivals[File=" + Put(PCAP + Words({1, 0, 0, 60, 1, 1, 0, 60})) + "]");
    const auto tick = [&process] {
        TimeValue value;
        process->GetAttribute("Tick", value);
        return value.Get();
    };
    EXPECT_EQ(process->Next(), 0);
    EXPECT_THROW(process->UseTick(NanoSeconds(3)), std::invalid_argument);
    EXPECT_EQ(tick(), Time(0));
    EXPECT_EQ(process->Next(), 50);
    process->AssignStreams(1); // back to its start
    process->UseTick(NanoSeconds(3));
    EXPECT_EQ(process->Next(), 0);
    process->UseTick(NanoSeconds(3)); // as it is
    EXPECT_EQ(tick(), NanoSeconds(3));
    EXPECT_EQ(process->Next(), 333);
}
