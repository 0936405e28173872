/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-trace-text.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace ns3
{

namespace
{

/** @return the first word of a line, which is taken off; empty if there is none */
std::string_view
TakeWord(std::string_view& line)
{
    constexpr std::string_view BLANKS = " \t\r";
    line.remove_prefix(std::min(line.find_first_not_of(BLANKS), line.size()));
    const auto word = line.substr(0, line.find_first_of(BLANKS));
    line.remove_prefix(word.size());
    return word;
}

/** @return the integer that is the whole word, if it is one */
template <typename T>
std::optional<T>
ToWhole(std::string_view word)
{
    T number{};
    const auto end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

/** @return the word between quotes, its beginning if it is long, what cannot be printed as ? */
std::string
Quote(std::string_view word)
{
    std::string text(word.substr(0, 40));
    std::replace_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return "'" + text + (text.size() < word.size() ? "..." : "") + "'";
}

} // namespace

TextTraceReader::TextTraceReader(const std::string& path)
    : TraceReader(path, "line"),
      m_input(path, std::ios::binary)
{
}

std::optional<TraceRecord>
TextTraceReader::DoRead()
{
    std::string_view tick;
    std::string_view size;
    while (tick.empty())
    {
        m_input.getline(m_line.data(), m_line.size());
        auto length = m_input.gcount();
        if (m_input.bad())
        {
            ReportTrouble();
        }
        if (m_input.fail() && length == 0)
        {
            return std::nullopt;
        }
        ++m_place;
        if (m_input.fail())
        {
            Refuse("a line has at most " + std::to_string(m_line.size() - 1) + " characters");
        }
        length -= m_input.eof() ? 0 : 1;
        std::string_view line(m_line.data(), length);
        line = line.substr(0, line.find('#'));
        tick = TakeWord(line);
        size = TakeWord(line);
        if (const auto more = TakeWord(line); !more.empty())
        {
            Refuse(Quote(more) + " is out of place; a line is 'tick' or 'tick size'");
        }
    }
    const auto tickNumber = ToWhole<int64_t>(tick);
    if (!tickNumber)
    {
        Refuse(Quote(tick) + " is no tick; ticks are whole numbers from 0 to 2^60 - 1");
    }
    const auto sizeNumber = ToWhole<uint32_t>(size);
    if (!size.empty() && !sizeNumber)
    {
        Refuse(Quote(size) + " is no size; sizes are whole numbers of bytes from 0 to 2^32 - 2");
    }
    return TraceRecord{*tickNumber, sizeNumber};
}

} // namespace ns3
