/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-topology-words.h"

#include "ns3/burst-core-line-reader.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::fabric
{

uint32_t
ParseWholeNumber(const std::string& what, const std::string& text, uint32_t low, uint32_t high)
{
    const auto number = burst::ToWhole<uint32_t>(text);
    const bool leadingZero = text.size() > 1 && text[0] == '0';
    if (!number || leadingZero || *number < low || *number > high)
    {
        throw std::invalid_argument(
            what + " '" + text + "' is wrong; allowed are whole numbers from " +
            std::to_string(low) + " to " + std::to_string(high) + " without leading zeros");
    }
    return *number;
}

namespace
{

/// The numbers of the inside of a bracket such as "0..3,7", as text; at most @p limit.
std::vector<std::string>
ExpandNumberSet(const std::string& set, std::size_t limit)
{
    constexpr uint32_t MAX_NUMBER = 999999;
    std::vector<std::string> numbers;
    for (std::size_t begin = 0; begin <= set.size();)
    {
        const std::size_t end = std::min(set.find(',', begin), set.size());
        const std::string part = set.substr(begin, end - begin);
        const std::size_t dots = part.find("..");
        const uint32_t low =
            ParseWholeNumber("number in brackets", part.substr(0, dots), 0, MAX_NUMBER);
        const uint32_t high =
            dots == std::string::npos
                ? low
                : ParseWholeNumber("end of the range", part.substr(dots + 2), low, MAX_NUMBER);
        if (numbers.size() + (high - low) + 1 > limit)
        {
            throw std::invalid_argument("the brackets [" + set +
                                        "] stand for too many names; allowed are " +
                                        std::to_string(limit) + " more at this place");
        }
        for (uint32_t number = low; number <= high; ++number)
        {
            numbers.push_back(std::to_string(number));
        }
        begin = end + 1;
    }
    return numbers;
}

} // namespace

std::vector<std::string>
ExpandNamePattern(const std::string& pattern, std::size_t limit)
{
    constexpr std::size_t MAX_LENGTH = 70; // a name of 64 characters and ":65535"
    std::vector<std::string> names{""};
    for (std::size_t begin = 0; begin < pattern.size();)
    {
        const std::size_t open = std::min(pattern.find('[', begin), pattern.size());
        const std::string text = pattern.substr(begin, open - begin);
        if (names.front().size() + text.size() > MAX_LENGTH)
        {
            throw std::invalid_argument("the name '" + names.front() + text +
                                        "' is too long; allowed are " + std::to_string(MAX_LENGTH) +
                                        " characters");
        }
        std::vector<std::string> numbers{""};
        begin = open;
        if (open < pattern.size())
        {
            const std::size_t close = pattern.find(']', open);
            if (close == std::string::npos)
            {
                throw std::invalid_argument("the bracket in '" + pattern +
                                            "' is not closed; allowed is [0..3,7]");
            }
            numbers =
                ExpandNumberSet(pattern.substr(open + 1, close - open - 1), limit / names.size());
            begin = close + 1;
        }
        std::vector<std::string> longer;
        longer.reserve(names.size() * numbers.size());
        for (const std::string& name : names)
        {
            for (const std::string& number : numbers)
            {
                longer.push_back(name + text + number);
            }
        }
        names.swap(longer);
    }
    return names;
}

} // namespace ns3::fabric
