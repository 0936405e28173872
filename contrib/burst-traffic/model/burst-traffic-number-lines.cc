/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-number-lines.h"

#include "ns3/burst-core-number-text.h"

#include <cerrno>
#include <cstring>
#include <sstream>
#include <stdexcept>

namespace ns3
{

NumberLines::NumberLines(const std::string& path)
    : m_path(path),
      m_file(path)
{
    if (!m_file)
    {
        throw std::invalid_argument("file '" + path + "' cannot be read (" + std::strerror(errno) +
                                    "); allowed is a text file");
    }
}

bool
NumberLines::Next(std::vector<double>& numbers)
{
    numbers.clear();
    for (std::string line; numbers.empty() && std::getline(m_file, line);)
    {
        ++m_line;
        std::istringstream words(line.substr(0, line.find('#')));
        for (std::string word; words >> word;)
        {
            const auto number = burst::ToDouble(word);
            if (!number)
            {
                Refuse("'" + word + "' is no number; allowed are finite numbers between blanks");
            }
            numbers.push_back(*number);
        }
    }
    if (m_file.bad())
    {
        Refuse("the file cannot be read further; allowed is a text file");
    }
    return !numbers.empty();
}

void
NumberLines::Refuse(const std::string& sentence) const
{
    throw std::invalid_argument(m_path + ", line " + std::to_string(m_line) + ": " + sentence);
}

} // namespace ns3
