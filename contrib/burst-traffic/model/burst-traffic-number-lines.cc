/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-number-lines.h"

#include "ns3/burst-core-number-text.h"

namespace ns3::burst
{

namespace
{

constexpr std::size_t MOST_CHARACTERS = 1 << 24; //!< of a line: a row of a million weights
constexpr std::size_t MOST_SHOWN = 40;           //!< characters of a word in a sentence

} // namespace

NumberLines::NumberLines(const std::string& path)
    : m_file(OpenText("file", path)),
      m_lines(m_file, path, {MOST_CHARACTERS})
{
}

bool
NumberLines::Next(std::vector<double>& numbers)
{
    numbers.clear();
    while (numbers.empty() && m_lines.Next())
    {
        for (auto word = m_lines.TakeWord(); !word.empty(); word = m_lines.TakeWord())
        {
            const auto number = ToDouble(word);
            if (!number)
            {
                Refuse(QuoteWord(word, MOST_SHOWN) +
                       " is no number; allowed are finite numbers between blanks");
            }
            numbers.push_back(*number);
        }
    }
    return !numbers.empty();
}

void
NumberLines::Refuse(const std::string& sentence) const
{
    m_lines.Refuse(sentence);
}

} // namespace ns3::burst
