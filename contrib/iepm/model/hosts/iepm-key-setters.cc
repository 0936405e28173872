/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-key-setters.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-check.h"
#include "ns3/burst-core-line-reader.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/data-rate.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3::iepm
{

namespace
{

constexpr std::size_t MAX_SHOWN_KEY = 40; //!< characters of a word

/** @param text of a rate @return it in bit/s, 0 if it is none */
uint64_t
ToRate(const std::string& text)
{
    try
    {
        const auto read = burst::ReadAttribute(text, MakeDataRateChecker());
        return DynamicCast<const DataRateValue>(read.value)->Get().GetBitRate();
    }
    catch (const std::invalid_argument&)
    {
        return 0;
    }
}

} // namespace

void
KeySetters::Add(const std::string& key, Setter setter)
{
    m_setters.emplace(key, std::move(setter));
}

void
KeySetters::AddText(const std::string& key, std::string& target)
{
    Add(key, [&target](const std::string& text) { target = text; });
}

void
KeySetters::AddList(const std::string& key, std::vector<std::string>& target)
{
    Add(key, [&target](const std::string& text) {
        for (std::size_t begin = 0; begin <= text.size();)
        {
            const auto end = std::min(text.find(',', begin), text.size());
            target.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
    });
}

void
KeySetters::AddYes(const std::string& key, bool& target)
{
    Add(key, [key, &target](const std::string& text) {
        if (text != "yes" && text != "no")
        {
            Refuse(key, text, "yes or no");
        }
        target = text == "yes";
    });
}

void
KeySetters::AddTime(const std::string& key, Time& target)
{
    Add(key, [key, &target](const std::string& text) {
        const auto time = burst::ToTime(text);
        if (!time || !time->IsStrictlyPositive())
        {
            Refuse(key, text, "a time above 0 as 25ms");
        }
        target = *time;
    });
}

void
KeySetters::AddRate(const std::string& key, uint64_t& target)
{
    Add(key, [key, &target](const std::string& text) {
        target = ToRate(text);
        if (!target)
        {
            Refuse(key, text, "a rate above 0 as 10Mbps");
        }
    });
}

void
KeySetters::AddNumber(const std::string& key, double& target, double least, double most)
{
    Add(key, [key, &target, least, most](const std::string& text) {
        const auto number = burst::ToDouble(text);
        if (!number || *number < least || *number > most)
        {
            Refuse(key,
                   text,
                   "a number from " + burst::WriteDouble(least) + " to " +
                       burst::WriteDouble(most));
        }
        target = *number;
    });
}

void
KeySetters::Set(const std::string& key, const std::string& text) const
{
    const auto setter = m_setters.find(key);
    if (setter == m_setters.end())
    {
        std::vector<std::string> known;
        for (const auto& [name, set] : m_setters)
        {
            known.push_back(name);
        }
        throw std::invalid_argument(burst::QuoteWord(key, MAX_SHOWN_KEY) + " is no key here, " +
                                    burst::NearestNames(key, known));
    }
    setter->second(text);
}

void
KeySetters::Refuse(const std::string& what, const std::string& text, const std::string& allowed)
{
    throw std::invalid_argument(what + " is " + burst::QuoteWord(text, MAX_SHOWN_KEY) +
                                "; allowed is " + allowed);
}

} // namespace ns3::iepm
