/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-line-reader.h"

#include "burst-core-input-files.h"
#include "burst-core-number-text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace ns3::burst
{

LineReader::LineReader(std::istream& input, std::string name, const Limits& limits)
    : m_input(input),
      m_name(std::move(name)),
      m_limits(limits),
      m_buffer(256)
{
}

LineReader::Outcome
LineReader::Read()
{
    std::size_t size = 0;
    while (true)
    {
        const auto room = static_cast<std::streamsize>(m_buffer.size() - size);
        m_input.getline(m_buffer.data() + size, room);
        size += m_input.gcount();
        if (m_input.bad())
        {
            return TROUBLE;
        }
        if (size == 0)
        {
            return END;
        }
        if (!m_input.fail() || m_input.eof())
        {
            break;
        }
        if (size > m_limits.line + 1)
        {
            ++m_number;
            return TOO_LONG;
        }
        m_input.clear(); // the buffer is full
        m_buffer.resize(2 * m_buffer.size());
    }
    ++m_number;
    m_bytes += size;
    m_line = {m_buffer.data(), size - (m_input.eof() ? 0 : 1)};
    if (!m_line.empty() && m_line.back() == '\r')
    {
        m_line.remove_suffix(1);
    }
    m_rest = m_line.substr(0, m_line.find('#'));
    return m_line.size() > m_limits.line ? TOO_LONG : LINE;
}

bool
LineReader::Next()
{
    switch (Read())
    {
    case END:
        return false;
    case TROUBLE:
        RefuseEnd("the file cannot be read further; allowed is a text file");
    case TOO_LONG:
        Refuse("the line is too long; allowed are " + std::to_string(m_limits.line) +
               " characters");
    case LINE:
        break;
    }
    if (m_bytes > m_limits.file)
    {
        Refuse("the file is too long; allowed are " + std::to_string(m_limits.file) + " bytes");
    }
    return true;
}

uint64_t
LineReader::GetNumber() const
{
    return m_number;
}

std::string_view
LineReader::TakeWord()
{
    constexpr std::string_view BLANKS = " \t\r\v\f";
    m_rest.remove_prefix(std::min(m_rest.find_first_not_of(BLANKS), m_rest.size()));
    const auto word = m_rest.substr(0, m_rest.find_first_of(BLANKS));
    m_rest.remove_prefix(word.size());
    return word;
}

std::vector<std::string>
LineReader::TakeWords()
{
    std::vector<std::string> words;
    for (auto word = TakeWord(); !word.empty(); word = TakeWord())
    {
        words.emplace_back(word);
    }
    return words;
}

std::vector<double>
LineReader::TakeNumbers()
{
    constexpr std::size_t MAX_SHOWN = 40;
    std::vector<double> numbers;
    for (auto word = TakeWord(); !word.empty(); word = TakeWord())
    {
        const auto number = ToDouble(word);
        if (!number)
        {
            Refuse(QuoteWord(word, MAX_SHOWN) +
                   " is no number; allowed are finite numbers between blanks");
        }
        numbers.push_back(*number);
    }
    return numbers;
}

void
LineReader::RequireText() const
{
    const std::size_t comment = std::min(m_line.find('#'), m_line.size());
    for (std::size_t i = 0; i < m_line.size(); ++i)
    {
        const auto byte = static_cast<unsigned char>(m_line[i]);
        if ((byte < ' ' && byte != '\t') || byte == 127 || (byte > 127 && i < comment))
        {
            Refuse("byte " + std::to_string(byte) + " in column " + std::to_string(i + 1) +
                   " is no text; allowed are printable ASCII characters, in comments also UTF-8");
        }
    }
}

void
LineReader::Refuse(const std::string& sentence) const
{
    RefuseAt(m_number, sentence);
}

void
LineReader::RefuseEnd(const std::string& sentence) const
{
    RefuseAt(m_number + 1, sentence);
}

void
LineReader::RefuseAt(uint64_t number, const std::string& sentence) const
{
    throw std::invalid_argument(m_name + ", line " + std::to_string(number) + ": " + sentence);
}

std::ifstream
OpenText(const std::string& what, const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
    {
        throw std::invalid_argument(what + " '" + path + "' cannot be read (" +
                                    std::strerror(errno) + "); allowed is a text file");
    }
    UseInput(path);
    return file;
}

std::string
QuoteWord(std::string_view word, std::size_t most)
{
    std::string text(word.substr(0, most));
    std::replace_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return "'" + text + (text.size() < word.size() ? "..." : "") + "'";
}

} // namespace ns3::burst
