/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-topology-names.h"

#include "ns3/burst-core-check.h"
#include "ns3/burst-core-number-text.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3::fabric
{

namespace
{

/// Sets the one of @p values that "Key=number" is about. @return its index
std::size_t
SetValue(const std::vector<TopologyNames::Parameter>& parameters,
         const std::string& name,
         const std::string& text,
         std::vector<uint32_t>& values)
{
    const std::size_t equals = std::min(text.find('='), text.size());
    const auto value = burst::ToUinteger(text.substr(std::min(equals + 1, text.size())));
    std::string allowed;
    for (std::size_t i = 0; i < parameters.size(); ++i)
    {
        const auto& [key, usual, low, high] = parameters[i];
        if (key == text.substr(0, equals) && value && *value >= low && *value <= high)
        {
            values[i] = *value;
            return i;
        }
        allowed += (allowed.empty() ? "" : " and ") + key + " from " + std::to_string(low) +
                   " to " + std::to_string(high);
    }
    throw std::invalid_argument("'" + text + "' is no parameter of the topology " + name +
                                "; allowed are " + (allowed.empty() ? "none" : allowed));
}

} // namespace

TopologyNames::TopologyNames(std::map<std::string, std::vector<Parameter>> topologies)
    : m_topologies(std::move(topologies))
{
}

void
TopologyNames::Refuse(const std::string& sentence, const std::string& name) const
{
    std::vector<std::string> known;
    for (const auto& topology : m_topologies)
    {
        known.push_back(topology.first);
    }
    throw std::invalid_argument(sentence + "; " + burst::NearestNames(name, known));
}

TopologyNames::Choice
TopologyNames::Read(const std::string& text) const
{
    const std::size_t open = std::min(text.find('['), text.size());
    Choice choice{text.substr(0, open), {}};
    const auto topology = m_topologies.find(choice.name);
    if (topology == m_topologies.end())
    {
        Refuse("there is no topology '" + choice.name + "'", choice.name);
    }
    for (const Parameter& parameter : topology->second)
    {
        choice.values.push_back(parameter.value);
    }
    if (open < text.size())
    {
        if (text.back() != ']')
        {
            throw std::invalid_argument("'" + text + "' lacks its last bracket; allowed is " +
                                        choice.name + "[Key=number|...]");
        }
        std::istringstream settings(text.substr(open + 1, text.size() - open - 2));
        std::set<std::size_t> given;
        for (std::string setting; std::getline(settings, setting, '|');)
        {
            const auto index = SetValue(topology->second, choice.name, setting, choice.values);
            if (!given.insert(index).second)
            {
                throw std::invalid_argument(topology->second[index].name + " is given twice in '" +
                                            text + "'; once is allowed");
            }
        }
    }
    return choice;
}

std::vector<std::string>
TopologyNames::GetFiles(const std::string& nameOrPath) const
{
    if (m_topologies.count(nameOrPath.substr(0, nameOrPath.find('['))) > 0)
    {
        Read(nameOrPath);
        return {};
    }
    if (!std::ifstream(nameOrPath))
    {
        Refuse("'" + nameOrPath + "' is neither a file that can be read nor a topology",
               nameOrPath);
    }
    return {nameOrPath};
}

} // namespace ns3::fabric
