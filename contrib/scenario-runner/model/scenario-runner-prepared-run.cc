/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-prepared-run.h"

#include "scenario-runner-code-version.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/global-value.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <typeinfo>

namespace ns3::scenario
{

namespace
{

using nlohmann::json;

uint64_t
ReadNumber(const std::string& name, const json& value)
{
    if (!value.is_number_unsigned())
    {
        throw std::invalid_argument(name + " cannot be " + value.dump() +
                                    ": it takes an integer that is not negative");
    }
    return value.get<uint64_t>();
}

} // namespace

RunSpec
RunSpec::FromJson(const std::string& text)
{
    const json object = json::parse(text, nullptr, false);
    if (!object.is_object())
    {
        throw std::invalid_argument("'" + text + "' is no JSON object");
    }
    RunSpec spec;
    for (const auto& [name, value] : object.items())
    {
        if (name == "scenario" && value.is_string())
        {
            spec.scenario = value.get<std::string>();
        }
        else if (name == "attributes" && value.is_object())
        {
            for (const auto& [attribute, given] : value.items())
            {
                if (given.is_structured() || given.is_null())
                {
                    throw std::invalid_argument(attribute + " cannot be " + given.dump() +
                                                ": it takes a text, a number or a boolean");
                }
                spec.attributes[attribute] =
                    given.is_string() ? given.get<std::string>() : given.dump();
            }
        }
        else if (name == "seed")
        {
            spec.seed = ReadNumber(name, value);
        }
        else if (name == "run")
        {
            spec.run = ReadNumber(name, value);
        }
        else
        {
            throw std::invalid_argument("the member " + name + " cannot be " + value.dump() +
                                        ": a run has scenario (text), attributes (object), seed "
                                        "and run (integers)");
        }
    }
    return spec;
}

archive::RunIdentity
RunSpec::GetIdentity() const
{
    return PreparedRun(*this).identity;
}

NS_LOG_COMPONENT_DEFINE("ScenarioRunnerPreparedRun");

namespace
{

/** Largest seed the generator MRG32k3a takes, one below the smaller of its two moduli. */
constexpr uint64_t MAX_SEED = 4294944442;

void
CheckNumber(const std::string& name, uint64_t value, uint64_t low, uint64_t high)
{
    if (value < low || value > high)
    {
        throw std::invalid_argument(name + " cannot be " + std::to_string(value) +
                                    ": it takes an integer from " + std::to_string(low) + " to " +
                                    std::to_string(high));
    }
}

/** ns-3 would take values from there that no identity shows. */
void
CheckEnvironment()
{
    for (const char* name : {"NS_ATTRIBUTE_DEFAULT", "NS_GLOBAL_VALUE"})
    {
        if (std::getenv(name))
        {
            throw std::invalid_argument(
                std::string("the environment variable ") + name +
                " is set and would change runs without being part of what identifies them: unset "
                "it and give --ns3::Class::Attribute=value");
        }
    }
}

/** @return The attribute of the scenario that a name without class means, or a default of its class
 * or of one it derives from; else nothing, as of global values. */
std::string
GetOwnName(TypeId scenario, const std::string& name)
{
    const auto colons = name.rfind("::");
    if (colons == std::string::npos)
    {
        TypeId::AttributeInformation attribute;
        StringValue value;
        const bool isGlobal = !scenario.LookupAttributeByName(name, &attribute) &&
                              GlobalValue::GetValueByNameFailSafe(name, value);
        return isGlobal ? "" : name;
    }
    TypeId type;
    if (!TypeId::LookupByNameFailSafe(name.substr(0, colons), &type))
    {
        return "";
    }
    const bool own = (scenario == type || scenario.IsChildOf(type)) &&
                     (type == Scenario::GetTypeId() || type.IsChildOf(Scenario::GetTypeId()));
    return own ? name.substr(colons + 2) : "";
}

/** Refuse ns-3's own options for seed, run number and scheduler, which are no attributes. */
void
CheckName(const std::string& name)
{
    if (name == "SchedulerType")
    {
        throw std::invalid_argument(name +
                                    " is no attribute of a scenario: --scheduler=.. gives it");
    }
    for (const auto& [global, option] : {std::pair("RngSeed", "seed"), std::pair("RngRun", "run")})
    {
        if (name == global)
        {
            throw std::invalid_argument(name + " is no attribute of a scenario: --" + option +
                                        "=.. gives it, or " + option +
                                        " of a sweep file or a RunSpec");
        }
    }
}

/** @return Input files that changed defaults name. */
std::set<std::string>
FindInputsOfDefaults(const std::map<std::string, std::string>& defaults)
{
    std::set<std::string> files;
    for (const auto& [name, text] : defaults)
    {
        const auto colons = name.rfind("::");
        TypeId type;
        TypeId::AttributeInformation attribute;
        if (colons != std::string::npos &&
            TypeId::LookupByNameFailSafe(name.substr(0, colons), &type) &&
            type.LookupAttributeByName(name.substr(colons + 2), &attribute))
        {
            files.merge(burst::FindInputFiles(text, attribute.checker, true));
        }
    }
    return files;
}

} // namespace

PreparedRun::PreparedRun(const RunSpec& spec)
{
    NS_LOG_FUNCTION(this << spec.scenario << spec.seed << spec.run);
    CheckEnvironment();
    CheckNumber("seed", spec.seed, 1, MAX_SEED);
    CheckNumber("run", spec.run, 0, std::numeric_limits<int64_t>::max());

    const TypeId type = FindScenario(spec.scenario);
    std::map<std::string, std::string> own;
    std::map<std::string, std::string> others;
    for (const auto& [name, text] : spec.attributes)
    {
        if (text.find('\0') != std::string::npos)
        {
            throw std::invalid_argument(name + " cannot hold the character of code 0");
        }
        CheckName(name);
        const std::string ownName = GetOwnName(type, name);
        if (ownName.empty())
        {
            others[name] = text;
        }
        else if (!own.emplace(ownName, text).second)
        {
            throw std::invalid_argument(ownName + " of " + type.GetName() + " is given twice");
        }
    }

    defaults.Set(others);

    // Random streams take seed and run number when they are created, with the scenario or in its
    // attributes.
    RngSeedManager::SetSeed(static_cast<uint32_t>(spec.seed));
    RngSeedManager::SetRun(spec.run);
    burst::RestartAutomaticStreams();
    ObjectFactory factory;
    factory.SetTypeId(type);
    scenario = factory.Create<Scenario>();

    auto parameters = defaults.GetChanges();
    for (auto each = parameters.begin(); each != parameters.end();)
    {
        // a default of the scenario's own attributes is a value of these
        each = GetOwnName(type, each->first).empty() ? std::next(each) : parameters.erase(each);
    }
    auto files = FindInputsOfDefaults(parameters);
    std::vector<std::pair<std::string, Ptr<const AttributeChecker>>> values;
    for (const auto& attribute : burst::GetSettableAttributes(type))
    {
        std::string& text = parameters[attribute.name];
        text = burst::WriteAttribute(*attribute.initialValue, attribute.checker);
        const auto given = own.find(attribute.name);
        if (given != own.end() && given->second != text)
        {
            const auto read = burst::ReadAttribute(given->second, attribute, type.GetName());
            if (!burst::IsDefault(read.text, attribute)) // else a new object would take a stream
            {
                read.SetOn(*scenario, attribute);
            }
            text = read.text;
        }
        values.emplace_back(text, attribute.checker);
        own.erase(attribute.name);
    }
    if (!own.empty())
    {
        burst::FindSettableAttribute(type, own.begin()->first); // throws
    }
    for (const auto& [text, checker] : values)
    {
        files.merge(burst::FindInputFiles(text, checker, true)); // the run reads defaults too
    }

    identity.study = type.GetGroupName();
    identity.scenario = type.GetName();
    const Scenario& made = *scenario;
    std::vector<std::string> texts;
    std::transform(parameters.begin(), parameters.end(), std::back_inserter(texts), [](auto& each) {
        return each.second;
    });
    identity.codeVersion = CodeVersion::Get(&typeid(made), texts);
    identity.seed = static_cast<uint32_t>(spec.seed);
    identity.run = spec.run;
    identity.parameters.assign(parameters.begin(), parameters.end());
    identity.complete = true;
    for (const auto& path : scenario->GetInputFiles())
    {
        files.insert(path);
    }
    for (const auto& path : files)
    {
        NS_LOG_LOGIC("what '" << path << "' contains is part of the identity");
        inputs.emplace_back(path);
        identity.inputs.emplace_back(path, inputs.back().hash);
    }
}

void
PreparedRun::CheckInputs() const
{
    std::for_each(inputs.begin(), inputs.end(), [](const auto& file) { file.Check(); });
}

} // namespace ns3::scenario
