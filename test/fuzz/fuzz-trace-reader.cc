/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * A file is either refused with one printable sentence that names it, or it gives ordered arrivals
 * in range: nothing else may happen, whatever the bytes and whatever the format they are taken for.
 * Seeds: test/fuzz/corpus/trace.
 */

#include "ns3/burst-traffic-trace-reader.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace ns3;

namespace
{

void
Require(bool condition)
{
    if (!condition)
    {
        std::abort();
    }
}

/** A file in memory, which has a path like any other. */
class MemoryFile
{
  public:
    MemoryFile(const uint8_t* data, size_t size)
        : m_file(memfd_create("trace", 0))
    {
        Require(m_file >= 0 && write(m_file, data, size) == static_cast<ssize_t>(size));
    }

    ~MemoryFile()
    {
        close(m_file);
    }

    std::string GetPath() const
    {
        return "/proc/self/fd/" + std::to_string(m_file);
    }

  private:
    int m_file;
};

void
Check(const std::string& path, traffic::TraceReader::Format format)
{
    try
    {
        const auto reader = traffic::OpenTrace(path, format, NanoSeconds(20));
        int64_t last = 0;
        while (const auto record = reader->Read())
        {
            Require(record->tick >= last && record->tick < int64_t{1} << 60);
            Require(!record->size || *record->size < 4294967295);
            last = record->tick;
        }
        Require(!reader->Read());
    }
    catch (const std::invalid_argument& error)
    {
        const std::string sentence = error.what();
        Require(sentence.find(path + " ") == 0);
        Require(std::all_of(sentence.begin(), sentence.end(), [](char c) {
            return c >= ' ' && c <= '~';
        }));
    }
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const MemoryFile file(data, size);
    for (const auto format : {traffic::TraceReader::AUTO,
                              traffic::TraceReader::TEXT,
                              traffic::TraceReader::BINARY,
                              traffic::TraceReader::PCAP})
    {
        Check(file.GetPath(), format);
    }
    return 0;
}
