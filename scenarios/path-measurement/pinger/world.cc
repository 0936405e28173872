/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "world.h"

#include "ns3/burst-core-line-reader.h"

#include <fstream>
#include <stdexcept>

namespace ns3
{

std::vector<PingerWorld::Region>
PingerWorld::Read(const std::string& path)
{
    std::vector<Region> regions;
    auto file = burst::OpenText("file of regions", path);
    burst::LineReader lines(file, path, {400});
    while (lines.Next())
    {
        const auto word = std::string(lines.TakeWord());
        if (word.empty())
        {
            continue;
        }
        const auto name = std::string(lines.TakeWord());
        const auto numbers = lines.TakeNumbers();
        const auto whole = [](double number) {
            return number >= 0 && number <= 200 && number == static_cast<uint32_t>(number);
        };
        if (word != "region" || name.empty() || numbers.size() != 5 || !whole(numbers[0]) ||
            !whole(numbers[1]) || numbers[1] > numbers[0] || numbers[2] <= 0 || numbers[3] <= 0 ||
            numbers[4] < 0 || numbers[4] >= 100)
        {
            lines.Refuse(
                "a line is region NAME HOSTS MONITORS DELAY RATE LOSS: at most 200 hosts, as "
                "many monitors or fewer, ms and Mb/s above 0, a loss from 0 to below 100 %");
        }
        regions.push_back({name,
                           static_cast<uint32_t>(numbers[0]),
                           static_cast<uint32_t>(numbers[1]),
                           numbers[2],
                           numbers[3],
                           numbers[4] / 100});
    }
    if (regions.empty() || regions.size() > 200)
    {
        throw std::invalid_argument("World is " + path + ", which has " +
                                    std::to_string(regions.size()) +
                                    " regions; allowed are 1 to 200");
    }
    return regions;
}

std::string
PingerWorld::GetName(const Region& region, uint32_t number)
{
    return region.name + "-" + std::to_string(number);
}

} // namespace ns3
