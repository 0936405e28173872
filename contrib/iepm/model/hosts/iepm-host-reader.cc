/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-host-reader.h"

#include "iepm-key-setters.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-line-reader.h"
#include "ns3/burst-core-number-text.h"

#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace ns3::iepm
{

namespace
{

constexpr std::size_t MAX_SHOWN = 40; //!< characters of a word

using Words = std::vector<std::string>; //!< of a line

/** @param sentence what is wrong */
[[noreturn]] void
Refuse(const std::string& sentence)
{
    throw std::invalid_argument(sentence);
}

/** Reads statements into a database. */
class Reader
{
  public:
    /** @param words of a line, which are some
     * @param place file and line */
    void ReadLine(Words words, const std::string& place);

    /** @return the database that was read */
    HostDatabase Take()
    {
        return std::move(m_database);
    }

  private:
    void ReadLink();  //!< link NAME rate=RATE [exclusive=yes]
    void ReadTool();  //!< tool NAME probe=TEXT [every=K] [version=V]
    void ReadHost();  //!< host NAME
    void ReadRun();   //!< run TOOL [version=V] [ATTRIBUTE=VALUE]...
    void ReadSkip();  //!< skip TOOL WHY
    void ReadFacts(); //!< fact NAME=NUMBER...
    void ReadKeys(std::size_t first,
                  /** @param first word
                   * @param setters */
                  const KeySetters& setters);
    /** @param word KEY=VALUE @return its parts */
    static std::pair<std::string, std::string> Split(const std::string& word);
    std::string TakeName(const std::string& usage) const; //!< @param usage @return the second word
    MeasurementHost& GetHost();                           //!< @return the host whose section it is
    HostTool& AddTool();         //!< @return what the host says of the tool that the line names
    KeySetters GetHostSetters(); //!< @return those of the host

    HostDatabase m_database;      //!< so far
    std::string m_host;           //!< whose section it is; empty: nobody's
    std::set<std::string> m_keys; //!< that the statement had
    Words m_words;                //!< of the line
    std::string m_place;          //!< of the line
};

void
Reader::ReadLine(Words words, const std::string& place)
{
    static const std::map<std::string, void (Reader::*)()> STATEMENTS{
        {"link", &Reader::ReadLink},
        {"tool", &Reader::ReadTool},
        {"host", &Reader::ReadHost},
        {"run", &Reader::ReadRun},
        {"skip", &Reader::ReadSkip},
        {"fact", &Reader::ReadFacts},
    };
    m_words = std::move(words);
    m_place = place;
    const auto& first = m_words[0];
    if (first.find('=') != std::string::npos)
    {
        ReadKeys(0, GetHostSetters());
        return;
    }
    const auto statement = STATEMENTS.find(first);
    if (statement == STATEMENTS.end())
    {
        Words known;
        for (const auto& [name, read] : STATEMENTS)
        {
            known.push_back(name);
        }
        Refuse(burst::QuoteWord(first, MAX_SHOWN) + " is no statement, " +
               burst::NearestNames(first, known));
    }
    if (first == "host" || first == "link" || first == "tool")
    {
        m_host.clear();
        m_keys.clear();
    }
    (this->*statement->second)();
}

void
Reader::ReadLink()
{
    SharedLink link;
    link.name = TakeName("link NAME rate=RATE [exclusive=yes]");
    KeySetters setters;
    setters.AddRate("rate", link.rate);
    setters.AddYes("exclusive", link.exclusive);
    ReadKeys(2, setters);
    if (!link.rate)
    {
        Refuse("the link " + link.name + " has no rate; allowed is rate=RATE");
    }
    m_database.AddLink(std::move(link));
}

void
Reader::ReadTool()
{
    MeasurementTool tool;
    tool.name = TakeName("tool NAME probe=TEXT [every=CYCLES] [version=V]");
    tool.where = m_place;
    KeySetters setters;
    setters.AddText("probe", tool.probe);
    setters.AddText("version", tool.version);
    setters.Add("every", [&tool](const std::string& text) {
        const auto divisor = burst::ToWhole<uint32_t>(text);
        tool.onEvent = text == "event";
        if (!tool.onEvent && text != "request" && (!divisor || !*divisor))
        {
            KeySetters::Refuse("every", text, "a whole number from 1 on, event or request");
        }
        tool.divisor = divisor.value_or(0);
    });
    ReadKeys(2, setters);
    if (tool.probe.empty())
    {
        Refuse("the tool " + tool.name + " has no probe; allowed is probe=ns3::TYPE[ATTRIBUTES]");
    }
    m_database.AddTool(std::move(tool));
}

void
Reader::ReadHost()
{
    MeasurementHost host;
    host.name = TakeName("host NAME [KEY=VALUE]...");
    host.where = m_place;
    m_host = host.name;
    m_database.AddHost(std::move(host));
    ReadKeys(2, GetHostSetters());
}

void
Reader::ReadRun()
{
    HostTool& own = AddTool();
    for (std::size_t i = 2; i < m_words.size(); ++i)
    {
        auto [key, value] = Split(m_words[i]);
        if (key == "version")
        {
            own.version = value;
        }
        else
        {
            own.options.emplace_back(key, value);
        }
    }
}

void
Reader::ReadSkip()
{
    HostTool& own = AddTool();
    for (std::size_t i = 2; i < m_words.size(); ++i)
    {
        own.disabled += (i > 2 ? " " : "") + m_words[i];
    }
    if (own.disabled.empty())
    {
        Refuse("there is no reason to skip " + own.tool + "; allowed is skip TOOL WHY");
    }
}

void
Reader::ReadFacts()
{
    auto& facts = GetHost().facts;
    for (std::size_t i = 1; i < m_words.size(); ++i)
    {
        const auto [name, text] = Split(m_words[i]);
        const auto number = burst::ToDouble(text);
        if (!number)
        {
            KeySetters::Refuse("the fact " + name, text, "a number");
        }
        if (!facts.emplace(name, *number).second)
        {
            Refuse("the fact " + name + " of " + m_host + " is given twice; allowed is once");
        }
    }
}

void
Reader::ReadKeys(std::size_t first, const KeySetters& setters)
{
    for (std::size_t i = first; i < m_words.size(); ++i)
    {
        const auto [key, value] = Split(m_words[i]);
        if (!m_keys.insert(key).second)
        {
            Refuse(key + " is given twice; allowed is once");
        }
        setters.Set(key, value);
    }
}

std::pair<std::string, std::string>
Reader::Split(const std::string& word)
{
    const auto equals = word.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == word.size())
    {
        Refuse(burst::QuoteWord(word, MAX_SHOWN) +
               " is out of place; allowed here are words as KEY=VALUE");
    }
    return {word.substr(0, equals), word.substr(equals + 1)};
}

std::string
Reader::TakeName(const std::string& usage) const
{
    if (m_words.size() < 2 || m_words[1].find('=') != std::string::npos)
    {
        Refuse("the name is missing; allowed is " + usage);
    }
    return m_words[1];
}

MeasurementHost&
Reader::GetHost()
{
    if (m_host.empty())
    {
        Refuse(burst::QuoteWord(m_words[0], MAX_SHOWN) +
               " stands before any host; allowed is a line host NAME above");
    }
    return m_database.GetHost(m_host);
}

HostTool&
Reader::AddTool()
{
    MeasurementHost& host = GetHost();
    const auto name = TakeName(m_words[0] + " TOOL ...");
    if (HostDatabase::FindTool(host, name))
    {
        Refuse("the tool " + name + " stands twice at " + host.name + "; allowed is one line");
    }
    HostTool own;
    own.tool = name;
    own.where = m_place;
    host.tools.push_back(own);
    return host.tools.back();
}

KeySetters
Reader::GetHostSetters()
{
    MeasurementHost& host = GetHost();
    KeySetters setters;
    setters.AddText("alias", host.alias);
    setters.AddText("site", host.site);
    setters.AddText("country", host.country);
    setters.AddText("region", host.region);
    setters.AddText("address", host.address);
    setters.AddText("os", host.os);
    setters.AddText("userid", host.userid);
    setters.AddText("contact", host.contact);
    setters.AddText("source", host.source);
    setters.AddYes("active", host.active);
    setters.AddNumber("cpu", host.cpuMhz, 1, 1e6);
    setters.AddRate("nic", host.nic);
    setters.AddRate("disk", host.disk);
    setters.AddNumber("utc", host.utcOffset, -12, 14);
    setters.AddTime("rtt", host.roundTrip);
    setters.AddRate("rate", host.rate);
    setters.AddList("route", host.route);
    return setters;
}

} // namespace

HostDatabase
ReadHosts(std::istream& input, const std::string& name)
{
    burst::LineReader lines(input, name, {4096, 16 << 20});
    Reader reader;
    while (lines.Next())
    {
        lines.RequireText();
        auto words = lines.TakeWords();
        if (words.empty())
        {
            continue;
        }
        try
        {
            reader.ReadLine(std::move(words), name + ", line " + std::to_string(lines.GetNumber()));
        }
        catch (const std::invalid_argument& error)
        {
            lines.Refuse(error.what());
        }
    }
    return reader.Take();
}

HostDatabase
ReadHosts(const std::string& path)
{
    auto file = burst::OpenText("host file", path);
    return ReadHosts(file, path);
}

} // namespace ns3::iepm
