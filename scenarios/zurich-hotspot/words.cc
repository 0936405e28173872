/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "words.h"

#include "ns3/burst-core-number-text.h"

#include <functional>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace ns3
{

namespace
{

/** Refuses a word of an attribute. */
class Refusal
{
  public:
    Refusal(std::string attribute, std::string word, std::string allowed)
        : m_sentence(std::move(attribute) + " has the word '" + std::move(word) + "'; allowed is " +
                     std::move(allowed))
    {
    }

    [[noreturn]] void operator()() const
    {
        throw std::invalid_argument(m_sentence);
    }

  private:
    std::string m_sentence;
};

/** @return what is before the first separator, and what is behind it if there is one */
std::pair<std::string_view, std::optional<std::string_view>>
Cut(std::string_view text, char separator)
{
    const auto place = text.find(separator);
    if (place == std::string_view::npos)
    {
        return {text, std::nullopt};
    }
    return {text.substr(0, place), text.substr(place + 1)};
}

/** @return station from 0 */
uint32_t
ReadStation(std::string_view text, uint32_t stations, const Refusal& refuse)
{
    const auto number = burst::ToUinteger(text);
    if (!number || *number < 1 || *number > stations)
    {
        refuse();
    }
    return *number - 1;
}

/** @return a number within bounds */
double
ReadNumber(std::string_view text, double low, double high, const Refusal& refuse)
{
    const auto number = burst::ToDouble(text);
    if (!number || *number < low || *number > high)
    {
        refuse();
    }
    return *number;
}

void
ForEachWord(const std::string& text, const std::function<void(const std::string&)>& action)
{
    std::istringstream words(text);
    for (std::string word; words >> word;)
    {
        action(word);
    }
}

} // namespace

std::vector<TrafficWord>
ReadTraffic(const std::string& text, uint32_t stations)
{
    std::vector<TrafficWord> result;
    ForEachWord(text, [&](const std::string& word) {
        const Refusal refuse(
            "Traffic",
            word,
            "SOURCES>DESTINATION:LOAD, sources and destination stations from 1 to " +
                std::to_string(stations) + " that differ, or *, the load above 0 and at most 1");
        const auto [pair, load] = Cut(word, ':');
        const auto [sources, destination] = Cut(pair, '>');
        if (!destination)
        {
            refuse();
        }
        TrafficWord one{0, stations - 1, TrafficWord::ALL, std::nullopt};
        if (sources != "*")
        {
            const auto [first, last] = Cut(sources, '-');
            one.first = one.last = ReadStation(first, stations, refuse);
            if (last)
            {
                one.last = ReadStation(*last, stations, refuse);
            }
        }
        if (*destination != "*")
        {
            one.destination = ReadStation(*destination, stations, refuse);
        }
        if (load)
        {
            one.load = ReadNumber(*load, std::numeric_limits<double>::min(), 1, refuse);
        }
        if (one.first > one.last || (one.first <= one.destination && one.destination <= one.last))
        {
            refuse();
        }
        result.push_back(one);
    });
    if (result.empty())
    {
        throw std::invalid_argument("Traffic is empty; allowed is at least one word, as *>*:0.85");
    }
    return result;
}

std::vector<ServiceWord>
ReadService(const std::string& text, uint32_t stations)
{
    std::vector<ServiceWord> result;
    ForEachWord(text, [&](const std::string& word) {
        const Refusal refuse("Service",
                             word,
                             "STATION:SHARE@BEGIN-END, a station from 1 to " +
                                 std::to_string(stations) +
                                 ", a share from 0 to 1, begin and later end in seconds");
        const auto [station, rest] = Cut(word, ':');
        const auto [share, times] = Cut(rest.value_or(""), '@');
        if (!times)
        {
            refuse();
        }
        const auto [begin, end] = Cut(*times, '-');
        constexpr double MOST = 1e6;
        ServiceWord one{ReadStation(station, stations, refuse),
                        ReadNumber(share, 0, 1, refuse),
                        ReadNumber(begin, 0, MOST, refuse),
                        std::numeric_limits<double>::infinity()};
        if (end)
        {
            one.end = ReadNumber(*end, 0, MOST, refuse);
        }
        if (one.end <= one.begin)
        {
            refuse();
        }
        result.push_back(one);
    });
    return result;
}

} // namespace ns3
