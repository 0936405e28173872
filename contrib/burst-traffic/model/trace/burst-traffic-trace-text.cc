/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-trace-text.h"

#include <string>

namespace ns3::traffic
{

namespace
{

constexpr std::size_t MOST_CHARACTERS = 4095; //!< of a line

/** @return the word between quotes, its beginning if it is long, what cannot be printed as ? */
std::string
Quote(std::string_view word)
{
    return burst::QuoteWord(word, 40);
}

} // namespace

TextTraceReader::TextTraceReader(const std::string& path)
    : TraceReader(path, "line"),
      m_input(path, std::ios::binary),
      m_lines(m_input, path, {MOST_CHARACTERS})
{
}

std::optional<TraceRecord>
TextTraceReader::DoRead()
{
    std::string_view tick;
    std::string_view size;
    while (tick.empty())
    {
        const auto outcome = m_lines.Read();
        if (outcome == burst::LineReader::END)
        {
            return std::nullopt;
        }
        if (outcome == burst::LineReader::TROUBLE)
        {
            ReportTrouble();
        }
        m_place = m_lines.GetNumber();
        if (outcome == burst::LineReader::TOO_LONG)
        {
            Refuse("a line has at most " + std::to_string(MOST_CHARACTERS) + " characters");
        }
        tick = m_lines.TakeWord();
        size = m_lines.TakeWord();
        if (const auto more = m_lines.TakeWord(); !more.empty())
        {
            Refuse(Quote(more) + " is out of place; a line is 'tick' or 'tick size'");
        }
    }
    const auto tickNumber = burst::ToWhole<int64_t>(tick);
    if (!tickNumber)
    {
        Refuse(Quote(tick) + " is no tick; ticks are whole numbers from 0 to 2^60 - 1");
    }
    const auto sizeNumber = burst::ToWhole<uint32_t>(size);
    if (!size.empty() && !sizeNumber)
    {
        Refuse(Quote(size) + " is no size; sizes are whole numbers of bytes from 0 to 2^32 - 2");
    }
    return TraceRecord{*tickNumber, sizeNumber};
}

} // namespace ns3::traffic
