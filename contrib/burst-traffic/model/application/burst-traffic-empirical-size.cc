/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-empirical-size.h"

#include "ns3/burst-core-line-reader.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EmpiricalSizeVariable");

NS_OBJECT_ENSURE_REGISTERED(EmpiricalSizeVariable);

TypeId
EmpiricalSizeVariable::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EmpiricalSizeVariable")
            .SetParent<EmpiricalRandomVariable>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<EmpiricalSizeVariable>()
            .AddAttribute("File",
                          "Text file with a size in bytes and its cumulative probability, 0 to 1, "
                          "in each line; both do not decrease, the last probability is 1.",
                          StringValue(""),
                          MakeStringAccessor(&EmpiricalSizeVariable::SetFile,
                                             &EmpiricalSizeVariable::GetFile),
                          MakeStringChecker());
    return tid;
}

double
EmpiricalSizeVariable::GetValue()
{
    if (m_file.empty())
    {
        throw std::invalid_argument("File of ns3::EmpiricalSizeVariable is empty; allowed are text "
                                    "files with sizes and their cumulative probabilities");
    }
    for (const auto& [size, probability] : m_points)
    {
        CDF(size, probability);
    }
    m_points.clear();
    return EmpiricalRandomVariable::GetValue();
}

void
EmpiricalSizeVariable::SetFile(std::string file)
{
    if (file == m_file)
    {
        return;
    }
    if (!m_file.empty() && m_points.empty())
    {
        throw std::invalid_argument("File of ns3::EmpiricalSizeVariable is '" + m_file +
                                    "' and cannot become '" + file +
                                    "'; allowed are changes before the first draw");
    }
    constexpr std::size_t MOST_CHARACTERS = 4096; // of a line
    constexpr double LARGEST = std::numeric_limits<uint32_t>::max();
    std::vector<std::pair<double, double>> points;
    auto input = burst::OpenText("file", file);
    burst::LineReader lines(input, file, {MOST_CHARACTERS});
    double size = 0;
    double probability = 0;
    while (lines.Next())
    {
        const auto line = lines.TakeNumbers();
        if (line.empty())
        {
            continue;
        }
        if (line.size() != 2 || line[0] < size || line[0] > LARGEST || line[1] < probability ||
            line[1] > 1 || (line[0] == 0 && line[1] > 0))
        {
            lines.Refuse("allowed are a size from " + burst::WriteDouble(size) +
                         " to 4294967295 bytes and a probability from " +
                         burst::WriteDouble(probability) + " to 1, for the size 0 only 0");
        }
        // The base class keeps one size for a probability: one in the next double is kept too.
        const double stored =
            points.empty() ? line[1] : std::max(line[1], std::nextafter(points.back().second, 1.0));
        if (probability < 1)
        {
            points.emplace_back(line[0], stored);
        }
        size = line[0];
        probability = line[1];
    }
    if (probability < 1)
    {
        lines.Refuse("the file ends at probability " + burst::WriteDouble(probability) +
                     "; allowed is 1 at the end");
    }
    NS_LOG_LOGIC(points.size() << " sizes from " << file);
    m_file = std::move(file);
    m_points = std::move(points);
}

std::string
EmpiricalSizeVariable::GetFile() const
{
    return m_file;
}

} // namespace ns3
