/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-description.h"

#include "scenario-runner-scenario.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/object-factory.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace ns3::scenario
{

namespace
{

using nlohmann::ordered_json;

ordered_json
Introduce(TypeId type)
{
    if (!type.IsChildOf(Scenario::GetTypeId()) || !type.HasConstructor())
    {
        return {{"name", type.GetName()}, {"type", type.GetName()}, {"study", ""}, {"help", ""}};
    }
    ObjectFactory factory;
    factory.SetTypeId(type);
    return {{"name", GetScenarioName(type)},
            {"type", type.GetName()},
            {"study", type.GetGroupName()},
            {"help", factory.Create<Scenario>()->GetHelp()}};
}

/**
 * @param type A type.
 * @return Names of the types derived from it that can be created, in their order.
 */
std::vector<std::string>
GetKinds(TypeId type)
{
    std::vector<std::string> kinds;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId candidate = TypeId::GetRegistered(i);
        if (candidate != type && candidate.IsChildOf(type) && candidate.HasConstructor())
        {
            kinds.push_back(candidate.GetName());
        }
    }
    std::sort(kinds.begin(), kinds.end());
    return kinds;
}

/**
 * @param type A type.
 * @param attribute Name of one of its attributes.
 * @return The type that declares it, whose default can be set.
 */
TypeId
GetDeclaring(TypeId type, const std::string& attribute)
{
    const auto declares = [&attribute](TypeId owner) {
        for (std::size_t i = 0; i < owner.GetAttributeN(); ++i)
        {
            if (owner.GetAttribute(i).name == attribute)
            {
                return true;
            }
        }
        return false;
    };
    while (type.HasParent() && !declares(type))
    {
        type = type.GetParent();
    }
    return type;
}

} // namespace

std::string
WriteScenarios()
{
    ordered_json list = ordered_json::array();
    for (const TypeId& type : GetScenarios())
    {
        list.push_back(Introduce(type));
    }
    return list.dump();
}

std::string
WriteDescription(const std::string& name)
{
    const TypeId type =
        name.rfind("ns3::", 0) == 0 ? burst::FindType(name, TypeId()) : FindScenario(name);
    ordered_json description = Introduce(type);
    description["kinds"] = GetKinds(type);
    description["attributes"] = ordered_json::array();
    for (const auto& attribute : burst::GetSettableAttributes(type))
    {
        const TypeId base = burst::GetObjectBase(attribute.checker);
        description["attributes"].push_back(
            {{"name", attribute.name},
             {"declared", GetDeclaring(type, attribute.name).GetName()},
             {"type", burst::GetAttributeKind(attribute.checker)},
             {"default", burst::WriteAttribute(*attribute.initialValue, attribute.checker)},
             {"allowed", burst::DescribeAllowed(attribute.checker)},
             {"kinds", base == TypeId() ? std::vector<std::string>() : GetKinds(base)},
             {"help", attribute.help}});
    }
    description["traces"] = ordered_json::array();
    for (TypeId owner = type;; owner = owner.GetParent())
    {
        for (std::size_t i = 0; i < owner.GetTraceSourceN(); ++i)
        {
            const auto trace = owner.GetTraceSource(i);
            description["traces"].push_back(
                {{"name", trace.name}, {"signature", trace.callback}, {"help", trace.help}});
        }
        if (!owner.HasParent())
        {
            break;
        }
    }
    description["statistics"] = ordered_json::array();
    for (const auto& statistic : burst::GetStatistics(type))
    {
        description["statistics"].push_back(
            {{"name", statistic.name}, {"unit", statistic.unit}, {"help", statistic.description}});
    }
    return description.dump();
}

} // namespace ns3::scenario
