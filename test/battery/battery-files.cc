/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-files.h"

#include "battery-device.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace battery
{

TemporaryFolder::TemporaryFolder()
    : m_name((std::filesystem::temp_directory_path() / "battery-XXXXXX").string())
{
    if (!mkdtemp(m_name.data()))
    {
        throw std::runtime_error("no temporary folder");
    }
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_name, ignored);
}

std::vector<int64_t>
ReadPcap(const std::string& name)
{
    std::ifstream file(name, std::ios::binary);
    if (!file)
    {
        throw Failure("there is no pcap file");
    }
    const auto read = [&file](char* bytes, std::size_t size) {
        return static_cast<bool>(file.read(bytes, size));
    };
    uint32_t header[6];
    if (!read(reinterpret_cast<char*>(header), sizeof(header)) ||
        (header[0] != 0xa1b2c3d4 && header[0] != 0xa1b23c4d))
    {
        throw Failure("a pcap file without a header");
    }
    const uint32_t parts = header[0] == 0xa1b23c4d ? 1000 : 1; // of a microsecond
    std::vector<int64_t> times;
    uint32_t record[4];
    while (read(reinterpret_cast<char*>(record), sizeof(record)))
    {
        times.push_back(int64_t{record[0]} * 1'000'000 + record[1] / parts);
        std::vector<char> bytes(record[2]);
        if (!read(bytes.data(), bytes.size()))
        {
            throw Failure("the last record of a pcap file is cut");
        }
    }
    return times;
}

std::vector<int64_t>
ReadAscii(const std::string& name)
{
    std::ifstream file(name);
    if (!file)
    {
        throw Failure("there is no ascii file");
    }
    std::vector<int64_t> times;
    std::string line;
    std::vector<std::string> lines;
    char sent = '+';
    while (std::getline(file, line))
    {
        sent = line[0] == '-' ? '-' : sent; // ns-3 has + as a packet joins a queue, - as it leaves
        lines.push_back(line);
    }
    for (const auto& one : lines)
    {
        if (one[0] == sent || one[0] == 'r')
        {
            times.push_back(std::llround(std::stod(one.substr(1)) * 1e6));
        }
    }
    return times;
}

} // namespace battery
