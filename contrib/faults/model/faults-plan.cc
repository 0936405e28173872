/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "faults-plan.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-line-reader.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/data-rate.h"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

namespace ns3::faults
{

namespace
{

/** How much of a wrong word is shown. */
constexpr std::size_t SHOWN = 40;

/** A line of a plan. */
struct Line
{
    const burst::LineReader& reader; //!< to refuse it
    std::vector<std::string> words;  //!< all
    std::size_t next{0};             //!< the first word that was not taken

    /** @param what is next
     * @param allowed which words
     * @return the next word, which must be there */
    const std::string& Take(const std::string& what, const std::string& allowed)
    {
        if (next == words.size())
        {
            reader.Refuse(what + " is missing; allowed are " + allowed);
        }
        return words[next++];
    }

    /** @param what the last word is
     * @param allowed which words; std::invalid_argument */
    [[noreturn]] void Refuse(const std::string& what, const std::string& allowed) const
    {
        reader.Refuse(what + " is " + burst::QuoteWord(words[next - 1], SHOWN) + "; allowed are " +
                      allowed);
    }

    /** @param what is next
     * @param names what it can be
     * @return which one, as its place */
    template <typename T>
    T TakeOneOf(const std::string& what, const std::vector<std::pair<std::string, T>>& names)
    {
        std::string allowed;
        for (const auto& [name, value] : names)
        {
            allowed += (allowed.empty() ? "" : ", ") + name;
        }
        const auto& word = Take(what, allowed);
        for (const auto& [name, value] : names)
        {
            if (word == name)
            {
                return value;
            }
        }
        Refuse(what, allowed);
    }

    /** @param what is next
     * @param allowed for messages
     * @return a time that is not negative */
    Time TakeTime(const std::string& what, const std::string& allowed)
    {
        const auto time = burst::ToTime(Take(what, allowed));
        if (!time || time->IsStrictlyNegative())
        {
            Refuse(what, allowed);
        }
        return *time;
    }
};

/** @param line whose next word is a rate
 * @param fault that gets it */
void
TakeRate(Line& line, Fault& fault)
{
    const std::string what = "the rate";
    const std::string allowed = "rates above 0 as 45Mbps, and 1% to 1000% of the rate of the link";
    const auto& word = line.Take(what, allowed);
    if (word.back() == '%')
    {
        const auto percent = burst::ToDouble(std::string_view(word).substr(0, word.size() - 1));
        if (!percent || *percent < 1 || *percent > 1000)
        {
            line.Refuse(what, allowed);
        }
        fault.value = *percent / 100;
        fault.relative = true;
        return;
    }
    try
    {
        const auto text = burst::ReadAttribute(word, MakeDataRateChecker());
        const auto value = DynamicCast<const DataRateValue>(text.value);
        fault.value = static_cast<double>(value->Get().GetBitRate());
    }
    catch (const std::invalid_argument&)
    {
        line.Refuse(what, allowed);
    }
    if (fault.value < 1)
    {
        line.Refuse(what, allowed);
    }
}

/** @param line whose next word is a delay
 * @param fault that gets it */
void
TakeDelay(Line& line, Fault& fault)
{
    const std::string what = "the delay";
    const std::string allowed = "times from 0 on as 30ms, and +10ms";
    const std::string& word = line.Take(what, allowed);
    fault.relative = word.front() == '+';
    const auto delay = burst::ToTime(std::string_view(word).substr(fault.relative ? 1 : 0));
    if (!delay || delay->IsStrictlyNegative())
    {
        line.Refuse(what, allowed);
    }
    fault.delay = *delay;
}

/** @param line whose next word is a probability
 * @param fault that gets it */
void
TakeLoss(Line& line, Fault& fault)
{
    const std::string what = "the probability";
    const std::string allowed = "numbers from 0 to 1";
    const auto value = burst::ToDouble(line.Take(what, allowed));
    if (!value || *value < 0 || *value > 1)
    {
        line.Refuse(what, allowed);
    }
    fault.value = *value;
}

/** @param line whose next words are a rule
 * @param rule that gets it */
void
TakeRule(Line& line, PortRule& rule)
{
    rule.protocol =
        line.TakeOneOf<uint8_t>("the protocol", {{"tcp", 6}, {"udp", 17}, {"icmp", 1}, {"any", 0}});
    const std::string what = "the port";
    const std::string allowed = rule.protocol == 1   ? "types of ICMP from 0 to 255, and any"
                                : rule.protocol == 0 ? "any for all protocols"
                                                     : "numbers from 0 to 65535, and any";
    const auto& port = line.Take(what, allowed);
    if (port != "any")
    {
        rule.port = burst::ToWhole<uint16_t>(port);
        if (!rule.port || rule.protocol == 0 || (rule.protocol == 1 && *rule.port > 255))
        {
            line.Refuse(what, allowed);
        }
    }
    const auto direction =
        line.TakeOneOf<int>("the direction", {{"in", 1}, {"out", 2}, {"both", 3}});
    rule.in = direction & 1;
    rule.out = direction & 2;
    if (line.next < line.words.size())
    {
        rule.reject = line.TakeOneOf<bool>("the answer", {{"reject", true}});
    }
}

/** @param line of a plan @return its fault, without its number */
Fault
TakeFault(Line& line)
{
    Fault fault;
    fault.begin = line.TakeTime("the time", "times from 0 on as 90min");
    const std::string durations = "times above 0 as 90min, and forever";
    if (line.next < line.words.size() && line.words[line.next] == "forever")
    {
        ++line.next;
    }
    else
    {
        const Time duration = line.TakeTime("the duration", durations);
        if (duration.IsZero())
        {
            line.Refuse("the duration", durations);
        }
        fault.end = fault.begin + duration;
    }
    std::vector<std::pair<std::string, Fault::Kind>> kinds;
    for (int kind = 0; kind < Fault::KINDS; ++kind)
    {
        kinds.emplace_back(Fault::GetWord(static_cast<Fault::Kind>(kind)),
                           static_cast<Fault::Kind>(kind));
    }
    fault.kind = line.TakeOneOf("the kind of a fault", kinds);
    fault.target = line.Take("the target", "names of links, hosts, routes and servers");
    switch (fault.kind)
    {
    case Fault::RATE:
        TakeRate(line, fault);
        break;
    case Fault::DELAY:
        TakeDelay(line, fault);
        break;
    case Fault::LOSS:
        TakeLoss(line, fault);
        break;
    case Fault::BLOCK:
        TakeRule(line, fault.rule);
        break;
    default:
        break;
    }
    if (line.next < line.words.size())
    {
        ++line.next;
        line.Refuse("the last word", "none");
    }
    return fault;
}

} // namespace

FaultPlan::FaultPlan(std::istream& text, const std::string& name)
{
    burst::LineReader reader(text, name, {1000});
    while (reader.Next())
    {
        reader.RequireText();
        Line line{reader, reader.TakeWords()};
        if (!line.words.empty())
        {
            Append(TakeFault(line));
        }
    }
}

FaultPlan
FaultPlan::ReadFile(const std::string& path)
{
    auto file = burst::OpenText("fault plan", path);
    return FaultPlan(file, path);
}

void
FaultPlan::Append(const FaultPlan& other)
{
    for (const auto& fault : other.m_faults)
    {
        Append(fault);
    }
}

void
FaultPlan::Append(Fault fault)
{
    fault.number = static_cast<uint32_t>(m_faults.size());
    m_faults.push_back(std::move(fault));
}

} // namespace ns3::faults
