/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "script.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/qbss-classes.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <stdexcept>

namespace ns3
{

QbssScript::QbssScript(const std::string& text, double scale)
{
    std::istringstream input(text);
    for (std::string word; std::getline(input, word, ',');)
    {
        const auto colon = word.find(':');
        const auto dash = word.find('-', colon == std::string::npos ? 0 : colon);
        const auto name =
            std::find(QbssClass::NAMES.begin(), QbssClass::NAMES.end(), word.substr(0, colon));
        const auto read = [&word](std::size_t begin, std::size_t end) {
            return burst::ToDouble(std::string_view(word).substr(begin, end - begin)).value_or(-1);
        };
        const bool whole = dash != std::string::npos && name != QbssClass::NAMES.end();
        const double start = whole ? read(colon + 1, dash) : -1;
        const double stop = whole ? read(dash + 1, word.size()) : -1;
        if (start < 0 || stop <= start || stop > 1e6)
        {
            throw std::invalid_argument(
                "Script has \"" + word +
                "\"; allowed are QBSS, BE or Priority, a colon, and seconds "
                "from and until when, as BE:30-120, between commas");
        }
        const auto number = static_cast<uint32_t>(name - QbssClass::NAMES.begin());
        for (const auto& part : m_parts)
        {
            if (part.number == number && part.start < Seconds(stop * scale) &&
                Seconds(start * scale) < part.stop)
            {
                throw std::invalid_argument("Script has \"" + word + "\" while " + *name +
                                            " sends; allowed are times apart for a class");
            }
        }
        m_parts.push_back({number, Seconds(start * scale), Seconds(stop * scale)});
    }
}

std::vector<QbssScript::Part>
QbssScript::GetParts() const
{
    return m_parts;
}

Time
QbssScript::GetEnd() const
{
    Time end;
    for (const auto& part : m_parts)
    {
        end = std::max(end, part.stop);
    }
    return end;
}

std::vector<QbssScript::Phase>
QbssScript::GetPhases(Time end) const
{
    std::set<Time> changes{Time(0), end};
    for (const auto& part : m_parts)
    {
        changes.insert({std::min(part.start, end), std::min(part.stop, end)});
    }
    std::vector<Phase> phases;
    for (auto change = changes.begin(); std::next(change) != changes.end(); ++change)
    {
        Phase phase{*change, *std::next(change), std::vector<bool>(QbssClass::COUNT, false)};
        for (const auto& part : m_parts)
        {
            if (part.start <= phase.start && part.stop >= phase.stop)
            {
                phase.sends[part.number] = true;
            }
        }
        phases.push_back(phase);
    }
    return phases;
}

} // namespace ns3
