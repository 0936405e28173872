/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_NUMBER_LINES_H
#define BURST_TRAFFIC_NUMBER_LINES_H

#include "ns3/burst-core-line-reader.h"

#include <fstream>
#include <string>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup burst-traffic
 * @brief Reads a text file line by line: finite numbers between blanks, comments from '#' to the
 * end of the line. Lines without a number are skipped.
 */
class NumberLines
{
  public:
    /**
     * @param path the file; std::invalid_argument if it cannot be opened
     */
    explicit NumberLines(const std::string& path);

    /**
     * @param numbers the numbers of the next line that has any
     * @return whether there was one; std::invalid_argument for a word that is no finite number
     */
    bool Next(std::vector<double>& numbers);

    /**
     * @param sentence what is wrong with the line read last
     * @throw std::invalid_argument the sentence with the file and the number of the line
     */
    [[noreturn]] void Refuse(const std::string& sentence) const;

  private:
    std::ifstream m_file; //!< the file
    LineReader m_lines;   //!< its lines
};

} // namespace ns3::burst

#endif // BURST_TRAFFIC_NUMBER_LINES_H
