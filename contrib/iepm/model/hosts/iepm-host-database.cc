/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-host-database.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace ns3::iepm
{

double
MeasurementHost::GetFact(const std::string& fact) const
{
    const auto found = facts.find(fact);
    if (found == facts.end())
    {
        std::vector<std::string> known;
        for (const auto& [other, value] : facts)
        {
            known.push_back(other);
        }
        throw std::invalid_argument("the host " + name + " has no fact '" + fact + "', " +
                                    burst::NearestNames(fact, known));
    }
    return found->second;
}

namespace
{

/** @param items any with names @return the names */
template <typename Item>
std::vector<std::string>
GetNames(const std::vector<Item>& items)
{
    std::vector<std::string> names;
    for (const auto& item : items)
    {
        names.push_back(item.name);
    }
    return names;
}

/** @param items with names
 * @param name of one
 * @return it, or the end */
template <typename Items>
auto
Find(Items& items, const std::string& name)
{
    return std::find_if(items.begin(), items.end(), [&name](const auto& item) {
        return item.name == name;
    });
}

/** @param items to add to
 * @param item to add
 * @param what it is */
template <typename Item>
void
Add(std::vector<Item>& items, Item item, const std::string& what)
{
    if (Find(items, item.name) != items.end())
    {
        throw std::invalid_argument("there is a " + what + " '" + item.name +
                                    "' already; allowed is one of a name");
    }
    items.push_back(std::move(item));
}

/** @param items with names
 * @param name of one
 * @param what it is
 * @return it */
template <typename Items>
auto&
Get(Items& items, const std::string& name, const std::string& what)
{
    const auto found = Find(items, name);
    if (found == items.end())
    {
        throw std::invalid_argument("'" + name + "' is no " + what + " of the database, " +
                                    burst::NearestNames(name, GetNames(items)));
    }
    return *found;
}

/** @param where a line, if it is known @return how its sentences begin */
std::string
At(const std::string& where)
{
    return where.empty() ? "" : where + ": ";
}

} // namespace

void
HostDatabase::AddLink(SharedLink link)
{
    Add(m_links, std::move(link), "link");
}

void
HostDatabase::AddTool(MeasurementTool tool)
{
    Add(m_tools, std::move(tool), "tool");
}

void
HostDatabase::AddHost(MeasurementHost host)
{
    Add(m_hosts, std::move(host), "host");
}

const std::vector<SharedLink>&
HostDatabase::GetLinks() const
{
    return m_links;
}

const std::vector<MeasurementTool>&
HostDatabase::GetTools() const
{
    return m_tools;
}

const std::vector<MeasurementHost>&
HostDatabase::GetHosts() const
{
    return m_hosts;
}

const MeasurementHost&
HostDatabase::GetHost(const std::string& name) const
{
    return Get(m_hosts, name, "host");
}

MeasurementHost&
HostDatabase::GetHost(const std::string& name)
{
    return Get(m_hosts, name, "host");
}

const MeasurementTool&
HostDatabase::GetTool(const std::string& name) const
{
    return Get(m_tools, name, "tool");
}

std::string
HostDatabase::GetDisabled(const MeasurementHost& host, const MeasurementTool& tool)
{
    const auto* own = FindTool(host, tool.name);
    return host.active ? (own ? own->disabled : "") : "the host is not active";
}

std::string
HostDatabase::GetVersion(const MeasurementHost& host, const MeasurementTool& tool)
{
    const auto* own = FindTool(host, tool.name);
    return own && !own->version.empty() ? own->version : tool.version;
}

const HostTool*
HostDatabase::FindTool(const MeasurementHost& host, const std::string& tool)
{
    const auto found = std::find_if(host.tools.begin(),
                                    host.tools.end(),
                                    [&tool](const HostTool& own) { return own.tool == tool; });
    return found == host.tools.end() ? nullptr : &*found;
}

std::vector<std::string>
HostDatabase::Check() const
{
    std::vector<std::string> wrong;
    if (m_hosts.empty() || m_tools.empty())
    {
        wrong.emplace_back("the database has " + std::to_string(m_hosts.size()) + " hosts and " +
                           std::to_string(m_tools.size()) +
                           " tools; allowed are 1 or more of each");
    }
    std::map<std::string, std::string> aliases;
    std::map<std::string, std::string> addresses;
    const auto differ =
        [&wrong](auto& seen, const auto& host, const auto& value, const char* what) {
            const auto [other, isNew] = seen.emplace(value, host.name);
            if (!value.empty() && !isNew)
            {
                wrong.push_back(At(host.where) + "the " + what + " of " + host.name + " is " +
                                value + ", which " + other->second +
                                " has; allowed is one of its own");
            }
        };
    for (const auto& host : m_hosts)
    {
        differ(aliases, host, host.alias, "alias");
        differ(addresses, host, host.address, "address");
        CheckHost(host, wrong);
    }
    return wrong;
}

void
HostDatabase::CheckHost(const MeasurementHost& host, std::vector<std::string>& wrong) const
{
    const auto say = [&](const std::string& where, const std::string& sentence) {
        wrong.push_back(At(where) + "host " + host.name + " " + sentence);
    };
    if (host.active && host.address.empty())
    {
        say(host.where, "has no address; allowed is an IPv4 address");
    }
    if (host.active && (!host.rate || !host.roundTrip.IsStrictlyPositive()))
    {
        say(host.where,
            "has no rate or rtt, without which nothing is predicted; allowed are those of its "
            "path");
    }
    if (host.alias == host.name)
    {
        say(host.where, "has its name as alias; allowed is a name that tells nothing");
    }
    for (const auto& link : host.route)
    {
        if (Find(m_links, link) == m_links.end())
        {
            say(host.where,
                "has on its route '" + link + "', which is no link of the database, " +
                    burst::NearestNames(link, GetNames(m_links)));
        }
    }
    for (const auto& own : host.tools)
    {
        if (Find(m_tools, own.tool) == m_tools.end())
        {
            say(own.where,
                "names '" + own.tool + "', which is no tool of the database, " +
                    burst::NearestNames(own.tool, GetNames(m_tools)));
        }
    }
    for (const auto& tool : m_tools)
    {
        if (GetDisabled(host, tool).empty() && GetVersion(host, tool).empty())
        {
            say(host.where, "runs " + tool.name + " of an unknown version; allowed is version=V");
        }
    }
}

} // namespace ns3::iepm
