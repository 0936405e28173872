/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination-empirical.h"

#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-line-reader.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EmpiricalDestinations");

NS_OBJECT_ENSURE_REGISTERED(EmpiricalDestinations);

TypeId
EmpiricalDestinations::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EmpiricalDestinations")
            .SetParent<DestinationPattern>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<EmpiricalDestinations>()
            .AddAttribute("File",
                          "Text file with a row of weights for each source, a weight for each "
                          "destination: not negative, 0 for the source itself.",
                          StringValue(""),
                          UntilDevices(MakeStringAccessor(&EmpiricalDestinations::m_file)),
                          burst::MakeFileChecker());
    return tid;
}

std::vector<std::string>
EmpiricalDestinations::GetInputFiles() const
{
    return m_file.empty() ? std::vector<std::string>{} : std::vector<std::string>{m_file};
}

void
EmpiricalDestinations::DoSetDevices()
{
    constexpr std::size_t MAX_CHARACTERS = 1 << 24; // of a row: a million weights
    const uint32_t n = GetDevices();
    const std::string wanted = std::to_string(n) + " rows of " + std::to_string(n) + " weights";
    if (m_file.empty())
    {
        Refuse("File", "", "text files with " + wanted);
    }
    NS_LOG_LOGIC("reads the weights of " << n << " devices from " << m_file);
    m_weights.clear();
    m_cumulative.clear();
    auto file = burst::OpenText("file", m_file);
    burst::LineReader lines(file, m_file, {MAX_CHARACTERS});
    while (lines.Next())
    {
        auto row = lines.TakeNumbers();
        if (row.empty())
        {
            continue;
        }
        const std::size_t source = m_weights.size();
        if (source == n || row.size() != n)
        {
            lines.Refuse("row " + std::to_string(source) + " has " + std::to_string(row.size()) +
                         " weights; allowed are " + wanted);
        }
        std::vector<double> cumulative(n);
        std::partial_sum(row.begin(), row.end(), cumulative.begin());
        if (*std::min_element(row.begin(), row.end()) < 0 || row[source] != 0 ||
            cumulative.back() <= 0 || !std::isfinite(cumulative.back()))
        {
            lines.Refuse("row " + std::to_string(source) +
                         " does not say where that device sends to; allowed are weights from 0 on, "
                         "0 for the device itself, with a positive and finite sum");
        }
        m_weights.push_back(std::move(row));
        m_cumulative.push_back(std::move(cumulative));
    }
    if (m_weights.size() < n)
    {
        lines.Refuse("the file ends after " + std::to_string(m_weights.size()) +
                     " rows; allowed are " + wanted);
    }
}

uint32_t
EmpiricalDestinations::DoDraw(uint32_t source, traffic::StreamRandom& random) const
{
    // A uniform number above 0 finds no column without weight.
    const auto& sums = m_cumulative[source];
    const auto column = std::lower_bound(sums.begin(), sums.end(), random.Uniform() * sums.back());
    return static_cast<uint32_t>(column - sums.begin());
}

double
EmpiricalDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    return m_weights[source][destination] / m_cumulative[source].back();
}

} // namespace ns3
